"""The incremental monitor against the naive twin: the same answers on random apps, specifications and runs."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from handrail.app.update import RefusedUpdate, Update
from handrail.language.rule import Objective
from handrail.language.specification import Specification
from handrail.monitor import Allow, Ask, Block, Monitor, Verdict, Warn
from handrail.monitor.verdict import SuspectUpdate, UnmetHead
from monitor.naive_twin import NaiveTwin, Observed, Outcome
from monitor.strategies import play, scripts, specifications, worlds


class MonitorAsTwin:
    """The monitor with its answers said as the twin says them."""

    def __init__(self, specification: Specification, clock: datetime) -> None:
        self.monitor = Monitor(specification, clock=clock)
        self.clock = clock
        self.commit = self.monitor.commit
        self.revert = self.monitor.revert
        self.blocked_elsewhere = False

    def anticipate(
        self,
        updates: Sequence[Update],
        commits: Sequence[str] = (),
        *,
        action: object = None,
        irreversible: bool = False,
        now: datetime | None = None,
    ) -> Outcome:
        verdict = self.monitor.anticipate(
            updates, commits, action=str(action), irreversible=irreversible, now=now or self.clock
        )
        self.blocked_elsewhere = any(
            way.elsewhere
            for violation in getattr(verdict, "violations", ())
            if isinstance(violation, UnmetHead)
            for way in violation.alternatives
        )
        return self.outcome(verdict, updates, commits)

    def observe(self, updates: Sequence[Update], now: datetime | None = None) -> Observed:
        observation = self.monitor.observe(updates, now=now or self.clock)
        return Observed(
            positions((suspect.update for suspect in observation.suspects), updates),
            positions((refused_update.update for refused_update in observation.refused), updates),
        )

    def finish(self, now: datetime | None = None) -> bool:
        return isinstance(self.monitor.finish(now=now or self.clock), Allow)

    def outcome(self, verdict: Verdict, updates: Sequence[Update], commits: Sequence[str]) -> Outcome:
        known = {rule.head.name for rule in self.monitor.specification.rules if isinstance(rule.head, Objective)}
        unrequested = tuple(sorted(set(commits) - known))
        match verdict:
            case Allow(despite):
                return Outcome("allow", positions((refused.update for refused in despite), updates))
            case Warn(violations):
                return Outcome(
                    "warn", positions((violation.update for violation in violations), updates), (), (), unrequested
                )
            case Ask(_, asked, despite):
                assert asked == unrequested
                return Outcome("ask", positions((refused.update for refused in despite), updates), (), (), asked)
            case Block(violations):
                heads = [violation.head for violation in violations if isinstance(violation, UnmetHead)]
                return Outcome(
                    "block",
                    positions(
                        (violation.update for violation in violations if isinstance(violation, SuspectUpdate)), updates
                    ),
                    positions(
                        (violation.update for violation in violations if isinstance(violation, RefusedUpdate)), updates
                    ),
                    tuple(sorted(head.name for head in heads if isinstance(head, Objective))),
                    unrequested,
                )


def positions(told: Iterable[Update], updates: Sequence[Update]) -> tuple[int, ...]:
    """Where these updates stand in the list; the same object may stand there more than once, in order."""
    found: list[int] = []
    for update in told:
        start = found[-1] + 1 if found else 0
        found.append(next(place for place in range(start, len(updates)) if updates[place] is update))
    return tuple(found)


@given(st.data())
@pytest.mark.slow
def test_the_monitor_answers_like_its_twin(data: st.DataObject) -> None:
    specification = data.draw(worlds().flatmap(specifications))
    script = data.draw(scripts(specification))
    twin, monitor = NaiveTwin(specification, clock=script.clock), MonitorAsTwin(specification, script.clock)
    for (step, expected), (_, told) in zip(play(script, twin), play(script, monitor), strict=True):
        event(expected.kind if isinstance(expected, Outcome) else f"{type(step).__name__} {expected}"[:40])
        if monitor.blocked_elsewhere:
            event("blocked for what it changes alone")
        assert told == expected, step
        assert monitor.monitor.achieved == twin.achieved


@given(st.data())
def test_a_run_played_twice_gets_the_same_answers(data: st.DataObject) -> None:
    specification = data.draw(worlds().flatmap(specifications))
    script = data.draw(scripts(specification))
    first = [told for _, told in play(script, MonitorAsTwin(specification, script.clock))]
    assert first == [told for _, told in play(script, MonitorAsTwin(specification, script.clock))]


@given(st.data())
def test_the_roadmap_can_be_told_at_every_step(data: st.DataObject) -> None:
    from handrail.monitor import Feedback

    specification = data.draw(worlds().flatmap(specifications))
    script = data.draw(scripts(specification))
    session = MonitorAsTwin(specification, script.clock)
    feedback = Feedback.about(specification.states)
    for _ in play(script, session):
        finished = session.monitor.finish(now=script.clock)  # first, for with it the step is over
        progress = session.monitor.progress(now=script.clock)
        assert len(feedback.roadmap(progress).splitlines()) == len(specification.rules) + 1  # they have few rules
        assert progress.complete == isinstance(finished, Allow)
        assert "\n" not in feedback.verdict(finished)
