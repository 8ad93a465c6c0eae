"""Every sensitive value of a text, in the time of reading it; and the text without them, for what is written down."""

from collections.abc import Iterator, Set
from typing import assert_never

from handrail.sentinel.entity.contact_details import find_mail_addresses, find_phone_numbers, find_postal_addresses
from handrail.sentinel.entity.entity import NO_CONTEXT, Context, Entity, EntityKind
from handrail.sentinel.entity.issued_numbers import (
    SIGNS_OF_NUMBERS,
    find_bank_accounts,
    find_cards,
    find_national_ids,
    find_passports,
)
from handrail.sentinel.entity.pattern import compiled, occurs, same_length
from handrail.sentinel.entity.secrets import (
    SIGNS_OF_SECRETS,
    find_api_keys,
    find_one_time_codes,
    find_passwords,
    find_seed_phrases,
)

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
    if limit < len(text):
        kept.append(Entity(EntityKind.UNREAD, limit, len(text), ""))
    return tuple(kept)


def _candidates(text: str, region: str, context: Context, kinds: Set[EntityKind]) -> Iterator[Entity | int]:
    """The finders that cost most come last, and are asked only where what they say can matter."""
    found = _secrets_and_numbers(text, context)
    yield from found
    if found or not kinds.isdisjoint(_CONTACTS):
        yield from find_mail_addresses(text)
        yield from find_postal_addresses(text)
        if occurs(_TWO_DIGITS, text):
            yield from find_phone_numbers(text, region)


_TWO_DIGITS = r"\d[^\n]{0,8}\d"
_SIGN = "|".join(f"(?:{sign})" for sign in (*SIGNS_OF_SECRETS, *SIGNS_OF_NUMBERS))


def _secrets_and_numbers(text: str, context: Context) -> list[Entity]:
    """Most texts have none of their signs, which one look tells."""
    if (context is NO_CONTEXT or context == NO_CONTEXT) and not occurs(_SIGN, text):
        return []
    found = [*find_passwords(text, context), *find_api_keys(text), *find_seed_phrases(text)]
    if occurs(_TWO_DIGITS, text):
        found += find_cards(text)
        found += find_bank_accounts(text)
        found += find_national_ids(text)
        found += find_passports(text)
        found += find_one_time_codes(text, context)
    return found


_PRECEDENCE = tuple(EntityKind)


def _without_overlaps(entities: list[Entity]) -> list[Entity]:
    """Of two that overlap, the longer; of two as long, the one that would do more harm."""
    ordered = sorted(
        entities, key=lambda entity: (entity.start - entity.end, _PRECEDENCE.index(entity.kind), entity.start)
    )
    if len(ordered) < 2:
        return ordered
    taken: list[Entity] = []
    covered = bytearray(max(entity.end for entity in ordered))
    for entity in ordered:
        if not any(covered[entity.start : entity.end]):
            covered[entity.start : entity.end] = b"\1" * (entity.end - entity.start)
            taken.append(entity)
    return sorted(taken, key=lambda entity: entity.start)


_MARK = (
    r"‹(?:(?:card|IBAN|phone) ending [0-9A-Z]{2,4}|e-mail|one-time code|password|API key|national ID|"
    r"passport number|IMEI|address|seed phrase|text that was not read)›"
)


def redact(text: str, *, password: bool = False, label: str = "", region: str = "US") -> str:
    """The text with a mark for each value, such as `‹card ending 1111›`; of a secret not even the length is left.

    `password` says that the field hides what is typed in it: then nothing is left. `label` is the name of the field.
    What is over the budget of `find` is taken out as a whole. Marks stay, so redacting twice changes nothing.
    """
    pieces: list[str] = []
    done = 0
    if password:
        return text if not text or compiled(_MARK).fullmatch(text) else "‹password›"
    for match in compiled(_MARK).finditer(text):
        pieces += [_redact(text[done : match.start()], label, region), match.group()]
        done = match.end()
    return "".join([*pieces, _redact(text[done:], label, region)])


def _redact(text: str, label: str, region: str) -> str:
    pieces: list[str] = []
    done = 0
    for entity in find(text, region=region, context=Context(label=label)):
        pieces += [text[done : entity.start], mark(entity)]
        done = entity.end
    return "".join([*pieces, text[done:]])


def mark(entity: Entity) -> str:
    """What stands for a value where it may not stand itself."""
    match entity.kind:
        case EntityKind.CARD | EntityKind.IBAN:
            return f"‹{entity.kind} ending {_end(entity.text, 4)}›"
        case EntityKind.PHONE:
            return f"‹phone ending {_end(entity.text, 2)}›"
        case EntityKind.PASSPORT:
            return "‹passport number›"
        case EntityKind.UNREAD:
            return "‹text that was not read›"
        case (
            EntityKind.EMAIL
            | EntityKind.ONE_TIME_CODE
            | EntityKind.PASSWORD
            | EntityKind.API_KEY
            | EntityKind.NATIONAL_ID
            | EntityKind.IMEI
            | EntityKind.ADDRESS
            | EntityKind.SEED_PHRASE
        ):
            return f"‹{entity.kind}›"
    assert_never(entity.kind)


def _end(text: str, characters: int) -> str:
    return "".join(filter(str.isalnum, same_length(text)))[-characters:].upper()
