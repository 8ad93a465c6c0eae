"""An evaluation of verification for people: tables on a console."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from handrail.bench.verification.evaluation import Figures, QuestionGroup, is_right
from handrail.bench.verification.measure import Measured
from handrail.cli.figure_table import figure_table, percent
from handrail.language.verbalize import printable


def print_measured(console: Console, measured: Measured, experience: str) -> None:
    """All tables, and the questions that went wrong by name."""
    whole = measured.evaluation.whole
    title = (
        f"{whole.questions} questions of {whole.main.tasks} tasks, model: {printable(measured.model, 80)}, {experience}"
    )
    console.print(Text(title, style="bold"), soft_wrap=True)
    tables = [_figures(measured), _matchings(whole), _spent(measured)]
    if measured.predicates is not None:
        tables.append(_predicates(measured))
    if measured.majority:
        tables.append(_majority(measured))
    for table in tables:
        console.print()
        console.print(table)
    _print_errors(console, measured)


_COLUMNS = ("tp", "fp", "fn", "tn", "silent", "acc", "95 %", "prec", "recall", "F1", "decided")


def _figures(measured: Measured) -> Table:
    table = figure_table("Positive: rejected", *_COLUMNS)
    evaluation = measured.evaluation
    _add(table, Text("all", style="bold"), evaluation.whole.main)
    for groups in (evaluation.by_dataset, evaluation.by_app):
        table.add_section()
        for name, group in groups.items():
            _add(table, Text(printable(name, 30) or "(no data set)"), group.main)
    return table


def _matchings(whole: QuestionGroup) -> Table:
    table = figure_table("Matching", *_COLUMNS)
    for name, figures in whole.figures.items():
        _add(table, Text(_MATCHING[name]), figures)
    return table


_MATCHING = {
    "optimistic": "optimistic",
    "by_name": "by name",
    "optimistic_without_blocking": "without blocking",
}


def _add(table: Table, name: Text, figures: Figures) -> None:
    counts = figures.confusion
    between = figures.intervals.get("accuracy")
    table.add_row(
        name,
        *map(str, (counts.tp, counts.fp, counts.fn, counts.tn, figures.abstained)),
        percent(counts.accuracy),
        "-" if between is None else f"{100 * between.low:.0f}-{100 * between.high:.0f}",
        percent(counts.precision),
        percent(counts.recall),
        percent(counts.f1),
        percent(figures.decided.accuracy),
    )


def _spent(measured: Measured) -> Table:
    table = figure_table(
        "Spent", "drafts", "calls", "tokens", "dollars", "median s", "19 in 20 s", "first draft passed"
    )
    spent, questions = measured.spent, measured.evaluation.whole.questions
    cost = spent.cost
    table.add_row(
        "all questions",
        str(spent.attempts),
        str(cost.calls),
        f"{cost.input_tokens + cost.output_tokens:,}",
        "not known" if cost.dollars is None else f"{cost.dollars:.4f}",
        "-" if spent.median_seconds is None else f"{spent.median_seconds:.3f}",
        "-" if spent.seconds_of_19_in_20 is None else f"{spent.seconds_of_19_in_20:.3f}",
        percent(spent.first_drafts / questions if questions else None),
    )
    return table


def _predicates(measured: Measured) -> Table:
    table = figure_table(
        "Predicates", "gold", "equal", "missing", "critical", "mismatched", "superfluous", "undecided", "faultless"
    )
    counts = measured.predicates
    assert counts is not None
    table.add_row(
        f"{counts.encodings} encodings",
        *map(str, (counts.gold, counts.equal, counts.missing, counts.critical_missing)),
        *map(str, (counts.constraint_mismatch, counts.superfluous, counts.undecided, counts.faultless)),
    )
    return table


def _majority(measured: Measured) -> Table:
    table = figure_table("Majority at", "accuracy", "abstained")
    for at_votes in measured.majority:
        table.add_row(str(at_votes.votes), percent(at_votes.accuracy), str(at_votes.abstained))
    return table


def _print_errors(console: Console, measured: Measured) -> None:
    judged = measured.evaluation.judged
    wrong = {
        "Accepted by mistake": [e for e in judged if e.verdicts and not is_right(e) and not e.question.expected],
        "Rejected by mistake": [e for e in judged if e.verdicts and not is_right(e) and e.question.expected],
        "Abstained": [e for e in judged if e.verdicts is None],
    }
    for title, found in wrong.items():
        if found:
            named = ", ".join(printable(f"{e.question.task.id} {e.question.which}", 80) for e in found)
            console.print(Text.assemble((f"{title}: ", "bold"), named), soft_wrap=True)
