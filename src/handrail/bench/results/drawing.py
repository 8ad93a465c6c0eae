"""Figures drawn without a browser or a network, by vl-convert; needs `handrail[bench]`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handrail.bench.results.findings import Figure
from handrail.error import MissingExtra, install_line

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["inline_svg", "write_figure"]

_SCALE = 2
_ID = re.compile(r'(id="|url\(#|href="#)')
_CLIP = re.compile(r"\bclip\d+")


def inline_svg(figure: Figure, prefix: str) -> str:
    """The figure as SVG for a page, on no ground of its own; `prefix` keeps its names apart from those of others."""
    drawn = _drawn(dict(figure.chart))
    return _ID.sub(lambda found: f"{found[1]}{prefix}-", drawn)


def write_figure(figure: Figure, folder: Path, name: str) -> None:
    """As `name.svg` and `name.png`, on white."""
    chart = dict(figure.chart)
    chart["config"] = {**chart.get("config", {}), "background": "white"}
    (folder / f"{name}.svg").write_text(_drawn(chart), "utf-8")
    (folder / f"{name}.png").write_bytes(_converter().vegalite_to_png(chart, scale=_SCALE))


def _drawn(chart: dict[str, Any]) -> str:
    """The same whenever it is drawn: the converter counts on from figure to figure."""
    drawn = str(_converter().vegalite_to_svg(chart))
    names = {name: f"clip{place}" for place, name in enumerate(dict.fromkeys(_CLIP.findall(drawn)))}
    return _CLIP.sub(lambda found: names[found[0]], drawn)


def _converter() -> "ModuleType":
    try:
        import vl_convert
    except ModuleNotFoundError as error:
        raise MissingExtra(f"figures are drawn by vl-convert: {install_line('handrail[bench]')}") from error
    return vl_convert
