import asyncio
import json
import tempfile
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as profile

from device.counter import PNG, CounterPhone, on
from device.strategies import screens
from handrail.device.action import Action
from handrail.device.device import Device, Executed, Execution, Precondition, Refused, StaleScreen
from handrail.device.recorder import Recorder, record
from handrail.device.recording import read_recording
from handrail.device.replay import ReplayDevice
from handrail.device.screen import Screen
from handrail.device.trace import Changed, NotObserved, Unchanged
from handrail.error import DeviceLost, Misuse


async def recorder(device: Device, folder: Path, query: str = "count") -> Recorder:
    ticks = count(1_700_000_000_000, 4000)
    return await record(device, folder, query=query, application="Counter", now_ms=lambda: next(ticks))


async def tap(device: Device) -> Execution:
    return await device.execute(Action("click", element=on(await device.observe(), "add")))


async def short_run(device: Device) -> None:
    await tap(device)
    await device.execute(Action("input", text="nine  lives", element=on(await device.observe(), "note")))
    await device.execute(Action("scroll", direction="down"))
    await device.execute(Action("finish", text="complete"))


def test_a_recorded_run_plays_back_as_it_went(tmp_path: Path) -> None:
    async def run() -> None:
        live = CounterPhone()
        async_recorder = await recorder(live, tmp_path)
        await short_run(async_recorder)
        await async_recorder.close()
        assert live.closed
        recording = read_recording(tmp_path)
        assert [step.action.type for step in recording.steps] == ["click", "input", "scroll", "finish"]
        replay, again = ReplayDevice(recording), CounterPhone()
        for step in recording.steps:
            assert await replay.observe() == await again.observe()
            assert await replay.screenshot() == PNG
            assert await replay.trace() == await again.trace()
            assert await again.execute(step.action) == await replay.execute(step.action) == Executed()
        assert replay.finished

    asyncio.run(run())


def test_a_step_holds_what_the_action_before_it_did(tmp_path: Path) -> None:
    async def run() -> None:
        await short_run(await recorder(CounterPhone(), tmp_path))

    asyncio.run(run())
    first, second, third, _ = read_recording(tmp_path).steps
    assert first.trace.files == NotObserved("nothing was observed before")
    assert isinstance(second.trace.files, Changed)
    assert second.trace.network == NotObserved("no permission")
    assert third.trace.files == Unchanged()
    assert first.file_hash != second.file_hash == third.file_hash
    assert second.stem == "002_type_1700000004000"


def test_the_guard_and_the_folder_both_get_every_trace(tmp_path: Path) -> None:
    async def run() -> None:
        recording = await recorder(CounterPhone(), tmp_path)
        await recording.trace()
        await tap(recording)
        assert isinstance((await recording.trace()).files, Changed)
        await recording.execute(Action("wait"))

    asyncio.run(run())
    assert isinstance(read_recording(tmp_path).steps[1].trace.files, Changed)


def test_what_was_not_carried_out_leaves_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        phone = CounterPhone()
        recording = await recorder(phone, tmp_path)
        old = on(await recording.observe(), "add")
        phone.top = 900
        stale = await recording.execute(Action("click", element=old))
        assert isinstance(stale, StaleScreen)
        assert isinstance(await recording.execute(Action("open_app", target="Nowhere")), Refused)
        assert await recording.execute(Action("click", element=stale.moved_to)) == Executed()

    asyncio.run(run())
    assert [step.stem[:9] for step in read_recording(tmp_path).steps] == ["001_click"]
    assert len(list((tmp_path / "jsons").iterdir())) == 1


class Killed(BaseException):
    """What a killed process does not get to see."""


class DyingPhone(CounterPhone):
    """The process dies while the action is under way."""

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        await super().execute(action, on=on)
        raise Killed


def test_a_recorder_killed_between_steps_goes_on_where_it_stopped(tmp_path: Path) -> None:
    async def run() -> None:
        phone = CounterPhone()
        await tap(await recorder(phone, tmp_path))
        resumed = await recorder(phone, tmp_path)
        await tap(resumed)
        await resumed.execute(Action("finish", text="complete"))

    asyncio.run(run())
    recording = read_recording(tmp_path)
    assert [step.stem.split("_")[0] for step in recording.steps] == ["001", "002", "003"]
    assert all(step.certain for step in recording.steps)


def test_an_action_cut_off_half_way_is_kept_as_uncertain(tmp_path: Path) -> None:
    async def run() -> None:
        phone = DyingPhone()
        with pytest.raises(Killed):
            await tap(await recorder(phone, tmp_path))
        await tap(await recorder(CounterPhone(phone.count), tmp_path))

    asyncio.run(run())
    assert [step.certain for step in read_recording(tmp_path).steps] == [False, True]


def test_half_written_files_and_unlisted_steps_are_swept_away_and_nothing_else(tmp_path: Path) -> None:
    async def run() -> None:
        await tap(await recorder(CounterPhone(), tmp_path))
        for name in ("jsons/002_click_1.json", "xmls/002_click_1.xml.part", "images/holiday.png"):
            (tmp_path / name).write_text("x", encoding="utf-8")
        await recorder(CounterPhone(1), tmp_path)

    asyncio.run(run())
    names = {path.name for path in tmp_path.rglob("*.*")}
    assert "002_click_1.json" not in names
    assert "002_click_1.xml.part" not in names
    assert "holiday.png" in names


@pytest.mark.parametrize("dies_at", range(1, 15))
def test_wherever_the_recorder_is_killed_the_folder_can_be_read(
    tmp_path: Path, dies_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = Path.replace, count(1)

    def dying(self: Path, target: Path) -> Path:
        if next(calls) == dies_at:
            raise Killed
        return real(self, target)

    async def run() -> None:
        await short_run(await recorder(CounterPhone(), tmp_path))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", dying)
        with pytest.raises(Killed):
            asyncio.run(run())
    if (tmp_path / "trajectory.json").exists():
        before = read_recording(tmp_path).steps
        asyncio.run(tap_again(tmp_path))
        assert read_recording(tmp_path).steps[: len(before)] == before
        assert not list(tmp_path.rglob("*.part"))


async def tap_again(folder: Path) -> None:
    await tap(await recorder(CounterPhone(), folder))


def test_a_closed_run_that_goes_on_loses_no_trace(tmp_path: Path) -> None:
    async def run() -> None:
        phone = CounterPhone()
        first = await recorder(phone, tmp_path)
        await tap(first)
        await first.close()
        assert read_recording(tmp_path).steps[-1].action == Action("finish", text="stopped")
        await tap(await recorder(phone, tmp_path))

    asyncio.run(run())
    recording = read_recording(tmp_path)
    assert [step.action.type for step in recording.steps] == ["click", "click"]
    assert isinstance(recording.steps[1].trace.files, Changed)


def test_another_run_or_a_full_folder_is_not_written_over(tmp_path: Path) -> None:
    async def run() -> None:
        await recorder(CounterPhone(), tmp_path / "run")
        with pytest.raises(Misuse, match="holds a recording of query `count`, not `sum`"):
            await recorder(CounterPhone(), tmp_path / "run", "sum")
        await short_run(await recorder(CounterPhone(), tmp_path / "run"))
        with pytest.raises(Misuse, match="finished recording"):
            await recorder(CounterPhone(), tmp_path / "run")
        (tmp_path / "letters.txt").touch()
        with pytest.raises(Misuse, match="holds no recording"):
            await recorder(CounterPhone(), tmp_path)

    asyncio.run(run())


def test_a_lost_phone_still_closes(tmp_path: Path) -> None:
    class LostPhone(CounterPhone):
        async def observe(self) -> Screen:
            if self.count:
                raise DeviceLost("the cable is out")
            return await super().observe()

    async def run() -> None:
        phone = LostPhone()
        recording = await recorder(phone, tmp_path)
        await tap(recording)
        with pytest.raises(DeviceLost):
            await recording.close()
        assert phone.closed

    asyncio.run(run())
    assert len(read_recording(tmp_path).steps) == 1


def test_text_that_is_not_unicode_is_kept(tmp_path: Path) -> None:
    async def run() -> None:
        phone = CounterPhone(typed="half \ud83d \x01 &<>\"'")
        recording = await recorder(phone, tmp_path)
        screen = await recording.observe()
        await recording.execute(Action("input", text="\ud83d", element=on(screen, "note")))

    asyncio.run(run())
    (step,) = read_recording(tmp_path).steps
    assert step.action.text == "\ud83d"
    assert step.action.element is not None
    assert step.action.element.resource_id.endswith("note")


@profile(max_examples=30)
@given(screens)
def test_every_screen_comes_back(screen: Screen) -> None:
    class Still(CounterPhone):
        async def observe(self) -> Screen:
            return screen

    async def run(folder: Path) -> None:
        target = screen.identities()[-1]
        device = await recorder(Still(), folder)
        await device.execute(Action("input", text="x", element=target))
        if await Still().execute(Action("input", text="x", element=target)) == Executed():
            (step,) = read_recording(folder).steps
            assert step.screen == screen
            assert step.action.element == target

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder)))


def test_fields_that_others_added_stay_when_a_recording_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        await tap(await recorder(CounterPhone(), tmp_path))
        file = tmp_path / "trajectory.json"
        document = json.loads(file.read_text(encoding="utf-8")) | {"pair": "p-1"}
        file.write_text(json.dumps(document), encoding="utf-8")
        await tap(await recorder(CounterPhone(1), tmp_path))

    asyncio.run(run())
    assert read_recording(tmp_path).pair == "p-1"
