"""What a recorded run would be decided today: by the same policy and specification, or by others.

The run is told again to a `Verification`, by the same calls in the same order as the live session made them. What an
app's model said is taken from the journal; what follows from it is worked out anew, by the code that the live session
runs. So a replay decides again, and a session that was interrupted knows again what it knew.

With the same policy and rules every decision comes out the same, byte for byte, or something is wrong. With others the
replay says which decisions change. The recorded agent did not hear of them, so from the first one on the recording
shows what the agent did then, not what it would have done.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, assert_never

from handrail.app import Apps
from handrail.app.app import App
from handrail.device.screen import Screen
from handrail.error import Misuse, UnreadableInput
from handrail.guard.decision import Allow, Ask, Block, Decision, DecisionInput, Source, is_about_the_device, reasons_of
from handrail.guard.journal.codec import write_record
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
    UpdatesJudged,
)
from handrail.guard.journal.line import Line, canonical
from handrail.guard.journal.reading import Reading
from handrail.guard.journal.redaction.redactor import Redactor
from handrail.guard.policy import PolicySet, read_policy
from handrail.guard.sources import Anticipated, Sighting, Sources
from handrail.guard.verification import Verification
from handrail.language.similarity import EXACT, TRIGRAMS, Similarity
from handrail.language.specification import Specification
from handrail.monitor import Verdict

_NUMBER_OF_MARK = re.compile(r"(‹[^‹›#]{1,60}) #[0-9]{1,9}›")


_NO_SCREEN = Screen("", "", (), 0, 0)
_FAILED_AGAIN = "it failed when it was recorded"

Said = TypeVar("Said")


@dataclass(frozen=True, slots=True)
class ReplayedDecision:
    """A decision made again, beside the recorded one, which stands on this line.

    `decision_input` is the recorded one with the verdict that was reached now; `proposed` the policy's decision on it.
    """

    line: Line
    recorded: Decided
    considered: Considered
    decision_input: DecisionInput
    proposed: Decision


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """One decision, as it was recorded and as it is made now.

    `proposed` is before people are asked; an answer that was given then is used again, for it was given for exactly
    this action. `verdict` is the monitor's, None where it was not asked or could not say.
    """

    judged: ReplayedDecision
    decision: Decision
    changed: bool
    verdict_changed: bool

    @property
    def step(self) -> int:
        """The number of the step."""
        return self.judged.recorded.step

    @property
    def proposed(self) -> Decision:
        """What the policy decides now, before people are asked."""
        return self.judged.proposed

    @property
    def recorded(self) -> Decision:
        """The recorded decision."""
        return self.judged.recorded.decision

    @property
    def verdict(self) -> Verdict | None:
        """What the monitor says now."""
        return self.judged.decision_input.verdict

    @property
    def otherwise(self) -> bool:
        """Whether the decision is another one, and not the same for other reasons."""
        return type(self.decision) is not type(self.recorded)

    @property
    def runs(self) -> bool:
        """Whether the action would run now."""
        return isinstance(self.decision, Allow)

    @property
    def ran(self) -> bool:
        """Whether the recorded decision let it run."""
        return isinstance(self.recorded, Allow)


@dataclass(frozen=True, slots=True)
class Replay:
    """All decisions, and what has to be known to read them.

    `diverges_at` is the first step where the agent would have heard or seen something else. `remarks` are sentences.
    """

    steps: tuple[ReplayedStep, ...]
    diverges_at: int | None
    remarks: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether every decision and every verdict is the recorded one."""
        return not any(step.changed or step.verdict_changed for step in self.steps)


def replay(
    reading: Reading,
    *,
    policy: PolicySet | None = None,
    specification: str | Sequence[str] | None = None,
    similarity: Similarity | None = None,
) -> Replay:
    """Decide a recorded run again. What is not given is the recorded one.

    Raises `UnreadableInput` for a journal that does not begin with a session, `SpecificationError` for a specification
    that does not fit the recorded states, `Misuse` if the recorded similarity is not at hand.
    """
    opened = reading.entries[0] if reading.lines else None
    if not isinstance(opened, Opened):
        raise UnreadableInput(f"{reading.path}: no session was opened in it, so there is nothing to decide again")
    verification = Verification(
        _specification(opened) if specification is None else Specification.parse(specification, _states(opened)),
        Apps.of(),
        policy or read_policy(opened.policy, "the recorded policy"),
        began=opened.at,
        similarity=similarity or _similarity(opened.similarity),
        threshold=opened.threshold,
        objectives=opened.objectives,
    )
    judged = retell(verification, reading.lines, edits=specification is None)
    steps = tuple(_compared(judgement) for judgement in judged)
    return Replay(steps, _diverges_at(steps), tuple(_remarks(reading, left_out=specification is not None)))


def _specification(opened: Opened) -> Specification:
    return Specification.restore(opened.specification, _states(opened))


def _states(opened: Opened) -> App:
    from handrail.app.document import read_app
    from handrail.strict_json import read_json

    return read_app(read_json(opened.states, "the recorded states"), "the recorded states")


def _similarity(name: str) -> Similarity:
    for similarity in (EXACT, TRIGRAMS):
        if similarity.name == name:
            return similarity
    from handrail.language.similarity.embeddings import embeddings

    measure = embeddings()
    if measure.name == name:
        return measure
    raise Misuse(f"the session compared texts by `{name}`, which is not one of Handrail's; pass it as `similarity`")


def retell(verification: Verification, lines: Iterable[Line], *, edits: bool = True) -> Iterator[ReplayedDecision]:
    """Tell a run to a verification that has seen nothing yet, and say how it decides. Consume it to the end.

    `edits` says whether a specification that a person changed during the run is changed here, too. Afterwards the
    verification asks its own models again. Raises `SpecificationError` for an edit that does not pass its checks.
    """
    models = verification.known.sources
    told = _RecordedSources(models.apps)
    verification.known.sources = told
    try:
        yield from _Replaying(verification, told, edits).all(lines)
    finally:
        verification.known.sources = models


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


@dataclass(slots=True)
class _Replaying:
    verification: Verification
    sources: _RecordedSources
    edits: bool
    _open: _Open | None = None

    def all(self, lines: Iterable[Line]) -> Iterator[ReplayedDecision]:
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
                case Asked() | Answered() | UpdatesJudged():
                    pass  # what came of it is in the decision; what was judged without a screen is another monitor's
                case _:
                    assert_never(entry)
        self._give_up()

    def _look(self, entry: Opened | Saw) -> None:
        failed = isinstance(entry, Saw) and any(failure.stage == "observe" for failure in entry.failures)
        self.sources.about_screen[:] = [] if failed else [Sighting(entry.updates, entry.unread)]
        self.verification.look(_NO_SCREEN, now=entry.at)
        self.verification.known.doubts.remember(entry.drift, entry.fits)
        if isinstance(entry, Saw) and entry.open is not None:
            self.verification.known.remember(entry.open, entry.several)

    def _consider(self, entry: Considered) -> None:
        decision_input = entry.decision_input
        failed = {failure.stage for failure in decision_input.failures}
        said = Anticipated(decision_input.package, decision_input.modelled, decision_input.anticipation)
        self.sources.about_action[:] = [] if "anticipate" in failed else [said]
        anew = self.verification.consider(
            decision_input.proposal,
            _NO_SCREEN,
            now=decision_input.at,
            note=decision_input.screen,
            step=decision_input.step,
        )
        if "monitor" not in failed:  # a verification that broke is a fact of that run
            decision_input = replace(decision_input, verdict=anew.verdict, verdict_text=anew.verdict_text)
        self._open = _Open(entry, decision_input, self.verification.decide(decision_input))

    def _decide(self, line: Line, entry: Decided) -> Iterator[ReplayedDecision]:
        now = self._open
        if now is None or now.final is not None:
            return
        now.final = entry.decision
        if is_about_the_device(entry.proposed):  # no policy said so: there was nothing on the screen to act upon
            now.proposed = entry.proposed
        yield ReplayedDecision(line, entry, now.considered, now.decision_input, now.proposed)
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


def _compared(judged: ReplayedDecision) -> ReplayedStep:
    decision = _final(judged)
    recorded = judged.considered.decision_input.verdict
    return ReplayedStep(
        judged,
        decision,
        not (_same(decision, judged.recorded.decision) and _same(judged.proposed, judged.recorded.proposed)),
        not _same(judged.decision_input.verdict, recorded),
    )


def _final(judged: ReplayedDecision) -> Decision:
    """The decision after people were asked: what they said then counts where they are asked now."""
    recorded = judged.recorded.decision
    said = tuple(reason for reason in reasons_of(recorded) if reason.source is Source.APPROVAL)
    if not isinstance(judged.proposed, Ask) or not said:
        return judged.proposed
    if isinstance(recorded, Allow):
        return Allow((*reasons_of(judged.proposed), *said))
    return Block((*said, *reasons_of(judged.proposed)))


def _same(answered: Decision | Verdict | None, other: Decision | Verdict | None) -> bool:
    """Byte for byte; where secrets were taken out, all but the numbers of their marks."""
    if type(answered) is not type(other):
        return False
    if answered is None or other is None:
        return answered is other
    if canonical(write_record(answered)) == canonical(write_record(other)):
        return True
    shown = [_NUMBER_OF_MARK.sub(r"\1›", canonical(Redactor().write(record)).decode()) for record in (answered, other)]
    return shown[0] == shown[1] and "‹" in shown[0]


def _diverges_at(steps: Sequence[ReplayedStep]) -> int | None:
    for step in steps:
        if step.changed and not (step.runs and step.ran):
            return step.step
    return None


def _remarks(reading: Reading, *, left_out: bool) -> list[str]:
    remarks = []
    if reading.fault is not None:
        remarks.append(f"Only the lines before line {reading.fault.line} were replayed: {reading.fault.why}.")
    edits = sum(isinstance(entry, SpecificationChanged) for entry in reading.entries)
    if edits and left_out:
        times = "once" if edits == 1 else f"{edits} times"
        remarks.append(f"During the run a person changed the specification {times}; the given one stands instead.")
    if any(isinstance(entry, Asked) for entry in reading.entries):
        remarks.append("Where a person is asked, the answer that was given for exactly that action counts again.")
    return remarks
