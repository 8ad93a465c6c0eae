"""What only looks like what it claims to be: advertisements, windows that lie over the app, look-alike names.

Domains and packages look alike by swapped letters, added words and foreign letters.
"""

from collections import Counter

from handrail.device.action import Action
from handrail.sentinel.detector_state import DetectorState
from handrail.sentinel.entity.pattern import compiled, occurs
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import Line, ScreenView
from handrail.text import lexicon, word_list

_ADDRESS_BAR = r"(?i)url_bar|address|location_bar"


def sponsored(view: ScreenView, line: Line | None) -> str:
    """The sign of an advertisement right above a line or on it, where the list has others without."""
    if line is None:
        return ""
    above = view.lines[line.number - 1].label if line.number else ""
    for text in (line.label, above, *view.row(line).split("\n")[1:2]):
        if len(text) <= 80 and ("sponsored" in lexicon("signs").among(text) or _is_label_of_ad(text)):
            return text
    return ""


def _is_label_of_ad(text: str) -> bool:
    return text.strip(" .·•[]()").casefold() in word_list("advertisements")


def lookalike(request: Request, state: DetectorState, view: ScreenView, row: str, action: Action) -> str:
    """The domain that is opened or typed into, where it looks like another that run, screen or request names."""
    if action.type == "input":
        bar = next(
            (line.label for line in view.lines if occurs(_ADDRESS_BAR, line.element.resource_id)),
            "",
        )
        mine = domains(bar) if bar else ()
        if not (mine and any(line.element.password for line in view.lines)):
            mine = ()
    else:
        mine = domains(row) if action.type == "click" else ()
    if not mine:
        return ""
    others = frozenset(domains(view.text)) | state.domains | frozenset(domains(request.text))
    for domain in mine[:3]:
        found = looks_like(domain, frozenset(one for one in others if owner(one) != owner(domain)))
        if found and not request.holds(domain):
            return f"{domain} looks like {found}"
    return ""


def overlay(view: ScreenView, line: Line | None) -> str:
    """The package that lies over the app in front and takes the tap."""
    if line is None or not line.element.package or not view.screen.package:
        return ""
    package = line.element.package
    packages = Counter(other.element.package for other in view.lines)
    if package == view.screen.package and packages[package] * 2 >= len(view.lines) - packages[""]:
        return ""
    if package.startswith(tuple(word_list("system_windows"))) or "inputmethod" in package or "launcher" in package:
        return ""
    return package


def lookalike_package(request: Request, state: DetectorState, view: ScreenView) -> str:
    """The package in front, where a letter tells it from one that the request names or the run has seen."""
    package = view.screen.package
    named = frozenset(domains(request.text)) | (state.packages - {package})
    like = looks_like_package(package, named) if len(package) >= 8 else ""
    return f"{package} looks like {like}" if like else ""


_DOMAIN = r"(?i)\b((?:[a-z0-9\x{400}-\x{4ff}](?:[a-z0-9\x{400}-\x{4ff}-]*)\.)+[a-z]{2,24})\b"
_SECOND_LEVEL = frozenset("co com org net ac gov edu or ne go".split())  # noqa: SIM905
_ALIKE = str.maketrans("0135$@аеорсхуіѕԁһոɡıкмтв", "olessaaeopcxyisdhngikmtb")


def domains(text: str) -> tuple[str, ...]:
    """The domains that a text names, in order; those of e-mail addresses and names of files are left out."""
    if "." not in text:
        return ()
    text = text[:200_000]
    matches = compiled(_DOMAIN).finditer(text)
    found = (match.group(1).lower() for match in matches if text[max(0, match.start() - 1) : match.start()] != "@")
    return tuple(dict.fromkeys(one for one in found if one.rpartition(".")[2] not in word_list("file_endings")))


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
    for known in sorted(word_list("brands")):
        if name != known and (
            skeleton == known or (len(known) >= 5 and (_extends(name, known) or _one_apart(skeleton, known)))
        ):
            return known
    return ""


def looks_like_package(package: str, others: frozenset[str]) -> str:
    """Which package of the phone, or which that everybody knows, a new one could be taken for; empty if none.

    Makers name their other apps by adding a part, so only a letter's difference counts.
    """
    for other in sorted(others | word_list("packages")):
        if len(other) < 8 or package.startswith(other) or other.startswith(package):
            continue
        if _skeleton(other) == _skeleton(package) or _one_apart(package, other):
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
        places = [place for place, (one, two) in enumerate(zip(first, second, strict=True)) if one != two]
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
