"""Every sensitive value of a text, in the time of reading it."""

from collections.abc import Iterator, Set

from handrail.sentinel.entity.api_keys import find_api_keys
from handrail.sentinel.entity.bank_accounts import find_bank_accounts
from handrail.sentinel.entity.cards import find_cards
from handrail.sentinel.entity.entity import NO_CONTEXT, Context, Entity, EntityKind
from handrail.sentinel.entity.mail_addresses import find_mail_addresses
from handrail.sentinel.entity.national_ids import find_national_ids
from handrail.sentinel.entity.one_time_codes import find_one_time_codes
from handrail.sentinel.entity.passports import find_passports
from handrail.sentinel.entity.passwords import find_passwords
from handrail.sentinel.entity.pattern import occurs, same_length
from handrail.sentinel.entity.phone_numbers import find_phone_numbers
from handrail.sentinel.entity.postal_addresses import find_postal_addresses
from handrail.sentinel.entity.seed_phrases import find_seed_phrases

EVERY_KIND = frozenset(EntityKind)
_CONTACTS = frozenset({EntityKind.EMAIL, EntityKind.ADDRESS, EntityKind.PHONE})

MOST_CHARACTERS = 2_000_000
"""What is read of one text; the rest is reported as `UNREAD`."""


def find(
    text: str,
    *,
    region: str = "US",
    context: Context = NO_CONTEXT,
    kinds: Set[EntityKind] = EVERY_KIND,
) -> tuple[Entity, ...]:
    """The values of a text in their order, without overlaps.

    `region` is the country whose telephone numbers may stand without a prefix. Of other `kinds` a value may be left
    out, or tell that what looks like one of these is a part of it. Time is linear in the text, and what is
    over the budget is one last entity of the kind `UNREAD`: an answer without it has looked at everything.
    """
    readable = same_length(text[:MOST_CHARACTERS])
    entities: list[Entity] = []
    limit = len(readable)
    for found in _candidates(readable, region, context, kinds):
        if isinstance(found, int):
            limit = min(limit, found)
        else:
            entities.append(found)
    kept = [
        Entity(entity.kind, entity.start, entity.end, text[entity.start : entity.end])
        for entity in _without_overlaps(entities)
        if entity.end <= limit
    ]
    unread = Entity(EntityKind.UNREAD, limit, len(text), "")
    return (*kept, unread) if limit < len(text) else tuple(kept)


def _candidates(text: str, region: str, context: Context, kinds: Set[EntityKind]) -> Iterator[Entity | int]:
    """The finders that cost most come last, and are asked only where what they say can matter."""
    has_digits = occurs(r"\d[^\n]{0,8}\d", text)
    found = [*find_passwords(text, context), *find_api_keys(text), *find_seed_phrases(text)]
    if has_digits:
        found += find_cards(text)
        found += find_bank_accounts(text)
        found += find_national_ids(text)
        found += find_passports(text)
        found += find_one_time_codes(text, context)
    yield from found
    if found or not kinds.isdisjoint(_CONTACTS):
        yield from find_mail_addresses(text)
        yield from find_postal_addresses(text)
        if has_digits:
            yield from find_phone_numbers(text, region)


_PRECEDENCE = tuple(EntityKind)


def _without_overlaps(entities: list[Entity]) -> list[Entity]:
    """Of two that overlap, the longer; of two as long, the one that would do more harm."""
    ordered = sorted(entities, key=lambda one: (one.start - one.end, _PRECEDENCE.index(one.kind), one.start))
    if len(ordered) < 2:
        return ordered
    taken: list[Entity] = []
    covered = bytearray(max(entity.end for entity in ordered))
    for entity in ordered:
        if not any(covered[entity.start : entity.end]):
            covered[entity.start : entity.end] = b"\1" * (entity.end - entity.start)
            taken.append(entity)
    return sorted(taken, key=lambda one: one.start)
