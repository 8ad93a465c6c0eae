"""What the guard finds about an action that the rule language does not speak of, by names that a policy decides on.

The specification's verdicts are those of docs/language.md. These stand on top of them and can only make a decision
stricter.
"""

from dataclasses import dataclass
from enum import StrEnum


class Condition(StrEnum):
    """Why a person should look, whatever the specification says."""

    UNKNOWN_RECEIVER = "unknown receiver"
    """Nobody can say which view receives the touch, the text or the key."""
    EFFECT_UNKNOWN = "effect unknown"
    """What is committed, or to what, is not known: no update, no object, or a part of it could not be read."""
    ANOTHER_OBJECT = "another object"
    """An objective is committed again, and nothing changes that the rules for it speak of."""
    REPEATED = "repeated"
    """Exactly this ran already, known to the last detail; weighed where it cannot be taken back by the user alone."""
    UNCONFIRMED = "unconfirmed"
    """It is to follow what no screen has shown to have come about, or rests on none of what no screen has shown."""
    BESIDE_THE_RULES = "beside the rules"
    """What is committed changes only states that no rule for the objective mentions."""
    ALSO_REMOVES = "also removes"
    """A row goes with it that no rule for the objective speaks of."""
    MORE_THAN_ASKED = "more than asked"
    """Something leaves the phone with it, or is overwritten, that no rule for the objective speaks of."""
    OTHER_SPELLING = "other spelling"
    """A text is equal to the one asked for in normal form only, or uses look-alike characters or another script."""
    SUSPECT_COMMITMENT = "suspect commitment"
    """A value looks wrong together with a commitment; insisting does not pass it."""
    RAW = "raw"
    """An action whose effect no model can foresee."""
    UNDONE = "undone"
    """At the end: what a commitment set is known to be otherwise, and nothing that the user asked for changed it."""


@dataclass(frozen=True, slots=True)
class Circumstance:
    """A condition that holds, and what about: a clause in words, with everything from outside in quotation marks."""

    condition: Condition
    text: str
