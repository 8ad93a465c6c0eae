"""The prompts: files with a version in their name, and the data that goes into them, which can end no block.

Whatever a screen, an app or the user wrote stands in a question as JSON on one line, in which `<` and `>` are escaped.
So no text can close the block that it is in, begin another one, or look like a line of the prompt.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from string import Template

_ESCAPES = str.maketrans({
    "<": "\\u003c", ">": "\\u003e", "\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085", "\x7f": "\\u007f"
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text by its name and version: `prompts/<name>-<version>.md`."""

    name: str
    version: int

    @property
    def purpose(self) -> str:
        """How requests and recordings call it, as in `sentinel.step/1`."""
        return f"sentinel.{self.name}/{self.version}"

    def fill(self, values: Mapping[str, str] | None = None) -> str:
        """The text to send; a place for which no value is given is an error, never left empty."""
        text = files(__package__).joinpath("prompts", f"{self.name}-{self.version}.md").read_text("utf-8")
        return Template(text).substitute(values or {})


SYSTEM = Prompt("system", 1)
BY_MODE: Mapping[str, Prompt] = {name: Prompt(name, 1) for name in ("step", "sampled", "consecutive", "incremental")}


def as_data(value: object) -> str:
    """A value as JSON on one line that holds no markup."""
    return _sound(json.dumps(value, ensure_ascii=False, separators=(", ", ": "))).translate(_ESCAPES)


def _sound(text: str) -> str:
    """Half a surrogate pair, as a broken app may show, as its escape: no request could carry it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
