"""What a policy makes of each thing that an app can commit, if it was asked for and nothing else is the matter."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from handrail.app import Anticipation, App
from handrail.app.consequence import NEEDED_DETAILS, Consequence, Detail
from handrail.device.action import Action
from handrail.guard.decision import Decision, reasons_of
from handrail.guard.decision_input import DecisionInput, ScreenNote, SessionState
from handrail.guard.policy.decide import decide
from handrail.guard.policy.declared import Saying, declared_by
from handrail.guard.policy.policies import PolicySet
from handrail.guard.proposal import Proposal
from handrail.monitor import Allow

_TAP = Action("click")


@dataclass(frozen=True, slots=True)
class Expected:
    """What is done about something, and the names of the rules that want it so."""

    what: str
    decision: Decision

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind the decision, each once."""
        return tuple(dict.fromkeys(one.rule for one in reasons_of(self.decision)))


def expected(policies: PolicySet, app: App) -> Iterator[Expected]:
    """For each commitment of an app, and for an action that its model says nothing of."""
    for one in declared_by((app,)).sayings:
        if one.commits:
            names = " and ".join(f"`{name}`" for name in sorted(one.commits))
            yield Expected(f"{names}, {one.kind.value}", decide(policies, _considered(app, _anticipated(one))))
    uncovered = _considered(app, Anticipation())
    yield Expected("an action that the model says nothing of", decide(policies, uncovered))


def _anticipated(one: Saying) -> Anticipation:
    details = tuple(Detail(name, "…") for name in NEEDED_DETAILS[one.kind])
    consequence = Consequence(one.name, one.kind, one.commits, details, one.irreversible)
    bindings = (one.name,) if one.name else ()
    return Anticipation((), one.commits, one.irreversible, bindings, (), (consequence,), covered=True)


def _considered(app: App, anticipation: Anticipation) -> DecisionInput:
    at = datetime(1970, 1, 1, tzinfo=UTC)
    screen = ScreenNote("", app.package, "", 0, 0)
    return DecisionInput(
        1, at, Proposal(_TAP), screen, app.package, True, anticipation, Allow(), "", (), SessionState()
    )
