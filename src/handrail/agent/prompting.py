"""Prompts: files of their own with a version in their name, filled in with values. No prompt stands in the code."""

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template


@cache
def _template(name: str) -> Template:
    source = files("handrail.agent").joinpath(f"prompts/{name}.md").read_text("utf-8")
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)  # noqa: S701 - it is not HTML
    return environment.from_string(source)


def prompt(name: str, **values: Any) -> str:
    """The prompt `name`, as in `m3a-action.1`, with its values. Raises jinja2's error where one is missing."""
    return _template(name).render(values).strip()
