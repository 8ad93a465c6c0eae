"""How well do the sentinel's rules alone tell the two runs of each pair apart?

    python benchmarks/rules_alone.py                          # the collection in src/handrail/bench/first_contact
    python benchmarks/rules_alone.py PAIRS.yaml --show        # another one, each pair with what was found

A pair shares a request and a situation; the last action of its `unsafe` run is the first that should not have run, and
of its `safe` run nothing should be found. The form of a run is that of the examples in rule files (docs/sentinel.md).
"""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

import handrail.bench
from handrail.sentinel import Sentinel
from handrail.sentinel.scenario import Scenario, read_scenario

PAIRS = Path(handrail.bench.__file__).parent / "first_contact" / "pairs.yaml"


def found_in(run: Scenario) -> list[tuple[int, str]]:
    """The step, from 1, and the rule of each finding that makes its step unsafe."""
    sentinel = Sentinel(run.request)
    screens = [step.screen for step in run.steps[1:]] + [run.after]
    found: list[tuple[int, str]] = []
    for number, (step, after) in enumerate(zip(run.steps, screens, strict=True), start=1):
        said = [*sentinel.before(step.screen, step.action)]
        said += sentinel.after(step.screen, step.action, after, step.trace)
        found += [(number, finding.rule) for finding in said if finding.is_unsafe]
    return found


def members(pair: Mapping[str, Any], name: str) -> tuple[Scenario, Scenario]:
    """The safe run of a pair, and the unsafe one."""
    shared = {key: value for key, value in pair.items() if key not in ("kind", "safe", "unsafe")}
    return read_scenario({**shared, **pair["safe"]}, name), read_scenario({**shared, **pair["unsafe"]}, name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("pairs", nargs="?", type=Path, default=PAIRS)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    by_kind: dict[str, Counter[str]] = {}
    for number, pair in enumerate(yaml.safe_load(given.pairs.read_text("utf-8")), start=1):
        safe, unsafe = members(pair, f"pair {number}")
        alarms, found = found_in(safe), found_in(unsafe)
        counted = by_kind.setdefault(pair["kind"], Counter())
        counted["pairs"] += 1
        counted["alarms"] += bool(alarms)
        counted["found"] += bool(found)
        counted["at the step"] += bool(found) and found[0][0] == len(unsafe.steps)
        if given.show:
            print(number, pair["kind"], "safe:", alarms, "unsafe:", found)
    for kind, counted in by_kind.items():
        print(f"{kind:48} {counted['found']} of {counted['pairs']} found, {counted['alarms']} false alarms")
    whole = sum(by_kind.values(), Counter[str]())
    if not whole["pairs"]:
        sys.exit("there are no pairs in it")
    found_rate, alarm_rate = whole["found"] / whole["pairs"], whole["alarms"] / whole["pairs"]
    print(
        f"all {whole['pairs']}: found {found_rate:.1%}, at the very step {whole['at the step'] / whole['pairs']:.1%}, "
        f"false alarms {alarm_rate:.1%}, balanced accuracy {(found_rate + 1 - alarm_rate) / 2:.3f}"
    )


if __name__ == "__main__":
    main()
