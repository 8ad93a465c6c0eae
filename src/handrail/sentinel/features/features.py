"""The facts of an action and of a change as flat records: what rule files speak of, and what the offline judge weighs.

Each field is a number, a text or a set. A text that is empty says that there is nothing of the kind; where there is,
it is what a person can look at.
"""

from dataclasses import dataclass
from typing import TypeAlias

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ActionFeatures:
    """An action on a screen, held against the intent and the run so far."""

    action: str = ""
    target: str = ""
    row: str = ""
    app: str = ""
    acts: frozenset[str] = NOTHING
    """What the action does, as the lexicon's `acts` name it; a confirmation does what its dialog asks about."""
    asked_acts: frozenset[str] = NOTHING
    """Those of them that the intent asks for, or for the like of."""
    unasked_acts: frozenset[str] = NOTHING
    """Those of them that take effect with it and that nothing in the intent leads to; none where that is unknown."""
    wanted_acts: frozenset[str] = NOTHING
    acts_known: bool = False
    """Whether it is known which acts are asked for."""
    commitment: str = ""
    """What kind of commitment the generic judgement sees in it."""
    authorised: bool = False
    """Whether a specification that the user accepted supports what the action commits."""
    harmless: bool = False
    confirms: bool = False
    declines: bool = False
    things: frozenset[str] = NOTHING
    signs: frozenset[str] = NOTHING
    in_dialog: bool = False
    object_asked: bool = False
    """Whether the line that is acted on, or its dialog, shares a word or a thing with the intent."""
    comparable: bool = False
    """Whether the run so far has shown that screens and intent speak the same language."""
    asks_for_all: bool = False
    only_looks: bool = False
    switches: bool = False
    switches_off: bool = False
    typed: str = ""
    into_search: bool = False
    recipient: str = ""
    amount: str = ""
    flow_kind: str = ""
    flow_from: str = ""
    """The app that a sensitive value in the typed text was seen in."""
    flow_asked: bool = False
    repeated: int = 0
    departs: frozenset[str] = NOTHING
    """The comparators that speak against it."""


@dataclass(frozen=True, slots=True)
class ChangeFeatures:
    """Something that the system did, held against the intent and the run so far. `subject` is what changed."""

    part: str = ""
    kind: str = ""
    subject: str = ""
    package: str = ""
    place: str = ""
    in_front: bool = False
    system: bool = False
    asked: bool = False
    """Whether the intent names it; also where it is not known what the intent is about."""
    touched: bool = False
    """Whether an action of the run named it."""
    new_package: bool = False
    protection_lost: bool = False
    power: str = ""
    permission: str = ""
    bytes_out: int = 0
    known_host: bool = False
    lookalike: str = ""
    count: int = 1
    deletes_asked: bool = False
    asks_for_all: bool = False


Features: TypeAlias = ActionFeatures | ChangeFeatures


def as_numbers(features: Features) -> dict[str, float]:
    """Every fact as a number, by name: flags and counts as they are, texts by their presence, sets by their members.

    For models that weigh what rules say; the names are stable.
    """
    numbers: dict[str, float] = {}
    for name in features.__dataclass_fields__:
        value = getattr(features, name)
        if isinstance(value, frozenset):
            numbers |= {f"{name}.{member}": 1.0 for member in sorted(value)}
        elif isinstance(value, str):
            numbers[name] = float(bool(value))
        else:
            numbers[name] = float(value)
    return numbers
