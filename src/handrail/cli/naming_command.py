"""A command whose help names what is installed, read when the help is asked for and not before."""

from typing import Any

from typer.core import TyperCommand

from handrail.registry import KINDS, names


class NamingCommand(TyperCommand):
    """In the help of an option, `{handrail.devices}` stands for how a device is written and those that are installed;
    so with every other group of entry points."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The options, with the names filled in."""
        for option in self.params:
            if said := getattr(option, "help", None):
                option.help = with_names(said)  # type: ignore[attr-defined]
        super().format_options(ctx, formatter)


def with_names(said: str) -> str:
    """A text with each group of entry points told."""
    for kind in KINDS:
        place = f"{{{kind.group}}}"
        if place in said:
            said = said.replace(place, f"{kind.example}; installed are {', '.join(names(kind)) or 'none'}")
    return said
