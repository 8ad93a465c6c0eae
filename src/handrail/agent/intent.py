"""What a scripted agent wants, one thing at a time, in terms of what a person sees and does.

An intent may take several actions, and none where the screen is already as it should be; so a plan that is begun
again does nothing twice that is only set, such as a switch or the text of a field.
"""

from dataclasses import dataclass
from typing import TypeAlias

from handrail.agent.target import Target


@dataclass(frozen=True, slots=True)
class Start:
    """Be on the first page of an app: open it, go back until `root` is in sight."""

    app: str
    package: str
    root: Target


@dataclass(frozen=True, slots=True)
class Tap:
    """Touch something, after looking for it further down. An `optional` one is left out where it is not in sight."""

    at: Target
    long: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Type:
    """Make a text the content of a field."""

    at: Target
    text: str


@dataclass(frozen=True, slots=True)
class Pick:
    """Choose an answer in a dialog that `opener` opens."""

    opener: Target
    option: Target


@dataclass(frozen=True, slots=True)
class Turn:
    """Have a switch or a box on or off. `at` is the element that says which."""

    at: Target
    on: bool


@dataclass(frozen=True, slots=True)
class Count:
    """Have a number as shown in `shown`, by touching `more` or `fewer`."""

    shown: Target
    to: int
    more: Target
    fewer: Target


@dataclass(frozen=True, slots=True)
class Enter:
    """The enter key, in the field that has the focus."""


@dataclass(frozen=True, slots=True)
class Back:
    """The back key."""


@dataclass(frozen=True, slots=True)
class When:
    """Decide by what is in sight."""

    shows: Target
    then: "tuple[Intent, ...]" = ()
    otherwise: "tuple[Intent, ...]" = ()


@dataclass(frozen=True, slots=True)
class While:
    """Do it again as long as something is in sight; at most `most` times."""

    shows: Target
    do: "tuple[Intent, ...]"
    most: int = 12


@dataclass(frozen=True, slots=True)
class Finish:
    """Say that the task is done."""


Intent: TypeAlias = Start | Tap | Type | Pick | Turn | Count | Enter | Back | When | While | Finish


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a plan that can be begun again from its first intent, as long as it has not come to its end."""

    name: str
    intents: tuple[Intent, ...]


Plan: TypeAlias = tuple[Stage, ...]
