"""How big the house is, and through how many rooms three roads lead: `python benchmarks/house.py`.

Files, lines, how long files and functions are, imports inside functions, names of classes that mean several things, and
the files and functions that run in one offline encoding, one guarded step with the sentinel, and one report. Counted,
not timed, so the same commit gives the same figures.
"""

import ast
import asyncio
import statistics
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "handrail"
sys.path.insert(0, str(ROOT / "tests"))


def files() -> Iterator[Path]:
    return (path for path in sorted(SOURCE.rglob("*.py")))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def spread(lengths: list[int]) -> str:
    ordered = sorted(lengths)
    return (
        f"median {statistics.median(ordered):g}, 9 of 10 up to {ordered[int(0.9 * len(ordered))]}, most {ordered[-1]}"
    )


def size() -> Iterator[tuple[str, str]]:
    lines: list[int] = []
    bodies: list[int] = []
    inside = 0
    classes: dict[str, set[str]] = defaultdict(set)
    for path in files():
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        lines.append(text.count("\n"))
        for function in functions(tree):
            bodies.append((function.end_lineno or function.lineno) - function.lineno + 1)
            inside += sum(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(function))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes[node.name].add(str(path.relative_to(SOURCE)))
    several = Counter({name: len(places) for name, places in classes.items() if len(places) > 1})
    yield "source files", f"{len(lines):,}"
    yield "lines", f"{sum(lines):,}"
    yield "lines a file", spread(lines)
    yield "lines a function", spread(bodies)
    yield "imports inside functions", f"{inside:,}"
    named = ", ".join(f"{name} {number}" for name, number in several.most_common(8))
    yield "public classes of one name in several files", f"{len(several):,} ({named})"


def walked(road: Callable[[], Awaitable[Any]]) -> tuple[int, int]:
    """The files and functions of ours that run, once everything is imported."""
    asyncio.run(_waited(road))
    ran: set[tuple[str, str]] = set()
    ours = str(SOURCE)

    def note(frame: Any, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(ours):
            ran.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        asyncio.run(_waited(road))
    finally:
        sys.setprofile(None)
    return len({file for file, _ in ran}), len(ran)


async def _waited(road: Callable[[], Awaitable[Any]]) -> None:
    await road()


async def encoding() -> None:
    from handrail import encode
    from handrail.phone.models import load

    await encode("Set an alarm for 9am called Work", load("clock"))


async def guarded_step() -> None:
    from guard.hand import on, restaurant_phone
    from handrail.guard import Guard
    from handrail.guard.watching import sentinel_detector
    from handrail.language.specification import Specification
    from handrail.phone.models import load

    app = load("restaurant")
    rules = 'RestaurantInfo(name = "Blue Harbor Grill") -> Reserve\nReserve -> Done'
    with tempfile.TemporaryDirectory() as folder:
        async with Guard(
            restaurant_phone(),
            app,
            Specification.parse(rules, app),
            journal=Path(folder) / "run",
            detectors=[sentinel_detector("Reserve a table at Blue Harbor Grill")],
            pictures=False,
        ) as guard:
            await guard.act(on(guard.screen, "Blue Harbor Grill"))
            await guard.act(on(guard.screen, "reserve"))


async def report() -> None:
    from guard.hand import restaurant_phone
    from handrail.guard import Guard
    from handrail.guard.report import write_report
    from handrail.language.specification import Specification
    from handrail.phone.models import load

    app = load("restaurant")
    with tempfile.TemporaryDirectory() as folder:
        rules = 'RestaurantInfo(name = "Blue Harbor Grill") -> Reserve\nReserve -> Done'
        specification = Specification.parse(rules, app)
        async with Guard(restaurant_phone(), app, specification, journal=Path(folder) / "run", pictures=False):
            pass
        write_report(Path(folder) / "run")


def main() -> None:
    for name, said in size():
        print(f"{name:44} {said}")
    for name, road in (
        ("an offline encoding", encoding),
        ("a guarded task of two steps", guarded_step),
        ("a report", report),
    ):
        passed, ran = walked(road)
        print(f"{name:44} {passed} files, {ran} functions")


if __name__ == "__main__":
    main()
