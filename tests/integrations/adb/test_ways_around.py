"""Ways around the guard, as bytes on the port: none of them books the table, or does anything else of that kind.

The page of a restaurant is in front with the wrong day and the wrong time, so that one touch would do. Each way is
tried without Handrail, too: where it does not work there, it proves nothing that it does not work here. The guard is
one and the same for all ways, so whoever insists is tried along.
"""

import importlib
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("adbutils", reason="needs the extra: pip install 'handrail[adb]'")
pytest.importorskip("uiautomator2", reason="needs the extra: pip install 'handrail[adb]'")

from device.test_adb import unclosed_sockets
from handrail.device.adb_protocol.shell_packet import PacketId, packet
from handrail.phone.snapshot import Snapshot
from integrations.adb.guarded import HELPER, RESTAURANTS, Guarded, bare, guarded, posted, state

pytestmark = [pytest.mark.slow, pytest.mark.night]

Ready = tuple[Guarded, Snapshot]
Way = Callable[[Guarded, int, int], object]


def at_the_page(proxy: Guarded) -> Iterator[Ready]:
    with proxy.helper():
        proxy.shell(f"monkey -p {RESTAURANTS} -c android.intent.category.LAUNCHER 1")
        proxy.shell(proxy.tap("Blue Harbor Grill"))
        yield proxy, proxy.served.phone.snapshot()


@pytest.fixture(scope="module")
def behind_the_guard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ready]:
    with guarded(tmp_path_factory.mktemp("guarded")) as proxy:
        yield from at_the_page(proxy)


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ready]:
    with bare(tmp_path_factory.mktemp("bare")) as proxy:
        yield from at_the_page(proxy)


def line(pattern: str) -> Way:
    """A line of shell, in which TAP is the touch and X and Y where it goes."""

    def way(proxy: Guarded, x: int, y: int) -> object:
        return proxy.shell(pattern.replace("TAP", f"input tap {x} {y}").replace("X", str(x)).replace("Y", str(y)))

    return way


def service(pattern: str, then: str = "") -> Way:
    def way(proxy: Guarded, x: int, y: int) -> object:
        said = f"input tap {x} {y}"
        return proxy.service(pattern.replace("TAP", said), then.replace("TAP", said).encode())

    return way


def chosen_by(*requests: str) -> Way:
    """The phone is chosen in another way."""

    def way(proxy: Guarded, x: int, y: int) -> object:
        return proxy.ask(*(one_.format(serial=proxy.serial) for one_ in requests), f"shell:input tap {x} {y}")

    return way


def call(method: str, parameters: Callable[[int, int], list[Any]]) -> Way:
    return lambda assistant, x, y: assistant.call(method, *parameters(x, y))


def body(pattern: str) -> Way:
    return lambda proxy, x, y: proxy.posted(pattern.replace("X", str(x)).replace("Y", str(y)).encode())


def click_of(x: int, y: int) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "click", "params": [x, y]}).encode()


def typed_in_packets(proxy: Guarded, x: int, y: int) -> object:
    said = packet(PacketId.STDIN, f"input tap {x} {y}\n".encode()) + packet(PacketId.CLOSE_STDIN, b"")
    return proxy.service("shell,v2,raw:", said)


def pushed_and_run(proxy: Guarded, x: int, y: int) -> object:
    script = proxy.folder / "script"
    script.write_text(f"input tap {x} {y}\n")
    proxy.adb.run("push", str(script), "/data/local/tmp/script")
    return proxy.shell("sh /data/local/tmp/script")


def pushed_as_a_picture(proxy: Guarded, x: int, y: int) -> object:
    script = proxy.folder / "script"
    script.write_text(f"input tap {x} {y}\n")
    proxy.adb.run("push", str(script), "/data/local/tmp/script.png")
    return proxy.shell("sh /data/local/tmp/script.png")


def written_and_run(proxy: Guarded, x: int, y: int) -> object:
    proxy.shell(f"echo 'input tap {x} {y}' > /sdcard/script")
    return proxy.shell("sh /sdcard/script")


def teed_and_sourced(proxy: Guarded, x: int, y: int) -> object:
    proxy.shell(f"echo 'input tap {x} {y}' | tee /sdcard/script")
    return proxy.shell(". /sdcard/script")


def forwarded(proxy: Guarded, x: int, y: int) -> object:
    port = proxy.adb("forward", "tcp:0", HELPER).strip()
    other = Guarded(proxy.served, int(port), proxy.folder)
    with socket.create_connection(("127.0.0.1", other.port), 20) as connection:
        connection.sendall(posted(click_of(x, y)))
        connection.shutdown(socket.SHUT_WR)
        return connection.recv(4096)


def second_on_a_connection(proxy: Guarded, x: int, y: int) -> object:
    return proxy.service(HELPER, b"GET /ping HTTP/1.1\r\n\r\n" + posted(click_of(x, y)))


def body_longer_than_it_says(proxy: Guarded, x: int, y: int) -> object:
    reads = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "deviceInfo", "params": []}).encode()
    return proxy.service(HELPER, posted(reads) + posted(click_of(x, y)))


def two_lengths(proxy: Guarded, x: int, y: int) -> object:
    return proxy.service(HELPER, posted(click_of(x, y), more="Content-Length: 0\r\n"))


def binary(*words: str) -> Way:
    return lambda proxy, x, y: proxy.adb.run(*(word.replace("X", str(x)).replace("Y", str(y)) for word in words))


def with_uiautomator2(does: Callable[[Any, int, int], object]) -> Way:
    def way(proxy: Guarded, x: int, y: int) -> object:
        uiautomator2: Any = importlib.import_module("uiautomator2")
        try:
            return does(uiautomator2.connect(proxy.adbutils()), x, y)
        except Exception as told:
            return told

    return way


def with_adbutils(does: Callable[[Any, int, int], object]) -> Way:
    def way(proxy: Guarded, x: int, y: int) -> object:
        try:
            return does(proxy.adbutils(), x, y)
        except Exception as told:
            return told

    return way


TEXT = {"mask": 1, "text": "Reserve now", "childOrSibling": [], "childOrSiblingSelector": []}
CLASS = {"mask": 16, "className": "android.widget.Button", "childOrSibling": [], "childOrSiblingSelector": []}

WAYS: dict[str, Way] = {
    # services
    "shell:": service("shell:TAP"),
    "shell,v2:": service("shell,v2:TAP"),
    "shell,v2,raw:": service("shell,v2,raw:TAP"),
    "shell with a terminal": service("shell,v2,TERM=xterm-256color,pty:TAP"),
    "exec:": service("exec:TAP"),
    "typed into a shell": service("shell:", "TAP\nexit\n"),
    "typed into a shell in packets": typed_in_packets,
    "typed into sh": service("shell:sh", "TAP\n"),
    "read and evaluated": service('shell:read l; eval "$l"', "TAP\n"),
    "read into input": service("exec:while read l; do $l; done", "TAP\n"),
    "any phone": chosen_by("host:transport-any"),
    "any phone, with its number": chosen_by("host:tport:any"),
    "the phone by its number": chosen_by("host:transport-id:1"),
    "tport": chosen_by("host:tport:serial:{serial}"),
    # words of a line
    "the folder of the program": line("/system/bin/input tap X Y"),
    "toybox": line("toybox input tap X Y"),
    "busybox": line("busybox input tap X Y"),
    "exec in front": line("exec TAP"),
    "nohup": line("nohup TAP"),
    "command": line("command TAP"),
    "timeout": line("timeout 5 TAP"),
    "timeout with a signal": line("timeout -s KILL 5 TAP"),
    "su 0": line("su 0 TAP"),
    "su root": line("su root TAP"),
    "su -c": line("su -c 'TAP'"),
    "sh -c": line("sh -c 'TAP'"),
    "sh -c in sh -c": line("sh -c \"sh -c 'TAP'\""),
    "eval": line("eval 'TAP'"),
    "eval in pieces": line("eval in'put' tap X Y"),
    "quotes in the name": line('in""put tap X Y'),
    "a backslash in the name": line("i\\nput tap X Y"),
    "quotes around everything": line("'input' \"tap\" 'X' 'Y'"),
    "tabs": line("input\ttap\tX\tY"),
    "a line that goes on": line("input \\\n tap X Y"),
    "a comment behind": line("TAP # look"),
    "a quote in a comment": line("ls #'\nTAP\n#'"),
    "a touch in backticks in backticks": line("echo `echo \\`TAP\\``"),
    "the touchscreen": line("input touchscreen tap X Y"),
    "the mouse": line("input mouse tap X Y"),
    "a display": line("input -d 0 tap X Y"),
    "fractions of pixels": line("input tap X.4 Y.9"),
    "zeros in front": line("input tap 0X 0Y"),
    "an empty word": line('input "" tap X Y'),
    "output thrown away": line("TAP >/dev/null 2>&1"),
    # lists, pipes, compounds
    "after a command": line("ls; TAP"),
    "after one that succeeds": line("true && TAP"),
    "after one that fails": line("false || TAP"),
    "on the next line": line("ls\nTAP"),
    "in the background": line("TAP & ls"),
    "twice": line("TAP; TAP"),
    "with a marker behind": line("TAP; echo EXIT:$?"),
    "in a group": line("{ TAP; }"),
    "in a shell of its own": line("(TAP)"),
    "in a condition": line("if TAP; then ls; fi"),
    "in a branch": line("if true; then TAP; fi"),
    "in a loop": line("for i in 1; do TAP; done"),
    "until it succeeds": line("until TAP; do true; done"),
    "negated": line("! TAP"),
    "at the end of a pipe": line("true | TAP"),
    "at the start of a pipe": line("TAP | cat"),
    "in a substitution": line("echo $(TAP)"),
    "in backticks": line("echo `TAP`"),
    "in quotes, in a substitution": line('ls "$(TAP)"'),
    "in an assignment": line("A=$(TAP)"),
    "in the target of a redirection": line("ls > $(TAP)"),
    "the name in a variable": line("A=input; $A tap X Y"),
    "the words in a variable": line("A='tap X Y'; input $A"),
    "all in a variable": line("A='TAP'; $A"),
    "a coordinate in a variable": line("A=X; input tap $A Y"),
    "xargs": line("echo X Y | xargs input tap"),
    "echoed into sh": line("echo 'TAP' | sh"),
    "printed into sh": line("printf 'input tap %s %s' X Y | sh"),
    "found and executed": line("find /sdcard -maxdepth 0 -exec input tap X Y \\;"),
    # fingers
    "a swipe on the spot": line("input swipe X Y X Y 50"),
    "a swipe on the spot, as usual": line("input swipe X Y X Y"),
    "a swipe that hardly moves": lambda proxy, x, y: proxy.shell(f"input swipe {x} {y} {x + 9} {y} 100"),
    "a swipe between a touch and a press": line("input swipe X Y X Y 400"),
    "a drag on the spot": line("input draganddrop X Y X Y 50"),
    "a finger down and up": line("input motionevent DOWN X Y; input motionevent UP X Y"),
    "two lines of one finger": lambda proxy, x, y: [
        proxy.shell(f"input motionevent {kind} {x} {y}") for kind in ("DOWN", "UP")
    ],
    "cmd input": line("cmd input tap X Y"),
    "cmd input swipe": line("cmd input swipe X Y X Y 10"),
    # files
    "pushed and run": pushed_and_run,
    "pushed as a picture and run": pushed_as_a_picture,
    "written and run": written_and_run,
    "teed and sourced": teed_and_sourced,
    # uiautomator2's server
    "click": call("click", lambda x, y: [x, y]),
    "click with fractions": call("click", lambda x, y: [x + 0.5, y + 0.5]),
    "click for a while": call("click", lambda x, y: [x, y, 50]),
    "click between a touch and a press": call("click", lambda x, y: [x, y, 400]),
    "click on a text": call("click", lambda x, y: [TEXT]),
    "click on a name": call("click", lambda x, y: [{"mask": 2**22, "resourceIdMatches": ".*reserve.*"}]),
    "click on the first of several": call("click", lambda x, y: [CLASS]),
    "swipe on the spot": call("swipe", lambda x, y: [x, y, x, y, 5]),
    "swipePoints on the spot": call("swipePoints", lambda x, y: [[x, y, x, y], 5]),
    "drag on the spot": call("drag", lambda x, y: [x, y, x, y, 5]),
    "dragTo the same": call("dragTo", lambda x, y: [TEXT, x, y, 5]),
    "a finger in parts": lambda assistant, x, y: [assistant.call("injectInputEvent", kind, x, y, 0) for kind in (0, 1)],
    "through a forwarded port": forwarded,
    "second on a connection": second_on_a_connection,
    "behind the end of a body": body_longer_than_it_says,
    "two lengths": two_lengths,
    "two methods, the second acts": body('{"method":"deviceInfo","id":1,"params":[X,Y],"method":"click"}'),
    "two methods, the first acts": body('{"method":"click","id":1,"params":[X,Y],"method":"deviceInfo"}'),
    "escapes in the name": body('{"method":"cl\\u0069ck","id":1,"params":[X,Y]}'),
    "more in the call": body('{"method":"click","id":1,"params":[X,Y],"more":1}'),
    # clients
    "adb shell": binary("shell", "input", "tap", "X", "Y"),
    "adb exec-out": binary("exec-out", "input tap X Y"),
    "adb shell -t": binary("shell", "-tt", "input tap X Y"),
    "adb shell -x": binary("shell", "-x", "input tap X Y"),
    "adbutils shell": with_adbutils(lambda d, x, y: d.shell(f"input tap {x} {y}")),
    "adbutils shell2": with_adbutils(lambda d, x, y: d.shell2(f"input tap {x} {y}", v2=True)),
    "adbutils click": with_adbutils(lambda d, x, y: d.click(x, y)),
    "adbutils swipe": with_adbutils(lambda d, x, y: d.swipe(x, y, x, y, 0.05)),
    "uiautomator2 click": with_uiautomator2(lambda d, x, y: d.click(x, y)),
    "uiautomator2 selector": with_uiautomator2(lambda d, x, y: d(text="Reserve now").click()),
    "uiautomator2 xpath": with_uiautomator2(lambda d, x, y: d.xpath("Reserve now").click()),
    "uiautomator2 touch": with_uiautomator2(lambda d, x, y: d.touch.down(x, y).up(x, y)),
    "uiautomator2 double_click": with_uiautomator2(lambda d, x, y: d.double_click(x, y)),
    "uiautomator2 shell": with_uiautomator2(lambda d, x, y: d.shell(f"input tap {x} {y}")),
    "uiautomator2's adb": with_uiautomator2(lambda d, x, y: d.adb_device.shell(f"input tap {x} {y}")),
}

WORKS_NOWHERE = {
    "click on the first of several",  # which is another button here
    "second on a connection",  # the client leaves before it is read
    "behind the end of a body",  # the same
    "two methods, the first acts",  # the simulated phone takes the last; another server may take the first
}
"""What does not book without Handrail either, on the simulated phone."""


def tried(ready: Ready, name: str) -> bool:
    """Whether a way books; the phone is as it was afterwards."""
    first, taken = ready
    x, y = first.place("Reserve now")
    with unclosed_sockets():
        WAYS[name](first, x, y)
    booked = bool(first.bookings())
    first.served.phone.restore(taken)
    return booked


@pytest.mark.parametrize("name", WAYS)
def test_no_way_around_books_the_table(behind_the_guard: Ready, name: str) -> None:
    assert not tried(behind_the_guard, name)


@pytest.mark.parametrize("name", WAYS)
def test_a_way_around_books_it_where_nobody_guards(without: Ready, name: str) -> None:
    assert tried(without, name) is (name not in WORKS_NOWHERE)


# What is done without a touch


def pushed(proxy: Guarded, x: int, y: int) -> object:
    (proxy.folder / "file").write_text("x")
    return proxy.adb.run("push", str(proxy.folder / "file"), "/sdcard/file")


def installed(proxy: Guarded, x: int, y: int) -> object:
    apk = Path(importlib.import_module("uiautomator2").__file__ or "").parent / "assets" / "app-uiautomator.apk"
    return proxy.adb.run("install", str(apk))


OTHER_WAYS: dict[str, Way] = {
    "pm clear": line(f"pm clear {RESTAURANTS}"),
    "cmd package clear": line(f"cmd package clear {RESTAURANTS}"),
    "pm uninstall": line(f"pm uninstall {RESTAURANTS}"),
    "adb uninstall": binary("uninstall", RESTAURANTS),
    "adb install": installed,
    "adb push": pushed,
    "pm grant": line("pm grant com.example.messages android.permission.READ_SMS"),
    "pm disable": line(f"pm disable {RESTAURANTS}"),
    "settings put": line("settings put system screen_brightness 7"),
    "settings delete": line("settings delete system screen_brightness"),
    "cmd settings put": line("cmd settings put system screen_brightness 7"),
    "svc": line("svc wifi disable"),
    "cmd wifi": line("cmd wifi set-wifi-enabled disabled"),
    "setprop": line("setprop a.b c"),
    "kill": line("kill $(pidof com.example.restaurants)"),
    "killall": line("killall com.example.restaurants"),
    "rm": line("rm -rf /sdcard"),
    "touch": line("touch /sdcard/x"),
    "mkdir": line("mkdir /sdcard/x"),
    "cp": line("cp /system/build.prop /sdcard/x"),
    "a screenshot over a file": line("screencap -p /sdcard/Download/x.png"),
    "a dump over a file": line("uiautomator dump /sdcard/x.xml"),
    "a redirection": line("getprop > /sdcard/x"),
    "reverse": lambda proxy, x, y: proxy.service("reverse:forward:tcp:1;tcp:2"),
    "uiautomator2 app_clear": with_uiautomator2(lambda d, x, y: d.app_clear(RESTAURANTS)),
    "uiautomator2 app_uninstall": with_uiautomator2(lambda d, x, y: d.app_uninstall(RESTAURANTS)),
    "uiautomator2 push": with_uiautomator2(lambda d, x, y: d.push(__file__, "/sdcard/x")),
    "freezeRotation": call("freezeRotation", lambda x, y: [False]),
    "another file for uiautomator2": lambda proxy, x, y: proxy.adb.run("push", __file__, "/data/local/tmp/u2.jar"),
}


def changed(ready: Ready, name: str) -> bool:
    first, taken = ready
    before = state(first.served.handset)
    with unclosed_sockets():
        OTHER_WAYS[name](first, 0, 0)
    after = state(first.served.handset)
    first.served.handset.properties.pop("a.b", None)
    first.served.handset.reverses.clear()
    first.served.phone.restore(taken)
    return before != after


@pytest.mark.parametrize("name", OTHER_WAYS)
def test_nothing_is_changed_past_the_screen(behind_the_guard: Ready, name: str) -> None:
    assert not changed(behind_the_guard, name)


@pytest.mark.parametrize("name", OTHER_WAYS)
def test_it_would_be_where_nobody_guards(without: Ready, name: str) -> None:
    assert changed(without, name)


@pytest.mark.parametrize(
    "service",
    [
        "localabstract:scrcpy", "localfilesystem:/x", "dev:/dev/input/event0", "tcp:6790", "tcp:8080",
        "root:", "remount:", "reboot:", "tcpip:5555", "usb:",
        "abb_exec:package", "abb:package", "jdwp:1", "backup:all", "restore:",
        "reverse:killforward-all", "", "nonsense", "tcp:9008:127.0.0.1", "tcp:09008x",
    ],
)  # fmt: skip
def test_a_service_that_nobody_understands_is_not_opened(behind_the_guard: Ready, service: str) -> None:
    assert behind_the_guard[0].service(service).startswith(b"FAIL")


@pytest.mark.parametrize(
    "request_",
    [
        "host:connect:127.0.0.1:5555",
        "host:disconnect:",
        "host:pair:1:2",
        "host:reconnect",
        "host:server-status:x",
        "host:",
    ],
)
def test_the_server_behind_is_not_changed(behind_the_guard: Ready, request_: str) -> None:
    assert behind_the_guard[0].ask(request_).startswith(b"FAIL")


@pytest.mark.parametrize("remote", ["localabstract:scrcpy", "tcp:6790", "jdwp:1"])
def test_a_port_is_not_forwarded_to_what_nobody_understands(behind_the_guard: Ready, remote: str) -> None:
    first, _ = behind_the_guard
    done = first.adb.run("forward", "tcp:0", remote)
    assert done.returncode != 0
    assert b"is not understood" in done.stderr
    assert first.adb("forward", "--list").strip().count(remote) == 0


def test_another_phone_is_not_touched(behind_the_guard: Ready) -> None:
    assert b"only the phone" in behind_the_guard[0].ask("host:transport:emulator-5554", "shell:ls")


def test_a_server_that_is_told_to_end_stays(behind_the_guard: Ready) -> None:
    first, _ = behind_the_guard
    assert first.ask("host:kill") == b""
    assert first.shell("echo there") == b"there\n"


def test_the_page_says_how_many_were_tried() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/integrations/adb.md").read_text("utf-8")
    assert f"- {len(WAYS)} ways to book the wrong table" in page
    assert f"{len(WAYS) - len(WORKS_NOWHERE)} of them book it where nobody guards" in page
    assert f"{len(OTHER_WAYS)} further ways" in page
