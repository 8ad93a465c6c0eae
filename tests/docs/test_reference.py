"""The reference has every public name, and the site needs nothing from elsewhere."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.test_pages import ROOT

SOURCE = ROOT / "src/handrail"
FROM_ELSEWHERE = re.compile(
    r"""<(?:script|img|iframe)\b[^>]*\bsrc="?https?:|<link\b[^>]*\brel="?stylesheet[^>]*https?:"""
)


def offered() -> dict[str, tuple[str, ...]]:
    """What each public package has in `__all__`."""
    return {
        ".".join(("handrail", *file.parent.relative_to(SOURCE).parts)): names
        for file in sorted(SOURCE.rglob("__init__.py"))
        if (names := _all_of(ast.parse(file.read_text("utf-8"))))
    }


def _all_of(module: ast.Module) -> tuple[str, ...]:
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return tuple(ast.literal_eval(node.value))
    return ()


def test_every_public_package_is_in_the_reference_once() -> None:
    pages = [page.read_text("utf-8") for page in (ROOT / "docs/reference").glob("*.md")]
    shown = [name for page in pages for name in re.findall(r"^::: (\S+)$", page, re.MULTILINE)]
    packages = offered()
    missing = packages.keys() - set(shown)
    assert not missing, f"docs/reference/: no page has `::: {min(missing)}`; add it to the page of its room"
    assert len(shown) == len(set(shown))
    others = set(shown) - packages.keys()  # a name that a module of the same name hides
    hidden = {f"{package}.{name}.{name}" for package, names in packages.items() for name in names}
    assert others <= hidden, f"docs/reference/: {others - hidden} is no public package or name"


@pytest.mark.slow
@pytest.mark.night
def test_the_site_has_every_public_name_and_needs_no_network(tmp_path: Path) -> None:
    pytest.importorskip("mkdocstrings", reason="the dependency group `docs`")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(
        build, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    html = "".join(page.read_text("utf-8") for page in (tmp_path / "reference").rglob("index.html"))
    anchors = set(re.findall(r'\bid="(handrail[\w.]*)"', html))
    missing = [
        f"{package}.{name}"
        for package, names in offered().items()
        for name in names
        if not anchors & {f"{package}.{name}", f"{package}.{name}.{name}"}
    ]
    assert not missing, f"the reference lacks {missing}; a module of the name hides it: write `::: PACKAGE.NAME.NAME`"
    found = (tmp_path / "search/search_index.json").read_text("utf-8")
    assert all(name in found for names in offered().values() for name in names)
    for page in tmp_path.rglob("*.html"):
        assert FROM_ELSEWHERE.search(page.read_text("utf-8")) is None, page
