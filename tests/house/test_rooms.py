"""Whoever opens the package is told what each of its folders is, in the words that the folder has for itself."""

import ast
import re
from pathlib import Path

import handrail

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "handrail"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"


def first_lines() -> dict[str, str]:
    """The first line of each folder and module of the package, by name."""
    files = [*SOURCE.glob("*/__init__.py"), *SOURCE.glob("[a-z]*.py")]
    return {file.parent.name if file.stem == "__init__" else file.stem: first_line(file) for file in files}


def first_line(file: Path) -> str:
    return (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "").partition("\n")[0]


def test_the_help_of_the_package_says_of_each_folder_what_it_is() -> None:
    table = dict(re.findall(r"^    (\w+) {2,}(.+)$", handrail.__doc__ or "", re.MULTILINE))
    assert table == first_lines(), "the docstring of src/handrail/__init__.py and the first lines of its folders differ"


def test_contributors_read_the_same() -> None:
    table = dict(
        re.findall(r"^\| `src/handrail/(\w+)(?:/|\.py)` \| ([^|]+) \|", CONTRIBUTING.read_text("utf-8"), re.MULTILINE)
    )
    assert table == first_lines(), "CONTRIBUTING.md and the first lines of the folders differ"


TESTED_ELSEWHERE = {"testing": "house/test_contracts.py", "examples": "cli/test_check.py"}


def test_the_tests_have_the_same_folders() -> None:
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    without = {folder for folder in folders if not any((ROOT / "tests" / folder).glob("**/test_*.py"))}
    assert without == set(TESTED_ELSEWHERE), "a folder of src/handrail has its tests in one of the same name"
    assert all((ROOT / "tests" / file).is_file() for file in TESTED_ELSEWHERE.values())
