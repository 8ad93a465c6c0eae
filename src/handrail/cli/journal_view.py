"""Journals for people and for programs: whether they are unchanged, as a story, and one step in full."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, assert_never

from rich.console import Console
from rich.table import Table
from rich.text import Text

from handrail.cli.console import answer_console
from handrail.error import Misuse
from handrail.guard.decision import Decision, reasons_of
from handrail.guard.journal import Broken, CutOff, Scan, Verified
from handrail.guard.journal.line import escaped
from handrail.guard.progress_note import ProgressNote
from handrail.guard.report.timeline import Timeline, TimelineStep, action_words, begin, drift_words
from handrail.language.verbalize import printable

_MARKS = {
    "ran": ("✓", "green", ""),
    "finished": ("✓", "green", "accepted"),
    "approved": ("✓", "green", "approved"),
    "insisted": ("✓", "yellow", "ran, insisted upon"),
    "warned": ("•", "yellow", "held back"),
    "blocked": ("✗", "bold red", "blocked"),
    "refused": ("✗", "bold red", "not approved"),
    "missed": ("•", "yellow", "not executed"),
    "lost": ("?", "bold red", "nobody knows whether it ran"),
    "broken": ("?", "bold red", "no decision is recorded"),
}
DECISIONS = {
    "Allow": ("allowed", "green"),
    "Warn": ("held back", "yellow"),
    "Block": ("blocked", "red"),
    "Ask": ("asked", "magenta"),
}
_PREDICATES = {"holds": ("✓", "green"), "lacking": ("✗", "red"), "unknown": ("?", "yellow")}
LONGEST = 400


def print_verification(found: Verified | CutOff | Broken, path: Path) -> None:
    """Whether a journal is what was written."""
    console = answer_console()
    match found:
        case Verified(entries, head, unnamed):
            console.print(Text(f"✓ {path}: {_lines(entries)}, nothing was changed", style="green"), soft_wrap=True)
        case CutOff(entries, head, line, why, unnamed):
            whole = f"{_lines(entries)} {'is' if entries == 1 else 'are'} whole and unchanged"
            console.print(Text(f"✓ {path}: {whole}", style="yellow"), soft_wrap=True)
            hung(console, 2, Text(f"line {line}: "), Text(printable(why, LONGEST)))
        case Broken(line, why):
            told = Text(f"✗ {path}:{line}: {printable(why, LONGEST)}", style="bold red")
            console.print(told, soft_wrap=True)
            return
        case _:
            assert_never(found)
    if unnamed:
        names = printable(", ".join(unnamed[:3]), LONGEST) + (", …" if len(unnamed) > 3 else "")
        label = Text(f"{len(unnamed)} files among its screenshots are named by no entry: ", "yellow")
        hung(console, 2, label, Text(names, "yellow"))
    console.print(Text(f"  head  {head}", style="dim"), soft_wrap=True)


def print_run(scan: Scan) -> None:
    """The whole run, a few lines for each step."""
    entries = (line.entry for line in scan)
    timeline = begin(entries)
    opened = timeline.opened
    console = answer_console()
    hung(console, 0, Text("Asked   ", "dim"), Text(printable(opened.instruction, LONGEST), "bold"))
    about = [f"{opened.at:%Y-%m-%d %H:%M}", opened.device, opened.agent, *(app.name for app in opened.apps)]
    hung(console, 0, Text("Run     ", "dim"), Text(printable(" · ".join(part for part in about if part), LONGEST)))
    for number, rule in enumerate(line for line in opened.specification.splitlines() if line.strip()):
        hung(console, 0, Text("        " if number else "Rules   ", "dim"), Text(printable(rule, LONGEST), "dim"))
    console.print()
    for step in timeline.listen(entries, most=2):
        _print_scene(step, console)
    for sign in timeline.drift:
        app, said = drift_words(sign, opened)
        hung(console, 0, Text("Model   ", "yellow"), Text(f"of {app} may be out of date: {said}", "yellow"))
    console.print()
    _print_progress(timeline.last_progress, console)
    _print_ending(timeline, console)
    _print_fault(scan, console)


def print_step(scan: Scan, number: int) -> None:
    """Everything that the journal says of one step. Raises `Misuse` for a step that is not there."""
    from rich.text import Text

    from handrail.cli.console import answer_console
    from handrail.guard.report.timeline import begin, consequence_words, update_words
    from handrail.language.verbalize import printable

    entries = (line.entry for line in scan)
    last, step = 0, None
    for one_scene in begin(entries).listen(entries, most=2):
        last, step = one_scene.step, one_scene if one_scene.step == number else step
    if step is None:
        raise Misuse(f"there is no step {number}; the journal has {f'steps 1 to {last}' if last else 'none'}")
    console = answer_console()
    _print_scene(step, console)
    decision_input = step.decision_input

    def line(name: str, *parts: str) -> None:
        text = "; ".join(printable(part, 2_000) for part in parts if part)
        if text:
            hung(console, 5, Text(f"{name:<13}", "dim"), Text(text))

    line("thought", decision_input.proposal.thought)
    line("at", f"{decision_input.at:%H:%M:%S}, in {decision_input.package}, {decision_input.screen.activity}")
    if step.target is not None:
        line("element", f"{step.target.left},{step.target.top} to {step.target.right},{step.target.bottom} pixels")
    for update in decision_input.anticipation.updates:
        line("will change", _update(update_words(update)))
    for consequence in decision_input.anticipation.consequences:
        line("will do", _update(consequence_words(consequence)))
    for circumstance in decision_input.circumstances:
        line("look at", f"{circumstance.condition}: {circumstance.text}")
    line("commits", ", ".join(sorted(decision_input.commits)))
    line("irreversible", "yes" if decision_input.irreversible else "")
    line(
        "monitor",
        type(decision_input.verdict).__name__.lower() if decision_input.verdict is not None else "no verdict",
        decision_input.verdict_text,
    )
    for finding in (*decision_input.findings, *step.findings):
        spent = str(finding.cost) if finding.cost is not None else ""
        line("finding", f"{finding.severity.name.lower()}: {finding.message}", ", ".join(finding.evidence), spent)
    for sign in step.drift:
        line("out of date?", f"the model of {sign.package}: {sign.text}")
    for failure in decision_input.failures:
        line("failed", f"{failure.stage}: {failure.what}")
    line("policy", _decided(step.proposed) if step.proposed is not None else "")
    line("device", step.outcome, step.outcome_reason)
    for update in step.observed:
        line("shown then", _update(update_words(update)))
    line("not read", *step.unread)
    for number, heard in enumerate(heard for heard in step.told.splitlines() if heard.strip()):
        line("" if number else "agent heard", heard)
    if step.progress is not None:
        console.print()
        _print_progress(step.progress, console)
    _print_fault(scan, console)


def print_lines(scan: Scan, step: int | None = None) -> None:
    """The lines as they are stored, all of them or those of one step: one JSON document, a line for each."""
    print('{"lines": [', end="")
    before = "\n"
    for content, line in scan.with_bytes():
        if step is None or _step_of(line.entry) == step:
            print(before, content.decode(), sep="", end="")
            before = ",\n"
    fault = scan.fault
    told = None if fault is None else {"line": fault.line, "why": fault.why, "cut_off": fault.cut_off}
    print("\n],", _escaped({"path": str(scan.path), "head": scan.head, "fault": told}, None)[1:])


def print_escaped(document: dict[str, Any]) -> None:
    """One JSON document on stdout, in which nothing is invisible."""
    print(_escaped(document, 2))


def _escaped(document: dict[str, Any], indent: int | None) -> str:
    import json

    return escaped(json.dumps(document, ensure_ascii=False, indent=indent))


def hung(console: Console, indent: int, label: Text, text: Text) -> None:
    """A label, and beside it a text whose further lines stand below its first."""
    before = Text.assemble(" " * indent, label)
    grid = Table.grid(padding=0)
    grid.add_column(width=before.cell_len)
    grid.add_column()
    grid.add_row(before, text)
    console.print(grid)


def _print_scene(step: TimelineStep, console: Console) -> None:
    mark, style, said = _MARKS[step.kind]
    label = Text.assemble((f"{step.step:>3} ", "dim"), (f"{mark} ", style))
    line = Text(action_words(step.decision_input))
    if step.decision_input.commits:
        line.append(f"  commits {printable(', '.join(sorted(step.decision_input.commits)), 80)}", style="bold")
    if said:
        line.append(f"  {said}", style=style)
    hung(console, 0, label, line)
    for reason in reasons_of(step.decision) if step.decision is not None else ():
        hung(console, 6, Text(f"{reason.source.value}: ", "dim"), Text(printable(reason.text, LONGEST)))
    if step.outcome_reason:
        hung(console, 6, Text("device: ", "dim"), Text(printable(step.outcome_reason, LONGEST), style))


def _print_progress(progress: ProgressNote, console: Console) -> None:
    for rule in progress.rules:
        mark = ("✓", "green") if rule.achieved else ("·", "dim")
        hung(console, 2, Text(f"{mark[0]} ", mark[1]), Text(printable(rule.head, LONGEST), "bold"))
        for predicate in rule.predicates:
            sign, style = _PREDICATES[predicate.mark.value]
            said = Text(printable(predicate.words, LONGEST))
            said.append(f" ({printable(predicate.found, LONGEST)})" if predicate.found else "", "dim")
            hung(console, 6, Text(f"{sign} ", style), said)


def _print_fault(scan: Scan, console: Console) -> None:
    fault = scan.fault
    if fault is not None:
        style = "yellow" if fault.cut_off else "bold red"
        hung(console, 0, Text(f"Line {fault.line}: ", style), Text(f"{printable(fault.why, LONGEST)}.", style))


def _print_ending(timeline: Timeline, console: Console) -> None:
    ended = timeline.ended
    if ended is None:
        open_end = "The journal has no last word: the session is still open, or its process ended."
        console.print(Text(open_end, style="bold yellow"))
    elif ended.finished:
        console.print(Text("Finished, and everything that was asked for is verified.", style="bold green"))
    else:
        red = "bold red"
        hung(console, 0, Text("Not finished: ", red), Text(printable(ended.reason, LONGEST), red))


def _decided(decision: Decision) -> str:
    return " ".join(
        (DECISIONS[type(decision).__name__][0], *(f"[{reason.rule}] {reason.text}" for reason in reasons_of(decision)))
    )


def _update(told: tuple[str, Iterable[tuple[str, str]]]) -> str:
    state, values = told
    return f"{state}: {', '.join(f'{name} {value}' for name, value in values)}"


def _step_of(entry: object) -> int | None:
    decision_input = getattr(entry, "decision_input", entry)
    step = getattr(decision_input, "step", None)
    return step if isinstance(step, int) else None


def _lines(number: int) -> str:
    return f"{number} {'line' if number == 1 else 'lines'}"
