"""What an action commits, each with the kind that a trusted source declares for it, and how many people it goes to.

Nothing is guessed from a name: what no source declares a kind for, the agent's own claims among them, is of an unknown
kind. A few actions are commitments whatever app is in front, because the system itself carries them out. What cannot be
counted counts as too many.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import inf
from unicodedata import normalize

from handrail.app.consequence import NEEDED_DETAILS, Detail, Kind
from handrail.app.update import Raw
from handrail.guard.built_in import SYSTEM_KINDS
from handrail.guard.decision import DecisionInput

RECIPIENTS = frozenset({"to", "cc", "bcc"})
"""Details that name people."""


_COUNTABLE = 10**9
_BETWEEN_NAMES = re.compile(r"[,;\n،؛、・|/&+]|\band\b")


@dataclass(frozen=True, slots=True)
class Commitment:
    """One thing that is committed. `name` is what the app's model calls the objective, empty where it has none."""

    name: str
    kind: Kind
    details: tuple[Detail, ...] = ()


def commitments(decision_input: DecisionInput) -> tuple[Commitment, ...]:
    """Everything that an action commits, as trusted sources, the agent and the type of action say."""
    anticipation, proposal = decision_input.anticipation, decision_input.proposal
    action = proposal.action
    if not (anticipation.consequences or anticipation.commits or proposal.commits or action.type in SYSTEM_KINDS):
        return ()
    found = [
        Commitment(name, consequence.kind, consequence.details)
        for consequence in anticipation.consequences
        for name in (sorted(consequence.objectives) or ("",))
    ]
    declared = {commitment.name for commitment in found}
    found += [Commitment(name, Kind.UNKNOWN) for name in sorted(decision_input.commits - declared)]
    if action.type in SYSTEM_KINDS:
        found.append(Commitment("", SYSTEM_KINDS[action.type], (Detail("what", action.target),)))
    return tuple(found)


def recipients(found: Iterable[Commitment]) -> float:
    """How many different people some commitments go to; what their details do not say is beyond counting.

    Who is in `to` and in `cc` counts once.
    """
    people: set[str] = set()
    more = 0.0
    for commitment in found:
        named = [detail for detail in commitment.details if detail.name in RECIPIENTS]
        if any(detail.unread for detail in named) or (not named and _goes_to_people(commitment.kind)):
            return inf
        for value in _each(detail.value for detail in named):
            if isinstance(value, str):
                people.update(normalize("NFC", part) for part in parts_of(value))
            else:
                more += names_in(value)
    return len(people) + more


def _goes_to_people(kind: Kind) -> bool:
    return kind is Kind.UNKNOWN or "to" in NEEDED_DETAILS[kind]


def _each(values: Iterable[Raw]) -> Iterator[Raw]:
    for value in values:
        if isinstance(value, list | tuple | set | frozenset):
            yield from value
        else:
            yield value


def parts_of(text: str) -> tuple[str, ...]:
    """What stands between commas, semicolons and `and`."""
    parts = (part.strip() for part in _BETWEEN_NAMES.split(normalize("NFKC", text).casefold()))
    return tuple(part for part in parts if part)


def names_in(value: Raw) -> float:
    """How many names a value holds. A number is how many there are; the unknown is beyond counting."""
    match value:
        case str():
            return len(parts_of(value))
        case list() | tuple() | set() | frozenset():
            return sum(names_in(inner) for inner in value)
        case bool() | None:
            return inf
        case int() | float() | Decimal():
            number = Decimal(value)
            return float(number) if number.is_finite() and number < _COUNTABLE else inf
        case _:
            return inf
