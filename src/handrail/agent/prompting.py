"""What is put before a model: prompts from files, and a screen as a numbered list of what can be seen and used.

A prompt is a file of its own with a version in its name, filled in with values. No prompt stands in the code.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from handrail.device.action import Action
from handrail.device.element import Element, Path
from handrail.device.screen import Screen
from handrail.language.verbalize import quoted

MOST_LISTED = 120


@dataclass(frozen=True, slots=True)
class NumberedElement:
    """One element of the list, under its number, which is one more than its place."""

    path: Path
    element: Element

    @property
    def can_be_used(self) -> bool:
        """Whether it takes touches or typing, or can be scrolled."""
        return self.element.clickable or self.element.long_clickable or self.element.scrollable

    def line(self, number: int) -> str:
        """As the model reads it; what stands on the screen is in quotation marks and bounded."""
        element = self.element
        kind = element.class_name.rpartition(".")[2]
        can = [
            word
            for word, holds in (
                ("click", element.clickable),
                ("hold", element.long_clickable),
                ("type", kind == "EditText"),
                ("scroll", element.scrollable),
                ("on" if element.checked else "off", element.checkable),
                ("selected", element.selected),
                ("disabled", not element.enabled),
            )
            if holds
        ]
        name = element.resource_id.rpartition("/")[2]
        said = [
            f"[{number}] {kind}",
            *([quoted(element.label)] if element.label else []),
            *([f"id={name}"] if name else []),
        ]
        return " ".join([*said, *([f"({', '.join(can)})"] if can else [])])


def listed(screen: Screen) -> tuple[NumberedElement, ...]:
    """What a person can see or touch, window on top last; at most `MOST_LISTED`."""
    found = [
        NumberedElement(path, element)
        for path, element in screen.walk()
        if not element.bounds.is_empty
        and (element.label or element.clickable or element.long_clickable or element.scrollable)
    ]
    return tuple(found[-MOST_LISTED:])


def lines_of(screen: Screen) -> list[str]:
    """The list as lines."""
    return [entry.line(number) for number, entry in enumerate(listed(screen), 1)]


def action_in_words(action: Action) -> str:
    """An action as one line, for prompts and histories."""
    said: str = action.type
    if action.element is not None:
        said += f" on {quoted(action.element.text or action.element.description or action.element.resource_id)}"
    elif action.target:
        said += f" {quoted(action.target)}"
    if action.text is not None:
        said += f" with {quoted(action.text)}"
    return f"{said} {action.direction}" if action.direction else said


def prompt(name: str, **values: Any) -> str:
    """The prompt `name`, as in `m3a-action.1`, with its values. Raises jinja2's error where one is missing."""
    return _template(name).render(values).strip()


@cache
def _template(name: str) -> Template:
    source = files("handrail.agent").joinpath(f"prompts/{name}.md").read_text("utf-8")
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)  # noqa: S701 - it is not HTML
    return environment.from_string(source)
