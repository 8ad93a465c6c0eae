"""A text with its sensitive values taken out, for what is written down."""

from typing import assert_never

from handrail.sentinel.entity.entity import Context, Entity, EntityKind
from handrail.sentinel.entity.find import find
from handrail.sentinel.entity.pattern import compiled, same_length

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
