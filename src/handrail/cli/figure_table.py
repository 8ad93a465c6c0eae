"""Tables of figures, as the evaluations print them."""

from rich import box
from rich.table import Table
from rich.text import Text


def figure_table(title: str, *columns: str) -> Table:
    """Its title stands over the first column, so that no title is wider than its table."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(Text(title, style="bold"), no_wrap=True)
    for column in columns:
        table.add_column(Text(column, style="dim"), justify="right", no_wrap=True)
    return table


def percent(value: float | None) -> str:
    """A rate; `-` where nothing is counted."""
    return "-" if value is None else f"{value:.1%}"
