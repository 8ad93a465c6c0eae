"""A screen in a terminal, for a person who acts by hand: what can be touched by number, and what only can be read."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from handrail.agent.by_hand import HELP, Choice
from handrail.cli.console import log_console
from handrail.device.element import Element
from handrail.device.screen import Screen, is_editable
from handrail.language.verbalize import printable

_LONGEST_WORDS = 400


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """One line of the list; `number` is None for what only can be read."""

    number: int | None
    kind: str
    words: str


def lines_on(screen: Screen, choices: tuple[Choice, ...]) -> tuple[ScreenLine, ...]:
    """The screen in reading order. A text inside of something that can be touched is said with it."""
    return tuple(_lines(screen, {choice.identity.path: choice for choice in choices}))


def _lines(screen: Screen, choices: dict[tuple[int, ...], Choice]) -> Iterator[ScreenLine]:
    for path, element in screen.walk():
        chosen = choices.get(path)
        if chosen is not None:
            yield ScreenLine(chosen.number, _kind(chosen.element), _words(chosen))
        elif element.label and not element.bounds.is_empty and not any(path[:n] in choices for n in range(len(path))):
            yield ScreenLine(None, "", element.label)


def _kind(element: Element) -> str:
    if is_editable(element):
        return "password" if element.password else "field"
    if element.checkable:
        return "on" if element.checked else "off"
    if element.selected:
        return "chosen"
    if not element.enabled:
        return "disabled"
    return "button" if element.class_name.endswith("Button") else ""


def _words(chosen: Choice) -> str:
    """A field with what stands in it, unless that is only its hint."""
    text = chosen.element.text
    filled = is_editable(chosen.element) and text and text not in (chosen.words, chosen.element.hint)
    return f"{chosen.words}: {text}" if filled else chosen.words


def render_screen(screen: Screen, choices: tuple[Choice, ...]) -> RenderableType:
    """The app in front, its lines, and what can be typed."""
    front = " · ".join(filter(None, (screen.package, screen.activity.rpartition(".")[2])))
    table = Table(show_header=False, box=None, padding=(0, 1), pad_edge=False)
    table.add_column(justify="right", style="bold cyan", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="ellipsis", no_wrap=True)
    for line in lines_on(screen, choices):
        number = "" if line.number is None else str(line.number)
        words = Text(printable(line.words, _LONGEST_WORDS), style="dim" if line.number is None else "")
        table.add_row(number, line.kind, words)
    return Group(Text(f"\n{printable(front, _LONGEST_WORDS)}", style="bold"), table, Text(HELP, style="dim"))


def show_screen(screen: Screen, choices: tuple[Choice, ...], said: str, console: Console | None = None) -> None:
    """The screen as a list, and what the environment said; no choices where only a word is to be said."""
    console = console or log_console()
    if said:
        console.print(Text(said, style="yellow" if choices else "red"))
    if choices:
        console.print(render_screen(screen, choices))
