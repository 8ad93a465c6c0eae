"""The same ten conditions decided by a Python function, by Handrail and by three policy engines, in one run.

    python benchmarks/side_by_side.py [--json] [--turns 7] [--demand]

What is compared: the time from a Python dictionary of ten values to a yes or no. Each check is parsed or compiled once,
beforehand; turning the dictionary into the engine's own values is inside the time. Each is first shown to say yes to
good values and no to values that are wrong in the last condition only. Inputs rotate over 64 dictionaries that all
pass, so nothing stops early. No garbage collection; the timer's own cost is taken off; the engines take turns, several
times, and the best median and the best 99th percentile of these turns count, since other work may share the machine.

What is not compared: the others evaluate one expression and forget. Handrail's monitor reads every value against its
declared type, keeps the rows it was told of, judges an update under every rule that mentions its state, can take the
update back, and says which condition failed and what was wanted. An allowed action is taken back outside the time, as
the others have nothing to take back. The function and the expressions answer no more than yes or no (Cedar also
names the policy). On a phone one action usually changes one value and the rest is remembered, so Handrail is
asked twice: once with all ten values, and once with the one that changed; the others must be given all ten each time.
Values rotate, and Handrail remembers what a value that it was told before comes to, as a screen mostly says what the
one before it said; so it is also asked with four of ten values that it was not told before.

`--demand` ends with 1 where Handrail costs many times what it did beside the others in the same run: ratios, which a
slow or busy machine leaves as they are, with margins that noise does not reach.
"""

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import perf_counter_ns
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from handrail import App, Monitor, Specification, Update
from handrail.language import State, Type, Variable
from handrail.monitor import Allow

Values = Mapping[str, object]

GOOD: Values = {
    "name": "R",
    "time": 600,
    "available": True,
    "rating": 5,
    "party": 4,
    "date": "2026-11-21",
    "price": 50,
    "city": "Seoul",
    "cancelled": False,
    "pay": "card",
}
WRONG_AT_THE_END: Values = {**GOOD, "pay": "cash"}
INPUTS: Sequence[Values] = tuple(
    {
        **GOOD,
        "time": 600 + n,
        "rating": 4 + n % 2,
        "price": 20 + n,
        "city": ("Seoul", "Daejeon")[n % 2],
        "pay": f"card {n}",
    }
    for n in range(64)
)

NEW_INPUTS: Sequence[Values] = tuple(
    {**INPUTS[n % 64], "time": 1139 - n, "rating": 4 + n, "price": 100 - n, "pay": f"card {n}"} for n in range(5_000)
)
"""Four values of each are new whenever they come again: there are more than anybody keeps."""

WRONG_INPUTS: Sequence[Values] = tuple({**values, "pay": "cash"} for values in INPUTS)

SECONDS_A_TURN = 0.25
MOST_DECISIONS_A_TURN = 20_000

AT_MOST = (
    ("Handrail, one value changed", 1.2, "CEL program, common-expression-language"),
    ("Handrail, all ten values", 1.5, "CEL program, common-expression-language"),
    ("Handrail, all ten values, four of them new", 3.0, "CEL program, common-expression-language"),
    ("Handrail, all ten values, and a commit", 5.0, "Handrail, all ten values"),
    ("Handrail, all ten, one wrong: withheld, and why", 3.0, "Handrail, all ten values"),
    ("Handrail, all ten values", 0.6, "Cedar policy set, cedarpy"),
)
"""What may cost at most so many times what: about twice what was measured."""

Decide = Callable[[Values], object]


class Decider(NamedTuple):
    """A check made ready: `decide` is timed, `tidy` follows each decision outside the time."""

    decide: Decide
    tidy: Callable[[], object] = lambda: None


@dataclass(frozen=True, slots=True, eq=False)
class Contender:
    """One way to check the ten conditions; `package` has to be installed for it, `inputs` is what it is timed on."""

    name: str
    package: str
    make: Callable[[], Decider]
    inputs: Sequence[Values] = INPUTS

    @property
    def version(self) -> str | None:
        """The installed version of its package, or None."""
        if self.package == "python":
            return platform.python_version()
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured of one contender, in microseconds; None where its package is not installed."""

    name: str
    package: str
    version: str | None
    median_us: float | None = None
    p99_us: float | None = None


def by_hand(v: Any) -> object:
    return (
        v["name"] == "R"
        and v["time"] < 1140
        and v["available"]
        and v["rating"] >= 4
        and v["party"] == 4
        and v["date"] == "2026-11-21"
        and v["price"] <= 100
        and v["city"] in {"Seoul", "Daejeon"}
        and not v["cancelled"]
        and v["pay"] != "cash"
    )


BOOKING = State.of(
    "Booking",
    Variable("name", Type.TEXT),
    Variable("time", Type.NUMBER),
    Variable("available", Type.BOOLEAN),
    Variable("rating", Type.NUMBER),
    Variable("party", Type.NUMBER),
    Variable("date", Type.DATE),
    Variable("price", Type.NUMBER),
    Variable("city", Type.TEXT),
    Variable("cancelled", Type.BOOLEAN),
    Variable("pay", Type.TEXT),
)

RULES = """
Booking(name = "R", time < 1140, available = true, rating >= 4, party = 4, date = 2026-11-21, price <= 100,\
 city in ["Seoul", "Daejeon"], cancelled != true, pay != "cash") -> Book
Book -> Done
"""

CEDAR = """
permit(principal, action, resource) when {
  context.name == "R" && context.time < 1140 && context.available && context.rating >= 4 && context.party == 4 &&
  context.date == "2026-11-21" && context.price <= 100 && ["Seoul", "Daejeon"].contains(context.city) &&
  !context.cancelled && context.pay != "cash"
};
"""

CEL = (
    'name == "R" && time < 1140 && available && rating >= 4 && party == 4 && date == "2026-11-21" && price <= 100 && '
    'city in ["Seoul", "Daejeon"] && !cancelled && pay != "cash"'
)

REGO = """
package booking

default allow := false

allow if {
  input.name == "R"
  input.time < 1140
  input.available
  input.rating >= 4
  input.party == 4
  input.date == "2026-11-21"
  input.price <= 100
  input.city in {"Seoul", "Daejeon"}
  not input.cancelled
  input.pay != "cash"
}
"""


def python() -> Decider:
    return Decider(by_hand)


def handrail(*, names: Sequence[str] = (), commits: Sequence[str] = ()) -> Decider:
    """The monitor, asked about an update of all values or, the rest being known, of those in `names`."""
    monitor = Monitor(Specification.parse(RULES, App.of("booking", [BOOKING])))
    if names:
        monitor.observe([Update("Booking", set=GOOD)])
    allowed = False

    def decide(values: Values) -> bool:
        nonlocal allowed
        changed = {name: values[name] for name in names} if names else values
        verdict = monitor.anticipate((Update("Booking", set=changed),), commits)
        allowed = isinstance(verdict, Allow)
        return allowed

    def tidy() -> None:
        if allowed:
            monitor.revert()

    return Decider(decide, tidy)


def cedar() -> Decider:
    cedarpy: Any = import_module("cedarpy")
    policies = cedarpy.PolicySet.from_str(CEDAR)
    entities = cedarpy.Entities.from_json_str("[]")
    request = {  # as dictionaries: `Agent::"a"` would be parsed each time, which takes twice as long
        "principal": {"type": "Agent", "id": "a"},
        "action": {"type": "Action", "id": "tap"},
        "resource": {"type": "App", "id": "booking"},
    }
    return Decider(lambda values: cedarpy.is_authorized({**request, "context": values}, policies, entities).allowed)


def cel() -> Decider:
    return Decider(import_module("cel").compile(CEL).execute)


def rego() -> Decider:
    interpreter: Any = import_module("regopy").Interpreter()
    interpreter.add_module("booking", REGO)
    bundle = interpreter.build(None, ["booking/allow"])

    def decide(values: Values) -> object:
        interpreter.set_input(values)
        return interpreter.query_bundle_entrypoint(bundle, "booking/allow")[0][0]

    return Decider(decide)


HAND_WRITTEN = Contender("Python function, by hand", "python", python)
NORMAL_CASE = Contender("Handrail, one value changed", "handrail", partial(handrail, names=["pay"]))
CONTENDERS = (
    HAND_WRITTEN,
    NORMAL_CASE,
    Contender(
        "Handrail, one value changed, and a commit", "handrail", partial(handrail, names=["pay"], commits=["Book"])
    ),
    Contender("Handrail, all ten values", "handrail", handrail),
    Contender("Handrail, all ten values, four of them new", "handrail", handrail, NEW_INPUTS),
    Contender("Handrail, all ten values, and a commit", "handrail", partial(handrail, commits=["Book"])),
    Contender("Handrail, all ten, one wrong: withheld, and why", "handrail", handrail, WRONG_INPUTS),
    Contender("CEL program, common-expression-language", "common-expression-language", cel),
    Contender("Cedar policy set, cedarpy", "cedarpy", cedar),
    Contender("Rego bundle, regopy", "regopy", rego),
)


def prove(contender: Contender) -> None:
    """It says yes to good values and no to values that are wrong in the last condition."""
    for values, expected in ((GOOD, True), (WRONG_AT_THE_END, False), (INPUTS[-1], True)):
        decider = contender.make()
        answer = decider.decide(values)
        if answer is not expected:
            raise SystemExit(f"{contender.name} says {answer!r} where it should say {expected}: nothing was measured")


def take_turn(decider: Decider, inputs: Sequence[Values], decisions: int) -> list[int]:
    """The nanoseconds of each decision, in order of size."""
    decide, tidy = decider
    taken: list[int] = []
    for number in range(decisions):
        values = inputs[number % len(inputs)]
        began = perf_counter_ns()
        decide(values)
        taken.append(perf_counter_ns() - began)
        tidy()
    return sorted(taken)


def cost_of_timing() -> float:
    taken = []
    for _ in range(20_000):
        began = perf_counter_ns()
        taken.append(perf_counter_ns() - began)
    return median(taken)


def measure(contenders: Sequence[Contender], turns: int) -> list[Figure]:
    """The best median and the best 99th percentile of several turns, each contender in its turn."""
    present = [contender for contender in contenders if contender.version is not None]
    for contender in present:
        prove(contender)
    deciders = {contender: contender.make() for contender in present}
    decisions: dict[Contender, int] = {}
    for contender, decider in deciders.items():
        usual = median(take_turn(decider, contender.inputs, 300))
        decisions[contender] = max(300, min(MOST_DECISIONS_A_TURN, int(SECONDS_A_TURN * 1e9 / usual)))
    best: dict[Contender, tuple[float, float]] = {}
    gc.collect()
    gc.disable()
    try:
        for _ in range(turns):
            timing = cost_of_timing()
            for contender, decider in deciders.items():
                taken = take_turn(decider, contender.inputs, decisions[contender])
                middle, high = median(taken) - timing, taken[len(taken) * 99 // 100] - timing
                known = best.get(contender, (middle, high))
                best[contender] = (min(middle, known[0]), min(high, known[1]))
    finally:
        gc.enable()
    return [_figure(contender, best.get(contender)) for contender in contenders]


def _figure(contender: Contender, best: tuple[float, float] | None) -> Figure:
    figure = Figure(contender.name, contender.package, contender.version)
    return figure if best is None else replace(figure, median_us=best[0] / 1000, p99_us=best[1] / 1000)


def machine() -> dict[str, object]:
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
        "system": platform.system(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load_before": load,
    }


def too_slow(figures: Sequence[Figure]) -> list[str]:
    """The ratios of `AT_MOST` that are higher, in words; of a package that is not installed nothing is said."""
    took = {figure.name: figure.median_us for figure in figures}
    found = []
    for name, most, other in AT_MOST:
        mine, theirs = took[name], took[other]
        if mine is not None and theirs is not None and mine > most * theirs:
            found.append(f"{name}: {mine / theirs:.2f} times {other}; at most {most}")
    return found


def show(figures: Sequence[Figure], where: Mapping[str, object]) -> None:
    title = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in where.items())
    table = Table(title="The same ten conditions", caption=title)
    table.add_column("checked by")
    table.add_column("version")
    for heading in ("median us", "p99 us", "x by hand", "x one value"):
        table.add_column(heading, justify="right")
    medians = {contender: figure.median_us for contender, figure in zip(CONTENDERS, figures, strict=True)}
    for figure in figures:
        if figure.median_us is None or figure.p99_us is None:
            table.add_row(figure.name, "not installed", "-", "-", "-", "-")
            continue
        ratios = [
            figure.median_us / (medians[contender] or figure.median_us) for contender in (HAND_WRITTEN, NORMAL_CASE)
        ]
        table.add_row(
            figure.name,
            figure.version,
            f"{figure.median_us:.2f}",
            f"{figure.p99_us:.2f}",
            *(f"{ratio:.3g}" for ratio in ratios),
        )
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description="The same ten conditions decided in several ways.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--turns", type=int, default=7, help="how often each is measured; the best counts")
    parser.add_argument("--demand", action="store_true", help="end with 1 where a ratio is far from what it was")
    arguments = parser.parse_args()
    where = machine()
    figures = measure(CONTENDERS, arguments.turns)
    if arguments.json:
        print(json.dumps({"machine": where, "figures": [asdict(figure) for figure in figures]}, indent=2))
    else:
        show(figures, where)
    slow = too_slow(figures) if arguments.demand else []
    if slow:
        raise SystemExit("\n".join(slow))


if __name__ == "__main__":
    main()
