"""What an experiment found: tables, figures, what was left out and why, and who was right about what.

Values are kept, not their texts: `summary.json` has the numbers, the page and the Markdown say them in words. What
depends on how fast the machine is says so (`timed`), and is kept apart from what two runs have in common.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval over `n` of `of` (tasks, runs, pairs); a `share` is told in percent.

    `value` is None where nothing was counted; `low` and `high` are None where no interval was drawn.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    share: bool = True
    of: str = ""


Cell: TypeAlias = str | int | float | Estimate | None


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure that others published of their system on their data: for scale, never ours."""

    said: str
    source: str


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Some rows. `said` is what is counted and how to read it; the first column names the row."""

    id: str
    title: str
    said: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    published: tuple[PublishedFigure, ...] = ()
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as Vega-Lite; `said` is what it shows, for those who cannot see it too."""

    id: str
    title: str
    said: str
    chart: Mapping[str, Any]
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Skipped:
    """What was asked for and not measured, and why; `instead` is what stands in its place, if anything does."""

    what: str
    why: str
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Headline:
    """One figure for whoever reads no further, and what it is, in half a sentence.

    The `foremost` stand before all others: what comes about with the guard and without it.
    """

    value: Cell
    said: str
    good: bool | None = None
    foremost: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """All that one experiment has to say.

    `outcomes` has, for each system, which cases it was right about: what a paired test needs, here and between runs.
    """

    title: str
    said: str
    headlines: tuple[Headline, ...] = ()
    tables: tuple[ResultTable, ...] = ()
    figures: tuple[Figure, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    outcomes: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)


def plain_table(table: ResultTable) -> dict[str, Any]:
    """A table as JSON: its values, not their texts."""
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [[plain_cell(cell) for cell in row] for row in table.rows],
    }


def plain_cell(cell: Cell) -> Any:
    """A value as JSON."""
    if isinstance(cell, Estimate):
        return {"value": rounded(cell.value), "low": rounded(cell.low), "high": rounded(cell.high), "n": cell.n}
    return rounded(cell) if isinstance(cell, float) else cell


def rounded(value: float | None) -> float | None:
    """To six places: what is less is the order in which a processor added."""
    return None if value is None else round(value, 6)


def shown(cell: Cell) -> str:
    """A value in words."""
    match cell:
        case None:
            return "–"
        case str():
            return cell
        case Estimate():
            return _shown_estimate(cell)
        case bool() | int():
            return f"{cell:,}"
        case float():
            return _number(cell)


def interval_of(cell: Cell) -> str:
    """The interval of an estimate in words; empty where there is none."""
    if not isinstance(cell, Estimate) or cell.low is None or cell.high is None:
        return ""
    if cell.share:
        return f"{100 * cell.low:.0f}–{100 * cell.high:.0f}"
    return f"{_number(cell.low)}–{_number(cell.high)}"


def _shown_estimate(cell: Estimate) -> str:
    if cell.value is None:
        return "–"
    return f"{100 * cell.value:.1f} %" if cell.share else _number(cell.value)


def _number(value: float) -> str:
    if value and abs(value) < 0.001:
        return f"{value:.1e}"
    return f"{value:,.0f}" if abs(value) >= 1_000 else f"{value:.3g}" if abs(value) < 1 else f"{value:.2f}"


def is_number(cell: Cell) -> bool:
    """Whether it is set to the right, as numbers are."""
    return cell is None or not isinstance(cell, str)


def headlines(findings: Sequence[Findings]) -> list[tuple[Findings, Headline]]:
    """What each found, in the order in which it is read: first what matters most."""
    told = [(found, headline) for found in findings for headline in found.headlines]
    return sorted(told, key=lambda pair: not pair[1].foremost)


def named(findings: Sequence[tuple[str, Findings]]) -> list[tuple[str, ResultTable]]:
    """Every table of a run by the name of its experiment."""
    return [(name, table) for name, found in findings for table in found.tables]
