"""The decision about one action after another, without a device, a journal or anything to wait for.

`Guard` is built on it. Who brings a loop of their own uses it directly: `look` at each screen, `verify` each action,
then say whether it ran, with `executed` or `withdrawn`.

    state = Verification(specification, apps)
    state.look(screen, now=now)
    decision = verify(action, screen, state, now=now)
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from secrets import token_bytes
from typing import TypeGuard

from handrail.app import Anticipation, App, Apps
from handrail.app.trigger import NOTHING_SAID
from handrail.device.action import Action
from handrail.device.device import Precondition
from handrail.device.screen import Screen
from handrail.error import Misuse
from handrail.guard.circumstances.effect import may_be, may_commit
from handrail.guard.circumstances.found import at_the_end, circumstances
from handrail.guard.commitments import match_commitments, over_all_states
from handrail.guard.decision import (
    Allow,
    Circumstance,
    Decision,
    DecisionInput,
    Failure,
    Proposal,
    ScreenNote,
    SessionState,
    Source,
)
from handrail.guard.decision import Block as GuardBlock
from handrail.guard.decision import Warn as GuardWarn
from handrail.guard.detector import Finding, Outlook
from handrail.guard.device_access import why_not_aimed
from handrail.guard.judging import told_apart, verdict_words
from handrail.guard.knowledge import Knowledge, Look
from handrail.guard.policy import PolicySet, decide, default_policy
from handrail.guard.progress_note import ProgressNote
from handrail.guard.screen_digest import note_screen, rests_on
from handrail.guard.sources import Anticipated, Sources, with_fallback
from handrail.guard.specified_task import Judged
from handrail.guard.what_ran import Considered, note_perhaps_ran, note_ran
from handrail.language.rule import Predicate, StatePredicate
from handrail.language.similarity import DEFAULT_THRESHOLD, EXACT, Similarity
from handrail.language.specification import Specification
from handrail.language.verbalize import quoted, spaced
from handrail.monitor import Allow as MonitorAllow
from handrail.monitor import Ask, Verdict, Warn
from handrail.monitor import Block as MonitorBlock
from handrail.monitor.ground import Ground
from handrail.monitor.verdict import SuspectUpdate, UnmetHead


class Verification:
    """The decision about one action after another: what is known, the policy, and how the session stands."""

    def __init__(
        self,
        specification: Specification,
        apps: App | Apps,
        policy: PolicySet | None = None,
        *,
        began: datetime,
        similarity: Similarity = EXACT,
        threshold: float = DEFAULT_THRESHOLD,
        objectives: Mapping[str, str] | None = None,
    ) -> None:
        """`objectives` gives the specification's name for a commitment where the app's model calls it otherwise.

        Left out, the names are matched where only one can be meant. Texts that a rule calls similar (`~=`) must be
        equal unless a `similarity` is given. Raises `Misuse` for a specification over a state that no model declares
        or declares otherwise.
        """
        given = Apps.of(apps)
        together = with_fallback(given, specification.states)
        specification = over_all_states(specification, given, together)
        found = match_commitments(specification, together.own_commitments) if objectives is None else objectives
        renamed = dict(found)
        declared = tuple(
            replace(commitment, name=renamed.get(commitment.name, commitment.name)) for commitment in given.declared
        )
        self.policy = policy or default_policy()
        self.session_state = SessionState()
        self.known = Knowledge(
            specification,
            Sources(together.members),
            began=began,
            similarity=similarity,
            threshold=threshold,
            objectives=renamed,
            declared=declared,
        )
        self._pending: Considered | None = None
        self._warned: Hashable = None

    @property
    def is_open(self) -> bool:
        """Whether an action was considered of which nobody has said what became of it."""
        return self._pending is not None

    @property
    def specification(self) -> Specification:
        """The rules, over the states of all models."""
        return self.known.specification

    def look(self, screen: Screen, *, now: datetime, explained: bool = True, files_gone: Collection[str] = ()) -> Look:
        """Take in what a screen says, as `Knowledge.look` does."""
        return self.known.look(screen, now=now, explained=explained, files_gone=files_gone)

    def consider(
        self,
        proposal: Proposal,
        screen: Screen,
        *,
        now: datetime,
        note: ScreenNote | None = None,
        failures: Iterable[Failure] = (),
        step: int | None = None,
    ) -> DecisionInput:
        """Everything but the detectors' findings. What breaks becomes a failure, which the policy sees."""
        if self._pending is not None:
            raise Misuse("an action is still open: say first whether it was executed, by `executed` or `withdrawn`")
        found = [*failures, *([self.known.blind] if self.known.blind else [])]
        action = proposal.action
        found_about: tuple[Circumstance, ...] = ()
        grounds: tuple[Ground, ...] = ()
        try:
            anticipated = self.known.sources.anticipate(action, screen, now, self.known.facts.rows.value)
        except Exception as error:
            found.append(Failure("anticipate", f"what the action is about to change could not be worked out: {error}"))
            anticipated = Anticipated(screen.package, modelled=False, whole=NOTHING_SAID)
            judged = Judged(None)
        else:
            anticipated = replace(anticipated, whole=self._with_parts(anticipated.whole))
            self.known.doubts.anticipated(anticipated.package, anticipated.whole.bindings, anticipated.whole.drift)
            if anticipated.whole.guessed and self._takes_only_its_own(anticipated.whole):
                anticipated = replace(anticipated, whole=Anticipation(covered=True))
            judged = self._judge(proposal, anticipated.whole, now, found)
            guess: tuple[Circumstance, ...] = ()
            if anticipated.whole.guessed and _is_only_unsupported(judged.verdict):
                otherwise = verdict_words(judged.verdict, self.known.words)
                guess = tuple(
                    circumstance
                    for consequence in anticipated.whole.consequences
                    for circumstance in may_be(consequence, otherwise)
                )
                anticipated = replace(anticipated, whole=NOTHING_SAID)
                judged = self._judge(proposal, anticipated.whole, now, found)
            found_about, grounds = self._weigh(proposal, anticipated, judged, screen.package, now, found)
            found_about += guess
        verdict = judged.verdict
        held = isinstance(verdict, (MonitorAllow, Ask)) and action.type != "finish"
        warned, self._warned = self._warned, None
        decision_input = DecisionInput(
            self.session_state.steps + 1 if step is None else step,
            now,
            proposal,
            note or note_screen(screen, key=token_bytes(32)),  # else nobody compares it
            anticipated.package,
            anticipated.modelled,
            anticipated.whole,
            verdict,
            verdict_words(verdict, self.known.words),
            (),
            replace(self.session_state, seconds=(now - self.known.began).total_seconds(), done=self._done),
            tuple(found),
            warned is not None and warned == told_apart(proposal, anticipated.whole),
            found_about,
        )
        self._pending = Considered(
            decision_input, anticipated.bindings, held, judged.steps, grounds, anticipated.way, anticipated.stays
        )
        return decision_input

    def _with_parts(self, said: Anticipation) -> Anticipation:
        """With what goes with what is deleted, as far as it is known."""
        updates = self.known.facts.with_parts(said.updates)
        also = frozenset(update.state for update in updates[len(said.updates) :])
        if not also:
            return said
        consequences = tuple(
            replace(consequence, changes=consequence.changes | also) if consequence.changes else consequence
            for consequence in said.consequences
        )
        return replace(said, updates=updates, consequences=consequences)

    def _takes_only_its_own(self, said: Anticipation) -> bool:
        """Whether nothing goes but what the agent wrote into the page in front: that is as it was before."""
        updates = said.updates
        return bool(updates) and all(
            update.delete is not None and self.known.facts.is_own(update) for update in updates
        )

    def outlook(self, action: Action, screen: Screen, now: datetime) -> Outlook:
        """What is known of an action before anything is decided. Changes nothing, and raises what a model raises."""
        said = self.known.sources.anticipate(action, screen, now, self.known.facts.rows.value)
        unknown = "" if said.whole.covered else said.unclear or "no model of an app says what it does"
        return Outlook(
            said.modelled,
            said.whole.consequences,
            unknown,
            self.progress(now),
            self.known.specification,
            self.known.declared,
        )

    def decide(self, decision_input: DecisionInput) -> Decision:
        """The policy's decision; a policy that breaks decides nothing in the action's favour."""
        return decide(self.policy, decision_input, insisted=decision_input.insisted)

    def why_not_any_more(self, now: datetime) -> str:
        """Why the rules do not support the considered action at this time, as they did when it was judged; else empty.

        Only the clock is asked about: what else may have changed is what `precondition` looks at.
        """
        pending = self._pending
        if pending is None or not pending.held:
            return ""
        resting_on = {
            premise.state for ground in pending.grounds for premise in ground.rests_on if _is_about_now(premise)
        }
        lapsed = sorted(resting_on & {update.state for update in self.known.facts.lapsed(now)})
        if lapsed:
            return f"nobody knows any more whether {quoted(spaced(lapsed[0]))} is as it was; look at it again"
        if not self.known.monitor.uses_clock:
            return ""
        decision_input, before = pending.decision_input, pending.decision_input.verdict
        self.known.monitor.revert()
        pending.held = False
        failures: list[Failure] = []
        verdict = self._judge(decision_input.proposal, decision_input.anticipation, now, failures).verdict
        if isinstance(verdict, Warn) and isinstance(before, MonitorAllow) and before.despite:  # it was insisted on
            verdict = self._judge(decision_input.proposal, decision_input.anticipation, now, failures).verdict
        pending.held = isinstance(verdict, (MonitorAllow, Ask))
        if type(verdict) is type(before):
            return ""
        return failures[-1].what if failures else verdict_words(verdict, self.known.words)

    def precondition(self, screen: Screen) -> Precondition:
        """What the considered action rests on: it must not run where this does not hold any more.

        Which views receive what, all that the models say of it, and the windows above; for what commits something also
        what the screen says, and where no model speaks for it, the whole of its windows.
        """
        if self._pending is None:
            raise Misuse("no action is open; `consider` one first")
        decision_input = self._pending.decision_input
        known = self.known.facts.rows.value
        demanding = (
            bool(decision_input.commits)
            or decision_input.irreversible
            or decision_input.proposal.action.type == "finish"
        )

        def read(later: Screen) -> str:
            anew = self.known.sources.anticipate(decision_input.proposal.action, later, decision_input.at, known)
            says = self.known.sources.observe(later, {}, decision_input.at) if demanding else None
            by_page = [
                package
                for package in self.known.packages(screen)
                if any(self.known.facts.rows.known(self.known.sources.of_page([package])).values())
            ]
            return rests_on(decision_input.proposal.action, later, anew, says, by_page)

        return Precondition(screen, read)

    def executed(self, decision: Decision) -> None:
        """The considered action ran. `decision` says whether it was insisted on."""
        considered, approved = self._settle(), _is_approved(decision)
        note_ran(self.known, considered, approved=approved)
        insisted = isinstance(decision, Allow) and bool(decision.despite) and not approved
        self.session_state = replace(
            self.session_state,
            steps=self.session_state.steps + 1,
            refused_in_a_row=0,
            insistences=self.session_state.insistences + insisted,
            done=self.session_state.done | (considered.decision_input.commits - considered.steps),
        )

    def withdrawn(self, decision: Decision | None = None, *, refused: bool = True, perhaps_ran: bool = False) -> None:
        """The considered action did not run. `decision` says why: after a `Warn` the same action may be insisted on.

        `perhaps_ran`: nobody knows, so what it commits counts as done before, and what it may have changed is unknown.
        Without a decision nobody was told of a warning, so none counts.
        """
        considered = self._settle()
        self.known.reports.outdated()
        if isinstance(decision, GuardWarn):
            self._warned = told_apart(considered.decision_input.proposal, considered.decision_input.anticipation)
        if considered.held:
            self.known.monitor.revert()
        if decision is None:
            self.known.monitor.forget_warning()
        if perhaps_ran:
            note_perhaps_ran(self.known, considered)
        done = considered.decision_input.commits if perhaps_ran else frozenset()
        row = self.session_state.refused_in_a_row + 1 if refused else self.session_state.refused_in_a_row
        self.session_state = replace(self.session_state, refused_in_a_row=row, done=self.session_state.done | done)

    def change_specification(self, specification: Specification) -> None:
        """Another specification from here on; all that happened is told to it again."""
        if self._pending is not None:
            raise Misuse("an action is still open: say first whether it was executed, by `executed` or `withdrawn`")
        self.known.change_specification(specification)

    def progress(self, now: datetime) -> ProgressNote:
        """How far the task has come, in words."""
        return self.known.reports.note(now)

    def roadmap(self, now: datetime) -> str:
        """What the task still needs, for the agent's next prompt."""
        return self.known.reports.roadmap(now)

    def _judge(self, proposal: Proposal, anticipation: Anticipation, now: datetime, failures: list[Failure]) -> Judged:
        self.known.reports.outdated()
        try:
            return self.known.task.judge(proposal, anticipation, now)
        except Exception as error:
            failures.append(Failure("monitor", f"the specification could not be checked: {error}"))
            return Judged(None)

    def _weigh(
        self,
        proposal: Proposal,
        anticipated: Anticipated,
        judged: Judged,
        in_front: str,
        now: datetime,
        failures: list[Failure],
    ) -> tuple[tuple[Circumstance, ...], tuple[Ground, ...]]:
        """The conditions that hold, and the rules that support what is committed."""
        verdict, done = judged.verdict, self._done
        try:
            if proposal.action.type == "finish":
                once_more = tuple(self.known.in_order.undone(lambda asked: self.known.monitor.holds(asked, now=now)))
                weighing = replace(self.known.weighing(anticipated, verdict, done=done), once_more=once_more)
                return at_the_end(weighing, self.known.monitor.ending(now=now)), ()
            commits = bool(proposal.commits) or proposal.irreversible or may_commit(anticipated.whole)
            drift = self.known.doubts.about({anticipated.package, in_front}) if commits else ()
            grounds = tuple[Ground, ...]()
            if isinstance(verdict, MonitorAllow | Ask):
                grounds = (*self.known.monitor.grounds(), *map(self.known.monitor.step_towards, judged.towards))
            return circumstances(self.known.weighing(anticipated, verdict, drift, grounds, done=done)), grounds
        except Exception as error:
            failures.append(Failure("conditions", f"what stands around the action could not be worked out: {error}"))
            return (), ()

    @property
    def _done(self) -> frozenset[str]:
        """What was committed, or may have been; not what leads to the question that is in front."""
        return self.session_state.done - self.known.outcomes.in_question

    def _settle(self) -> Considered:
        pending, self._pending = self._pending, None
        if pending is None:
            raise Misuse("no action is open; `consider` one first")
        return pending


def verify(
    action: Action | Proposal,
    screen: Screen,
    state: Verification,
    *,
    now: datetime,
    findings: tuple[Finding, ...] = (),
) -> Decision:
    """Decide about one action on one screen, for those who bring their own loop.

    Afterwards say what became of it: `state.executed(decision)` or `state.withdrawn()`; then `state.look` at the next
    screen. A decision other than `Allow` must not be executed; `Ask` only after a person's yes.
    """
    proposal = action if isinstance(action, Proposal) else Proposal(action)
    decision_input = replace(state.consider(proposal, screen, now=now), findings=findings)
    cannot = why_not_aimed(proposal.action, state.known.sources.reception(proposal.action, screen))
    if cannot is not None:
        return GuardBlock((cannot,))
    return state.decide(decision_input)


def _is_about_now(predicate: Predicate) -> TypeGuard[StatePredicate]:
    return isinstance(predicate, StatePredicate) and not predicate.once


def _is_only_unsupported(verdict: Verdict | None) -> bool:
    """Whether the rules ask for something else, and nothing else is wrong."""
    return isinstance(verdict, MonitorBlock) and all(
        isinstance(violation, UnmetHead | SuspectUpdate) for violation in verdict.violations
    )


def _is_approved(decision: Decision) -> bool:
    return isinstance(decision, Allow) and any(reason.source is Source.APPROVAL for reason in decision.despite)
