"""`handrail run`: one task on the simulated phone, as a user types it."""

import shlex
from pathlib import Path

import pytest

from cli.command import COMMAND, handrail
from docs.test_tutorial import at_a_terminal
from handrail.guard.journal import Verified, verify
from handrail.registry import DETECTORS, DEVICES, names

INSTRUCTION = "Reserve Blue Harbor Grill for today before 7 PM"
RULES = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""
RIGHT = ("open com.example.restaurants", "tap Blue Harbor Grill", "tap date", "tap 2026-03-02", "tap time", "tap 18:30")


def arguments(folder: Path, *lines: str, spec: bool = True) -> list[str | Path]:
    actions, rules = folder / "actions", folder / "evening.rules"
    actions.write_text("\n".join(lines), "utf-8")
    rules.write_text(RULES, "utf-8")
    given: list[str | Path] = ["run", "--app", "restaurant", "--instruction", INSTRUCTION, "--journal", folder / "run"]
    given += ["--yes", "--agent", f"list:{actions}"]
    return [*given, "--spec", rules] if spec else given


@pytest.mark.slow
def test_a_task_is_run_verified_and_reported(tmp_path: Path) -> None:
    done = handrail(*arguments(tmp_path, *RIGHT, "tap reserve", "finish"), "--json")
    assert done.exit_code == 0, done.stderr
    assert done.document["finished"]
    assert [step["outcome"] for step in done.document["steps"]] == ["executed"] * 7 + ["finished"]
    assert Path(done.document["report"]).is_file()
    assert isinstance(verify(tmp_path / "run"), Verified)


@pytest.mark.slow
def test_an_agent_that_errs_is_stopped_and_the_exit_code_says_so(tmp_path: Path) -> None:
    done = handrail(*arguments(tmp_path, *RIGHT[:2], "tap reserve", "finish"))
    assert done.exit_code == 1
    assert "should be before 19:00 but is 19:00" in " ".join(done.stderr.split())
    assert done.stdout == ""


@pytest.mark.slow
def test_without_a_specification_the_instruction_is_encoded(tmp_path: Path) -> None:
    done = handrail(*arguments(tmp_path, *RIGHT, "tap reserve", "finish", spec=False), "--model", "offline", "--json")
    assert done.exit_code == 0, done.stderr
    assert any("Blue Harbor Grill" in rule for rule in done.document["specification"])


@pytest.mark.slow
@pytest.mark.parametrize(("hour", "exit_code"), [("9", 0), ("10", 1)])
def test_the_readme_s_instruction_is_encoded_and_carried_out(hour: str, exit_code: int, tmp_path: Path) -> None:
    way = ("open com.example.clock", "tap Add alarm", f"type Hour = {hour}", "type Minute = 00", "tap Save", "finish")
    (tmp_path / "actions").write_text("\n".join(way), "utf-8")
    done = handrail(
        "run", "--app", "clock", "--instruction", "Set an alarm for 9am", "--model", "offline", "--json", "--yes",
        "--agent", f"list:{tmp_path / 'actions'}", "--approve", "nobody", "--journal", tmp_path / "run",
    )  # fmt: skip
    assert done.exit_code == exit_code, done.stderr


@pytest.mark.slow
def test_a_run_whose_list_ended_is_not_finished_and_can_be_told_and_replayed(tmp_path: Path) -> None:
    assert handrail(*arguments(tmp_path, *RIGHT)).exit_code == 1
    assert handrail("journal", "verify", tmp_path / "run").exit_code == 0
    assert handrail("journal", "replay", tmp_path / "run").exit_code == 0
    shown = handrail("journal", "show", tmp_path / "run")
    assert INSTRUCTION in shown.stdout
    page = handrail("journal", "report", tmp_path / "run", "--out", tmp_path / "page.html")
    assert INSTRUCTION in (tmp_path / "page.html").read_text("utf-8")
    assert page.stdout.strip() == str(tmp_path / "page.html")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--agent", "butler"], "--agent butler: no agent is called so; installed are"),
        (["--app", "zebra.yaml"], "zebra.yaml"),
        (["--device", "toaster:1"], "no device is called `toaster`"),
        (["--approve", "everybody"], "--approve everybody: no approver is called so; installed are"),
        (["--judge", "zebra"], "`zebra` is no judge"),
        (
            ["--detector", "sentinal"],
            f"no detector is called `sentinal`; installed are {', '.join(names(DETECTORS))}; did you mean",
        ),
        (["--device", "phnoe"], f"installed are {', '.join(names(DEVICES))}; did you mean `phone`?"),
        (["--app", "clokc"], "no app of the simulated phone; installed are"),
        (["--agent", "m3a"], "--agent m3a asks a model"),
        (["--limit", "0"], "at least one proposal"),
        (["--resume"], "there is no journal.jsonl; name the folder of a journal"),
    ],
)
@pytest.mark.slow
def test_misuse_is_said_in_a_line(options: list[str], says: str, tmp_path: Path) -> None:
    done = handrail(*arguments(tmp_path, "finish"), *options, HANDRAIL_MODEL="offline")
    assert done.exit_code == 2
    assert says in done.stderr


@pytest.mark.slow
def test_without_a_terminal_nobody_is_taken_to_have_said_yes(tmp_path: Path) -> None:
    words = [argument for argument in arguments(tmp_path, *RIGHT, "tap reserve", "finish") if argument != "--yes"]
    done = handrail(*words, "--record", tmp_path / "recorded", stdin=b"y\n")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "there is no terminal to ask at" in done.stderr
    assert "say --yes" in done.stderr
    assert not (tmp_path / "run").exists()
    assert not (tmp_path / "recorded").exists()


@pytest.mark.parametrize("typed", ["", "n", "\x04"], ids=["enter", "no", "the end of input"])
@pytest.mark.slow
def test_what_is_no_yes_begins_nothing(typed: str, tmp_path: Path) -> None:
    words = [argument for argument in arguments(tmp_path, *RIGHT) if argument != "--yes"]
    shown = at_a_terminal(shlex.join(map(str, [COMMAND, *words])), [typed], tmp_path)
    assert "Begin? [y/N]" in shown
    assert "not begun, since nobody said yes" in shown
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_an_instruction_that_gives_no_rules_is_no_misuse(tmp_path: Path) -> None:
    done = handrail(*arguments(tmp_path, "finish", spec=False), "--instruction", "Make me happy", "--model", "offline")
    assert done.exit_code == 1
    assert "handrail: no specification: " in done.stderr


def test_what_is_misspelt_is_said_before_anything_is_encoded(tmp_path: Path) -> None:
    done = handrail(*arguments(tmp_path, "finish", spec=False), "--approve", "everybody", "--model", "offline")
    assert done.exit_code == 2
    assert "encoding" not in done.stderr


@pytest.mark.slow
def test_a_journal_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    handrail(*arguments(tmp_path, *RIGHT))
    again = handrail(*arguments(tmp_path, *RIGHT))
    assert again.exit_code == 2
    closed = handrail("journal", "close", tmp_path / "run")
    assert closed.exit_code == 2
    assert "closed" in closed.stderr


@pytest.mark.slow
def test_a_recorded_run_can_be_scanned_and_a_journal_says_what_it_is(tmp_path: Path) -> None:
    recorded = tmp_path / "recorded"
    done = handrail(*arguments(tmp_path, *RIGHT, "tap reserve", "finish"), "--record", recorded)
    assert done.exit_code == 0, done.stderr
    scanned = handrail("sentinel", "scan", recorded, "--json")
    assert scanned.exit_code == 0, scanned.stderr
    assert not scanned.document["unsafe"]
    assert len(scanned.document["steps"]) >= 7
    refused = handrail("sentinel", "scan", tmp_path / "run")
    assert refused.exit_code == 2
    assert "--record" in refused.stderr


@pytest.mark.parametrize(
    ("app", "rules", "why"),
    [
        ("clock", "Alarm(time = 09:00) -> SaveAlrm\nSaveAlrm -> Done", "the nearest is `SaveAlarm`"),
        ("clock", "Alarm(time = 09:00) -> SetAlarm\nSetAlarm & PayAlarm -> Done\nSetAlarm -> PayAlarm", "`PayAlarm`"),
    ],
)
@pytest.mark.slow
def test_what_can_never_end_is_not_begun(app: str, rules: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "my.rules").write_text(rules)
    (tmp_path / "actions").write_text("finish\n")
    done = handrail(
        "run", "--app", app, "--spec", tmp_path / "my.rules", "--yes",
        "--instruction", "x", "--agent", f"list:{tmp_path / 'actions'}", "--journal", tmp_path / "journal",
    )  # fmt: skip
    assert (done.exit_code, done.stdout) == (1, "")
    assert "can never end" in done.stderr
    assert why in done.stderr
    assert not (tmp_path / "journal").exists()


@pytest.mark.slow
def test_a_list_that_is_stopped_says_that_it_gave_up_and_why(tmp_path: Path) -> None:
    done = handrail(*arguments(tmp_path, *RIGHT[:2], "tap reserve", "finish"))
    assert "gave up   the action before was not carried out" in done.stderr
    assert "infeasible" not in done.stderr


@pytest.mark.slow
def test_who_stops_is_told_so(tmp_path: Path) -> None:
    done = handrail(*arguments(tmp_path), "--agent", "hand", stdin=b"stop\n")
    assert "gave up   you stopped" in done.stderr
