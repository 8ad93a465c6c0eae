"""How long does the sentinel take for a step, and for what is unusually large?

    make bench

Targets: a date picker of 31 days under 5 ms, a megabyte of text on a screen under 200 ms, a step in which 10,000 files
changed under 50 ms, a plain step under 1.5 ms; all without a judge, and after a first call, which reads the rules.

No time is asserted: a shared machine would make a test of that fail for no reason.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from handrail.device.action import Action
from handrail.device.element import Bounds, Element, identify
from handrail.device.screen import Screen
from handrail.device.trace import NOTHING_CHANGED, Changed, FileEvent, FileEventKind, SystemTrace
from handrail.sentinel import Sentinel
from handrail.sentinel.change import FileState, differences, hash_tree
from handrail.sentinel.entity import find

WORDS = [
    "the",
    "lake",
    "Friday",
    "12:30",
    "account",
    "order",
    "4711",
    "total",
    "45.90",
    "meeting",
    "about",
    "photo",
    "sent",
    "Nov",
    "21",
    "2025",
    "to",
    "Ana",
]


class Benchmark(Protocol):
    """What pytest-benchmark hands to a benchmark."""

    group: str

    def __call__(self, work: Callable[..., Any], *arguments: Any) -> Any: ...


def screen(labels: list[str]) -> Screen:
    lines = [
        Element("android.widget.TextView", text, clickable=place % 2 == 0, bounds=Bounds(0, place, 1080, place + 1))
        for place, text in enumerate(labels)
    ]
    return Screen("com.example", ".Main", (Element("android.widget.FrameLayout", children=tuple(lines)),), 1080, 2400)


def tap(shown: Screen, label: str) -> Action:
    for path, element in shown.walk():
        if element.text == label:
            return Action("click", label, element=identify(path, element))
    raise AssertionError(label)


def step(shown: Screen, action: Action, trace: SystemTrace = NOTHING_CHANGED) -> Callable[[], object]:
    """One step of a run, each time on a screen that was not seen before."""

    def work() -> object:
        sentinel = Sentinel("set the trip to the 17th of October")
        fresh = replace(shown)
        return sentinel.before(fresh, action), sentinel.after(fresh, action, fresh, trace)

    return work


def test_a_plain_step(benchmark: Benchmark) -> None:
    benchmark.group = "sentinel"
    shown = screen(["Trip", "Back", "Start", "17 October", "End", "21 October", "Save", "Delete", *WORDS])
    benchmark(step(shown, tap(shown, "Save")))


def test_a_date_picker(benchmark: Benchmark) -> None:
    benchmark.group = "sentinel"
    shown = screen(["Select date", "October 2026", *map(str, range(1, 32)), "Cancel", "OK"])
    benchmark(step(shown, tap(shown, "17")))


def test_the_grid_of_days_as_one_text(benchmark: Benchmark) -> None:
    benchmark.group = "sentinel"
    benchmark(find, " ".join(map(str, range(1, 32))))


def a_megabyte(words: list[str]) -> str:
    rng = random.Random(7)
    return "\n".join(" ".join(rng.choice(words) for _ in range(12)) for _ in range(17_000))[:1_000_000]


def test_a_megabyte_of_text(benchmark: Benchmark) -> None:
    benchmark.group = "sentinel, large"
    shown = screen([*a_megabyte(WORDS).split("\n"), "Save"])
    benchmark(step(shown, tap(shown, "Save")))


def test_a_megabyte_of_numbers(benchmark: Benchmark) -> None:
    benchmark.group = "sentinel, large"
    benchmark(find, a_megabyte([str(number) for number in range(100)]))


def test_a_step_on_a_megabyte_of_numbers(benchmark: Benchmark) -> None:
    benchmark.group = "sentinel, large"
    shown = screen([*a_megabyte([str(number) for number in range(100)]).split("\n"), "Save"])
    benchmark(step(shown, tap(shown, "Save")))


def test_ten_thousand_changed_files(benchmark: Benchmark) -> None:
    benchmark.group = "sentinel, large"
    files = tuple(
        FileEvent(FileEventKind.MODIFIED, f"/data/data/com.example/cache/{number % 97}/{number}.tmp", "com.example")
        for number in range(10_000)
    )
    shown = screen(["Trip", "Save"])
    benchmark(step(shown, tap(shown, "Save"), replace(NOTHING_CHANGED, files=Changed(files))))


def test_ten_thousand_changed_files_of_the_user(benchmark: Benchmark) -> None:
    benchmark.group = "sentinel, large"
    files = tuple(
        FileEvent(FileEventKind.DELETED, f"/sdcard/DCIM/{number % 97}/{number}.jpg", "com.example")
        for number in range(10_000)
    )
    shown = screen(["Trip", "Save"])
    benchmark(step(shown, tap(shown, "Save"), replace(NOTHING_CHANGED, files=Changed(files))))


def test_two_listings_that_differ_in_one_file(benchmark: Benchmark) -> None:
    benchmark.group = "sentinel, large"
    listing = [FileState(f"/sdcard/{number % 97}/{number}.jpg", number, "1", "com.example") for number in range(10_000)]
    before = hash_tree(listing)
    after = hash_tree([*listing[:-1], replace(listing[-1], size_bytes=0)])
    benchmark(differences, before, after)
