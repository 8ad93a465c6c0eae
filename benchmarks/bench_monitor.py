"""How long does the monitor take to judge one action, and how long until it can begin?

    make bench

*Warm* is the same update again and again; *cold* never repeats a value: names are spelt in a new way each time, days,
times and prices have never been seen, so that nothing can be remembered. All of it is prepared, and every allowed
action taken back, outside the measured part; what is measured is one call of `Monitor.anticipate` with its verdict.
The first group says what measuring itself costs: every figure below has that much in it.

No time is asserted: a shared machine would make a test of that fail for no reason. The targets stand beside the groups
and come from a Handrail that should never be what an agent waits for.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Protocol

import pytest

from handrail import App, Monitor, Specification, Update
from handrail.language import State, Type, Variable
from handrail.monitor import Allow, Block, Verdict, Warn

ROUNDS = 4_000
WARM_UP = 400

RULES = (1, 5, 20, 100)
ROWS = (1, 1_000)
VERDICTS: tuple[type[Verdict], ...] = (Allow, Warn)

MICROSECONDS = "target 10 us at 20 rules and 1 row, 15 us at 100 rules or 1,000 rows"

OFFERS = App.of(
    "offers",
    [
        State.of(
            "Offer",
            Variable("restaurant", Type.TEXT, key=True),
            Variable("day", Type.DATE),
            Variable("time", Type.TIME),
            Variable("price", Type.NUMBER),
        )
    ],
)

FORUM = App.of(
    "forum",
    [
        State.of("Post", Variable("title", Type.TEXT, key=True), Variable("community", Type.TEXT)),
        State.of("Community", Variable("name", Type.TEXT, key=True), Variable("joined", Type.BOOLEAN)),
    ],
)


class Benchmark(Protocol):
    """The part of pytest-benchmark's fixture that is used here; its own functions carry no types."""

    extra_info: dict[str, object]

    def pedantic(
        self,
        target: Callable[..., Any],
        *,
        setup: Callable[[], tuple[tuple[Any, ...], dict[str, Any]] | None] | None = None,
        teardown: Callable[..., None] | None = None,
        rounds: int = 1,
        warmup_rounds: int = 0,
    ) -> Any: ...


@dataclass(slots=True)
class Proposals:
    """Gives the harness one proposal after the other, and undoes whatever the last one left behind.

    An allowed action has to be taken back before the next, which raises if it was not allowed; after one that was
    withheld the next raises if it was not. So every round is known to have ended in the verdict it is listed under.
    """

    monitor: Monitor
    updates: Iterator[Update]
    expected: type[Verdict]
    commits: tuple[str, ...] = ()
    repeats: bool = False

    def propose(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return ((next(self.updates),), self.commits), {}

    def forget(self, *_: object) -> None:
        if self.expected is Warn and self.repeats:  # else the same action again would count as insisted on
            self.monitor.anticipate()
        if self.expected is Allow or (self.expected is Warn and self.repeats):
            self.monitor.revert()


def measure(benchmark: Benchmark, proposals: Proposals, *, rounds: int = ROUNDS, warm_up: int = WARM_UP) -> None:
    verdict = benchmark.pedantic(
        proposals.monitor.anticipate,
        setup=proposals.propose,
        teardown=proposals.forget,
        rounds=rounds,
        warmup_rounds=warm_up,
    )
    assert type(verdict) is proposals.expected


def constraints(number: int, shift: int = 0) -> str:
    """Four constraints over the four variables of an offer, different for every rule."""
    day = date(2027, 1, 1) + timedelta(number + shift)
    minutes = 18 * 60 + number
    return (
        f'Offer(restaurant = "{restaurant(number)}", day <= {day}, '
        f"time < {minutes // 60}:{minutes % 60:02}, price <= {100 + number}.5)"
    )


def rules_text(rules: int, shift: int = 0) -> str:
    goals = [f"Goal{number}" for number in range(rules)]
    lines = [f"{constraints(number, shift)} -> {goal}" for number, goal in enumerate(goals)]
    return "\n".join([*lines, f"{' & '.join(goals)} -> Done"])


def restaurant(number: int) -> str:
    return f"Harbour View Restaurant {number}"


def spelt(name: str, number: int) -> str:
    """The name in one of millions of spellings that have the same normal form."""
    return "".join(letter.upper() if number >> place & 1 else letter.lower() for place, letter in enumerate(name))


def offer(number: int, *, wanted: bool, all_four: bool) -> Update:
    """An update whose every value is new for every number; it breaks only `time`, and that under every rule."""
    seconds = number % 14_000 + (0 if wanted else 20 * 3600)
    time = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    values: dict[str, object] = {"restaurant": spelt(restaurant(0), number), "time": time}
    if all_four:
        values |= {"day": str(date(2026, 11, 21) - timedelta(number)), "price": 10 + number / 1000}
    return Update("Offer", set=values)


def monitor_of_offers(rules: int, rows: int) -> Monitor:
    monitor = Monitor(Specification.parse(rules_text(rules), OFFERS))
    known = {"day": "2026-12-30", "time": "12:30", "price": 42}
    seen = monitor.observe([Update("Offer", set={"restaurant": restaurant(row), **known}) for row in range(rows)])
    assert not seen.refused
    return monitor


@pytest.mark.benchmark(group="0. The cost of measuring: in every figure below", disable_gc=True)
def bench_nothing(benchmark: Benchmark) -> None:
    benchmark.pedantic(
        lambda updates, commits: None, setup=lambda: (((), ()), {}), rounds=ROUNDS, warmup_rounds=WARM_UP
    )


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: f"{verdict.__name__:5}")
@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules:3} rules")
@pytest.mark.parametrize(
    ("all_four", "rows"),
    [
        pytest.param(
            all_four,
            rows,
            marks=pytest.mark.benchmark(
                group=f"1. anticipate, {'all four variables' if all_four else 'one variable and the key'}, "
                f"{rows:,} row{'s' if rows > 1 else ''}: {MICROSECONDS}",
                disable_gc=True,
            ),
            id=f"{4 if all_four else 2} values-{rows:4} rows",
        )
        for all_four in (False, True)
        for rows in ROWS
    ],
)
def bench_anticipate(
    benchmark: Benchmark, verdict: type[Verdict], warm: bool, rules: int, all_four: bool, rows: int
) -> None:
    benchmark.extra_info["target_us"] = 10 if rules <= 20 and rows == 1 else 15
    wanted = verdict is Allow
    fresh = (offer(number, wanted=wanted, all_four=all_four) for number in range(ROUNDS + WARM_UP))
    same = offer(0, wanted=wanted, all_four=all_four)
    updates = iter([same if warm else update for update in fresh])
    measure(benchmark, Proposals(monitor_of_offers(rules, rows), updates, verdict, repeats=warm))


@pytest.mark.benchmark(
    group="2. anticipate, 20 rules whose text has to be tried one by one, cold: no target", disable_gc=True
)
@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: f"{verdict.__name__:5}")
@pytest.mark.parametrize("operator", ["contains", "~="])
def bench_text_comparison(benchmark: Benchmark, operator: str, verdict: type[Verdict]) -> None:
    lines = [f'Post(community {operator} "{restaurant(number)}") -> Done' for number in range(20)]
    monitor = Monitor(Specification.parse(lines, FORUM))
    name = restaurant(19) if verdict is Allow else "Nothing of the kind"
    spellings = (f"{name} {number}" for number in range(ROUNDS + WARM_UP))
    updates = iter([Update("Post", set={"title": "First", "community": spelling}) for spelling in spellings])
    measure(benchmark, Proposals(monitor, updates, verdict))


COMMITTED = {
    "one predicate": 'Post(community = "Community 2")',
    "three counts": 'Post(community = "Community 2")[>= 1] & Post()[= 1000] & Community(joined = true)[>= 500]',
    "a ?x join": "Post(community = ?c) & Community(name = ?c, joined = true)",
}
"""Each needs a post in a community that was joined; there is one only if the action at hand puts it there."""


@pytest.mark.benchmark(
    group="3. anticipate an action that commits an objective, two tables of 1,000 rows: no target", disable_gc=True
)
@pytest.mark.parametrize("verdict", [Allow, Block], ids=lambda verdict: f"{verdict.__name__:5}")
@pytest.mark.parametrize("requirement", COMMITTED)
def bench_commit(benchmark: Benchmark, requirement: str, verdict: type[Verdict]) -> None:
    joins = "?c" in COMMITTED[requirement]
    rounds, warm_up = (200, 20) if joins else (ROUNDS, WARM_UP)
    monitor = Monitor(Specification.parse(f"{COMMITTED[requirement]} -> Goal\nGoal -> Done", FORUM))
    monitor.observe(
        Update("Post", set={"title": f"Post {row}", "community": f"Community {row | 1}"}) for row in range(1_000)
    )
    monitor.observe(
        Update("Community", set={"name": f"Community {row}", "joined": row % 2 == 0}) for row in range(1_000)
    )
    community = "Community 2" if verdict is Allow else "Community 1"
    updates = (
        Update("Post", set={"title": "Post 0", "community": spelt(community, number)})
        for number in range(rounds + warm_up)
    )
    proposals = Proposals(monitor, iter([*updates]), verdict, commits=("Goal",))
    measure(benchmark, proposals, rounds=rounds, warm_up=warm_up)


@pytest.mark.benchmark(group="4. A specification of 20 rules, new each time: target 5 ms in all", disable_gc=True)
@pytest.mark.parametrize("part", ["parse and check", "compile", "both"])
def bench_specification(benchmark: Benchmark, part: str) -> None:
    """*Compile* is making the monitor. The analysis by SMT is a separate step, on request."""
    benchmark.extra_info["target_us"] = 5_000
    texts = iter([rules_text(20, shift) for shift in range(1_000)])

    def text() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (next(texts), OFFERS), {}

    def specification() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (Specification.parse(next(texts), OFFERS),), {}

    def parse_and_compile(text: str, app: App) -> Monitor:
        return Monitor(Specification.parse(text, app))

    parts: dict[str, tuple[Callable[..., Any], Callable[[], tuple[tuple[Any, ...], dict[str, Any]]]]] = {
        "parse and check": (Specification.parse, text),
        "compile": (Monitor, specification),
        "both": (parse_and_compile, text),
    }
    target, setup = parts[part]
    benchmark.pedantic(target, setup=setup, rounds=200, warmup_rounds=5)


STARTS = {
    "0 python alone": "pass",
    "1 import handrail": "import handrail",
    "2 and all that the README names": "from handrail import App, Feedback, Monitor, Specification, Update",
    "3 and the first rule read": (
        "from handrail import App, Feedback, Monitor, Specification, Update;"
        "from handrail.language import State;"
        "Monitor(Specification.parse('S() -> Done', App.of('a', [State.of('S')])))"
    ),
}


@pytest.mark.benchmark(group="5. A fresh process, start to end: target 100 ms more than Python alone")
@pytest.mark.parametrize("start", STARTS)
def bench_import(benchmark: Benchmark, start: str) -> None:
    benchmark.extra_info["target_us"] = 100_000

    def run() -> None:
        subprocess.run([sys.executable, "-c", STARTS[start]], check=True)

    benchmark.pedantic(run, rounds=20, warmup_rounds=2)
