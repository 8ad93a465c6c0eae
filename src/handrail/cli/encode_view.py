"""How an encoding is shown in a terminal."""

from typing import assert_never

from rich.console import Console
from rich.text import Text

from handrail.cli.console import answer_console
from handrail.encoder import AskUser, Attempt, Encoded, EncodingFailed, Outcome
from handrail.encoder.report import told
from handrail.language.diagnostic import show_diagnostic


def print_outcome(outcome: Outcome) -> None:
    """The rules and their review, the reason why there are none, or the question to the user."""
    console = answer_console()
    match outcome:
        case Encoded():
            _print_encoded(outcome, console)
        case EncodingFailed():
            _print_failed(outcome, console)
        case AskUser():
            _print_question(outcome, console)
        case _:
            assert_never(outcome)


def _print_encoded(outcome: Encoded, console: Console) -> None:
    console.print(Text(outcome.specification.show()), soft_wrap=True)
    console.print()
    _print_review(outcome, console)
    told = [_drafts(outcome.attempts), outcome.model, _cost(outcome)]
    if outcome.confidence is not None:
        told.append(f"confidence {outcome.confidence:.2f}")
    if outcome.ballot is not None:
        told.append(f"{outcome.ballot.classes[0]} of {outcome.ballot.votes} votes")
    if outcome.experience:
        told.append(f"{len(outcome.experience)} similar requests remembered")
    console.print()
    console.print(Text(f"✓ {', '.join(part for part in told if part)}", style="green"), soft_wrap=True)


def _print_review(outcome: Encoded, console: Console) -> None:
    for line in outcome.review.as_text().split("\n"):
        style = "dim" if line.startswith("     ") else "bold" if line.endswith(":") and not line.startswith(" ") else ""
        console.print(Text(line, style=style), soft_wrap=True)


def _print_failed(outcome: EncodingFailed, console: Console) -> None:
    for attempt in outcome.attempts:
        console.print(Text(f"Draft {attempt.number}:", style="bold"))
        rules = list(attempt.draft.rules) if attempt.draft else []
        for rule in rules:
            console.print(Text(f"  {rule}", style="dim"), soft_wrap=True)
        if attempt.no_answer is not None:
            console.print(Text(f"  {told(attempt.no_answer)}", style="red"), soft_wrap=True)
        for found in (*attempt.refused, *attempt.doubts):
            if found.span.line:
                shown = show_diagnostic(found, rules, "rule")
            else:
                shown = f"{found.found}\nhelp: {found.help}" if found.help else found.found
            for line in shown.split("\n"):
                console.print(Text(f"  {line}", style="cyan" if line.startswith("help:") else ""), soft_wrap=True)
        console.print()
    console.print(Text(f"✗ no specification: {outcome.reason}", style="red"), soft_wrap=True)
    console.print(Text(f"help: {outcome.advice}", style="cyan"), soft_wrap=True)


def _print_question(outcome: AskUser, console: Console) -> None:
    console.print(Text(outcome.question, style="bold"), soft_wrap=True)
    for number, reading in enumerate(outcome.readings, 1):
        votes = f"{reading.votes} of {outcome.ballot.votes} votes"
        console.print(Text(f"\nReading {number}, {votes}:", style="bold"))
        console.print(Text(reading.encoded.specification.show()), soft_wrap=True)
        console.print(Text(reading.encoded.specification.explain(), style="dim"), soft_wrap=True)
    console.print()
    console.print(Text("✗ no specification: only you can say which reading is meant", style="red"))
    console.print(Text("help: say it in the instruction, and encode again", style="cyan"))


def _drafts(attempts: tuple[Attempt, ...]) -> str:
    return f"{len(attempts)} draft{'' if len(attempts) == 1 else 's'}"


def _cost(outcome: Encoded) -> str:
    cost = outcome.cost
    if not cost.calls:
        return f"{cost.seconds:.2f} s"
    money = "price not known" if cost.dollars is None else f"${cost.dollars:.4f}"
    calls = f"{cost.calls} call{'' if cost.calls == 1 else 's'}"
    return f"{calls}, {cost.input_tokens + cost.output_tokens:,} tokens, {money}, {cost.seconds:.1f} s"
