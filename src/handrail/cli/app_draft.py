"""`handrail app draft`: from recorded walks to a model of the app, checked against them."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from handrail.app.draft import Drafted, draft_of
from handrail.cli.console import answer_console, log_console, print_json
from handrail.cli.evidence_view import evidence_as_json, print_evidence
from handrail.cli.model_choice import OFFLINE
from handrail.cli.model_source import AnswersIn, ModelSource, Record, Replay, RequestsOut
from handrail.cli.output_file import demand_place, write_file
from handrail.cli.recorded_walks import walks_in
from handrail.encoder.app_drafting import Improved, improve
from handrail.error import Misuse


def draft(
    recordings: Annotated[
        list[Path], typer.Argument(metavar="RECORDING…", help="folders with recorded walks, or with uiautomator dumps")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="write the model there and the evidence to stdout")
    ] = None,
    package: Annotated[str, typer.Option(help="the app's package; else that of the app in which most was done")] = "",
    name: Annotated[str, typer.Option(help="what the app is called; else as its package")] = "",
    model: Annotated[str, typer.Option(help="who may name and add: offline (nobody), or PROVIDER:NAME")] = OFFLINE,
    record: Record = None,
    replay: Replay = None,
    requests_out: RequestsOut = None,
    answers_in: AnswersIn = None,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Draft a model of an app from recorded walks.

    It is held against them: what they contradict is not in it, and is told. Without --output the model is the answer. A
    language model can propose names and what is missed; each proposal is checked before it is taken.
    Exit 0 with a model, 2 where the recordings cannot be read or show nothing to make one of, 3 where the language
    model could not be reached; the draft is written all the same.
    """
    demand_place(output, record, requests_out)
    source = ModelSource(model, record, replay, requests_out, tuple(answers_in or ()))
    walks = walks_in(recordings)
    drafted, no_answer = draft_of(walks, package, name), False
    if model != OFFLINE:
        asked = source.open()
        assert not isinstance(asked, str)
        improved = asyncio.run(improve(drafted, walks, asked))
        drafted, no_answer = improved.drafted, improved.no_answer is not None
        print_improved(improved)
    elif source.asks_somebody:
        raise Misuse("nobody is asked offline: nothing to record, replay or exchange; name a model with --model")
    if output is not None:
        write_file(output, drafted.text)
    if json:
        print_json({"model": drafted.text, **report_as_json(drafted)})
    elif output is None:
        print(drafted.text, end="")
    else:
        print_drafted(drafted, output)
    raise typer.Exit(3 if no_answer else 0)


def print_improved(improved: Improved) -> None:
    """What became of the proposals of a language model."""
    console = log_console()
    console.print(f"{improved.taken} proposals taken, {len(improved.refused)} refused", markup=False)
    for refusal in improved.refused:
        console.print(f"refused: {refusal.proposal}: {refusal.why}", markup=False, soft_wrap=True)
    if improved.no_answer is not None:
        console.print(f"no answer: {improved.no_answer}", markup=False, soft_wrap=True)


def report_as_json(drafted: Drafted) -> dict[str, object]:
    """What there is to know of a draft, for programs."""
    return {
        "app": drafted.app.name,
        "package": drafted.app.package,
        "commitments": list(drafted.app.commitments),
        "dropped": [{"what": dropped.what, "why": dropped.why} for dropped in drafted.dropped],
        "open_questions": list(drafted.draft.open_questions),
        "evidence": evidence_as_json(drafted.evidence),
    }


def print_drafted(drafted: Drafted, output: Path) -> None:
    """The evidence, what was left out and why, and what a person has to decide."""
    console = answer_console()
    print_evidence(drafted.evidence, str(output), console)
    for dropped in drafted.dropped:
        console.print(Text(f"left out: {dropped}", style="yellow"), soft_wrap=True)
    for question in drafted.draft.open_questions:
        console.print(Text(f"open: {question}", style="dim"), soft_wrap=True)
    lines = drafted.text.count("\n")
    told = f"{output}: {lines} lines. Read them; then `handrail app check {output}` and write your rules."
    log_console().print(Text(told), soft_wrap=True)
