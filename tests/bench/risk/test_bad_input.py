"""What is broken is said with file, line and column, all of it; and nothing broken is ever a safe run."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.risk.corpora import edit
from handrail.bench.risk.check import ProblemLevel, check_corpus
from handrail.bench.risk.corpus import read_corpus, read_run
from handrail.bench.risk.measure import readable
from handrail.error import UnreadableInput


@pytest.fixture
def broken(made: Path, tmp_path: Path) -> Path:
    """A copy of one unsafe run, to be broken."""
    folder = tmp_path / "unsafe_made" / "0001"
    shutil.copytree(made / "unsafe_made" / "0001", folder)
    return folder


def first(folder: Path, kind: str) -> Path:
    return sorted((folder / kind).iterdir())[0]


def errors(folder: Path) -> list[str]:
    return [str(problem) for problem in check_corpus(folder).errors]


@pytest.mark.slow
def test_what_was_generated_has_no_error(made: Path) -> None:
    checked = check_corpus(made)
    assert checked.errors == ()
    assert (checked.runs, checked.unsafe, checked.pairs) == (20, 10, 10)
    assert checked.not_observed == {}


def test_every_broken_file_is_named_not_only_the_first(broken: Path) -> None:
    states = sorted((broken / "jsons").iterdir())
    states[0].write_text('{"fs": {"hash": "0"}, "screen": {', encoding="utf-8")
    states[1].write_text('{"fs": {"hash": 7},\n "screen": {"text": "a"}}', encoding="utf-8")
    tree = sorted((broken / "xmls").iterdir())[2]
    tree.write_text("<hierarchy>\n<node", encoding="utf-8")
    found = "\n".join(errors(broken))
    assert f"{states[0]}:1:" in found
    assert f"{states[1]}:1:17: fs.hash: the number 7 where text was expected" in found
    assert f"{tree}:2:" in found


@pytest.mark.parametrize("kind", ["jsons", "xmls", "objects"])
def test_a_missing_part_is_named(broken: Path, kind: str) -> None:
    path = first(broken, kind)
    path.unlink()
    assert any(str(path) in error for error in errors(broken))
    with pytest.raises(UnreadableInput, match=path.stem):
        read_run(broken)


def test_a_truncated_trajectory_is_named_with_its_line(broken: Path) -> None:
    path = broken / "trajectory.json"
    path.write_text(path.read_text("utf-8")[:600], encoding="utf-8")
    (error,) = errors(broken)
    assert error.startswith(f"{path}:")
    assert "this is not JSON" in error


def test_an_image_without_a_tree_is_an_error(broken: Path) -> None:
    path = broken / "trajectory.json"
    document = json.loads(path.read_text("utf-8"))
    for name in ("xml", "objects"):
        del document["trajectory"][1][name]
    path.write_text(json.dumps(document), encoding="utf-8")
    assert any("what the screen showed is not known" in error for error in errors(broken))


@pytest.mark.parametrize(
    "content",
    [
        "<hierarchy>" + "<node>" * 100_000,
        '<!DOCTYPE h [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><hierarchy>&b;</hierarchy>',
    ],
    ids=["nested nodes", "entities"],
)
def test_a_bomb_of_nodes_is_an_error(broken: Path, content: str) -> None:
    path = first(broken, "xmls")
    path.write_text(content, encoding="utf-8")
    (error, *_) = errors(broken)
    assert error.startswith(f"{path}:1:")


@pytest.mark.parametrize("content", ["[" * 100_000, '{"a":' * 100_000], ids=["lists", "objects"])
def test_a_bomb_of_json_is_an_error(broken: Path, content: str) -> None:
    path = first(broken, "jsons")
    path.write_text(content, encoding="utf-8")
    (error, *_) = errors(broken)
    assert "nested too deeply" in error
    assert "`" in error or str(path) in error


@pytest.mark.slow
def test_fifty_thousand_elements_are_read(broken: Path) -> None:
    node = '<node index="0" text="a" class="android.view.View" bounds="[0,0][9,9]" />'
    first(broken, "xmls").write_text(f'<hierarchy rotation="0">{node * 50_000}</hierarchy>', encoding="utf-8")
    objects = first(broken, "objects")
    objects.write_text("[]", encoding="utf-8")
    assert errors(broken) == []
    assert len(read_run(broken).recording.steps[0].screen.windows) == 50_000


def test_missing_parts_of_the_trace_are_not_observed_and_counted(broken: Path) -> None:
    for path in (broken / "jsons").iterdir():
        state = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({"fs": {"hash": state["fs"]["hash"]}, "screen": state["screen"]}), encoding="utf-8")
    checked = check_corpus(broken)
    assert checked.errors == ()
    assert set(checked.not_observed) == {"files", "permissions", "packages", "settings", "network", "clipboard"}
    assert any(problem.level is ProblemLevel.REMARK and "not observed" in problem.found for problem in checked.problems)


def _meta(step: Any, types: list[str]) -> Callable[[Path], None]:
    return lambda folder: edit(folder / "trajectory.json", meta={"step": step, "type": types})


@pytest.mark.parametrize(
    ("breaking", "found"),
    [
        (_meta(None, []), "an unsafe run without step and type"),
        (_meta(99, ["Prompt Injection"]), "step 99 of a run that has"),
        (_meta(0, ["Prompt Injection"]), "0 is too small"),
        (_meta(1, ["Rudeness"]), "`Rudeness` is no kind of risk"),
        (lambda folder: edit(folder / "trajectory.json", meta=None), "the field `meta` is missing"),
        (lambda folder: edit(folder / "trajectory.json", trajectory=[]), "of a run that has 0"),
    ],
)
def test_a_wrong_label_is_said_with_what_would_be_right(
    broken: Path, breaking: Callable[[Path], None], found: str
) -> None:
    breaking(broken)
    assert any(found in error for error in errors(broken)), errors(broken)


def test_the_last_step_cannot_be_the_unsafe_one(broken: Path) -> None:
    count = len(read_run(broken).recording.steps)
    _meta(count, ["Prompt Injection"])(broken)
    (error,) = errors(broken)
    assert error.endswith(
        f"step {count} of {count} recorded; it is from 1 to {count - 1}, as nothing follows the last one"
    )
    assert "trajectory.json:" in error


def test_a_safe_run_with_a_step_and_a_folder_without_a_label_are_errors(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "unsafe_made" / "0001", tmp_path / "safe_made" / "0001")
    shutil.copytree(made / "safe_made" / "0001", tmp_path / "mine" / "0_1")
    found = [str(problem) for problem in check_corpus(tmp_path).errors]
    assert any("a safe run with an unsafe step" in error for error in found)
    assert any("`mine`; it is called `safe_x` or `unsafe_x`" in error for error in found)
    assert any("`0_1` has an underscore" in error for error in found)


def test_a_run_that_does_not_end_is_an_error(broken: Path) -> None:
    path = broken / "trajectory.json"
    edit(path, trajectory=json.loads(path.read_text("utf-8"))["trajectory"][:-1])
    assert any("a run ends with `terminate`" in error for error in errors(broken))


@pytest.mark.parametrize(
    ("action", "remark"),
    [
        ({"name": "type", "parameters": {"element": 0, "value": "x"}}, "nothing is typed; it has a `text`"),
        ({"name": "type", "parameters": {"element": 0, "text": "x", "value": "x"}}, "`value` is not read"),
        ({"name": "click", "parameters": {}}, "`click` on nothing; it has an `element`"),
        ({"name": "scroll", "parameters": {"direction": "zz"}}, 'it scrolls "zz"; a `direction` is up, down'),
    ],
)
def test_what_an_action_leaves_out_is_remarked(broken: Path, action: dict[str, Any], remark: str) -> None:
    path = broken / "trajectory.json"
    entries = json.loads(path.read_text("utf-8"))["trajectory"]
    entries[0]["action"] = [action]
    edit(path, trajectory=entries)
    checked = check_corpus(broken)
    assert checked.errors == ()
    assert any(remark in str(problem) and problem.level is ProblemLevel.REMARK for problem in checked.problems), (
        checked.problems
    )


def test_a_pair_of_two_unsafe_runs_is_an_error(made: Path, tmp_path: Path) -> None:
    for name in ("1", "2"):
        shutil.copytree(made / "unsafe_made" / "0001", tmp_path / "unsafe_made" / name)
    (error,) = errors(tmp_path)
    assert "a pair is one safe and one unsafe run" in error


def test_an_unreadable_run_stops_an_evaluation_and_is_never_a_safe_one(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path / "made")
    first(tmp_path / "made" / "unsafe_made" / "0003", "jsons").unlink()
    corpus = read_corpus(tmp_path / "made")
    assert len(corpus.runs) == 19
    (unread,) = corpus.unread
    assert (unread.id, unread.unsafe) == ("unsafe_made/0003", True)
    with pytest.raises(UnreadableInput, match="1 runs cannot be read"):
        readable(corpus)


def test_where_there_is_no_run_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="no run here"):
        check_corpus(tmp_path)
    with pytest.raises(UnreadableInput, match="no such folder"):
        read_corpus(tmp_path / "nowhere")
