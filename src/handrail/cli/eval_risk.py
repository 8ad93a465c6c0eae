"""`handrail eval risk`: how well are unsafe runs told from safe ones, where, and what would guessing give?"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from handrail.bench.risk.corpus import LabelledRun


def risk(
    corpus: Annotated[Path, typer.Argument(help="a folder with runs like safe_x/01 and unsafe_x/01")],
    judge: Annotated[
        str, typer.Option(help="who judges beside the rules: none, offline, or a model as PROVIDER:NAME")
    ] = "none",
    seed: Annotated[int, typer.Option(help="for the intervals; the same seed gives the same figures")] = 0,
    resamples: Annotated[int, typer.Option(min=0, help="how often the intervals draw anew; 0 for none")] = 1_000,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="leave out runs that cannot be read, and list them")
    ] = False,
    explain: Annotated[Path | None, typer.Option(help="write what was found in each run to this file")] = None,
    html: Annotated[Path | None, typer.Option(help="write the tables and figures to this file")] = None,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Judge every run of a corpus and print the tables, beside baselines that look at nothing that matters.

    Exit 0; 2 if the corpus cannot be read; 3 if the model cannot be reached.
    """
    from handrail.bench.risk.corpus import read_corpus
    from handrail.bench.risk.explain import explanations
    from handrail.bench.risk.measure import measure, readable
    from handrail.bench.risk.report import measured_as_json
    from handrail.bench.risk.sentinel import sentinel_detectors
    from handrail.cli.console import answer_console, log_console, print_json
    from handrail.cli.eval_risk_view import print_measured, write_html

    detectors = sentinel_detectors(judge)
    read = read_corpus(corpus)
    if keep_going:
        for one in read.unread:
            log_console().print(f"left out {one.reason}", markup=False, soft_wrap=True)
    else:
        readable(read)
    measured = measure(read, detectors, seed=seed, resamples=resamples, follow=_followed)
    if explain is not None:
        _write(explain, explanations(measured.main))
    if html is not None:
        _write(html, write_html(read, judge, measured))
    if json:
        print_json(measured_as_json(read, judge, measured))
    else:
        print_measured(answer_console(), read, judge, measured)


def _followed(runs: "Iterable[LabelledRun]") -> "Iterable[LabelledRun]":
    from rich.progress import track

    from handrail.cli.console import log_console

    console = log_console()
    known = list(runs)
    return track(known, "Judging", console=console, transient=True, disable=not console.is_terminal)


def _write(path: Path, text: str) -> None:
    from handrail.error import Misuse

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Misuse(f"{path}: {error.strerror or error}; choose another file") from None
