"""Prompts: templates in files of their own, each with a version in its name, filled with data that cannot end a block.

Whatever a user or an app wrote stands in a prompt as JSON on one line in which a `<` that could begin a tag is escaped,
so that no text can close the block it is in or open another one. (A `<` before a space is left: rules have it.)
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

_LINE_ENDS = str.maketrans({"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085", "\x7f": "\\u007f"})


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template by its name and version: `prompts/<name>-<version>.md`."""

    name: str
    version: int

    @property
    def purpose(self) -> str:
        """How requests and recordings call it, as in `encoder.draft/1`."""
        return f"encoder.{self.name}/{self.version}"

    def fill(self, values: Mapping[str, Any]) -> str:
        """The text to send. A name that the template uses and nobody gives is an error, never an empty place."""
        template = _templates().get_template(f"{self.name}-{self.version}.md")
        return template.render(values).strip() + "\n"


SYSTEM = Prompt("system", 3)
DRAFT = Prompt("draft", 2)
CORRECT = Prompt("correct", 1)
DECODE = Prompt("decode", 1)
COMPARE = Prompt("compare", 1)


def as_data(value: object) -> str:
    """A value as JSON on one line, with nothing in it that could be taken for markup."""
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": ")).translate(_LINE_ENDS)
    return _tag_start().sub(r"\\u003c", text)


@cache
def _tag_start() -> re.Pattern[str]:
    return re.compile(r"<(?![ =])")


@cache
def _templates() -> "Environment":
    from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound, Undefined

    folder = files("handrail.encoder").joinpath("prompts")

    class Bundled(BaseLoader):
        """Reads the templates that come with the package."""

        def get_source(self, _environment: Environment, template: str) -> tuple[str, str | None, None]:
            file = folder.joinpath(template)
            if not file.is_file():
                raise TemplateNotFound(template)
            return file.read_text("utf-8"), template, None

    def data(value: object) -> str:
        return str(value) if isinstance(value, Undefined) else as_data(value)  # which raises, and names the name

    made = Environment(
        loader=Bundled(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701 - the output is no HTML; what users wrote is escaped by `as_data`
    )
    made.filters["data"] = data
    return made
