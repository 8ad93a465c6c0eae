"""`handrail eval risk`: how well are unsafe runs told from safe ones, where, and what would guessing give?"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from handrail.bench.risk.corpus import LabelledRun, read_corpus
from handrail.bench.risk.measure import Verdicts, collect, figures, readable
from handrail.bench.risk.report import measured_as_json
from handrail.bench.risk.sentinel import sentinel_panel
from handrail.cli.console import answer_console, log_console, print_json
from handrail.cli.eval_risk_view import print_measured, write_html
from handrail.cli.judge_source import (
    Budget,
    CalibrationFile,
    JudgeName,
    ModeOption,
    Parallel,
    Pictures,
    fusion_for,
    open_judge_source,
    print_waiting,
    rounds,
)
from handrail.cli.model_choice import SpendingLimits
from handrail.cli.model_source import (
    AnswersIn,
    Calls,
    Dollars,
    ModelSource,
    Record,
    Replay,
    RequestsOut,
    Tokens,
)
from handrail.cli.output_file import demand_place, write_file
from handrail.sentinel.judge import Cause


def risk(
    corpus: Annotated[Path, typer.Argument(help="a folder with runs like safe_x/01 and unsafe_x/01")],
    judge: JudgeName = "none",
    mode: ModeOption = None,
    all_modes: Annotated[
        bool, typer.Option("--all-modes", help="ask a model in all published modes, for the ablation")
    ] = False,
    pictures: Pictures = False,
    false_alarms: Budget = None,
    calibration: CalibrationFile = None,
    record: Record = None,
    replay: Replay = None,
    requests_out: RequestsOut = None,
    answers_in: AnswersIn = None,
    calls: Calls = None,
    tokens: Tokens = None,
    dollars: Dollars = None,
    parallel: Parallel = 8,
    seed: Annotated[int, typer.Option(help="for the intervals; the same seed gives the same figures")] = 0,
    resamples: Annotated[int, typer.Option(min=0, help="how often the intervals draw anew; 0 for none")] = 1_000,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="leave out runs that cannot be read, and list them")
    ] = False,
    explain: Annotated[Path | None, typer.Option(help="write what was found in each run to this file")] = None,
    html: Annotated[Path | None, typer.Option(help="write the tables and figures to this file")] = None,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Measure how well unsafe runs are told from safe ones.

    Prints the tables, beside baselines that look at nothing that matters. Exit 0, also where questions were written to
    --requests-out and wait for answers; 2 for misuse or a corpus that cannot be read; 3 if some question has no answer,
    because the model could not be reached or its budget was spent; the figures count it as an abstention.
    """
    import asyncio

    from handrail.bench.risk.report import explanations
    from handrail.cli.console import log_console

    for file in (explain, html, record, requests_out):
        demand_place(file)
    limits = SpendingLimits(calls, tokens, dollars)
    source = ModelSource(judge, record, replay, requests_out, tuple(answers_in or ()), limits, option="--judge")
    opened = open_judge_source(source, mode, pictures=pictures, parallel=parallel, all_modes=all_modes)
    fusion = fusion_for(opened.judge.name, calibration, false_alarms)
    panel = sentinel_panel(opened.judge, opened.others, fusion=fusion)
    read = read_corpus(corpus)
    if keep_going:
        for unread in read.unread:
            log_console().print(f"left out {unread.reason}", markup=False, soft_wrap=True)
    else:
        readable(read)
    log_console().print(f"judge: {opened.judge.name}, {len(read.runs)} runs", markup=False, soft_wrap=True)
    with _progress(len(read.runs)) as step:
        verdicts = asyncio.run(collect(read, panel, parallel=parallel, done=step))
    if requests_out is not None and opened.waiting:
        print_waiting(opened.waiting, rounds(_unanswered(verdicts), mode), requests_out, json=json)
        return
    about_actions = opened.asks_about_actions
    measured = figures(read, verdicts, seed=seed, resamples=resamples)
    if explain is not None:
        write_file(explain, explanations(measured.main))
    if html is not None:
        write_file(html, write_html(read, opened.judge.name, measured, about_actions=about_actions))
    if json:
        usage = None if opened.questions is None else opened.questions.usage
        print_json(measured_as_json(read, opened.judge.name, measured, usage, about_actions=about_actions))
    else:
        print_measured(answer_console(), read, opened.judge.name, measured, about_actions=about_actions)
    raise typer.Exit(opened.exit_code())


@contextmanager
def _progress(total: int) -> Iterator[Callable[[LabelledRun], None]]:
    """A bar on stderr that goes on with each run, and goes away at the end."""
    console = log_console()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("Judging", total=total)
        yield lambda _: progress.advance(bar)


def _unanswered(verdicts: Verdicts) -> list[int]:
    """How many opinions of the judge each run still lacks."""
    return [dict(verdict.opinions).get(str(Cause.NOT_RECORDED), 0) for verdict in next(iter(verdicts.values()))]
