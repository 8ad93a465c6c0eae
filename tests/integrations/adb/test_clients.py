"""Unmodified clients that know only a port: the wrong booking is stopped with the reason, and the right one made."""

import asyncio
import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

pytest.importorskip("adbutils", reason="needs the extra: pip install 'handrail[adb]'")
pytest.importorskip("uiautomator2", reason="needs the extra: pip install 'handrail[adb]'")

from device.test_adb import unclosed_sockets
from handrail.device.action import Action
from handrail.device.element import Element
from handrail.guard.approval.question import Answer, Approved, Question
from handrail.integrations.client.acts_in_turn import NotDone
from handrail.integrations.meaning import TypesMore
from integrations.adb.guarded import RESTAURANTS, Guarded, bare, guarded
from phone.adb.served import PATIENCE_S

TODAY, TOMORROW = "2026-03-02", "2026-03-03"
LAUNCHER = "android.intent.category.LAUNCHER"

Says = Callable[[str], str]
"""Touches what says that; why it was not done, or nothing."""


def the_adb_binary(proxy: Guarded) -> Says:
    def run(*words: str) -> str:
        done = proxy.adb.run(*words)
        return done.stderr.decode() if done.returncode else ""

    assert run("shell", "monkey", "-p", RESTAURANTS, "-c", LAUNCHER, "1") == ""
    return lambda words: run("shell", proxy.tap(words))


def exec_out(proxy: Guarded) -> Says:
    assert proxy.adb.run("exec-out", f"monkey -p {RESTAURANTS} -c {LAUNCHER} 1").returncode == 0
    return lambda words: proxy.adb.run("exec-out", proxy.tap(words)).stderr.decode()


def adbutils(proxy: Guarded) -> Says:
    device = proxy.adbutils()
    device.app_start(RESTAURANTS)
    return lambda words: raised(lambda: device.click(*proxy.place(words)))


def adbutils_with_an_activity(proxy: Guarded) -> Says:
    device = proxy.adbutils()
    device.app_start(RESTAURANTS, "com.example.restaurants.SearchActivity")
    return lambda words: raised(lambda: device.shell2(proxy.tap(words), v2=True))


def uiautomator2(proxy: Guarded) -> Says:
    device: Any = importlib.import_module("uiautomator2").connect(proxy.adbutils())
    device.app_start(RESTAURANTS)
    return lambda words: raised(lambda: device(text=words).click())


def uiautomator2_by_selector(proxy: Guarded) -> Says:
    """The remote call that names an element and not a point."""
    device: Any = importlib.import_module("uiautomator2").connect(proxy.adbutils())
    device.app_start(RESTAURANTS)
    return lambda words: raised(lambda: device.jsonrpc.click(device(text=words).selector))


def raised(does: Callable[[], Any]) -> str:
    """What an exception says, or what a command prints that did not end well."""
    try:
        done = does()
    except Exception as error:
        return str(error)
    return done.output if getattr(done, "returncode", 0) else ""


CLIENTS = (the_adb_binary, exec_out, adbutils, adbutils_with_an_activity, uiautomator2, uiautomator2_by_selector)


@pytest.fixture
def quiet() -> Iterator[None]:
    with unclosed_sockets():
        yield


def books_in_a_hurry(touch: Says) -> str:
    """What stands there first is taken: tomorrow at seven."""
    touch("Blue Harbor Grill")
    return touch("Reserve now")


@pytest.mark.slow
@pytest.mark.parametrize("client", [the_adb_binary, uiautomator2])
@pytest.mark.usefixtures("quiet")
def test_unguarded_it_books_the_wrong_table(client: Callable[[Guarded], Says], tmp_path: Path) -> None:
    with bare(tmp_path) as proxy:
        assert books_in_a_hurry(client(proxy)) == ""
        assert proxy.bookings() == [("Blue Harbor Grill", TOMORROW, "19:00", 2)]


@pytest.mark.slow
@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.usefixtures("quiet")
def test_guarded_it_is_stopped_told_why_corrects_itself_and_completes(
    client: Callable[[Guarded], Says], tmp_path: Path
) -> None:
    with guarded(tmp_path) as proxy:
        touch = client(proxy)
        told = books_in_a_hurry(touch)
        assert proxy.bookings() == []
        assert "date should be today (2026-03-02) but is 2026-03-03" in told
        assert "time should be before 19:00 but is 19:00" in told
        early = proxy.adb.run("shell", "handrail", "finish")
        assert early.returncode == 1
        assert b"reserve" in early.stderr
        for words in ("Date", TODAY, "Time", "18:30", "Reserve now"):
            assert touch(words) == ""
        assert proxy.bookings() == [("Blue Harbor Grill", TODAY, "18:30", 2)]
        assert "The task is done, and verified" in proxy.adb("shell", "handrail finish")
        assert "The task is over" in touch("OK" if "OK" in texts(proxy) else texts(proxy)[0])


def texts(proxy: Guarded) -> list[str]:
    return [element.text for element in proxy.served.phone.screen().elements() if element.text]


def search_field(proxy: Guarded) -> Element:
    return next(
        element for element in proxy.served.phone.screen().elements() if element.class_name.endswith("EditText")
    )


# Forms of one act


@contextmanager
def policy_alone(folder: Path, approver: Any = None) -> Iterator[Guarded]:
    more = {} if approver is None else {"approver": approver}
    with guarded(folder, rules="", has_end=False, **more) as proxy:
        yield proxy


def test_a_line_of_several_acts_stops_at_the_first_that_does_not_run(tmp_path: Path) -> None:
    with guarded(tmp_path) as proxy:
        proxy.shell(f"monkey -p {RESTAURANTS} -c {LAUNCHER} 1")
        reserve = "input tap 210 1022"
        done = proxy.adb.run("shell", f"{proxy.tap('Blue Harbor Grill')}; echo first; {reserve}; echo never")
        assert done.returncode == 126
        assert b"Step 3 of the line did not run, nor what comes after it. Blocked." in done.stderr
        assert b"never" not in done.stdout
        assert proxy.bookings() == []
        assert "Reserve now" in texts(proxy)


def test_what_a_step_ends_with_decides_about_the_next(tmp_path: Path) -> None:
    with policy_alone(tmp_path) as proxy:
        proxy.shell(f"monkey -p {RESTAURANTS} -c {LAUNCHER} 1")
        done = proxy.adb("shell", f"{proxy.tap('Search')} && echo X4EXIT:$?; false || echo after $?")
        assert done == "X4EXIT:0\nafter 1\n"


def test_typing_adds_to_what_stands_in_the_field(tmp_path: Path) -> None:
    with policy_alone(tmp_path) as proxy:
        proxy.shell(f"monkey -p com.example.contacts -c {LAUNCHER} 1")
        field = search_field(proxy)
        proxy.shell("input tap {} {}".format(*field.bounds.center))
        assert proxy.shell("input text Ada%sLove") == b""
        assert proxy.shell("input text lace") == b""
        assert "Ada Lovelace" in texts(proxy)
        assert proxy.shell("input keyevent KEYCODE_MOVE_END " + "67 " * 5) == b""
        assert "Ada Lov" in texts(proxy)
        journal = next(tmp_path.glob("session-*/journal.jsonl")).read_text("utf-8")
        assert "Ada Lovelace" in journal


def test_what_was_not_done_is_an_error_that_says_why_and_nothing_was_sent(tmp_path: Path) -> None:
    sent: list[str] = []

    async def does() -> None:
        sent.append("sent")

    with guarded(tmp_path) as proxy:
        assert proxy.guard is not None
        with pytest.raises(NotDone, match="No text field has the focus"):
            proxy.run(proxy.guard.act(TypesMore("x"), does))
        assert sent == []
        proxy.run(proxy.guard.act(Action("home"), does))
        assert sent == ["sent"]


def was_cleared(proxy: Guarded) -> bool:
    return any(event.what == "clear data" for event in proxy.served.phone.log)


def test_a_person_answers_for_what_a_client_does(tmp_path: Path) -> None:
    asked: list[Question] = []

    async def yes(question: Question, /) -> Answer:
        asked.append(question)
        return Approved(question.digest, "a person", question.identifier)

    with policy_alone(tmp_path, yes) as proxy:
        assert "Success" in proxy.adb("shell", f"pm clear {RESTAURANTS}")
        assert was_cleared(proxy)
        assert len(asked) == 1


def test_what_waits_for_an_answer_is_given_up_when_the_guard_ends(tmp_path: Path) -> None:
    asked = Event()

    async def nobody_comes(question: Question, /) -> Answer:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    with policy_alone(tmp_path, nobody_comes) as proxy:
        client = Thread(target=proxy.shell, args=(f"pm clear {RESTAURANTS}",))
        client.start()
        assert asked.wait(PATIENCE_S)
        proxy.renew()
        client.join(PATIENCE_S)
        assert not client.is_alive()
        assert not was_cleared(proxy)


def test_an_activity_that_no_icon_starts_is_not_started(tmp_path: Path) -> None:
    with policy_alone(tmp_path) as proxy:
        done = proxy.adb.run("shell", f"am start -n {RESTAURANTS}/.DetailsActivity")
        assert done.returncode == 126
        assert b"is not what the icon of the app starts" in done.stderr
        assert proxy.adb.run("shell", f"am start -W -n {RESTAURANTS}/.SearchActivity").returncode == 0


def test_uiautomator2_types_where_its_selector_means_one_field(tmp_path: Path) -> None:
    with policy_alone(tmp_path) as proxy, proxy.helper():
        proxy.shell(f"monkey -p com.example.contacts -c {LAUNCHER} 1")
        field = search_field(proxy)
        by_name = {"mask": 1 << 21, "resourceId": field.resource_id, "childOrSibling": [], "childOrSiblingSelector": []}
        assert proxy.call("setText", by_name, "Ada")["result"] is True
        assert "Ada" in texts(proxy)
        several = {
            "mask": 16,
            "className": "android.widget.TextView",
            "childOrSibling": [],
            "childOrSiblingSelector": [],
        }
        before = proxy.served.phone.screen()
        assert "elements of the screen; say which" in proxy.call("click", several)["error"]["message"]
        assert proxy.served.phone.screen() == before


def test_the_state_of_the_task_is_told_by_any_client(tmp_path: Path) -> None:
    with guarded(tmp_path) as proxy:
        assert "1. [next] Reserve" in proxy.adb("shell", "handrail status")
        assert b"1. [next] Reserve" in proxy.shell("handrail status")
        assert proxy.adb.run("shell", "handrail dance").returncode == 2
        assert "not done" in proxy.adb("shell", "handrail finish --infeasible")
        assert b"The task is over" in proxy.shell("input keyevent 4")
        assert proxy.shell("echo read") == b"read\n"
