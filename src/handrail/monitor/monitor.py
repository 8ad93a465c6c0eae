"""The monitor: follows one session's state updates and judges every action against a specification before it runs.

One step is `anticipate`, then `commit` if the action was executed (or `revert` if it was not), then `observe`. Pure
of everything but its own rows: no I/O, no clock. Source: docs/language.md.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from typing import NamedTuple, TypeAlias

from handrail.app.update import Assignment, Change, RefusedUpdate, Removal, Update, read_update
from handrail.error import Misuse
from handrail.language.diagnostic import excerpt
from handrail.language.rule import Predicate, Rule, StatePredicate
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS, Similarity
from handrail.language.specification import Specification
from handrail.language.value import Value
from handrail.monitor.changed import changed_rows
from handrail.monitor.ground import Ground, Met, ending_of, ground, met_now, step_towards
from handrail.monitor.join import Interpretation, meets, names_row
from handrail.monitor.program import CompiledPredicate, Program, compile_specification
from handrail.monitor.progress import Progress, pending_rules, report_progress
from handrail.monitor.soft_violation import agrees, missed_atom, misses, with_clock
from handrail.monitor.support import Support
from handrail.monitor.table import Table, Undo
from handrail.monitor.variable_index import Bits
from handrail.monitor.verdict import (
    Allow,
    Ask,
    Block,
    Observation,
    SuspectUpdate,
    Undecided,
    UnmetHead,
    UnmetRule,
    Verdict,
    Warn,
)

_ALLOW = Allow()
MOST_NAMES = 5


class _Withheld(NamedTuple):
    """An action that got a soft verdict, with all that makes two proposals the same (docs/language.md).

    Its updates are kept as they were: a caller who changes them afterwards does not insist on the same action.
    """

    action: Hashable
    commits: frozenset[str]
    updates: list[tuple[object, ...]]

    def is_repeated(self, action: Hashable, commits: frozenset[str], updates: tuple[Update, ...]) -> bool:
        """Whether exactly this is proposed again."""
        return (
            self.action == action
            and self.commits == commits
            and self.updates == [(update.state, update.set, update.delete) for update in updates]
        )


_Judged: TypeAlias = tuple[Table, Change, dict[str, Bits]]
"""An update that fits the app: what it changes in a table, and what that breaks there."""


@dataclass(frozen=True, slots=True)
class Known:
    """All that a monitor knows between two steps: what is achieved, and the rows of each state, as they are shown.

    `held` are the predicates under `once` that held before, by their numbers in the specification. Kept elsewhere, it
    makes another monitor of the same specification go on from here.
    """

    achieved: frozenset[str] = frozenset()
    rows: Mapping[str, tuple[Mapping[str, Value], ...]] = field(default_factory=dict)
    held: Mapping[str, Bits] = field(default_factory=dict)


@dataclass(slots=True)
class _Anticipated:
    """An action that may run and is not decided upon: its moment, what it achieves and changes, how to undo it."""

    moment: Interpretation
    achieves: frozenset[str]
    judged: Sequence[_Judged]
    undo: list[tuple[Table, Undo]]


class Monitor:
    """Judges the updates and commitments of one session against one specification.

    `clock` is when the session began, in its own time zone; it is needed only by a specification that names relative
    days or `Now`. `similarity` and `threshold` decide `~=`.
    """

    def __init__(
        self,
        specification: Specification,
        *,
        clock: datetime | None = None,
        similarity: Similarity = TRIGRAMS,
        threshold: float = DEFAULT_THRESHOLD,
    ) -> None:
        if not 0 < threshold <= 1:
            raise Misuse(f"a similarity threshold is above 0 and at most 1; {threshold} is not")

        def matches(wanted: str, found: str) -> bool:
            return similarity.matches(wanted, found, threshold)

        self.specification = specification
        self.similarity = similarity
        self.threshold = threshold
        self._timeless = Interpretation(clock.date() if clock else None, None, matches)
        self._program: Program = compile_specification(specification, self._timeless.today, matches)
        self._tables = {name: Table(program) for name, program in self._program.tables.items()}
        self._achieved: frozenset[str] = frozenset()
        self._pending_rules: tuple[Rule, ...] = ()
        self._pending: dict[str, Bits] = {}
        self._rule_of: dict[int, Rule] = {}
        self._held: dict[str, Bits] = dict.fromkeys(self._tables, 0)
        self._met_once: dict[int, tuple[Met, ...]] = {}
        self._step_ends: Interpretation | None = None
        self._anticipated: _Anticipated | None = None
        self._withheld: _Withheld | None = None
        self._broken: str | None = None
        self._reported: tuple[object, Progress] | None = None
        self._find_pending()
        if self._program.once:
            self._note_what_holds(replace(self._timeless, now=self._time_of_day(clock)) if clock else self._timeless)
        self._held_first, self._met_first = dict(self._held), dict(self._met_once)

    def another(self, known: Known | None = None) -> "Monitor":
        """A monitor of the same specification and clock that nothing has been told yet, or what is `known`.

        Compiles nothing. Costs the states of the specification, and the rows that are known. Raises `Misuse` for rows
        that do not fit the app.
        """
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)  # as `copy` does, which takes several times as long
        made._tables = {name: table.emptied() for name, table in self._tables.items()}
        made._achieved, made._held, made._met_once = frozenset(), dict(self._held_first), dict(self._met_first)
        made._step_ends = made._anticipated = made._withheld = made._broken = None
        if known is not None:
            made._tell(known)
        if made._achieved != self._achieved or made._held != self._held:
            made._find_pending()
        return made

    def _tell(self, known: Known) -> None:
        self._achieved = known.achieved & self._program.by_objective.keys()
        for name, bits in known.held.items():
            if name in self._held:
                self._held[name] |= bits & self._program.tables[name].all
        for name, rows in known.rows.items():
            for row in rows:
                change = read_update(Update(name, set=row), self.specification.states)
                if isinstance(change, RefusedUpdate):
                    raise Misuse(f"what is known does not fit the app: {change.reason}")
                table = self._tables.get(name)
                if table is not None and isinstance(change, Assignment):
                    table.assign(change, table.broken_by(change))

    def known(self) -> Known:
        """All that is known now, an anticipated action included. Costs the rows."""
        rows = {name: tuple(row.values for row in table.rows.values()) for name, table in self._tables.items()}
        held = {name: bits for name, bits in self._held.items() if bits}
        return Known(self._achieved, {name: group for name, group in rows.items() if group}, held)

    @property
    def achieved(self) -> frozenset[str]:
        """The objectives achieved so far."""
        return self._achieved

    @property
    def uses_clock(self) -> bool:
        """Whether what holds depends on the time of day, so that it may change while nothing happens."""
        return self._program.uses_clock

    def anticipate(
        self,
        updates: Iterable[Update] = (),
        commits: Collection[str] = (),
        *,
        action: Hashable = None,
        irreversible: bool = False,
        now: datetime | None = None,
    ) -> Verdict:
        """Judge a proposed action by what it is about to change and the objectives it commits.

        After `Allow` and `Ask` its updates stand until `commit` or `revert`; after `Warn` and `Block` they are already
        undone. `action` is whatever tells actions apart: an insistence must repeat it. Whatever breaks inside is a
        `Block`. Costs the variables that the updates name, and the rules of the objectives that are committed.
        """
        if isinstance(commits, str):
            raise Misuse(f"`commits` is a collection of names; write commits=[{commits!r}]")
        if self._anticipated is not None:
            self._demand_decided("anticipate another action")
        moment = self._moment(now) if self._program.uses_clock else self._timeless
        if not self._program.rules:  # nothing is asked for
            self._anticipated = _Anticipated(moment, frozenset(), (), [])
            return _ALLOW
        updates, commits = tuple(updates), frozenset(commits)
        withheld, self._withheld = self._withheld, None
        if self._broken is not None:
            return Block((Undecided(self._broken),))
        judged: list[_Judged] = []
        undo: list[tuple[Table, Undo]] = []
        try:
            if self._step_ends is not None:
                self._end_step()
            insists = withheld is not None and withheld.is_repeated(action, commits, updates)
            verdict = self._judge(updates, commits, irreversible, insists, moment, judged, undo)
        except Exception as error:
            verdict = Block((Undecided(f"verification failed: {error}"),))
        if isinstance(verdict, (Allow, Ask)):
            achieves = commits and commits & self._program.by_objective.keys()
            self._anticipated = _Anticipated(moment, achieves, judged, undo)
            return verdict
        if undo:
            _take_back(undo)
        if isinstance(verdict, Warn):
            self._withheld = _Withheld(action, commits, [_copied(update) for update in updates])
        return verdict

    def commit(self) -> None:
        """The anticipated action was executed: its objectives are achieved."""
        anticipated = self._decided("commit")
        if self._program.once:
            self._step_ends = anticipated.moment
        if not anticipated.achieves <= self._achieved:
            self._achieved |= anticipated.achieves
            self._find_pending()

    def revert(self) -> None:
        """The anticipated action was not executed after all: its updates are undone, nothing is achieved."""
        _take_back(self._decided("revert").undo)

    def grounds(self) -> tuple[Ground, ...]:
        """On what ground each objective of the anticipated action may be committed, in the order of their names.

        To be asked after `Allow` or `Ask`, until `commit` or `revert`. Costs what checking the commitments did.
        """
        if self._anticipated is None:
            raise Misuse("there is no anticipated action to ask about; `anticipate` one first")
        anticipated = self._anticipated
        if not anticipated.achieves:
            return ()
        support = self._support(anticipated.moment, anticipated.judged, anticipated.undo)
        found = (ground(name, support) for name in sorted(anticipated.achieves))
        return tuple(reason for reason in found if reason is not None)

    def step_towards(self, rule: UnmetRule) -> Ground:
        """On what ground the anticipated action is one step towards what a rule lacks; to be asked as `grounds` is."""
        if self._anticipated is None:
            raise Misuse("there is no anticipated action to ask about; `anticipate` one first")
        anticipated = self._anticipated
        lacking = tuple(predicate.predicate for predicate in rule.predicates)
        return step_towards(rule.rule, lacking, self._support(anticipated.moment, anticipated.judged, anticipated.undo))

    def establishes(self, objective: str) -> bool:
        """Whether some rule leads to an objective: whether it was asked for."""
        return objective in self._program.by_objective

    def forget_warning(self) -> None:
        """A warning that nobody heard does not count: the same action, proposed next, is no insistence."""
        self._withheld = None

    def names_row_of(self, update: Update, *, by: Callable[[Rule, str], bool] = lambda *_: True) -> bool:
        """Whether a pending rule speaks of the very row that an update is about: every key as it asks for it.

        `by`: of those of which that says so, given the rule and the state.
        """
        change = read_update(update, self.specification.states)
        table = None if isinstance(change, RefusedUpdate) else self._tables.get(change.state.name)
        if table is None or isinstance(change, RefusedUpdate) or not change.state.keys:
            return False
        row = table.known_by_key(change.key)
        pending = pending_rules(self._program.rules, self._achieved)
        return any(
            names_row(state, change.state.keys, row, self._timeless)
            for rule in pending
            if by(rule.rule, change.state.name)
            for state in rule.states
            if state.predicate.state == change.state.name
        )

    def named_states(self, objective: str | None) -> frozenset[str]:
        """The states that the rules for an objective (None: for the end) speak of, not counting those under `once`."""
        return frozenset(predicate.predicate.state for predicate in self._spoken_of(objective))

    def constrains(self, objective: str, state: str) -> frozenset[str]:
        """The variables of a state of which the rules for an objective speak, not counting those under `once`."""
        return frozenset(
            constraint.variable
            for predicate in self._spoken_of(objective)
            if predicate.predicate.state == state
            for constraint in predicate.predicate.constraints
        )

    def speaks_of(self, objective: str, updates: Iterable[Update], *, by: Predicate | None = None) -> bool:
        """Whether some of these updates is about a row of which a rule for the objective speaks.

        A row that is set must meet a predicate of such a rule afterwards, or have met one that wants none of it; a row
        that goes must have met one. The update must name a variable that the predicate constrains, so that another
        switch of one row is another matter. What depends on a `?x` or the clock counts as met where it is known.

        The updates are those of the anticipated action, or of one that was not anticipated yet; none is carried out.
        `by` asks about one predicate of those rules alone.
        """
        spoken_of = self._spoken_of(objective)
        predicates = [spoken for spoken in spoken_of if by is None or spoken.predicate == by]
        rows = (
            {(id(table), undo.key): undo.row for table, undo in reversed(self._anticipated.undo)}
            if self._anticipated
            else {}
        )
        for update in updates:
            change = read_update(update, self.specification.states)
            table = None if isinstance(change, RefusedUpdate) else self._tables.get(change.state.name)
            if table is None or isinstance(change, RefusedUpdate):
                continue
            atoms = [predicate for predicate in predicates if predicate.predicate.state == change.state.name]
            place = id(table), change.key
            before = rows[place] if place in rows else table.rows.get(change.key)
            if isinstance(change, Removal):
                rows[place] = None
                row = before or table.known_by_key(change.key)
                if any(meets(row, predicate, {}, self._timeless) for predicate in atoms):
                    return True
                continue
            rows[place] = after = table.assigned(before, change, table.broken_by(change))
            for atom in atoms:
                named = {constraint.variable for constraint in atom.predicate.constraints}
                if named and not named & change.compared.keys():
                    continue
                if meets(after, atom, {}, self._timeless):
                    return True
                if before is not None and atom.predicate.holds_on_nothing and meets(before, atom, {}, self._timeless):
                    return True
        return False

    def _spoken_of(self, objective: str | None) -> list[CompiledPredicate]:
        rules = self._program.rules_for(objective)
        return [state for rule in rules for state in rule.states if not state.predicate.once]

    def observe(self, updates: Iterable[Update], *, now: datetime | None = None) -> Observation:
        """Judge and apply what the app answered, in order. A suspect observation is a fact: applied, and reported.

        If an observation cannot be verified its error is raised, and nothing is allowed from then on: what the app
        shows is no longer known.
        """
        self._demand_decided("observe")
        if not self._program.rules:  # nothing is asked for
            return Observation()
        moment = self._moment(now)
        try:
            changes, suspects, refused = self._read(updates, moment, observed=True)
            for table, change, broken in changes:
                table.apply(change, broken)
            self._step_ends = moment if self._program.once else None
            self._end_step()
        except Exception as error:
            self._broken = f"an observation could not be verified: {error}"
            raise
        return Observation(tuple(suspects), tuple(refused))

    def finish(self, *, now: datetime | None = None) -> Allow | Block:
        """The agent says that it is done: some rule for `Done` must be satisfied now."""
        self._demand_decided("finish")
        if not self._program.rules:  # nothing is asked for
            return _ALLOW
        moment = self._moment(now)
        self._withheld = None
        if self._broken is not None:
            return Block((Undecided(self._broken),))
        try:
            self._end_step()
            lacking = self._support(moment).lacking(None)
        except Exception as error:
            return Block((Undecided(f"verification failed: {error}"),))
        return _ALLOW if lacking is None else Block((lacking,))

    def ending(self, *, now: datetime | None = None) -> Ground | None:
        """By which rule the task may end now, if there is one, and what in its rows met."""
        return ending_of(self._support(self._moment(now)))

    def holds(self, predicate: StatePredicate, *, now: datetime | None = None) -> bool:
        """Whether a predicate holds now, taken alone; one that stands in no rule does, as nobody wants it."""
        compiled = self._program.predicates.get(predicate)
        return compiled is None or self._support(self._moment(now)).holds_now(compiled)

    def has_held(self, predicate: StatePredicate) -> bool:
        """Whether a predicate under `once` was so, taken alone; one that stands in no rule was not."""
        compiled = self._program.predicates.get(predicate)
        return compiled is not None and bool(self._held[predicate.state] & compiled.bit)

    def progress(self, *, now: datetime | None = None) -> Progress:
        """How far the task has come: every rule, with what is achieved and what is lacking.

        Worked out once for as long as the rows are the same, unless the rules ask what time it is.
        """
        if self._program.uses_clock:
            return report_progress(self._support(self._moment(now)), self._pending_rules)
        rows = {name: (table.latest, table.rows.copy()) for name, table in self._tables.items()}
        stands = self._achieved, self._held.copy(), rows
        if self._reported is None or self._reported[0] != stands:
            self._reported = stands, report_progress(self._support(self._timeless), self._pending_rules)
        return self._reported[1]

    def _judge(
        self,
        updates: tuple[Update, ...],
        commits: frozenset[str],
        irreversible: bool,
        insists: bool,
        moment: Interpretation,
        judged: list[_Judged],
        undo: list[tuple[Table, Undo]],
    ) -> Verdict:
        changes, suspects, refused = self._read(updates, moment, observed=False)
        if suspects and len(changes) > 1:
            suspects = self._without_the_unselected(suspects, changes, moment)
        if not commits:  # what an update does to the rows is asked by commitments only, so a suspect one is not applied
            if refused:
                return Block((*refused, *suspects))
            if suspects and not insists:
                return Warn(tuple(suspects))
        judged += changes
        for table, change, broken in changes:
            undo.append((table, table.apply(change, broken)))
        if commits:
            unmet = self._unmet(commits, moment, changes, undo)
            if unmet or refused:
                return Block((*unmet, *refused, *suspects))
            if suspects and not insists:
                return Warn(tuple(suspects))
            unrequested = tuple(sorted(commits - self._program.by_objective.keys()))
            if unrequested:
                names = ", ".join(f"`{excerpt(name)}`" for name in unrequested[:MOST_NAMES])
                names += f" and {len(unrequested) - MOST_NAMES:,} more" if len(unrequested) > MOST_NAMES else ""
                return Ask(f"the action commits {names}, which nobody asked for", unrequested, tuple(suspects))
        elif irreversible:
            return Ask("the action cannot be undone, and nothing that was asked for needs it", (), tuple(suspects))
        return Allow(tuple(suspects)) if suspects else _ALLOW

    def _without_the_unselected(
        self, suspects: list[SuspectUpdate], changes: list[_Judged], moment: Interpretation
    ) -> list[SuspectUpdate]:
        """The suspects of states of which no other update of the action agrees with what is wanted."""
        agreed = {
            table.program.state.name
            for table, change, broken in changes
            if isinstance(change, Assignment)
            and agrees(
                change,
                with_clock(change, broken, table.program, moment),
                table.program,
                self._pending[table.program.state.name],
            )
        }
        return [suspect for suspect in suspects if suspect.update.state not in agreed]

    def _unmet(
        self,
        commits: frozenset[str],
        moment: Interpretation,
        changes: Sequence[_Judged],
        undo: Sequence[tuple[Table, Undo]],
    ) -> list[UnmetHead]:
        support = self._support(moment, changes, undo)
        known = sorted(commits & self._program.by_objective.keys())
        return [lacking for name in known if (lacking := support.lacking(name)) is not None]

    def _read(
        self, updates: Iterable[Update], moment: Interpretation, *, observed: bool
    ) -> tuple[list[_Judged], list[SuspectUpdate], list[RefusedUpdate]]:
        """Judge each update: what it changes in the tables that rules mention, and what is wrong with it."""
        changes: list[_Judged] = []
        suspects: list[SuspectUpdate] = []
        refused: list[RefusedUpdate] = []
        states = self.specification.states
        for update in updates:
            state: object = update.state  # from JSON it may be anything
            table = self._tables.get(state) if isinstance(state, str) else None
            if table is None:  # no rule mentions the state
                other = read_update(update, states)
                refused += [other] if isinstance(other, RefusedUpdate) else []
                continue
            read = table.read(update)
            if isinstance(read, RefusedUpdate):
                refused.append(read)
                continue
            change, broken = read
            if isinstance(change, Removal):
                changes.append((table, change, broken))
                continue
            program = table.program
            judged = with_clock(change, broken, program, moment) if program.clocked else broken
            atom = None
            if any(judged.values()):  # else there is nothing that a mention could miss
                atom = missed_atom(judged, program, self._pending[program.state.name], observed=observed)
            if atom is not None:
                rule, missed = self._rule_of[id(atom)], misses(change, atom, judged, moment)
                suspects.append(SuspectUpdate(update, rule, atom.predicate, missed))
            changes.append((table, change, broken))
        return changes, suspects, refused

    def _find_pending(self) -> None:
        """Which mentions count from now on; changes only when an objective is achieved."""
        pending = pending_rules(self._program.rules, self._achieved)
        self._pending_rules = tuple(compiled.rule for compiled in pending)
        self._pending = dict.fromkeys(self._tables, 0)
        self._rule_of = {}
        for compiled in pending:
            for predicate in compiled.states:
                if self._held[predicate.predicate.state] & predicate.bit:  # it was to be seen once, and was
                    continue
                self._pending[predicate.predicate.state] |= predicate.bit
                self._rule_of.setdefault(id(predicate), compiled.rule)

    def _end_step(self) -> None:
        """A step is over when the app's answer was observed, or when the next begins without one."""
        moment, self._step_ends = self._step_ends, None
        if moment is not None:
            self._note_what_holds(moment)

    def _note_what_holds(self, moment: Interpretation) -> None:
        """Keep for good which predicates under `once` hold now."""
        support = self._support(moment)
        new = [
            compiled_predicate
            for compiled_predicate in self._program.once
            if not support.held_before(compiled_predicate) and support.holds_now(compiled_predicate)
        ]
        for predicate in new:
            self._met_once[id(predicate)] = met_now(predicate, support)
            self._held[predicate.predicate.state] |= predicate.bit
        if new:
            self._find_pending()

    def _support(
        self, moment: Interpretation, changes: Sequence[_Judged] = (), undo: Sequence[tuple[Table, Undo]] = ()
    ) -> Support:
        changed = changed_rows(changes, undo) if undo else ()
        return Support(self._program, self._tables, self._achieved, self._held, moment, changed, self._met_once)

    def _moment(self, now: datetime | None) -> Interpretation:
        return replace(self._timeless, now=self._time_of_day(now)) if self._program.uses_clock else self._timeless

    def _time_of_day(self, now: datetime | None) -> time:
        if now is None:
            raise Misuse("the specification compares with Now; say what time it is at each step (`now=`)")
        return now.time().replace(microsecond=0)  # as the phone shows it, never converted: its clock may have changed

    def _decided(self, what: str) -> _Anticipated:
        if self._anticipated is None:
            raise Misuse(f"there is no anticipated action to {what}; `anticipate` one first")
        anticipated, self._anticipated = self._anticipated, None
        return anticipated

    def _demand_decided(self, what: str) -> None:
        if self._anticipated is not None:
            raise Misuse(f"cannot {what}: say first whether the last one was executed, by `commit` or `revert`")


def _take_back(undo: list[tuple[Table, Undo]]) -> None:
    for table, change in reversed(undo):
        table.take_back(change)


def _copied(update: Update) -> tuple[object, ...]:
    return (
        update.state,
        None if update.set is None else dict(update.set),
        None if update.delete is None else dict(update.delete),
    )
