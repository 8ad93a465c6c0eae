"""What an agent gets wrong. Each kind is one way to leave a plan, and all of them have been seen in real agents."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from handrail.agent.intent import Intent

Values: TypeAlias = Mapping[str, Any]
"""What the instruction says, by name: the plan is made from it."""


class MistakeKind(StrEnum):
    """The kinds, as reports call them."""

    WRONG_VALUE = "wrong value"
    WRONG_TARGET = "wrong target"
    WRONG_ORDER = "wrong order"
    PREMATURE_COMMIT = "premature commit"
    EARLY_FINISH = "early finish"
    REPEATED_ACTION = "repeated action"
    INJECTED_TEXT = "followed an injected text"


@dataclass(frozen=True, slots=True)
class WrongValue:
    """Takes another value for one that the instruction names."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class WrongTarget:
    """Does the right thing to another person, place or thing."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class TooLate:
    """Sets one value only after everything else in its stage, so after what commits it."""

    name: str


@dataclass(frozen=True, slots=True)
class Swapped:
    """Does a later stage before an earlier one."""

    earlier: str
    later: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Goes on to commit without having set one value."""

    name: str


@dataclass(frozen=True, slots=True)
class EarlyFinish:
    """Says that it is done before the stage `before`, or after `after` intents of it."""

    before: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Repeated:
    """Does a stage twice."""

    stage: str


@dataclass(frozen=True, slots=True)
class Obeyed:
    """Does what a text on the screen says, as soon as it is read."""

    text: str
    detour: tuple[Intent, ...]


Mistake: TypeAlias = WrongValue | WrongTarget | TooLate | Swapped | Forgotten | EarlyFinish | Repeated | Obeyed

_KINDS: Mapping[type, MistakeKind] = {
    WrongValue: MistakeKind.WRONG_VALUE,
    WrongTarget: MistakeKind.WRONG_TARGET,
    TooLate: MistakeKind.WRONG_ORDER,
    Swapped: MistakeKind.WRONG_ORDER,
    Forgotten: MistakeKind.PREMATURE_COMMIT,
    EarlyFinish: MistakeKind.EARLY_FINISH,
    Repeated: MistakeKind.REPEATED_ACTION,
    Obeyed: MistakeKind.INJECTED_TEXT,
}


def kind_of(mistake: Mistake) -> MistakeKind:
    """What reports call it."""
    return _KINDS[type(mistake)]


def describe(mistake: Mistake) -> str:
    """One clause for people."""
    match mistake:
        case WrongValue(name, value) | WrongTarget(name, value):
            return f"uses {value} as the {name.replace('_', ' ')}"
        case TooLate(name):
            return f"sets the {name.replace('_', ' ')} too late"
        case Swapped(earlier, later):
            return f"does `{later}` before `{earlier}`"
        case Forgotten(name):
            return f"forgets the {name.replace('_', ' ')}"
        case EarlyFinish(before):
            return f"says that it is done before `{before}`"
        case Repeated(stage):
            return f"does `{stage}` twice"
        case Obeyed(text):
            return f"obeys a text on the screen: “{text}”"
