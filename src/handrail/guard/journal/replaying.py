"""A recorded run told again to a `Verification`: the same calls in the same order as the live session made them.

What an app's model said is taken from the journal; what follows from it is worked out anew, by the code that the live
session runs. So a replay decides again, and a session that was interrupted knows again what it knew.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar, assert_never

from handrail.device.screen import Screen
from handrail.guard.decision import Allow, Decision, DecisionInput, Source, reasons_of
from handrail.guard.journal.entry import (
    Answered,
    Asked,
    Closed,
    Considered,
    Decided,
    Executing,
    Opened,
    Ran,
    Resumed,
    Saw,
    SpecificationChanged,
)
from handrail.guard.journal.line import Line
from handrail.guard.sources import Anticipated, Sighting, Sources
from handrail.guard.verification import Verification
from handrail.language.specification import Specification

_NO_SCREEN = Screen("", "", (), 0, 0)
_FAILED_AGAIN = "it failed when it was recorded"
Said = TypeVar("Said")


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision made again, beside the recorded one, which stands on this line.

    `decision_input` is the recorded one with the verdict that was reached now; `proposed` the policy's decision on it.
    """

    line: Line
    recorded: Decided
    considered: Considered
    decision_input: DecisionInput
    proposed: Decision


@dataclass(frozen=True, slots=True)
class _RecordedSources(Sources):
    """Models that say what they said; what they say next is laid out before they are asked."""

    about_action: list[Anticipated] = field(default_factory=list)
    about_screen: list[Sighting] = field(default_factory=list)

    def anticipate(self, *_: object, **__: object) -> Anticipated:
        """What was said of the action."""
        return _next(self.about_action)

    def observe(self, *_: object, **__: object) -> Sighting:
        """What was said of the screen."""
        return _next(self.about_screen)


def _next(laid_out: list[Said]) -> Said:
    if not laid_out:
        raise LookupError(_FAILED_AGAIN)
    return laid_out.pop()


@dataclass(slots=True)
class _Open:
    """An action that was considered and of which the journal has not said yet what became of it."""

    considered: Considered
    decision_input: DecisionInput
    proposed: Decision
    final: Decision | None = None
    executing: bool = False


def retell(verification: Verification, lines: Iterable[Line], *, edits: bool = True) -> Iterator[Judged]:
    """Tell a run to a verification that has seen nothing yet, and say how it decides. Consume it to the end.

    `edits` says whether a specification that a person changed during the run is changed here, too. Afterwards the
    verification asks its own models again. Raises `SpecificationError` for an edit that does not pass its checks.
    """
    models = verification.sources
    told = _RecordedSources(models.apps)
    verification.sources = told
    try:
        yield from _Replaying(verification, told, edits).all(lines)
    finally:
        verification.sources = models


@dataclass(slots=True)
class _Replaying:
    verification: Verification
    sources: _RecordedSources
    edits: bool
    _open: _Open | None = None

    def all(self, lines: Iterable[Line]) -> Iterator[Judged]:
        for line in lines:
            entry = line.entry
            match entry:
                case Opened() | Saw():
                    self._look(entry)
                case Considered():
                    self._give_up()
                    self._consider(entry)
                case Decided():
                    yield from self._decide(line, entry)
                case Executing():
                    if self._open is not None:
                        self._open.executing = True
                case Ran(outcome=outcome):
                    self._ran(outcome)
                case SpecificationChanged(specification=text):
                    self._change(text)
                case Resumed() | Closed():
                    self._give_up()
                case Asked() | Answered():
                    pass  # what came of it is in the decision
                case _:
                    assert_never(entry)
        self._give_up()

    def _look(self, entry: Opened | Saw) -> None:
        failed = isinstance(entry, Saw) and any(one.stage == "observe" for one in entry.failures)
        self.sources.about_screen[:] = [] if failed else [Sighting(entry.updates, entry.unread, frozenset())]
        self.verification.look(_NO_SCREEN, now=entry.at)

    def _consider(self, entry: Considered) -> None:
        one = entry.decision_input
        failed = {failure.stage for failure in one.failures}
        said = Anticipated(one.package, one.modelled, one.anticipation)
        self.sources.about_action[:] = [] if "anticipate" in failed else [said]
        anew = self.verification.consider(one.proposal, _NO_SCREEN, now=one.at, note=one.screen, step=one.step)
        if "monitor" not in failed:  # a verification that broke is a fact of that run
            one = replace(one, verdict=anew.verdict, verdict_text=anew.verdict_text)
        self._open = _Open(entry, one, self.verification.decide(one))

    def _decide(self, line: Line, entry: Decided) -> Iterator[Judged]:
        now = self._open
        if now is None or now.final is not None:
            return
        now.final = entry.decision
        if is_about_the_device(entry.proposed):  # no policy said so: there was nothing on the screen to act upon
            now.proposed = entry.proposed
        yield Judged(line, entry, now.considered, now.decision_input, now.proposed)
        if not isinstance(entry.decision, Allow):
            self._withdraw(entry.decision, refused=not is_about_the_device(entry.decision))
        elif now.considered.decision_input.proposal.action.type == "finish":
            self._executed(entry.decision)

    def _ran(self, outcome: str) -> None:
        if self._open is None:
            return
        if outcome == "executed" and self._open.final is not None:
            self._executed(self._open.final)
        else:
            self._withdraw(refused=False, perhaps_ran=outcome == "lost")

    def _change(self, text: str) -> None:
        if self._open is not None:
            self._withdraw(refused=False)
        if self.edits:
            specification = Specification.restore(text, self.verification.specification)
            self.verification.change_specification(specification)

    def _give_up(self) -> None:
        """The session ended in the middle of an action; one that was given to the device may have run."""
        if self._open is not None:
            self._withdraw(refused=True, perhaps_ran=self._open.executing)

    def _executed(self, decision: Decision) -> None:
        self._open = None
        self.verification.executed(decision)

    def _withdraw(self, decision: Decision | None = None, *, refused: bool, perhaps_ran: bool = False) -> None:
        self._open = None
        self.verification.withdrawn(decision, refused=refused, perhaps_ran=perhaps_ran)


def is_about_the_device(decision: Decision) -> bool:
    """Whether nothing but the device speaks against the action."""
    reasons = reasons_of(decision)
    return bool(reasons) and all(reason.source is Source.DEVICE for reason in reasons)
