"""Names in the style of models: states and objectives as `TransferForm`, variables as `due_date`."""

import re
from collections.abc import Container, Iterable
from unicodedata import combining, normalize

from handrail.app.generic.widget import id_of

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_WIDGETS = frozenset({
    "view", "layout", "container", "wrapper", "root", "content", "item", "row", "entry", "cell", "card", "holder",
    "text", "edit", "input", "field", "box", "et", "tv", "btn", "button", "img", "iv", "label", "widget", "fragment",
    "screen", "page", "activity", "main", "frame", "panel", "action", "bar", "list", "recycler", "rv", "sv", "scroll",
    "dialog", "editor",
})  # fmt: skip
"""What says only which sort of widget it is."""
_LITTLE_WORDS = frozenset({"the", "a", "an", "this", "that", "these", "your", "my", "of", "for", "in"})
_OPENERS = frozenset({"new", "add", "edit", "create", "compose", "view", "show"})
LONGEST_NAME_WORDS = 4
KEYWORDS = frozenset({"still", "once", "and", "not", "in", "contains", "true", "false"})
"""Of the rule language: as names they would have to stand in backticks."""


def words_of(text: str) -> list[str]:
    """The words of a label or an id, in small Latin letters; none where it has no such letters."""
    plain = "".join(character for character in normalize("NFKD", text) if not combining(character))
    return [word.casefold() for word in _WORDS.findall(plain)]


def id_words(resource_id: str, *, keep: Container[str] = ()) -> list[str]:
    """The words of a resource id that say what it is of."""
    return [word for word in words_of(id_of(resource_id)) if word not in _WIDGETS or word in keep]


def singular(words: list[str]) -> list[str]:
    """The last word in the singular, as English forms it."""
    if not words or len(words[-1]) < 4:
        return words
    last = words[-1]
    if last.endswith("ies"):
        last = f"{last[:-3]}y"
    elif last.endswith(("sses", "xes", "ches", "shes")):
        last = last[:-2]
    elif last.endswith("s") and not last.endswith(("ss", "us", "is", "ings")):
        last = last[:-1]
    return [*words[:-1], last]


def noun_of(words: Iterable[str]) -> list[str]:
    """What a page is about: its name without what says that something new is written, or which widget it is."""
    found = [word for word in words if word not in _OPENERS and word not in _LITTLE_WORDS and word not in _WIDGETS]
    return found[:LONGEST_NAME_WORDS]


def thing_of(words: Iterable[str]) -> list[str]:
    """What a field or a text holds: the same, and all words where nothing else is left."""
    said = list(words)
    bare = [word for word in said if word not in _WIDGETS]
    return (noun_of(said) or bare or without_little_words(said))[:LONGEST_NAME_WORDS]


def without_little_words(words: Iterable[str]) -> list[str]:
    """Words without articles and their like."""
    return [word for word in words if word not in _LITTLE_WORDS]


def state_name(words: Iterable[str]) -> str:
    """`CartItem`."""
    name = "".join(word.capitalize() for word in words)
    return f"The{name}" if not name or name[0].isdigit() else name


def variable_name(words: Iterable[str]) -> str:
    """`due_date`."""
    name = "_".join(words)
    return f"the_{name}" if not name or name[0].isdigit() or name in KEYWORDS else name


def fresh(name: str, taken: Container[str]) -> str:
    """The name, with a number where it is taken."""
    if name not in taken:
        return name
    number = 2
    while f"{name}{number}" in taken:
        number += 1
    return f"{name}{number}"
