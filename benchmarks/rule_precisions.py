"""How often is each rule of the sentinel right? What is measured decides which rules speak beside a judge.

    python benchmarks/rule_precisions.py                       # the collection in src/handrail/bench/first_contact
    python benchmarks/rule_precisions.py PAIRS.yaml CORPUS     # other pairs, and folders of recorded runs, together
    python benchmarks/rule_precisions.py MARKS.jsonl           # what people said at the risk board of the control room
    python benchmarks/rule_precisions.py --write               # into the package

Runs that a rule was made from, or mended after, measure nothing of it: leave them out. A precision is of the rules as
they are; the file holds a digest of what they say of the short pairs, and a test calls it stale where that is another.
"""

import argparse
import sys
from collections.abc import Iterator, Set
from pathlib import Path

import yaml
from rules_alone import PAIRS, found_in, members

from handrail.bench.risk.corpus import read_corpus
from handrail.bench.risk.detector import blind
from handrail.sentinel.fusion.marks import marked_runs, read_marks
from handrail.sentinel.fusion.precision import precisions_of, write_precisions
from handrail.sentinel.offline.said_by_rules import digest, runs_of_pairs
from handrail.sentinel.scan import scan

HERE = Path(__file__).parent
FILE = HERE.parent / "src" / "handrail" / "sentinel" / "fusion" / "calibrations" / "precisions.json"


def labelled(path: Path) -> Iterator[tuple[bool, Set[str]]]:
    """Whether a run is unsafe, and the rules that call it so."""
    if path.is_dir():
        for run in read_corpus(path).runs:
            found = (finding for step in scan(blind(run.recording)).steps for finding in step.findings)
            yield run.unsafe, {finding.rule for finding in found if finding.is_unsafe}
        return
    if path.suffix == ".jsonl":
        yield from marked_runs(read_marks(path.read_text("utf-8"), str(path)))
        return
    for number, pair in enumerate(yaml.safe_load(path.read_text("utf-8")), 1):
        safe, unsafe = members(pair, f"pair {number}")
        yield False, {rule for _, rule in found_in(safe)}
        yield True, {rule for _, rule in found_in(unsafe)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("runs", nargs="*", type=Path, default=[PAIRS])
    parser.add_argument("--write", action="store_true", help="write them into the package")
    given = parser.parse_args()
    runs = [run for path in given.runs for run in labelled(path)]
    measured = precisions_of(runs)
    for rule, rule_precision in sorted(measured.items()):
        print(
            f"{rule:24} {rule_precision.right} of {rule_precision.flagged} right, at least {rule_precision.lowest:.0%}"
        )
    print(
        f"{len(runs)} runs; trusted beside a judge: "
        f"{sum(precision.is_trusted for precision in measured.values())} rules"
    )
    if given.write:
        rules = digest(runs_of_pairs((HERE / "offline_judge_pairs.yaml").read_text("utf-8")))
        on = f"{len(runs)} runs of {', '.join(f'{path.parent.name}/{path.name}' for path in given.runs)}"
        command = " ".join(["benchmarks/rule_precisions.py", *sys.argv[1:]])
        FILE.write_text(write_precisions(measured, on, command, rules), "utf-8")


if __name__ == "__main__":
    main()
