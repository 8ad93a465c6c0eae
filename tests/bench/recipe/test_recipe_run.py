"""A recipe from end to end: what is measured, kept, gone on with, written, and the same again."""

from pathlib import Path

import pytest

from bench.recipe.small import BURDEN, PHONE, VERIFICATION, contents, counted, recipe, run, written
from handrail.bench.recipe.model_access import ModelAccess
from handrail.bench.recipe.run import plan, run_recipe
from handrail.bench.results.findings import Estimate
from handrail.error import Misuse, UnreadableInput

pytest.importorskip("altair", reason="pip install 'handrail[bench]'")


@pytest.mark.slow
def test_a_run_leaves_tables_figures_a_page_and_every_case(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(recipe(tmp_path, PHONE, BURDEN), folder)
    summary, inputs = written(folder, "summary.json"), written(folder, "inputs.json")
    phone = summary["experiments"]["phone"]
    completed = {row[0]: row[2]["value"] for row in phone["tables"]["feedback"]["rows"]}
    assert completed["guard, user who reads"] == 1.0
    assert "time" not in phone["tables"]
    assert "time" in written(folder, "times.json")["experiments"]["phone"]["tables"]
    assert len((folder / "cases/phone.jsonl").read_text("utf-8").splitlines()) == phone["cases"] == 4
    assert (folder / "figures/phone-feedback.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "figures/phone-feedback.svg").read_text("utf-8").startswith("<svg")
    page = (folder / "report.html").read_text("utf-8")
    assert "http://www.w3.org" in page
    assert not [part for part in ("<script", "<link", 'src="', "url(http") if part in page]
    for table in phone["tables"].values():
        assert table["title"] in page
        assert f"### {table['title']}" in (folder / "tables.md").read_text("utf-8")
    assert inputs["policy"]["default policy"] in page or inputs["policy"]["default policy"][:12] in page
    assert inputs["prompts"]
    assert inputs["app models"]


@pytest.mark.slow
def test_two_runs_leave_the_same_but_for_times(tmp_path: Path) -> None:
    opened = recipe(tmp_path, PHONE, VERIFICATION, BURDEN)
    for name in ("one", "other"):
        run(opened, tmp_path / name)
    assert contents(tmp_path / "one") == contents(tmp_path / "other")


@pytest.mark.slow
def test_processes_give_what_one_process_gives(tmp_path: Path) -> None:
    opened = recipe(tmp_path, VERIFICATION)
    run(opened, tmp_path / "one")
    run(opened, tmp_path / "several", workers=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "several")


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, folder = recipe(tmp_path, BURDEN), tmp_path / "run"

    def stop(_: str, done: int, __: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with counted(monkeypatch) as first, pytest.raises(KeyboardInterrupt):
        run_recipe(opened, folder, ModelAccess(), done=stop)
    torn = folder / "cases/burden.jsonl"
    torn.write_text(torn.read_text("utf-8") + '{"case": "cl', "utf-8")  # killed in the middle of a line
    with counted(monkeypatch) as second:
        ran = run(opened, folder)
    assert len(first) == 4
    assert not set(first) & set(second)
    assert ran.finished[0].reused == 4
    with counted(monkeypatch) as third:
        run(opened, folder)
    assert third == []


def test_what_was_kept_of_other_data_counts_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tmp_path / "mine.yaml"
    text = (
        "format: handrail.model/1\napp: Mine\npackage: com.mine\nstates:\n  S: {variables: [{name: a, type: Text}]}\n"
    )
    model.write_text(text, "utf-8")
    opened = recipe(tmp_path, "  - {kind: burden, bundled: false, models: mine.yaml}\n")
    run(opened, tmp_path / "run")
    model.write_text(text.replace("name: a", "name: b"), "utf-8")
    with counted(monkeypatch) as again:
        run(opened, tmp_path / "run")
    assert again == ["mine"]


def test_what_needs_a_model_is_skipped_with_the_reason_and_what_stands_in(tmp_path: Path) -> None:
    reflection = PHONE + "    reflection: [default]\n"
    ran = run(recipe(tmp_path, VERIFICATION, reflection), tmp_path / "run")
    skipped = [skip for finished in ran.finished for skip in finished.findings.skipped]
    assert any("no key of a model is set" in skip.why for skip in skipped)
    assert any("no measure of what a model can do" in skip.instead for skip in skipped)
    page = (tmp_path / "run/report.html").read_text("utf-8")
    assert all(skip.what in page for skip in skipped)


def test_gold_rules_are_right_about_tasks_that_are_as_they_should_be(tmp_path: Path) -> None:
    ran = run(recipe(tmp_path, VERIFICATION), tmp_path / "run")
    figures = ran.finished[0].findings.tables[0]
    gold = next(row for row in figures.rows if row[0] == "gold rules")
    assert isinstance(gold[3], Estimate)
    assert gold[3].value == 1.0
    assert gold[3].low is not None
    assert gold[3].low < 1.0, "all of a few is not all for certain"


def test_a_plan_says_how_much_there_is_and_what_is_kept(tmp_path: Path) -> None:
    opened, folder = recipe(tmp_path, BURDEN, VERIFICATION), tmp_path / "run"
    before = plan(opened, folder, ModelAccess())
    run(opened, folder, only=["burden"])
    after = plan(opened, folder, ModelAccess())
    assert [planned.kept for planned in before] == [0, 0]
    assert [planned.kept for planned in after] == [after[0].cases, 0]
    assert not (folder / "cases/verification.jsonl").exists()


def test_what_cannot_be_meant_is_refused(tmp_path: Path) -> None:
    opened = recipe(tmp_path, BURDEN)
    with pytest.raises(Misuse, match="has no experiment `risk`; it has burden"):
        run(opened, tmp_path / "run", only=["risk"])
    with pytest.raises(Misuse, match="at least 1"):
        run(opened, tmp_path / "run", workers=0)
    cases = tmp_path / "run/cases/burden.jsonl"
    cases.parent.mkdir(parents=True)
    cases.write_text('{"case": 1}\n', "utf-8")
    with pytest.raises(UnreadableInput, match="not a line of kept cases"):
        run(opened, tmp_path / "run")
