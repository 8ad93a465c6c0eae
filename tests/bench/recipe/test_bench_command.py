"""`handrail bench`: what it prints, refuses, prices, compares."""

import json
from pathlib import Path

import pytest

from bench.recipe.small import BURDEN, HEAD, VERIFICATION
from bench.verification.recorded import write
from cli.command import Finished, handrail

pytest.importorskip("altair", reason="pip install 'handrail[bench]'")

WITHOUT_KEYS = dict.fromkeys(
    ("HANDRAIL_MODEL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"), ""
)
MODEL = """\
format: handrail.model/1
app: Mine
package: com.mine
states:
  S: {variables: [{name: a, type: Text}]}
"""


def bench(recipe: Path, *arguments: str | Path, **environment: str) -> Finished:
    own = ("-o", recipe.parent / "run", "--answers", recipe.parent / "answers", "--workers", "1")
    return handrail("bench", recipe, *own, *arguments, stdin=b"", **{**WITHOUT_KEYS, **environment})


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    (tmp_path / "mine.yaml").write_text(MODEL, "utf-8")
    path = tmp_path / "small.yaml"
    path.write_text(HEAD + "  - {kind: burden, bundled: false, models: mine.yaml}\n", "utf-8")
    return path


def test_it_says_what_was_measured_and_where_the_page_is(recipe: Path) -> None:
    first, again = bench(recipe), bench(recipe)
    assert first.exit_code == again.exit_code == 0, first.stderr
    report = recipe.parent / "run/report.html"
    assert str(report) in first.stdout.replace("\n", "")
    assert report.is_file()
    assert [line.split()[:3] for line in again.stdout.splitlines() if line.startswith(" burden")] == [
        ["burden", "1", "1"]
    ]


def test_without_a_recipe_it_names_those_there_are() -> None:
    listed = handrail("bench", "--json").document["recipes"]
    assert list(listed) == ["quick", "verification", "suite", "risk", "full"]
    assert all(name in handrail("bench").stdout for name in listed)


def test_only_what_differs_from_another_run_is_told(recipe: Path) -> None:
    folder = recipe.parent
    bench(recipe)
    same = bench(recipe, "-o", folder / "same", "--compare", folder / "run")
    assert "Nothing differs from run" in same.stdout
    assert "Nothing: the same inputs" in (folder / "same/report.html").read_text("utf-8")
    (folder / "mine.yaml").write_text(MODEL + "  T: {variables: [{name: b, type: Text}]}\n", "utf-8")
    other = bench(recipe, "-o", folder / "other", "--compare", folder / "run")
    assert "1 inputs" in other.stdout
    page = (folder / "other/report.html").read_text("utf-8")
    assert "What differs from “run”" in page
    assert "data › app model: mine.yaml" in page
    assert "› states" in page


@pytest.mark.slow
def test_a_dry_run_measures_nothing_and_prices_what_a_model_would_be_asked(tmp_path: Path) -> None:
    recipe = tmp_path / "small.yaml"
    recipe.write_text(HEAD + VERIFICATION + BURDEN, "utf-8")
    write(tmp_path)
    told = bench(recipe, "--dry-run", "--json", HANDRAIL_MODEL="openai:gpt-4.1", OPENAI_API_KEY="nobody asks")
    assert told.exit_code == 0, told.stderr
    document = told.document
    verification, burden = document["experiments"]
    assert verification["asking"] == 2 * (verification["cases"] // 4)
    assert burden["asking"] == 0
    asked = document["models"]["openai:gpt-4.1"]
    assert asked["questions"] > 0
    assert asked["input_tokens"] > asked["questions"]
    assert asked["dollars"] is None or asked["dollars"] > 0
    assert not (tmp_path / "run").exists()
    assert "nothing to pay" in bench(recipe, "--dry-run", "--only", "burden").stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--only", "risk"), "has no experiment `risk`"),
        (("--compare", "nowhere"), "no finished run of `handrail bench`"),
        (("-o", "small.yaml"), "is a file; name a folder"),
        (("-o", "full"), "holds something that is no run"),
    ],
)
def test_what_cannot_be_meant_is_refused(arguments: tuple[str, str], told: str, recipe: Path) -> None:
    (recipe.parent / "full").mkdir()
    (recipe.parent / "full/letter.txt").write_text("dear", "utf-8")
    option, value = arguments
    done = bench(recipe, option, recipe.parent / value if option != "--only" else value)
    assert done.exit_code == 2
    assert told in done.stderr.replace("\n", " ")


def test_the_documents_of_a_run_are_json(recipe: Path) -> None:
    bench(recipe)
    for name in ("summary.json", "inputs.json", "outcomes.json", "times.json"):
        assert json.loads((recipe.parent / "run" / name).read_text("utf-8"))
