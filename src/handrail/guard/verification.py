"""The decision about one action after another, without a device, a journal or anything to wait for.

`Guard` is built on it. Who brings a loop of their own uses it directly: `look` at each screen, `verify` each action,
then say whether it ran, with `executed` or `withdrawn`.

    state = Verification(specification, apps)
    state.look(screen, now=now)
    decision = verify(action, screen, state, now=now)
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from secrets import token_bytes
from typing import TypeGuard

from handrail.app import Anticipation, App, Apps, Update
from handrail.app.consequence import Kind
from handrail.app.drift import Drift
from handrail.app.trigger import NOTHING_SAID
from handrail.app.update import Key, Raw
from handrail.device.action import Action
from handrail.device.device import Precondition
from handrail.device.screen import Screen
from handrail.device.touch import Way
from handrail.error import Misuse
from handrail.guard.certainty import at_most
from handrail.guard.circumstances.effect import may_be, may_commit
from handrail.guard.circumstances.found import at_the_end, circumstances
from handrail.guard.circumstances.weighing import Weighing
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
from handrail.guard.done_in_order import DoneInOrder, under_the_names_of
from handrail.guard.doubts import Agreement, AppFit, Awaited, Doubts, foresee
from handrail.guard.facts import Facts
from handrail.guard.first_seen import FirstSeen
from handrail.guard.history import Happened, History
from handrail.guard.judging import settle, take_for_granted, told_apart, verdict_words
from handrail.guard.known_rows import FactOrigin
from handrail.guard.lapsing import Lapsing
from handrail.guard.none_shown import denies_of_a_page, is_in_front, is_shown
from handrail.guard.outcomes import Awaiting, Outcomes, changed_by, is_grave, texts_of
from handrail.guard.own_changes import RowChange
from handrail.guard.pages import Doubtful, Pages
from handrail.guard.policy import PolicySet, decide, default_policy
from handrail.guard.progress_note import ProgressNote, ProgressReports
from handrail.guard.screen_digest import note_screen, rests_on
from handrail.guard.sources import Anticipated, Sighting, Sources, with_fallback
from handrail.guard.specified_task import Judged, SpecifiedTask
from handrail.guard.told import PINNING, Told
from handrail.language.normal_form import normal_form
from handrail.language.rule import Predicate, StatePredicate
from handrail.language.similarity import DEFAULT_THRESHOLD, EXACT, Similarity
from handrail.language.specification import Specification
from handrail.language.verbalize import quoted, spaced
from handrail.monitor import Allow as MonitorAllow
from handrail.monitor import Ask, Feedback, Monitor, Observation, Verdict, Warn
from handrail.monitor import Block as MonitorBlock
from handrail.monitor.ground import Ground
from handrail.monitor.verdict import SuspectUpdate, UnmetHead


@dataclass(frozen=True, slots=True)
class Look:
    """What came of a look at a screen: facts, what could not be read, what the agent hears, or why nothing came.

    `drift` is all that speaks against a model as it stands, `fits` what was met of one for the first time, and
    `agreement` how the screen agrees with what the last action was to do.
    """

    updates: tuple[Update, ...]
    unread: tuple[str, ...]
    said: str
    failure: Failure | None
    drift: tuple[Drift, ...] = ()
    fits: tuple[AppFit, ...] = ()
    agreement: Agreement | None = None


@dataclass(slots=True)
class _Pending:
    """An action that was considered, and may run."""

    decision_input: DecisionInput
    bindings: Mapping[int, tuple[str, ...]]
    held: bool
    """Whether the monitor waits to hear what became of it."""
    steps: frozenset[str] = frozenset()
    """What it commits and is only a step of what was asked for."""
    grounds: tuple[Ground, ...] = ()
    """The rules that support what it commits."""
    way: Way | None = None
    """From where to where a finger moves."""


@dataclass(frozen=True, slots=True)
class _Before:
    """What a commitment makes new, what was known before, which rows of its page change or go with it, and the states
    of which a row really becomes another."""

    news: tuple[Update, ...]
    known: Mapping[str, Mapping[Key, Mapping[str, object]]]
    changing: tuple[Update, ...]
    taken: tuple[Update, ...]
    parts: Mapping[str, Collection[Mapping[str, Raw]]]
    changed: frozenset[str]


class Verification:
    """One task's specification, the models, the policy, and all that has happened so far."""

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
        self.objectives = dict(found)
        self._declared = tuple(
            replace(commitment, name=self.objectives.get(commitment.name, commitment.name))
            for commitment in given.declared
        )
        self.policy = policy or default_policy()
        self.began = began
        self.session_state = SessionState()
        self.sources = Sources(together.members)
        self._similarity, self._threshold = similarity, threshold
        self._words = Feedback.about(specification.states, similarity)
        self._facts = Facts(
            specification.states,
            self.sources.passing,
            self.sources.part_of,
            lapsing=Lapsing(self.sources.until),
            first_seen=FirstSeen(self.sources.named_by),
        )
        self._follow(specification)
        self.doubts = Doubts(together.members)
        self._pages = Pages()
        self._settings_changed = frozenset[str]()
        self._history = History(began)
        self.outcomes = Outcomes()
        self._in_order = DoneInOrder()
        self._after: Mapping[int, tuple[str, ...]] = {}
        self._blind: Failure | None = None
        self._pending: _Pending | None = None
        self._warned: Hashable = None

    def _follow(self, specification: Specification) -> None:
        self.specification = specification
        self._wanted_none = _wanted_none(specification)
        self._limited_once = frozenset(
            predicate
            for rule in specification.rules
            for predicate in rule.body
            if isinstance(predicate, StatePredicate) and predicate.once and at_most(predicate) is not None
            if predicate.state not in self.sources.of_pages  # another page may have had it
        )
        self._denied_on_pages = frozenset(
            predicate
            for rule in specification.rules
            for predicate in rule.body
            if isinstance(predicate, StatePredicate) and denies_of_a_page(predicate, self._facts)
        )
        similarity, threshold = self._similarity, self._threshold
        self._monitor = Monitor(specification, clock=self.began, similarity=similarity, threshold=threshold)
        self._reports = ProgressReports(self._monitor, self._words)
        of_pages, began = self.sources.of_pages, self.began.date()
        self._task = SpecifiedTask(self._monitor, self._facts, self.objectives, of_pages, began, self._declared)

    @property
    def is_blind(self) -> bool:
        """Whether the last look failed, so that the rows may not be what the phone shows."""
        return self._blind is not None

    @property
    def is_open(self) -> bool:
        """Whether an action was considered of which nobody has said what became of it."""
        return self._pending is not None

    @property
    def several(self) -> tuple[Update, ...]:
        """The rows, by their keys, of which there are several of one name."""
        return self._facts.several

    def remember(self, open_then: Mapping[str, bool], several: Iterable[Update]) -> None:
        """What was open, and of what there were several, after a screen of which nothing else is left."""
        self.outcomes.remember(open_then)
        self._facts.remember_several(several)

    def look(self, screen: Screen, *, now: datetime, explained: bool = True, files_gone: Collection[str] = ()) -> Look:
        """Take in what a screen says. Until a look succeeds again after one that failed, nothing that commits runs.

        `explained` says whether the last action of this session is why the screen is another one. Else, and where it
        could not lead there, somebody else acted, and what the screen does not show is not known any more. `files_gone`
        are paths of which the phone says that nothing is there any more, whichever app deleted it.
        """
        after, self._after = self._after, {}
        self._facts.look(now)
        try:
            seen = self.sources.observe(screen, after, now)
            found = self._pages.look(screen, self._packages(screen), explained=explained)
            announced = self._announced(seen.updates)
            found = found.besides(announced)
            doubtful = self._doubtful(found) | self._settings_changed
            reworded = self.sources.of_page(found.reworded) | self._left_behind(found, screen, seen)
            self._facts.lists.outdate(doubtful)
            updates = seen.updates + self._facts.with_parts(self._facts.gone(seen.updates, seen.lists))
            updates += self._facts.left(seen.updates, seen.fronts)
            observation = self._take(Happened(Anticipation(updates), now, acted=False))
            self._facts.kept.settle()
            self._facts.note_lists(seen.lists, seen.twins)
            over = (
                self._facts.ended(seen.ended)
                + self._facts.lapsed(now)
                + self._facts.unseen((doubtful - self._wanted_none | reworded) - seen.ended)
                + self._facts.missing(seen.lists, self._wanted_none)
                + (self._facts.announced(self.sources.states_of(announced)) if announced else ())
                + self._facts.called(frozenset(map(normal_form, files_gone)))
            )
            asks = any(page_in_front.dialog is not None for page_in_front in seen.fronts) and not self.sources.models(
                screen.package
            )
            self.outcomes.look(screen, self._pages.shown, self._facts, asks=asks)
            met, agreement = self.doubts.look(
                self._facts, seen.fits, seen.lists, self._pages.shown, explained=explained
            )
            self._withdraw(over, now)
            self._note_what_is_shown(seen)
        except Exception as error:
            self._blind = Failure("observe", f"the screen could not be read: {error}")
            return Look((), (), "", self._blind, self.doubts.open)
        self._blind, self._settings_changed = None, frozenset()
        if observation.suspects:
            observation = replace(observation, suspects=_each_once(observation.suspects))
        said = self._words.observation(observation)
        return Look(updates + over, seen.unread, said, None, self.doubts.open, met, agreement)

    def _note_what_is_shown(self, seen: Sighting) -> None:
        """Of what is to be none, or not to stand somewhere, that this screen shows it; a question hides its page."""
        facts, today = self._facts, self.began.date()
        facts.shown_once.update(predicate for predicate in self._limited_once if is_shown(predicate, facts, today))
        if any(page_in_front.dialog is not None for page_in_front in seen.fronts):
            return
        for predicate in self._denied_on_pages:
            if is_in_front(predicate, facts, today):
                if not facts.lists.in_part:
                    facts.shown_once.add(predicate)
                elif not predicate.once:
                    facts.shown_once.discard(predicate)

    def _announced(self, updates: Iterable[Update]) -> frozenset[str]:
        """The packages of the apps of which something is told here for the first time that is new in them."""
        news = (
            (update.set or {}).get(self.sources.announces[update.state])
            for update in updates
            if update.state in self.sources.announces and self._facts.rows.row_of(update) is None
        )
        return frozenset(package for name in news if name is not None for package in self.sources.called(str(name)))

    def _doubtful(self, found: Doubtful) -> frozenset[str]:
        """The states of which only what this screen shows is known: somebody else may have changed them."""
        apps = [app for app in self.sources.apps if app.package in found.packages]
        return frozenset(
            name
            for app in apps
            for name, state in app.states.items()
            if not state.keys or app.package in found.with_tables
        )

    def _left_behind(self, found: Doubtful, screen: Screen, seen: Sighting) -> frozenset[str]:
        """What says what a page was opened for, where that may be another thing's page now.

        Somebody else has led its app there; or the agent has gone on, and the page says something else, and nothing of
        that. A question in front of it hides what it says; and what other apps have put over it says nothing of it.
        """
        hidden = not found.moved or any(page_in_front.dialog is not None for page_in_front in seen.fronts)
        own = (element for element in self.sources.elements_of(screen.package, screen))
        words = (word for element in own for word in (element.text, element.description) if word)
        said = None if hidden else frozenset(map(normal_form, words))
        elsewhere = frozenset(map(normal_form, found.packages))
        states = self.sources.opened
        about = {
            state: frozenset(fact for row in rows.values() for fact in row.values())
            for state, rows in self._facts.rows.known(states).items()
        }
        return frozenset(
            state for state, facts in about.items() if facts & elsewhere or (said is not None and not facts & said)
        )

    def _packages(self, screen: Screen) -> frozenset[str]:
        """The apps whose pages are followed: those that have a model, and the app in front."""
        return self.sources.packages | {screen.package}

    def _withdraw(self, updates: tuple[Update, ...], at: datetime) -> None:
        if updates:
            self._take(Happened(Anticipation(updates), at, acted=False))

    def _doubt(self, decision_input: DecisionInput, *, asked: bool) -> None:
        """What the considered action may have changed is unknown, also where only the next screen would say what."""
        unforeseen = _unforeseen(decision_input.anticipation)
        self._facts.let_go(unforeseen)
        emptied = self._facts.emptied(self.sources.emptied_by(decision_input.anticipation.consequences))
        self._withdraw(
            self._facts.doubted(decision_input.anticipation.updates, asked=asked)
            + self._facts.ended(unforeseen)
            + emptied,
            decision_input.at,
        )

    def interrupted(self) -> None:
        """Nobody looked for a while: whichever app comes next, what it does not show is not known any more."""
        self._pages = Pages()
        self.outcomes.interrupted()

    def has_lapsed(self, now: datetime) -> bool:
        """Whether the clock has ended something that is known; `look` again, and it is not."""
        return bool(self._facts.lapsed(now))

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
    ) -> DecisionInput:
        """Everything but the detectors' findings. What breaks becomes a failure, which the policy sees."""
        if self._pending is not None:
            raise Misuse("an action is still open: say first whether it was executed, by `executed` or `withdrawn`")
        found = [*failures, *([self._blind] if self._blind else [])]
        action = proposal.action
        found_about: tuple[Circumstance, ...] = ()
        grounds: tuple[Ground, ...] = ()
        try:
            anticipated = self.sources.anticipate(action, screen, now, self._facts.rows.value)
        except Exception as error:
            found.append(Failure("anticipate", f"what the action is about to change could not be worked out: {error}"))
            anticipated = Anticipated(screen.package, modelled=False, whole=NOTHING_SAID)
            judged = Judged(None)
        else:
            anticipated = replace(anticipated, whole=self._with_parts(anticipated.whole))
            self.doubts.anticipated(anticipated.package, anticipated.whole.bindings, anticipated.whole.drift)
            if anticipated.whole.guessed and self._takes_only_its_own(anticipated.whole):
                anticipated = replace(anticipated, whole=Anticipation(covered=True))
            judged = self._judge(proposal, anticipated.whole, now, found)
            guess: tuple[Circumstance, ...] = ()
            if anticipated.whole.guessed and _is_only_unsupported(judged.verdict):
                otherwise = verdict_words(judged.verdict, self._words)
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
            verdict_words(verdict, self._words),
            (),
            replace(self.session_state, seconds=(now - self.began).total_seconds()),
            tuple(found),
            warned is not None and warned == told_apart(proposal, anticipated.whole),
            found_about,
        )
        self._pending = _Pending(decision_input, anticipated.bindings, held, judged.steps, grounds, anticipated.way)
        return decision_input

    def _with_parts(self, said: Anticipation) -> Anticipation:
        """With what goes with what is deleted, as far as it is known."""
        updates = self._facts.with_parts(said.updates)
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
        return bool(updates) and all(update.delete is not None and self._facts.is_own(update) for update in updates)

    def outlook(self, action: Action, screen: Screen, now: datetime) -> Outlook:
        """What is known of an action before anything is decided. Changes nothing, and raises what a model raises."""
        said = self.sources.anticipate(action, screen, now, self._facts.rows.value)
        unknown = "" if said.whole.covered else said.unclear or "no model of an app says what it does"
        return Outlook(
            said.modelled, said.whole.consequences, unknown, self.progress(now), self.specification, self._declared
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
        lapsed = sorted(resting_on & {update.state for update in self._facts.lapsed(now)})
        if lapsed:
            return f"nobody knows any more whether {quoted(spaced(lapsed[0]))} is as it was; look at it again"
        if not self._monitor.uses_clock:
            return ""
        decision_input, before = pending.decision_input, pending.decision_input.verdict
        self._monitor.revert()
        pending.held = False
        failures: list[Failure] = []
        verdict = self._judge(decision_input.proposal, decision_input.anticipation, now, failures).verdict
        if isinstance(verdict, Warn) and isinstance(before, MonitorAllow) and before.despite:  # it was insisted on
            verdict = self._judge(decision_input.proposal, decision_input.anticipation, now, failures).verdict
        pending.held = isinstance(verdict, (MonitorAllow, Ask))
        if type(verdict) is type(before):
            return ""
        return failures[-1].what if failures else verdict_words(verdict, self._words)

    def precondition(self, screen: Screen) -> Precondition:
        """What the considered action rests on: it must not run where this does not hold any more.

        Which views receive what, all that the models say of it, and the windows above; for what commits something also
        what the screen says, and where no model speaks for it, the whole of its windows.
        """
        if self._pending is None:
            raise Misuse("no action is open; `consider` one first")
        decision_input = self._pending.decision_input
        known = self._facts.rows.value
        demanding = (
            bool(decision_input.commits)
            or decision_input.irreversible
            or decision_input.proposal.action.type == "finish"
        )

        def read(later: Screen) -> str:
            anew = self.sources.anticipate(decision_input.proposal.action, later, decision_input.at, known)
            says = self.sources.observe(later, {}, decision_input.at) if demanding else None
            by_page = [
                package
                for package in self._packages(screen)
                if any(self._facts.rows.known(self.sources.of_page([package])).values())
            ]
            return rests_on(decision_input.proposal.action, later, anew, says, by_page)

        return Precondition(screen, read)

    def executed(self, decision: Decision) -> None:
        """The considered action ran. `decision` says whether it was insisted on."""
        pending = self._settle()
        self._reports.outdated()
        package, updates = pending.decision_input.package, pending.decision_input.anticipation.updates
        leads_to = self.sources.of_page([package]) if updates else frozenset[str]()
        opens = any(update.state in leads_to for update in updates)
        self._pages.ran(pending.decision_input.proposal.action, package, opens=opens)
        self._facts.scrolled.moved(pending.way)
        self._facts.note_alike(pending.decision_input.anticipation.alike)
        decision_input, consequences = pending.decision_input, pending.decision_input.anticipation.consequences
        self._await_what_it_does(decision_input)
        happened = Happened(self._task.named(decision_input.anticipation), decision_input.at, acted=True)
        wanted = self._asked_for(happened.anticipation.commits) or _is_approved(decision)
        before = self._before(decision_input) if wanted else None
        commits = bool(decision_input.anticipation.commits)
        changing = self._facts.changing(decision_input.anticipation.updates) if commits else ()
        told = Told(everything=True) if _is_approved(decision) else self._told(pending)
        self._note_drafts(decision_input, told if commits and wanted else None)
        if commits:
            one_of_several = bool(pending.grounds) and all(ground.short_of for ground in pending.grounds)
            anything = is_grave(consequences) and not one_of_several
            self._facts.outdate_lists(None if anything else changed_by(consequences))
            self._facts.scrolled.changed(changed_by(consequences))
        if decision_input.proposal.action.type != "wait":
            self.outcomes.acted(consequences)
        if pending.held:
            settle(self._monitor, happened.anticipation, decision_input.at)
            self._note(happened)
            self._history.add(happened)
        elif decision_input.proposal.action.type != "finish":
            self._take(happened)
        if before is not None:
            self._await_outcome(decision_input, happened.anticipation.commits, before)
        self._note_who_asked(changing, told if wanted else None)
        deleted = [consequence for consequence in consequences if consequence.kind is Kind.DELETION]
        of_pages = self._facts.pages_of(texts_of(deleted), self.sources.without_keys(changed_by(deleted)))
        self._withdraw(self._facts.emptied(self.sources.emptied_by(consequences)) + of_pages, decision_input.at)
        self._after = pending.bindings
        if any(
            consequence.kind is Kind.SETTING for consequence in consequences
        ):  # it may show elsewhere under another name
            self._settings_changed = self.sources.of_settings - changed_by(consequences)
        self.outcomes.ran(consequences)
        if consequences:
            named, rules = under_the_names_of(self.objectives, consequences), self.specification.rules
            self._in_order.ran(
                named,
                [ground for ground in pending.grounds if not ground.short_of],
                rules,
                lambda asked: self._monitor.holds(asked, now=decision_input.at),
                self.sources.passing,
            )
        insisted = isinstance(decision, Allow) and bool(decision.despite) and not _is_approved(decision)
        self.session_state = replace(
            self.session_state,
            steps=self.session_state.steps + 1,
            refused_in_a_row=0,
            insistences=self.session_state.insistences + insisted,
            done=self.session_state.done | (decision_input.commits - pending.steps),
        )

    def _told(self, pending: _Pending) -> Told:
        """What the rules say by which a commitment is supported, and what they take from elsewhere."""
        told = Told.by(ground.rule for ground in pending.grounds)
        return told.with_texts(
            match.found
            for ground in pending.grounds
            for match in ground.matches
            if match.changed and match.operator in PINNING
            if match.through is None or (match.state, match.variable) in told.variables
        )

    def _note_who_asked(self, changing: Collection[RowChange], told: Told | None) -> None:
        """What a commitment changes is the agent's own, but for what was told; None where nobody asked for it."""
        if told is None:
            self._facts.own.note_unasked(changing)
        else:
            self._facts.own.note_asked(changing, told)

    def _note_drafts(self, decision_input: DecisionInput, told: Told | None) -> None:
        """What is written on a page is a draft until a commitment that was asked for takes it, and it was told."""
        anticipation = decision_input.anticipation
        drafted = [update for update in anticipation.updates if update.state in self.sources.drafted]
        if told is not None:
            self._facts.drafts.saved(drafted, told)
            self._facts.first_seen.asked(decision_input.package)
        elif not anticipation.commits:
            self._facts.drafts.note(drafted)

    def _before(self, decision_input: DecisionInput) -> _Before:
        """What a wanted commitment would make new, while it has not run yet."""
        news = self._facts.news(decision_input.anticipation.updates)
        known = self._facts.rows.known(
            {*changed_by(decision_input.anticipation.consequences), *(update.state for update in news)}
        )
        of_pages = [update for update in news if update.state in self.sources.of_pages]
        changing = tuple(update for update in of_pages if self._facts.is_changed_by(update))
        taken = tuple(update for update in of_pages if update not in changing)
        parts = {state: self._facts.lists.parts(state) for state in known}
        changed = frozenset(update.state for update in news if self._facts.is_changed_by(update))
        return _Before(news, known, changing, taken, parts, changed)

    def _await_outcome(self, decision_input: DecisionInput, commits: frozenset[str], before: _Before) -> None:
        """Later screens are to show what a wanted commitment changes, and at the end it must still be so."""
        names = (*commits, None)
        mentioned = frozenset(state for name in names for state in self._monitor.named_states(name))
        wanted = mentioned | (before.changed & changed_by(decision_input.anticipation.consequences))
        unforeseen, about = _unforeseen(decision_input.anticipation), texts_of(decision_input.anticipation.consequences)
        self._facts.let_go(unforeseen, about)
        self._withdraw(self._facts.ended(unforeseen), decision_input.at)
        self._facts.kept.keep(decision_input.anticipation.updates, wanted - self.sources.lasting)
        stays = [update for update in before.news if update.state not in self.sources.lasting]
        expected = self._facts.kept.expect(stays, unforeseen, before.known, before.changing, before.parts, about)
        page, grave = self._pages.shown.get(decision_input.package), is_grave(decision_input.anticipation.consequences)
        self.outcomes.wait_for(Awaiting(commits, expected, decision_input.package, page, before.taken, is_grave=grave))

    def _await_what_it_does(self, decision_input: DecisionInput) -> None:
        """The next screen is held against what a model of the app said of the action."""
        said = decision_input.anticipation
        foreseen = tuple(
            foresee(said.updates, self._facts, typed=decision_input.proposal.action.type in ("input", "paste"))
        )
        if decision_input.modelled and said.bindings:
            name, page = " and ".join(said.bindings), self._pages.shown.get(decision_input.package)
            self.doubts.expect(Awaited(decision_input.package, name, foreseen, page))

    def withdrawn(self, decision: Decision | None = None, *, refused: bool = True, perhaps_ran: bool = False) -> None:
        """The considered action did not run. `decision` says why: after a `Warn` the same action may be insisted on.

        `perhaps_ran`: nobody knows, so what it commits counts as done before, and what it may have changed is unknown.
        Without a decision nobody was told of a warning, so none counts.
        """
        pending = self._settle()
        self._reports.outdated()
        if isinstance(decision, GuardWarn):
            self._warned = told_apart(pending.decision_input.proposal, pending.decision_input.anticipation)
        if pending.held:
            self._monitor.revert()
        if decision is None:
            self._monitor.forget_warning()
        if perhaps_ran:
            decision_input = pending.decision_input
            asked = self._asked_for(self._task.named(decision_input.anticipation).commits)
            commits = bool(decision_input.anticipation.commits)
            changing = self._facts.changing(decision_input.anticipation.updates) if commits else ()
            self._note_drafts(decision_input, None)
            self._doubt(decision_input, asked=asked)
            self._note_who_asked(changing, self._told(pending) if asked else None)
        done = pending.decision_input.commits if perhaps_ran else frozenset()
        row = self.session_state.refused_in_a_row + 1 if refused else self.session_state.refused_in_a_row
        self.session_state = replace(self.session_state, refused_in_a_row=row, done=self.session_state.done | done)

    def change_specification(self, specification: Specification) -> None:
        """Another specification from here on; all that happened is told to it again."""
        if self._pending is not None:
            raise Misuse("an action is still open: say first whether it was executed, by `executed` or `withdrawn`")
        specification = Specification(specification.rules, self.specification.states, specification.source)
        self._follow(specification)
        for happened in self._history:
            self._tell(happened)

    def progress(self, now: datetime) -> ProgressNote:
        """How far the task has come, in words."""
        return self._reports.note(now)

    def roadmap(self, now: datetime) -> str:
        """What the task still needs, for the agent's next prompt."""
        return self._reports.roadmap(now)

    def _judge(self, proposal: Proposal, anticipation: Anticipation, now: datetime, failures: list[Failure]) -> Judged:
        self._reports.outdated()
        try:
            return self._task.judge(proposal, anticipation, now)
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
        verdict = judged.verdict
        try:
            if proposal.action.type == "finish":
                once_more = tuple(self._in_order.undone(lambda asked: self._monitor.holds(asked, now=now)))
                weighing = replace(self._weighing(anticipated, verdict), once_more=once_more)
                return at_the_end(weighing, self._monitor.ending(now=now)), ()
            commits = bool(proposal.commits) or proposal.irreversible or may_commit(anticipated.whole)
            drift = self.doubts.about({anticipated.package, in_front}) if commits else ()
            grounds = tuple[Ground, ...]()
            if isinstance(verdict, MonitorAllow | Ask):
                grounds = (*self._monitor.grounds(), *map(self._monitor.step_towards, judged.towards))
            return circumstances(self._weighing(anticipated, verdict, drift, grounds)), grounds
        except Exception as error:
            failures.append(Failure("conditions", f"what stands around the action could not be worked out: {error}"))
            return (), ()

    def _weighing(
        self,
        anticipated: Anticipated,
        verdict: Verdict | None,
        drift: Collection[Drift] = (),
        grounds: Collection[Ground] = (),
    ) -> Weighing:
        return Weighing(
            anticipated,
            verdict,
            self._monitor,
            self._facts,
            self.objectives,
            self.session_state.done | self._monitor.achieved,
            self.outcomes.came_about(self._facts),
            self.outcomes.unconfirmed | {self.objectives.get(name, name) for name in self.outcomes.undone(self._facts)},
            self.outcomes.stuck,
            self.outcomes.not_shown(self._facts) - self.sources.passing,
            self.sources.passing,
            self.began.date(),
            drift,
            grounds,
            of_pages=self.sources.of_pages,
            opened=self.sources.opened,
            forms=self.sources.drafted - self.sources.of_pages,
        )

    def _asked_for(self, commits: Iterable[str]) -> bool:
        return any(self._monitor.establishes(name) for name in commits)

    def _take(self, happened: Happened) -> Observation:
        observation = self._tell(happened)
        self._history.add(happened)
        return observation

    def _tell(self, happened: Happened) -> Observation:
        self._reports.outdated()
        if happened.acted:
            judged = self._task.judged(happened.anticipation)
            take_for_granted(self._monitor, replace(happened.anticipation, updates=judged), happened.at)
            if left_out := [update for update in happened.anticipation.updates if update not in judged]:
                self._monitor.observe(left_out, now=happened.at)
            observation = Observation()
        else:
            observation = self._monitor.observe(happened.anticipation.updates, now=happened.at)
        self._note(happened)
        return observation

    def _note(self, happened: Happened) -> None:
        commits = bool(happened.anticipation.commits)
        origin = (FactOrigin.COMMITTED if commits else FactOrigin.ANTICIPATED) if happened.acted else FactOrigin.SEEN
        updates = happened.anticipation.updates
        if origin is FactOrigin.COMMITTED:  # what a page was opened for is told again, and not made so
            self._facts.note(
                [update for update in updates if update.state in self.sources.opened], FactOrigin.ANTICIPATED
            )
            updates = tuple(update for update in updates if update.state not in self.sources.opened)
        self._facts.note(updates, origin)

    def _settle(self) -> _Pending:
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
    cannot = why_not_aimed(proposal.action, state.sources.reception(proposal.action, screen))
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


def _wanted_none(specification: Specification) -> frozenset[str]:
    """The tables of which the rules say only what is not to be there: no entry is forgotten in their favour."""
    predicates = [
        predicate for rule in specification.rules for predicate in rule.body if isinstance(predicate, StatePredicate)
    ]
    for_some = {predicate.state for predicate in predicates if not predicate.holds_on_nothing}
    tables = {predicate.state for predicate in predicates if specification.states[predicate.state].keys}
    return frozenset(tables - for_some)


def _unforeseen(anticipation: Anticipation) -> frozenset[str]:
    """The states that are changed, and only the next screen says how."""
    told = {update.state for update in anticipation.updates}
    return (changed_by(anticipation.consequences) - told) | anticipation.partly


def _each_once(suspects: tuple[SuspectUpdate, ...]) -> tuple[SuspectUpdate, ...]:
    """A screen may say one thing by two readings; the agent hears it once."""
    return tuple({(id(suspect.predicate), suspect.misses): suspect for suspect in suspects}.values())


def _is_approved(decision: Decision) -> bool:
    return isinstance(decision, Allow) and any(reason.source is Source.APPROVAL for reason in decision.despite)
