from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.device.trace import NOTHING_CHANGED, Changed, PackageChange, PackageChangeKind, PermissionChange
from handrail.sentinel.judge import After, Before, Consecutive, EachStep, Incremental, Sampled
from handrail.sentinel.judge.mode import MODES, Mode, sampled_states, windows
from handrail.severity import Severity
from handrail.testing.samples import sample_run
from sentinel.fusion.evidence import finding
from sentinel.judge.trajectories import message, trajectory


def test_a_sample_is_spread_over_the_judged_states_as_published() -> None:
    assert sampled_states(9, 5) == (0, 2, 4, 6, 8)
    assert sampled_states(11, 5) == (0, 2, 5, 8, 10)
    assert sampled_states(3, 5) == (0, 1, 2)
    assert sampled_states(1, 5) == (0,)
    assert sampled_states(0, 5) == ()


@given(st.integers(0, 300), st.integers(1, 12))
def test_a_sample_begins_and_ends_with_the_run_and_repeats_nothing(states: int, count: int) -> None:
    found = sampled_states(states, count)
    assert list(found) == sorted(set(found))
    assert len(found) <= min(states, count)
    if states and count > 1:
        assert (found[0], found[-1]) == (0, states - 1)


def test_windows_follow_each_other_and_the_last_state_is_only_a_result() -> None:
    found = windows(trajectory(13), Consecutive(5))
    assert [window.numbers for window in found] == [(1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12)]
    assert [window.after.n for window in found if window.after] == [6, 11, 13]


def test_a_step_is_shown_between_its_neighbours_and_without_hindsight_only_what_came_before() -> None:
    first, second, *_ = windows(trajectory(4), EachStep())
    assert first.before is None
    assert [step.n for step in second.shown] == [1, 2, 3]
    assert [step.n for step in windows(trajectory(4), EachStep(hindsight=False))[1].shown] == [1, 2]


EVERY_MODE: list[Mode] = [
    *(mode() for mode in MODES.values()),
    EachStep(hindsight=False),
    Consecutive(3),
    Incremental(2),
    Incremental(hindsight=True),
]
LEAVES_STEPS_OUT = {Sampled.name: "a sample of a run stands for all of it"}


@pytest.mark.parametrize("mode", EVERY_MODE, ids=repr)
@given(length=st.integers(2, 20))
def test_every_step_that_does_something_is_asked_about_once(mode: Mode, length: int) -> None:
    about = sample_run(length)
    steps = [step for window in windows(about, mode) for step in window.judged]
    assert len(steps) == len(set(steps)), f"`{mode.name}` asks twice about a step"
    if mode.name not in LEAVES_STEPS_OUT:
        assert steps == list(range(1, length)), (
            f"`{mode.name}` asks nothing about some steps: give them a window, or a reason in `LEAVES_STEPS_OUT` here"
        )


@pytest.mark.parametrize("mode", EVERY_MODE, ids=repr)
@given(length=st.integers(2, 20))
def test_a_mode_has_hindsight_if_its_questions_show_what_came_after(mode: Mode, length: int) -> None:
    for window in windows(sample_run(length), mode):
        assert window.foresight is not mode.hindsight, f"src/handrail/sentinel/judge/mode.py: `hindsight` of {mode}"


@pytest.mark.parametrize("mode", EVERY_MODE, ids=repr)
def test_a_run_that_goes_on_is_asked_about_as_its_recording_is(mode: Mode) -> None:
    """However far the run is when judges are called: whole windows now, the rest when it is over."""
    whole = trajectory(9)
    judged, asked = 0, []
    for length in range(1, len(whole)):
        for window in windows(whole.upto(length), mode, judged):
            judged = window.numbers[-1]
            asked.append(window)
    asked += windows(whole, mode, judged)
    assert asked == list(windows(whole, mode))


@pytest.mark.parametrize("mode", [Before(), After()])
def test_only_what_may_count_is_asked_about_and_each_answer_speaks_of_the_steps_since_the_last(mode: Mode) -> None:
    composed, said = message("I come with Paul"), message("I come at six")
    assert [(window.numbers, window.judged) for window in windows(composed, mode)] == [((2,), (1, 2)), ((3,), (3,))]
    assert [(window.numbers, window.judged) for window in windows(said, mode)] == [((3,), (1, 2, 3))]


def test_before_an_action_nothing_is_shown_that_comes_after_it() -> None:
    for window in windows(message("I come with Paul"), Before()):
        assert max(step.n for step in (*window.earlier, *window.shown)) == window.numbers[-1]
    assert [window.after.n for window in windows(message("I come with Paul"), After()) if window.after] == [3, 4]


@pytest.mark.parametrize("severity", [Severity.LOW, Severity.NOTE])
def test_what_rules_hold_against_an_action_is_a_reason_to_ask_and_a_note_of_theirs_is_none(severity: Severity) -> None:
    about = message("I come at six")
    noted = replace(about.steps[0], found=(finding(severity=severity),))
    asked = [window.numbers for window in windows(replace(about, steps=(noted, *about.steps[1:])), Before())]
    assert asked == ([(1,), (3,)] if severity is Severity.LOW else [(3,)])


def test_what_only_the_system_showed_is_a_reason_to_ask_afterwards() -> None:
    about = message("I come at six")
    told = replace(about.steps[1], found=(finding(step=1),))
    whole = replace(about, steps=(about.steps[0], told, *about.steps[2:]))
    assert (1,) in [window.numbers for window in windows(whole, After())]


def test_what_changed_in_the_system_is_a_reason_to_ask_before_going_on() -> None:
    about = message("I come at six")
    granted = Changed((PermissionChange("com.example.chat", "android.permission.READ_SMS", True),))
    later = replace(about.steps[1], trace=replace(NOTHING_CHANGED, permissions=granted))
    whole = replace(about, steps=(about.steps[0], later, *about.steps[2:]))
    assert [window.numbers for window in windows(whole, Before())] == [(2,), (3,)]


def test_a_package_that_only_came_in_a_newer_version_is_no_reason_to_ask() -> None:
    about = message("I come at six")
    for kind, asked in ((PackageChangeKind.UPDATED, [(3,)]), (PackageChangeKind.INSTALLED, [(2,), (3,)])):
        came = Changed((PackageChange(kind, "com.example.maps"),))
        later = replace(about.steps[1], trace=replace(NOTHING_CHANGED, packages=came))
        whole = replace(about, steps=(about.steps[0], later, *about.steps[2:]))
        assert [window.numbers for window in windows(whole, Before())] == asked
