"""What is known of a phone, and of how far a task is: what its screens have said, what ran, and what came of it.

A screen is taken in by `look`, and what ran by `handrail.guard.what_ran`. Nothing here decides anything.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from handrail.app import Anticipation, Update
from handrail.app.consequence import DeclaredCommitment
from handrail.app.drift import Drift
from handrail.app.update import Assignment
from handrail.device.screen import Screen
from handrail.guard.announcements import Announcements
from handrail.guard.certainty import at_most, is_bound
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.decision import DecisionInput, Failure
from handrail.guard.done_in_order import DoneInOrder
from handrail.guard.doubts import Agreement, AppFit, Doubts
from handrail.guard.facts import Facts
from handrail.guard.first_seen import FirstSeen
from handrail.guard.history import Happened, History
from handrail.guard.judging import take_for_granted
from handrail.guard.known_rows import FactOrigin
from handrail.guard.lapsing import Lapsing
from handrail.guard.none_shown import denies_of_a_page, is_in_front, is_met, is_seen, is_shown
from handrail.guard.of_another import has_moved, says_another
from handrail.guard.outcomes import Outcomes, changed_by
from handrail.guard.pages import Doubtful, Pages
from handrail.guard.progress_note import ProgressReports
from handrail.guard.screen_digest import PageStructure
from handrail.guard.so_before import SoBefore
from handrail.guard.sources import Anticipated, Sighting, Sources
from handrail.guard.specified_task import SpecifiedTask
from handrail.guard.unanswered import Unanswered
from handrail.language.normal_form import normal_form
from handrail.language.rule import StatePredicate
from handrail.language.similarity import Similarity
from handrail.language.specification import Specification
from handrail.monitor import Feedback, Monitor, Observation, Verdict
from handrail.monitor.ground import Ground
from handrail.monitor.verdict import SuspectUpdate


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


class Knowledge:
    """One task's specification in its monitor, the models, and all that has happened so far."""

    def __init__(
        self,
        specification: Specification,
        sources: Sources,
        *,
        began: datetime,
        similarity: Similarity,
        threshold: float,
        objectives: Mapping[str, str],
        declared: tuple[DeclaredCommitment, ...],
    ) -> None:
        """`objectives` gives the specification's name for a commitment where the app's model calls it otherwise, and
        `declared` is what apps can commit, by the specification's names.
        """
        self.sources, self.began, self.objectives, self.declared = sources, began, objectives, declared
        self._similarity, self._threshold = similarity, threshold
        self.words = Feedback.about(specification.states, similarity)
        self.facts = Facts(
            specification.states,
            sources.passing,
            sources.part_of,
            lapsing=Lapsing(sources.until),
            first_seen=FirstSeen(sources.named_by),
        )
        self.follow(specification)
        self.doubts = Doubts(sources.apps)
        self.so_before = SoBefore(sources.of_any_app)
        self.pages = Pages()
        self.unanswered = Unanswered()
        self._announcements = Announcements()
        self.settings_changed = frozenset[str]()
        self.history = History(began)
        self.outcomes = Outcomes()
        self.in_order = DoneInOrder()
        self.after: Mapping[int, tuple[str, ...]] = {}
        self.blind: Failure | None = None

    def follow(self, specification: Specification) -> None:
        """Be under these rules from here on."""
        self.specification = specification
        said = Counter(
            predicate
            for rule in specification.rules
            for predicate in set(rule.body)
            if isinstance(predicate, StatePredicate)
        )
        self._state_predicates = frozenset(said)
        self.said_again = frozenset(
            predicate
            for predicate, rules in said.items()
            if rules > 1 and not any(map(is_bound, predicate.constraints))
        )
        self._wanted_none = _wanted_none(specification, self._state_predicates)
        once = [predicate for predicate in self._state_predicates if predicate.once]
        self._limited_once = frozenset(
            predicate
            for predicate in once
            if at_most(predicate) is not None
            if predicate.state not in self.sources.of_pages  # another page may have had it
        )
        self._once_there = frozenset(predicate for predicate in once if at_most(predicate) is None)
        self._denied_on_pages = frozenset(
            predicate for predicate in self._state_predicates if denies_of_a_page(predicate, self.facts)
        )
        similarity, threshold = self._similarity, self._threshold
        self.monitor = Monitor(specification, clock=self.began, similarity=similarity, threshold=threshold)
        self.reports = ProgressReports(self.monitor, self.words)
        of_pages, began = self.sources.of_pages, self.began.date()
        self.task = SpecifiedTask(self.monitor, self.facts, self.objectives, of_pages, began, self.declared)

    @property
    def several(self) -> tuple[Update, ...]:
        """The rows, by their keys, of which there are several of one name."""
        return self.facts.several

    def remember(self, open_then: Mapping[str, bool], several: Iterable[Update]) -> None:
        """What was open, and of what there were several, after a screen of which nothing else is left."""
        self.outcomes.remember(open_then)
        self.facts.remember_several(several)

    def look(self, screen: Screen, *, now: datetime, explained: bool = True, files_gone: Collection[str] = ()) -> Look:
        """Take in what a screen says. Until a look succeeds again after one that failed, nothing that commits runs.

        `explained` says whether the last action of this session is why the screen is another one. Else, and where it
        could not lead there, somebody else acted, and what the screen does not show is not known any more. `files_gone`
        are paths of which the phone says that nothing is there any more, whichever app deleted it.
        """
        after, self.after = self.after, {}
        self.facts.look(now)
        try:
            seen = self.sources.observe(screen, after, now)
            before = self.pages.shown
            found = self.pages.look(screen, self.packages(screen), explained=explained)
            is_as_before = self.unanswered.look(self.pages.shown)
            seen = self._without_what_is_from_before(seen)
            announced = self._announcements.new(seen, screen, self.facts.rows, self.sources)
            by_others = found.with_tables
            found = found.besides(announced | (found.reworded & self.sources.observed))
            doubtful = self._doubtful(found) | self.settings_changed | self._settings_elsewhere(seen)
            reworded = self.sources.of_page(found.reworded) | self._left_behind(found, screen, seen)
            self.facts.lists.outdate(doubtful | self.sources.states_of(announced))
            updates = seen.updates + self.facts.with_parts(self.facts.gone(seen.updates, seen.lists))
            updates += self.facts.left(seen.updates, seen.fronts) + self.facts.ended(seen.ended)
            observation = self.take(Happened(Anticipation(updates), now, acted=False))
            self.facts.drafts.came_up(update for update in seen.updates if update.state in self.sources.about_to_be)
            self.facts.kept.look(seen.updates)
            self.facts.kept.settle()
            self.facts.note_lists(seen.lists, seen.twins)
            over = (
                self.facts.lapsed(now)
                + self.facts.unseen((doubtful - self._wanted_none | reworded) - seen.ended)
                + self.facts.missing(seen.lists, self._wanted_none)
                + (self.facts.announced(self.sources.states_of(announced)) if announced else ())
                + self.facts.called(frozenset(map(normal_form, files_gone)))
                + self.facts.ended(self._of_another(screen, before))
            )
            asks = any(page_in_front.dialog is not None for page_in_front in seen.fronts) and not self.sources.models(
                screen.package
            )
            self.outcomes.look(screen, self.pages.shown, self.facts, asks=asks, by_others=by_others)
            met, agreement = self.doubts.look(self.facts, seen.fits, seen.lists, self.pages.shown, explained=explained)
            agreement = Agreement.AS_BEFORE if is_as_before and agreement is Agreement.NOT_SHOWN else agreement
            self.withdraw(over, now)
            self._note_what_is_shown(seen)
            if self.so_before.chosen:
                self.so_before.look(lambda predicate: self.monitor.holds(predicate, now=now))
        except Exception as error:
            self.blind = Failure("observe", f"the screen could not be read: {error}")
            return Look((), (), "", self.blind, self.doubts.open)
        self.blind, self.settings_changed = None, frozenset()
        if observation.suspects:
            observation = replace(observation, suspects=_each_once(observation.suspects))
        said = self.words.observation(observation)
        return Look(updates + over, seen.unread, said, None, self.doubts.open, met, agreement)

    def _note_what_is_shown(self, seen: Sighting) -> None:
        """Of what is to be none, or not to stand somewhere, that this screen shows it; a question hides its page."""
        facts, today = self.facts, self.began.date()
        facts.shown_once.update(predicate for predicate in self._limited_once if is_shown(predicate, facts, today))
        facts.side_by_side.note(self.specification.rules, facts.rows, today)
        for predicate in self._once_there - facts.was_there:
            if (is_seen if predicate.state in self.sources.shown_by else is_met)(predicate, facts, today):
                facts.was_there.add(predicate)
        if any(page_in_front.dialog is not None for page_in_front in seen.fronts):
            return
        for predicate in self._denied_on_pages:
            if is_in_front(predicate, facts, today):
                if not facts.lists.in_part:
                    facts.shown_once.add(predicate)
                elif not predicate.once:
                    facts.shown_once.discard(predicate)

    def _without_what_is_from_before(self, seen: Sighting) -> Sighting:
        """What a screen says, and of what it may say only because it is from before an action, that nobody knows it."""
        for updates, states, tables in self.unanswered:
            changes = [change for change in map(self.facts.rows.read, updates) if isinstance(change, Assignment)]
            said = [self._unknown_of(update, changes, states, tables) for update in seen.updates]
            lists = tuple(listed for listed in seen.lists if listed.state not in states | tables)
            seen = replace(seen, updates=tuple(filter(None, said)), lists=lists)
            self.facts.lists.outdate(states | tables)
        return seen

    def _unknown_of(
        self, update: Update, changes: Collection[Assignment], states: Collection[str], tables: Collection[str]
    ) -> Update | None:
        """What is left of an update where these changes, and some to these states and tables, may have come since."""
        said = self.facts.rows.read(update)
        if not isinstance(said, Assignment) or update.set is None:
            return update
        same = [change for change in changes if (change.state, change.key) == (said.state, said.key)]
        if said.state.keys and said.state.name in tables and not same:
            return None
        over = set(update.set) if update.state in states else {name for change in same for name in change.values}
        unknown = (over - set(said.state.keys)) & update.set.keys()
        return replace(update, set={**update.set, **dict.fromkeys(unknown)}) if unknown else update

    def _settings_elsewhere(self, seen: Sighting) -> frozenset[str]:
        """Where a setting may show as well that somebody else has changed: this screen says otherwise of it."""
        settings, elsewhere = self.sources.of_settings - self.sources.of_any_app, set[str]()
        for update in (update for update in seen.updates if update.state in settings):
            said_otherwise = self.facts.seen_otherwise(update, settings)
            elsewhere |= (settings if update.state in said_otherwise else said_otherwise) - {update.state}
        return frozenset(elsewhere)

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
        about = {
            state: frozenset(fact for row in rows.values() for fact in row.values())
            for state, rows in self.facts.rows.known(self.sources.opened).items()
        }
        if not any(about.values()):
            return frozenset()
        hidden = not found.moved or any(page_in_front.dialog is not None for page_in_front in seen.fronts)
        own = (element for element in self.sources.elements_of(screen.package, screen))
        words = (word for element in own for word in (element.text, element.description) if word)
        said = None if hidden else frozenset(map(normal_form, words))
        elsewhere = frozenset(map(normal_form, found.packages))
        return frozenset(
            state for state, facts in about.items() if facts & elsewhere or (said is not None and not facts & said)
        )

    def _of_another(self, screen: Screen, before: Mapping[str, PageStructure]) -> frozenset[str]:
        """What says what a page or a question was opened for, where it is another entry's by what it says."""
        found = set[str]()
        for app in (app for app in self.sources.apps if app.package == screen.package):
            states = [state for state in app.lasting if self.facts.rows.table(state)]
            if not states:
                continue
            opened = {state: row for state, rows in self.facts.rows.known(states).items() for row in rows.values()}
            own = self.sources.elements_of(app.package, screen)
            said = frozenset(normal_form(word) for element in own for word in (element.text, element.description))
            entries = [row for name, state in app.states.items() if state.keys for row, _ in self.facts.rows_of(name)]
            written = self.facts.drafts.texts(app.forms)
            moved = has_moved(before.get(app.package), self.pages.shown.get(app.package))
            found |= {state for state, row in opened.items() if moved or says_another(row, entries, said, written)}
        return frozenset(found)

    def packages(self, screen: Screen) -> frozenset[str]:
        """The apps whose pages are followed: those that have a model, and the app in front."""
        return self.sources.packages | {screen.package}

    def withdraw(self, updates: tuple[Update, ...], at: datetime) -> None:
        """What these updates withdraw is not known any more."""
        if updates:
            self.take(Happened(Anticipation(updates), at, acted=False))

    def doubt(self, decision_input: DecisionInput, *, asked: bool) -> None:
        """What the considered action may have changed is unknown, also where only the next screen would say what."""
        changed = told_afterwards(decision_input.anticipation)
        self.facts.let_go(changed)
        emptied = self.facts.emptied(self.sources.emptied_by(decision_input.anticipation.consequences))
        self.withdraw(
            self.facts.doubted(decision_input.anticipation.updates, asked=asked) + self.facts.ended(changed) + emptied,
            decision_input.at,
        )

    def interrupted(self) -> None:
        """Nobody looked for a while: whichever app comes next, what it does not show is not known any more."""
        self.pages, self.unanswered = Pages(), Unanswered()
        self.outcomes.interrupted()
        self.so_before.look(lambda _: False)

    def has_lapsed(self, now: datetime) -> bool:
        """Whether the clock has ended something that is known; `look` again, and it is not."""
        return bool(self.facts.lapsed(now))

    def lose_sight(self, what: str) -> None:
        """The screen could not be had; until the next `look`, nothing that commits runs."""
        self.blind = Failure("observe", what)

    def change_specification(self, specification: Specification) -> None:
        """Another specification from here on; all that happened is told to it again."""
        specification = Specification(specification.rules, self.specification.states, specification.source)
        self.follow(specification)
        for happened in self.history:
            self._tell(happened)

    def weighing(
        self,
        anticipated: Anticipated,
        verdict: Verdict | None,
        drift: Collection[Drift] = (),
        grounds: Collection[Ground] = (),
        *,
        done: Collection[str],
    ) -> Weighing:
        """An action among all that is known; `done` is what was committed, or may have been."""
        return Weighing(
            anticipated,
            verdict,
            self.monitor,
            self.facts,
            self.objectives,
            {*done, *self.monitor.achieved},
            self.outcomes.came_about(self.facts),
            self.outcomes.unconfirmed | {self.objectives.get(name, name) for name in self.outcomes.undone(self.facts)},
            self.outcomes.stuck,
            self.outcomes.not_shown(self.facts) - self.sources.passing,
            self.sources.passing,
            self.began.date(),
            drift,
            grounds,
            of_pages=self.sources.of_pages,
            opened=self.sources.opened,
            forms=self.sources.forms,
            so_before=self.so_before,
            shown_by=self.sources.shown_by,
        )

    def choose(self, package: str, pinned: Collection[str]) -> None:
        """The agent is about to choose in an app what the rules leave open: what is so by now is so without that.

        But for what the app's pages say, which it may have opened for that; of the states `pinned` the rules say which.
        """
        if not self.so_before.chosen:
            self.so_before.choose(filter(self._is_so, self._state_predicates))
        self.so_before.forget(self.sources.on_pages.get(package, frozenset()).difference(pinned))

    def _is_so(self, predicate: StatePredicate) -> bool:
        """Whether a predicate is known to hold, or under `once` to have held; which `?x` it is of, nobody can say."""
        if any(map(is_bound, predicate.constraints)):
            return False
        if at_most(predicate) is not None:
            return predicate in self.facts.shown_once or is_shown(predicate, self.facts, self.began.date())
        return self.monitor.has_held(predicate) if predicate.once else is_met(predicate, self.facts, self.began.date())

    def asked_for(self, commits: Iterable[str]) -> bool:
        """Whether the rules ask for one of these."""
        return any(self.monitor.establishes(name) for name in commits)

    def take(self, happened: Happened) -> Observation:
        """Something happened: the monitor is told, it becomes what is known, and the history keeps it."""
        observation = self._tell(happened)
        self.history.add(happened)
        return observation

    def _tell(self, happened: Happened) -> Observation:
        self.reports.outdated()
        if happened.acted:
            judged = self.task.judged(happened.anticipation)
            take_for_granted(self.monitor, replace(happened.anticipation, updates=judged), happened.at)
            if left_out := [update for update in happened.anticipation.updates if update not in judged]:
                self.monitor.observe(left_out, now=happened.at)
            observation = Observation()
        else:
            observation = self.monitor.observe(happened.anticipation.updates, now=happened.at)
        self.note(happened)
        return observation

    def note(self, happened: Happened) -> None:
        """What happened becomes what is known; the monitor was told it already."""
        commits = bool(happened.anticipation.commits)
        origin = (FactOrigin.COMMITTED if commits else FactOrigin.ANTICIPATED) if happened.acted else FactOrigin.SEEN
        updates = happened.anticipation.updates
        if origin is FactOrigin.COMMITTED:  # what a page was opened for is told again, and not made so
            self.facts.note(
                [update for update in updates if update.state in self.sources.opened], FactOrigin.ANTICIPATED
            )
            updates = tuple(update for update in updates if update.state not in self.sources.opened)
        self.facts.note(updates, origin)


def told_afterwards(anticipation: Anticipation) -> frozenset[str]:
    """The states that are changed, and only the next screen says how."""
    told = {update.state for update in anticipation.updates}
    return (changed_by(anticipation.consequences) - told) | anticipation.partly


def _wanted_none(specification: Specification, predicates: Collection[StatePredicate]) -> frozenset[str]:
    """The tables of which the rules say only what is not to be there: no entry is forgotten in their favour."""
    for_some = {predicate.state for predicate in predicates if not predicate.holds_on_nothing}
    tables = {predicate.state for predicate in predicates if specification.states[predicate.state].keys}
    return frozenset(tables - for_some)


def _each_once(suspects: tuple[SuspectUpdate, ...]) -> tuple[SuspectUpdate, ...]:
    """A screen may say one thing by two readings; the agent hears it once."""
    return tuple({(id(suspect.predicate), suspect.misses): suspect for suspect in suspects}.values())
