"""Two figures as SVG: balanced accuracy against false alarms, and step scores over the width. No library, no script."""

from collections.abc import Mapping
from html import escape

from handrail.bench.risk.evaluation import Evaluation

WIDTH, HEIGHT, MARGIN = 640, 360, 56
_COLOURS = (
    "#0b6e4f", "#c1121f", "#1d4e89", "#b5651d", "#6a4c93", "#3a3a3a", "#008891", "#9c528b", "#7a9e00", "#e07a5f",
    "#4361ee", "#8d6e63",
)  # fmt: skip


def accuracy_figure(rows: Mapping[str, Evaluation]) -> str:
    """One dot for each detector: how much is found, at how many false alarms. The diagonal is guessing."""
    parts = _frame("safe runs flagged", "unsafe runs flagged")
    parts.append(_line(0, 0, 1, 1, "#999", "4 4"))
    for number, (name, evaluation) in enumerate(rows.items()):
        recall, alarms = evaluation.confusion.recall, evaluation.confusion.false_positive_rate
        if recall is not None and alarms is not None:
            colour = _COLOURS[number % len(_COLOURS)]
            x, y = _x(alarms), _y(recall)
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"><title>{escape(name)}</title></circle>'
            )
            parts.append(_legend(number, name, colour))
    return _svg("Found and falsely flagged", parts, len(rows))


def step_figure(rows: Mapping[str, Evaluation]) -> str:
    """One line for each detector: the step score over the width B."""
    parts = _frame("width B", "step score")
    widths = [width for evaluation in rows.values() for width in evaluation.timing.score]
    most = max(widths, default=1)
    for number, (name, evaluation) in enumerate(rows.items()):
        points = [(width / most, score) for width, score in evaluation.timing.score.items() if score is not None]
        if points:
            colour = _COLOURS[number % len(_COLOURS)]
            shown = " ".join(f"{_x(across):.1f},{_y(up):.1f}" for across, up in points)
            parts.append(f'<polyline points="{shown}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts.append(_legend(number, name, colour))
    parts += (_words(_x(width / most), HEIGHT - MARGIN + 18, str(width)) for width in sorted(set(widths)))
    return _svg("Step score", parts, len(rows))


def _x(share: float) -> float:
    return MARGIN + share * (WIDTH - 2 * MARGIN)


def _y(share: float) -> float:
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)


def _frame(across: str, up: str) -> list[str]:
    lines = [_line(0, share, 1, share, "#ddd") for share in (0, 0.25, 0.5, 0.75, 1)]
    words = [_words(MARGIN - 24, _y(share) + 4, f"{share:.0%}") for share in (0, 0.5, 1)]
    return [*lines, *words, _words(WIDTH / 2, HEIGHT - 12, across), _words(WIDTH / 2, 20, up)]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, dashes: str = "none") -> str:
    ends = f'x1="{_x(x1):.1f}" y1="{_y(y1):.1f}" x2="{_x(x2):.1f}" y2="{_y(y2):.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-dasharray="{dashes}"/>'


def _words(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-size="12">{escape(words)}</text>'


def _legend(number: int, name: str, colour: str) -> str:
    y = MARGIN + 18 * number
    dot = f'<circle cx="{WIDTH + 12}" cy="{y - 4}" r="5" fill="{colour}"/>'
    return f'{dot}<text x="{WIDTH + 24}" y="{y}" font-size="12">{escape(name)}</text>'


def _svg(title: str, parts: list[str], rows: int) -> str:
    height = max(HEIGHT, MARGIN + 18 * rows)
    size = f'viewBox="0 0 {WIDTH + 220} {height}" width="{WIDTH + 220}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return f"{head}<title>{escape(title)}</title>{''.join(parts)}</svg>"
