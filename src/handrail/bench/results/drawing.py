"""Figures drawn without a browser or a network, by vl-convert; needs `handrail[bench]`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from handrail.bench.results.findings import Figure
from handrail.error import MissingExtra

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["inline_svg", "write_figure"]

_SCALE = 2
_ID = re.compile(r'(id="|url\(#|href="#)')


def inline_svg(figure: Figure, prefix: str) -> str:
    """The figure as SVG for a page, on no ground of its own; `prefix` keeps its names apart from those of others."""
    drawn = _converter().vegalite_to_svg(dict(figure.chart))
    return _ID.sub(lambda found: f"{found[1]}{prefix}-", drawn)


def write_figure(figure: Figure, folder: Path, name: str) -> None:
    """As `name.svg` and `name.png`, on white."""
    chart = dict(figure.chart)
    chart["config"] = {**chart.get("config", {}), "background": "white"}
    converter = _converter()
    (folder / f"{name}.svg").write_text(converter.vegalite_to_svg(chart), "utf-8")
    (folder / f"{name}.png").write_bytes(converter.vegalite_to_png(chart, scale=_SCALE))


def _converter() -> "ModuleType":
    try:
        import vl_convert
    except ModuleNotFoundError as error:
        raise MissingExtra("figures are drawn by vl-convert: pip install 'handrail[bench]'") from error
    return vl_convert
