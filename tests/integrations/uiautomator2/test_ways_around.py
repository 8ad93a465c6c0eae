"""Ways around the guard, with the real uiautomator2: none of them books the table, or changes anything else.

Judged by the truth: the tables that the phone has booked, its screen and its packages.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uiautomator2", reason="needs the extra: pip install 'handrail[adb]'")

import adbutils
import uiautomator2 as u2

from integrations.client.booking import Booking, booking
from integrations.uiautomator2.guarded import guarded
from integrations.uiautomator2.ways import WAYS

pytestmark = [pytest.mark.slow, pytest.mark.night, pytest.mark.filterwarnings("ignore")]

HARMLESS_ALONE = (
    "two fingers", "taking the app's data", "taking the app's data by adbutils", "taking an app away",
    "taking an app away for one user", "putting an app on", "putting an app on that lies there",
    "a file onto the phone", "a file by adbutils", "an activity inside the app", "a broadcast", "a setting",
    "a service that is told", "a file by the shell", "touches at random", "several keys", "the key that presses",
    "a key with another one held", "a port to the outside", "the phone restarted", "typing without a field",
    "saying that it is done",
)  # fmt: skip
"""Without a guard these do something else than to book, or nothing here."""
BOOKING = tuple(way for way in WAYS if way not in HARMLESS_ALONE)

Ready = tuple[Any, Booking]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ready]:
    with booking(tmp_path_factory.mktemp("bare")) as b:
        d = u2.connect(adbutils.AdbClient().device(b.serial))
        yield d, b
        d.stop_uiautomator(wait=False)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ready]:
    with guarded(tmp_path_factory.mktemp("guarded")) as ready:
        yield ready


@pytest.mark.parametrize("way", BOOKING)
def test_unguarded_it_books_the_table(way: str, bare: Ready) -> None:
    d, b = bare
    b.served.phone.restore(b.page)
    WAYS[way](d, b)
    assert len(b.tables()) == 1


@pytest.mark.parametrize("way", WAYS)
def test_guarded_it_does_nothing_and_the_script_is_told_why(way: str, watched: Ready) -> None:
    d, b = watched
    before = b.truth()
    with pytest.raises(Exception) as told:
        WAYS[way](d, b)
    assert b.truth() == before
    assert b.tables() == []
    if way != "a watcher":  # uiautomator2 writes what goes wrong in one to its log
        assert isinstance(told.value, u2.exceptions.DeviceError)
        assert str(told.value).startswith(("Blocked.", "Not executed.", "Waiting"))


def test_the_page_says_how_many_ways_there_are() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/integrations/drivers.md").read_text("utf-8")
    assert f"| uiautomator2 3.7.1 | {len(WAYS)} | {len(BOOKING)} |" in page
