"""What a touch can commit, in words that hold for any app, and which acts of the lexicon are which."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from handrail.app.consequence import Kind


@dataclass(frozen=True, slots=True)
class GenericObjective:
    """One of them: its name in rules, its kind, and whether nothing takes it back."""

    name: str
    kind: Kind
    irreversible: bool = False


SEND: Final = GenericObjective("Send", Kind.MESSAGE)
PAY: Final = GenericObjective("Pay", Kind.PAYMENT)
ORDER: Final = GenericObjective("Order", Kind.PAYMENT)
SUBSCRIBE: Final = GenericObjective("Subscribe", Kind.PAYMENT)
DELETE: Final = GenericObjective("Delete", Kind.DELETION, irreversible=True)
DISCARD: Final = GenericObjective("Discard", Kind.DELETION, irreversible=True)
UNINSTALL: Final = GenericObjective("Uninstall", Kind.DELETION, irreversible=True)
POST: Final = GenericObjective("Post", Kind.POST)
SHARE: Final = GenericObjective("Share", Kind.SHARE)
INSTALL: Final = GenericObjective("Install", Kind.INSTALL)
GRANT: Final = GenericObjective("Grant", Kind.PERMISSION)
CALL: Final = GenericObjective("Call", Kind.CALL)
BOOK: Final = GenericObjective("Book", Kind.BOOKING)
CANCEL: Final = GenericObjective("Cancel", Kind.BOOKING)
SIGN_IN: Final = GenericObjective("SignIn", Kind.ACCOUNT)
SAVE: Final = GenericObjective("Save", Kind.RECORD)
SET: Final = GenericObjective("Set", Kind.SETTING)
CONFIRM: Final = GenericObjective("Confirm", Kind.UNKNOWN)

OBJECTIVES: Final = (
    SEND, PAY, ORDER, SUBSCRIBE, DELETE, UNINSTALL, POST, SHARE, INSTALL, GRANT, CALL, BOOK, CANCEL, SIGN_IN, SAVE,
    SET, DISCARD, CONFIRM,
)  # fmt: skip
"""All of them, the names that a specification for any app may use."""

BY_ACT: Final[Mapping[str, GenericObjective]] = {
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
