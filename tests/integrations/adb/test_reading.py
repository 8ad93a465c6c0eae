"""What is said to read never changes the phone: the command is run, and the phone is compared with what it was."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from handrail.integrations.adb.remote_call import RemoteCall, call_meaning, read_call
from handrail.integrations.adb.script import Steps, plan
from handrail.integrations.meaning import Reads
from handrail.phone.adb import Handset, run_line
from handrail.phone.adb.shell.table import COMMANDS
from handrail.phone.adb.uiautomator.methods import METHODS
from handrail.phone.adb.uiautomator.server import answer
from integrations.adb.guarded import state
from phone.adb.served import new_handset

CLIENT = "com.example.restaurants"
RAW_FILES = ("/sdcard/notes.txt", "/data/local/tmp/run.sh", "/sdcard/window_dump.xml")


@pytest.fixture(scope="module")
def handset() -> Handset:
    made = new_handset()
    for path in RAW_FILES:
        made.phone.files.write(path, b"input tap 210 1022\n")
    made.phone.launch(CLIENT)
    made.phone.tap(540, 632)
    return made


# Lines: what a client may think of, and what somebody may try who knows the table

PATHS = st.sampled_from(
    [
        *RAW_FILES,
        "/sdcard",
        "/sdcard/*",
        "*",
        "/data/local/tmp/x.xml",
        "/data/local/tmp/x.png",
        "/dev/null",
        "~",
        "{a,b}",
    ]
)
VALUES = st.sampled_from(
    [
        "540", "632", "1", "0", "-1", "x", "a b", "=", "get", "put", "list", "delete", "system", "secure",
        "screen_brightness", "packages", "path", "clear", "dump", "start", "force-stop", "uninstall", "grant", CLIENT,
        "tap", "text", "keyevent", "query", "insert", "--uri", "content://settings/system", "set", "size", "density",
        "activity", "package", "window", "battery", "s/a/b/", "1p", "w /sdcard/z", "%s", "+%s", "sh", "input", "-c",
        "input tap 210 1022", "-delete", "-exec", ";", "-name", "-type", "f", "-fprintf", "enable",
        "expand-notifications", "input tap 1 1; ls", "]", "!", "root", "CLASSPATH=/x", "A=1",
    ]
)  # fmt: skip
OPTIONS = st.text("abcdefghiklmnoprstuvxzAEFLRSUZ0", min_size=1, max_size=3).map(lambda letters: f"-{letters}")
QUOTED = st.one_of(VALUES, PATHS, OPTIONS).flatmap(
    lambda word: st.sampled_from([word, f"'{word}'", f'"{word}"', f"$(echo {word})", "$X", "${X:-" + word + "}"])
)
NAMES = st.sampled_from([*sorted(COMMANDS.keys() - {"sleep"}), "/system/bin/input", "nosuch"])  # asleep, time passes
SIMPLE = st.builds(lambda name, words: " ".join([name, *words]), NAMES, st.lists(QUOTED, max_size=5))
REDIRECTED = st.builds(
    lambda line, more: f"{line}{more}",
    SIMPLE,
    st.sampled_from(
        ["", "", "", " >/dev/null", " 2>&1", " > /sdcard/z", " >> /sdcard/notes.txt", " < /sdcard/notes.txt"]
    ),
)
WRITERS = (
    "settings put system screen_brightness 7", "settings delete system screen_brightness", "pm uninstall " + CLIENT,
    "pm disable " + CLIENT, "am force-stop " + CLIENT, "svc wifi disable", "setprop a.b c", "rm -rf /sdcard",
    "touch /sdcard/z", "mkdir /sdcard/z", "cp /sdcard/notes.txt /sdcard/z", "mv /sdcard/notes.txt /sdcard/z",
    "input tap 210 1022", "input keyevent 4", "cmd statusbar expand-notifications", "cmd package clear " + CLIENT,
    "cmd settings put system screen_brightness 7", "killall " + CLIENT, "screencap -p /sdcard/z",
    "monkey -p com.example.contacts -c android.intent.category.LAUNCHER 1", "uiautomator dump /sdcard/z",
    "sh /data/local/tmp/run.sh", ". /data/local/tmp/run.sh", "find /sdcard -name notes.txt -delete",
    "find /sdcard -maxdepth 0 -exec input tap 210 1022 \\;", "echo x | tee /sdcard/z", "getprop > /sdcard/z",
    "echo 210 1022 | xargs input tap", "echo input tap 210 1022 | sh", "chmod 444 /sdcard/notes.txt",
)  # fmt: skip
FORMS = (
    "{}", "ls; {}", "ls && {}", "false || {}", "ls | {}", "{} &", "({})", "{{ {}; }}", "if {}; then true; fi",
    "if true; then {}; fi", "for i in 1; do {}; done", "until {}; do true; done", "echo $({})",
    'ls "$({})"', "echo `{}`",
    "ls\n{}", "! {}", "{} 2>/dev/null", "timeout 5 {}", "nohup {}", "toybox {}", "exec {}",
)  # fmt: skip
LINES = st.recursive(
    st.one_of(REDIRECTED, st.sampled_from(WRITERS)),
    lambda inner: st.one_of(
        st.builds(
            lambda a, by, b: f"{a}{by}{b}", inner, st.sampled_from(["; ", " && ", " || ", " | ", "\n", " & "]), inner
        ),
        inner.map(lambda line: f"({line})"),
        inner.map(lambda line: "{ " + line + "; }"),
        inner.map(lambda line: f"if {line}; then true; fi"),
        inner.map(lambda line: f"for i in 1 2; do {line}; done"),
        inner.map(lambda line: f"echo $({line})"),
        inner.map(lambda line: f"echo `{line}`"),
        inner.map(lambda line: f"sh -c '{line}'"),
        inner.map(lambda line: f"su 0 {line}"),
        inner.map(lambda line: f"timeout 5 {line}"),
        inner.map(lambda line: f"eval {line}"),
        inner.map(lambda line: f"X=1 {line}"),
    ),
    max_leaves=4,
)
READERS = st.sampled_from(
    [
        "dumpsys activity activities", "dumpsys window windows", "dumpsys package", "dumpsys battery",
        "pm list packages -3", "pm path " + CLIENT, "settings get system screen_brightness", "settings list global",
        "getprop", "uiautomator dump", "uiautomator dump /data/local/tmp/x.xml", "screencap -p",
        "screencap /data/local/tmp/x.png", "wm size", "date +%s", "content query --uri content://settings/system",
        "find /sdcard -type f -printf '%p %s\\n'", "ls -la /sdcard", "cat /sdcard/notes.txt",
        "cmd package resolve-activity --brief " + CLIENT, "am stack list", "ps -A", "id",
        "rm -f /data/local/tmp/x.xml", "grep -c input /sdcard/notes.txt", "sed -n 1p /sdcard/notes.txt", "logcat -d",
        "stat /sdcard", "ime list -s", "df", "head -1 /sdcard/notes.txt", "md5sum /sdcard/notes.txt", "[ 1 -gt 0 ]",
        "printf '%s\\n' a", "cd /sdcard", "ip addr", "wc -l /sdcard/notes.txt", "sort /sdcard/notes.txt", "env",
        "whoami",
    ]
)  # fmt: skip
READING_LINES = st.builds(
    lambda first, by, second: f"{first}{by}{second}",
    READERS,
    st.sampled_from(["; ", " && ", " | ", " | grep "]),
    READERS,
)


@given(line=st.one_of(SIMPLE, REDIRECTED, LINES, READING_LINES))
@example(line="input tap 1 2 && ls 'a b'; echo X4EXIT:$?")
def test_a_step_is_sent_as_what_was_judged(line: str) -> None:
    """It is written anew, and means the same when it is read again."""
    said = plan(line)
    for step in said.steps if isinstance(said, Steps) else ():
        again = plan(step.line(0))
        if step.act is None:
            assert again == Reads()
        else:
            assert isinstance(again, Steps)
            assert [again_step.act for again_step in again.steps] == [step.act]


def changes_nothing(handset: Handset, line: str) -> bool:
    """Whether the line is said to read; it is then run."""
    said = plan(line)
    event(type(said).__name__)
    if not isinstance(said, Reads):
        return False
    before = handset.phone.snapshot(), dict(handset.properties)
    was = state(handset)
    try:
        run_line(handset, line, b"input tap 210 1022\n")
        assert state(handset) == was, line
    finally:
        handset.phone.restore(before[0])
        handset.properties.clear()
        handset.properties.update(before[1])
        handset.reverses.clear()
        handset.uiautomator_port = None
    return True


@settings(max_examples=200, deadline=None)
@given(line=st.one_of(SIMPLE, REDIRECTED, LINES, READING_LINES))
@example(line="sh -c 'ls > /sdcard/z'")
@example(line="ls #'\ninput tap 210 1022\n#'")
@example(line="echo `echo \\`input tap 210 1022; echo \\` ` `echo `")
@example(line="find /sdcard -name notes.txt -delete")
@example(line="sort -o /sdcard/notes.txt /sdcard/notes.txt")
@example(line="echo ${X:-$(input tap 210 1022)}")
@example(line="ls | xargs input tap 210")
@example(line="cat /data/local/tmp/run.sh | sh")
@example(line="sed -i 's/a/b/' /sdcard/notes.txt")
@example(line="sed -n 'w /sdcard/z' /sdcard/notes.txt")
@example(line="uniq /sdcard/notes.txt /sdcard/z")
@example(line="uiautomator dump /sdcard/notes.txt")
@example(line="echo a | tee /sdcard/z")
@example(line=". /data/local/tmp/run.sh")
@example(line='echo "`input tap 210 1022`"')
@example(line="test $(input tap 210 1022)")
def test_what_is_said_to_read_changes_nothing(handset: Handset, line: str) -> None:
    changes_nothing(handset, line)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(line=st.one_of(SIMPLE, REDIRECTED, LINES, READING_LINES))
def test_what_is_said_to_read_changes_nothing_at_length(handset: Handset, line: str) -> None:
    changes_nothing(handset, line)


@pytest.mark.parametrize("form", FORMS)
def test_what_changes_the_phone_is_never_said_to_read(handset: Handset, form: str) -> None:
    for line in WRITERS:
        assert not isinstance(plan(form.format(line)), Reads), form.format(line)


@pytest.mark.parametrize("line", WRITERS)
def test_and_it_does_change_the_phone(handset: Handset, line: str) -> None:
    taken, was = handset.phone.snapshot(), state(handset)
    run_line(handset, line)
    assert state(handset) != was
    handset.properties.pop("a.b", None)
    handset.phone.restore(taken)


@settings(max_examples=100, deadline=None)
@given(line=st.one_of(READERS, READING_LINES.filter(lambda line: "| grep" not in line)))
def test_what_clients_read_with_does_read(handset: Handset, line: str) -> None:
    assert changes_nothing(handset, line), plan(line)


# Remote calls


SELECTORS = st.sampled_from(
    [{"mask": 1, "text": "Reserve now"}, {"mask": 16, "className": "android.widget.TextView"}, "element:0/1"]
)
PARAMETERS = st.lists(
    st.one_of(st.integers(0, 1200), st.booleans(), st.none(), st.sampled_from(["home", "Reserve now", "x"]), SELECTORS),
    max_size=5,
)


@settings(max_examples=300, deadline=None)
@given(method=st.sampled_from([*sorted(METHODS), "nosuch"]), parameters=PARAMETERS)
@example(method="childByText", parameters=[{"mask": 1, "text": "x"}, {"mask": 1, "text": "y"}, "z", True])
def test_a_call_that_is_said_to_read_changes_nothing(handset: Handset, method: str, parameters: list[Any]) -> None:
    if method.startswith("wait"):
        return  # while it waits, time passes
    call = read_call(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode())
    assert isinstance(call, RemoteCall)
    said = call_meaning(call)
    event(f"{type(said).__name__}")
    if not isinstance(said, Reads):
        return
    was = state(handset)
    asyncio.run(answer(handset, call.body))
    assert state(handset) == was


@settings(max_examples=200)
@given(line=st.text(max_size=60))
def test_nothing_that_is_written_breaks_the_reader(line: str) -> None:
    plan(line)


@settings(max_examples=200)
@given(body=st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)))
def test_no_body_breaks_the_reader_of_calls(body: bytes) -> None:
    call = read_call(body)
    if isinstance(call, RemoteCall):
        call_meaning(call)


def test_a_call_without_parameters_may_say_so_by_an_empty_object() -> None:
    for said in ('"params": {}, ', '"params": [], ', '"params": null, ', ""):
        call = read_call(f'{{"jsonrpc": "2.0", {said}"id": 1, "method": "deviceInfo"}}'.encode())
        assert not isinstance(call, bytes)
        assert (call.method, call.parameters) == ("deviceInfo", [])
    for said in ('{"x": 1}', "0", "false", '""', '"[]"'):
        assert isinstance(read_call(f'{{"id": 1, "method": "click", "params": {said}}}'.encode()), bytes)
