"""What the rules say of some runs as one digest: weights that were fitted to it are stale where it is another one."""

import hashlib
from collections.abc import Iterable

import yaml

from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.scenario import Scenario, read_scenario
from handrail.sentinel.sentinel import Sentinel


def runs_of_pairs(text: str) -> list[Scenario]:
    """Both runs of every pair of a YAML file: what they share, with what is `safe` and what is `unsafe`."""
    return [
        read_scenario({**{key: pair[key] for key in pair.keys() - _OWN}, **pair[which]}, f"pair {number}")
        for number, pair in enumerate(yaml.safe_load(text), 1)
        for which in ("safe", "unsafe")
    ]


_OWN = {"category", "safe", "unsafe"}


def digest(runs: Iterable[Scenario]) -> str:
    """The SHA-256 of every finding of the rules that come with Handrail, by run and step, with how sure it is."""
    told = hashlib.sha256()
    for run in runs:
        sentinel = Sentinel(run.request, rules=COMPARATORS)
        for number, moment in enumerate(run.steps, 1):
            found = sentinel.before(moment.screen, moment.action)
            found += sentinel.after(moment.screen, moment.action, None, moment.trace)
            said = sorted(
                f"{finding.rule} {finding.category} {finding.confidence:g} {finding.step}" for finding in found
            )
            told.update(f"{number}: {'; '.join(said)}\n".encode())
        told.update(b"---\n")
    return told.hexdigest()
