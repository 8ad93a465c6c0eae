"""Every error that people can meet is met in a test."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def errors() -> set[str]:
    """The classes under `HandrailError`."""
    bases: dict[str, set[str]] = {}
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, set()).update(ast.unparse(one).rpartition(".")[2] for one in node.bases)
    found = {"HandrailError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


@pytest.mark.parametrize("error", sorted(errors()))
def test_an_error_is_met_in_a_test(error: str) -> None:
    tests = (file for file in (ROOT / "tests").rglob("*.py") if file != Path(__file__))
    assert any(re.search(rf"\b{error}\b", file.read_text("utf-8")) for file in tests), (
        f"no test names `{error}`; write one that says when it is raised and what it says"
    )
