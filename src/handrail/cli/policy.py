"""`handrail policy`: is a policy well formed, and what does it do?"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.text import Text

from handrail.app import App
from handrail.cli.app_model import APP, load_app
from handrail.cli.console import answer_console, print_json
from handrail.guard.policy.policies import PolicySet, combined
from handrail.guard.policy.read import PolicyError, default_policy_text, load_policy, policy_text, read_policy
from handrail.guard.policy.review import review_policy
from handrail.guard.policy.summary import summary
from handrail.language.diagnostic import Diagnostic, show_diagnostic

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
    app: Annotated[list[str] | None, typer.Option(help=f"{APP}; may be given for each app")] = None,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Check policies, and say what they do together.

    With apps, also whether they have what the policies name. Exit 0 if there is nothing to say against them, 1 with
    every fault and finding if there is, 2 if a file cannot be read.
    """
    apps = [load_app(name) for name in app or ()]
    texts = {str(path): policy_text(path) for path in files}
    try:
        policy = combined(*(read_policy(text, name) for name, text in texts.items()))
    except PolicyError as error:
        if json:
            print_json(refusal_as_json(error))
        else:
            print_refusal(error)
        raise typer.Exit(1) from None
    reviewed = [Reviewed(name, text, review_policy(text, name, apps)) for name, text in texts.items()]
    if json:
        print_json(policy_as_json(policy, reviewed, apps))
    else:
        print_policy(policy, reviewed, apps)
    raise typer.Exit(1 if any(reviewed.findings for reviewed in reviewed) else 0)


@policy_commands.command()
def show(
    file: Annotated[Path | None, typer.Argument(help="a policy; left out: the default one")] = None,
) -> None:
    """Print a policy in full; without a file, the default.

    In full means with all that it takes from the default, which is printed with its comments.
    """

    print(default_policy_text() if file is None else load_policy(file).source, end="")


class Reviewed(NamedTuple):
    """A file and the findings about it."""

    name: str
    text: str
    findings: tuple[Diagnostic, ...]


def policy_as_json(policy: PolicySet, reviewed: Sequence[Reviewed], apps: Sequence[App]) -> dict[str, Any]:
    """A policy that can be used, for programs."""
    from handrail.guard.policy.summary import expected

    return {
        "ok": not any(reviewed.findings for reviewed in reviewed),
        "names": [policies.name for policies in policy.policies],
        "summary": summary(policy).split("\n"),
        "source": policy.source,
        "faults": [],
        "findings": [diagnostic_as_json(finding, file.name) for file in reviewed for finding in file.findings],
        "apps": {
            app.name: [
                {
                    "what": expectation.what,
                    "decision": type(expectation.decision).__name__.lower(),
                    "rules": list(expectation.rules),
                }
                for expectation in expected(policy, app)
            ]
            for app in apps
        },
    }


def diagnostic_as_json(diagnostic: Diagnostic, file: str) -> dict[str, Any]:
    """A fault or a finding for programs."""
    return {
        "file": file,
        "code": diagnostic.code,
        "line": diagnostic.span.line,
        "column": diagnostic.span.column,
        "found": diagnostic.found,
        "help": diagnostic.help,
    }


def refusal_as_json(error: PolicyError) -> dict[str, Any]:
    """A policy that cannot be used, for programs."""
    faults = [diagnostic_as_json(diagnostic, error.name) for diagnostic in error.diagnostics]
    return {"ok": False, "names": [], "summary": [], "source": "", "faults": faults, "findings": [], "apps": {}}


def print_policy(policy: PolicySet, reviewed: Sequence[Reviewed], apps: Sequence[App]) -> None:
    """A policy for people, with what was found first."""
    from rich.text import Text

    from handrail.cli.console import answer_console
    from handrail.guard.policy.summary import expected

    console = answer_console()
    for file in reviewed:
        for finding in file.findings:
            _print_shown(show_diagnostic(finding, file.text, file.name), "yellow")
    name, number = (
        ", ".join(reviewed.name for reviewed in reviewed),
        sum(len(reviewed.findings) for reviewed in reviewed),
    )
    if number:
        told = f"✗ {name}: {number} finding{'' if number == 1 else 's'}; this policy does less than it seems to"
        console.print(Text(told, style="yellow"), soft_wrap=True)
    else:
        console.print(Text(f"✓ {name}: no faults", style="green"), soft_wrap=True)
    console.print(Text("\nIn words:", style="bold"))
    console.print(Text(summary(policy)), soft_wrap=True)
    for app in apps:
        console.print(Text(f"\n{app.name}, for what was asked:", style="bold"), soft_wrap=True)
        for said in expected(policy, app):
            rules = f" ({', '.join(said.rules)})" if said.rules else ""
            console.print(Text(f"- {said.what}: {type(said.decision).__name__.lower()}{rules}"), soft_wrap=True)


def print_refusal(error: PolicyError) -> None:
    """Every fault for people, with its line and a marker below the place."""
    console = answer_console()
    for shown in error.shown:
        _print_shown(shown, "bold red")
    number = len(error.diagnostics)
    told = f"✗ {error.name}: {number} fault{'' if number == 1 else 's'}; this policy cannot be used"
    console.print(Text(told, style="red"), soft_wrap=True)


def _print_shown(shown: str, style: str) -> None:
    console = answer_console()
    first, *rest = shown.split("\n")
    console.print(Text(first, style=style), soft_wrap=True)
    for line in rest:
        console.print(Text(line, style="cyan" if line.startswith("help:") else ""), soft_wrap=True)
    console.print()
