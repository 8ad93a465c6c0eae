"""The screen turned: everything lies on it, what does not fit can be scrolled, and at home it stands upright."""

import pytest

from handrail.device.element import Bounds
from handrail.phone.adb import Handset, run_line
from handrail.phone.phone import Phone
from phone.adb.served import new_handset
from phone.finger import shows, tap_text


@pytest.fixture
def handset() -> Handset:
    return new_handset()


def turn(handset: Handset, turns: int = 1) -> Phone:
    run_line(handset, f"settings put system user_rotation {turns}")
    return handset.phone


@pytest.mark.parametrize("turns", [1, 3])
def test_each_app_lies_on_the_turned_screen(handset: Handset, turns: int) -> None:
    phone = turn(handset, turns)
    screen = Bounds(0, 0, 2400, 1080)
    for package in [name for name in phone.packages if name.startswith("com.example.")]:
        phone.launch(package)
        assert (phone.screen().width_pixels, phone.screen().height_pixels) == (2400, 1080)
        for element in phone.screen().elements():
            assert screen.contains(*element.bounds.center), (package, element)


def test_it_is_turned_back_as_it_was(handset: Handset) -> None:
    handset.phone.launch("com.example.restaurants")
    upright = handset.phone.screen()
    assert turn(handset, 1).screen() != upright
    assert turn(handset, 2).screen().windows == upright.windows
    assert turn(handset, 0).screen() == upright


def test_the_launcher_and_a_hand_hold_it_upright(handset: Handset) -> None:
    phone = turn(handset)
    found = [phone.rotation]
    phone.launch("com.example.clock")
    found.append(phone.rotation)
    run_line(handset, "wm user-rotation free")
    assert [*found, phone.rotation] == [0, 1, 0]


def test_what_does_not_fit_is_scrolled_to_and_touched(handset: Handset) -> None:
    phone = turn(handset)
    phone.launch("com.example.restaurants")
    tap_text(phone, "Blue Harbor Grill")
    assert not shows(phone, "Reserve now")
    phone.swipe(1200, 800, 1200, 300)
    tap_text(phone, "Reserve now")
    assert not shows(phone, "Reserve now")


def test_a_dialog_that_is_too_high_keeps_its_buttons(handset: Handset) -> None:
    phone = turn(handset)
    phone.launch("com.example.restaurants")
    tap_text(phone, "Blue Harbor Grill")
    tap_text(phone, "Time")
    assert len(phone.screen().windows) == 2
    assert phone.screen().windows[1].bounds.bottom <= 1080
    phone.back()
    assert len(phone.screen().windows) == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("wm user-rotation", "lock 0\n"),
        ("wm user-rotation lock 3; wm user-rotation", "lock 3\n"),
        ("wm user-rotation -d 0 lock 1; settings get system user_rotation", "1\n"),
        ("wm user-rotation free; wm user-rotation", "free\n"),
        ("wm size", "Physical size: 1080x2400\n"),
        ("dumpsys window | grep mCurrentRotation", "    mCurrentRotation=ROTATION_90\n"),
    ],
)
def test_a_shell_turns_it_and_says_how_it_is_turned(handset: Handset, line: str, said: str) -> None:
    handset.phone.launch("com.example.clock")
    if "dumpsys" in line:
        turn(handset)
    assert run_line(handset, line).stdout.decode() == said
    assert handset.gaps == ()


def test_a_snapshot_keeps_how_it_is_turned(handset: Handset) -> None:
    handset.phone.launch("com.example.clock")
    before = handset.phone.snapshot()
    turn(handset)
    handset.phone.restore(before)
    assert handset.phone.rotation == 0
