"""A screen as a person takes it in: lines, which of them belong together, what is a question, what is chosen.

Trees come nested and flat, so rows are found by what stands beside an element in the order of the tree.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from handrail.app.generic import Page
from handrail.device.action import Action
from handrail.device.element import Element, Path
from handrail.device.screen import Screen
from handrail.sentinel.domains import domains
from handrail.sentinel.entity import Entity, EntityKind, find
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.normalization import keys
from handrail.text import lexicon, word_list

MOST_CHARACTERS = 2_000_000
MOST_DIALOG_LINES = 12
MOST_WINDOWS = 6
_TOGGLES = ("Switch", "CheckBox", "ToggleButton", "CheckedTextView", "RadioButton")
_SELECTED = (
    r"(?i)\b\d+ (?:selected|items? selected|ausgewählt|seleccionad\w+)\b|\d+개 선택|已选|"
    r"\b(?:clear|cancel|exit|deselect) selection\b|auswahl (?:aufheben|beenden)|(?:borrar|"
    r"cancelar) selección|선택 취소|取消选择"
)
_DIALOG_IDS = ("alertTitle", "button1", "button2", "dialog_title", "parentPanel", "permission_message", "dialog")


@dataclass(frozen=True, slots=True)
class Line:
    """One element that says or takes something. `number` is its place among the lines."""

    number: int
    path: Path
    element: Element
    label: str

    @property
    def is_toggle(self) -> bool:
        """Whether a tap on it switches it."""
        return self.element.checkable or self.element.class_name.endswith(_TOGGLES)

    @property
    def is_field(self) -> bool:
        """Whether text can be typed into it."""
        return self.element.class_name.endswith("EditText") or self.element.password


@dataclass(frozen=True)
class ScreenView:
    """A screen, read once. What costs more is read when it is asked for, and kept."""

    screen: Screen
    region: str
    lines: tuple[Line, ...]
    text: str
    is_cut: bool
    starts: tuple[int, ...] = field(repr=False)

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """The sensitive values on it, and what hidden fields hold."""
        return find(self.text, region=self.region)

    @cached_property
    def page(self) -> Page:
        """The screen as the generic app reads it; raises `HandrailError` where it cannot be read so."""
        return Page.of(self.screen)

    @cached_property
    def is_read(self) -> bool:
        """Whether everything on it was looked at."""
        return not self.is_cut and all(entity.kind is not EntityKind.UNREAD for entity in self.entities)

    @cached_property
    def cut_at(self) -> str:
        """After what the reading stopped, as a person can find it; empty where everything was read."""
        if self.is_read:
            return ""
        unread = next((entity for entity in self.entities if entity.kind is EntityKind.UNREAD), None)
        place = unread.start if unread is not None else len(self.text)
        number = max((line.number for line in self.lines if self.starts[line.number] <= place), default=0)
        label = self.lines[number].label[:40] if self.lines else ""
        return f"element {number + 1}, character {place}, “{label}”"

    @cached_property
    def signs(self) -> frozenset[str]:
        """What the screen shows about itself."""
        return lexicon("signs").among(self.text)

    @cached_property
    def order_kinds(self) -> frozenset[str]:
        """In which ways something on it speaks to an agent."""
        return lexicon("orders").among(self.text)

    @cached_property
    def domains(self) -> frozenset[str]:
        """The domains that it names."""
        return frozenset(domains(self.text))

    @cached_property
    def labels(self) -> Counter[str]:
        """How often each label stands on it."""
        return Counter(line.label for line in self.lines)

    @cached_property
    def top(self) -> tuple[Line, ...]:
        """The lines of the window on top, where it is a small one over another; else all lines."""
        last = len(self.screen.windows) - 1
        if not 1 <= last <= MOST_WINDOWS or not self.screen.windows[last].children:
            return self.lines  # a flat tree has a window for each element
        over = tuple(line for line in self.lines if line.path[0] == last)
        return over if 0 < len(over) <= MOST_DIALOG_LINES else self.lines

    @cached_property
    def texts(self) -> str:
        """What it says and nobody can tap, in one line: titles and messages of the window on top."""
        return " ".join(line.label for line in self.top if not line.element.clickable and not line.is_field)

    @cached_property
    def is_dialog(self) -> bool:
        """Whether it asks one question: a panel of that kind, or few lines of which one declines."""
        if any(line.element.resource_id.endswith(_DIALOG_IDS) for line in self.top):
            return True
        taps = [line for line in self.top if line.element.clickable]
        return len(self.top) <= 9 and any(line.label.casefold().strip(" .!") in word_list("refusals") for line in taps)

    @cached_property
    def title(self) -> str:
        """The first thing that it says."""
        return next((line.label for line in self.top if line.label and not line.element.clickable), "")

    @cached_property
    def chosen(self) -> tuple[Line, ...]:
        """The lines of a list that are ticked or marked; switches of settings are not a choice."""
        return tuple(
            line
            for line in self.lines
            if (line.element.checked or line.element.selected)
            and not line.element.class_name.endswith(("Switch", "RadioButton"))
        )

    def line_of(self, action: Action) -> Line | None:
        """The line that an action names, by place, else by what it says."""
        pinned = action.element
        if pinned is not None:
            for line in self.lines:
                if line.path == pinned.path:
                    return line
        wanted = (pinned.text or pinned.description) if pinned is not None else action.target
        return next((line for line in self.lines if line.label == wanted), None) if wanted else None

    def row(self, line: Line) -> str:
        """What stands with a line: itself, the texts after it until the next that is tapped, and what names it."""
        parts = [line.label]
        if not line.element.class_name.endswith("Button"):
            for other in self.lines[line.number + 1 : line.number + 4]:
                if other.element.clickable or other.is_field:
                    break
                parts.append(other.label)
        if line.number and self._needs_a_name(line):
            parts.insert(0, self.lines[line.number - 1].label)
        parts += _below(line.element)
        return "\n".join(dict.fromkeys(parts))

    def _needs_a_name(self, line: Line) -> bool:
        """Whether what a line is about stands before it: it says nothing, the same as others, or a part of it."""
        before = self.lines[line.number - 1].label
        if not line.label or (line.is_toggle and line.label in before):
            return True
        repeated = self.labels[line.label] > 1
        return repeated and (line.is_toggle or bool(lexicon("acts").among(line.label)))

    def alike(self, line: Line) -> tuple[Line, ...]:
        """The other lines of its kind: another choice of the same list, group of buttons or dialog."""
        return tuple(other for other in self._kinds.get(_kind(line), ()) if other.number != line.number)

    @cached_property
    def _kinds(self) -> dict[tuple[str, bool], list[Line]]:
        kinds: dict[tuple[str, bool], list[Line]] = {}
        for line in self.lines:
            if line.label:
                kinds.setdefault(_kind(line), []).append(line)
        return kinds

    @cached_property
    def selecting(self) -> bool:
        """Whether things are being ticked, as a title such as `3 selected` says."""
        return occurs(_SELECTED, self.text[:4000])

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the whole screen."""
        return keys(self.text)


def _kind(line: Line) -> tuple[str, bool]:
    element = line.element
    own = element.resource_id.rpartition("/")[2]
    named = own.rstrip("0123456789").removesuffix("_") if own and not own.startswith("button") else ""
    if len(own) > 2 and own[-2] == "_":
        named = own[:-2]
    return f"{element.class_name} {named}", element.clickable


def _below(element: Element) -> list[str]:
    """The labels inside a container that is tapped as a whole."""
    if not element.children:
        return []
    return [inner.label for _, inner in element.walk() if inner.label][:8]


def look(screen: Screen, region: str = "US") -> ScreenView:
    """Read a screen. What is over the budget of characters is left out, and said by `is_cut`."""
    lines: list[Line] = []
    texts: list[str] = []
    starts: list[int] = []
    length, cut = 0, False
    for path, element in screen.walk():
        label = element.text or element.description
        if not label and not (element.clickable or element.checkable or element.password):
            continue
        if length + len(label) > MOST_CHARACTERS:
            cut = True
            break
        lines.append(Line(len(lines), path, element, label))
        starts.append(length)
        texts.append(label)
        length += len(label) + 1
    return ScreenView(screen, region, tuple(lines), "\n".join(texts), cut, tuple(starts))


ViewOf: TypeAlias = Callable[[Screen, str], ScreenView]
"""How a screen is read; `look` does it each time, `KeptViews` once."""


class KeptViews:
    """Reads each of the last `size` screens once, for whoever goes through many runs that show the same ones.

    A screen is known by its identity: to compare two costs as much as to read one.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._views: OrderedDict[tuple[int, str], ScreenView] = OrderedDict()

    def __call__(self, screen: Screen, region: str = "US") -> ScreenView:
        """The view; it holds on to its screen, so that no other one gets its identity."""
        key = (id(screen), region)
        view = self._views.get(key)
        if view is None:
            view = self._views[key] = look(screen, region)
            if len(self._views) > self._size:
                self._views.popitem(last=False)
        else:
            self._views.move_to_end(key)
        return view
