"""`handrail policy`: is a policy well formed, and what does it do?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from handrail.guard.policy.read import PolicyError
    from handrail.guard.policy.terms import Policy

policy_commands = typer.Typer(
    name="policy",
    help="Policies: what needs a person, whatever was asked.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@policy_commands.callback()
def policies() -> None:
    """Policies: what an organisation or a user wants whatever the specification says."""


@policy_commands.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="a policy, or several that hold together")],
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Check policies, and say what they do together.

    Exit 0 if they can be used, 1 with every fault if not, 2 if a file cannot be read.
    """
    from handrail.cli.console import print_json
    from handrail.guard.policy.read import PolicyError, load_policy
    from handrail.guard.policy.terms import combined

    try:
        policy = combined(*(load_policy(path) for path in files))
    except PolicyError as error:
        if json:
            print_json(refusal_as_json(error))
        else:
            print_refusal(error)
        raise typer.Exit(1) from None
    if json:
        print_json(policy_as_json(policy))
    else:
        print_policy(policy, ", ".join(str(path) for path in files))


@policy_commands.command()
def show(
    file: Annotated[Path | None, typer.Argument(help="a policy; left out: the default one")] = None,
) -> None:
    """Print a policy in full; without a file, the default.

    In full means with all that it takes from the default, which is printed with its comments.
    """
    from handrail.guard.policy.read import default_policy_text, load_policy

    print(default_policy_text() if file is None else load_policy(file).source, end="")


def policy_as_json(policy: "Policy") -> dict[str, Any]:
    """A policy that can be used, for programs."""
    from handrail.guard.policy.summary import summary

    return {
        "ok": True,
        "names": [terms.name for terms in policy.terms],
        "summary": summary(policy).split("\n"),
        "source": policy.source,
        "faults": [],
    }


def refusal_as_json(error: "PolicyError") -> dict[str, Any]:
    """A policy that cannot be used, for programs."""
    faults = [
        {
            "file": error.name,
            "code": one.code,
            "line": one.span.line,
            "column": one.span.column,
            "found": one.found,
            "help": one.help,
        }
        for one in error.diagnostics
    ]
    return {"ok": False, "names": [], "summary": [], "source": "", "faults": faults}


def print_policy(policy: "Policy", name: str) -> None:
    """A policy for people."""
    from rich.text import Text

    from handrail.cli.console import answer_console
    from handrail.guard.policy.summary import summary

    console = answer_console()
    console.print(Text(f"✓ {name}: no faults", style="green"), soft_wrap=True)
    console.print(Text("\nIn words:", style="bold"))
    console.print(Text(summary(policy)), soft_wrap=True)


def print_refusal(error: "PolicyError") -> None:
    """Every fault for people, with its line and a marker below the place."""
    from rich.text import Text

    from handrail.cli.console import answer_console

    console = answer_console()
    for shown in error.shown:
        first, *rest = shown.split("\n")
        console.print(Text(first, style="bold red"), soft_wrap=True)
        for line in rest:
            console.print(Text(line, style="cyan" if line.startswith("help:") else ""), soft_wrap=True)
        console.print()
    number = len(error.diagnostics)
    told = f"✗ {error.name}: {number} fault{'' if number == 1 else 's'}; this policy cannot be used"
    console.print(Text(told, style="red"), soft_wrap=True)
