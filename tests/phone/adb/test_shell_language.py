"""The shell's language, without a client."""

from contextlib import suppress
from shlex import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from handrail.device.adb_protocol.shell_syntax import ShellSyntaxError, parse
from handrail.phone.adb import Handset, run_line
from handrail.phone.adb.shell import glob
from phone.adb.served import new_handset


@pytest.fixture(scope="module")
def handset() -> Handset:
    handset = new_handset()
    handset.phone.files.write("/sdcard/box/one.txt", b"1\n")
    handset.phone.files.write("/sdcard/box/two words.txt", b"2\n")
    handset.phone.files.write("/sdcard/box/.hidden", b"3\n")
    return handset


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("echo a  b", "a b\n"),
        ("echo 'a  b' \"c  d\" e\\ \\ f", "a  b c  d e  f\n"),
        ("echo ''", "\n"),
        ("echo a;echo b ; echo c", "a\nb\nc\n"),
        ("true && echo yes || echo no", "yes\n"),
        ("false && echo yes || echo no", "no\n"),
        ("false || false || echo last", "last\n"),
        ("false; echo $?", "1\n"),
        ("nosuch 2>/dev/null; echo X4EXIT:$?", "X4EXIT:127\n"),
        ("X=1 Y='2 3'; echo $X-$Y-${Z:-none}-${X}0", "1-2 3-none-10\n"),
        ("X='a b'; printf '[%s]' $X \"$X\"", "[a][b][a b]"),
        ("X=out; X=in printenv | grep ^X=", "X=in\n"),
        ("export A=5; echo $A; unset A; echo [$A]", "5\n[]\n"),
        ("echo $(echo a; echo b) `echo c`", "a b c\n"),
        ("echo \"$(echo 'a  b')\"", "a  b\n"),
        ("echo one | cat | tr a-z A-Z", "ONE\n"),
        ("(cd /sdcard; pwd); pwd", "/sdcard\n/\n"),
        ("{ echo a; echo b; } | wc -l", "2\n"),
        ("if [ -d /sdcard ]; then echo dir; elif true; then echo x; else echo y; fi", "dir\n"),
        ("if [ 3 -gt 5 ]; then echo a; else echo b; fi", "b\n"),
        ("for i in a b 'c d'; do echo \"<$i>\"; done", "<a>\n<b>\n<c d>\n"),
        ("while false; do echo never; done; until true; do echo never; done; echo end", "end\n"),
        ("echo hidden > /sdcard/f; echo more >> /sdcard/f; cat < /sdcard/f; rm /sdcard/f", "hidden\nmore\n"),
        ("nosuch 2>&1 | cat", "/system/bin/sh: nosuch: inaccessible or not found\n"),
        ("{ echo o; nosuch; } > /dev/null 2>&1; echo done", "done\n"),
        ("cd /sdcard/box; echo *", "one.txt two words.txt\n"),
        ("echo /sdcard/b*/*.txt '*'", "/sdcard/box/one.txt /sdcard/box/two words.txt *\n"),
        ("echo /nothing/*", "/nothing/*\n"),
        ("ls -a /sdcard/box", ".hidden\none.txt\ntwo words.txt\n"),
        ("! false; echo $?", "0\n"),
        ("su 0 sh -c 'echo $0x; whoami'", "x\nroot\n"),
        ("su -c 'echo a && echo b'", "a\nb\n"),
        ("toybox echo t; /system/bin/echo u; exec echo v", "t\nu\nv\n"),
        ("eval 'echo a; echo b'", "a\nb\n"),
        ("echo a # a comment", "a\n"),
        ("echo a #'\necho b # '", "a\nb\n"),
        ("echo a#b \\#c '#d'", "a#b #c #d\n"),
        ("echo `echo \\`echo in\\``", "in\n"),
        ("# a comment\necho b", "b\n"),
        ("echo a & echo b", "a\nb\n"),
        ("echo 'echo from a file' > /sdcard/s.sh; sh /sdcard/s.sh", "from a file\n"),
        ("seq 3 | while read n; do echo n=$n; done", "n=1\nn=2\nn=3\n"),
        ("echo a b c | xargs -n 2 echo got", "got a b\ngot c\n"),
        ("exit 7; echo never", ""),
        ("x=abcab; echo ${x#a} ${x#*b} ${x##*b} ${x%b} ${x%a*} ${x%%a*} ${#x}", "bcab cab abca abc 5\n"),
        ("x=/sdcard/a.b.apk; echo ${x##*/} ${x%/*} ${x%.apk} ${x%%.*}", "a.b.apk /sdcard /sdcard/a.b /sdcard/a\n"),
        ("x=a.b.c; echo ${x/./-} ${x//./-} ${x//.} ${x:2} ${x:2:1} ${x: -1}", "a-b.c a-b-c abc b.c b c\n"),
        ("x='a*b'; echo ${x#'a*'} ${x#\"$x\"} \"${x%b}\"", "b a*\n"),
        ("echo ${a:-x y}; echo ${a:=z}$a ${a:+there} [${b:+there}] ${b-not}", "x y\nzz there [] not\n"),
        ("echo ${a:-$(echo 1)${b:-2}}", "12\n"),
        (
            "a=bcd; [[ $a == b* ]] && echo yes; [[ $a == 'b*' ]] || echo no; [[ $a != c* ]] && echo yes",
            "yes\nno\nyes\n",
        ),
        ("a='b c'; [[ $a == 'b c' && ( -d /sdcard || -n '' ) ]] && echo yes; [[ ! -z $a ]] && echo yes", "yes\nyes\n"),
        ("[[ abc == a[a-c]? ]] && [[ a < b ]] && [[ 3 -gt 2 ]] && echo yes", "yes\n"),
        ("if [[ -f /sdcard/box/one.txt ]]; then echo file; fi", "file\n"),
    ],
)
def test_a_line_prints_what_mksh_would_print(handset: Handset, line: str, printed: str) -> None:
    assert run_line(handset, line).stdout.decode() == printed


def test_the_status_is_that_of_the_last_command(handset: Handset) -> None:
    assert [run_line(handset, line).status for line in ("true", "false", "exit 300", "false | true", "nosuch")] == [
        0, 1, 44, 0, 127,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "echo ${x@}",
        "[[ a == b",
        "[[ a ==",
        "echo ${x",
        "echo 'open",
        'echo "open',
        "echo $(open",
        "if true",
        "| x",
        "a &&",
        "a > ",
        "(a",
        "cat << E",
        "case x in",
    ],
)
def test_what_is_not_in_the_language_is_a_syntax_error(handset: Handset, line: str) -> None:
    result = run_line(handset, line)
    assert result.status in (1, 127)
    assert b"syntax error" in result.stderr or b"not found" in result.stderr


def test_loops_that_never_end_are_ended(handset: Handset) -> None:
    for line in ("while true; do :; done", "f=; while true; do while true; do :; done; done", "sh /sdcard/again.sh"):
        run_line(handset, "echo 'sh /sdcard/again.sh' > /sdcard/again.sh")
        result = run_line(handset, line)
        assert (result.status, b"stopped: " in result.stderr) == (1, True)


@given(st.text(alphabet="ab $(){}[]|&;:%/#<>'\"`\\\n=*#!01", max_size=40) | st.text(max_size=30))
@example("²<")
@example("${x:")
def test_no_line_crashes_the_parser(line: str) -> None:
    with suppress(ShellSyntaxError):
        parse(line)


@given(st.text(alphabet="ab*?[]!-\\", max_size=8), st.text(alphabet="ab*[]", max_size=8))
def test_a_pattern_is_cut_off_as_a_naive_twin_does_it(pattern: str, text: str) -> None:
    ends = [end for end in range(len(text) + 1) if glob.matches(pattern, text[:end])]
    starts = [start for start in range(len(text) + 1) if glob.matches(pattern, text[start:])]
    assert glob.without_start(pattern, text, longest=False) == text[min(ends, default=0) :]
    assert glob.without_start(pattern, text, longest=True) == text[max(ends, default=0) :]
    assert glob.without_end(pattern, text, longest=False) == text[: max(starts, default=len(text))]
    assert glob.without_end(pattern, text, longest=True) == text[: min(starts, default=len(text))]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), min_size=1))
def test_quoted_words_arrive_as_they_are(handset: Handset, words: list[str]) -> None:
    line = "printf '%s\\n' " + " ".join(quote(word) for word in words)
    assert run_line(handset, line).stdout.decode() == "".join(f"{word}\n" for word in words)
