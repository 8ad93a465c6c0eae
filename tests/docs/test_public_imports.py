"""Whatever a page imports is public: its module says so in `__all__`, or has it for everybody to read."""

import ast
import doctest
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs.test_pages import PAGES, blocks_of


def programs(page: Path) -> Iterator[str]:
    for block in blocks_of(page):
        if block.language == "python":
            yield block.text
        elif block.language == "pycon":
            yield from (example.source for example in doctest.DocTestParser().get_examples(block.text))


def imported(page: Path) -> set[tuple[str, str]]:
    """What is imported of ours, as module and name."""
    return {
        (node.module, alias.name)
        for source in programs(page)
        if "handrail" in source
        for node in ast.walk(compile(source, page.name, "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "handrail"
        for alias in node.names
    }


IMPORTED = sorted((page.name, *what) for page in PAGES for what in imported(page))


@pytest.mark.parametrize(("page", "module", "name"), IMPORTED)
def test_a_page_imports_public_names(page: str, module: str, name: str) -> None:
    loaded = import_module(module)
    offered = getattr(loaded, "__all__", None)
    where = f"{page}: `{name}` is not in `__all__` of src/{module.replace('.', '/')}"
    if hasattr(loaded, "__path__") and find_spec(f"{module}.{name}") is not None:
        return
    if offered is not None:
        assert name in offered, where
    else:
        defined = getattr(loaded, name)
        assert not name.startswith("_"), where
        assert defined.__module__ == module, where
        assert defined.__doc__, f"{where}, and says nothing of itself"


def test_what_is_offered_is_there() -> None:
    for module in {module for _, module, _ in IMPORTED}:
        loaded = import_module(module)
        for name in getattr(loaded, "__all__", ()):
            assert not name.startswith("_"), f"{module}: `{name}` is private and in `__all__`"
            assert hasattr(loaded, name), f"{module}: `__all__` names `{name}`, which is not there"


def test_imports_are_found_on_pages() -> None:
    assert len(IMPORTED) > 60
    assert ("extending.md", "handrail.testing", "DeviceContract") in IMPORTED
