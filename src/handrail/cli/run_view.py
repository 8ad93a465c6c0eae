"""What `handrail run` shows: the specification before, and how it ended."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from handrail.agent.run import Run
from handrail.app import Apps
from handrail.cli.without_rules import ANNOUNCEMENT
from handrail.guard import Guard, Step
from handrail.guard.decision import INFEASIBLE, reasons_of
from handrail.language.similarity import EXACT
from handrail.language.specification import Specification

_STYLES = {"Allow": "green", "Warn": "yellow", "Block": "red", "Ask": "blue"}


def print_start(
    console: Console,
    instruction: str,
    specification: Specification,
    apps: Apps,
    objectives: Mapping[str, str],
) -> None:
    """What is about to be guarded, for the person whose task it is."""

    if not specification.asks_for_anything:
        text = Text.assemble((ANNOUNCEMENT, "bold"), "\n\n", (f"apps: {apps.name}", "dim"))
    else:
        said = ((specification.explain(EXACT), ""), "\n\n", (specification.show(), "dim"), "\n\n")
        text = Text.assemble(*said, (f"apps: {apps.name}", "dim"))
    for called, objective in objectives.items():
        text.append(f"\n`{objective}` is what the app calls `{called}`", style="dim")
    console.print(Panel(text, title=Text(instruction, style="bold"), title_align="left", border_style="dim"))


def print_step(console: Console, step: Step, thought: str) -> None:
    """One line for one proposal, and why it did not run; of one that was not looked at, what the agent said of it."""
    from rich.text import Text

    from handrail.guard.decision import reasons_of
    from handrail.guard.report.timeline import action_words

    kind = type(step.decision).__name__
    action = action_words(step.decision_input) if step.decision_input is not None else thought or "?"
    not_run = {"Warn": "held back"}.get(kind, "stopped")
    outcome = {"executed": "ran", "finished": "accepted", INFEASIBLE: "gave up", "": not_run}
    said = outcome.get(step.outcome, step.outcome)
    console.print(Text.assemble((f"{step.number:>3} ", "dim"), (f"{said:<10}", _STYLES[kind]), action), soft_wrap=True)
    if not step.executed and step.outcome != "finished":
        for reason in reasons_of(step.decision):
            console.print(Text(f"               {reason.text}", style="dim"))


def print_end(console: Console, done: Run[Step], guard: Guard, page: Path) -> None:
    """Every step in a line, how it ended, and where the report lies."""
    for taken in done.taken:
        print_step(console, taken.step, taken.proposal.thought)
    verified = "finished, and everything that was asked for is verified"
    approved = "finished, as a person said; no rule says what was asked for"
    reached = verified if guard.specification.asks_for_anything else approved
    ended = reached if guard.finished else f"not finished: {done.end}"
    console.print(Text(f"\n{ended}", style="bold green" if guard.finished else "bold red"))
    console.print(Text(f"journal  {guard.journal_folder}\nreport   {page}"), soft_wrap=True)


def report_as_json(done: Run[Step], guard: Guard, page: Path) -> dict[str, Any]:
    """How a run went, for programs."""
    return {
        "finished": guard.finished,
        "end": str(done.end),
        "steps": [
            {
                "n": taken.step.number,
                "action": taken.proposal.action.type,
                "decision": type(taken.step.decision).__name__.lower(),
                "outcome": taken.step.outcome,
                "reasons": [
                    {"source": str(reason.source), "rule": reason.rule, "text": reason.text}
                    for reason in reasons_of(taken.step.decision)
                ],
            }
            for taken in done.taken
        ],
        "specification": guard.specification.show().splitlines(),
        "journal": str(guard.journal_folder),
        "report": str(page),
    }
