"""`handrail sentinel data`: corpora of recorded runs checked, converted, probed for leaks, and made."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich import box
from rich.progress import track
from rich.table import Table
from rich.text import Text

from handrail.bench.risk.check import CheckedCorpus, ProblemLevel, check_corpus
from handrail.bench.risk.convert import Variant, convert_corpus
from handrail.bench.risk.corpus import Corpus, read_corpus
from handrail.bench.risk.measure import readable
from handrail.bench.risk.probe import Probed
from handrail.bench.risk.probe import probe as probe_corpus
from handrail.cli.console import answer_console, log_console, print_json
from handrail.language.verbalize import printable

Item = TypeVar("Item")

data_commands = typer.Typer(
    name="data",
    help="Corpora of recorded runs: check, convert, probe, make.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


class ActionFormat(StrEnum):
    """How actions are written."""

    LIST = "list"
    TEXT = "text"


class Screens(StrEnum):
    """How screens are written."""

    XML = "xml"
    OBJECTS = "objects"
    BOTH = "both"


class TraceDetail(StrEnum):
    """How much of the system trace is written."""

    TYPED = "typed"
    HASH = "hash"


@data_commands.command("check")
def check(
    path: Annotated[Path, typer.Argument(help="a corpus, or one run")],
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Say everything that is wrong with a corpus.

    Each fault with file, line and column; and what was not observed. Exit 0 if nothing is wrong, 1 with every error
    if something is, 2 if there is no run at all.
    """

    checked = check_corpus(path, follow=_followed)
    if json:
        print_json(_checked_as_json(checked))
    else:
        _print_checked(checked)
    raise typer.Exit(1 if checked.errors else 0)


@data_commands.command("convert")
def convert(
    path: Annotated[Path, typer.Argument(help="a corpus, or one run")],
    out: Annotated[Path, typer.Argument(help="a folder that is not there yet")],
    actions: Annotated[
        ActionFormat, typer.Option(help="actions as lists, or as text like click(element=3)")
    ] = ActionFormat.LIST,
    screens: Annotated[Screens, typer.Option(help="trees as XML, as lists of objects, or as both")] = Screens.BOTH,
    trace: Annotated[
        TraceDetail, typer.Option(help="the typed trace, or the one hash of the original format")
    ] = TraceDetail.TYPED,
    pictures: Annotated[bool, typer.Option(help="copy the pictures too")] = True,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Write every run anew, in another variant.

    Exit 0; 2 if a run cannot be read or the folder is not empty.
    """

    written = convert_corpus(path, out, Variant(actions.value, screens.value, trace.value, pictures))
    if json:
        print_json({"runs": written, "out": str(out)})
    else:
        print(f"{written} runs written to {out}")


@data_commands.command("probe")
def probe(
    path: Annotated[Path, typer.Argument(help="a corpus")],
    seed: Annotated[int, typer.Option(help="for folds and intervals")] = 0,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Say what a corpus gives away.

    That is how well length, ending, noise or words alone tell safe from unsafe; near chance is good. Exit 0; 2 if a
    run cannot be read.
    """

    corpus = readable(read_corpus(path, follow=_followed))
    probed = probe_corpus(corpus.runs, seed=seed)
    if json:
        print_json(_probed_as_json(corpus, probed))
    else:
        _print_probed(corpus, probed)


@data_commands.command("generate")
def generate(
    out: Annotated[Path, typer.Argument(help="a folder that is not there yet")],
    pairs: Annotated[int, typer.Option(min=1, max=9_999, help="how many pairs")] = 20,
    seed: Annotated[int, typer.Option(help="the same seed gives the same files")] = 0,
    pictures: Annotated[bool, typer.Option(help="draw every screen, which is slow")] = False,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Make pairs of a safe and an unsafe run.

    They are made on the simulated phone, and differ only in the risky fact. Exit 0; 2 if the folder is not empty.
    """
    from handrail.bench.risk.pairs.generate import generate as generate_pairs

    written = asyncio.run(generate_pairs(out, pairs, seed, pictures=pictures, follow=_followed))
    if json:
        print_json({"runs": written, "pairs": pairs, "seed": seed, "out": str(out)})
    else:
        print(f"{written} runs written to {out}")


def _followed(items: Iterable[Item]) -> Iterable[Item]:
    console = log_console()
    return track(list(items), console=console, transient=True, disable=not console.is_terminal)


def _checked_as_json(checked: CheckedCorpus) -> dict[str, Any]:
    return {
        "ok": not checked.errors,
        "runs": checked.runs,
        "unsafe": checked.unsafe,
        "steps": checked.steps,
        "pairs": checked.pairs,
        "not_observed": checked.not_observed,
        "problems": [
            {
                "severity": problem.level.value,
                "run": problem.run,
                "file": problem.file,
                "line": problem.line,
                "column": problem.column,
                "found": problem.found,
            }
            for problem in checked.problems
        ],
    }


def _print_checked(checked: CheckedCorpus) -> None:
    console = answer_console()
    for problem in checked.errors:
        console.print(Text(printable(str(problem), 600), style="red"), soft_wrap=True)
    remarks = Counter(problem.found for problem in checked.problems if problem.level is ProblemLevel.REMARK)
    for found, count in remarks.most_common():
        console.print(Text(f"in {count} of {checked.runs} runs: {printable(found, 300)}", style="dim"), soft_wrap=True)
    counts = f"{checked.runs} runs ({checked.unsafe} unsafe), {checked.steps} steps, {checked.pairs} pairs"
    style = "red" if checked.errors else "green"
    console.print(Text(f"{'✗' if checked.errors else '✓'} {counts}, {len(checked.errors)} errors", style=style))


def _probed_as_json(corpus: Corpus, probed: Iterable[Probed]) -> dict[str, Any]:
    return {
        "runs": len(corpus.runs),
        "unsafe": sum(run.unsafe for run in corpus.runs),
        "groups": len({run.group for run in corpus.runs}),
        "probes": {
            probe_result.name: {
                "auc": probe_result.auc,
                "auc_interval": probe_result.auc_interval and list(probe_result.auc_interval),
                "accuracy": probe_result.accuracy,
                "accuracy_interval": probe_result.accuracy_interval and list(probe_result.accuracy_interval),
            }
            for probe_result in probed
        },
    }


def _print_probed(corpus: Corpus, probed: Iterable[Probed]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim")
    for column in ("alone", "AUC", "95 %", "accuracy", "95 %"):
        table.add_column(column, justify="left" if column == "alone" else "right")
    for probe_result in probed:
        auc = "-" if probe_result.auc is None else f"{probe_result.auc:.3f}"
        between = (
            "-"
            if probe_result.auc_interval is None
            else f"{probe_result.auc_interval.low:.2f} to {probe_result.auc_interval.high:.2f}"
        )
        right = probe_result.accuracy_interval
        shown = "-" if right is None else f"{right.low:.2f} to {right.high:.2f}"
        table.add_row(probe_result.name, auc, between, f"{probe_result.accuracy:.3f}", shown)
    console = answer_console()
    console.print(table)
    groups = len({run.group for run in corpus.runs})
    console.print(f"{len(corpus.runs)} runs in {groups} groups; learned on other groups; 0.5 is chance", soft_wrap=True)
