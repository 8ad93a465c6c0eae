"""Replays for people: a table of all, or one path step by step with what the agent would have been told."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from handrail.bench.replay import Note, NoteKind, Replayed
from handrail.bench.task_file import Task, TaskStep
from handrail.cli.console import answer_console
from handrail.device.action import Action
from handrail.language.diagnostic import show_diagnostic
from handrail.language.verbalize import printable

_STYLES = {
    NoteKind.SOFT: "yellow",
    NoteKind.NOT_YET: "yellow",
    NoteKind.BLOCKED: "bold red",
    NoteKind.REFUSED: "red",
    NoteKind.UNREQUESTED: "magenta",
}
LONGEST_TEXT = 400


def print_replays(tasks: Sequence[Task], replays: Sequence[Replayed]) -> None:
    """One replay as a story, several as a table."""
    console = answer_console()
    if len(replays) == 1:
        print_story(tasks[0], replays[0], console)
    else:
        _print_table(tasks, replays, console)


def print_story(task: Task, replayed: Replayed, console: Console) -> None:
    """One path, step by step, up to the step where it was stopped."""
    asked = task.instruction if replayed.which == "spec" else task.wrong_instruction or task.instruction
    console.print(Text.assemble(("Asked  ", "dim"), (printable(asked, LONGEST_TEXT), "bold")))
    for error in replayed.spec_errors:
        rules = task.rules(replayed.which) or ()
        console.print(Text(show_diagnostic(error, "\n".join(rules), replayed.which), style="red"))
    if not replayed.spec_errors:
        for step in task.steps:
            notes = [note for note in replayed.notes if note.n == step.n]
            stopped = step.n == replayed.blocked_step
            _print_step(step, notes, console, stopped=stopped)
            if stopped:
                break
    console.print(_conclusion(replayed))


def _print_step(step: TaskStep, notes: Sequence[Note], console: Console, *, stopped: bool) -> None:
    mark, style = ("✗", "bold red") if stopped else ("•", "yellow") if notes else ("✓", "green")
    line = Text.assemble((f"{step.n:>4} {mark} ", style), (printable(_said(step), LONGEST_TEXT), ""))
    if step.commits:
        line.append(f"  commits {', '.join(step.commits)}", style="bold")
    console.print(line)
    for note in notes:
        text = Text.assemble((f"{note.kind.value}: ", _STYLES[note.kind]), printable(note.text, LONGEST_TEXT * 2))
        console.print(Padding(text, (0, 0, 0, 7)))


def _said(step: TaskStep) -> str:
    return step.description or _in_words(step.action)


def _in_words(action: Action) -> str:
    parts = [action.type.replace("_", " "), action.target, action.text and f'"{action.text}"', action.direction]
    return " ".join(part for part in parts if part)


def _conclusion(replayed: Replayed) -> Text:
    if replayed.accepted:
        return Text("Accepted: every step was allowed and the task is done.", style="bold green")
    where = f"Rejected at step {replayed.blocked_step}" if replayed.blocked_step is not None else "Rejected"
    reason = printable(replayed.reason.removeprefix(f"step {replayed.blocked_step}: "), LONGEST_TEXT * 2)
    return Text.assemble((f"{where}. ", "bold red"), reason[:1].upper() + reason[1:])


def _print_table(tasks: Sequence[Task], replays: Sequence[Replayed], console: Console) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column("Task", no_wrap=True)
    table.add_column("Step", justify="right")
    table.add_column("Soft at", style="yellow")
    table.add_column("Instruction, and why the path was rejected", ratio=1)
    for task, replayed in zip(tasks, replays, strict=True):
        asked = task.instruction if replayed.which == "spec" else task.wrong_instruction or task.instruction
        told = Text(printable(asked, 160))
        if not replayed.accepted:
            told.append(f"\n{printable(replayed.reason, LONGEST_TEXT)}", style="red")
        table.add_row(
            Text("✓", style="green") if replayed.accepted else Text("✗", style="red"),
            printable(task.id, 40),
            "" if replayed.blocked_step is None else str(replayed.blocked_step),
            ", ".join(map(str, replayed.soft_at)),
            told,
        )
    console.print(table)
    accepted = sum(replay.accepted for replay in replays)
    console.print(f"{accepted} accepted, {len(replays) - accepted} rejected")
