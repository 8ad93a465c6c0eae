import time
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("PIL", reason="pictures need Pillow: pip install 'handrail[phone]'")

from PIL import Image

from device.strategies import screens
from handrail.device.element import Bounds, Element
from handrail.device.recording import read_recording
from handrail.device.screen import Screen
from handrail.phone.renderer import Renderer
from handrail.phone.renderer.canvas import ICONS, MEDIUM, REGULAR, font, lines_of, shortened, width_of
from handrail.phone.renderer.icons import CODES, icon_for
from handrail.phone.renderer.renderer import write_png
from handrail.phone.renderer.theme import PRIMARY, SURFACE
from phone.render.pages import PAGES


def decoded(content: bytes) -> Image.Image:
    picture = Image.open(BytesIO(content))
    picture.load()
    return picture


@pytest.mark.parametrize("page", PAGES)
def test_the_same_screen_gives_the_same_bytes(page: str) -> None:
    assert Renderer().png(PAGES[page]()) == Renderer().png(PAGES[page]())


@pytest.mark.parametrize("page", PAGES)
def test_the_file_holds_the_picture_without_loss(page: str) -> None:
    renderer, screen = Renderer(), PAGES[page]()
    picture = decoded(renderer.png(screen))
    assert picture.format == "PNG"
    assert picture.size == (1080, 2400)
    assert picture.tobytes() == renderer.picture(screen).tobytes()


@settings(max_examples=60)
@given(st.integers(1, 60), st.integers(1, 130), st.binary(min_size=1, max_size=64))
def test_any_picture_is_packed_without_loss(width: int, height: int, noise: bytes) -> None:
    size = width * height * 3
    picture = Image.frombytes("RGB", (width, height), (noise * (size // len(noise) + 1))[:size])
    assert decoded(write_png(picture)).tobytes() == picture.tobytes()


@settings(max_examples=40)
@given(screens)
def test_no_tree_stops_the_renderer(screen: Screen) -> None:
    assert Renderer().picture(screen).size == (screen.width_pixels, screen.height_pixels)


def test_every_recorded_screen_can_be_drawn(shared_data: Path) -> None:
    folders = sorted(path.parent for path in (shared_data / "risk").glob("*/*/trajectory.json"))[::12]
    if not folders:
        pytest.skip("the recorded runs (risk/*/*) are not here")
    for folder in folders:
        Renderer().picture(read_recording(folder).steps[0].screen)


def test_what_is_drawn_shows_the_state() -> None:
    def switch(checked: bool) -> Screen:
        element = Element("android.widget.Switch", bounds=Bounds(400, 500, 547, 626), checkable=True, checked=checked)
        return Screen("com.a", ".Main", (element,), 1080, 2400)

    on, off = Renderer().picture(switch(True)), Renderer().picture(switch(False))
    assert on.getpixel((430, 563)) == PRIMARY
    assert off.getpixel((430, 563)) != PRIMARY
    assert on.getpixel((100, 563)) == SURFACE


def test_a_dialog_shades_what_is_below_it() -> None:
    picture = Renderer().picture(PAGES["dialog"]())
    plain = Renderer().picture(PAGES["inbox"]())
    before, after = plain.getpixel((540, 300)), picture.getpixel((540, 300))
    assert isinstance(before, tuple)
    assert isinstance(after, tuple)
    assert sum(after) < sum(before)


def test_clock_and_toast_are_part_of_the_picture() -> None:
    renderer, screen = Renderer(), PAGES["settings"]()
    assert len({renderer.png(screen), renderer.png(screen, "09:41"), renderer.png(screen, toast="Saved")}) == 3


def test_frames_are_kept_and_only_so_many() -> None:
    renderer = Renderer(frames_kept=2)
    first = renderer.png(PAGES["settings"]())
    assert renderer.png(PAGES["settings"]()) is first
    for page in ("form", "inbox"):
        renderer.png(PAGES[page]())
    assert renderer.png(PAGES["settings"]()) is not first


def test_a_jpeg_for_uiautomator2() -> None:
    assert decoded(Renderer().jpeg(PAGES["form"]())).format == "JPEG"


def test_every_icon_is_in_the_bundled_font() -> None:
    missing = font(ICONS, 40).getmask(chr(0xF9999)).getbbox()
    assert all(font(ICONS, 40).getmask(chr(code)).getbbox() != missing for code in CODES.values())


@pytest.mark.parametrize(
    ("words", "icon"),
    [
        ("Navigate up", "arrow_left"),
        ("Add alarm", "plus"),
        ("More options", "dots_vertical"),
        ("com.a:id/search_button", "magnify"),
        ("Löschen", "delete_outline"),
        ("Zebra", None),
    ],
)
def test_icons_by_description(words: str, icon: str | None) -> None:
    assert icon_for(words) == icon


@settings(max_examples=60)
@given(st.text(max_size=60), st.integers(1, 900))
def test_lines_fit_or_are_cut(text: str, width: int) -> None:
    lines = lines_of(text, REGULAR, 42, width, 3)
    assert 1 <= len(lines) <= 3
    assert all(width_of(line, REGULAR, 42) <= width or len(line) <= 1 for line in lines)
    assert shortened("Settings", MEDIUM, 42, 10_000) == "Settings"


def test_a_frame_of_a_usual_page_is_drawn_and_packed_quickly() -> None:
    """Ten times the 25 ms that a frame may take, as test machines are shared; the benchmark measures the rest."""
    screen = PAGES["settings"]()
    Renderer().png(screen)
    start = time.perf_counter()
    Renderer().png(screen)
    assert time.perf_counter() - start < 0.25
