"""`handrail check`: exit 0 for a specification that can be used, 1 for one with errors, 2 for what cannot be read."""

import json
from pathlib import Path

import pytest

from cli.command import handrail
from handrail.examples import example

APP = example("restaurant.json")
RULES = example("restaurant.rules")
GOOD = b"ReserveInfo(people = 4) -> Reserve\nReserve -> Done\n"
BAD = b"ReserveInfo(peple = 4) -> Reserve\nReserve => Done\n"


def test_a_right_specification_is_told_in_words() -> None:
    done = handrail("check", "--app", APP, RULES, "--no-analysis")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "3 rules, no errors" in done.stdout
    assert "To reserve: " in done.stdout


def test_a_right_specification_is_one_json_document() -> None:
    done = handrail("check", "--app", APP, "-", "--no-analysis", "--json", stdin=b"R1: " + GOOD)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.document == {
        "ok": True,
        "errors": [],
        "warnings": [],
        "analysis": {"engine": "not asked for", "skipped": []},
        "specification": ["ReserveInfo(people = 4) -> Reserve", "Reserve -> Done"],
    }


def test_a_wrong_specification_is_shown_with_every_error(tmp_path: Path) -> None:
    rules = tmp_path / "my.rules"
    rules.write_bytes(BAD)
    done = handrail("check", "--app", APP, rules)
    assert (done.exit_code, done.stderr) == (1, "")
    assert f"{rules}:1:13: no variable `peple` in `ReserveInfo`" in done.stdout
    assert "            ^^^^^\n" in done.stdout
    assert "help: did you mean `people`?" in done.stdout
    assert f"{rules}:2:9: found `=>`" in done.stdout
    assert "2 errors" in done.stdout


def test_a_wrong_specification_is_one_json_document_with_every_error() -> None:
    done = handrail("check", "--app", APP, "-", "--json", stdin=BAD)
    assert (done.exit_code, done.stderr) == (1, "")
    assert (done.document["ok"], done.document["specification"], done.document["warnings"]) == (False, [], [])
    assert [(error["code"], error["line"], error["column"], error["length"]) for error in done.document["errors"]] == [
        ("unknown-variable", 1, 13, 5),
        ("syntax", 2, 9, 1),
    ]


def test_what_is_suspicious_is_a_warning_and_no_error() -> None:
    done = handrail("check", "--app", APP, "-", "--json", stdin=b"True -> Done\n")
    assert done.exit_code == 0
    assert done.document["ok"] is True
    assert {warning["severity"] for warning in done.document["warnings"]} == {"warning"}
    assert done.document["analysis"]["engine"]


def test_rules_may_be_a_json_list(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps(["ReserveInfo(people = 4) -> Reserve", "# comment", "Reserv -> Done"]))
    done = handrail("check", "--app", APP, rules, "--no-analysis", "--json")
    assert done.exit_code == 1
    assert [(error["code"], error["line"], error["column"]) for error in done.document["errors"]] == [
        ("no-such-objective", 3, 1)
    ]


def test_the_states_may_stand_in_a_task_file() -> None:
    done = handrail("check", "--app", example("restaurant-tasks.json"), "-", "--no-analysis", "--json", stdin=GOOD)
    assert done.exit_code == 0


@pytest.mark.parametrize("content", [b"", b"# nothing\n", b"\xef\xbb\xbf"])
def test_a_file_without_rules_is_a_wrong_specification(content: bytes) -> None:
    done = handrail("check", "--app", APP, "-", "--json", stdin=content)
    assert done.exit_code == 1
    assert [error["code"] for error in done.document["errors"]] == ["no-rule"]


@pytest.mark.parametrize(
    ("name", "content"), [("my.rules", GOOD), ("my.json", b'"S(a = 1) -> Done",')], ids=["rules", "json"]
)
def test_ten_megabytes_are_refused_with_one_error(name: str, content: bytes, tmp_path: Path) -> None:
    rules = tmp_path / name
    many = content * (10_000_000 // len(content))
    rules.write_bytes(b"[" + many + b'"x"]' if name.endswith("json") else many)
    done = handrail("check", "--app", APP, rules, "--json")
    assert (done.exit_code, done.stderr) == (1, "")
    assert [error["code"] for error in done.document["errors"]] == ["too-long"]


def test_what_stands_in_the_rules_does_not_control_the_terminal() -> None:
    rules = 'ReserveInfo(people = 4) \x1b[31m -> Done\n`\x1b]0;title\x07`(x = 1) -> Done\nS(x = "\x1b[2J") -> Done\n'
    done = handrail("check", "--app", APP, "-", stdin=rules.encode())
    assert done.exit_code == 1
    assert not any(character in done.stdout for character in "\x1b\x07\x9b")


@pytest.mark.slow
def test_a_terminal_that_lacks_a_character_shows_its_number() -> None:
    done = handrail("check", "--app", APP, "-", "--no-analysis", stdin="é -> Done".encode(), PYTHONIOENCODING="ascii")
    assert done.exit_code == 1
    assert "\\xe9" in done.stdout


def misuse(*arguments: str | Path, stdin: bytes = b"") -> str:
    """What is said of a call that cannot be answered; stdout stays empty, so that no program takes it for an answer."""
    done = handrail(*arguments, stdin=stdin)
    assert (done.exit_code, done.stdout) == (2, "")
    return done.stderr


@pytest.mark.parametrize("json_wanted", [[], ["--json"]], ids=["for people", "for programs"])
@pytest.mark.slow
def test_rules_that_cannot_be_read_are_misuse(json_wanted: list[str], tmp_path: Path) -> None:
    assert "missing.rules" in misuse("check", "--app", APP, tmp_path / "missing.rules", *json_wanted)
    assert str(tmp_path) in misuse("check", "--app", APP, tmp_path, *json_wanted)
    assert "byte 4 (line 2) is not UTF-8" in misuse("check", "--app", APP, "-", *json_wanted, stdin=b"# a\n\xff")


@pytest.mark.parametrize(
    ("content", "words"),
    [(b'{"a": 1}', "list of texts"), (b"[1]", "list of texts"), (b"[", "rules.json:1:"), (b"\xff", "not UTF-8")],
)
def test_json_rules_of_another_shape_are_misuse(content: bytes, words: str, tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_bytes(content)
    assert words in misuse("check", "--app", APP, rules)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "app.json:1:"),
        (b"\xff", "app.json: byte 0 (line 1) is not UTF-8"),
        (b'{"S": {"variables": [{"x": "text"}]}}', "S.variables.0"),
        (b'{"S": {"variables": [{"x": "Enum"}]}}', "`x` is an Enum without values"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"S": {"variables": []}, "S": {"variables": []}}', "stands twice"),
    ],
    ids=["no JSON", "no UTF-8", "an unknown type", "an empty Enum", "deep nesting", "a repeated name"],
)
def test_an_app_that_cannot_be_read_is_misuse(content: bytes, words: str, tmp_path: Path) -> None:
    app = tmp_path / "app.json"
    app.write_bytes(content)
    assert words in misuse("check", "--app", app, RULES)


def test_a_missing_app_is_misuse(tmp_path: Path) -> None:
    assert "--app" in misuse("check", RULES)
    assert "missing.json" in misuse("check", "--app", tmp_path / "missing.json", RULES)


@pytest.mark.parametrize(
    ("objective", "help"),
    [("SaveAlrm", "did you mean `SaveAlarm`?"), ("Xylophone", "the app's actions commit `TurnAlarm`, `SaveAlarm`")],
)
def test_an_end_that_waits_for_what_no_action_commits_is_an_error(objective: str, help: str) -> None:
    rules = f"Alarm(time = 09:00) -> {objective}\n{objective} -> Done"
    done = handrail("check", "--app", "clock", "-", "--json", stdin=rules.encode())
    assert done.exit_code == 1
    (found,) = done.document["errors"]
    assert found["code"] == "no-commitment"
    assert f"no action of the app commits `{objective}`" in found["found"]
    assert found["help"].startswith(help)
    assert "✗ -: 1 error" in handrail("check", "--app", "clock", "-", stdin=rules.encode()).stdout


def test_an_objective_that_no_action_commits_and_that_the_end_can_do_without_is_a_warning() -> None:
    rules = b"Alarm(time = 09:00) -> SaveAlarm\nSaveAlarm -> Done\nSaveAlarm -> Xylophone\nXylophone -> Done"
    done = handrail("check", "--app", "clock", "-", "--json", stdin=rules)
    assert done.exit_code == 0
    assert [warning["code"] for warning in done.document["warnings"] if warning["code"] == "no-commitment"] == [
        "no-commitment"
    ]


@pytest.mark.parametrize("app", ["clock", APP])
def test_objectives_that_the_app_commits_or_that_nobody_can_know_of_are_not(app: str) -> None:
    rules = "Alarm(time = 09:00) -> SetAlarm\nSetAlarm -> Done" if app == "clock" else GOOD.decode()
    done = handrail("check", "--app", app, "-", "--json", stdin=rules.encode())
    assert done.exit_code == 0
    assert [warning for warning in done.document["warnings"] if warning["code"] == "no-commitment"] == []
