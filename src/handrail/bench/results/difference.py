"""Two runs of a recipe, and only what differs: inputs, figures, and the cases that only one of them was right about."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from handrail.bench.results.statistics import Paired, paired
from handrail.error import UnreadableInput
from handrail.strict_json import read_text

__all__ = ["INPUTS", "OUTCOMES", "SUMMARY", "Changed", "Difference", "PairedRuns", "difference", "read_run"]

SUMMARY, INPUTS, OUTCOMES = "summary.json", "inputs.json", "outcomes.json"
_GONE = "–"
_DIGEST = 64


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that is otherwise: where, what it was then, what it is now."""

    where: str
    then: str
    now: str


@dataclass(frozen=True, slots=True)
class PairedRuns:
    """One system on the cases that both runs have."""

    system: str
    found: Paired


@dataclass(frozen=True, slots=True)
class Difference:
    """What is otherwise than in the run of that name."""

    than: str
    inputs: tuple[Changed, ...]
    figures: tuple[Changed, ...]
    systems: tuple[PairedRuns, ...]

    @property
    def is_none(self) -> bool:
        """Whether nothing is."""
        return not (self.inputs or self.figures or self.systems)


def read_run(folder: Path) -> dict[str, Any]:
    """The documents of a run. Raises `UnreadableInput` where they are not there."""
    found: dict[str, Any] = {"name": folder.name}
    for name in (SUMMARY, INPUTS, OUTCOMES):
        path = folder / name
        if not path.is_file():
            raise UnreadableInput(
                f"{folder}: no `{name}`, so this is no finished run of `handrail bench`; name another"
            )
        try:
            found[name] = json.loads(read_text(path))
        except ValueError as error:
            raise UnreadableInput(f"{path}: {error}; it was changed since it was written") from error
    return found


def difference(then: Mapping[str, Any], now: Mapping[str, Any]) -> Difference:
    """What is otherwise now. A function of the documents of two runs."""
    return Difference(
        str(then["name"]),
        tuple(_inputs(then[INPUTS], now[INPUTS])),
        tuple(_figures(then[SUMMARY], now[SUMMARY])),
        tuple(_systems(then[OUTCOMES], now[OUTCOMES])),
    )


def _inputs(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Changed]:
    before, after = dict(_leaves(then)), dict(_leaves(now))
    for where in dict.fromkeys((*before, *after)):
        was, is_now = before.get(where, _GONE), after.get(where, _GONE)
        if was != is_now:
            yield Changed(where, _short(was), _short(is_now))


def _leaves(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _leaves(part, f"{where} › {name}" if where else str(name))
    else:
        yield where, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _short(text: str) -> str:
    """A digest by its beginning, whatever else as it is."""
    return text[:12] if len(text) == _DIGEST and text.isalnum() else text


def _figures(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Changed]:
    for name, experiment in now["experiments"].items():
        other = then["experiments"].get(name)
        if other is None:
            continue
        for id, table in experiment["tables"].items():
            if id in other["tables"]:
                yield from _cells(f"{name} › {table['title']}", other["tables"][id], table)


def _cells(where: str, then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Changed]:
    """Rows by their texts, which name them; columns by their heads."""
    before, after = ({_row_name(row): row for row in table["rows"]} for table in (then, now))
    for row in dict.fromkeys((*before, *after)):
        if row not in before or row not in after:
            yield Changed(f"{where} › {row}", *((_GONE, "a new row") if row in after else ("a row", _GONE)))
            continue
        for column, was, is_now in zip_longest(now["columns"], before[row], after[row]):
            if was != is_now:
                yield Changed(f"{where} › {row} › {column}", _cell(was), _cell(is_now))


def _row_name(row: list[Any]) -> str:
    return ", ".join(cell for cell in row if isinstance(cell, str)) or "the row"


def _cell(cell: Any) -> str:
    if isinstance(cell, Mapping):
        between = "" if cell["low"] is None else f" ({cell['low']:.3g} to {cell['high']:.3g})"
        return _GONE if cell["value"] is None else f"{cell['value']:.4g}{between}"
    if cell is None:
        return _GONE
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)


def _systems(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[PairedRuns]:
    for name, systems in now.items():
        for system, outcomes in systems.items():
            before = then.get(name, {}).get(system)
            if before is None or before == outcomes:
                continue
            found = paired(before, outcomes)
            if found is not None and found.only_first + found.only_second:
                yield PairedRuns(f"{name} › {system}", found)
