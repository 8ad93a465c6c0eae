"""Errors say what to do; one that says what to install says the line that works with the Python that runs."""

import ast
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from handrail import error
from handrail.error import install_line

ROOT = Path(__file__).resolve().parents[1]


def test_an_extra_is_installed_for_the_interpreter_that_runs() -> None:
    words = shlex.split(install_line("handrail[adb]", "mobilerun==0.7.0"))
    assert words[0] == sys.executable
    assert words[1:] == ["-m", "pip", "install", "handrail[adb]", "mobilerun==0.7.0"]
    assert find_spec(words[2])


def test_without_pip_the_line_is_one_of_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error, "find_spec", lambda _: None)
    assert shlex.split(install_line("handrail[adb]")) == [
        "uv", "pip", "install", "--python", sys.executable, "handrail[adb]",
    ]  # fmt: skip


def test_no_message_says_a_bare_pip() -> None:
    said = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in (ROOT / "src").rglob("*.py")
        if "pip install" in (text := file.read_text("utf-8")) and file.name != "error.py"
        for node in _texts(ast.parse(text))
    ]
    assert not said, f"{said}: say `install_line(…)`; a bare pip may be that of another Python"


def _texts(tree: ast.AST) -> list[ast.Constant]:
    """The texts with a call of pip in them, docstrings left out."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and "pip install" in node.value
        and id(node) not in told
    ]
