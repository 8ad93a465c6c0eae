"""What is wrong with a recipe is said all at once, each with its line."""

from pathlib import Path

import jsonschema
import pytest
import yaml

from bench.recipe.small import HEAD, recipe
from handrail.bench.recipe.document import bundled_recipes, open_recipe, read_recipe, recipe_schema
from handrail.bench.recipe.model_access import ModelAccess
from handrail.bench.recipe.run import plan
from handrail.error import Misuse, UnreadableInput

ROOT = Path(__file__).resolve().parents[3]
BAD = """\
format: handrail.recipe/1
title: Mine
experiments:
  - kind: phone
    seed: 3
    seeds: none
  - kind: risc
  - kind: verification
    tasks: [{file: x}]
    encoders: [{name: a, answer: b}]
  - {kind: risk, corpus: {pair: 3}, judges: [{judge: offline, mods: [x]}]}
  - tasks: []
"""


def refused(text: str) -> list[str]:
    with pytest.raises(UnreadableInput) as raised:
        read_recipe(text, "mine.yaml")
    return str(raised.value).splitlines()


def test_everything_that_is_wrong_is_said_with_its_line_and_what_would_be_right() -> None:
    lines = refused(BAD)
    assert [line.split(":")[1] for line in lines] == ["5", "6", "7", "9", "9", "10", "11", "11", "11", "12"]
    for told in (
        "mine.yaml:5:5: experiments.0.seed: there is no `seed` here; did you mean `seeds`?",
        "mine.yaml:6:12: experiments.0.seeds: a whole number was expected",
        "mine.yaml:9:14: experiments.2.tasks.0.file: there is no `file` here; did you mean `files`?",
        "mine.yaml:10:26: experiments.2.encoders.0.answer: there is no `answer` here; did you mean `answers`?",
        "mine.yaml:11:27: experiments.3.corpus.pair: there is no `pair` here; did you mean `pairs`?",
    ):
        assert told in lines
    assert "no such kind of experiment; there are verification, votes" in lines[2]
    assert "an experiment says its `kind`" in lines[-1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "mine.yaml:1:1: the file is empty"),
        (
            "format: handrail.recipe/2\ntitle: x\nexperiments: [{kind: burden}]\n",
            "this program reads `handrail.recipe/1`",
        ),
        (HEAD + "  - {kind: burden}\n  - {kind: burden}\n", "two experiments are called `burden`"),
        ("format: handrail.recipe/1\ntitle: x\nexperiments: []\n", "mine.yaml:3:14: experiments: is empty"),
        ("title: [\n", "this is not YAML"),
    ],
)
def test_other_faults_have_their_own_words(text: str, told: str) -> None:
    assert told in "\n".join(refused(text))


@pytest.mark.parametrize(
    ("experiment", "told"),
    [
        (
            "  - {kind: verification, tasks: ['bundled:first'], encoders: [gold]}\n",
            "`bundled:first`: nothing is bundled so",
        ),
        (
            "  - {kind: verification, tasks: ['nowhere/*.json'], encoders: [gold]}\n",
            "paths in a recipe start from its own folder",
        ),
        (
            "  - {kind: verification, tasks: [{files: errands.json, dataset: medium}], encoders: [gold]}\n",
            "no task is of the data set `medium`; the files have long, short",
        ),
    ],
)
def test_data_that_is_not_there_is_named(experiment: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput) as raised:
        plan(recipe(tmp_path, experiment), tmp_path / "run", ModelAccess())
    assert told in str(raised.value)


@pytest.mark.parametrize(
    ("experiment", "told"),
    [
        ("  - {kind: phone, erring: [no gard]}\n", "did you mean `no guard`?"),
        ("  - {kind: phone, tasks: [moon]}\n", "no task has moon in its name"),
        ("  - {kind: attacks, environments: [guard]}\n", "no environment is called `guard`"),
    ],
)
def test_what_no_experiment_has_is_refused_before_anything_is_measured(
    experiment: str, told: str, tmp_path: Path
) -> None:
    with pytest.raises(Misuse, match=told.replace("?", r"\?")):
        plan(recipe(tmp_path, experiment), tmp_path / "run", ModelAccess())


def test_a_recipe_is_named_or_a_file() -> None:
    with pytest.raises(Misuse, match=r"did you mean `quick`.*one of your own is named by its file"):
        open_recipe("qick")
    with pytest.raises(UnreadableInput, match="No such file"):
        open_recipe("nowhere.yaml")


@pytest.mark.parametrize("name", list(bundled_recipes()))
def test_a_bundled_recipe_fits_the_schema(name: str) -> None:
    jsonschema.validate(yaml.safe_load(open_recipe(name).text), recipe_schema())


def test_the_recipes_of_the_page_are_recipes() -> None:
    page = (ROOT / "docs/bench.md").read_text("utf-8")
    blocks = [part.partition("```")[0] for part in page.split("```yaml\n")[1:]]
    assert blocks
    for block in blocks:
        read_recipe(block, "docs/bench.md")
        jsonschema.validate(yaml.safe_load(block), recipe_schema())
