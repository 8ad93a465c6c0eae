"""Models that go out of date under a guard: noticed before something is committed, and never where they are right."""

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from guard.changed_app import ChangedPhone, Does, Shows, as_asked, as_it_was, instead, renamed
from guard.hand import bookings, clock_of, on, restaurant_phone
from guard.stage import Stage, guarding, letter, letters, sends
from handrail.app import App
from handrail.app.drift import Sign
from handrail.device.action import Action
from handrail.device.device import PackageVersion
from handrail.device.screen import Screen
from handrail.guard import Guard
from handrail.guard.approval.question import Answer, Approved, Question
from handrail.guard.approval.shown import shown
from handrail.guard.decision import Ask, Condition, reasons_of
from handrail.guard.doubts import Agreement
from handrail.guard.journal import read_journal
from handrail.guard.journal.entry import Entry, Opened, Saw
from handrail.guard.journal.replay import replay
from handrail.guard.policy import default_policy, read_policy
from handrail.guard.report import tell
from handrail.guard.step import Step
from handrail.language.specification import Specification
from handrail.phone.models import load

PACKAGE = "com.example.restaurants"
EVENING = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""
RIGHT = ("Blue Harbor Grill", "date", "2026-03-02", "time", "18:30")


class Person:
    """Says yes, and remembers what was asked."""

    def __init__(self) -> None:
        self.cards: list[tuple[str, ...]] = []

    async def __call__(self, question: Question) -> Answer:
        self.cards.append(shown(question).reasons)
        return Approved(question.digest, "a person")


def run(
    folder: Path,
    *words: str,
    shows: Shows = as_it_was,
    does: Does = as_asked,
    version: str = "",
    **settings: Any,
) -> tuple[list[Step], tuple[Entry, ...], Guard]:
    """Taps on what says the words, in an app that was changed."""
    device, app = restaurant_phone(), settings.pop("app", None) or load("restaurant")
    versions = {PACKAGE: PackageVersion(version, "1")} if version else {}
    phone = ChangedPhone(device, shows, does, versions)
    guard = Guard(
        phone,
        app,
        Specification.parse(settings.pop("rules", EVENING), app),
        journal=folder / "run",
        clock=clock_of(device),
        pictures=False,
        **settings,
    )

    async def play_it() -> list[Step]:
        async with guard:
            return [await guard.act(on(guard.screen, word)) for word in words]

    steps = asyncio.run(play_it())
    return steps, read_journal(folder / "run").entries, guard


def rules_of(step: Step) -> set[str]:
    return {reason.rule for reason in reasons_of(step.proposed)}


def saw(entries: tuple[Entry, ...]) -> list[Saw]:
    return [entry for entry in entries if isinstance(entry, Saw)]


def test_an_app_that_does_as_its_model_says_confirms_it(tmp_path: Path) -> None:
    steps, entries, guard = run(tmp_path, *RIGHT, "reserve")
    assert guard.drift == ()
    assert steps[-1].executed
    assert Counter(sight.agreement for sight in saw(entries))[Agreement.CONFIRMED] == 4
    opened = entries[0]
    assert isinstance(opened, Opened)
    assert opened.drift == ()
    assert [(fit.package, fit.version) for fit in opened.fits] == [(PACKAGE, "6.2.1")]
    met = [name for sight in saw(entries) for fit in sight.fits for name in fit.elements]
    assert "reserve" in met
    assert len(met) == len(set(met))


def test_a_third_value_contradicts_the_model_and_the_commitment_is_asked_about(tmp_path: Path) -> None:
    person = Person()
    steps, entries, guard = run(tmp_path, *RIGHT, "more", "reserve", does=instead("more", None, None), approver=person)
    (found,) = guard.drift
    assert (found.package, found.sign, found.name) == (PACKAGE, Sign.CONTRADICTED, "one more")
    assert found.text == 'after "one more" people of reserve info was to be 3, and 4 is shown'
    assert rules_of(steps[-1]) == {"model-drift"}
    (card,) = person.cards
    assert card == (f"what is known of this app may be out of date: {found.text}",)
    assert saw(entries)[-1].drift == (found,)
    assert tell(entries).drift == [found]


def test_without_a_person_nothing_is_committed_in_an_app_that_is_in_doubt(tmp_path: Path) -> None:
    steps, _, _ = run(tmp_path, *RIGHT, "more", "reserve", does=instead("more", None, None))
    assert isinstance(steps[-1].proposed, Ask)
    assert not steps[-1].executed
    looking = [step for step in steps[:-1] if "model-drift" in rules_of(step)]
    assert looking == []


def test_a_policy_may_block_instead(tmp_path: Path) -> None:
    strict = read_policy("format: handrail.policy/1\nconditions: {model drift: block}")
    steps, _, _ = run(tmp_path, *RIGHT, "more", "reserve", does=instead("more", None, None), policy=strict)
    assert type(steps[-1].decision).__name__ == "Block"
    assert "model-drift" in rules_of(steps[-1])


def test_a_touch_of_which_nothing_comes_is_no_drift(tmp_path: Path) -> None:
    steps, entries, guard = run(tmp_path, *RIGHT, "more", "reserve", does=instead("more"))
    assert guard.drift == ()
    assert saw(entries)[5].agreement is Agreement.AS_BEFORE
    assert "model-drift" not in rules_of(steps[-1])


def test_a_list_that_is_not_read_any_more_is_found_at_once(tmp_path: Path) -> None:
    _, entries, guard = run(tmp_path, "tab_bookings", shows=renamed(PACKAGE, "booking"))
    assert [(drift.sign, drift.name) for drift in guard.drift] == [(Sign.BLIND, "the bookings")]
    assert saw(entries)[-1].drift == guard.drift


def test_what_is_seen_again_is_in_doubt_no_longer(tmp_path: Path) -> None:
    updated = {"is": True}

    def sometimes(shown: Screen) -> Screen:
        return renamed(PACKAGE, "booking")(shown) if updated["is"] else shown

    device, app = restaurant_phone(), load("restaurant")

    async def play_it() -> tuple[int, int]:
        phone = ChangedPhone(device, sometimes)
        rules = Specification.parse(EVENING, app)
        async with Guard(phone, app, rules, journal=tmp_path / "run", clock=clock_of(device), pictures=False) as guard:
            await guard.act(on(guard.screen, "tab_bookings"))
            before = len(guard.drift)
            updated["is"] = False
            await guard.act(Action("wait"))
            return before, len(guard.drift)

    assert asyncio.run(play_it()) == (1, 0)


@pytest.mark.parametrize(("version", "signs"), [("6.2.1", []), ("7.0", [Sign.VERSION])])
def test_another_version_than_the_models(tmp_path: Path, version: str, signs: list[Sign]) -> None:
    person = Person()
    steps, entries, guard = run(tmp_path, *RIGHT, "reserve", version=version, approver=person)
    assert [drift.sign for drift in guard.drift] == signs
    assert ("model-drift" in rules_of(steps[-1])) is bool(signs)
    opened = entries[0]
    assert isinstance(opened, Opened)
    assert opened.fits[0].version == version
    assert [drifted.sign for drifted in opened.drift] == signs
    if signs:
        assert 'made for version "6.2.1", and the phone has "7.0"' in person.cards[0][0]


def test_where_nobody_can_say_which_version_there_is_nothing_is_found(tmp_path: Path) -> None:
    async def play_it() -> tuple[object, ...]:
        async with guarding(Stage(letter(), sends), tmp_path, app=made_for("8.*", tmp_path)) as guard:
            return guard.drift

    assert asyncio.run(play_it()) == ()


class Numbered(Stage):
    """A stage that tells versions, or breaks when it is asked."""

    told: PackageVersion | Exception | None = None

    async def version(self, package: str) -> PackageVersion | None:
        if isinstance(self.told, Exception):
            raise self.told
        return self.told


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (PackageVersion("8.1", "81"), 0),
        (PackageVersion("", "8.3"), 0),
        (PackageVersion("9.0", "90"), 1),
        (PackageVersion(), 0),
        (None, 0),
        (OSError("no shell"), 0),
    ],
)
def test_a_version_is_taken_as_the_phone_tells_it(tmp_path: Path, told: Any, found: int) -> None:
    stage = Numbered(letter(), sends)
    stage.told = told

    async def play_it() -> int:
        async with guarding(stage, tmp_path, app=made_for("8.*", tmp_path)) as guard:
            return len(guard.drift)

    assert asyncio.run(play_it()) == found


def made_for(version: str, folder: Path) -> App:
    return replace(letters(folder), versions=App.of("", (), versions=(version,)).versions)


def test_a_doubt_is_known_again_after_a_resume_and_a_replay_decides_the_same(tmp_path: Path) -> None:
    device, app = restaurant_phone(), load("restaurant")
    phone = ChangedPhone(device, does=instead("more", None, None))
    rules = Specification.parse(EVENING, app)

    def guard(*, resume: bool = False) -> Guard:
        return Guard(phone, app, rules, journal=tmp_path / "run", clock=clock_of(device), pictures=False, resume=resume)

    async def play_it() -> tuple[Any, ...]:
        first = guard()
        await first.__aenter__()
        for words in (*RIGHT, "more"):
            await first.act(on(first.screen, words))
        first._log.close()  # as a process that was killed leaves it
        first._lease.give_back()
        async with guard(resume=True) as again:
            step = await again.act(on(again.screen, "reserve"))
            return first.drift, again.drift, rules_of(step), bookings(device)

    before, after, reasons, done = asyncio.run(play_it())
    assert [step.sign for step in before] == [Sign.CONTRADICTED]
    assert after == before
    assert "model-drift" in reasons
    assert done == []
    assert replay(read_journal(tmp_path / "run")).same


def test_a_complete_policy_from_before_there_was_such_a_condition_asks() -> None:
    before = default_policy().source.replace('  "model drift": "ask"\n', "").replace("  model drift: ask\n", "")
    assert "model drift" not in before
    (policy,) = read_policy(before).policies
    assert policy.conditions[Condition.MODEL_DRIFT].word == "ask"
