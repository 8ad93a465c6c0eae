"""`handrail bench`: every table and figure of a recipe, in one folder, with one page to read."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from handrail.bench.recipe.document import bundled_recipes, open_recipe
from handrail.bench.recipe.model_access import ModelAccess
from handrail.bench.recipe.run import Done, Planned, plan, run_recipe
from handrail.bench.results.difference import Difference, read_run
from handrail.bench.results.findings import headlines, interval_of, shown
from handrail.bench.results.folder import REPORT, write_run
from handrail.cli.console import answer_console, log_console, print_json
from handrail.cli.figure_table import figure_table
from handrail.cli.model_choice import default_model
from handrail.cli.model_source import Calls, Dollars, Tokens
from handrail.error import Misuse
from handrail.llm import Budget, Model


def bench(
    recipe: Annotated[str | None, typer.Argument(help="quick, verification, suite, risk, full, or a file")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="the folder of this run; bench-RECIPE unless given")
    ] = None,
    compare: Annotated[Path | None, typer.Option(help="the folder of another run: the page says what differs")] = None,
    only: Annotated[list[str] | None, typer.Option(help="only this experiment; may be repeated")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="say what there is to measure, and what models would cost; ask nobody")
    ] = False,
    answers: Annotated[
        Path | None,
        typer.Option(help="the folder of the answers of models, which runs share; bench-answers unless given"),
    ] = None,
    workers: Annotated[int | None, typer.Option(help="processes; as many as there are processors unless given")] = None,
    parallel: Annotated[int, typer.Option(help="cases under way at once that ask a model")] = 8,
    calls: Calls = None,
    tokens: Tokens = None,
    dollars: Dollars = None,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Measure what a recipe says, into one folder.

    Without a recipe it lists those that come with Handrail. What is measured is kept in the folder, so the same command
    goes on where it was stopped; answers of models are kept beside it and never paid for twice. Exit 0; 2 for misuse,
    for a recipe or data that cannot be read, and for a folder that is something else.
    """
    if recipe is None:
        _print_recipes(json=json)
        return
    opened = open_recipe(recipe)
    folder = out or Path(f"bench-{opened.name}")
    _demand_folder(folder)
    other = None if compare is None else read_run(compare)
    default = default_model(os.environ)
    cassettes = answers or Path("bench-answers")
    chosen = tuple(only or ())
    if dry_run:
        access = ModelAccess(cassettes, default, os.environ, only_price=True)
        _print_plan(plan(opened, folder, access, chosen), access, json=json)
        return
    access = ModelAccess(cassettes, default, os.environ, limit=_limit(calls, tokens, dollars))
    with _progress() as done:
        ran = run_recipe(
            opened, folder, access, only=chosen, workers=workers or os.cpu_count() or 1, parallel=parallel, done=done
        )
    told = write_run(ran, folder, models=sorted(access.asked), against=other)
    if json:
        print_json({"folder": str(folder), "report": str(folder / REPORT), "summary": str(folder / "summary.json")})
        return
    console = answer_console()
    table = figure_table("Experiment", "cases", "kept already", "processor s")
    for finished in ran.finished:
        table.add_row(
            finished.name, f"{len(finished.results):,}", f"{finished.reused:,}", f"{finished.processor_seconds:,.0f}"
        )
    console.print(table)
    for _, tile in headlines([finished.findings for finished in ran.finished]):
        between = interval_of(tile.value)
        said = f"{shown(tile.value)}{f' ({between})' if between else ''} {tile.said}"
        console.print(Text(said), soft_wrap=True)
    skipped = sum(len(finished.findings.skipped) for finished in ran.finished)
    if skipped:
        console.print(Text(f"Not measured: {skipped}; the page says what and why"), soft_wrap=True)
    if told is not None:
        console.print(Text(_differs(told)), soft_wrap=True)
    console.print(Text(f"{folder / REPORT}"), soft_wrap=True)


def _print_recipes(*, json: bool) -> None:
    titles = bundled_recipes()
    if json:
        print_json({"recipes": titles})
        return
    print("handrail bench RECIPE, where RECIPE is a file of yours, or one of these:\n")
    for name, title in titles.items():
        print(f"  {name:14}{title}")


def _demand_folder(folder: Path) -> None:
    """Refuse now what is no folder of a run, before anything is measured."""
    if folder.exists() and not folder.is_dir():
        raise Misuse(f"{folder} is a file; name a folder for the run with -o")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "cases").is_dir():
        raise Misuse(f"{folder} holds something that is no run of `handrail bench`; name another folder with -o")


def _limit(calls: int | None, tokens: int | None, dollars: float | None) -> Callable[[Model], Model]:
    """One budget for all models together; none where nothing is limited."""
    if (calls, tokens, dollars) == (None, None, None):
        return lambda model: model
    budgets: list[Budget] = []

    def limited(model: Model) -> Model:
        budget = budgets[0].share(model) if budgets else Budget(model, calls=calls, tokens=tokens, dollars=dollars)
        budgets.append(budget)
        return budget

    return limited


@contextmanager
def _progress() -> Iterator[Done]:
    """A bar on stderr for each experiment, as it comes to it; away at the end."""
    console = log_console()
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bars: dict[str, TaskID] = {}

        def done(name: str, count: int, total: int) -> None:
            if name not in bars:
                bars[name] = progress.add_task(name, total=total)
            progress.update(bars[name], completed=count)

        yield done


def _print_plan(planned: tuple[Planned, ...], access: ModelAccess, *, json: bool) -> None:
    if json:
        asked = {
            name: {
                "questions": pricing.calls,
                "input_tokens": pricing.input_tokens,
                "output_tokens": pricing.output_tokens,
                "dollars": pricing.dollars,
            }
            for name, pricing in access.priced.items()
        }
        print_json({"experiments": [asdict(planned_run) for planned_run in planned], "models": asked})
        return
    console = answer_console()
    table = figure_table("Experiment", "cases", "kept already", "ask a model")
    for planned_run in planned:
        table.add_row(planned_run.name, f"{planned_run.cases:,}", f"{planned_run.kept:,}", f"{planned_run.asking:,}")
    console.print(table)
    if not access.priced:
        console.print(Text("No model is asked: nothing to pay."))
        return
    prices = figure_table("Model", "questions", "tokens in", "tokens out, at most", "dollars, at most")
    for name, priced in access.priced.items():
        dollars = "not known" if priced.dollars is None else f"{priced.dollars:,.2f}"
        tokens = f"{priced.input_tokens:,}", f"{priced.output_tokens:,}"
        prices.add_row(name, f"{priced.calls:,}", *tokens, dollars)
    console.print(prices)
    said = "Estimated from the first questions, rather too much for each; a draft that is corrected asks again."
    console.print(Text(said), soft_wrap=True)


def _differs(told: Difference) -> str:
    if told.is_none:
        return f"Nothing differs from {told.than}"
    return f"Otherwise than in {told.than}: {len(told.inputs)} inputs, {len(told.figures)} figures"
