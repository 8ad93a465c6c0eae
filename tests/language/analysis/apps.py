"""What the specifications of these tests are about, and how hypothesis writes and runs them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from random import Random

from hypothesis import reject
from hypothesis import strategies as st

from handrail.language.analysis import Row, Run, RunStep, Seen, Tables
from handrail.language.declaration import State, States, Variable, states_by_name
from handrail.language.diagnostic import SpecificationError
from handrail.language.operators import TABLE, Operator, operators_of
from handrail.language.rule import Done, Objective
from handrail.language.specification import Specification
from handrail.language.value import Type, Value, comparable
from language.analysis.naive import Naive

CLOCK = datetime(2025, 3, 10, 9, 0)  # noqa: DTZ001  # a naive session clock is taken as it stands


@dataclass(frozen=True)
class App:
    states: States


def app(*states: State) -> App:
    return App(states_by_name(states))


RESTAURANT = app(
    State.of("RestaurantInfo", Variable("name", Type.TEXT)),
    State.of(
        "ReserveInfo",
        Variable("date", Type.DATE),
        Variable("time", Type.TIME),
        Variable("available", Type.BOOLEAN),
    ),
    State.of("ReserveResult", Variable("success", Type.BOOLEAN)),
)

PHONE = app(
    State.of(
        "Alarm",
        Variable("label", Type.TEXT, key=True),
        Variable("time", Type.TIME),
        Variable("on", Type.BOOLEAN),
        Variable("volume", Type.NUMBER),
    ),
    State.of("Community", Variable("name", Type.TEXT, key=True), Variable("joined", Type.BOOLEAN)),
    State.of(
        "Post",
        Variable("community", Type.TEXT),
        Variable("title", Type.TEXT),
        Variable("votes", Type.NUMBER),
        Variable("day", Type.DATE),
        Variable("sort", Type.ENUM, options=("Hot", "New", "Top")),
        Variable("view", Type.ENUM, options=("Card", "Compact")),
    ),
    State.of("Switch", Variable("side", Type.ENUM, key=True, options=("Left", "Right")), Variable("on", Type.BOOLEAN)),
)

PAPER = """
RestaurantInfo(name = "R") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve & ReserveResult(success = true) -> Done
RestaurantInfo(name = "R") & ReserveInfo(date = Today, time < 19:00, available != true) -> Done
"""

SMALL = app(
    State.of(
        "One",
        Variable("flag", Type.BOOLEAN),
        Variable("size", Type.NUMBER),
        Variable("name", Type.TEXT),
        Variable("mode", Type.ENUM, options=("Red", "Blue", "Work")),
        Variable("at", Type.TIME),
        Variable("day", Type.DATE),
    ),
    State.of(
        "Many",
        Variable("label", Type.TEXT, key=True),
        Variable("size", Type.NUMBER),
        Variable("flag", Type.BOOLEAN),
    ),
    State.of("Few", Variable("side", Type.BOOLEAN, key=True), Variable("size", Type.NUMBER)),
)

_CONSTANTS = {
    Type.BOOLEAN: ("true", "false"),
    Type.NUMBER: ("1", "2", "2.5"),
    Type.TEXT: ('"Work"', '"work out"', '"Red"', '"Red work"', '""'),
    Type.ENUM: ('"Red"', '"Blue"', '"Work"'),
    Type.TIME: ("9:00", "Now", "19:00"),
    Type.DATE: ("Today", "Tomorrow", "2025-03-11"),
}
_JOINED = {Type.BOOLEAN: "?b", Type.NUMBER: "?n", Type.TEXT: "?t", Type.ENUM: "?t", Type.TIME: "?i", Type.DATE: "?d"}


@st.composite
def constraints(draw: st.DrawFn, variable: Variable, bound: frozenset[str]) -> str:
    kind = variable.type
    operator = draw(st.sampled_from((Operator.EQUAL, *operators_of(kind))))
    relation = TABLE[operator].relation
    terms = [*_CONSTANTS[kind]]
    if relation is not None and relation.is_to_a_part:
        terms.remove('""')  # an empty part says nothing, and the checker refuses it
    if TABLE[operator].single is not None:
        values = draw(st.lists(st.sampled_from(terms), min_size=1, max_size=2))
        return f"{variable.name} {operator} [{', '.join(values)}]"
    if operator is Operator.EQUAL or _JOINED[kind] in bound:
        terms += [_JOINED[kind]] * 3
    return f"{variable.name} {operator} {draw(st.sampled_from(terms))}"


@st.composite
def bodies(draw: st.DrawFn, objectives: Sequence[str] = (), least: int = 0) -> str:
    """The body of a rule, with at least so many state predicates; its rule variables are usually bound."""
    parts: list[str] = []
    bound: frozenset[str] = frozenset()
    for _ in range(draw(st.integers(least, 2))):
        state = SMALL.states[draw(st.sampled_from(sorted(SMALL.states)))]
        names = draw(st.lists(st.sampled_from(sorted(state.variables)), max_size=2))
        count = draw(st.sampled_from(["", "", "", "[>= 2]", "[= 0]", "[<= 1]", "[= 1]"]))
        written = [draw(constraints(state.variables[name], bound)) for name in names]
        if count in ("[= 0]", "[<= 1]"):
            loose = {text.split()[-1] for text in written} - bound
            written = [text for text in written if not (text.split()[-1] in loose and "?" in text)]
        bound |= {text.split()[-1] for text in written if " = ?" in text}
        once = "once " * (draw(st.integers(0, 5)) == 5 and "?" not in "".join(written))
        parts.append(f"{once}{state.name}({', '.join(written)}){count}")
    chosen = draw(st.lists(st.sampled_from(objectives), max_size=2, unique=True)) if objectives else ()
    parts.extend(draw(st.sampled_from([name, name, f"still {name}"])) for name in chosen)
    return " & ".join(parts) or "True"


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A specification over `SMALL`, usually without errors."""
    heads = ["A", "B", "C"][: draw(st.integers(0, 3))]
    lines: list[str] = []
    for place, head in enumerate([*heads, "Done"]):
        rules = draw(st.lists(bodies(heads[:place]), min_size=1, max_size=2))
        lines.extend(f"{body} -> {head}" for body in rules)
    return "\n".join(lines)


_HELD: dict[Type, tuple[Value, ...]] = {
    Type.BOOLEAN: (True, False),
    Type.NUMBER: tuple(map(Decimal, ("0", "1", "1.5", "2", "2.5", "3"))),
    Type.TEXT: ("work", "Work out", "red", "work out red", "works", "other", "blue", "Red work", ""),
    Type.ENUM: ("Red", "Blue", "Work"),
    Type.TIME: (time(8), time(9), time(12), time(19), time(20)),
    Type.DATE: tuple(date(2025, 3, day) for day in (9, 10, 11, 12)),
}


def specification_or_skip(text: str) -> Specification:
    """The specification, or another example where hypothesis wrote a wrong one."""
    try:
        return Specification.parse(text, SMALL)
    except SpecificationError:
        reject()


def random_tables(random: Random) -> Tables:
    tables: dict[str, tuple[Row, ...]] = {}
    for state in SMALL.states.values():
        rows: dict[object, Row] = {}
        for _ in range(random.randint(0, 3 if state.keys else 1)):
            row = {
                name: random.choice(_HELD[variable.type])
                for name, variable in state.variables.items()
                if variable.key or random.random() < 0.8
            }
            rows[tuple(comparable(row[key]) for key in state.keys)] = row
        if rows:
            tables[state.name] = tuple(rows.values())
    return tables


def random_run(random: Random, guide: Specification, objectives: Sequence[str]) -> Run:
    """A run that the guide mostly accepts: of some tables, those that let it go on."""
    judge = Naive(guide, CLOCK)
    achieved: set[str] = set()
    steps: list[RunStep | Seen] = []
    now = CLOCK
    for _ in range(random.randint(0, 4)):
        if random.random() < 0.3:
            steps.append(Seen(random_tables(random), now))
            judge.past.append((steps[-1].tables, now))
        if not objectives:
            break
        now += timedelta(hours=random.choice((0, 0, 3, 11)))
        name = random.choice(objectives)
        for _ in range(8):
            tables = random_tables(random)
            if judge.supports(Objective(name), tables, achieved, now):
                break
        steps.append(RunStep(tables, name, now))
        judge.past.append((tables, now))
        achieved.add(name)
    for _ in range(12):
        tables = random_tables(random)
        if judge.supports(Done(), tables, achieved, now):
            break
    return Run((*steps, RunStep(tables, None, now)))
