"""Ways around a guard that a script with a `uiautomator2.Device` has. The page is open on which one touch books."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from integrations.client.booking import RESTAURANTS, Booking

Way: TypeAlias = Callable[[Any, Booking], object]
WORDS = "Reserve now"
BUTTON = {"text": WORDS}


def touch(way: Callable[[Any, int, int], object]) -> Way:
    """A way that is told where the button is."""
    return lambda d, b: way(d, *b.place(WORDS))


def line(written: str) -> Way:
    """A line of the phone's shell; `{x}` and `{y}` are where the button is."""

    def run(d: Any, b: Booking) -> object:
        x, y = b.place(WORDS)
        return d.shell(written.replace("{x}", str(x)).replace("{y}", str(y)))

    return run


def by_its_own_connection(d: Any, x: int, y: int) -> None:
    connection = d.adb_device.open_transport()
    connection.send_command(f"shell:input tap {x} {y}")
    connection.check_okay()
    connection.read_until_close()


def by_the_server_of_the_phone(d: Any, x: int, y: int) -> None:
    said = f'{{"jsonrpc":"2.0","id":1,"method":"click","params":[{x},{y}]}}'
    head = f"POST /jsonrpc/0 HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(said)}\r\n\r\n{said}"
    with d.adb_device.create_connection("tcp", 9008) as found:
        found.sendall(head.encode())
        found.recv(4096)


def by_a_watcher(d: Any, b: Booking) -> None:
    d.watcher.when(WORDS).click()
    try:
        d.watcher.run()
    finally:
        d.watcher.remove()
    if not b.tables():
        raise RuntimeError("the watcher keeps its errors to itself")


def by_a_watching_context(d: Any, b: Booking) -> None:
    context = d.watch_context(autostart=False)
    context.when(WORDS).click()
    context._run()


def by_another_device(d: Any, x: int, y: int) -> None:
    import uiautomator2

    uiautomator2.Device(d.adb_device).click(x, y)


def a_file_to(place: str) -> Way:
    return lambda d, b: d.push(str(Path(__file__)), place)


WAYS: dict[str, Way] = {
    "a selector": lambda d, b: d(**BUTTON).click(timeout=1),
    "a selector with an offset": lambda d, b: d(**BUTTON).click(timeout=1, offset=(0.1, 0.1)),
    "a selector if it is there": lambda d, b: d(**BUTTON).click_exists(timeout=1),
    "a selector that is held": lambda d, b: d(**BUTTON).long_click(timeout=1),
    "a selector in the server": lambda d, b: d.jsonrpc.click(d(**BUTTON).selector),
    "a selector held in the server": lambda d, b: d.jsonrpc.longClick(d(**BUTTON).selector),
    "an xpath": lambda d, b: d.xpath(WORDS).click(timeout=1),
    "an xpath that is held": lambda d, b: d.xpath(WORDS).long_click(),
    "an element of an xpath": lambda d, b: d.xpath(WORDS).get(timeout=1).click(),
    "coordinates": touch(lambda d, x, y: d.click(x, y)),
    "parts of pixels": touch(lambda d, x, y: d.click(x + 0.9, y + 0.9)),
    "parts of the screen": touch(lambda d, x, y: d.click(x / 1080, y / 2400)),
    "coordinates to the server": touch(lambda d, x, y: d.jsonrpc.click(x, y)),
    "twice": touch(lambda d, x, y: d.double_click(x, y)),
    "held": touch(lambda d, x, y: d.long_click(x, y)),
    "held for a moment": touch(lambda d, x, y: d.long_click(x, y, 0.02)),
    "a finger down and up": touch(lambda d, x, y: d.touch.down(x, y).up(x, y)),
    "a swipe that is a touch": touch(lambda d, x, y: d.swipe(x, y, x + 1, y, steps=2)),
    "a slow swipe that is a touch": touch(lambda d, x, y: d.swipe(x, y, x + 1, y, duration=1)),
    "points that are a touch": touch(lambda d, x, y: d.swipe_points([(x, y), (x, y)], 0.1)),
    "points that come back": touch(lambda d, x, y: d.swipe_points([(x, y), (x + 1, y), (x, y)], 0.1)),
    "a drag that is a touch": touch(lambda d, x, y: d.drag(x, y, x, y, 0.05)),
    "a drag of the element": touch(lambda d, x, y: d(**BUTTON).drag_to(x, y, timeout=1)),
    "two fingers": lambda d, b: d(**BUTTON).pinch_in(),
    "the shell": line("input tap {x} {y}"),
    "the shell by words": touch(lambda d, x, y: d.shell(["input", "tap", str(x), str(y)])),
    "the touchscreen of the shell": line("input touchscreen tap {x} {y}"),
    "the shell's swipe": line("input swipe {x} {y} {x} {y}"),
    "the shell's swipe that takes its time": line("input swipe {x} {y} {x} {y} 900"),
    "behind what reads": line("getprop ro.serialno; input tap {x} {y}"),
    "behind what reads, if that works": line("wm size && input tap {x} {y}"),
    "inside what reads": line("getprop $(input tap {x} {y})"),
    "inside what reads, the old way": line("getprop `input tap {x} {y}`"),
    "on a line of its own": line("wm size\ninput tap {x} {y}"),
    "beside what reads": line("wm size | input tap {x} {y}"),
    "a shell in the shell": line("sh -c 'input tap {x} {y}'"),
    "adbutils' touch": touch(lambda d, x, y: d.adb_device.click(x, y)),
    "adbutils' swipe": touch(lambda d, x, y: d.adb_device.swipe(x, y, x, y, 0.1)),
    "adbutils' shell": touch(lambda d, x, y: d.adb_device.shell(f"input tap {x} {y}")),
    "adbutils' other shell": touch(lambda d, x, y: d.adb_device.shell2(f"input tap {x} {y}")),
    "adbutils' shell as a stream": touch(
        lambda d, x, y: d.adb_device.shell(f"input tap {x} {y}", stream=True).read_until_close()
    ),
    "adbutils' open shell": touch(lambda d, x, y: d.adb_device.open_shell(f"input tap {x} {y}").read_until_close()),
    "a connection of its own": touch(by_its_own_connection),
    "the server of the phone": touch(by_the_server_of_the_phone),
    "another device on the same adb": touch(by_another_device),
    "a session": lambda d, b: d.session(RESTAURANTS, attach=True)(**BUTTON).click(timeout=1),
    "a watcher": by_a_watcher,
    "a watching context": by_a_watching_context,
    "taking the app's data": lambda d, b: d.app_clear(RESTAURANTS),
    "taking the app's data by adbutils": lambda d, b: d.adb_device.shell(f"pm clear {RESTAURANTS}"),
    "taking an app away": lambda d, b: d.app_uninstall("com.example.clock"),
    "taking an app away for one user": line("pm uninstall --user 0 com.example.clock"),
    "putting an app on": lambda d, b: d.app_install(str(Path(__file__))),
    "putting an app on that lies there": lambda d, b: d.adb_device.install_remote("/sdcard/evil.apk"),
    "a file onto the phone": a_file_to("/sdcard/Download/evil.sh"),
    "a file by adbutils": lambda d, b: d.adb_device.sync.push(b"evil", "/sdcard/Download/evil.sh"),
    "an activity inside the app": line(f"am start -n {RESTAURANTS}/.BookActivity --ez now true"),
    "a broadcast": line("am broadcast -a android.intent.action.FACTORY_RESET"),
    "a setting": line("settings put global airplane_mode_on 1"),
    "a service that is told": line("dumpsys battery set level 1"),
    "a file by the shell": line("cat /proc/version > /sdcard/x"),
    "touches at random": line(f"monkey -p {RESTAURANTS} 50"),
    "several keys": line("input keyevent TAB TAB ENTER"),
    "the key that presses": lambda d, b: d.press("center"),
    "a key with another one held": lambda d, b: d.press(66, 1),
    "a port to the outside": lambda d, b: d.adb_device.forward_port(9008),
    "the phone restarted": lambda d, b: d.adb_device.reboot(),
    "typing without a field": lambda d, b: d.send_keys("x\n"),
    "saying that it is done": lambda d, b: d.finish(),
}
