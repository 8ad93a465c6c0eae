"""What a touch can commit, in words that hold for any app, and which acts of the lexicon are which."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from handrail.app.consequence import Kind


@dataclass(frozen=True, slots=True)
class Objective:
    """One of them: its name in rules, its kind, and whether nothing takes it back."""

    name: str
    kind: Kind
    irreversible: bool = False


SEND: Final = Objective("Send", Kind.MESSAGE)
PAY: Final = Objective("Pay", Kind.PAYMENT)
ORDER: Final = Objective("Order", Kind.PAYMENT)
SUBSCRIBE: Final = Objective("Subscribe", Kind.PAYMENT)
DELETE: Final = Objective("Delete", Kind.DELETION, irreversible=True)
DISCARD: Final = Objective("Discard", Kind.DELETION, irreversible=True)
UNINSTALL: Final = Objective("Uninstall", Kind.DELETION, irreversible=True)
POST: Final = Objective("Post", Kind.POST)
SHARE: Final = Objective("Share", Kind.SHARE)
INSTALL: Final = Objective("Install", Kind.INSTALL)
GRANT: Final = Objective("Grant", Kind.PERMISSION)
CALL: Final = Objective("Call", Kind.CALL)
BOOK: Final = Objective("Book", Kind.BOOKING)
CANCEL: Final = Objective("Cancel", Kind.BOOKING)
SIGN_IN: Final = Objective("SignIn", Kind.ACCOUNT)
SAVE: Final = Objective("Save", Kind.RECORD)
SET: Final = Objective("Set", Kind.SETTING)
CONFIRM: Final = Objective("Confirm", Kind.UNKNOWN)

OBJECTIVES: Final = (
    SEND, PAY, ORDER, SUBSCRIBE, DELETE, UNINSTALL, POST, SHARE, INSTALL, GRANT, CALL, BOOK, CANCEL, SIGN_IN, SAVE,
    SET, DISCARD, CONFIRM,
)  # fmt: skip
"""All of them, the names that a specification for any app may use."""

BY_ACT: Final[Mapping[str, Objective]] = {
    "send": SEND,
    "pay": PAY,
    "buy": ORDER,
    "subscribe": SUBSCRIBE,
    "delete": DELETE,
    "clear": DELETE,
    "reset": DELETE,
    "format": DELETE,
    "uninstall": UNINSTALL,
    "post": POST,
    "share": SHARE,
    "install": INSTALL,
    "allow": GRANT,
    "call": CALL,
    "cancel": CANCEL,
    "sign_in": SIGN_IN,
    "save": SAVE,
    "move": SAVE,
    "archive": SAVE,
    "restore": SAVE,
    "hide": SAVE,
    "download": SAVE,
    "backup": SAVE,
    "enable": SET,
    "disable": SET,
    "agree": CONFIRM,
    "submit": CONFIRM,
}
"""Concepts of the lexicon's acts. Those that are not here change something of which nobody can say the kind."""

MOST_GRAVE: Final = (
    UNINSTALL, DELETE, PAY, ORDER, SUBSCRIBE, INSTALL, GRANT, SEND, POST, SHARE, CALL, BOOK, CANCEL, SIGN_IN, SET,
    SAVE, DISCARD, CONFIRM,
)  # fmt: skip
"""Of several things that one text speaks of, the first of these is the one to reckon with."""
