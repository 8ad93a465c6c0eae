"""`uiautomator2`, unmodified, against the server in this process."""

from collections.abc import Iterator
from typing import Any

import pytest

from phone.adb.served import Served, new_handset, serving

adbutils = pytest.importorskip("adbutils", reason="pip install adbutils")
u2 = pytest.importorskip("uiautomator2", reason="pip install uiautomator2")


def connected(served: Served) -> Any:
    return u2.connect(adbutils.AdbClient(host="127.0.0.1", port=served.server_port).device(serial="handrail-5554"))


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


@pytest.fixture(scope="module")
def device(served: Served) -> Iterator[Any]:
    found = connected(served)
    yield found
    found.stop_uiautomator()


@pytest.fixture(autouse=True)
def at_home(served: Served) -> None:
    served.home()


def test_the_server_is_up_and_knows_the_phone(device: Any, served: Served) -> None:
    assert served.handset.uiautomator_port == 9008
    info = device.info
    assert info["currentPackageName"] == served.phone.foreground.package
    assert (info["displayWidth"], info["displayHeight"]) == (1080, 2400)
    assert device.device_info["sdk"] == 34
    assert device.window_size() == (1080, 2400)


def test_the_tree_is_the_screen(device: Any, served: Served) -> None:
    from handrail.device.hierarchy import read_hierarchy

    assert read_hierarchy(device.dump_hierarchy()).windows == served.phone.screen().windows
    assert device.dump_hierarchy(max_depth=1).count("<node") == len(served.phone.screen().windows)


def test_an_element_is_found_and_clicked(device: Any, served: Served) -> None:
    icon = served.shown("Clock").bounds
    assert device(text="Clock").exists
    assert device(text="Clock").info["bounds"]["left"] == icon.left
    assert len(device(textStartsWith="Clo")) >= 1
    device(text="Clock").click()
    assert served.phone.foreground.package == "com.example.clock"
    assert device.app_current()["package"] == "com.example.clock"


def test_xpath_works_on_the_dump(device: Any, served: Served) -> None:
    device.xpath('//*[@text="Clock"]').click()
    assert served.phone.foreground.package == "com.example.clock"


def test_text_is_set_read_cleared_and_sent(device: Any) -> None:
    device.swipe(540, 1800, 540, 500, steps=20)
    field = device(className="android.widget.EditText")
    field.set_text("Größe ☕")
    assert field.get_text() == "Größe ☕"
    field.click()
    field.clear_text()
    device.send_keys("clo")
    assert field.get_text() == "clo"
    assert device.clipboard == "clo"


def test_keys_are_pressed(device: Any, served: Served) -> None:
    device.app_start("com.example.clock")
    device.press("home")
    assert served.phone.foreground.package != "com.example.clock"
    device.app_start("com.example.clock")
    device.press(3)
    assert served.phone.foreground.package != "com.example.clock"


def test_what_is_not_there_is_waited_for_and_then_reported(device: Any) -> None:
    nowhere = device(text="no such text")
    assert not nowhere.exists
    assert not nowhere.wait(timeout=0.1)
    assert nowhere.wait_gone(timeout=0.1)
    with pytest.raises(u2.UiObjectNotFoundError):
        nowhere.click(timeout=0.05)
    with pytest.raises(u2.UiObjectNotFoundError):
        _ = nowhere.info


def test_an_element_that_comes_later_is_waited_for(device: Any, served: Served) -> None:
    async def open_settings_soon() -> None:
        served.loop.call_later(0.2, served.phone.launch, "com.android.settings")

    served.run(open_settings_soon())
    assert device(packageName="com.android.settings").wait(timeout=20)


def test_a_picture_is_taken_as_jpeg(device: Any) -> None:
    assert device.screenshot().size == (1080, 2400)


def test_apps_are_started_listed_and_stopped(device: Any, served: Served) -> None:
    device.app_start("com.example.clock", wait=True)
    assert device.app_wait("com.example.clock", front=True)
    assert "com.example.clock" in device.app_list()
    assert "com.example.clock" in device.app_list_running()
    assert device.app_info("com.example.clock")["versionName"]
    device.app_stop("com.example.clock")
    assert served.phone.foreground.package != "com.example.clock"
    package = served.phone.packages["com.example.clock"]
    device.app_start("com.example.clock", f".{package.launcher_activity}")
    assert device.app_current() == {
        "package": "com.example.clock",
        "activity": served.phone.foreground.activity,
        "pid": 0,
    }


def test_children_and_siblings_are_found(device: Any) -> None:
    workspace = device(resourceIdMatches=".*workspace.*")
    assert workspace.child(text="Clock").exists
    assert workspace.sibling(resourceIdMatches=".*hotseat.*").child(text="Settings").exists
    assert not workspace.child(text="Settings").exists
    assert not device(text="Clock").child(text="Clock").exists


def test_a_call_that_is_not_known_is_refused_and_remembered(device: Any, served: Served) -> None:
    with pytest.raises(u2.exceptions.RPCError, match="Method not found"):
        device.jsonrpc.foldScreen()
    assert "uiautomator foldScreen" in served.handset.gaps


def test_a_screen_that_is_off_takes_no_touches(device: Any, served: Served) -> None:
    icon = served.shown("Clock").bounds.center
    device.screen_off()
    assert not device.info["screenOn"]
    assert device.screenshot().getextrema() == ((0, 0), (0, 0), (0, 0))
    device.click(*icon)
    assert served.phone.foreground.package == "com.android.launcher"
    device.screen_on()
    device.click(*icon)
    assert served.phone.foreground.package == "com.example.clock"


def test_toasts_two_fingers_the_shade_and_the_rotation(device: Any, served: Served) -> None:
    device.toast.show("Hello", 1)
    assert device.toast.get_message() == "Hello"
    device(text="Clock").pinch_in()
    device(text="Clock").pinch_out()
    device(text="Clock").gesture((1, 1), (2, 2), (3, 3), (4, 4))
    device.open_quick_settings()
    assert served.phone.screen().windows[-1].package == "com.android.systemui"
    device.orientation = "left"
    assert served.phone.settings.get("system", "user_rotation") == "1"
    assert device.orientation == "natural"  # the apps hold the screen upright
    assert [gap for gap in served.handset.gaps if "foldScreen" not in gap] == []


def test_closing_its_stream_stops_the_server_and_it_starts_again() -> None:
    with serving() as served:
        device = connected(served)
        device.stop_uiautomator()
        assert served.handset.uiautomator_port is None
        assert device.info["sdkInt"] == 34  # the client starts it again by itself
        device.stop_uiautomator()


def test_without_jpeg_the_picture_comes_from_screencap() -> None:
    with serving(new_handset(jpeg=False)) as served:
        device = connected(served)
        assert device.screenshot().size == (1080, 2400)
        device.stop_uiautomator()


def test_its_input_method_types() -> None:
    typing = pytest.importorskip("uiautomator2._input", reason="the input method moved elsewhere").InputMethodMixIn

    with serving() as served:
        device = connected(served)
        device.swipe(540, 1800, 540, 500, steps=20)
        field = device(className="android.widget.EditText")
        field.click()
        typing.send_keys(device, "täglich")
        assert field.get_text() == "täglich"
        device.stop_uiautomator()


def test_the_screen_is_turned(device: Any, served: Served) -> None:
    served.phone.launch("com.example.clock")
    device.set_orientation("left")
    assert device.orientation == "left"
    assert device.window_size() == (2400, 1080)
    assert 'rotation="1"' in device.dump_hierarchy()[:200]
    device.set_orientation("natural")
    assert served.phone.rotation == 0


def test_two_fingers_go_apart_and_come_together(device: Any, served: Served) -> None:
    served.phone.grant("com.example.photos", "android.permission.READ_MEDIA_IMAGES")
    served.phone.launch("com.example.photos")
    device(resourceIdMatches=".*photo", instance=0).click()
    picture = device(resourceIdMatches=".*photo_view")
    picture.pinch_out()
    assert device(text="400 %").exists
    picture.gesture((100, 700), (900, 700), (300, 700), (700, 700))
    assert device(text="200 %").exists
    picture.pinch_in()
    assert not device(textContains=" %").exists
