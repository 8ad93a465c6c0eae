"""A run step by step through the rules, for the numbers behind them: what is proposed, then what it did."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from handrail.device.action import Action
from handrail.sentinel.facts import Facts
from handrail.sentinel.finding import Finding
from handrail.sentinel.judge.case import Case
from handrail.sentinel.memory import Memory
from handrail.sentinel.request import read_request
from handrail.sentinel.rule import Rule
from handrail.sentinel.sentinel import after, before
from handrail.sentinel.sight import look


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run was walked: steps whose consequences are known, and the step that was last proposed."""

    memory: Memory = field(default_factory=Memory)
    done: int = 0
    proposed: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """One step at one moment. `foresight`: before its action; afterwards the facts and findings are those of both."""

    n: int
    action: Action
    facts: tuple[Facts, ...]
    findings: tuple[Finding, ...]
    foresight: bool
    progress: Progress


def walk(case: Case, progress: Progress, rules: tuple[Rule, ...], region: str = "US") -> Iterator[Seen]:
    """Everything that is new in the case since `progress`; an action whose result is not there yet is only proposed."""
    request = read_request(case.instruction, region)
    for place in range(progress.done, len(case)):
        moment = case.moments[place]
        if moment.action is None:
            return
        sight = look(moment.screen, region)
        weighed = before(request, progress.memory, sight, moment.action, rules)
        if moment.n > progress.proposed:
            progress = Progress(progress.memory, progress.done, moment.n)
            yield Seen(moment.n, moment.action, weighed.facts, weighed.findings, True, progress)
        if place + 1 == len(case):
            return
        following = case.moments[place + 1]
        seen = look(following.screen, region)
        done = after(request, progress.memory, sight, moment.action, seen, following.trace, rules)
        progress = Progress(done.memory, moment.n, moment.n)
        findings = (*weighed.findings, *(one for one in done.findings if one.step == moment.n))
        yield Seen(moment.n, moment.action, (*weighed.facts, *done.facts), findings, False, progress)
