"""The figures beside naive ones, worked out from the definitions in docs/evaluation.md one question at a time."""

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from bench.verification.recorded import tasks
from handrail.bench.replay import Replayed
from handrail.bench.task_file import Task
from handrail.bench.verification.evaluation import evaluate, group
from handrail.bench.verification.judging import JudgedQuestion, Verdicts
from handrail.bench.verification.question import questions_of
from handrail.bench.verification.sample import EncodedAnswer, EncodingEnd


@dataclass(frozen=True)
class Case:
    """What happened to one question."""

    task: int
    wrong: bool
    rejected: bool | None


cases = st.lists(
    st.builds(Case, st.integers(0, 5), st.booleans(), st.sampled_from([True, False, None])),
    unique_by=lambda case: (case.task, case.wrong),
    max_size=12,
)


@pytest.fixture(scope="module")
def wake(tmp_path_factory: pytest.TempPathFactory) -> Task:
    return tasks(tmp_path_factory.mktemp("tasks"))[0]


def judged(wake: Task, case: Case) -> JudgedQuestion:
    task = replace(wake, id=f"task {case.task}", dataset="even" if case.task % 2 == 0 else "odd")
    question = questions_of([task])[case.wrong]
    if case.rejected is None:
        return JudgedQuestion(question, EncodedAnswer(EncodingEnd.FAILED, reason="no"), None)
    walked = Replayed(task.id, question.which, accepted=not case.rejected)
    return JudgedQuestion(question, EncodedAnswer(EncodingEnd.ENCODED), Verdicts(walked, walked, walked))


def share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


@given(cases)
@pytest.mark.slow
def test_the_figures_are_those_of_their_definitions(wake: Task, drawn_cases: list[Case]) -> None:
    found = evaluate([judged(wake, case) for case in drawn_cases], resamples=20)
    right = [case for case in drawn_cases if case.rejected is not None and case.rejected == case.wrong]
    # an abstention is an error: an alarm about a right execution, silence about a wrong one
    alarms = [case for case in drawn_cases if case.rejected or (case.rejected is None and not case.wrong)]
    alarms = [case for case in alarms if not (case.wrong and case.rejected is None)]
    caught = [case for case in alarms if case.wrong]
    main = found.whole.main
    assert main.confusion.accuracy == share(len(right), len(drawn_cases))
    assert main.confusion.precision == share(len(caught), len(alarms))
    assert main.confusion.recall == share(len(caught), sum(case.wrong for case in drawn_cases))
    assert main.abstained == sum(case.rejected is None for case in drawn_cases)
    decided = [case for case in drawn_cases if case.rejected is not None]
    assert main.decided.accuracy == share(len(right), len(decided))
    assert main.tasks_right == sum(
        all(case in right for case in drawn_cases if case.task == task) for task in {case.task for case in drawn_cases}
    )
    event("has an abstention" if main.abstained else "has none")
    between = main.intervals["accuracy"]
    assert (between is None) == (not drawn_cases)
    if between is not None and main.confusion.accuracy is not None:
        assert 0 <= between.low <= between.high <= 1


@given(cases)
def test_the_groups_are_the_whole_taken_apart(wake: Task, drawn_cases: list[Case]) -> None:
    found = evaluate([judged(wake, case) for case in drawn_cases], resamples=0)
    for groups in (found.by_dataset, found.by_app):
        for name in ("tp", "fp", "fn", "tn"):
            apart = sum(getattr(counted.main.confusion, name) for counted in groups.values())
            assert apart == getattr(found.whole.main.confusion, name)
        assert sum(counted.questions for counted in groups.values()) == len(drawn_cases)


@given(cases, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_changes_no_figure(wake: Task, drawn_cases: list[Case], rng: Random) -> None:
    shuffled = list(drawn_cases)
    rng.shuffle(shuffled)
    first, second = (group([judged(wake, case) for case in order], 0, 0) for order in (drawn_cases, shuffled))
    assert first == second
