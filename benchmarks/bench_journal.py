"""What does it cost to put a step on record, to verify a journal and to decide it again?

    make bench

A step is what a guard writes of one executed action: proposal, decision, that it is about to run, that it ran, and what
was seen then, as journaled on the simulated phone in a small session with a specification of two rules. *Fresh* never
repeats a text, so that every one is looked through for secrets. A durable line waits for the disk; how long is a
property of the disk.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import pytest

from handrail.device.action import Action
from handrail.device.element import identify
from handrail.device.screen import Screen
from handrail.guard import Guard
from handrail.guard.journal import Journal, Reading, read_journal, verify
from handrail.guard.journal.entry import Closed, Considered, Decided, Entry, Executing, Opened, Ran, Saw
from handrail.guard.journal.replay import replay
from handrail.language.specification import Specification
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load
from handrail.phone.phone import Phone

RULES = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""
WORDS = ("Blue Harbor Grill", "date", "2026-03-02", "time", "18:30", "reserve")
TARGET = "target: the whole guard in 2 ms a step"


class Benchmark(Protocol):
    """What pytest-benchmark hands to a benchmark."""

    group: str

    def __call__(self, work: Callable[..., Any], *arguments: Any) -> Any: ...

    def pedantic(self, work: Callable[..., Any], *, setup: Callable[[], Any], rounds: int) -> Any: ...


def _tap(screen: Screen, words: str) -> Action:
    for path, element in screen.walk():
        if words in (element.text, element.description, element.resource_id.rpartition("/")[2]):
            return Action("click", words, element=identify(path, element))
    raise AssertionError(words)


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    """A reservation on the simulated phone."""
    folder = tmp_path_factory.mktemp("run") / "journal"
    phone, app = Phone(churn=False), load("restaurant")
    phone.launch("com.example.restaurants")

    async def reserve() -> None:
        rules = Specification.parse(RULES, app)
        async with Guard(
            PhoneDevice(phone), app, rules, journal=folder, clock=lambda: phone.now, pictures=False
        ) as guard:
            for words in WORDS:
                await guard.act(_tap(guard.screen, words))

    asyncio.run(reserve())
    return read_journal(folder)


@pytest.fixture
def step(reading: Reading) -> tuple[Entry, ...]:
    """The entries of the fourth step."""
    kinds = (Considered, Decided, Executing, Ran, Saw)
    entries = tuple(entry for entry in reading.entries if isinstance(entry, kinds) and _step_of(entry) == 4)
    assert [type(entry) for entry in entries] == list(kinds)
    return entries


def _step_of(entry: Considered | Decided | Executing | Ran | Saw) -> int:
    return entry.decision_input.step if isinstance(entry, Considered) else entry.step


@pytest.mark.parametrize("texts", ["as before", "fresh"])
def bench_step(benchmark: Benchmark, texts: str, step: tuple[Entry, ...], tmp_path: Path) -> None:
    benchmark.group = f"1. a step of five lines, flushed: {TARGET}"
    numbers = count()
    with Journal.create(tmp_path / "run") as journal:

        def write() -> None:
            number = next(numbers)
            for entry in step:
                if texts == "fresh" and isinstance(entry, Decided | Saw):
                    entry = replace(entry, feedback=f"{entry.feedback} {number}")
                journal.append(entry)

        benchmark(write)


@pytest.mark.parametrize("durable", [False, True], ids=["flushed", "durable"])
def bench_line(benchmark: Benchmark, durable: bool, step: tuple[Entry, ...], tmp_path: Path) -> None:
    benchmark.group = "2. the line before an action is executed"
    with Journal.create(tmp_path / "run") as journal:
        benchmark(lambda: journal.append(step[2], durable=durable))


@pytest.mark.parametrize("steps", [10, 1_000])
def bench_verify(benchmark: Benchmark, steps: int, step: tuple[Entry, ...], tmp_path: Path) -> None:
    benchmark.group = "3. reading and verifying a whole journal, by its number of steps"
    with Journal.create(tmp_path / "run") as journal:
        for number in range(steps):
            for entry in step:
                journal.append(_later(entry, number))
    benchmark(lambda: verify(tmp_path / "run"))


def _later(entry: Entry, seconds: int) -> Entry:
    if isinstance(entry, Considered):
        moved = replace(entry.decision_input, at=entry.decision_input.at + timedelta(seconds=seconds))
        return replace(entry, decision_input=moved)
    assert not isinstance(entry, Opened | Closed)
    return replace(entry, at=entry.at + timedelta(seconds=seconds))


def bench_replay(benchmark: Benchmark, reading: Reading) -> None:
    benchmark.group = "4. deciding a run of six steps again"
    benchmark(lambda: replay(reading))
