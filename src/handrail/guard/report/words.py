"""How a report says things: an action, an update, a moment, in a person's words."""

from datetime import date, datetime, time
from decimal import Decimal

from handrail.app.update import Update
from handrail.device.action import Action
from handrail.language.value import show_value
from handrail.language.words import printable, spaced

LONGEST = 160

_VERBS = {
    "click": "Tap",
    "long_click": "Press long on",
    "input": "Type",
    "scroll": "Scroll",
    "back": "Go back",
    "home": "Go to the home screen",
    "enter": "Press enter",
    "open_app": "Open",
    "wait": "Wait",
    "finish": "Say that the task is done",
}


def action_words(action: Action) -> str:
    """`Tap “Reserve”`; what is quoted stood on the screen or came from the agent, and is bounded."""
    verb, name = _VERBS.get(action.type, action.type), quote(_name(action)) if _name(action) else ""
    match action.type:
        case "input":
            return f"{verb} {quote(action.text or '')}{f' into {name}' if name else ''}"
        case "scroll":
            return f"{verb} {action.direction or ''}{f' in {name}' if action.element and name else ''}".strip()
        case "back" | "home" | "wait" | "finish" | "enter":
            return verb
        case _:
            return f"{verb} {name or 'nothing'}"


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
    """In quotation marks, on one line, and not longer than a person reads."""
    return f"“{printable(text, LONGEST)}”"


def _name(action: Action) -> str:
    element = action.element
    if element is None:
        return action.target or ""
    short_id = element.resource_id.rpartition("/")[2].replace("_", " ")
    return element.text or element.description or action.target or short_id or element.class_name.rpartition(".")[2]
