"""E-mail addresses."""

from collections.abc import Iterator

from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import spans

_ADDRESS = r"[A-Za-z0-9._%+\-]+@[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)*\.[A-Za-z]{2,24}"


def find_mail_addresses(text: str) -> Iterator[Entity]:
    """Addresses with a domain that can be one; a user name of a network (`@name`) is none."""
    if "@" not in text:
        return
    for start, end in spans(_ADDRESS, text):
        yield Entity(EntityKind.EMAIL, start, end, text[start:end])
