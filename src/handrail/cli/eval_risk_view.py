"""An evaluation of risk detection for people: tables on a console, and the same with figures as a page."""

from collections.abc import Iterable, Mapping
from html import escape
from io import StringIO
from statistics import median

from rich.console import Console
from rich.table import Table
from rich.text import Text

from handrail.bench.risk.asking import asking
from handrail.bench.risk.corpus import Corpus
from handrail.bench.risk.evaluation import DetectorEvaluation
from handrail.bench.risk.measure import Measured
from handrail.bench.risk.report import accuracy_figure, step_figure
from handrail.cli.figure_table import figure_table, percent
from handrail.language.verbalize import printable
from handrail.sentinel.fusion.verdict import SAFE, UNSAFE, UNSURE
from handrail.sentinel.judge.judge import Cause

_PAGE_WIDTH = 150
_STYLE = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}pre{overflow:auto}"


def print_measured(
    console: Console, corpus: Corpus, judge: str, measured: Measured, *, about_actions: bool = False
) -> None:
    """All tables; `about_actions` says that the judge was asked about the actions that count."""
    main = measured.main
    unsafe = sum(run.unsafe for run in corpus.runs)
    pairs = len({run.pair for run in corpus.runs})
    console.print(
        Text(f"{len(corpus.runs)} runs ({unsafe} unsafe) of {pairs} pairs, judge: {judge}", style="bold"),
        soft_wrap=True,
    )
    for unread in corpus.unread:
        console.print(Text(f"not read: {printable(unread.id, 60)}", style="red"))
    rows = {measured.name: main, **measured.ablation}
    for table in (
        _whole_runs(rows, measured.baselines),
        _steps(rows, measured.baselines),
        _intervals(main),
        _prevalences(main),
        _categories(main),
    ):
        console.print()
        console.print(table)
    if any(evaluation.opinions for evaluation in rows.values()):
        console.print()
        console.print(_opinions(rows))
    _print_errors(console, main)
    if about_actions:
        _print_asking(console, main)


def write_html(corpus: Corpus, judge: str, measured: Measured, *, about_actions: bool = False) -> str:
    """The tables and two figures as one page that needs nothing else."""
    console = Console(record=True, file=StringIO(), width=_PAGE_WIDTH, highlight=False, force_terminal=True)
    print_measured(console, corpus, judge, measured, about_actions=about_actions)
    tables = console.export_html(inline_styles=True, code_format="<pre><code>{code}</code></pre>")
    rows = {measured.name: measured.main, **measured.ablation, **measured.baselines}
    figures = "\n".join((accuracy_figure(rows), step_figure(rows)))
    title = f"Risk detection on {escape(corpus.path.name)}"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
        f"</head><body><h1>{title}</h1>\n{figures}\n{tables}\n</body></html>\n"
    )


def _number(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _rows(
    rows: Mapping[str, DetectorEvaluation], baselines: Mapping[str, DetectorEvaluation]
) -> Iterable[tuple[Text, DetectorEvaluation]]:
    """The detector first and bold, its parts, then the baselines, dim."""
    for number, (name, evaluation) in enumerate(rows.items()):
        yield Text(name, style="" if number else "bold"), evaluation
    for name, evaluation in baselines.items():
        yield Text(name, style="dim"), evaluation


def _whole_runs(rows: Mapping[str, DetectorEvaluation], baselines: Mapping[str, DetectorEvaluation]) -> Table:
    table = figure_table(
        "Whole runs", "tp", "fp", "fn", "tn", "acc", "F1", "FPR", "bal.acc", "MCC", "AUPRC", "decided",
    )  # fmt: skip
    for name, evaluation in _rows(rows, baselines):
        counts = evaluation.confusion
        table.add_row(
            name, *map(str, (counts.tp, counts.fp, counts.fn, counts.tn)), percent(counts.accuracy),
            percent(counts.f1), percent(counts.false_positive_rate), percent(counts.balanced_accuracy),
            _number(counts.mcc), _number(evaluation.auprc), percent(evaluation.coverage),
        )  # fmt: skip
        if evaluation.coverage != 1:
            for words, other in (
                ("  abstained = error", evaluation.abstained_as_error),
                ("  abstained = safe", evaluation.abstained_as_safe),
            ):
                table.add_row(
                    Text(words, style="dim"), *map(str, (other.tp, other.fp, other.fn, other.tn)),
                    percent(other.accuracy), percent(other.f1), percent(other.false_positive_rate),
                    percent(other.balanced_accuracy), _number(other.mcc), "", "",
                )  # fmt: skip
    return table


def _steps(rows: Mapping[str, DetectorEvaluation], baselines: Mapping[str, DetectorEvaluation]) -> Table:
    widths = list(next(iter(rows.values())).timing.score)
    scores = (f"B={width}" for width in widths)
    table = figure_table("Steps", *scores, "in time", "prevented", "averted", "gap", "alarms/100")
    for name, evaluation in _rows(rows, baselines):
        timing = evaluation.timing
        table.add_row(
            name, *(percent(timing.score[width]) for width in widths), percent(timing.early_intervention_rate),
            percent(timing.prevention_rate), percent(timing.averted_rate), _number(timing.mean_gap),
            _number(timing.false_alarms_per_100_steps, 1),
        )  # fmt: skip
    return table


def _intervals(evaluation: DetectorEvaluation) -> Table:
    table = figure_table("95 % over pairs", "from", "to")
    for figure, between in evaluation.intervals.items():
        if between is not None:
            table.add_row(figure.replace("_", " "), _number(between.low, 3), _number(between.high, 3))
    return table


def _prevalences(evaluation: DetectorEvaluation) -> Table:
    table = figure_table("Unsafe runs", "precision", "F1", "accuracy", "false for a true one")
    for at in evaluation.prevalences:
        table.add_row(
            f"{at.prevalence:.0%}", percent(at.precision), percent(at.f1), percent(at.accuracy),
            _number(at.false_alarms_per_true, 1),
        )  # fmt: skip
    return table


def _categories(evaluation: DetectorEvaluation) -> Table:
    table = figure_table("Kind of risk", "unsafe", "flagged", "silent", "named", "twins flagged", "B=3")
    for name, figures in evaluation.by_category.items():
        table.add_row(
            printable(name, 60), str(figures.unsafe), str(figures.flagged), str(figures.abstained), str(figures.named),
            f"{figures.safe_flagged} of {figures.safe}", percent(figures.step_score),
        )  # fmt: skip
    return table


def _opinions(rows: Mapping[str, DetectorEvaluation]) -> Table:
    """One row for each way that a judge was asked; the detectors that share its opinions share the row."""
    distinct: dict[str, DetectorEvaluation] = {}
    for name, evaluation in rows.items():
        if evaluation.opinions and (not distinct or "," in name) and not name.startswith("judge only"):
            distinct[name] = evaluation
    causes = [
        cause for cause in map(str, Cause) if any(cause in evaluation.opinions for evaluation in distinct.values())
    ]
    table = figure_table("Opinions asked for", "asked", "median of a run", UNSAFE, SAFE, UNSURE, *causes)
    for name, evaluation in distinct.items():
        counts = (evaluation.opinions.get(word, 0) for word in (UNSAFE, SAFE, UNSURE, *causes))
        table.add_row(
            Text(name), str(sum(evaluation.questions)), _number(median(evaluation.questions), 1), *map(str, counts)
        )
    return table


def _print_asking(console: Console, main: DetectorEvaluation) -> None:
    found = asking(main.judged)
    told = (
        f"Unsafe runs in which the labelled step was asked about: {percent(found.about_labelled)}; in which it was"
        f" stopped or put to a person: {percent(found.held)}",
        f"Safe runs that were put to a person: {percent(found.put_to_a_person)}",
    )
    for line in told:
        console.print(Text(line), soft_wrap=True)


def _print_errors(console: Console, evaluation: DetectorEvaluation) -> None:
    wrong = {
        "Missed": [
            judged for judged in evaluation.judged if judged.counted == (True, False) and judged.verdict.decided
        ],
        "False alarms": [judged for judged in evaluation.judged if judged.counted == (False, True)],
        "Abstained": [judged for judged in evaluation.judged if not judged.verdict.decided],
    }
    for title, found in wrong.items():
        if found:
            named = ", ".join(printable(row.run.id, 60) for row in found)
            console.print(Text.assemble((f"{title}: ", "bold"), named), soft_wrap=True)
