"""Where the encoder does not decide, a person does: the readings side by side, one key to choose."""

import os
import pty
import subprocess
from contextlib import suppress
from io import StringIO

import pytest
from rich.console import Console

from cli.command import COMMAND
from encoder.drafts import ALARM, ALARM_RULES, NOW, answer, errands, failed, run, scripted
from handrail.cli.encode_choice import chosen_by_key, readings_of
from handrail.encoder import EncodingFailed, Settings

UNSURE = "Turn on the dark theme"
LATER = 'Alarm(label = "Work", time = 7:30, days = "Weekdays", on = false) -> SetAlarm'


def abstained(*rules: str) -> EncodingFailed:
    return failed(run(ALARM, scripted(answer(rules)), settings=Settings(attempts=1)))


def choose(outcome: EncodingFailed, key: str) -> tuple[object, str]:
    shown = Console(file=StringIO(), width=140)
    found = chosen_by_key(readings_of(outcome, errands(), ALARM, NOW), shown, lambda: key)
    assert isinstance(shown.file, StringIO)
    return found, shown.file.getvalue()


def test_a_draft_without_a_name_is_shown_with_what_it_lacks_and_taken_on_a_key() -> None:
    outcome = abstained(ALARM_RULES[0].replace('label = "Work", ', ""), ALARM_RULES[1])
    found, shown = choose(outcome, "1")
    assert found is not None
    assert "no rule looks at `Work`" in " ".join(shown.replace("│", " ").split())


@pytest.mark.parametrize("key", ["n", "\r", "7", "0", "\x1b"])
def test_any_other_key_takes_none(key: str) -> None:
    found, _ = choose(abstained(ALARM_RULES[0].replace('label = "Work", ', ""), ALARM_RULES[1]), key)
    assert found is None


def test_alternatives_are_readings_of_their_own() -> None:
    half = [rule.replace('label = "Work", ', "") for rule in (ALARM_RULES[0], LATER)]
    outcome = abstained(*half, ALARM_RULES[1])
    readings = readings_of(outcome, errands(), ALARM, NOW)
    assert [len(reading.rules) for reading in readings] == [3, 2, 2]
    assert "on = false" in readings[2].specification.show()


def test_what_no_person_can_mean_is_no_reading() -> None:
    assert readings_of(abstained("True -> Done"), errands(), ALARM, NOW) == ()
    assert readings_of(abstained("Nowhere() -> Done"), errands(), ALARM, NOW) == ()


def pressed(started: subprocess.Popen[bytes], terminal: int) -> tuple[bytes, bytes]:
    """What it wrote; the key is pressed until it ends, for what is typed before the question does not count."""
    for _ in range(120):
        with suppress(subprocess.TimeoutExpired):
            return started.communicate(timeout=0.5)
        os.write(terminal, b"1")
    started.kill()
    return started.communicate()


@pytest.mark.slow
def test_at_a_terminal_the_command_waits_for_a_key() -> None:
    command = [str(COMMAND), "encode", "--app", "settings", "--instruction", UNSURE, "--model", "offline"]
    theirs, mine = pty.openpty()
    try:
        started = subprocess.Popen(command, stdin=mine, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, told = pressed(started, theirs)
    finally:
        os.close(theirs)
        os.close(mine)
    assert started.returncode == 0, told.decode()
    assert "Which one is meant?" in told.decode()
    assert "ChangeSetting" in out.decode()
