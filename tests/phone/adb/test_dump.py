"""The tree that a client reads: which windows, which attributes; and the picture without PNG."""

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from handrail.device.hierarchy import read_hierarchy
from phone.adb.served import Adb, Served

NAMES = [
    "index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked", "clickable",
    "enabled", "focusable", "focused", "scrollable", "long-clickable", "password", "selected", "visible-to-user",
    "bounds", "drawing-order", "hint", "display-id",
]  # fmt: skip


def dumped(adb: Adb, *options: str) -> str:
    return adb("exec-out", " ".join(("uiautomator dump", *options, "/dev/tty"))).partition("UI hierchary")[0]


def test_every_node_says_what_android_says_of_it(adb: Adb) -> None:
    nodes = list(ElementTree.fromstring(dumped(adb)).iter("node"))
    assert [list(node.attrib) for node in nodes] == [NAMES] * len(nodes)


def test_at_a_dialog_only_the_dialog_is_dumped(adb: Adb, served: Served) -> None:
    phone = served.phone
    phone.launch("com.example.clock")
    phone.share("over everything")
    windows = phone.screen().windows
    assert len(windows) == 2
    assert read_hierarchy(dumped(adb)).windows == windows[1:]


def test_the_shade_is_what_is_dumped_while_it_is_down(adb: Adb, served: Served) -> None:
    served.phone.notify("com.example.clock", "Later", "is now", heads_up=True)
    below = read_hierarchy(dumped(adb)).windows
    assert below == served.phone.screen().windows[:1]  # a banner takes no keys
    served.phone.open_notifications()
    assert read_hierarchy(dumped(adb)).windows == served.phone.screen().windows[-1:]


def test_all_windows_are_dumped_where_they_are_asked_for(adb: Adb, served: Served) -> None:
    served.phone.launch("com.example.clock")
    served.phone.share("over everything")
    document = ElementTree.fromstring(dumped(adb, "--windows"))
    windows = document.findall("display/window")
    assert [window.get("active") for window in windows] == ["true", "false"]
    assert [len(window.findall("hierarchy/node")) for window in windows] == [1, 1]


def test_a_picture_without_png_is_its_pixels(adb: Adb, tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="pictures are made with Pillow")
    adb.shell("screencap /sdcard/x.raw; screencap /sdcard/x.png; screencap -p /sdcard/y")
    for name in ("x.raw", "x.png", "y"):
        adb("pull", f"/sdcard/{name}", str(tmp_path))
    raw = (tmp_path / "x.raw").read_bytes()
    assert struct.unpack_from("<3I", raw) == (1080, 2400, 1)
    assert len(raw) == 16 + 4 * 1080 * 2400
    assert raw == adb.run("exec-out", "screencap").stdout
    assert (tmp_path / "x.png").read_bytes() == (tmp_path / "y").read_bytes()
    assert (tmp_path / "y").read_bytes().startswith(b"\x89PNG")
