"""The page of errors lists each class and each code that the source has, and nothing else."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache

from docs.test_pages import ROOT

PAGE = (ROOT / "docs/errors.md").read_text("utf-8")
SOURCE = ROOT / "src/handrail"
CLASS = re.compile(r"^class ([A-Z]\w*)\(([^)]*)\):", re.MULTILINE)
MAKERS = {"Diagnostic": 0, "warning": 0, "_Remark": 1}
"""What makes a finding, and which of its arguments is the code."""
PASSED_ON = {
    "language/analysis/redundant.py": (),  # of whoever calls `warning`
    "encoder/correction.py": ("meaning-missing", "meaning-added", "meaning-changed"),
    "guard/policy/review.py": (),  # of the remark
}
"""Where the code is no literal: the codes that come from there."""


def listed(heading: str) -> list[list[str]]:
    """The rows of the table under a heading."""
    below = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in below.splitlines() if line[:1] == "|"]
    return cells[2:]


@cache
def source() -> Mapping[str, str]:
    """The text of each file, by its place."""
    return {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.py"))}


def classes() -> set[str]:
    """The classes under `HandrailError`."""
    bases: dict[str, set[str]] = {}
    for text in source().values():
        for name, of in CLASS.findall(text):
            bases.setdefault(name, set()).update(of.split(", "))
    found = {"HandrailError"}
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    return found


def codes() -> Iterator[str]:
    """The codes of findings, with those that are passed on."""
    for where, text in source().items():
        if any(f"{maker}(" in text for maker in MAKERS):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                    match node.args[MAKERS[node.func.id]]:
                        case ast.Constant(str(code)):
                            yield code
                        case other:
                            assert where in PASSED_ON, f"{where}:{node.lineno}: `{ast.unparse(other)}` hides a code"
                            yield from PASSED_ON[where]
    assert all(f'"{code}"' in source()[where] for where, passed_on in PASSED_ON.items() for code in passed_on)


def test_the_page_lists_every_class_of_error_and_where_it_is() -> None:
    rows = {row[0].strip("`"): row[1].strip("`") for row in listed("In a program")}
    found = classes()
    assert rows.keys() == found, rows.keys() ^ found
    for name, module in rows.items():
        place = module.removeprefix("handrail").removeprefix(".").replace(".", "/")
        texts = [source().get(file, "") for file in (f"{place}.py", f"{place}/__init__.py".removeprefix("/"))]
        there = re.compile(rf'^class {name}\(|^ +"{name}",|^__all__ = .*"{name}"', re.MULTILINE)
        assert any(map(there.search, texts)), f"docs/errors.md: `{name}` is not offered by `{module}`"


def test_the_page_lists_every_code_of_a_finding_once() -> None:
    rows = [row for heading in ("specification", "draft of rules", "policy") for row in listed(f"In a {heading}")]
    written = [row[0].strip("`") for row in rows]
    assert sorted(written) == sorted(set(codes())), set(written) ^ set(codes())
    assert {row[1] for row in rows} == {"error", "warning"}


def test_the_page_says_what_exit_codes_the_command_line_has() -> None:
    documented = {row[0] for row in listed("Exit codes")}
    raised = {
        code
        for where, text in source().items()
        if where.startswith("cli/")
        for code in re.findall(r"(?:typer\.Exit|SystemExit)\((\d)", text)
    }
    assert raised <= documented
    assert "1" in raised
