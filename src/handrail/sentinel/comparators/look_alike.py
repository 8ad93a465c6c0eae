"""What is touched only looks like what was meant: an advertisement, a scare, a window over the app, a foreign name."""

from collections import Counter
from collections.abc import Iterator

from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import COSTLY, HIGH, MEDIUM, REVERSIBLE, Departure, quoted
from handrail.sentinel.comparators.signs import SMALL, sign_phrase
from handrail.sentinel.domains import domains, looks_like, looks_like_package, owner
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.features.features import ChangeFeatures
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.intent import NOTHING
from handrail.sentinel.normalization import keys
from handrail.sentinel.screen_view import Line, ScreenView
from handrail.text import lexicon, word_list

_MARKS, _SETTINGS = "·•:|-–—]", ("com.android.settings", "com.samsung.android.settings")
_ADDRESS_BAR = r"(?i)url_bar|address|location_bar"


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent about whatever the intent names itself."""
    if case.declines:
        return
    for name, found, confidence in (
        ("a window of another app over this one", _overlay(case), 0.7),
        ("another address than it looks", _domain(case), 0.75),
        ("a copy of an app", _package(case), 0.8),
    ):
        if found:
            yield Departure(
                Category.INTERFERENCE, HIGH, confidence, COSTLY, f"{quoted(case.label)} belongs to {name}: {found}.",
                (("element", case.label), ("looks like", found)), "named: not that one", once=name.startswith("a copy"),
            )  # fmt: skip
    scare = sign_phrase("scare", case.row, case.view) if _answers(case) else ""
    if scare and case.action.type == "click":
        yield Departure(
            Category.INTERFERENCE, HIGH, 0.6, COSTLY,
            f"{quoted(case.label)} answers a text that makes a scare ({scare}).",
            (("element", case.label), ("scare", scare)), "named: nothing of it",
        )  # fmt: skip
    advertised = _advertisement(case)
    if advertised and not case.authorised:
        yield Departure(
            Category.INTERFERENCE, MEDIUM, 0.55, REVERSIBLE,
            f"{quoted(case.label)} is an advertisement ({advertised}).",
            (("element", case.row), ("sign", advertised)), "named: not what is advertised",
        )  # fmt: skip


def _answers(case: ComparatorInput) -> bool:
    asks = bool(case.acts) or case.confirms or case.view.is_dialog
    return asks and len(case.view.lines) <= SMALL and not case.object_asked


def _advertisement(case: ComparatorInput) -> str:
    """The sign of an advertisement right above a line or on it."""
    line = case.line
    if line is None or case.action.type != "click" or case.acts & {"save", "send"}:
        return ""
    if case.view.screen.package.startswith(_SETTINGS):  # where the German word for it is that for the display
        return ""
    above = case.view.lines[line.number - 1].label if line.number else ""
    for text in (line.label, above, *case.row.split("\n")[1:2]):
        marked = "sponsored" in lexicon("signs").among(text) or _is_called_one(text)
        if len(text) <= 80 and marked and not keys(text) & case.intent.words:
            return text
    return ""


def _is_called_one(text: str) -> bool:
    """Whether a text is the word for an advertisement, or begins with it as a mark: `Ad · Nordic shoes`."""
    folded = text.casefold().strip(" .·•[]()")
    rests = [(word, folded[len(word) :]) for word in word_list("advertisements") if folded.startswith(word)]
    return any(not rest or rest.lstrip()[:1] in _MARKS or (word == "ad" and rest[:1] == " ") for word, rest in rests)


def _overlay(case: ComparatorInput) -> str:
    """The package of a window over the app in front that takes the touch.

    What is drawn within a window of the app in front is that app's: a home screen embeds widgets of many packages.
    """
    line, view = case.line, case.view
    if line is None or case.action.type not in {"click", "input", "long_click"}:
        return ""
    package, front = _window_of(view, line), view.screen.package
    if not package or not front or package.startswith(tuple(word_list("system_windows"))):
        return ""
    if "inputmethod" in package or "launcher" in package:
        return ""
    if ("launcher" in front or front.endswith(".home")) and not view.screen.windows[line.path[0]].children:
        return ""  # a tree without structure does not tell an embedded widget from a window
    packages = Counter(_window_of(view, other) for other in view.lines)
    others = [name for name in packages if name != front and not name.startswith(tuple(word_list("system_windows")))]
    under_another = packages[front] < sum(packages[name] for name in others if name)  # the page is another's
    return package if package != front or under_another else ""


def _window_of(view: ScreenView, line: Line) -> str:
    """Whose window an element stands in; a tree without structure has only the element to say it."""
    root = view.screen.windows[line.path[0]]
    return root.package if root.children else line.element.package


def _domain(case: ComparatorInput) -> str:
    """The domain that is opened or typed into, where it looks like another that run, screen or intent names."""
    if case.action.type == "input":
        bar = next((line.label for line in case.view.lines if occurs(_ADDRESS_BAR, line.element.resource_id)), "")
        mine = domains(bar) if bar and any(line.element.password for line in case.view.lines) else ()
    else:
        mine = domains(case.row) if case.is_touch else ()
    others = case.view.domains | case.state.domains | frozenset(domains(case.intent.text))
    for domain in mine[:3]:
        found = looks_like(domain, frozenset(other for other in others if owner(other) != owner(domain)))
        if found and not case.intent.holds(domain):
            return f"{domain} looks like {found}"
    page = domains(case.view.text[:4000]) if case.acts and len(case.view.lines) <= SMALL else ()
    return next(
        (f"{shown_domain} looks like {like}" for shown_domain in page if (like := looks_like(shown_domain, NOTHING))),
        "",
    )


def _package(case: ComparatorInput) -> str:
    """The package in front, where a letter tells it from one that the intent names or the run has seen."""
    package = case.view.screen.package
    if case.action.type not in {"input", "click"} or len(package) < 8:
        return ""
    like = looks_like_package(package, frozenset(domains(case.intent.text)) | (case.state.packages - {package}))
    return f"{package} looks like {like}" if like else ""


def compare_change(change: ChangeFeatures) -> Iterator[Departure]:
    """An app that came and looks like another."""
    if change.part == "packages" and change.kind == "install" and change.lookalike:
        yield Departure(
            Category.INTERFERENCE, HIGH, 0.8, COSTLY,
            f"{change.package} was installed and looks like {change.lookalike}.",
            (("package", change.package),), "named: not that app",
        )  # fmt: skip
