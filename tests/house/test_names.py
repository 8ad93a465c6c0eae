"""The words that the glossary has retired do not come back in names, and no variable is called by a pronoun."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from house.modules import module

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "handrail"
TESTS = ROOT / "tests"
WHOLE = [SOURCE, TESTS, ROOT / "benchmarks", ROOT / "sdk" / "conformance"]
PARTS = [*WHOLE, *sorted(part for whole in (SOURCE, TESTS) for part in whole.iterdir() if any(part.rglob("*.py")))]
"""A room, or the tests of one, by itself: none takes long to read."""
PRONOUNS = ("one", "ones", "each", "another", "either", "some", "it", "this", "that", "these", "those")
GLOSSARY = ROOT / "docs" / "glossary.md"
KEPT_FOR_PROGRAMS_THAT_SAY_SO = {
    ("agent/__init__.py", "Unguarded"),
    ("guard/__init__.py", "Consideration"),
    ("guard/__init__.py", "Patience"),
    ("guard/__init__.py", "Standing"),
    ("guard/policy/policies.py", "terms"),
}

EVERYDAY_WORDS = {
    *("aim", "brief", "certainty", "consideration", "dice", "door", "ear", "happening", "hear", "heard", "hearing"),
    *(
        "implied",
        "mention",
        "needless",
        "never holds",
        "patience",
        "pin",
        "scene",
        "sight",
        "standing",
        "story",
        "terms",
    ),
    *("twins", "unguarded", "weigh"),
}
"""They are no names any more, and a sentence may have them in their usual meaning."""

_ROW = re.compile(r"^\| ([a-z, ]+) \| [a-z, ]+ \| (.+) \|$", re.MULTILINE)
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def retired() -> list[tuple[str, tuple[str, ...]]]:
    """Each word with the folders in which it is not said any more; none where it is said nowhere."""
    table = GLOSSARY.read_text("utf-8").partition("## Words that are not used any more")[2]
    return [
        (word, tuple(re.findall(r"`(\w+)`", places)))
        for words, places in _ROW.findall(table)
        if words != "was"
        for word in words.split(", ")
    ]


@cache
def parts(name: str) -> tuple[str, ...]:
    """`AskedOnce` and `asked_once` as `asked`, `once`."""
    return tuple(part.casefold() for part in _PART.findall(name))


def has(name: str, word: str) -> bool:
    said, wanted = parts(name), tuple(word.split())
    return any(said[at : at + len(wanted)] in (wanted, (*wanted[:-1], f"{wanted[-1]}s")) for at in range(len(said)))


@cache
def files_of_names() -> Mapping[str, frozenset[Path]]:
    """Each name with the files in which it stands."""
    found: dict[str, set[Path]] = {}
    for file in SOURCE.rglob("*.py"):
        for name in module(file).names:
            found.setdefault(name, set()).add(file.relative_to(SOURCE))
    return {name: frozenset(files) for name, files in found.items()}


@pytest.mark.parametrize(("word", "folders"), retired(), ids=[word for word, _ in retired()])
def test_a_retired_word_is_in_no_name(word: str, folders: tuple[str, ...]) -> None:
    found = {
        (str(file), name)
        for name, files in files_of_names().items()
        if has(name, word)
        for file in files
        if not folders or file.parts[0] in folders
    }
    assert found - KEPT_FOR_PROGRAMS_THAT_SAY_SO == set(), "docs/glossary.md says which word is used instead"


@pytest.mark.parametrize(
    ("word", "folders"), [row for row in retired() if row[0] not in EVERYDAY_WORDS], ids=lambda value: str(value)
)
def test_a_retired_word_that_is_no_everyday_word_is_in_no_sentence(word: str, folders: tuple[str, ...]) -> None:
    said = re.compile(rf"\b{word}s?\b", re.IGNORECASE)
    found = [
        str(file.relative_to(SOURCE))
        for file in SOURCE.rglob("*.py")
        if (not folders or file.relative_to(SOURCE).parts[0] in folders) and said.search(module(file).said)
    ]
    assert not found, f"`{word}`: docs/glossary.md says which word is used instead"


def test_the_table_is_read_and_a_word_is_found_in_any_spelling() -> None:
    assert ("dice", ()) in retired()
    assert len(retired()) >= 10
    for name in ("AskedOnce", "asked_once", "is_asked_once_more", "ASKED_ONCE"):
        assert has(name, "asked once")
    assert has("two_doors", "door")
    assert not has("outdoors", "door")
    assert not has("legend", "leg")


@pytest.mark.parametrize("folder", PARTS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_variable_is_called_by_what_it_is(folder: Path) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{module(file).variables[pronoun]}: `{pronoun}`"
        for file in sorted(folder.glob("*.py") if folder in WHOLE else folder.rglob("*.py"))
        if not any(part.startswith(".") or part == "node_modules" for part in file.relative_to(ROOT).parts)
        for pronoun in PRONOUNS
        if pronoun in module(file).variables
    ]
    assert not found, "a pronoun says nothing of a value; say what it is, as in `for entry in entries`"


def test_a_pronoun_is_found_wherever_a_variable_is_bound(tmp_path: Path) -> None:
    for number, bound in enumerate(
        (
            "for one in (): ...",
            "print([one for one in ()])",
            "print(lambda one: 1)",
            "def a(one): ...",
            "def a(*one): ...",
            "a, one = 1, 2",
            "with open('a') as one: ...",
            "print(one := 1)",
            "try: ...\nexcept OSError as one: ...",
            "match 1:\n    case [one]: ...",
            "match 1:\n    case int() as one: ...",
            "match 1:\n    case [*one]: ...",
        )
    ):
        file = tmp_path / f"bound_{number}.py"
        file.write_text(bound, "utf-8")
        assert module(file).variables.get("one") in (1, 2), bound
    field = tmp_path / "field.py"
    field.write_text("class A:\n    each: str\n", "utf-8")
    assert module(field).variables == {}
