"""Small worlds in which things collide: states, specifications, updates and whole runs for the monitor's tests.

Few types, few values and few names, so that texts are equal only in normal form, rows meet, objectives wait for
each other and a proposal is repeated. Left to chance alone nearly every action would be blocked, so many updates of
a run are made to fit a rule, and some of these are then spoilt. Every choice is one small integer, since a strategy
made anew for each list of options costs more than all else: an example takes a few milliseconds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from random import Random
from types import SimpleNamespace
from typing import Protocol, TypeAlias, assert_never

from hypothesis import strategies as st

from handrail.app.update import Raw, Update
from handrail.language.declaration import State, States, Variable, states_by_name
from handrail.language.operators import TABLE, Operator, Side, holds, operators_of
from handrail.language.printer import show_rules
from handrail.language.rule import (
    AT_LEAST_ONE,
    Constraint,
    Count,
    Done,
    Head,
    Literal,
    Now,
    Objective,
    ObjectivePredicate,
    Predicate,
    RelativeDay,
    Rule,
    RuleVariable,
    StatePredicate,
    Term,
)
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS
from handrail.language.specification import Specification
from handrail.language.value import Type
from monitor.naive_twin import Observed, Outcome

TODAY = date(2025, 7, 17)
KOREA = timezone(timedelta(hours=9))

OPTIONS = ("Work", "Play")
"""Of every Enum; they are also texts, so that Text and Enum can be joined."""

TYPES = (Type.TEXT, Type.NUMBER, Type.BOOLEAN, Type.ENUM, Type.DATE, Type.TIME, Type.TEXT, Type.NUMBER, Type.TIME)

TEXTS = ("Work", "play", "ＷＯＲＫ ", "Work meeting", "work  Meetings", "", "play, Work", "work ,Play,")
RAW: Mapping[Type, Sequence[Raw]] = {
    Type.TEXT: TEXTS,
    Type.NUMBER: (1, 2, 1.0, Decimal("1.50")),
    Type.BOOLEAN: (True, False),
    Type.ENUM: ("Work", "play", " WORK"),
    Type.DATE: ("2025-07-17", "2025-07-18", TODAY, "2025-07-16"),
    Type.TIME: ("9:00", "7:00 PM", time(9), "09:00:30"),
}
"""Values as an app reports them; the first few are those that a constant or another row most likely has."""

STRAY: Mapping[Type, Sequence[Raw]] = {
    Type.TEXT: ("Groceries",),
    Type.NUMBER: (7,),
    Type.BOOLEAN: (True, False),
    Type.ENUM: ("Play", "Work"),
    Type.DATE: ("2025-08-01",),
    Type.TIME: ("23:15",),
}
"""What hardly any constant is."""

LOWEST: Mapping[Type, Raw] = {Type.NUMBER: -1, Type.DATE: "2025-07-01", Type.TIME: "00:00"}
HIGHEST: Mapping[Type, Raw] = {Type.NUMBER: Decimal("9.5"), Type.DATE: "2025-12-31", Type.TIME: "23:59:59"}

MISFITS: Mapping[Type, Sequence[Raw]] = {
    Type.TEXT: (True, ["Work"], "\ud83d"),
    Type.NUMBER: (True, "1", float("nan")),
    Type.BOOLEAN: (1, "true"),
    Type.ENUM: ("Rest", 1),
    Type.DATE: ("2025-7-17", datetime(2025, 7, 17)),  # noqa: DTZ001 - a datetime is no date, with or without zone
    Type.TIME: ("25:00", 9),
}

TERMS: Mapping[Type, Sequence[Term]] = {
    Type.TEXT: (Literal("Work"), Literal("Work meeting"), Literal("WORK "), Literal(""), Literal("Work, play")),
    Type.NUMBER: (Literal(Decimal(1)), Literal(Decimal("1.0")), Literal(Decimal(2))),
    Type.BOOLEAN: (Literal(True), Literal(False)),
    Type.ENUM: (Literal("Work"), Literal("play")),
    Type.DATE: (RelativeDay(0), Literal(TODAY), RelativeDay(1), RelativeDay(-1)),
    Type.TIME: (Literal(time(9)), Now(), Literal(time(19)), Now()),
}
PARTS = (Literal("work"), Literal("MEETING"), Literal("k m"), Literal("Play, work"))
"""A start, an end and a middle of the texts above, and two names of a set."""

EQUALITIES = (Operator.EQUAL,) * 5 + (Operator.NOT_EQUAL, Operator.IN, Operator.NOT_IN)
MEMBERSHIPS = tuple(operator for operator, entry in TABLE.items() if entry.single is not None)
STRICT = (Operator.LESS, Operator.GREATER)
OF_PARTS = tuple(
    operator for operator, entry in TABLE.items() if entry.relation is not None and entry.relation.is_to_a_part
)
OPERATORS: Mapping[Type, Sequence[Operator]] = {
    kind: (*EQUALITIES, *(operator for operator in operators_of(kind) if operator not in EQUALITIES)) for kind in Type
}
COUNTS = (
    *(AT_LEAST_ONE,) * 9,
    Count(Operator.EQUAL, 0),
    Count(Operator.EQUAL, 0),
    Count(Operator.LESS_OR_EQUAL, 1),
    Count(Operator.GREATER_OR_EQUAL, 2),
    Count(Operator.GREATER_OR_EQUAL, 2),
    Count(Operator.GREATER_OR_EQUAL, 0),
    Count(Operator.EQUAL, 1),
    Count(Operator.GREATER, 1),
    Count(Operator.LESS, 2),
)


RANDOMS = st.randoms(use_true_random=False)


def _chance(random: Random, percent: int) -> bool:
    """Whether something happens; an example shrinks towards its not happening."""
    return random.randrange(100) >= 100 - percent


# States.


SHAPES = (
    ("Alarm",),
    ("Screen",),
    ("Alarm", "Screen"),
    ("Alarm", "Seat"),
    ("Alarm", "Screen"),
    ("Seat", "Screen"),
    ("Alarm", "Seat"),
    ("Alarm", "Seat", "Screen"),
)


@st.composite
def worlds(draw: st.DrawFn) -> States:
    """One to three states: a table with one key, a table with two, a state without keys."""
    random = draw(RANDOMS)
    types = [random.choice(TYPES) for _ in range(random.choice((2, 3)))]  # few, so that most variables can be joined

    def variable(name: str, *, key: bool = False) -> Variable:
        variable_type = random.choice(types)
        is_set = variable_type is Type.TEXT and _chance(random, 15)
        is_code = variable_type is Type.TEXT and not is_set and _chance(random, 15)
        return Variable(name, variable_type, key, OPTIONS if variable_type is Type.ENUM else (), "", is_set, is_code)

    def declared(shape: str) -> State:
        match shape:
            case "Alarm":
                return State.of(shape, variable("label", key=True), variable("a"), variable("b"))
            case "Seat":
                return State.of(shape, variable("row", key=True), variable("a"), variable("column", key=True))
            case _:
                return State.of(shape, variable("a"), variable("b"), variable("3d"))

    return states_by_name(declared(shape) for shape in random.choice(SHAPES))


# Specifications.


def _names_for(variable_type: Type) -> tuple[str, ...]:
    """The names of `?x` that only this type uses, so that predicates of any origin can meet in a rule."""
    kind = "text" if variable_type.is_textual else variable_type.lower()
    return kind, f"other_{kind}"


@dataclass(slots=True)
class _RuleWriter:
    """The body of one rule, predicate by predicate: whatever uses a `?x` comes after what binds it."""

    random: Random
    states: States
    counts: Sequence[Count]
    percent_bound: int
    bound: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)

    def predicate(self, earlier: Sequence[StatePredicate]) -> StatePredicate:
        """A new one, or one that another rule has too."""
        usable = [predicate for predicate in earlier if _bound_by(predicate) | self.bound >= _used_by(predicate)]
        if usable and _chance(self.random, 40):
            again = self.random.choice(usable)
            self.bound |= _bound_by(again)
            self.used.add(again.state)
            return again
        joinable = [(state, variable) for state in self.states.values() for variable in self.joinable(state)]
        count = self.random.choice(COUNTS if joinable and _chance(self.random, 50) else self.counts)
        constraints: list[Constraint] = []
        if joinable and _chance(self.random, 80):
            elsewhere = [pair for pair in joinable if pair[0].name not in self.used]
            state, variable = self.random.choice(elsewhere or joinable)
            constraints.append(self.joined(variable))
        else:
            state = self.states[self.random.choice(tuple(self.states))]
        for _ in range(self.random.choice((1, 2, 1, 2, 1, 2, 2, 3, 1, 0)) - len(constraints)):
            variable = self.random.choice(tuple(state.variables.values()))
            if _chance(self.random, 5) or all(variable.name != other.variable for other in constraints):
                constraints.append(self.constraint(variable, count))
        self.used.add(state.name)
        predicate = StatePredicate(state.name, tuple(constraints), count)
        has_variable = any(isinstance(term, RuleVariable) for constraint in constraints for term in constraint.terms)
        return predicate if has_variable or not _chance(self.random, 15) else replace(predicate, once=True)

    def joinable(self, state: State) -> list[Variable]:
        return [variable for variable in state.variables.values() if self.bound.intersection(_names_for(variable.type))]

    def joined(self, variable: Variable) -> Constraint:
        """Compared with a `?x` that another predicate binds."""
        term = RuleVariable(self.random.choice([name for name in _names_for(variable.type) if name in self.bound]))
        operator = self.random.choice((Operator.EQUAL, *dict.fromkeys(OPERATORS[variable.type])))
        if operator in MEMBERSHIPS:
            return Constraint(variable.name, operator, (*self.constants(variable.type), term))
        return Constraint(variable.name, operator, term)

    def constraint(self, variable: Variable, count: Count) -> Constraint:
        if not count.holds(0) and _chance(self.random, self.percent_bound):
            names = _names_for(variable.type)
            name = self.random.choice((*names, *names, "_") if count == AT_LEAST_ONE else (*names, "_", "_"))
            self.bound |= {name} - {"_"}
            return Constraint(variable.name, Operator.EQUAL, RuleVariable(name))
        operator = self.random.choice(OPERATORS[variable.type])
        if operator in OF_PARTS:
            return Constraint(variable.name, operator, self.random.choice(PARTS))
        if operator in MEMBERSHIPS:
            return Constraint(variable.name, operator, self.constants(variable.type))
        return Constraint(variable.name, operator, self.random.choice(TERMS[variable.type]))

    def constants(self, variable_type: Type) -> tuple[Term, ...]:
        terms = TERMS[variable_type]
        return tuple(self.random.choice(terms) for _ in range(self.random.choice((1, 2))))


def _used_by(predicate: StatePredicate) -> set[str]:
    terms = (term for constraint in predicate.constraints for term in constraint.terms)
    return {term.name for term in terms if isinstance(term, RuleVariable) and not term.is_anonymous}


def _bound_by(predicate: StatePredicate) -> set[str]:
    if predicate.holds_on_nothing:
        return set()
    equalities = [constraint for constraint in predicate.constraints if constraint.operator is Operator.EQUAL]
    return _used_by(StatePredicate(predicate.state, tuple(equalities)))


@st.composite
def specifications(draw: st.DrawFn, states: States) -> Specification:
    """Up to three objectives, each of which may need those before it, with one or two rules each and for Done.

    Not everything comes everywhere: next to counts and `?x`, which no update contradicts, nothing would be suspect.
    """
    random = draw(RANDOMS)
    counts = random.choice(((AT_LEAST_ONE,), COUNTS))
    percent_bound = random.choice((0, 60))
    names = random.choice((("Find",), ("Find", "Pay"), ("Find", "Done", "Pay"), ("Find", "Book", "Pay"), ()))
    heads: list[Head] = [Objective(name) for name in names]
    rules: list[Rule] = []
    earlier: list[StatePredicate] = []
    for position, head in enumerate((*heads, Done())):
        for _ in range(random.choice((1, 2, 1))):
            writer = _RuleWriter(random, states, counts, percent_bound)
            body: list[Predicate] = []
            for _ in range(random.choice((1, 2, 3, 2, 1, 2, 2, 2, 3, 0) if names else (1, 2, 2))):
                predicate = writer.predicate(earlier)
                earlier.append(predicate)
                body.append(predicate)
            needs = names[max(0, position - 2) : position]
            body += [ObjectivePredicate(name, _chance(random, 50)) for name in needs if _chance(random, 60)]
            if _chance(random, 30):
                body.reverse()
            rules.append(Rule(tuple(body), head))
    if _chance(random, 20):
        rules.reverse()
    return Specification.parse(show_rules(rules), SimpleNamespace(states=states))


# Updates.


@st.composite
def updates_of(draw: st.DrawFn, states: States) -> Update:
    """Any update: mostly values for a row, sometimes the end of one, and sometimes one that must be refused."""
    return _any_update(draw(RANDOMS), states)


def _any_update(random: Random, states: States) -> Update:
    state = states[random.choice(tuple(states))]
    keys = {key: random.choice(RAW[state.variables[key].type]) for key in state.keys}
    if _chance(random, 20):
        update = Update(state.name, delete=keys)
    else:
        others = {variable.name: _raw(random, variable) for variable in _some_others(random, state)}
        update = Update(state.name, set=keys | others)
    return _refusable(random, state, update) if _chance(random, 8) else update


def _some_others(random: Random, state: State) -> list[Variable]:
    others = [variable for variable in state.variables.values() if not variable.key]
    chosen = random.randrange(2 ** len(others))
    return [variable for place, variable in enumerate(others) if chosen >> place & 1]


def _raw(random: Random, variable: Variable) -> Raw:
    return random.choice((*RAW[variable.type], None))


def _stray(random: Random, state: State) -> Update:
    """A row that is hardly anything that a rule speaks of."""
    values: dict[str, Raw] = {}
    for variable in state.variables.values():
        if variable.key:
            values[variable.name] = random.choice((*STRAY[variable.type], *RAW[variable.type]))
        else:  # null meets no constraint at all
            values[variable.name] = None if _chance(random, 40) else random.choice(STRAY[variable.type])
    return Update(state.name, set=values)


def _refusable(random: Random, state: State, update: Update) -> Update:
    """The update with one thing wrong."""
    named = dict(update.set or update.delete or {})
    variable = random.choice(tuple(state.variables.values()))
    key = random.choice(state.keys) if state.keys else None
    wrong = [
        Update(state.name, set=named | {"colour": 1}),
        Update(state.name, set=named | {variable.name: random.choice(MISFITS[variable.type])}),
        Update(state.name, set=named, delete={}),
        Update(state.name, delete=named | {"a": random.choice(RAW[state.variables["a"].type])}),
        Update(state.name),
        Update("Colour", set=named),
    ]
    if key is not None:
        wrong.append(Update(state.name, set=named | {key: None}))
        wrong.append(Update(state.name, set={name: value for name, value in named.items() if name != key}))
    return random.choice(wrong)


def _fulfilling(random: Random, rule: Rule, states: States) -> list[Update]:
    """Updates after which the rule's state predicates hold, as far as one can tell without evaluating them."""
    bound: dict[str, Raw] = {}
    updates: list[Update] = []
    for predicate in rule.body:
        if isinstance(predicate, StatePredicate) and not predicate.holds_on_nothing:
            rows = predicate.count.number + (predicate.count.operator is Operator.GREATER)
            updates += [_row_for(random, predicate, states[predicate.state], bound) for _ in range(rows)]
    return updates


def _row_for(random: Random, predicate: StatePredicate, state: State, bound: dict[str, Raw]) -> Update:
    values: dict[str, Raw] = {}
    for constraint in predicate.constraints:
        variable = state.variables[constraint.variable]
        values[variable.name] = _value_for(random, constraint, variable, bound)
    for key in state.keys:
        if key not in values:
            values[key] = random.choice(RAW[state.variables[key].type])
    return Update(state.name, set=values)


def _value_for(random: Random, constraint: Constraint, variable: Variable, bound: dict[str, Raw]) -> Raw:
    """A value that most likely meets the constraint."""
    entry, term = TABLE[constraint.operator], random.choice(constraint.terms)
    if entry.denies:
        return random.choice(STRAY[variable.type])
    if constraint.operator in STRICT:
        return (LOWEST if entry.side is Side.BELOW else HIGHEST)[variable.type]
    if entry.relation is not None and isinstance(term, Literal):
        wanted = variable.comparable(term.value)
        meeting = [raw for raw in TEXTS if holds(constraint.operator, variable.comparable(raw), [wanted], _alike)]
        return random.choice(meeting or [term.value])
    match term:
        case Literal(value):
            return value
        case RelativeDay(days):
            return TODAY + timedelta(days=days)
        case Now():
            return time(9)
        case RuleVariable(name):
            values = ("Work", "play", "") if variable.type is Type.TEXT else RAW[variable.type]
            return random.choice(values) if term.is_anonymous else bound.setdefault(name, random.choice(values))
        case _:
            assert_never(term)


def _alike(wanted: str, found: str) -> bool:
    return TRIGRAMS.matches(wanted, found, DEFAULT_THRESHOLD)


# Runs.


@dataclass(frozen=True, slots=True)
class Anticipate:
    """A proposed action. `executed` says what becomes of it where it is allowed, or a person is asked."""

    updates: tuple[Update, ...] = ()
    commits: tuple[str, ...] = ()
    action: str = "tap"
    irreversible: bool = False
    now: datetime | None = None
    executed: bool = True


@dataclass(frozen=True, slots=True)
class Observe:
    """What the app answers."""

    updates: tuple[Update, ...]
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """The agent says that it is done."""

    now: datetime | None = None


Step: TypeAlias = Anticipate | Observe | Finish


@dataclass(frozen=True, slots=True)
class Script:
    """A run from the first step to the last, and when it begins."""

    clock: datetime
    steps: tuple[Step, ...]


class Session(Protocol):
    """What a script is played to: the twin, or the monitor behind the same five methods."""

    def anticipate(
        self,
        updates: Sequence[Update],
        commits: Sequence[str] = (),
        *,
        action: object = None,
        irreversible: bool = False,
        now: datetime | None = None,
    ) -> Outcome: ...

    def commit(self) -> None: ...

    def revert(self) -> None: ...

    def observe(self, updates: Sequence[Update], now: datetime | None = None) -> Observed: ...

    def finish(self, now: datetime | None = None) -> bool: ...


def play(script: Script, session: Session) -> Iterator[tuple[Step, Outcome | Observed | bool]]:
    """Each step with its answer, as it happens."""
    for step in script.steps:
        match step:
            case Anticipate(updates, commits, action, irreversible, now, executed):
                outcome = session.anticipate(updates, commits, action=action, irreversible=irreversible, now=now)
                if outcome.kind in ("allow", "ask"):
                    (session.commit if executed else session.revert)()
                yield step, outcome
            case Observe(updates, now):
                yield step, session.observe(updates, now)
            case Finish(now):
                yield step, session.finish(now)
            case _:
                assert_never(step)


CLOCKS = (
    datetime(2025, 7, 17, 9, 0, 0, 600_000),  # noqa: DTZ001 - a naive clock is taken as it stands
    datetime(2025, 7, 17, 0, 30, tzinfo=KOREA),  # in UTC it is still the day before
)
MOMENTS = (time(9), time(9, 0, 30, 999_999), time(19), time(23, 59, 59), time(0))


def _moment(random: Random, clock: datetime) -> datetime | None:
    """None, a time of the first day, or the midnight after it, as a phone in this zone or another shows it."""
    if not _chance(random, 50):
        return None
    wall = random.choice(MOMENTS)
    moment = datetime.combine(TODAY + timedelta(days=wall == time(0)), wall, clock.tzinfo)
    return moment.replace(tzinfo=UTC) if clock.tzinfo is not None and _chance(random, 50) else moment


def objectives_of(specification: Specification) -> list[str]:
    """The names of its objectives, in the order of the rules."""
    heads = [rule.head for rule in specification.rules]
    return list(dict.fromkeys(head.name for head in heads if isinstance(head, Objective)))


@st.composite
def commits_of(draw: st.DrawFn, specification: Specification) -> tuple[str, ...]:
    """None, one or several objectives, sometimes with one that the specification does not have."""
    return _any_commits(draw(RANDOMS), specification)


def _any_commits(random: Random, specification: Specification) -> tuple[str, ...]:
    names = objectives_of(specification)
    count = random.choice((0, 1, 0, 1, 2)) if names else 0
    known = [random.choice(names) for _ in range(count)]
    return (*known, random.choice(("Done", "Share"))) if _chance(random, 15) else tuple(known)


def _contradictable(specification: Specification) -> list[str]:
    """The states of which every mention says something that an update alone can contradict, or else all."""
    mentions = [predicate for rule in specification.rules for predicate in rule.body]
    beyond = {p.state for p in mentions if isinstance(p, StatePredicate) and not _is_contradictable(p)}
    mentioned = {p.state for p in mentions if isinstance(p, StatePredicate)}
    return [name for name in specification.states if name in mentioned - beyond] or list(specification.states)


def _is_contradictable(predicate: StatePredicate) -> bool:
    return not predicate.holds_on_nothing and any(
        not any(isinstance(term, RuleVariable) for term in constraint.terms) for constraint in predicate.constraints
    )


TURNS = ("go on",) * 5 + ("stray",) * 3 + ("wander",) * 2 + ("observe", "undo", "undo", "again", "finish")


@dataclass(slots=True)
class _ScriptWriter:
    """A run step by step. Mostly it goes about the objectives in order, as an agent does that means well."""

    random: Random
    specification: Specification
    clock: datetime
    steps: list[Step] = field(default_factory=list)
    reached: int = 0
    proposed: Anticipate | None = None

    def take_turn(self) -> None:
        match self.random.choice(TURNS):
            case "go on":
                self.go_on()
            case "stray":
                self.go_astray()
            case "wander":
                self.propose(self.updates(), _any_commits(self.random, self.specification))
            case "observe":
                self.observe(self.updates())
            case "undo":
                self.undo()
            case "again" if self.proposed is not None:
                self.repeat(self.proposed)
            case _:
                self.finish()

    def go_on(self) -> None:
        """Towards the next objective: what its rule asks for is there, or is made, or comes with the commitment."""
        heads: list[Head] = [*(Objective(name) for name in objectives_of(self.specification)), Done()]
        head = heads[min(self.reached, len(heads) - 1)]
        rule = self.random.choice([rule for rule in self.specification.rules if rule.head == head])
        updates = tuple(self.spoilt(update) for update in _fulfilling(self.random, rule, self.specification.states))
        commits = (head.name,) if isinstance(head, Objective) else ()
        match self.random.choice(("at once", "made first", "seen first", "too early", "beside", "beside")):
            case "at once":
                self.propose(updates, (*commits, *_any_commits(self.random, self.specification)))
            case "made first":
                self.propose(updates, ())
                self.propose((), commits)
            case "seen first":
                self.observe(updates)
                self.propose((), commits)
            case "beside":
                self.observe(updates)
                self.propose(tuple(self.elsewhere(update) for update in updates), commits)
            case _:
                proposed = self.propose((self.stray(),), commits)
                self.observe(updates)
                self.repeat(proposed)
        self.reached += _chance(self.random, 80)

    def elsewhere(self, update: Update) -> Update:
        """A change in the same table that may be of another row: what is there already is no ground for it."""
        state = self.specification.states[update.state]
        keys = {key: (update.set or {}).get(key) for key in state.keys}
        if _chance(self.random, 60):
            keys = {
                key: self.random.choice((*STRAY[state.variables[key].type], *RAW[state.variables[key].type]))
                for key in keys
            }
        if _chance(self.random, 40):
            return Update(update.state, delete=keys)
        others = {variable.name: _raw(self.random, variable) for variable in _some_others(self.random, state)}
        return Update(update.state, set=others | keys)

    def go_astray(self) -> None:
        """What nobody asked for, and mostly the same again: at once, or after something else."""
        commits = _any_commits(self.random, self.specification) if _chance(self.random, 30) else ()
        proposed = self.propose((self.stray(),), commits)
        match self.random.choice(("at once",) * 4 + ("observe", "finish", "propose", "anything")):
            case "observe":
                self.observe(self.updates())
            case "finish":
                self.finish()
            case "propose":
                self.propose(self.updates(), ())
            case "anything":
                self.take_turn()
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 0))):
            self.repeat(proposed)

    def stray(self) -> Update:
        return _stray(self.random, self.specification.states[self.random.choice(_contradictable(self.specification))])

    def undo(self) -> None:
        """What a rule asks for is there no longer; who commits its objective once more may still not have noticed."""
        rule = self.random.choice(self.specification.rules)
        rows = _fulfilling(self.random, rule, self.specification.states)
        self.observe(tuple(self.undone(update) for update in rows))
        if isinstance(rule.head, Objective) and _chance(self.random, 40):
            self.propose((), (rule.head.name,))

    def undone(self, update: Update) -> Update:
        variables = self.specification.states[update.state].variables
        named = update.set or {}
        keys = {name: value for name, value in named.items() if variables[name].key}
        if _chance(self.random, 50):
            return Update(update.state, delete=keys)
        return Update(update.state, set=keys | {name: None for name in named if name not in keys})

    def observe(self, updates: tuple[Update, ...]) -> None:
        self.steps.append(Observe(updates, self.now()))

    def finish(self) -> None:
        self.steps.append(Finish(self.now()))

    def propose(self, updates: tuple[Update, ...], commits: tuple[str, ...]) -> Anticipate:
        if _chance(self.random, 4):
            states = self.specification.states
            updates = (*updates, _refusable(self.random, states[self.random.choice(tuple(states))], Update("")))
        action = self.random.choice(("tap", "swipe"))
        irreversible, executed = _chance(self.random, 15), not _chance(self.random, 15)
        self.proposed = Anticipate(updates, commits, action, irreversible, self.now(), executed)
        self.steps.append(self.proposed)
        return self.proposed

    def repeat(self, step: Anticipate) -> None:
        """The same once more, but perhaps not by every measure: now and `irreversible` do not count, the rest does."""
        commits = (step.commits[1:] if step.commits else ("Share",)) if _chance(self.random, 10) else step.commits[::-1]
        action = "swipe" if _chance(self.random, 15) else step.action
        irreversible = step.irreversible or _chance(self.random, 10)
        self.steps.append(
            Anticipate(step.updates, commits, action, irreversible, self.now(), not _chance(self.random, 30))
        )

    def updates(self) -> tuple[Update, ...]:
        states = self.specification.states
        match self.random.choice(("any", "fulfilling", "stray", "any", "fulfilling")):
            case "any":
                return tuple(_any_update(self.random, states) for _ in range(self.random.choice((1, 2, 1, 3))))
            case "stray":
                return (self.stray(),)
            case _:
                return tuple(_fulfilling(self.random, self.random.choice(self.specification.rules), states))

    def spoilt(self, update: Update) -> Update:
        """The update, or the update with another value in one place."""
        if not update.set or not _chance(self.random, 20):
            return update
        named = dict(update.set)
        variable = self.specification.states[update.state].variables[self.random.choice(tuple(named))]
        named[variable.name] = self.random.choice(RAW[variable.type]) if variable.key else _raw(self.random, variable)
        return Update(update.state, set=named)

    def now(self) -> datetime | None:
        return _moment(self.random, self.clock)


@st.composite
def scripts(draw: st.DrawFn, specification: Specification) -> Script:
    """A run of a few steps that ends with the agent saying that it is done."""
    random = draw(RANDOMS)
    clock = random.choice(CLOCKS)
    writer = _ScriptWriter(random, specification, clock)
    for _ in range(random.choice((2, 3, 4, 5, 6, 7, 8))):
        writer.take_turn()
    writer.finish()
    return Script(clock, tuple(writer.steps))
