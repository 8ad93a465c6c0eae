"""Every example in the documentation and the README is run."""

import doctest
import itertools
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from handrail.app.app import App
from handrail.app.document import read_app
from handrail.language.diagnostic import show_diagnostic
from handrail.language.specification import Specification, diagnose
from handrail.strict_json import read_json

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
            shown = "\n".join(show_diagnostic(one, block.text, "errands.rules") for one in diagnostics)
            assert shown == told.text.rstrip("\n")


@pytest.mark.parametrize("page", pages_with("pycon"))
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
    from handrail.bench.task_file import tasks_schema
    from handrail.guard.journal.line import journal_schema
    from handrail.guard.policy.document import policy_schema

    schemas = {
        "app": app_schema(),
        "tasks": tasks_schema(),
        "model": model_schema(),
        "policy": policy_schema(),
        "journal": journal_schema(),
    }
    for name, schema in schemas.items():
        assert json.loads((ROOT / f"docs/schema/{name}.json").read_text("utf-8")) == schema
