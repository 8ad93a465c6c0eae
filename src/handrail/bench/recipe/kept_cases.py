"""The results of an experiment on disk, a line of JSON a case, so that a run that was stopped goes on where it was.

Results and seconds stand in files of their own: the first are the same in every run, the second never are. A line whose
key is not that of the case any more counts for nothing. One program writes a run at a time.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from handrail.bench.recipe.experiment import Case, Measured
from handrail.error import UnreadableInput
from handrail.llm.lines import add_line, read_own_lines

__all__ = ["KeptCases", "read_results"]

_BEGINS = '{"case":'


@dataclass(slots=True)
class KeptCases:
    """What is kept of one experiment in the folder of a run."""

    folder: Path
    name: str
    _found: dict[tuple[str, str], Measured] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seconds = {(line["case"], line["key"]): line["seconds"] for line in _lines(self.times)}
        for line in _lines(self.results):
            place = line["case"], line["key"]
            self._found[place] = Measured(line["result"], seconds.get(place, {}))

    @property
    def results(self) -> Path:
        """The file of what came."""
        return self.folder / "cases" / f"{self.name}.jsonl"

    @property
    def times(self) -> Path:
        """The file of how long it took."""
        return self.folder / "times" / f"{self.name}.jsonl"

    def find(self, case: Case) -> Measured | None:
        """What is kept of exactly this case."""
        return self._found.get((case.id, case.key))

    def keep(self, case: Case, measured: Measured) -> None:
        """Write it down, unless another day may bring another answer."""
        if not measured.final:
            return
        self._found[case.id, case.key] = measured
        for path, text in zip((self.times, self.results), _written(case, measured), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            add_line(path, text)

    def close(self, cases: Sequence[Case], results: Mapping[str, Measured]) -> None:
        """Leave the lines of these cases, in their order: two runs then leave the same file of results."""
        written = [_written(case, results[case.id]) for case in cases if case.id in results]
        for path, lines in (
            (self.times, [timing for timing, _ in written]),
            (self.results, [result for _, result in written]),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def read_results(path: Path) -> dict[str, Mapping[str, Any]]:
    """The results in a file, by case."""
    return {line["case"]: line["result"] for line in _lines(path)}


def _written(case: Case, measured: Measured) -> tuple[str, str]:
    head = {"case": case.id, "key": case.key}
    times, result = ({**head, "seconds": dict(measured.seconds)}, {**head, "result": dict(measured.result)})
    return json.dumps(times), json.dumps(result, ensure_ascii=False)


def _lines(path: Path) -> list[dict[str, Any]]:
    found = []
    for number, text in enumerate(read_own_lines(path, _BEGINS).whole, 1):
        try:
            line = json.loads(text)
            found.append({name: line[name] for name in line} | {"case": line["case"], "key": line["key"]})
        except (ValueError, KeyError, TypeError) as error:
            raise UnreadableInput(f"{path}:{number}: this is not a line of kept cases; name another folder") from error
    return found
