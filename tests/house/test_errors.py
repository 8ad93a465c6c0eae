"""Every error that people can meet is met in a test, and what it says is looked at there."""

import re
from collections.abc import Iterator
from pathlib import Path

from docs.test_errors_page import classes

ROOT = Path(__file__).resolve().parents[2]


def read_in(test: str) -> Iterator[str]:
    """The names whose text a test looks at: by `match=`, or all that it names where it takes a `str(...)`."""
    looks_at = [test] if "str(" in test else re.findall(r"raises\(((?:(?!raises\()[^=])*), match=", test)
    for text in looks_at:
        yield from re.findall(r"\w+", text)


def test_what_an_error_says_is_looked_at_in_a_test() -> None:
    files = (file for file in (ROOT / "tests").rglob("*.py") if file != Path(__file__))
    tests = (word for file in files for word in re.split(r"^(?=\w)", file.read_text("utf-8"), flags=re.MULTILINE))
    read = {name for test in tests for name in read_in(test)}
    assert classes() - read == set(), "no test reads these; write one for each: when it is raised, and what it says"
