"""The decision about one action after another, without a device, a journal or anything to wait for.

`Guard` is built on it. Who brings a loop of their own uses it directly: `look` at each screen, `verify` each action,
then say whether it ran, with `executed` or `withdrawn`.

    state = Verification(specification, apps)
    state.look(screen, now=now)
    decision = verify(action, screen, state, now=now)
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from handrail.app import Anticipation, App, Apps, Update
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.error import Misuse
from handrail.guard.consideration import Consideration, Failure, ScreenNote, Standing
from handrail.guard.decision import Allow, Decision, Source
from handrail.guard.decision import Block as GuardBlock
from handrail.guard.decision import Warn as GuardWarn
from handrail.guard.detector import Finding
from handrail.guard.device_access import why_not_aimed
from handrail.guard.judging import judge, same_action, settle, take_for_granted
from handrail.guard.known_rows import KnownRows
from handrail.guard.policy import Policy, decide, default_policy
from handrail.guard.progress_note import ProgressNote, note_progress
from handrail.guard.proposal import Proposal
from handrail.guard.screen_digest import screen_digest
from handrail.guard.sources import Anticipated, Sources
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS, Similarity
from handrail.language.specification import Specification
from handrail.monitor import Allow as MonitorAllow
from handrail.monitor import Ask, Block, Feedback, Monitor, Observation, Verdict, Warn
from handrail.monitor.progress import Progress
from handrail.monitor.verdict import SuspectUpdate

NOTHING = Anticipation()


@dataclass(frozen=True, slots=True)
class Happened:
    """An action that ran, as the rows remember it; or, without an action, what a screen said."""

    anticipation: Anticipation
    at: datetime
    acted: bool


@dataclass(frozen=True, slots=True)
class Look:
    """What came of a look at a screen: facts, what could not be read, what the agent hears, or why nothing came."""

    updates: tuple[Update, ...]
    unread: tuple[str, ...]
    said: str
    failure: Failure | None


@dataclass(slots=True)
class _Pending:
    """An action that was considered, and may run."""

    consideration: Consideration
    bindings: Mapping[int, tuple[str, ...]]
    held: bool
    """Whether the monitor waits to hear what became of it."""


class Verification:
    """One task's specification, the models, the policy, and all that has happened so far."""

    def __init__(
        self,
        specification: Specification,
        apps: App | Apps,
        policy: Policy | None = None,
        *,
        began: datetime,
        similarity: Similarity = TRIGRAMS,
        threshold: float = DEFAULT_THRESHOLD,
        objectives: Mapping[str, str] | None = None,
    ) -> None:
        """`objectives` gives the specification's name for a commitment where the app's model calls it otherwise.

        Raises `Misuse` for a specification over a state that no model declares, or declares otherwise.
        """
        together = Apps.of(apps)
        specification = over_all_states(specification, together)
        self.specification = specification
        self.objectives = dict(objectives or {})
        self.policy = policy or default_policy()
        self.began = began
        self.standing = Standing()
        self.sources = Sources(together.members)
        self._similarity, self._threshold = similarity, threshold
        self._monitor = self._new_monitor(specification)
        self._words = Feedback.about(specification.states)
        self._known = KnownRows(specification.states)
        self._history: list[Happened] = []
        self._after: Mapping[int, tuple[str, ...]] = {}
        self._blind: Failure | None = None
        self._pending: _Pending | None = None
        self._warned: Hashable = None
        self._reported: Progress | None = None
        self._noted: tuple[Progress, ProgressNote] | None = None

    @property
    def is_blind(self) -> bool:
        """Whether the last look failed, so that the rows may not be what the phone shows."""
        return self._blind is not None

    @property
    def is_open(self) -> bool:
        """Whether an action was considered of which nobody has said what became of it."""
        return self._pending is not None

    def look(self, screen: Screen, *, now: datetime) -> Look:
        """Take in what a screen says. Until a look succeeds again after one that failed, nothing that commits runs."""
        after, self._after = self._after, {}
        try:
            seen = self.sources.observe(screen, after, now)
            updates = seen.updates + self._known.gone(seen.updates, seen.complete)
            observation = self._take(Happened(Anticipation(updates), now, acted=False))
        except Exception as error:
            self._blind = Failure("observe", f"the screen could not be read: {error}")
            return Look((), (), "", self._blind)
        self._blind = None
        once = replace(observation, suspects=_each_once(observation.suspects))
        return Look(updates, seen.unread, self._words.observation(once), None)

    def lose_sight(self, what: str) -> None:
        """The screen could not be had; until the next `look`, nothing that commits runs."""
        self._blind = Failure("observe", what)

    def consider(
        self,
        proposal: Proposal,
        screen: Screen,
        *,
        now: datetime,
        note: ScreenNote | None = None,
        failures: Iterable[Failure] = (),
        step: int | None = None,
    ) -> Consideration:
        """Everything but the detectors' findings. What breaks becomes a failure, which the policy sees."""
        if self._pending is not None:
            raise Misuse("an action is still open: say first whether it was executed, by `executed` or `withdrawn`")
        found = [*failures, *([self._blind] if self._blind else [])]
        action = proposal.action
        path = action.element.path if action.element is not None else None
        try:
            anticipated = self.sources.anticipate(action, path, screen, now)
        except Exception as error:
            found.append(Failure("anticipate", f"what the action is about to change could not be worked out: {error}"))
            package = self.sources.package_of(action, path, screen)
            anticipated = Anticipated(package, modelled=False, whole=NOTHING)
            verdict = None
        else:
            verdict = self._judge(proposal, anticipated.whole, now, found)
        held = isinstance(verdict, (MonitorAllow, Ask)) and action.type != "finish"
        proposed, warned = _told_apart(proposal, anticipated.whole), self._warned
        self._warned = None
        consideration = Consideration(
            self.standing.steps + 1 if step is None else step,
            now,
            proposal,
            note or note_screen(screen),
            anticipated.package,
            anticipated.modelled,
            anticipated.whole,
            verdict,
            _in_words(verdict, self._words),
            (),
            replace(self.standing, seconds=(now - self.began).total_seconds()),
            tuple(found),
            warned is not None and warned == proposed,
        )
        self._pending = _Pending(consideration, anticipated.bindings, held)
        return consideration

    def decide(self, consideration: Consideration) -> Decision:
        """The policy's decision; a policy that breaks decides nothing in the action's favour."""
        return decide(self.policy, consideration, insisted=consideration.insisted)

    def still_holds(self, screen: Screen, later: Screen, *, committing: bool) -> bool:
        """Whether the models say the same of the considered action, and of what is shown, on a later screen.

        Where no model speaks for the app, nobody can say so of an action that commits something.
        """
        if self._pending is None:
            raise Misuse("no action is open; `consider` one first")
        one = self._pending.consideration
        if later == screen:
            return True
        action = one.proposal.action
        path = action.element.path if action.element is not None else None
        try:
            anew = self.sources.anticipate(action, path, later, one.at)
            if (anew.whole, anew.package) != (one.anticipation, one.package):
                return False
            if not one.modelled and action.type != "finish":
                return not committing
            return self.sources.observe(later, {}, one.at) == self.sources.observe(screen, {}, one.at)
        except Exception:  # what cannot be read again is not the same
            return False

    def executed(self, decision: Decision) -> None:
        """The considered action ran. `decision` says whether it was insisted on."""
        pending = self._settle()
        self._reported = None
        one = pending.consideration
        happened = Happened(self._named(one.anticipation), one.at, acted=True)
        if pending.held:
            settle(self._monitor, happened.anticipation, one.at)
            self._remember(happened)
        elif one.proposal.action.type != "finish":
            self._take(happened)
        self._after = pending.bindings
        insisted = isinstance(decision, Allow) and bool(decision.despite) and not _is_approved(decision)
        self.standing = replace(
            self.standing,
            steps=self.standing.steps + 1,
            refused_in_a_row=0,
            insistences=self.standing.insistences + insisted,
            done=self.standing.done | one.commits,
        )

    def withdrawn(self, decision: Decision | None = None, *, refused: bool = True, perhaps_ran: bool = False) -> None:
        """The considered action did not run. `decision` says why: after a `Warn` the same action may be insisted on.

        `perhaps_ran`: nobody knows, so what it commits counts as done before.
        """
        pending = self._settle()
        self._reported = None
        if isinstance(decision, GuardWarn):
            self._warned = _told_apart(pending.consideration.proposal, pending.consideration.anticipation)
        if pending.held:
            self._monitor.revert()
        done = pending.consideration.commits if perhaps_ran else frozenset()
        row = self.standing.refused_in_a_row + 1 if refused else self.standing.refused_in_a_row
        self.standing = replace(self.standing, refused_in_a_row=row, done=self.standing.done | done)

    def change_specification(self, specification: Specification) -> None:
        """Another specification from here on; all that happened is told to it again."""
        if self._pending is not None:
            raise Misuse("an action is still open: say first whether it was executed, by `executed` or `withdrawn`")
        specification = Specification(specification.rules, self.specification.states, specification.source)
        self._monitor = self._new_monitor(specification)
        self._reported = None
        self.specification = specification
        history, self._history = self._history, []
        for one in history:
            self._take(one)

    def progress(self, now: datetime) -> ProgressNote:
        """How far the task has come, in words."""
        progress = self._progress(now)
        if self._noted is None or self._noted[0] is not progress:
            self._noted = (progress, note_progress(progress, self.specification.states))
        return self._noted[1]

    def roadmap(self, now: datetime) -> str:
        """What the task still needs, for the agent's next prompt."""
        return self._words.roadmap(self._progress(now))

    def _progress(self, now: datetime) -> Progress:
        """Asked several times a step; worked out once, as long as nothing happens and time does not matter."""
        if self._reported is None or self._monitor.uses_clock:
            self._reported = self._monitor.progress(now=now)
        return self._reported

    def _judge(
        self, proposal: Proposal, anticipation: Anticipation, now: datetime, failures: list[Failure]
    ) -> Verdict | None:
        self._reported = None
        try:
            return judge(self._monitor, proposal, self._named(anticipation), now)
        except Exception as error:
            failures.append(Failure("monitor", f"the specification could not be checked: {error}"))
            return None

    def _named(self, anticipation: Anticipation) -> Anticipation:
        """With the specification's names for what is committed; journals and policies see the app's own."""
        if not self.objectives:
            return anticipation
        return replace(anticipation, commits=frozenset(self.objectives.get(one, one) for one in anticipation.commits))

    def _take(self, happened: Happened) -> Observation:
        self._reported = None
        if happened.acted:
            take_for_granted(self._monitor, happened.anticipation, happened.at)
            observation = Observation()
        else:
            observation = self._monitor.observe(happened.anticipation.updates, now=happened.at)
        self._remember(happened)
        return observation

    def _remember(self, happened: Happened) -> None:
        self._known.note(happened.anticipation.updates)
        self._history.append(happened)

    def _settle(self) -> _Pending:
        pending, self._pending = self._pending, None
        if pending is None:
            raise Misuse("no action is open; `consider` one first")
        return pending

    def _new_monitor(self, specification: Specification) -> Monitor:
        return Monitor(specification, clock=self.began, similarity=self._similarity, threshold=self._threshold)


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
    consideration = replace(state.consider(proposal, screen, now=now), findings=findings)
    cannot = why_not_aimed(proposal.action, screen)
    if cannot is not None:
        return GuardBlock((cannot,))
    return state.decide(consideration)


def over_all_states(specification: Specification, apps: Apps) -> Specification:
    """The same rules over the states of all models, so that what any of them says can be read."""
    for name, state in specification.states.items():
        if apps.members and apps.states.get(name) != state:
            raise Misuse(
                f"the specification speaks of a state `{name}` that "
                + ("no app model declares" if name not in apps.states else "the app model declares otherwise")
                + "; parse it with the models that the guard is given"
            )
    states = {**specification.states, **apps.states}
    return Specification(specification.rules, states, specification.source)


def _told_apart(proposal: Proposal, anticipation: Anticipation) -> Hashable:
    """What makes two proposals the same."""
    updates = tuple(repr(one) for one in anticipation.updates)
    return (same_action(proposal.action), proposal.commits, anticipation.commits, updates)


def _each_once(suspects: tuple[SuspectUpdate, ...]) -> tuple[SuspectUpdate, ...]:
    """A screen may say one thing by two readings; the agent hears it once."""
    return tuple({(id(one.predicate), one.misses): one for one in suspects}.values())


def _is_approved(decision: Allow) -> bool:
    return any(reason.source is Source.APPROVAL for reason in decision.despite)


def _in_words(verdict: Verdict | None, words: Feedback) -> str:
    match verdict:
        case MonitorAllow(despite):
            return words.soft(despite)
        case Warn(violations):
            return words.soft(violations)
        case Block():
            return words.hard(verdict)
        case Ask(reason):
            return f"{reason[:1].upper()}{reason[1:]}."
        case None:
            return ""
        case _:
            assert_never(verdict)


def note_screen(screen: Screen, picture: str | None = None) -> ScreenNote:
    """What a journal keeps of a screen."""
    return ScreenNote(
        screen_digest(screen), screen.package, screen.activity, screen.width_pixels, screen.height_pixels, picture
    )
