"""What a question before an action shows of a run."""

import json
from dataclasses import replace
from typing import Any

from handrail.device.action import Action
from handrail.device.element import identify
from handrail.device.trace import NOTHING_CHANGED, NotObserved
from handrail.sentinel.judge import AcceptedRule, Before, Consecutive, Prospect, Step, Trajectory
from handrail.sentinel.judge.contextual import as_data
from handrail.sentinel.judge.mode import StepWindow, windows
from handrail.sentinel.judge.run_view import MOST_OF_A_STEP, show_prospect, show_window
from sentinel.judge.trajectories import message, screen, trajectory


def lines(about: Trajectory, window: StepWindow) -> list[Any]:
    return [json.loads(as_data(line)) for line in show_window(about, window)]


def test_earlier_steps_are_told_in_short_and_the_last_two_screens_in_full() -> None:
    about = trajectory(9)
    shown = lines(about, windows(about, Before())[-1])
    steps = {line["step"]: line for line in shown if "step" in line}
    assert sorted(steps) == list(range(1, 9))
    assert [n for n, line in steps.items() if "screen" in line] == [7, 8]
    assert all("seen" in steps[n] for n in range(1, 7))


def test_what_nobody_observed_is_said_once() -> None:
    about = trajectory(9)
    text = "\n".join(as_data(line) for line in show_window(about, windows(about, Before())[-1]))
    assert text.count("no permission") == 1
    gap = replace(
        about.steps[3], trace=replace(NOTHING_CHANGED, network=NotObserved("gone"), clipboard=NotObserved("x"))
    )
    partly = replace(about, steps=(*about.steps[:3], gap, *about.steps[4:]))
    shown = lines(partly, windows(partly, Before())[-1])
    assert shown[0] == {"not_observed_in_any_of_these_steps": {"clipboard": "no permission"}}
    assert shown[4]["system_since_the_step_before"] == {"not_observed": ["network"]}


def test_the_element_of_an_action_is_told_from_others_that_look_the_same() -> None:
    shown = screen("March", "Download", "April", "Download", "May", "Download")
    path, element = [found for found in shown.walk() if found[1].text == "Download"][1]
    step = Step(1, shown, Action("click", element=identify(path, element)), NOTHING_CHANGED)
    (line,) = lines(about := Trajectory("get the invoice of April", "Mail", (step,)), StepWindow(about.steps))
    assert line["action"]["on"]["which"] == "number 2 of 3 that look the same"
    assert line["action"]["on"]["between"] == ["April", "May"]
    marked = [place for place, element in enumerate(line["screen"]) if "the action is on this" in element.get("is", ())]
    assert marked == [3]


def test_a_typed_text_says_where_its_words_come_from() -> None:
    about = message("I come at six with Paul")
    shown = lines(about, windows(about, Before())[0])
    assert shown[-1]["action"]["text_from"] == [
        {"words": "I come at six", "from": "the instruction"},
        {"words": "with Paul", "from": "nobody before the agent"},
    ]


def test_of_a_long_screen_earlier_on_the_labels_that_the_request_speaks_of_are_kept() -> None:
    shown = screen(*(f"Line {number} of the list" for number in range(200)), "Paul's invoice of April")
    first = Step(1, shown, Action("scroll", direction="down"), NOTHING_CHANGED)
    about = Trajectory("get the invoice of April", "Mail", (first, *(replace(first, n=n) for n in (2, 3))))
    seen = lines(about, StepWindow(about.steps[2:], about.steps[1], earlier=about.steps[:1]))[0]["seen"]
    assert "Paul's invoice of April" in seen
    assert sum(map(len, seen)) <= MOST_OF_A_STEP


def test_a_long_run_is_no_bigger_question() -> None:
    short, long = (
        len("".join(map(as_data, show_window(about, windows(about, Before())[-1]))))
        for about in (trajectory(60), trajectory(120))
    )
    assert long < 2.2 * short


def test_windows_of_a_run_carry_the_steps_before_them_in_short() -> None:
    about = trajectory(12)
    shown = lines(about, windows(about, Consecutive(5))[1])
    assert [line["step"] for line in shown if "seen" in line] == [1, 2, 3, 4, 5]


def test_the_accepted_rules_stand_in_the_question_with_what_they_lack() -> None:
    rules = (AcceptedRule("A -> Send", achieved=True), AcceptedRule("Send -> Done", lacks=("send done",)))
    step = replace(trajectory(2).steps[0], prospect=Prospect(specification=rules))
    assert show_prospect(step)["accepted_rules"] == [
        {"rule": "A -> Send", "achieved": True},
        {"rule": "Send -> Done", "lacks": ["send done"]},
    ]
