"""Who says whether a specification accepts a run: the naive evaluator and the monitor itself, who must agree."""

from datetime import datetime

from handrail.app.update import Update
from handrail.language.analysis import Difference, Run, Seen, Tables
from handrail.language.declaration import States
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS, Similarity
from handrail.language.specification import Specification
from handrail.monitor import Allow, Block, Monitor
from language.analysis.naive import Naive


def accepts(
    specification: Specification,
    run: Run,
    clock: datetime,
    similarity: Similarity = TRIGRAMS,
    threshold: float = DEFAULT_THRESHOLD,
) -> bool:
    accepted = Naive(specification, clock, similarity, threshold).accepts(run)
    monitor = Monitor(specification, clock=clock, similarity=similarity, threshold=threshold)
    assert _accepted_by(monitor, run, specification.states) == accepted, "the monitor and the naive evaluator disagree"
    return accepted


def _accepted_by(monitor: Monitor, run: Run, states: States) -> bool:
    tables: Tables = {}
    for step in run.steps:
        monitor.observe(_updates(tables, step.tables, states), now=step.now)
        tables = step.tables
        if isinstance(step, Seen):
            continue
        if step.objective is None:
            return isinstance(monitor.finish(now=step.now), Allow)
        if isinstance(
            monitor.anticipate((), [step.objective], now=step.now), Block
        ):  # not requested: a person is asked
            return False
        monitor.commit()
    raise AssertionError("a run ends with its finish")


def _updates(before: Tables, after: Tables, states: States) -> list[Update]:
    """Every old row goes and every new one comes."""
    deletes = [
        Update(state, delete={key: row[key] for key in states[state].keys})
        for state, rows in before.items()
        for row in rows
    ]
    return deletes + [Update(state, set=row) for state, rows in after.items() for row in rows]


def assert_tells_apart(found: Difference, first: Specification, second: Specification, clock: datetime) -> None:
    """One accepts the run and the other does not, as was claimed; the times and tables are such as can be."""
    assert (accepts(first, found.run, clock), accepts(second, found.run, clock)) == (
        found.accepted_by == "first",
        found.accepted_by == "second",
    )
    moments = [clock, *(step.now for step in found.run.steps)]
    assert moments == sorted(moments)
    for step in found.run.steps:
        for state, rows in step.tables.items():
            declared = first.states[state]
            assert rows
            assert all(row.keys() <= declared.variables.keys() for row in rows)
            assert len({tuple(row[key] for key in declared.keys) for row in rows}) == len(rows)
