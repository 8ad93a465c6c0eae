"""What the rules say of some runs as one digest: weights that were fitted to it are stale where it is another one."""

import hashlib
from collections.abc import Iterable

from handrail.sentinel.rule import load_rules
from handrail.sentinel.scenario import Scenario
from handrail.sentinel.sentinel import Sentinel


def digest(runs: Iterable[Scenario]) -> str:
    """The SHA-256 of every finding of the rules that come with Handrail, by run and step, with how sure it is."""
    told = hashlib.sha256()
    for run in runs:
        sentinel = Sentinel(run.request, rules=load_rules())
        for number, moment in enumerate(run.steps, 1):
            found = sentinel.before(moment.screen, moment.action)
            found += sentinel.after(moment.screen, moment.action, None, moment.trace)
            said = sorted(f"{one.rule} {one.category} {one.confidence:g} {one.step}" for one in found)
            told.update(f"{number}: {'; '.join(said)}\n".encode())
        told.update(b"---\n")
    return told.hexdigest()
