"""How a report says things: an action, an update, a moment, in a person's words."""

from datetime import date, datetime, time
from decimal import Decimal

from handrail.app.consequence import Consequence, Detail
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.guard.action_words import action_words as what_it_does
from handrail.language.value import show_value
from handrail.language.verbalize import printable, spaced

LONGEST = 160


def action_words(action: Action) -> str:
    """`Tap “Reserve”`; what is quoted stood on the screen or came from the agent, and is bounded."""
    words = what_it_does(action, quote)
    return words[:1].upper() + words[1:]


def consequence_words(one: Consequence) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What kind of thing is committed, and each detail of the object; of one that could not be read, why."""
    details = tuple((spaced(detail.name), _detail(detail)) for detail in one.details)
    return str(one.kind), details or (("object", "not known"),)


def update_words(update: Update) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The state that changes, and each variable with the value that it gets."""
    if update.delete is not None:
        keys = ", ".join(f"{spaced(name)} {value_words(value)}" for name, value in update.delete.items())
        return spaced(update.state), (("removed", keys or "the only entry"),)
    return spaced(update.state), tuple((spaced(name), value_words(value)) for name, value in (update.set or {}).items())


def value_words(value: object) -> str:
    """A value as people write it."""
    match value:
        case None:
            return "not known yet"
        case bool():
            return "yes" if value else "no"
        case Decimal() | date() | time():
            return show_value(value) if not isinstance(value, datetime) else value.isoformat()
        case str():
            return printable(value, LONGEST) or "nothing"
        case _:
            return printable(str(value), LONGEST)


def quote(text: str) -> str:
    """In quotation marks that nothing in it can end, on one line, and not longer than a person reads."""
    return "“" + printable(text, LONGEST).replace("“", '"').replace("”", '"') + "”"


def _detail(detail: Detail) -> str:
    if detail.unread:
        return f"not read: {printable(detail.unread, LONGEST)}"
    return quote(detail.value) if isinstance(detail.value, str) else value_words(detail.value)
