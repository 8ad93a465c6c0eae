"""Whatever is typed into the phone's shell comes to an end, counted in steps, so that it is the same anywhere."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from handrail.device.adb_protocol import shell_syntax as syntax
from handrail.device.adb_protocol.shell_syntax import ShellSyntaxError, parse
from handrail.phone.adb import Handset, run_line
from handrail.phone.adb.shell.command import BytesInput, CollectedOutput
from handrail.phone.adb.shell.shell import CRASHED, Allowance, Shell, drive
from handrail.phone.adb.shell.table import COMMANDS
from phone.adb.served import new_handset

LOOKS_PER_CHARACTER = 500


class Stuck(AssertionError):
    """The parser looked at a line far more often than it has characters."""


@pytest.fixture(scope="module")
def looks() -> Iterator[list[int]]:
    """What is left of the looks that the parser may take; it stands still where they run out."""
    left = [0]
    peek = syntax._Parser._peek

    def counted(self: syntax._Parser) -> str:
        left[0] -= 1
        if left[0] < 0:
            raise Stuck
        return peek(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(syntax._Parser, "_peek", counted)
        yield left


def run_briefly(handset: Handset, line: str, looks: list[int]) -> int:
    """Run a line with an allowance that a test has time for."""
    looks[0] = 1_000_000
    shell = Shell(handset, COMMANDS, allowance=Allowance(steps=200, bytes=1 << 20))
    return drive(shell.run(line, BytesInput(b"1\n2\n"), CollectedOutput()))


words = st.one_of(
    st.sampled_from(sorted(COMMANDS)),
    st.sampled_from(
        ["-r", "-n", "-c", "-E", "-1", "1", "9" * 30, "1e300", "nan", "%d", "%9999d", "+%", "+%N", "$x", "${x}",
        "$?", "/sdcard",
         "/sdcard/x", "/sdcard/*", "/*/../*/../*", "..", "/", "/proc/*", "/dev/null", "'(a+)+$'", "'s/a/\\9&/g'", "a=b",
         "x=$x$x", "'\udc80'", "\udcff", "äß", "[", "]", "start", "-a", "-p", "--es", "tap", "swipe", "put", "global",
         "list", "query", "--uri", "content://settings/global", "push", "-exec", "{}", "size", "{", "!", "'", '"', "*",
         "com.android.settings/.X", "-printf", "%T", "-newermt", "@1e300", "-C", "7777777777777", "-7"]
    ),
)  # fmt: skip
keywords = st.sampled_from(
    ["for i in", "do", "done", "while", "until", "if", "then", "elif", "else", "fi", "(", ")", "{", "}", "|", "||",
    "&&", ";",
     "\n", "&", ">", ">>", "<", "2>&1", "&>", "$(", "`", "!", "in", "for", "#"]
)  # fmt: skip
simple = st.lists(words, min_size=1, max_size=5).map(" ".join)
scripts = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" | ", "; ", " && ", " || ", "\n"]), inner).map("".join),
        st.tuples(st.just("for i in "), simple, st.just("; do "), inner, st.just("; done")).map("".join),
        st.tuples(st.sampled_from(["while ", "until "]), inner, st.just("; do "), inner, st.just("; done")).map(
            "".join
        ),
        inner.map(lambda script: f"echo $({script})"),
        inner.map(lambda script: f"{{ {script}; }} > /sdcard/x"),
        inner.map(lambda script: f"sh -c '{script}'"),
    ),
    max_leaves=6,
)
noise = st.lists(st.one_of(keywords, words, st.sampled_from(["", ">x", "'", '"'])), max_size=12).map(" ".join)


@given(noise | scripts | st.text(max_size=40))
@example("for i in >x")
@example("for i in (x")
@example("for i in a&")
@example("x >")
def test_the_parser_gets_further_with_every_look(looks: list[int], line: str) -> None:
    looks[0] = LOOKS_PER_CHARACTER * (len(line) + 1)
    with suppress(ShellSyntaxError):
        parse(line)


@given(scripts | noise)
@example("x=1; while true; do x=$x$x; done")
@example("x=$(seq 100000); for i in $x; do y=$x; done")
@example("cd /sdcard; echo x > y; while true; do cat y y > z; mv z y; done")
@example("echo /*/../*/../*/../*/../*/../*/../*/../*")
@example("cp -r /sdcard /sdcard/x")
@example("mkdir /sdcard/x; cp -r /sdcard /sdcard/x; cp -r / /sdcard/x; cp -r /storage/emulated/0 /sdcard/x/y")
@example("seq 30000 | grep -C 30000 1")
@example("echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! | grep -E '^(a+)+$'")
@example("echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! | sed -E 's/^(a+)+$/x/'")
@example("sleep 1e300")
@example("sleep nan")
@example("while true; do sleep 100000; done")
@example("chmod -1 /sdcard; chmod 77777777777777777777777 /sdcard; ls -l /")
@example("am start -n '\udc80/x'")
@example("date '+%\udc80 %'")
def test_a_line_ends_and_crashes_nothing(looks: list[int], line: str) -> None:
    handset = new_handset()
    run_briefly(handset, line, looks)
    assert [gap for gap in handset.gaps if gap.startswith(CRASHED)] == []


def test_a_program_that_crashes_ends_itself_and_nothing_else() -> None:
    def crash(_: object) -> None:
        raise ZeroDivisionError("nobody thought of it")

    handset, output = new_handset(), CollectedOutput()
    shell = Shell(handset, {**COMMANDS, "crash": crash})  # type: ignore[dict-item]
    assert drive(shell.run("crash; echo $?", BytesInput(), output)) == 0
    assert (output.of(1), output.of(2)) == (b"139\n", b"Segmentation fault\n")
    assert any(gap.startswith(f"{CRASHED} crash: ZeroDivisionError") for gap in handset.gaps)


def test_a_folder_is_not_copied_into_itself() -> None:
    handset = new_handset()
    handset.phone.files.write("/sdcard/a/b/c.txt", b"1")
    before = handset.phone.files.entries().keys()
    for target in ("/sdcard/x", "/sdcard", "/storage/emulated/0/y"):
        result = run_line(handset, f"cp -r /sdcard {target}")
        assert (result.status, b"Invalid argument" in result.stderr) == (1, True)
        assert handset.phone.files.entries().keys() == before
    assert run_line(handset, "cp -r /sdcard/a /sdcard/copy; cat /sdcard/copy/b/c.txt").stdout == b"1"
    assert run_line(handset, "cp /proc/uptime /sdcard/up; cp /sdcard/up /dev/null").status == 0
    assert run_line(handset, "cp /sdcard/up /proc/x").status == 1


def test_what_sed_puts_in_is_what_is_written() -> None:
    handset = new_handset()
    for script, shown in (
        ("s/b/[&]/", "a[b]cb"), ("s/b/[\\&]/g", "a[&]c[&]"), ("s/\\(b\\)c/é\\1\\1/", "aébbb"),
        ("s/(a)(x)?/<\\2>/",
        "<>bcb"),
    ):  # fmt: skip
        option = "-E" if "?" in script else ""
        assert run_line(handset, f"echo abcb | sed {option} '{script}'").stdout.decode() == f"{shown}\n"
    assert run_line(handset, "echo a | sed 's/a/\\4/'").status == 1
