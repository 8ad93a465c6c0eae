"""What an action commits, each with the kind that a trusted source declares for it.

Nothing is guessed from a name: what no source declares a kind for, the agent's own claims among them, is of an unknown
kind. A few actions are commitments whatever app is in front, because the system itself carries them out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from unicodedata import normalize

from handrail.app.consequence import NEEDED_DETAILS, Detail, Kind
from handrail.app.update import Raw
from handrail.device.action import ActionType
from handrail.guard.decision_input import DecisionInput
from handrail.guard.policy.counting import names_in, parts_of

SYSTEM_KINDS: Mapping[ActionType, Kind] = {
    "install": Kind.INSTALL,
    "uninstall": Kind.DELETION,
    "clear_data": Kind.DELETION,
}
"""What these actions are, in whichever app they are proposed."""

RECIPIENTS = frozenset({"to", "cc", "bcc"})
"""Details that name people."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """One thing that is committed. `name` is what the app's model calls the objective, empty where it has none."""

    name: str
    kind: Kind
    details: tuple[Detail, ...] = ()


def commitments(decision_input: DecisionInput) -> tuple[Commitment, ...]:
    """Everything that an action commits, as trusted sources, the agent and the type of action say."""
    found = [
        Commitment(name, one.kind, one.details)
        for one in decision_input.anticipation.consequences
        for name in (sorted(one.objectives) or ("",))
    ]
    declared = {one.name for one in found}
    found += [Commitment(name, Kind.UNKNOWN) for name in sorted(decision_input.commits - declared)]
    action = decision_input.proposal.action
    if action.type in SYSTEM_KINDS:
        found.append(Commitment("", SYSTEM_KINDS[action.type], (Detail("what", action.target),)))
    return tuple(found)


def recipients(found: Iterable[Commitment]) -> float:
    """How many different people some commitments go to; what their details do not say is beyond counting.

    Who is in `to` and in `cc` counts once.
    """
    people: set[str] = set()
    more = 0.0
    for one in found:
        named = [detail for detail in one.details if detail.name in RECIPIENTS]
        if any(detail.unread for detail in named) or (not named and _goes_to_people(one.kind)):
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
