"""Which verbs do the same kind of thing, and so whether two names of a commitment can mean the same."""

import re
from typing import Final

_KINDS: Final = (
    frozenset({"set", "save", "add", "create", "make", "new", "schedule", "write", "register"}),
    frozenset({"change", "edit", "update", "turn", "switch", "enable", "disable", "rename", "choose", "select"}),
    frozenset({"delete", "remove", "erase", "clear"}),
    frozenset({"send", "submit", "message", "mail", "email", "text", "tell"}),
    frozenset({"transfer", "send", "wire"}),
    frozenset({"reserve", "book"}),
    frozenset({"pay", "buy", "order", "purchase", "checkout"}),
    frozenset({"share", "post", "publish"}),
    frozenset({"connect", "join"}),
    frozenset({"complete", "finish", "tick", "check"}),
    frozenset({"start", "begin", "run"}),
)
"""Verbs that do the same kind of thing; `send` is of two kinds."""

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")


def can_mean(objective: str, commitment: str) -> bool:
    """Whether an objective, as `SetAlarm`, can be another name of a commitment, as `SaveAlarm`.

    What it says beyond the commitment's name is something else: `SendMailLater` is no `SendMail`.
    """
    verb, *nouns = words_of_name(objective)
    other_verb, *other_nouns = words_of_name(commitment)
    return same_kind(verb, other_verb) and (not other_nouns or set(nouns) <= set(other_nouns))


def same_kind(verb: str, other: str) -> bool:
    """Whether two verbs do the same kind of thing."""
    return verb == other or any({verb, other} <= kind for kind in _KINDS)


def words_of_name(name: str) -> list[str]:
    """`SaveAlarms` as `save`, `alarm`."""
    words = [word.casefold() for word in _WORD.findall(name)] or [name.casefold()]
    return [words[0], *(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in words[1:])]
