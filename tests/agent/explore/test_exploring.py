"""An app that is explored is as it was before, and most of its pages were seen."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from agent.explore.apps import APPS, explored, pages_of
from handrail.agent.explore.explorer import MOST_BACKS, MOST_OPENINGS
from handrail.agent.explore.exploring import Bounds, Exploration, explore
from handrail.agent.run import End
from handrail.bench.suite.truth import effects_between
from handrail.device.recorder import record
from handrail.device.recording import read_recording
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone

FEWEST_PAGES = {
    "com.android.settings": 10,
    "com.example.tasks": 5,
    "com.example.restaurants": 4,
    "com.example.mail": 3,
    "com.example.contacts": 3,
    "com.example.shop": 3,
    "com.example.files": 3,
    "com.example.clock": 2,
    "com.example.messages": 2,
    "com.example.bank": 2,
    "com.example.photos": 1,
}
"""How many pages of each app are seen at least; docs/walks.md has all figures."""

SEARCHES = {"search", "query", "search_src_text"}
"""The search fields of the phone's apps; nothing is typed anywhere else."""


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(APPS),
    st.integers(0, 10_000),
    st.builds(Bounds, steps=st.integers(1, 120), depth=st.integers(1, 9)),
    st.booleans(),
)
@pytest.mark.slow
def test_exploring_changes_nothing_and_keeps_to_its_bounds(
    package: str, seed: int, bounds: Bounds, churn: bool
) -> None:
    walked = explored(package, bounds, seed, churn=churn)
    event(f"{package}: {walked.exploration.run.end}")
    assert walked.wrong == []
    assert not walked.exploration.is_lost
    assert len(walked.exploration.run.taken) <= bounds.steps
    for element in walked.typed_into:
        assert element.resource_id.rpartition("/")[2] in SEARCHES
    away = "".join("." if front == package else "x" for front in walked.fronts)
    assert "x" * (MOST_BACKS + MOST_OPENINGS) not in away, "it goes back where another app comes to the front"


@pytest.mark.parametrize("package", APPS)
@pytest.mark.slow
def test_every_app_is_walked_to_the_end_and_its_pages_are_seen(package: str) -> None:
    walked = explored(package, Bounds())
    assert walked.exploration.run.end is End.FINISHED
    assert walked.pages <= pages_of(package)
    assert package in FEWEST_PAGES, f"`FEWEST_PAGES` of this file lacks it; a walk sees {len(walked.pages)} pages"
    assert len(walked.pages) >= FEWEST_PAGES[package], sorted(pages_of(package) - walked.pages)


def test_what_changed_something_all_the_same_is_told_and_not_done_again() -> None:
    walked = explored("com.example.mail", Bounds())
    assert [str(effect) for effect in walked.effects] == ["mail read: news@bikeclub.example, Spring rides"]
    (surprise,) = walked.exploration.surprises
    assert surprise.move.label == "news@bikeclub.example"
    assert surprise.changed == ("files of the app",)


def test_a_cache_that_grows_is_no_change() -> None:
    assert explored("com.example.contacts", Bounds(), churn=True).exploration.surprises == ()


def test_the_time_that_it_takes_is_the_clocks() -> None:
    ticks = count()
    began = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    bounds = Bounds(longest=timedelta(seconds=5))
    phone = PhoneDevice(Phone(churn=False))
    done = asyncio.run(explore(phone, "com.example.clock", bounds, lambda: began + timedelta(seconds=next(ticks))))
    assert done.run.end is End.GAVE_UP
    assert done.run.taken[-1].proposal.thought == "the time is over"
    assert len(done.run.taken) == 5


def test_the_first_page_alone_is_seen_where_no_page_may_be_deeper() -> None:
    assert explored("com.example.contacts", Bounds(depth=1)).pages >= {"People"}
    assert len(explored("com.android.settings", Bounds(depth=1)).pages) < FEWEST_PAGES["com.android.settings"]


async def recorded(phone: Phone, folder: Path, bounds: Bounds, *, resume: bool = False) -> Exploration:
    steps = read_recording(folder).steps if resume else ()
    ticks = count(1_700_000_000_000 + 1000 * len(steps), 1000)
    package = "com.example.restaurants"
    device = await record(
        PhoneDevice(phone), folder, query="q", application="a", now_ms=lambda: next(ticks), pictures=False
    )
    found = await explore(device, package, bounds, lambda: phone.now, earlier=steps)
    await device.close()
    return found


@pytest.mark.slow
def test_an_interrupted_walk_goes_on_where_it_stopped(tmp_path: Path) -> None:
    at_once, in_parts = Phone(churn=False), Phone(churn=False)
    whole = asyncio.run(recorded(at_once, tmp_path / "whole", Bounds()))
    steps = 0
    for part in range(40):
        found = asyncio.run(recorded(in_parts, tmp_path / "parts", Bounds(steps=3), resume=part > 0))
        steps += len(found.run.taken)
        if found.run.end is End.FINISHED:
            break
    assert found.run.end is whole.run.end is End.FINISHED
    assert found.pages == whole.pages
    assert steps == len(whole.run.taken)
    first, other = ([step.action for step in read_recording(tmp_path / name).steps] for name in ("whole", "parts"))
    assert first == other
    assert not effects_between(Phone(churn=False).snapshot(), in_parts.snapshot())
