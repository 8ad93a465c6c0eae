"""Domains and packages that look alike: swapped letters, added words, foreign letters."""

from functools import lru_cache

from handrail.sentinel.entity.pattern import compiled
from handrail.text import word_list

_DOMAIN = r"(?i)\b((?:[a-z0-9\x{400}-\x{4ff}](?:[a-z0-9\x{400}-\x{4ff}-]*)\.)+[a-z]{2,24})\b"
_SECOND_LEVEL = frozenset("co com org net ac gov edu or ne go".split())  # noqa: SIM905
_LONGEST_LABEL = 200
_KEPT = 512
"""What is asked of a request, a label or the app in front is asked again at each step of a run."""
_ALIKE = str.maketrans("0135$@аеорсхуіѕԁһոɡıкмтв", "olessaaeopcxyisdhngikmtb")


def domains(text: str) -> tuple[str, ...]:
    """The domains that a text names, in order; those of e-mail addresses and names of files are left out."""
    if "." not in text:
        return ()
    return _domains_of_a_label(text) if len(text) <= _LONGEST_LABEL else _domains(text[:200_000])


@lru_cache(maxsize=_KEPT)
def _domains_of_a_label(text: str) -> tuple[str, ...]:
    return _domains(text)


def _domains(text: str) -> tuple[str, ...]:
    matches = compiled(_DOMAIN).finditer(text)
    found = (match.group(1).lower() for match in matches if text[max(0, match.start() - 1) : match.start()] != "@")
    return tuple(
        dict.fromkeys(domain for domain in found if domain.rpartition(".")[2] not in word_list("file_endings"))
    )


def owner(domain: str) -> str:
    """The part of a domain that somebody registered."""
    labels = domain.split(".")
    length = 3 if len(labels) > 2 and labels[-2] in _SECOND_LEVEL and len(labels[-1]) == 2 else 2
    return ".".join(labels[-length:])


def looks_like(domain: str, others: frozenset[str]) -> str:
    """Which of the other domains, or of the names that everybody knows, this one could be taken for; empty if none."""
    name = owner(domain).partition(".")[0]
    skeleton = _skeleton(name)
    for other in sorted(others):
        theirs = owner(other).partition(".")[0]
        if owner(other) == owner(domain) or len(theirs) < 3:
            continue
        if (
            (len(theirs) >= 4 and _skeleton(theirs) == skeleton)
            or _extends(name, theirs)
            or (len(theirs) >= 6 and _one_apart(skeleton, theirs))
        ):
            return other
    parts = {_skeleton(word) for word in (name, *name.split("-"))}
    for known in sorted(word_list("brands")):
        if name != known and (
            known in parts
            or (len(known) >= 5 and (_extends(name, known) or any(_one_apart(part, known) for part in parts)))
        ):
            return known
    return ""


@lru_cache(maxsize=_KEPT)
def looks_like_package(package: str, others: frozenset[str]) -> str:
    """Which package of the phone, or which that everybody knows, a new one could be taken for; empty if none.

    Makers name their other apps by adding a part, so only a letter's difference counts.
    """
    skeleton = _skeleton(package)
    for other in sorted(others | word_list("packages")):
        if len(other) < 8 or package.startswith(other) or other.startswith(package):
            continue
        if _skeleton(other) == skeleton or _one_apart(package, other):
            return other
    return ""


def _skeleton(name: str) -> str:
    return name.translate(_ALIKE).replace("rn", "m").replace("vv", "w").replace("-", "")


def _extends(name: str, other: str) -> bool:
    """The other name with words around it, such as `-login` or `secure-`."""
    return name != other and (name.startswith(f"{other}-") or name.endswith(f"-{other}") or f"-{other}-" in name)


def _one_apart(first: str, second: str) -> bool:
    """Whether one letter was changed, added, left out, or swapped with its neighbour."""
    if first == second or abs(len(first) - len(second)) > 1 or first[0] != second[0]:
        return False
    if len(first) == len(second):
        places = [place for place, (pair, two) in enumerate(zip(first, second, strict=True)) if pair != two]
        if len(places) == 1:
            return True
        return (
            len(places) == 2
            and places[1] == places[0] + 1
            and first[places[0]] == second[places[1]]
            and first[places[1]] == second[places[0]]
        )
    longer, shorter = (first, second) if len(first) > len(second) else (second, first)
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))
