"""`logcat`, followed and filtered by the adb binary."""

import subprocess

import pytest

from phone.adb.served import Adb, Served


def test_a_log_is_followed(adb: Adb, served: Served) -> None:
    with subprocess.Popen(
        [adb.binary, "logcat", "-s", "launch:I"], env=adb.environment, stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == "--------- beginning of main\n"

            async def later() -> None:
                served.phone.launch("com.example.clock")

            served.run(later())
            assert "I launch: com.example.clock" in running.stdout.readline()
        finally:
            running.kill()


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ("-v brief Mine:W *:S", ["W/Mine    (  580): two", "E/Mine    (  580): three"]),
        ("-v raw -s Mine", ["one", "two", "three"]),
        ("-v tag -s Mine:I -e '^t'", ["W/Mine: two", "E/Mine: three"]),
        ("-v raw -t 1 -s Mine", ["three"]),
        ("-v raw --regex=on Mine:V *:S", ["one"]),
    ],
)
def test_a_log_is_filtered(adb: Adb, options: str, shown: list[str]) -> None:
    adb.shell("logcat -c; log -p d -t Mine one; log -p w -t Mine two; log -p e -t Mine three; input keyevent 3")
    assert adb.shell(f"logcat -d {options}").splitlines()[1:] == shown


def test_what_was_cleared_is_not_shown_again(adb: Adb) -> None:
    adb.shell("log -t Mine before")
    adb.shell("logcat -c")
    adb.shell("log -t Mine after")
    said = adb.shell("logcat -d -v raw")
    assert ("before" in said, "after" in said) == (False, True)
