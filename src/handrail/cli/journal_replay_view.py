"""A replay for people: the decisions that change, then and now."""

from rich.console import Console
from rich.text import Text

from handrail.cli.console import answer_console
from handrail.cli.journal_view import DECISIONS, LONGEST, hung
from handrail.guard.decision import reasons_of
from handrail.guard.journal.replay import Replay, ReplayedStep
from handrail.guard.report.timeline import action_words
from handrail.language.verbalize import printable


def print_replay(again: Replay, *, anew: bool) -> None:
    """The decisions that change, or that none does."""
    console = answer_console()
    for step in again.steps:
        if step.changed or step.verdict_changed:
            _print_change(step, console)
    number = len(again.steps)
    otherwise = sum(step.otherwise for step in again.steps)
    reasons = sum(step.changed and not step.otherwise for step in again.steps)
    if again.same:
        every = "the decision is the same" if number == 1 else f"all {number} decisions are the same"
        console.print(Text(f"{every[0].upper()}{every[1:]}.", style="bold green"))
    else:
        summary = f"{otherwise} of {number} decisions {'is' if otherwise == 1 else 'are'} otherwise"
        if reasons:
            summary += f", {reasons} more {'has' if reasons == 1 else 'have'} other reasons"
        console.print(Text(f"{summary}.", style="bold yellow" if anew else "bold red"))
        if not anew:
            console.print(
                "The same policy and rules decide otherwise than they did: the journal or Handrail was changed."
            )
    if again.diverges_at is not None:
        console.print(
            f"From step {again.diverges_at} on the agent would have heard something else: what the journal shows after "
            "it is what the agent did then, not what it would have done."
        )
    for remark in again.remarks:
        hung(console, 0, Text("Note: ", "dim"), Text(printable(remark, LONGEST), "dim"))


def _print_change(step: ReplayedStep, console: Console) -> None:
    action = action_words(step.judged.considered.decision_input)
    (was, was_style), (now, now_style) = (
        DECISIONS[type(decision).__name__] for decision in (step.recorded, step.decision)
    )
    line = Text.assemble(action, "  ", (was, was_style))
    if step.otherwise:
        line.append_text(Text.assemble((" → ", "dim"), (now, f"bold {now_style}")))
    else:
        line.append(", for other reasons" if step.changed else ", the same", style="dim")
    hung(console, 0, Text(f"{step.step:>3} ", "dim"), line)
    verdicts = [
        type(verdict).__name__.lower() if verdict is not None else "none"
        for verdict in (step.judged.considered.decision_input.verdict, step.verdict)
    ]
    if verdicts[0] != verdicts[1]:
        hung(console, 6, Text("monitor: ", "dim"), Text(" → ".join(verdicts)))
    for reason in reasons_of(step.decision):
        if reason not in reasons_of(step.recorded):
            told = Text.assemble((f"{reason.source.value}: ", "dim"), printable(reason.text, LONGEST))
            hung(console, 6, Text("now  ", "green"), told)
    for reason in reasons_of(step.recorded):
        if reason not in reasons_of(step.decision):
            told = Text.assemble((f"{reason.source.value}: ", "dim"), printable(reason.text, LONGEST))
            hung(console, 6, Text("then ", "red"), told)
