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
    ever = frozenset().union(*(walk.pages for walk in walked))
    return Figures(
        label,
        len(pages_of(package)),
        statistics.median(len(walk.pages) for walk in walked),
        statistics.median(len(walk.exploration.run.taken) for walk in walked),
        sum(walk.exploration.run.end is End.FINISHED for walk in walked),
        sum(len(walk.wrong) for walk in walked),
        sum(len(walk.effects) - len(walk.wrong) for walk in walked),
        sum(len(walk.exploration.surprises) for walk in walked),
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
        print(json.dumps([asdict(figure) for figure in figures], indent=1))
        return
    print("| app | pages | seen | steps | to the end | wrong effects | read | told | never seen |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---|")
    for figure in sorted(figures, key=lambda figure: figure.app):
        walks = f"{figure.to_the_end} of {wanted.seeds}"
        cells = (
            figure.app,
            figure.pages,
            f"{figure.seen:g}",
            f"{figure.steps:g}",
            walks,
            figure.wrong,
            figure.read,
            figure.told,
        )
        print(f"| {' | '.join(map(str, cells))} | {', '.join(figure.never_seen)} |")


if __name__ == "__main__":
    main()
