"""`handrail approvals`: what waits for a person, and the person's answers."""

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from handrail.cli.console import answer_console, print_json
from handrail.cli.rules_file import read_rules
from handrail.error import Misuse, UnreadableInput
from handrail.guard.approval.card import card
from handrail.guard.approval.place import read_own
from handrail.guard.approval.question import Approved, Edited, Rejected
from handrail.guard.approval.queue import Pending, answer_pending, asker_now, pending

approvals_commands = typer.Typer(
    name="approvals", help="Questions that wait for a person.", no_args_is_help=True, rich_markup_mode=None
)

Journal = Annotated[Path, typer.Argument(help="the journal's folder, in which the questions are")]
Identifier = Annotated[str, typer.Argument(help="the question, by the beginning of its identifier")]
By = Annotated[str, typer.Option("--by", envvar="USER", help="who answers")]
Key = Annotated[
    Path | None, typer.Option("--key", help="the file with your own key, where the guard knows people by keys")
]


@approvals_commands.callback()
def approvals() -> None:
    """Questions that wait for a person, and their answers."""


@approvals_commands.command("list")
def list_pending(
    journal: Journal,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Show every question that waits.

    With what the agent wants, what would change, and why it is asked.
    """
    waiting = pending(_existing(journal))
    if json:
        print_json({"pending": [pending_as_json(awaited) for awaited in waiting]})
        return
    console = answer_console()
    for awaited in waiting:
        console.print(card(awaited.question, asker_now(journal, awaited, time.time())))
        if not awaited.alive:
            console.print("  The program that asked this does not run any more; nothing of it runs.", style="red")
        console.print(f"  {awaited.question.identifier}", style="dim", highlight=False)
        if awaited.picture is not None:
            console.print(f"  {awaited.picture}", style="dim", highlight=False, soft_wrap=True)
        console.print()
    if not waiting:
        console.print("nothing waits for a person", style="dim")


@approvals_commands.command()
def approve(journal: Journal, identifier: Identifier, by: By = "", key: Key = None) -> None:
    """Let the action run, once, exactly as it was shown."""
    awaited = _find(journal, identifier)
    _answer(journal, awaited, Approved(awaited.question.digest, _name(by), awaited.question.identifier), key)


@approvals_commands.command()
def reject(
    journal: Journal,
    identifier: Identifier,
    note: Annotated[str, typer.Option(help="why, for the agent")] = "",
    by: By = "",
    key: Key = None,
) -> None:
    """Do not let the action run."""

    _answer(journal, _find(journal, identifier), Rejected(_name(by), note), key)


@approvals_commands.command()
def edit(
    journal: Journal,
    identifier: Identifier,
    specification: Annotated[Path, typer.Argument(help="the rules that should hold instead: a file, or - for stdin")],
    by: By = "",
    key: Key = None,
) -> None:
    """Change the rules, and have the action judged by them."""

    rules = read_rules(specification)
    text = rules if isinstance(rules, str) else "\n".join(rules)
    _answer(journal, _find(journal, identifier), Edited(_name(by), text), key)


def pending_as_json(awaited: Pending) -> dict[str, Any]:
    """A question for programs."""
    question = awaited.question
    return {
        "id": question.identifier,
        "digest": question.digest,
        "seen": awaited.seen,
        "step": question.step,
        "instruction": question.instruction,
        "title": question.title,
        "wants": question.wants,
        "where": question.where,
        "first": list(question.first),
        "does": [
            {
                "what": does.what,
                "kind": does.kind,
                "irreversible": does.irreversible,
                "details": [
                    {"name": detail.name, "value": detail.value, "known": detail.known} for detail in does.details
                ],
            }
            for does in question.does
        ],
        "changes": [
            {"what": change.what, "goes": change.goes, "values": dict(change.values)} for change in question.changes
        ],
        "reasons": list(question.reasons),
        "agent_says": list(question.agent_says),
        "asked_at": question.asked_at.isoformat(),
        "expires_at": question.expires_at.isoformat(),
        "specification": question.specification,
        "picture": str(awaited.picture) if awaited.picture is not None else None,
        "alive": awaited.alive,
    }


def _find(journal: Path, identifier: str) -> Pending:

    waiting = pending(_existing(journal))
    found = [awaited for awaited in waiting if identifier and awaited.question.identifier.startswith(identifier)]
    if len(found) != 1:
        known = ", ".join(awaited.question.identifier for awaited in waiting) or "none"
        how_many = "no question" if not found else f"{len(found)} questions"
        raise Misuse(f"{how_many} in {journal} begin with `{identifier}`; those that wait: {known}")
    return found[0]


def _existing(journal: Path) -> Path:
    """A misspelt folder must not look like one in which nothing waits."""
    if not journal.is_dir():
        raise UnreadableInput(f"{journal}: no such folder; name the one that `handrail run --journal` was given")
    return journal


def _answer(journal: Path, awaited: Pending, answer: Approved | Rejected | Edited, key: Path | None) -> None:
    """Leave the answer, and say what the guard says it counted for: nothing else is told as one."""
    if not awaited.alive:
        print("did not count: the program that asked does not run any more; nothing of it runs", file=sys.stderr)
        raise typer.Exit(1)
    secret = _key(key) if key is not None else None
    outcome = answer_pending(
        journal, awaited, answer, now=asker_now(journal, awaited, time.time()), key=secret
    ).outcome()
    if outcome is None:
        print("the guard has not said whether the answer counts; its journal will", file=sys.stderr)
        raise typer.Exit(1)
    if not outcome.counted:
        print(f"did not count: {outcome.why or 'the guard did not take it'}", file=sys.stderr)
        raise typer.Exit(1)
    print(f"{type(answer).__name__.lower()}: {awaited.question.title}")


def _key(file: Path) -> bytes:
    key = read_own(file)
    if not key:
        raise UnreadableInput(f"{file}: there is no key in it; it holds the secret bytes that the guard knows you by")
    return key


def _name(by: str) -> str:
    return by or "somebody at a terminal"
