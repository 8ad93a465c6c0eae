"""What its caller gave up is never done, wherever the phone was slow; and who holds a phone keeps others off it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from device.counter import CounterPhone, on
from handrail.device.action import Action
from handrail.device.adb import AdbDevice
from handrail.device.adb_client import CURRENT, AdbClient, CancellationToken, GivenUp, _for_attempts
from handrail.device.adb_observer import CommandOutput, TraceObserver
from handrail.device.device import Executed, Precondition, Refused, StaleScreen
from handrail.device.hierarchy import write_hierarchy
from handrail.device.lease import LeaseTaken, locked
from handrail.device.screen import Screen
from handrail.error import DeviceLost
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone

FRONT = "  topResumedActivity=ActivityRecord{1 u0 com.example.counter/.Main t1}\n"


@dataclass
class SlowHand(AdbClient):
    """Shows what it is told to, notes what it is told to do, and waits before the look with a number."""

    serial: str = "slow"
    phone: Any = None
    helper: Any = None
    screen: Screen = field(default_factory=lambda: asyncio.run(CounterPhone().observe()))
    slow_at: int = 0
    looks: int = 0
    lines: list[str] = field(default_factory=list)
    reached: Event = field(default_factory=Event)
    go_on: Event = field(default_factory=Event)
    then: Callable[["SlowHand"], None] = lambda client: None

    def shell(self, command: str) -> CommandOutput:
        if command.startswith("wm"):
            return CommandOutput("Physical size: 1080x2400\n", 0)
        self.lines.append(command)
        self.then(self)
        return CommandOutput("", 0)

    def shown(self) -> tuple[str, str]:
        self.looks += 1
        if self.looks == self.slow_at:
            self.reached.set()
            assert self.go_on.wait(20)
        return FRONT, write_hierarchy(self.screen)


def focus(client: SlowHand) -> None:
    """The field takes the focus when it is touched."""
    (window,) = client.screen.windows
    add, field_ = window.children
    client.screen = replace(client.screen, windows=(replace(window, children=(add, replace(field_, focused=True))),))


def device_with(client: SlowHand) -> AdbDevice:
    return AdbDevice(client, TraceObserver(client.shell))


def give_up(client: SlowHand, action: Action) -> None:
    """Start it, give it up while the phone is slow, and let the phone go on."""

    async def run() -> None:
        task = asyncio.create_task(device_with(client).execute(action))
        await asyncio.to_thread(client.reached.wait, 20)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        client.go_on.set()

    asyncio.run(run())  # waits for its threads


def test_a_touch_that_was_given_up_during_the_look_before_it_is_not_done() -> None:
    client = SlowHand(slow_at=1)
    give_up(client, Action("click", element=on(client.screen, "/add")))
    assert (client.looks, client.lines) == (1, [])


def test_typing_that_was_given_up_between_the_touch_and_the_keys_is_not_done() -> None:
    client = SlowHand(slow_at=2, then=focus)
    give_up(client, Action("input", text="secret", element=on(client.screen, "/note")))
    assert [line.split(" ")[1] for line in client.lines] == ["tap"]


def test_a_double_tap_that_was_given_up_is_one_touch() -> None:
    client = SlowHand(slow_at=2)
    give_up(client, Action("double_tap", element=on(client.screen, "/add")))
    assert len(client.lines) == 1


def test_running_out_of_time_is_giving_up() -> None:
    client = SlowHand(slow_at=1)

    async def run() -> None:
        device = device_with(client)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(device.execute(Action("back")), 0.01)
        client.go_on.set()

    asyncio.run(run())
    assert client.lines == []


def test_no_connection_is_made_for_what_was_given_up_and_open_ones_are_cut() -> None:
    cut: list[str] = []
    attempt = CancellationToken()
    attempt.connected(lambda: cut.append("cut"))
    made: list[object] = []
    connect = _for_attempts(lambda: made.append(object()))
    token = CURRENT.set(attempt)
    try:
        attempt.give_up()
        with pytest.raises(GivenUp, match="so nothing more is touched"):
            connect()
        with pytest.raises(GivenUp):
            attempt.connected(lambda: cut.append("late"))
    finally:
        CURRENT.reset(token)
    assert (cut, made) == (["cut", "late"], [])


def test_what_is_typed_where_another_view_took_the_focus_is_lost_and_not_refused() -> None:
    client = SlowHand()
    with pytest.raises(DeviceLost, match="nothing was typed"):
        asyncio.run(device_with(client).execute(Action("input", text="x", element=on(client.screen, "/note"))))
    assert len(client.lines) == 1


def test_typing_goes_on_where_the_field_took_the_focus() -> None:
    client = SlowHand(then=focus)
    action = Action("input", text="x y", element=on(client.screen, "/note"))
    assert asyncio.run(device_with(client).execute(action)) == Executed()
    assert [line.split(" ", 1)[1] for line in client.lines] == ["tap 540 450", "text x%sy"]


@pytest.mark.parametrize(
    "action",
    [
        Action("input", text="Müller"),
        Action("input", text="two\nlines"),
        Action("input", text="no focus"),
        Action("pinch"),
        Action("copy", text="x"),
        Action("paste", text="x"),
        Action("press_key", "TELEPORT"),
        Action("click", target="the button"),
        Action("open_url"),
        Action("drag", point=(5, 5)),
    ],
)
def test_what_cannot_be_linesis_refused_before_anything_is_touched(action: Action) -> None:
    client = SlowHand()
    assert isinstance(asyncio.run(device_with(client).execute(action)), Refused)
    assert client.lines == []


def test_nothing_is_touched_where_what_the_decision_rested_on_is_otherwise() -> None:
    client = SlowHand()
    otherwise = Precondition(replace(client.screen, package="com.other"), lambda screen: screen.package)
    for action in (
        Action("click", element=on(client.screen, "/add")),
        Action("back"),
        Action("wait"),
        Action("finish"),
    ):
        answer = asyncio.run(replace(device_with(client), wait_seconds=0.0).execute(action, on=otherwise))
        assert isinstance(answer, StaleScreen)
    assert client.lines == []
    same = Precondition(replace(client.screen, activity="another"), lambda screen: screen.package)
    assert asyncio.run(device_with(client).execute(Action("back"), on=same)) == Executed()


def test_a_line_that_failed_is_lost_unless_the_phone_says_that_it_did_nothing() -> None:
    @dataclass
    class Failing(SlowHand):
        says: str = ""

        def shell(self, command: str) -> CommandOutput:
            return CommandOutput(self.says, 1) if command.startswith("am ") else super().shell(command)

    link = Action("open_url", "https://example.org")
    with pytest.raises(DeviceLost):
        asyncio.run(device_with(Failing(says="Killed")).execute(link))
    nothing = asyncio.run(device_with(Failing(says="Error: unable to resolve Intent { }")).execute(link))
    assert isinstance(nothing, Refused)


def test_half_a_character_in_what_a_phone_shows_breaks_nothing() -> None:
    class Odd(SlowHand):
        def shown(self) -> tuple[str, str]:
            front, tree = super().shown()
            return front, tree.replace("Count 0", "Co\ud83dunt &#55357;&#56832;&#xD800; 0")

    screen = asyncio.run(device_with(Odd()).observe())
    assert next(element.text for element in screen.elements() if element.clickable) == "Co\ufffdunt \U0001f600\ufffd 0"


# One holder at a time


def leases() -> list[Callable[[str], Any]]:
    phone = Phone(apps=())
    phone_device, other = PhoneDevice(phone), PhoneDevice(phone)
    slow, twin = device_with(SlowHand()), device_with(SlowHand())
    return [phone_device.lease, other.lease, slow.lease, twin.lease]


@pytest.mark.parametrize("pair", [0, 2])
def test_a_phone_has_one_holder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pair: int) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    first, other = leases()[pair : pair + 2]
    with first("session 1"):
        with pytest.raises(LeaseTaken, match="is in use by `session 1`") as taken, other("session 2"):
            pass
        assert taken.value.holder == "session 1"
        with other("session 1"):
            pass
        with pytest.raises(LeaseTaken), other("session 2"):
            pass
    with other("session 2"):
        pass


def test_a_lease_is_for_one_phone_and_only_its_user_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with locked("adb:127.0.0.1:5555", "a\ud800"), locked("adb:../../x", "b"):
        files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
        assert len(files) == 2
        assert all(path.stat().st_mode & 0o077 == 0 for path in files)


def test_an_app_that_calls_itself_like_a_tree_is_not_read_as_one() -> None:
    tree = "<?xml version='1.0'?><hierarchy rotation='0'/>"

    class Named(AdbClient):
        def shell(self, command: str) -> CommandOutput:
            return CommandOutput(f"  mTitle=<?xml version='1.0'?><hierarchy/>\n{FRONT}{tree}", 0)

    activities, found = Named("named", None, None).shown()
    assert found == tree
    assert activities.endswith(FRONT)
