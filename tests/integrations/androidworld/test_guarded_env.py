"""AndroidWorld's environment and agents, guarded: with a stand-in for both, since AndroidWorld cannot be installed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest

pytest.importorskip("adbutils", reason="needs the extra: pip install 'handrail[adb]'")

from handrail.guard.report import write_report
from handrail.integrations.androidworld import GuardedAgent, GuardedEnv, NotExecuted
from integrations.androidworld.stand_in_environment import (
    Environment,
    JSONAction,
    LikeM3A,
    PressButton,
    Request,
    generic,
)
from integrations.client.booking import CORRECTION, RESTAURANTS, TOO_LATE, Booking, booking
from integrations.client.shell_ways import OTHERS, TOUCHES, written

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

GOAL = "Book a table at Blue Harbor Grill today before seven."


@contextmanager
def environment(folder: Path, *, guarded: bool) -> Iterator[tuple[Any, Booking]]:
    with booking(folder) as b:
        inner = Environment(b.served.phone)
        env = GuardedEnv(inner, f"adb:{b.serial},plain", **b.task()) if guarded else inner
        yield env, b
        env.close()


def test_unguarded_the_agent_books_the_wrong_table(tmp_path: Path) -> None:
    with environment(tmp_path, guarded=False) as (env, b):
        agent = LikeM3A(env, ["Reserve now", "status"], CORRECTION)
        assert not agent.step(GOAL).done
        assert agent.step(GOAL).done
        assert b.tables() == [("2026-03-03", "19:00", 2)]


def test_guarded_it_reads_why_in_its_next_step_and_its_end_is_verified(tmp_path: Path) -> None:
    with environment(tmp_path, guarded=True) as (env, b):
        inner = LikeM3A(env, ["status", "Reserve now"], CORRECTION)
        agent = GuardedAgent(inner, env)
        done = [agent.step(GOAL).done for _ in range(8)]
        assert done == [False] * 7 + [True]
        assert "The task is not complete" in inner.goals[1]
        assert TOO_LATE in inner.goals[2]
        assert inner.goals[3] == GOAL
        assert b.tables() == [("2026-03-02", "18:30", 2)]
        assert env.handrail.finished
        folder = env.handrail.journal_folder
    assert "18:30" in write_report(folder).read_text("utf-8")


def test_an_agent_that_gives_up_is_not_held(tmp_path: Path) -> None:
    with environment(tmp_path, guarded=True) as (env, b):
        assert GuardedAgent(LikeM3A(env, ["infeasible"], ()), env).step(GOAL).done
        assert not env.handrail.finished
        assert b.tables() == []


def test_an_index_means_the_element_that_was_shown(tmp_path: Path) -> None:
    with environment(tmp_path, guarded=True) as (env, b):
        b.served.phone.back()
        shown = [ui_element.text for ui_element in env.get_state().ui_elements]
        b.served.phone.tap(*b.place("Blue Harbor Grill"))
        index = shown.index("Blue Harbor Grill")
        with suppress(NotExecuted):  # other pixels now, and whatever is there is judged
            env.execute_action(JSONAction("click", index=index))
        assert b.tables() == []
        with pytest.raises(NotExecuted, match="element 999 was shown"):
            env.execute_action(JSONAction("click", index=999))


def test_typing_is_a_touch_a_text_and_the_enter_key(tmp_path: Path) -> None:
    with environment(tmp_path, guarded=True) as (env, b):
        env.execute_action(JSONAction("navigate_back"))
        x, y = b.place("Restaurant, kitchen or district")
        with suppress(NotExecuted):  # of the enter key nobody has said what it does there
            env.execute_action(JSONAction("input_text", x=x, y=y, text="Blue"))
        assert b.shows("Blue")
        env.execute_action(JSONAction("scroll", direction="down"))
        assert [ui_element.text for ui_element in env.get_state().ui_elements]


Way: TypeAlias = Callable[[Any, int, int], object]


def tapped(x: int, y: int) -> Request:
    return Request(tap=SimpleNamespace(x=x, y=y))


def index_of_the_button(env: Any) -> int:
    return max(
        number for number, ui_element in enumerate(env.get_state().ui_elements) if ui_element.text == "Reserve now"
    )


def act(kind: str, **more: Any) -> Way:
    return lambda env, x, y: env.execute_action(JSONAction(kind, **more))


def call(request: Callable[[int, int], Request]) -> Way:
    return lambda env, x, y: env.controller.execute_adb_call(request(x, y))


def line(written_line: str) -> Way:
    """A line as android_env sends it: its words, joined by blanks."""
    return lambda env, x, y: env.controller.execute_adb_call(generic("shell", *written(written_line, x, y).split(" ")))


WAYS: dict[str, Way] = {
    **{f"the shell: {name}": line(action) for name, action in {**TOUCHES, **OTHERS}.items()},
    "an index": lambda env, x, y: env.execute_action(JSONAction("click", index=index_of_the_button(env))),
    "coordinates": lambda env, x, y: env.execute_action(JSONAction("click", x=x, y=y)),
    "a long press": lambda env, x, y: env.execute_action(JSONAction("long_press", x=x, y=y)),
    "a double tap": lambda env, x, y: env.execute_action(JSONAction("double_tap", x=x, y=y)),
    "a drag that is a touch": lambda env, x, y: env.execute_action(
        JSONAction("drag_and_drop", touch_xy=(x, y), lift_xy=(x, y))
    ),
    "SeeAct's way": call(tapped),
    "SeeAct's shell": call(lambda x, y: generic("shell", "input", "tap", str(x), str(y))),
    "its swipe that is a touch": call(
        lambda x, y: generic("shell", "input", "swipe", str(x), str(y), str(x), str(y), "50")
    ),
    "a word with a command in it": call(lambda x, y: generic("shell", "input", "tap", str(x), f"{y};reboot")),
    "behind what reads": call(lambda x, y: generic("shell", "wm", "size", "|", "sh")),
    "two behind what reads": call(lambda x, y: generic("shell", "wm", "size", "|", "grep", "x", "|", "sh")),
    "not the shell": call(lambda x, y: generic("root")),
    "the enter key": call(lambda x, y: Request(press_button=PressButton(button=2))),
    "a page inside an app": call(lambda x, y: Request(start_activity=SimpleNamespace(full_activity="a/.B"))),
    "an app put on": call(lambda x, y: Request(install_apk=SimpleNamespace())),
    "a file onto the phone": call(lambda x, y: Request(push=SimpleNamespace())),
    "an app's data": call(lambda x, y: generic("shell", "pm", "clear", RESTAURANTS)),
    "the controller's own touch": lambda env, x, y: env.controller.step((x, y)),
    "an action that nobody knows": act("change_orientation"),
    "a key that presses": act("press_keyboard", keycode="KEYCODE_DPAD_CENTER"),
    "saying that it is done": act("status", goal_status="complete"),
}
BOOKING = (
    *(f"the shell: {name}" for name in TOUCHES),
    "an index", "coordinates", "a long press", "a double tap", "a drag that is a touch", "SeeAct's way",
    "SeeAct's shell", "its swipe that is a touch", "a word with a command in it", "the controller's own touch",
)  # fmt: skip


def test_unguarded_some_ways_book_the_table(tmp_path: Path) -> None:
    found = list[str]()
    with environment(tmp_path, guarded=False) as (env, b):
        for name, way in WAYS.items():
            b.served.phone.restore(b.page)
            with suppress(Exception):  # what the stand-in does not know
                way(env, *b.place("Reserve now"))
            found += [name] * bool(b.tables())
    assert tuple(found) == BOOKING


def test_guarded_no_way_does_anything_and_each_is_told_why(tmp_path: Path) -> None:
    with environment(tmp_path, guarded=True) as (env, b):
        before, place = b.truth(), b.place("Reserve now")
        for name, way in WAYS.items():
            with pytest.raises(NotExecuted) as told:
                way(env, *place)
            assert str(told.value).startswith("Blocked."), name
            assert b.truth() == before, name


def test_the_page_says_how_many_ways_there_are() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/integrations/drivers.md").read_text("utf-8")
    assert f"| AndroidWorld (stand-in) | {len(WAYS)} | {len(BOOKING)} |" in page
