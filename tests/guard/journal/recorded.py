"""Runs of the monitor's tests as sessions of a guard, without a device: decided, journaled, and told what happened."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from guard.journal.entries import NOTHING_YET, SCREEN, opened
from handrail.app import Anticipation, Apps
from handrail.app.consequence import Consequence, Detail, Kind
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.guard.approval.question import Answer, Approved, Rejected
from handrail.guard.decision import Allow, Ask, Block, Decision, Proposal, Reason, Source, reasons_of
from handrail.guard.journal import Journal
from handrail.guard.journal.entry import Answered, Asked, Closed, Considered, Decided, Executing, Ran, Saw
from handrail.guard.opening import states_document
from handrail.guard.policy import default_policy
from handrail.guard.sources import Anticipated, Sighting, Sources
from handrail.guard.verification import Verification
from handrail.language.similarity import TRIGRAMS
from handrail.language.specification import Specification
from monitor.strategies import Anticipate, Finish, Observe, Step

NO_SCREEN = Screen("", "", (), 0, 0)


@dataclass(frozen=True, slots=True)
class Scripted(Sources):
    """An app model that says what a test wants it to say."""

    next_updates: list[tuple[Update, ...]] = field(default_factory=list)
    next_anticipation: list[Anticipation] = field(default_factory=list)

    def anticipate(self, *_: object, **__: object) -> Anticipated:
        return Anticipated("com.example", True, self.next_anticipation.pop())

    def observe(self, *_: object, **__: object) -> Sighting:
        return Sighting(self.next_updates.pop(), ())


def record(
    folder: Path,
    specification: Specification,
    steps: Iterable[Step],
    clock: datetime,
    objectives: Mapping[str, str] | None = None,
) -> None:
    """Write the journal of a run; where a person is asked, every second time it is a yes."""
    chosen = default_policy()
    names = dict(objectives or {})
    state = Verification(
        specification, Apps.of(), chosen, began=clock, objectives=names, similarity=TRIGRAMS, threshold=0.7
    )
    sources = Scripted(())
    state.known.sources = sources
    sources.next_updates.append(())
    state.look(NO_SCREEN, now=clock)
    with Journal.create(folder) as journal:
        journal.append(
            opened(
                at=clock,
                specification=specification.show(),
                states=states_document(specification.states),
                policy=chosen.source,
                similarity=TRIGRAMS.name,
                threshold=0.7,
                objectives=names,
            )
        )
        for number, step in enumerate(steps, 1):
            now = step.now or clock
            match step:
                case Observe(updates):
                    sources.next_updates.append(updates)
                    look = state.look(NO_SCREEN, now=now)
                    failures = (look.failure,) if look.failure else ()
                    journal.append(Saw(number, now, SCREEN, look.updates, (), (), (), failures, NOTHING_YET, ""))
                case Finish():
                    _act(journal, state, sources, Proposal(Action("finish")), Anticipation(), number, now, runs=True)
                case Anticipate(updates, commits, action, irreversible, _, executed):
                    proposal = Proposal(Action("click", action))
                    said = _said(updates, frozenset(commits), irreversible)
                    _act(journal, state, sources, proposal, said, number, now, runs=executed)
        journal.append(Closed(clock, False, "stopped"))


def _said(updates: tuple[Update, ...], commits: frozenset[str], irreversible: bool) -> Anticipation:
    """What a model says that speaks for the element, and for what is committed by it."""
    what = (Detail("what", "the entry that is shown"),)
    changes = frozenset(str(update.state) for update in updates)
    done = (Consequence("made up", Kind.RECORD, commits, what, irreversible, changes),) if commits else ()
    return Anticipation(updates, commits, irreversible, consequences=done, covered=True)


def _act(
    journal: Journal,
    state: Verification,
    sources: Scripted,
    proposal: Proposal,
    said: Anticipation,
    number: int,
    now: datetime,
    *,
    runs: bool,
) -> None:
    sources.next_anticipation.append(said)
    decision_input = state.consider(proposal, NO_SCREEN, now=now, note=SCREEN, step=number)
    sources.next_anticipation.clear()
    proposed = state.decide(decision_input)
    journal.append(Considered(decision_input, f"{number:064x}", None))
    decision: Decision = proposed
    if isinstance(proposed, Ask):
        answer: Answer = Approved(f"{number:064x}", "Ann") if number % 2 else Rejected("Ann", "not now")
        journal.append(Asked(number, now, f"q{number}", f"{number:064x}", now))
        journal.append(Answered(number, now, f"q{number}", answer))
        reason = Reason(Source.APPROVAL, "answer", str(answer))
        decision = Allow((*proposed.reasons, reason)) if number % 2 else Block((reason, *reasons_of(proposed)))
    journal.append(Decided(number, now, proposed, decision, "", NOTHING_YET))
    if not isinstance(decision, Allow):
        state.withdrawn(decision)
    elif proposal.action.type == "finish":
        state.executed(decision)
    else:
        journal.append(Executing(number, now, f"{number:064x}"))
        journal.append(Ran(number, now, "executed" if runs else "stale", ""))
        if runs:
            state.executed(decision)
        else:
            state.withdrawn(refused=False)
