"""The command as a whole: the demo, the schemas, the help, and a reader who has had enough."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cli.command import COMMAND, Finished, handrail
from handrail.app.document import app_schema
from handrail.bench.task_file import tasks_schema
from handrail.cli.command_tree import COMMANDS, Tree
from handrail.cli.console import print_json
from handrail.cli.output_file import write_file
from handrail.registry import AGENTS, APPROVERS, APPS, DETECTORS, DEVICES, JUDGES, names


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Finished]:
    """A folder in which the demo ran, and what it said."""
    folder = tmp_path_factory.mktemp("demo")
    return folder, handrail("demo", "--json", "--out", str(folder / "handrail-demo"))


@pytest.mark.slow
def test_the_demo_shows_what_happens_without_the_guard_and_with_it(demo: tuple[Path, Finished]) -> None:
    folder, done = demo
    assert (done.exit_code, done.stderr) == (0, "")
    errands = done.document["errands"]
    assert len(errands) == 6
    assert all(errand["without"]["wrong"] and not errand["without"]["completed"] for errand in errands)
    assert all(errand["with"]["completed"] and errand["with"]["stopped"] for errand in errands)
    assert all((folder / "handrail-demo" / errand["with"]["report"]).is_file() for errand in errands)
    assert Path(done.document["page"]).is_file()
    money_twice = next(errand for errand in errands if "the rent" in errand["instruction"])
    assert money_twice["with"]["stopped"][0].startswith('"send the money" ran already with exactly this'), "as it was"


@pytest.mark.slow
def test_the_user_of_the_demo_lets_no_code_be_typed_into_a_message_to_a_stranger(demo: tuple[Path, Finished]) -> None:
    told = handrail("journal", "show", demo[0] / "handrail-demo" / "bank-send").stdout
    assert "rejected by the user: that is nobody else's business" in told
    assert "SendMessage" not in told, "without the code there is nothing to send"


@pytest.mark.slow
def test_the_demo_runs_anywhere_and_only_replaces_itself(demo: tuple[Path, Finished]) -> None:
    folder, first = demo
    (folder / "handrail-demo" / "of the first").touch()
    done = subprocess.run([COMMAND, "demo"], capture_output=True, check=False, cwd=folder, env={"LC_ALL": "C"})
    assert (first.exit_code, done.returncode, done.stderr) == (0, 0, b"")
    assert [path.name for path in folder.iterdir()] == ["handrail-demo"]
    assert not (folder / "handrail-demo" / "of the first").exists(), "what lay there is replaced"


def test_the_demo_does_not_replace_a_folder_of_somebody_else(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    refused = handrail("demo", "--out", str(tmp_path / "mine"))
    assert refused.exit_code == 2
    assert "mine" in refused.stderr


@pytest.mark.parametrize(("name", "schema"), [("app", app_schema()), ("tasks", tasks_schema())])
def test_a_schema_is_printed_as_one_json_document(name: str, schema: object) -> None:
    done = handrail("schema", name)
    assert (done.exit_code, done.stderr) == (0, "")
    Draft202012Validator.check_schema(done.document)
    assert done.document == schema


def test_an_unknown_schema_is_misuse() -> None:
    done = handrail("schema", "zebra")
    assert (done.exit_code, done.stdout) == (2, "")


def test_an_unknown_command_is_misuse() -> None:
    done = handrail("zebra")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "zebra" in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["replay", "--help"], ["demo", "--help"]])
@pytest.mark.slow
def test_help_says_what_there_is(arguments: list[str]) -> None:
    done = handrail(*arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Usage: handrail" in done.stdout


def test_a_call_without_a_command_shows_the_commands() -> None:
    done = handrail()
    assert done.exit_code == 2
    assert all(name in done.stdout + done.stderr for name in ("demo", "check", "replay", "schema"))


GROUPS: list[list[str]] = [
    [], ["app"], ["phone"], ["policy"], ["approvals"], ["journal"], ["experience"], ["eval"], ["guard"],
    ["sentinel"], ["sentinel", "data"],
]  # fmt: skip


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: " ".join(group) or "handrail")
@pytest.mark.slow
def test_the_list_of_commands_says_each_in_a_line(group: list[str]) -> None:
    listed = handrail(*group, "--help").stdout.partition("Commands:")[2].splitlines()
    assert [line for line in listed if line.endswith("...")] == []
    assert [line for line in listed if line and len(line.split()) < 3] == []


@pytest.mark.slow
def test_what_draws_says_what_it_needs_where_pillow_is_missing() -> None:
    without_pillow = (
        "import sys; sys.modules['PIL'] = None; from handrail.cli.main import main; sys.argv[0] = 'handrail'; main()"
    )
    for words in (["demo"], ["run", "--app", "clock", "--instruction", "Set an alarm for 9am", "--yes"], ["phone"]):
        done = subprocess.run([sys.executable, "-c", without_pillow, *words], capture_output=True, check=False)
        assert done.returncode == 2
        assert b"pip install 'handrail[phone]'" in done.stderr
        assert b"Traceback" not in done.stderr


def test_a_misspelt_journal_is_not_one_in_which_nothing_waits(tmp_path: Path) -> None:
    done = handrail("approvals", "list", tmp_path / "zebra")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no such folder" in done.stderr


@pytest.mark.slow
def test_a_misspelt_app_is_told_which_there_are() -> None:
    for command in (["check", "-"], ["encode", "--instruction", "x"], ["run", "--instruction", "x"]):
        done = handrail(*command, "--app", "clok")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "no app of the simulated phone" in done.stderr
        assert "clock" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_is_json_whatever_somebody_said(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ("\ud800", "é", "a\udc80", "😀", "a"):
        kept = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(kept, encoding))
        print_json({"said": said})
        sys.stdout.flush()
        assert json.loads(kept.getvalue().decode(encoding)) == {"said": said}


def test_a_file_is_written_whatever_somebody_said(tmp_path: Path) -> None:
    write_file(tmp_path / "x", "é\ud800")
    assert (tmp_path / "x").read_text("utf-8") == "é\\ud800"


@pytest.mark.slow
def test_words_of_a_command_may_be_no_text(tmp_path: Path) -> None:
    (tmp_path / "actions").write_text("open com.android.clock\nfinish\n")
    (tmp_path / "my.rules").write_text("Alarm(time = 09:00) -> SetAlarm\nSetAlarm -> Done")
    half, journal = "set \udcff", tmp_path / "journal"
    rules, agent = tmp_path / "my.rules", f"list:{tmp_path / 'actions'}"
    words: list[str | Path] = ["--spec", rules, "--agent", agent, "--approve", "nobody", "--yes"]
    done = handrail("run", "--app", "clock", "--instruction", half, "--journal", journal, "--json", *words)
    assert done.exit_code == 1
    assert done.document
    for command in (["show"], ["show", "--json"], ["replay"], ["report"], ["verify"]):
        assert handrail("journal", *command, journal).exit_code == 0


def test_a_reader_who_has_had_enough_is_no_error() -> None:
    with subprocess.Popen([COMMAND, "schema", "tasks"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
        assert process.wait(timeout=60) == 0


def _said(tree: Tree, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    for name, (said, place) in tree.items():
        yield (*words, name), said
        if not isinstance(place, str):
            yield from _said(place, (*words, name))


@pytest.mark.parametrize(("words", "said"), [pytest.param(*pair, id=" ".join(pair[0])) for pair in _said(COMMANDS)])
@pytest.mark.slow
def test_the_list_says_of_a_command_what_the_command_says_of_itself(words: tuple[str, ...], said: str) -> None:
    assert handrail(*words, "--help").stdout.split("\n\n")[1].strip() == said


def test_the_help_of_an_option_names_what_is_installed() -> None:
    run, scan = (" ".join(handrail(*words, "--help").stdout.split()) for words in (("run",), ("sentinel", "scan")))
    for kind in (DEVICES, AGENTS, APPROVERS, JUDGES, DETECTORS, APPS):
        assert f"installed are {', '.join(names(kind))}" in run, kind
    assert f"installed are {', '.join(names(JUDGES))}" in scan
    assert "{handrail." not in run + scan


def test_the_module_is_the_command_too() -> None:
    done = subprocess.run([sys.executable, "-m", "handrail", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == handrail("--version").stdout


def test_the_list_of_commands_imports_none_of_them() -> None:
    code = (
        "import sys; from handrail.cli.main import command_line\n"
        "try: command_line()(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted(name for name in sys.modules if name.startswith('handrail.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == str(
        ["handrail.cli", "handrail.cli.command_tree", "handrail.cli.main", "handrail.error", "handrail.strict_json"]
    )
