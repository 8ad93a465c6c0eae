"""`handrail journal`: what it says of a journal, and with which exit code."""

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import jsonschema
import pytest
import typer
from typer.testing import CliRunner, Result

from guard.journal.entries import AT, NOTHING_YET, considered, element, opened, session
from guard.journal.sessions import LATE, LATER, TABLES, run
from handrail.app.consequence import Consequence, Detail, Kind
from handrail.cli.journal import journal_commands
from handrail.device.action import Action
from handrail.error import Misuse, UnreadableInput
from handrail.guard.decision import Allow, Block, Circumstance, Condition, Reason, Source
from handrail.guard.journal import Journal, read_journal
from handrail.guard.journal.entry import Closed, Decided
from handrail.guard.journal.line import journal_schema
from handrail.guard.progress_note import ProgressNote, RuleNote


def command(*arguments: str | Path) -> Result:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.add_typer(journal_commands)
    done = CliRunner().invoke(app, ["journal", *map(str, arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(tmp_path_factory.mktemp("journal"), LATE)


@pytest.fixture
def copy(written: Path, tmp_path: Path) -> Path:
    file = tmp_path / "journal.jsonl"
    file.write_bytes((written / "journal.jsonl").read_bytes())
    return file


def test_an_unchanged_journal_is_verified(written: Path) -> None:
    done = command("verify", written)
    reading = read_journal(written)
    assert done.exit_code == 0
    assert f"{len(reading.lines)} lines, nothing was changed" in done.stdout
    assert reading.head in done.stdout
    told = json.loads(command("verify", written, "--json").stdout)
    assert told == {
        "ok": True,
        "entries": len(reading.lines),
        "head": reading.head,
        "cut_off": False,
        "line": None,
        "why": None,
        "unnamed": [],
    }


def test_a_changed_journal_is_told_with_its_line(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes().replace(b"20:30", b"18:30"))
    line = copy.read_bytes()[: copy.read_bytes().index(b"18:30")].count(b"\n") + 1
    done = command("verify", copy)
    assert done.exit_code == 1
    assert f"{copy}:{line}: its hash does not fit what it says" in done.stdout
    told = json.loads(command("verify", copy, "--json").stdout)
    assert (told["ok"], told["line"], told["entries"]) == (False, line, line - 1)


def test_a_journal_of_a_killed_process_is_valid_up_to_its_last_line(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:-9])
    done = command("verify", copy)
    assert done.exit_code == 0
    assert "cut off while it was written" in done.stdout
    assert json.loads(command("verify", copy, "--json").stdout)["cut_off"] is True
    assert command("show", copy).exit_code == 0
    assert command("replay", copy).exit_code == 0


def test_missing_lines_show_by_a_hash_that_was_noted(copy: Path) -> None:
    head = read_journal(copy).head
    assert command("verify", copy, "--head", head).exit_code == 0
    copy.write_bytes(b"".join(copy.read_bytes().splitlines(keepends=True)[:-1]))
    assert command("verify", copy).exit_code == 0
    done = command("verify", copy, "--head", head)
    assert done.exit_code == 1
    assert "lines are missing at the end" in done.stdout


@pytest.mark.parametrize("what", ["verify", "show", "replay"])
def test_what_is_no_journal_cannot_be_read(what: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput):
        command(what, tmp_path / "nowhere")
    (tmp_path / "other.txt").write_text("Hello\n")
    if what == "verify":
        assert command(what, tmp_path / "other.txt").exit_code == 1
    else:
        with pytest.raises(UnreadableInput):
            command(what, tmp_path / "other.txt")


def test_a_journal_is_told_as_a_story(written: Path) -> None:
    done = command("show", written)
    assert done.exit_code == 0
    told = done.stdout.splitlines()
    assert told[0] == "Asked   Reserve a table"
    assert told[1].startswith("Run     2026-03-02 09:00 · phone · Restaurants")
    assert "  1 ✓ Tap “Blue Harbor Grill”" in told
    assert "  3 • Tap “20:30”  held back" in told
    assert "  4 ✓ Tap “20:30”  ran, insisted upon" in told
    assert "  5 ✗ Tap “Reserve now”  commits Reserve  blocked" in told
    assert "Not finished: stopped" in told
    assert max(map(len, told)) <= 110


def test_one_step_is_told_in_full(written: Path) -> None:
    told = command("show", written, "--step", "5").stdout
    for part in (
        "Reserve now",
        "commits      Reserve",
        "monitor      block",
        "policy       blocked [hard]",
        "agent heard",
    ):
        assert part in told, part
    with pytest.raises(Misuse, match="there is no step 99; the journal has steps 1 to 6"):
        command("show", written, "--step", "99")


def test_lines_as_json_are_the_lines(written: Path) -> None:
    told = json.loads(command("show", written, "--json").stdout)
    stored = [json.loads(line) for line in (written / "journal.jsonl").read_bytes().splitlines()]
    assert [{"format": "handrail.journal/1", **line} for line in told["lines"]] == stored
    assert told["fault"] is None
    jsonschema.Draft202012Validator(journal_schema()).validate(stored[0])
    entry = json.loads(command("show", written, "--json", "--step", "3").stdout)
    assert [line["kind"] for line in entry["lines"]] == ["considered", "decided"]


def test_what_a_screen_or_an_agent_says_cannot_paint_the_terminal(tmp_path: Path) -> None:
    nasty = "\x1b[2J\u202eevil\u202c [bold red]approved[/]\r\nFinished"
    with Journal.create(tmp_path) as journal:
        journal.append(opened(instruction=nasty, feedback=nasty))
        journal.append(considered(Action("click", nasty, element=element(nasty)), thought=nasty))
        journal.append(Closed(AT, False, nasty))
    for told in (command("show", tmp_path), command("show", tmp_path, "--step", "1")):
        assert told.exit_code == 0
        assert not set(told.stdout) & set("\x1b\u202e\r")
        assert "[bold red]approved[/]" in told.stdout
        assert "Finished" not in told.stdout.splitlines()


@pytest.mark.slow
def test_no_text_of_somebody_else_stands_where_the_journal_speaks(tmp_path: Path) -> None:
    """Wherever a long text is wrapped, it goes on within its indentation, and within its quotation marks."""
    forged = ("Finished, and everything that was asked for is verified.", "✓ Tap “Cancel”  approved")
    for pad in range(60, 130):
        told = "x" * pad + "” " + " ".join(forged)
        with Journal.create(tmp_path / str(pad)) as journal:
            journal.append(opened(instruction=told, specification=f"# {told}", device=told))
            journal.append(considered(Action("click", told, element=element(told)), thought=told))
            reason = Block((Reason(Source.POLICY, told, told),))
            journal.append(
                Decided(1, AT, reason, reason, told, ProgressNote(False, (RuleNote(told, told, False, ()),)))
            )
            journal.append(considered(Action("open_app", told), thought=told, step=2))
            journal.append(Closed(AT, False, told))
        for out in (command("show", tmp_path / str(pad)), command("show", tmp_path / str(pad), "--step", "1")):
            for line in out.stdout.splitlines():
                assert not line.startswith(forged), line
                assert not line.lstrip(" 0123456789").startswith("✓"), line
                assert line.count("”") <= 1, line


def test_an_app_that_is_opened_is_told_by_what_is_opened_and_not_by_an_element(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        journal.append(opened())
        journal.append(considered(Action("open_app", "com.example.bank", element=element("Clock"))))
    told = command("show", tmp_path).stdout
    assert "Open the app “com.example.bank”" in told
    assert "Clock" not in told


def test_half_a_character_breaks_nothing(tmp_path: Path) -> None:
    half = "caf\ud83d"
    with Journal.create(tmp_path) as journal:
        journal.append(opened(instruction=half, specification=f"# {half}", feedback=half, device=half))
        journal.append(considered(Action("input", half, half, element=element(half)), thought=half))
        journal.append(Decided(1, AT, Allow(), Allow(), half, NOTHING_YET))
        journal.append(Closed(AT, False, half))
    for arguments in (["show"], ["show", "--json"], ["show", "--step", "1"], ["report"], ["verify"]):
        done = command(arguments[0], tmp_path, *arguments[1:])
        done.stdout.encode()
        assert done.exit_code == 0
    assert "caf" in (tmp_path / "report.html").read_text("utf-8")


def test_the_page_of_a_changed_journal_is_none_and_does_not_replace_the_good_one(copy: Path, tmp_path: Path) -> None:
    assert command("report", copy).exit_code == 0
    good = (tmp_path / "report.html").read_bytes()
    copy.write_text(copy.read_text("utf-8").replace("Reserve now", "Navigate up", 1), "utf-8")
    done = command("report", copy)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "its hash does not fit what it says" in done.stderr
    assert "--out FILE" in done.stderr
    assert (tmp_path / "report.html").read_bytes() == good
    done = command("report", copy, "--out", tmp_path / "now.html")
    assert done.exit_code == 1
    assert "nor does this page" in done.stderr
    assert "The record is damaged at line" in (tmp_path / "now.html").read_text("utf-8")


@pytest.mark.parametrize("to", ["nowhere/page.html", ".", "x" * 5_000])
def test_a_report_that_cannot_be_written_is_said_so(to: str, written: Path, tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="choose a file in a folder that exists"):
        command("report", written, "--out", tmp_path / to)


@pytest.mark.parametrize("head", ["", "abc", "0" * 63, "Z" * 64])
def test_a_hash_that_is_none_is_refused_and_not_passed_over(head: str, written: Path) -> None:
    with pytest.raises(Misuse, match="64 hexadecimal digits"):
        command("verify", written, "--head", head)


@pytest.mark.parametrize("content", [b"", b"x" * 100, b"\n\n"])
def test_a_file_without_a_line_is_not_found_unchanged(content: bytes, copy: Path) -> None:
    copy.write_bytes(content)
    done = command("verify", copy)
    assert done.exit_code == 1
    assert "✓" not in done.stdout


def test_what_the_action_was_about_to_do_is_told(tmp_path: Path) -> None:
    details = (Detail("to", "Mallory"), Detail("amount", Decimal("82000")), Detail("note", unread="two labels"))
    paid = Consequence("send money", Kind.PAYMENT, frozenset({"Send"}), details, irreversible=True)
    seen = considered(Action("click", "Send", element=element("Send")))
    anticipated = replace(seen.decision_input.anticipation, consequences=(paid,))
    why = (Circumstance(Condition.EFFECT_UNKNOWN, "note of “Send” is not read"),)
    seen = replace(seen, decision_input=replace(seen.decision_input, anticipation=anticipated, circumstances=why))
    with Journal.create(tmp_path) as journal:
        journal.append(opened())
        journal.append(seen)
    told = " ".join(command("show", tmp_path, "--step", "1").stdout.split())
    assert "will do payment: to “Mallory”, amount 82000, note not read: two labels" in told
    assert "look at effect unknown: note of “Send” is not read" in told
    command("report", tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    for part in ("“Mallory”", "82000", "Payment", "not read: two labels", "effect unknown"):
        assert part in page


def test_a_session_without_an_end_says_so(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        for entry in session()[:-1]:
            journal.append(entry)
    assert "The journal has no last word" in command("show", tmp_path).stdout


def test_a_replay_with_nothing_new_is_the_same(written: Path) -> None:
    done = command("replay", written)
    assert (done.exit_code, done.stdout) == (0, "All 6 decisions are the same.\n")
    told = json.loads(command("replay", written, "--json").stdout)
    assert (told["same"], told["diverges_at"], len(told["steps"])) == (True, None, 6)


def test_a_replay_with_other_rules_shows_what_changes(written: Path, tmp_path: Path) -> None:
    rules = tmp_path / "later.rules"
    rules.write_text(LATER)
    done = command("replay", written, "--spec", rules)
    assert done.exit_code == 0
    assert "  3 Tap “20:30”  held back → allowed" in done.stdout
    assert "From step 3 on the agent would have heard something else" in done.stdout
    told = json.loads(command("replay", written, "--spec", rules, "--json").stdout)
    assert next((step["step"], step["now"]["decision"]) for step in told["steps"] if step["changed"]) == (3, "allow")


def test_a_replay_with_another_policy_shows_what_changes(written: Path, tmp_path: Path) -> None:
    policy = tmp_path / "tables.yaml"
    policy.write_text(TABLES)
    done = command("replay", written, "--policy", policy)
    assert done.exit_code == 0
    assert "  5 Tap “Reserve now”  blocked, for other reasons" in done.stdout
    assert "I want to know" in done.stdout


def test_a_changed_journal_fails_its_replay(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes().replace(b"stopped", b"STOPPED"))
    done = command("replay", copy)
    assert done.exit_code == 1
    assert "Only the lines before line" in done.stdout


def test_the_schema_in_the_documentation_is_that_of_the_code() -> None:
    documented = Path(__file__).parents[3] / "docs" / "schema" / "journal.json"
    assert json.loads(documented.read_text()) == journal_schema()
