"""A run as one page that needs nothing else: a summary, what differs from another run, tables, figures, inputs."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from handrail.bench.recipe.run import Finished, Ran
from handrail.bench.results.difference import Difference
from handrail.bench.results.drawing import inline_svg
from handrail.bench.results.findings import Cell, Estimate, headlines, interval_of, is_number, shown

__all__ = ["write_page"]

_LEAST_P = 0.001


def write_page(ran: Ran, inputs: Mapping[str, Any], times: Mapping[str, Any], against: Difference | None) -> str:
    """The page. `times` are those of `times.json`."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("handrail.bench.results", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"shown": _shown, "interval": interval_of, "number": is_number, "digest": _digest}
    environment.globals |= {"figure": _figure, "share": _share, "is_again": _is_again}
    style = files("handrail.guard.report").joinpath("page.css").read_text("utf-8")
    style += files("handrail.bench.results").joinpath("page.css").read_text("utf-8")
    return environment.get_template("page.html.jinja").render(
        recipe=ran.opened.recipe,
        name=ran.opened.name,
        finished=ran.finished,
        headlines=headlines([finished.findings for finished in ran.finished]),
        skipped=[(finished, skipped) for finished in ran.finished for skipped in finished.findings.skipped],
        inputs=inputs,
        times=times,
        against=against,
        style=style,
    )


def _shown(cell: Cell, column: str = "") -> str:
    if column == "p" and isinstance(cell, float) and cell < _LEAST_P:
        return f"< {_LEAST_P}"
    return shown(cell)


def _share(cell: Cell) -> float | None:
    """How much of a cell is filled, in percent, for a share; None for anything else."""
    return 100 * cell.value if isinstance(cell, Estimate) and cell.share and cell.value is not None else None


def _is_again(rows: Sequence[Sequence[Cell]], row: Sequence[Cell]) -> bool:
    """Whether the row above has the same name: then it is told softly."""
    place = next(number for number, other in enumerate(rows) if other is row)
    return place > 0 and rows[place - 1][0] == row[0]


def _digest(text: str) -> str:
    return text[:12] if len(text) == 64 else text


def _figure(finished: Finished, place: int) -> str:
    return inline_svg(finished.findings.figures[place], f"{finished.name}-{finished.findings.figures[place].id}")
