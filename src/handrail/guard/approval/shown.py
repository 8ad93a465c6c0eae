"""What a person is shown of a question: everything that its digest binds, as plain bounded text.

Nothing that an app or an agent wrote can end a line, colour it, run against the reading direction or hide in it; what
is cut says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import assert_never
from unicodedata import name as character_name

from handrail.app.update import Raw, Update
from handrail.device.action import Action
from handrail.device.element import ElementIdentity
from handrail.guard.approval.question import Question
from handrail.language.words import printable, spaced

LONGEST_VALUE = 600
LONGEST_LABEL = 160
LONGEST_INSTRUCTION = 2_000
MOST_UPDATES = 40
MOST_VALUES = 24
MOST_DIGITS = 30
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")


@dataclass(frozen=True, slots=True)
class ShownChange:
    """One update: what changes, whether a row goes, and the values by name."""

    what: str
    goes: bool
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A question in words. `reasons` say why it is asked; `expires_at` is when silence becomes a no."""

    identifier: str
    digest: str
    step: int
    instruction: str
    wants: str
    where: str
    changes: tuple[ShownChange, ...]
    commits: tuple[str, ...]
    reasons: tuple[str, ...]
    asked_at: datetime
    expires_at: datetime
    specification: str


def shown(question: Question) -> Shown:
    """The question as people see it, wherever they do."""
    changes = [_change(update) for update in question.updates[:MOST_UPDATES]]
    more = len(question.updates) - len(changes)
    if more > 0:
        changes.append(ShownChange(f"and {more:,} more changes that are not shown", False, ()))
    return Shown(
        question.identifier,
        question.digest,
        question.step,
        plain(question.instruction, LONGEST_INSTRUCTION),
        describe(question.action),
        _where(question),
        tuple(changes),
        tuple(spaced(name) for name in question.commits),
        tuple(plain(reason.text, LONGEST_INSTRUCTION) for reason in question.reasons),
        question.asked_at,
        question.expires_at,
        question.specification,
    )


def plain(text: str, longest: int = LONGEST_VALUE) -> str:
    """A text on one line with nothing hidden in it; what is left out, and what may deceive the eye, is said."""
    remarks = _remarks(text, longest)
    return f"{printable(text[:longest], longest)}{remarks}"


def in_quotes(text: str, longest: int = LONGEST_VALUE) -> str:
    """A text in quotation marks that nothing in it can end; what there is to say about it stands outside of them."""
    said = printable(text[:longest], longest).replace('"', "'")
    return f'"{said}"{_remarks(text, longest)}'


def _remarks(text: str, longest: int) -> str:
    remarks = []
    if len(text) > longest:
        remarks.append(f"and {len(text) - longest:,} more characters that are not shown")
    if printable(text, len(text)) != " ".join(text.split()):
        remarks.append("with invisible characters")
    if _mixes_alphabets(text[:longest]):
        remarks.append("with letters of several alphabets that look alike")
    return f" [{'; '.join(remarks)}]" if remarks else ""


def describe(action: Action) -> str:
    """What an agent wants to do, as a clause: `tap "Send"`."""
    element = _label(action.element) or (in_quotes(action.target, LONGEST_LABEL) if action.target else "")
    match action.type:
        case "click":
            return f"tap {element or 'the screen'}"
        case "long_click":
            return f"press and hold {element or 'the screen'}"
        case "input":
            return f"type {in_quotes(action.text or '')} into {element or 'the field in use'}"
        case "scroll":
            return f"scroll {plain(action.direction or 'down', 20)}{f' in {element}' if element else ''}"
        case "open_app":
            return f"open the app {element or 'that it does not name'}"
        case "back":
            return "go back"
        case "home":
            return "go to the home screen"
        case "enter":
            return "press enter"
        case "wait":
            return "wait"
        case "finish":
            return f"end the task and say {in_quotes(action.text)}" if action.text else "end the task"
        case _:
            assert_never(action.type)


def _label(element: ElementIdentity | None) -> str:
    if element is None:
        return ""
    text = element.text or element.description
    if text:
        return in_quotes(text, LONGEST_LABEL)
    short = element.resource_id.rpartition("/")[2] or element.class_name.rpartition(".")[2]
    return f"the unnamed element {plain(short, LONGEST_LABEL) or 'without a name'}"


def _where(question: Question) -> str:
    element = question.action.element
    where = plain(question.package, LONGEST_LABEL) or "an app that is not known"
    if element is None:
        return where
    x, y = element.bounds.center
    return f"{where}, at {x}, {y}"


def _change(update: Update) -> ShownChange:
    values = update.set if update.delete is None else update.delete
    pairs = list((values or {}).items())
    shown_pairs = [(plain(str(name), LONGEST_LABEL), show_value(value)) for name, value in pairs[:MOST_VALUES]]
    if len(pairs) > MOST_VALUES:
        shown_pairs.append(("…", f"and {len(pairs) - MOST_VALUES:,} more values that are not shown"))
    return ShownChange(spaced(plain(str(update.state), LONGEST_LABEL)), update.delete is not None, tuple(shown_pairs))


def show_value(value: Raw) -> str:
    """A value of an update as people read it."""
    match value:
        case None:
            return "not known yet"
        case bool():
            return "yes" if value else "no"
        case str():
            return in_quotes(value)
        case int() | Decimal():
            number = Decimal(value)
            in_full = number.is_finite() and abs(number.adjusted()) < MOST_DIGITS
            return plain(format(number, ",f") if in_full else str(number))
        case list() | tuple():
            return ", ".join(show_value(one) for one in value[:MOST_VALUES])
        case Mapping():
            return ", ".join(f"{plain(str(name))}: {show_value(inner)}" for name, inner in value.items())
        case _:
            return plain(str(value))


def _mixes_alphabets(text: str) -> bool:
    """Whether one word has letters of two alphabets, as `Pаy` with a Cyrillic letter has."""
    if text.isascii():
        return False
    for word in text.split():
        found = {character_name(one, "").partition(" ")[0] for one in word if one.isalpha()}
        if len(found.intersection(_ALPHABETS)) > 1:
            return True
    return False
