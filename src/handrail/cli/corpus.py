"""`handrail corpus`: corpora of runs of any size: made, gone through by many processes, and converted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from handrail.cli.console import answer_console, log_console, print_json
from handrail.error import MissingExtra, Misuse, install_line

try:
    from handrail.corpora.answers_folder import POISON, RESULTS, Summary
    from handrail.corpora.conversion import convert_into, write_folders
    from handrail.corpora.examination import Do, Questions
    from handrail.corpora.generation import POOL
    from handrail.corpora.generation import generate as generate_runs
    from handrail.corpora.reading import corpus_files
    from handrail.corpora.run import BATCH, SECONDS, Settings, run_corpus
    from handrail.corpora.run_record import reader
    from handrail.corpora.writing import corpus_writer
except ImportError as error:
    raise MissingExtra(f"`handrail corpus` needs `{error.name}`: {install_line('handrail[corpora,phone]')}") from error

corpus_commands = typer.Typer(
    name="corpus",
    help="Corpora of runs of any size: make, go through, convert.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

ENDINGS = ".jsonl, .jsonl.gz, .jsonl.zst or .parquet"


class EngineName(StrEnum):
    """Who goes through a corpus."""

    LOCAL = "local"
    RAY = "ray"


@corpus_commands.command("run")
def run(
    corpus: Annotated[list[str], typer.Argument(help=f"files, folders, patterns or URLs of {ENDINGS}")],
    out: Annotated[Path, typer.Option("--out", "-o", help="the folder for the answers")],
    do: Annotated[str, typer.Option(help="what to do, of replay, judge and scan")] = ",".join(Do),
    judge: Annotated[str, typer.Option(help="the judge: none, offline, or one of a package; no model")] = "offline",
    engine: Annotated[EngineName, typer.Option(help="processes of this computer, or Ray")] = EngineName.LOCAL,
    workers: Annotated[int, typer.Option(min=1, help="how many processes")] = 2,
    batch: Annotated[int, typer.Option(min=1, help="records of a file of results, at most")] = BATCH,
    seconds: Annotated[float, typer.Option(help="the longest that a record may take")] = SECONDS,
    resume: Annotated[bool, typer.Option("--resume", help="go on with what is in the folder")] = False,
    fail: Annotated[bool, typer.Option("--fail", help="exit 1 if a record could not be examined")] = False,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Replay, judge and scan every run of a corpus.

    The same answers with any engine, number of workers and batch. Exit 0, also where records could not be examined,
    which are listed in poison.jsonl; 1 for these if --fail was given; 2 for misuse or files that cannot be read.
    """
    questions = Questions(_chosen(do), judge)
    settings = Settings(engine.value, workers, batch, seconds, resume)
    with _counted("records") as told:
        summary = run_corpus(corpus, out, questions, settings, told=told)
    if json:
        print_json(summary.as_json())
    else:
        _print(summary, out)
    raise typer.Exit(1 if fail and summary.poison else 0)


def _chosen(text: str) -> tuple[Do, ...]:
    named = [word.strip() for word in text.split(",") if word.strip()]
    unknown = [name for name in named if name not in list(Do)]
    if unknown:
        raise Misuse(f"--do: `{unknown[0]}` is none of {', '.join(Do)}")
    return tuple(work for work in Do if work in named)


@corpus_commands.command("generate")
def generate(
    out: Annotated[Path, typer.Argument(help=f"a file that is not there yet, of {ENDINGS}")],
    steps: Annotated[int, typer.Option(min=1, help="how many steps, at least")] = 10_000,
    seed: Annotated[int, typer.Option(help="the same seed gives the same bytes")] = 0,
    pool: Annotated[int, typer.Option(min=1, help="how many runs are carried out on the simulated phone")] = POOL,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Make a corpus from runs on the simulated phone.

    Exit 0; 2 if the file is there already.
    """
    with corpus_writer(out) as sink, _counted("steps") as told:
        runs, written = generate_runs(sink, steps, seed, size_of_pool=pool, told=told)
    if json:
        print_json({"file": str(out), "runs": runs, "steps": written})
    else:
        print(f"{runs:,} runs with {written:,} steps written to {out}")


@corpus_commands.command("convert")
def convert(
    source: Annotated[list[Path], typer.Argument(help="folders of recorded runs or of journals, or files of a corpus")],
    out: Annotated[Path, typer.Option("--out", "-o", help=f"a file of {ENDINGS}, or a folder for recorded runs")],
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Write recorded runs and journals as a corpus, or a corpus as folders of recorded runs.

    Exit 0; 2 at the first run that cannot be read, and if there is something already where it is to be written.
    """
    if out.suffix in (".jsonl", ".gz", ".zst", ".parquet"):
        with corpus_writer(out) as sink:
            count = convert_into(source, sink)
    else:
        count = write_folders(corpus_files([str(path) for path in source]), out, reader())
    if json:
        print_json({"out": str(out), "runs": count})
    else:
        print(f"{count:,} runs written to {out}")


@contextmanager
def _counted(what: str) -> Iterator[Callable[[int], None]]:
    """Says on a terminal how far it is."""
    console = log_console()
    columns = (SpinnerColumn(), TextColumn(f"{{task.completed:,.0f}} {what}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda more: progress.advance(task, more)


def _print(summary: Summary, out: Path) -> None:
    console = answer_console()
    console.print(f"{summary.records:,} records, {summary.steps:,} steps: {out / RESULTS}", markup=False)
    for name, counts in summary.counts.items():
        console.print(f"  {name}: {', '.join(f'{count:,} {kind}' for kind, count in counts.items())}", markup=False)
    if summary.poison:
        console.print(f"  {summary.poison:,} could not be examined: {out / POISON}", markup=False)
    console.print(f"hash {summary.hash}", markup=False)
