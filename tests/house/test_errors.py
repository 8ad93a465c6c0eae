"""Every error that people can meet is met in a test."""

import ast
import re
from pathlib import Path

from house.modules import module

ROOT = Path(__file__).resolve().parents[2]


def errors() -> set[str]:
    """The classes under `HandrailError`."""
    bases: dict[str, set[str]] = {}
    for file in (ROOT / "src").rglob("*.py"):
        for node in module(file).classes:
            bases.setdefault(node.name, set()).update(ast.unparse(one).rpartition(".")[2] for one in node.bases)
    found = {"HandrailError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def test_an_error_is_met_in_a_test() -> None:
    tests = (file for file in (ROOT / "tests").rglob("*.py") if file != Path(__file__))
    said = {word for file in tests for word in re.findall(r"\w+", file.read_text("utf-8"))}
    assert errors() - said == set(), "no test names these; write one for each: when it is raised, and what it says"
