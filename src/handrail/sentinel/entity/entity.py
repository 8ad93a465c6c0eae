"""What kinds of sensitive values there are, and one of them in a text."""

from dataclasses import dataclass
from enum import StrEnum


class EntityKind(StrEnum):
    """What a value is. `UNREAD` is no value: it marks a stretch that was over the budget and that nobody looked at."""

    CARD = "card"
    IBAN = "IBAN"
    PHONE = "phone"
    EMAIL = "e-mail"
    ONE_TIME_CODE = "one-time code"
    PASSWORD = "password"  # noqa: S105 - the name of the kind
    API_KEY = "API key"
    NATIONAL_ID = "national ID"
    PASSPORT = "passport"
    IMEI = "IMEI"
    ADDRESS = "address"
    SEED_PHRASE = "seed phrase"
    UNREAD = "unread"


SECRET = frozenset({EntityKind.ONE_TIME_CODE, EntityKind.PASSWORD, EntityKind.API_KEY, EntityKind.SEED_PHRASE})
"""Kinds of which whoever knows one can act as its owner: no part of them is ever shown."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A validated value. `start` and `end` count characters; `text` is what stands there."""

    kind: EntityKind
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of a text from around it: whether its field hides what is typed, and what the field is called."""

    password: bool = False
    label: str = ""


NO_CONTEXT = Context()
