"""What a recorded run would be decided today: by the same policy and specification, or by others.

With the same ones every decision comes out the same, byte for byte, or something is wrong. With others the replay says
which decisions change. The recorded agent did not hear of them, so from the first one on the recording shows what the
agent did then, not what it would have done.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from handrail.app import Apps
from handrail.app.app import App
from handrail.error import Misuse, UnreadableInput
from handrail.guard.decision import Allow, Ask, Block, Decision, Source, reasons_of
from handrail.guard.journal.codec import write_record
from handrail.guard.journal.entry import Asked, Opened, SpecificationChanged
from handrail.guard.journal.line import canonical
from handrail.guard.journal.reading import Reading
from handrail.guard.journal.redactor import Redactor
from handrail.guard.journal.replaying import Judged, retell
from handrail.guard.policy import PolicySet, read_policy
from handrail.guard.verification import Verification
from handrail.language.similarity import EXACT, TRIGRAMS, Similarity
from handrail.language.specification import Specification
from handrail.monitor import Verdict

_NUMBER_OF_MARK = re.compile(r"(‹[^‹›#]{1,60}) #[0-9]{1,9}›")


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """One decision, as it was recorded and as it is made now.

    `proposed` is before people are asked; an answer that was given then is used again, for it was given for exactly
    this action. `verdict` is the monitor's, None where it was not asked or could not say.
    """

    judged: Judged
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
        return not any(one.changed or one.verdict_changed for one in self.steps)


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
    steps = tuple(_compared(one) for one in judged)
    return Replay(steps, _diverges_at(steps), tuple(_remarks(reading, left_out=specification is not None)))


def _specification(opened: Opened) -> Specification:
    return Specification.restore(opened.specification, _states(opened))


def _states(opened: Opened) -> App:
    from handrail.app.document import read_app
    from handrail.strict_json import read_json

    return read_app(read_json(opened.states, "the recorded states"), "the recorded states")


def _similarity(name: str) -> Similarity:
    for one in (EXACT, TRIGRAMS):
        if one.name == name:
            return one
    from handrail.language.similarity.embeddings import embeddings

    measure = embeddings()
    if measure.name == name:
        return measure
    raise Misuse(f"the session compared texts by `{name}`, which is not one of Handrail's; pass it as `similarity`")


def _compared(judged: Judged) -> ReplayedStep:
    decision = _final(judged)
    recorded = judged.considered.decision_input.verdict
    return ReplayedStep(
        judged,
        decision,
        not (_same(decision, judged.recorded.decision) and _same(judged.proposed, judged.recorded.proposed)),
        not _same(judged.decision_input.verdict, recorded),
    )


def _final(judged: Judged) -> Decision:
    """The decision after people were asked: what they said then counts where they are asked now."""
    recorded = judged.recorded.decision
    said = tuple(reason for reason in reasons_of(recorded) if reason.source is Source.APPROVAL)
    if not isinstance(judged.proposed, Ask) or not said:
        return judged.proposed
    if isinstance(recorded, Allow):
        return Allow((*reasons_of(judged.proposed), *said))
    return Block((*said, *reasons_of(judged.proposed)))


def _same(one: Decision | Verdict | None, other: Decision | Verdict | None) -> bool:
    """Byte for byte; where secrets were taken out, all but the numbers of their marks."""
    if type(one) is not type(other):
        return False
    if one is None or other is None:
        return one is other
    if canonical(write_record(one)) == canonical(write_record(other)):
        return True
    shown = [_NUMBER_OF_MARK.sub(r"\1›", canonical(Redactor().write(record)).decode()) for record in (one, other)]
    return shown[0] == shown[1] and "‹" in shown[0]


def _diverges_at(steps: Sequence[ReplayedStep]) -> int | None:
    for one in steps:
        if one.changed and not (one.runs and one.ran):
            return one.step
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
