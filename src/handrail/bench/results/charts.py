"""Figures as Vega-Lite, made with Altair; needs `handrail[bench]`.

They are drawn in three colours of ink that a page can change for the dark, and in the colours of Okabe and Ito, which
people who see few colours can tell apart.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from handrail.bench.results.findings import Estimate, Figure
from handrail.error import MissingExtra, install_line

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["GRID", "INK", "PALETTE", "SOFT", "bars", "lines", "points"]

INK, SOFT, GRID = "#1d2024", "#666d76", "#e2e0da"
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8a800", "#6a4c93", "#8d6e63")
_WIDTH, _BAR = 520, 15
_LONGEST_LABEL = 42


def bars(
    id: str, title: str, said: str, values: Sequence[Mapping[str, Any]], *, timed: bool = False, across: str = "%"
) -> Figure:
    """A bar for each `row` and `series`, with the interval of its `cell` (an `Estimate`); shares in percent."""
    alt = _altair()
    data = [_bar(value) for value in values if value["cell"].value is not None]
    rows, series = list(dict.fromkeys(row["row"] for row in data)), list(dict.fromkeys(row["series"] for row in data))
    several = len(series) > 1
    base = alt.Chart(alt.Data(values=data)).encode(
        y=alt.Y("row:N", sort=rows, title=None),
        **({"yOffset": alt.YOffset("series:N", sort=series)} if several else {}),
    )
    drawn = base.mark_bar(cornerRadiusEnd=2).encode(
        x=alt.X("value:Q", title=across, **({"scale": alt.Scale(domain=[0, 100])} if across == "%" else {})),
        color=_colour(alt, series, legend=several),
    )
    intervals = (
        base.transform_filter("isValid(datum.low)").mark_rule(color=INK, strokeWidth=1.3).encode(x="low:Q", x2="high:Q")
    )
    height = max(60, len(rows) * (len(series) * _BAR + 10))
    return Figure(id, title, said, _plain(alt.layer(drawn, intervals).properties(width=_WIDTH, height=height)), timed)


def lines(
    id: str,
    title: str,
    said: str,
    values: Sequence[Mapping[str, Any]],
    *,
    across: str,
    up: str,
    timed: bool = False,
    ordinal: bool = False,
) -> Figure:
    """A line for each `series` through `x` and `y`."""
    alt = _altair()
    data = [dict(value) for value in values if value["y"] is not None]
    series = list(dict.fromkeys(row["series"] for row in data))
    order = list(dict.fromkeys(row["x"] for row in data))
    x = alt.X("x:O", sort=order, title=across, axis=alt.Axis(labelAngle=0)) if ordinal else alt.X("x:Q", title=across)
    chart = (
        alt.Chart(alt.Data(values=data))
        .mark_line(point=alt.OverlayMarkDef(size=36), strokeWidth=2)
        .encode(x=x, y=alt.Y("y:Q", title=up), color=_colour(alt, series, legend=True))
        .properties(width=_WIDTH, height=260)
    )
    return Figure(id, title, said, _plain(chart), timed)


def points(
    id: str, title: str, said: str, values: Sequence[Mapping[str, Any]], *, across: str, up: str, diagonal: bool = False
) -> Figure:
    """A point for each `series` at `x` and `y`, both in percent; with the diagonal of guessing."""
    alt = _altair()
    data = [dict(value) for value in values if value["x"] is not None and value["y"] is not None]
    series = list(dict.fromkeys(row["series"] for row in data))
    scale = alt.Scale(domain=[0, 100])
    dots = (
        alt.Chart(alt.Data(values=data))
        .mark_point(size=90, filled=True, opacity=0.9)
        .encode(
            x=alt.X("x:Q", title=across, scale=scale),
            y=alt.Y("y:Q", title=up, scale=scale),
            color=_colour(alt, series, legend=True),
            shape=alt.Shape("series:N", sort=series, legend=None),
        )
    )
    chart = dots
    if diagonal:
        guess = alt.Chart(alt.Data(values=[{"x": 0, "y": 0}, {"x": 100, "y": 100}]))
        chart = alt.layer(guess.mark_line(color=SOFT, strokeDash=[4, 4], strokeWidth=1).encode(x="x:Q", y="y:Q"), dots)
    return Figure(id, title, said, _plain(chart.properties(width=360, height=300)))


def _bar(row: Mapping[str, Any]) -> dict[str, Any]:
    cell: Estimate = row["cell"]
    scale = 100 if cell.share else 1
    ends = {
        name: None if value is None else round(scale * value, 4)
        for name, value in (("value", cell.value), ("low", cell.low), ("high", cell.high))
    }
    return {"row": row["row"], "series": row["series"], **ends}


def _colour(alt: Any, series: Sequence[str], *, legend: bool) -> Any:
    shown = alt.Legend(title=None, orient="bottom", columns=2, labelLimit=_WIDTH) if legend else None
    return alt.Color("series:N", sort=series, scale=alt.Scale(domain=series, range=list(PALETTE)), legend=shown)


def _plain(chart: Any) -> dict[str, Any]:
    """The chart as JSON, on no ground of its own, in the page's inks."""
    configured = (
        chart.configure(background="transparent", font="system-ui, DejaVu Sans, sans-serif")
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK, titleColor=SOFT, gridColor=GRID, domainColor=SOFT, tickColor=SOFT, labelFontSize=12,
            titleFontSize=12, titleFontWeight="normal", labelLimit=330,
        )
        .configure_legend(labelColor=INK, labelFontSize=12, symbolStrokeWidth=2)
    )  # fmt: skip
    plain: dict[str, Any] = configured.to_dict()
    return plain


def _altair() -> "ModuleType":
    try:
        import altair
    except ModuleNotFoundError as error:
        raise MissingExtra(f"figures are drawn by Altair: {install_line('handrail[bench]')}") from error
    return altair
