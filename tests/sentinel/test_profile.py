from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.device.recording import Recording
from handrail.device.trace import NOTHING_CHANGED, Changed, NetworkUse, SystemTrace
from handrail.error import UnreadableInput
from handrail.sentinel.finding import Reversibility
from handrail.sentinel.fusion import detect_now
from handrail.sentinel.profile import (
    ASPECTS,
    FEWEST_RUNS,
    MOST,
    AppProfile,
    Profiles,
    Trait,
    learn,
    load_profiles,
    read_profiles,
    save_profiles,
    shift,
    write_profiles,
)
from handrail.sentinel.scan import StepReport
from sentinel.fusion.evidence import finding
from sentinel.fusion.runs import run

APP = "com.example.chat"

Done: TypeAlias = list[tuple[str, Trait]]


def sends(host: str) -> SystemTrace:
    return replace(NOTHING_CHANGED, network=Changed((NetworkUse(APP, host, 443, 900, 90),)))


def talking(host: str = "api.chat.example") -> Recording:
    whole = run()
    return replace(whole, steps=tuple(replace(step, trace=sends(host)) for step in whole.steps))


def told(reversibility: Reversibility = Reversibility.COSTLY) -> StepReport:
    return StepReport(1, (finding(0.6, reversibility=reversibility),), ())


def test_a_profile_counts_runs_and_not_events() -> None:
    profile = learn([talking(), talking(), run()]).apps[APP]
    assert profile.runs == 3
    assert profile.traits["host", "api.chat.example"] == 2
    assert profile.share(("host", "elsewhere.example")) == 0


def test_what_is_usual_lowers_and_what_is_new_raises_and_neither_by_much() -> None:
    profiles = learn([talking()] * 40)
    usual: Done = [(APP, ("host", "api.chat.example"))]
    new: Done = [(APP, ("host", "collect.example"))]
    assert shift(usual, told(), profiles) == -MOST
    assert shift(new, told(), profiles) == MOST
    assert shift([*usual, *new], told(), profiles) == MOST
    assert shift(usual, told(Reversibility.IRREVERSIBLE), profiles) == 0


def test_an_app_that_is_hardly_known_moves_nothing() -> None:
    profiles = learn([talking()] * (FEWEST_RUNS - 1))
    assert shift([(APP, ("host", "collect.example"))], told(), profiles) == 0
    assert shift([("com.other", ("host", "collect.example"))], told(), learn([talking()] * 40)) == 0


names = st.text(min_size=1, max_size=8)


@st.composite
def profiles_of(draw: st.DrawFn) -> Profiles:
    apps = {}
    for package in draw(st.sets(names, max_size=4)):
        runs = draw(st.integers(1, 50))
        traits = draw(st.dictionaries(st.tuples(st.sampled_from(ASPECTS), names), st.integers(1, runs), max_size=5))
        apps[package] = AppProfile(runs, traits)
    return Profiles(apps)


@given(profiles_of(), st.lists(st.tuples(names, st.tuples(st.sampled_from(ASPECTS), names)), max_size=4))
def test_no_profile_moves_a_step_beyond_its_bound(profiles: Profiles, traits: Done) -> None:
    assert abs(shift(traits, told(), profiles)) <= MOST


@given(profiles_of())
def test_profiles_survive_writing(profiles: Profiles) -> None:
    again = read_profiles(write_profiles(profiles), "x")
    assert {package: (app.runs, dict(app.traits)) for package, app in again.apps.items()} == {
        package: (app.runs, dict(app.traits)) for package, app in profiles.apps.items()
    }


def test_a_file_that_cannot_be_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "profiles.json"
    save_profiles(learn([talking()]), file)
    assert load_profiles(file).apps[APP].runs == 1
    file.write_text(file.read_text("utf-8").replace('"runs": 1', '"runs": 0'), "utf-8")
    with pytest.raises(UnreadableInput, match=r"profiles\.json: apps\.com\.example\.chat\.runs"):
        load_profiles(file)
    with pytest.raises(UnreadableInput, match="in 4 of 2 runs"):
        read_profiles('{"version":"handrail.profiles/1","apps":{"a":{"runs":2,"seen":{"host":{"x":4}}}}}', "x")


def test_a_verdict_says_how_many_profiles_were_used() -> None:
    verdict = detect_now(run(to="Paul"), profiles=learn([run()] * 6))
    assert verdict.ran.profiles == 1
    assert "1 app profiles" in verdict.explanation[-1]
