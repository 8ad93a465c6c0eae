"""What is typed into a field that hides it is on no recording and on no picture."""

import asyncio
import stat
from dataclasses import replace
from io import BytesIO
from itertools import count
from pathlib import Path

from PIL import Image

from device.counter import CounterPhone
from handrail.device.action import Action
from handrail.device.device import Executed
from handrail.device.element import Bounds, Element, identify
from handrail.device.hidden_text import HIDDEN, without_secrets
from handrail.device.recorder import record
from handrail.device.recording import read_recording
from handrail.device.replay import ReplayDevice
from handrail.device.screen import Screen

SECRET = "hunter2 x"
FIELD = Bounds(20, 40, 80, 60)


def picture(width: int = 100, height: int = 200) -> bytes:
    written = BytesIO()
    Image.new("RGB", (width, height), (255, 255, 255)).save(written, "PNG")
    return written.getvalue()


def login(text: str = SECRET, bounds: Bounds = FIELD, *, password: bool = True) -> Screen:
    field = Element("android.widget.EditText", text, bounds=bounds, password=password, clickable=True, focused=True)
    return Screen("a", ".Login", (Element("android.widget.FrameLayout", children=(field,)),), 100, 200)


def pixels(png: bytes | None) -> Image.Image:
    assert png is not None
    with Image.open(BytesIO(png)) as opened:
        return opened.convert("RGB")


def test_only_the_field_is_filled() -> None:
    kept = pixels(without_secrets(picture(), login()))
    assert kept.getpixel((50, 50)) != (255, 255, 255)
    assert kept.getpixel((50, 30)) == kept.getpixel((50, 70)) == kept.getpixel((5, 50)) == (255, 255, 255)


def test_a_picture_of_another_size_is_filled_at_the_same_place() -> None:
    kept = pixels(without_secrets(picture(300, 600), login()))
    assert kept.getpixel((150, 150)) != (255, 255, 255)
    assert kept.getpixel((50, 50)) == (255, 255, 255)


def test_a_picture_without_such_a_field_is_kept_as_it_is() -> None:
    assert without_secrets(b"whatever", login(password=False)) == b"whatever"


def test_where_the_field_cannot_be_found_on_it_no_picture_is_kept() -> None:
    assert without_secrets(picture(), login(bounds=Bounds(0, 0, 0, 0))) is None
    assert without_secrets(b"no picture", login()) is None
    assert without_secrets(picture(), replace(login(), width_pixels=0)) is None


class LoginPhone(CounterPhone):
    """A phone with one field, which hides what is typed and tells its reader what stands there."""

    async def observe(self) -> Screen:
        return login(self.typed)

    async def screenshot(self) -> bytes:
        return picture()

    async def execute(self, action: Action, *, on: object = None) -> Executed:
        self.typed = action.text or self.typed
        return Executed()


def test_a_recording_has_no_password_and_is_its_owners_alone(tmp_path: Path) -> None:
    ticks = count(1_700_000_000_000)

    async def run() -> None:
        recorder = await record(
            LoginPhone(), tmp_path / "run", query="log in", application="a", now_ms=lambda: next(ticks)
        )
        screen = await recorder.observe()
        path, field = next((path, element) for path, element in screen.walk() if element.password)
        await recorder.execute(Action("input", text=SECRET, element=identify(path, field)))
        await recorder.execute(Action("input", text=SECRET))  # into the field with the focus
        await recorder.execute(Action("finish", text="complete"))
        await recorder.close()

    asyncio.run(run())
    for file in [file for file in (tmp_path / "run").rglob("*") if file.is_file()]:
        assert b"hunter2" not in file.read_bytes(), file
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "run").rglob("*") if path.is_dir()} == {0o700}
    recording = read_recording(tmp_path / "run")
    assert [step.action.text for step in recording.steps] == [HIDDEN, HIDDEN, "complete"]
    for step in recording.steps:
        assert step.image is not None
        assert pixels(step.image.read_bytes()).getpixel((50, 50)) != (255, 255, 255)

    async def again() -> None:
        replay = ReplayDevice(recording)
        path, field = next((path, element) for path, element in (await replay.observe()).walk() if element.password)
        assert await replay.execute(Action("input", text=SECRET, element=identify(path, field))) == Executed()

    asyncio.run(again())
