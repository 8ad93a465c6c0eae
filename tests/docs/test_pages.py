"""Every example in the documentation and the README is run."""

import doctest
import itertools
import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from handrail.app.app import App
from handrail.app.document import read_app
from handrail.device.action import ActionType
from handrail.language.diagnostic import show_diagnostic
from handrail.language.specification import Specification, diagnose
from handrail.phone.phone import Phone
from handrail.registry import DEVICES
from handrail.strict_json import read_json

NUMBERS = {11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen"}
ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md"])
FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    language: str
    title: str
    text: str


def blocks_of(page: Path) -> list[Block]:
    return [Block(*match) for match in FENCE.findall(page.read_text("utf-8"))]


def app_of(page: Path) -> App:
    declared = [block for block in blocks_of(page) if block.language == "json" and '"states"' in block.text]
    assert declared, f"{page.name} has rules and no app for them"
    return read_app(read_json(declared[0].text, declared[0].title), declared[0].title)


def pages_with(*languages: str) -> list[Any]:
    pages = [page for page in PAGES if any(block.language in languages for block in blocks_of(page))]
    return [pytest.param(page, id=page.name) for page in pages]


@pytest.mark.parametrize("page", pages_with("rules"))
def test_every_specification_on_a_page_is_accepted(page: Path) -> None:
    for block in blocks_of(page):
        if block.language == "rules":
            Specification.parse(block.text, app_of(page))


@pytest.mark.parametrize("page", pages_with("refused"))
def test_every_refused_specification_is_refused_as_the_page_says(page: Path) -> None:
    blocks = blocks_of(page)
    for block, told in itertools.pairwise(blocks):
        if block.language == "refused":
            assert told.language == "diagnostics"
            diagnostics = diagnose(block.text.rstrip("\n"), app_of(page))
            shown = "\n".join(show_diagnostic(diagnostic, block.text, "errands.rules") for diagnostic in diagnostics)
            assert shown == told.text.rstrip("\n")


@pytest.mark.parametrize("page", pages_with("pycon"))
@pytest.mark.slow
def test_every_session_on_a_page_prints_what_it_says(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    if any('"states"' in block.text for block in blocks_of(page) if block.language == "json"):
        names["app"] = app_of(page)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    for number, block in enumerate(blocks_of(page)):
        if block.language == "pycon":
            examples = doctest.DocTestParser().get_doctest(block.text, names, f"{page.name}#{number}", str(page), 0)
            runner.run(examples, clear_globs=False)
            names.update(examples.globs)
    assert runner.failures == 0


@pytest.mark.parametrize("page", pages_with("json"))
def test_every_json_on_a_page_is_json(page: Path) -> None:
    for block in blocks_of(page):
        if block.language == "json":
            json.loads(block.text)


def test_the_schemas_in_the_documentation_are_those_of_the_code() -> None:
    from handrail.app.document import app_schema
    from handrail.app.model_schema import model_schema
    from handrail.bench.recipe.document import recipe_schema
    from handrail.bench.task_file import tasks_schema
    from handrail.guard.journal.line import journal_schema
    from handrail.guard.policy.document import policy_schema
    from handrail.server.application import api_schema

    schemas = {
        "app": app_schema(),
        "tasks": tasks_schema(),
        "model": model_schema(),
        "policy": policy_schema(),
        "journal": journal_schema(),
        "recipe": recipe_schema(),
        "server": api_schema(),
    }
    differ = [
        name
        for name, schema in schemas.items()
        if json.loads((ROOT / f"docs/schema/{name}.json").read_text("utf-8")) != schema
    ]
    files = ", ".join(f"docs/schema/{name}.json" for name in differ)
    assert not differ, f"{files}: not the schema of the code any more; `make schema` writes it"
    unknown = {path.stem for path in (ROOT / "docs/schema").glob("*.json")} - schemas.keys()
    assert not unknown, f"docs/schema/: {unknown} is of no schema; add it to tests/docs/test_pages.py and the Makefile"


def test_every_kind_of_action_is_in_the_table_of_the_guard() -> None:
    page = (ROOT / "docs/guard.md").read_text("utf-8").partition("## What an action can be")[2].partition("## ")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(get_args(ActionType))


def test_what_a_page_lists_by_hand_is_all_there_is() -> None:
    page, readme = ((ROOT / name).read_text("utf-8") for name in ("docs/phone.md", "README.md"))
    phone = Phone(churn=False)
    labels = [package.label for package in phone.packages.values() if package.manifest.in_launcher]
    missing = [label for label in labels if not re.search(rf"\b{label}\b", page.partition("## ")[0])]
    assert not missing, f"docs/phone.md: “On it are” does not name {missing}"
    said = NUMBERS.get(len(labels) + 1, str(len(labels) + 1))
    assert f"{said} apps, the launcher among them" in readme, f"README.md: there are {said} apps on the phone"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name in project["entry-points"][DEVICES.group]:
        assert re.search(rf"^\| `{name}[`:]", page, re.MULTILINE), f"docs/phone.md: the table of devices lacks `{name}`"
