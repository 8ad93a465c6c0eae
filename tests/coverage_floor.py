"""Say which files have too few lines that some test runs, from what `coverage json` wrote: exit 1 if there are any.

python tests/coverage_floor.py coverage.json
"""

import json
import sys
from pathlib import Path
from typing import Any

FLOOR = 60
"""Percent of the lines of each file. Code that no test runs is code of which nobody knows whether it works."""


def below(measured: dict[str, Any], floor: float = FLOOR) -> list[tuple[str, float]]:
    """The files below the floor, with their percentages, the least first."""
    covered = {name: float(found["summary"]["percent_covered"]) for name, found in measured["files"].items()}
    return sorted(((name, percent) for name, percent in covered.items() if percent < floor), key=lambda pair: pair[1])


def main() -> None:
    measured = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    low = below(measured)
    said = [
        f"{name}: {percent:.0f} % of its lines are run by a test; at least {FLOOR} % belong here"
        for name, percent in low
    ]
    total = measured["totals"]["percent_covered"]
    said.append(f"{total:.1f} % of all lines; {len(measured['files'])} files, {len(low)} below {FLOOR} %")
    sys.stdout.write("\n".join(said) + "\n")
    sys.exit(1 if low else 0)


if __name__ == "__main__":
    main()
