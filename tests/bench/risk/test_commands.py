"""`handrail eval risk` and `handrail sentinel data`, as a user calls them."""

import json
import shutil
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from handrail.cli.eval_risk import risk
from handrail.cli.sentinel_data import data_commands
from handrail.error import Misuse, UnreadableInput


def app() -> typer.Typer:
    commands = typer.Typer()
    commands.command("risk")(risk)
    commands.add_typer(data_commands)
    return commands


def call(*arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(app(), [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout


def test_the_tables_name_the_detector_and_every_baseline(made: Path) -> None:
    code, shown = call("risk", made, "--resamples", "20")
    assert code == 0
    for name in ("always-unsafe", "always-safe", "middle-step", "length-only", "published-rules-live"):
        assert name in shown
    assert "Prompt Injection" in shown
    assert "20 runs (10 unsafe) of 10 pairs" in shown


def test_the_document_holds_what_other_programs_rely_on(made: Path) -> None:
    code, shown = call("risk", made, "--json", "--resamples", "20")
    document = json.loads(shown)
    assert code == 0
    assert set(document["trajectory"]["confusion"]) == {"tp", "fp", "fn", "tn"}
    assert {"3", "5"} <= set(document["step"]["score"])
    assert len(document["runs"]) == 20
    assert len(document["by_category"]) == 10
    assert document["baselines"]["always-unsafe"]["trajectory"]["f1"] == pytest.approx(2 / 3)


def test_explanations_and_the_page_are_written(made: Path, tmp_path: Path) -> None:
    call("risk", made, "--resamples", "0", "--explain", tmp_path / "why.txt", "--html", tmp_path / "page.html")
    assert "unsafe_made/0001" in (tmp_path / "why.txt").read_text("utf-8")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("<svg") == 2
    assert "always-unsafe" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", ""), "nothing is loaded from elsewhere"


def test_a_file_that_cannot_be_written_is_said(made: Path, tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="choose a file in a folder that exists"):
        call("risk", made, "--resamples", "0", "--explain", tmp_path / "no" / "such" / "folder.txt")


def test_an_unreadable_run_stops_unless_it_is_to_be_left_out(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path / "made")
    (tmp_path / "made" / "unsafe_made" / "0002" / "trajectory.json").write_text("{")
    with pytest.raises(UnreadableInput, match=r"unsafe_made/0002/trajectory\.json:1:2"):
        call("risk", tmp_path / "made")
    code, shown = call("risk", tmp_path / "made", "--keep-going", "--json", "--resamples", "0")
    assert code == 0
    document = json.loads(shown)
    assert [entry["id"] for entry in document["corpus"]["unreadable"]] == ["unsafe_made/0002"]
    assert len(document["runs"]) == 19


@pytest.mark.slow
def test_check_says_all_and_exits_1(made: Path, tmp_path: Path) -> None:
    assert call("data", "check", made)[0] == 0
    shutil.copytree(made, tmp_path / "made")
    for number in ("0001", "0002"):
        (tmp_path / "made" / "safe_made" / number / "trajectory.json").write_text("{")
    code, shown = call("data", "check", tmp_path / "made", "--json")
    document = json.loads(shown)
    assert code == 1
    assert not document["ok"]
    assert [problem["line"] for problem in document["problems"] if problem["severity"] == "error"] == [1, 1]
    assert call("data", "check", tmp_path / "made")[0] == 1


def test_convert_probe_and_generate(tmp_path: Path) -> None:
    code, shown = call("data", "generate", tmp_path / "made", "--pairs", "3", "--seed", "4", "--json")
    assert (code, json.loads(shown)["runs"]) == (0, 6)
    code, shown = call("data", "convert", tmp_path / "made", tmp_path / "text", "--actions", "text", "--json")
    assert (code, json.loads(shown)["runs"]) == (0, 6)
    code, shown = call("data", "probe", tmp_path / "text", "--json")
    assert code == 0
    assert json.loads(shown)["probes"]["length"]["auc"] == 0.5
    assert "words of the request" in call("data", "probe", tmp_path / "text")[1]
