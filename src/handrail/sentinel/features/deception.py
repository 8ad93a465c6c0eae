"""What only looks like what it claims to be: advertisements, look-alike addresses, windows that lie over the app."""

from collections import Counter

from handrail.device.action import Action
from handrail.sentinel.detector_state import DetectorState
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.flow.alike import domains, looks_like, looks_like_package, owner
from handrail.sentinel.lexicon import lexicon, word_list
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import Line, ScreenView

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
