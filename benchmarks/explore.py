"""How much of each app of the simulated phone `handrail app explore` sees, and whether the phone is as it was before.

    python benchmarks/explore.py [--seeds 20] [--json]

The pages of an app are those of its source, dialogs among them, also those that only a commitment leads to. What came
about is read from the phone's own data, not from what the explorer believes.
"""

import argparse
import json
import statistics
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from agent.explore.apps import APPS, explored, pages_of
from handrail.agent.explore.exploring import Bounds
from handrail.agent.run import End
from handrail.phone.phone import Phone


@dataclass(frozen=True)
class Figures:
    """One app over all seeds. `seen` and `steps` are medians; `wrong` is every effect but having read something."""

    app: str
    pages: int
    seen: float
    steps: float
    to_the_end: int
    wrong: int
    read: int
    told: int
    never_seen: tuple[str, ...]


def measure(package: str, label: str, seeds: int) -> Figures:
    """One app, explored once on each phone."""
    walked = [explored(package, Bounds(), seed, churn=True) for seed in range(seeds)]
    ever = frozenset().union(*(one.pages for one in walked))
    return Figures(
        label,
        len(pages_of(package)),
        statistics.median(len(one.pages) for one in walked),
        statistics.median(len(one.exploration.run.taken) for one in walked),
        sum(one.exploration.run.end is End.FINISHED for one in walked),
        sum(len(one.wrong) for one in walked),
        sum(len(one.effects) - len(one.wrong) for one in walked),
        sum(len(one.exploration.surprises) for one in walked),
        tuple(sorted(pages_of(package) - ever)),
    )


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    labels = {name: package.label for name, package in Phone(churn=False).packages.items()}
    figures = [measure(package, labels[package], wanted.seeds) for package in APPS]
    if wanted.json:
        print(json.dumps([asdict(one) for one in figures], indent=1))
        return
    print("| app | pages | seen | steps | to the end | wrong effects | read | told | never seen |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---|")
    for one in sorted(figures, key=lambda each: each.app):
        walks = f"{one.to_the_end} of {wanted.seeds}"
        cells = (one.app, one.pages, f"{one.seen:g}", f"{one.steps:g}", walks, one.wrong, one.read, one.told)
        print(f"| {' | '.join(map(str, cells))} | {', '.join(one.never_seen)} |")


if __name__ == "__main__":
    main()
