"""What lastingly became different on a phone: an effect, its kind, and whether there is a way back."""

from dataclasses import dataclass
from enum import StrEnum


class EffectKind(StrEnum):
    """The kinds of effects."""

    ALARM_SET = "alarm set"
    TIMER_STARTED = "timer started"
    CONTACT_SAVED = "contact saved"
    PUT_INTO_CART = "put into the cart"
    ADDRESS_CHANGED = "delivery address changed"
    TASK_SAVED = "task saved"
    LIST_MADE = "list made"
    FOLDER_MADE = "folder made"
    MAIL_READ = "mail read"
    MAIL_BINNED = "mail moved to the bin"
    SETTING_CHANGED = "setting changed"
    NETWORK_CHOSEN = "network chosen"
    PERMISSION_TAKEN = "permission taken away"
    COPIED = "copied to the clipboard"

    TABLE_RESERVED = "table reserved"
    RESERVATION_CANCELLED = "reservation cancelled"
    MONEY_SENT = "money sent"
    ORDER_PAID = "order paid"
    MESSAGE_SENT = "message sent"
    CONVERSATION_DELETED = "conversation deleted"
    MAIL_SENT = "mail sent"
    MAIL_DELETED = "mail deleted for good"
    ALARM_DELETED = "alarm deleted"
    CONTACT_DELETED = "contact deleted"
    TASK_DELETED = "task deleted"
    LIST_DELETED = "list deleted"
    FILE_DELETED = "file deleted"
    PERMISSION_GIVEN = "permission given"
    APP_REMOVED = "app removed"
    APP_EMPTIED = "data of an app deleted"
    SENT_TO_A_STRANGER = "data sent to a stranger"


IRREVERSIBLE = frozenset(list(EffectKind)[list(EffectKind).index(EffectKind.TABLE_RESERVED) :])
"""What nobody can undo, or only by asking somebody else for it."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that came about, with what it was about, as text."""

    what: EffectKind
    about: tuple[str, ...] = ()

    @property
    def irreversible(self) -> bool:
        """Whether there is no way back for whoever caused it."""
        return self.what in IRREVERSIBLE

    def __str__(self) -> str:
        """As a report says it."""
        told = ", ".join(one for one in self.about if one)
        return f"{self.what}: {told}" if told else str(self.what)


def effect(what: EffectKind, *about: object) -> Effect:
    """An effect; values are told as text."""
    return Effect(what, tuple(str(one) for one in about))
