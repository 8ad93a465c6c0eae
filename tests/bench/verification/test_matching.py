"""Which objectives a step commits, where the specification calls them otherwise than the recording."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.verification.recorded import TASKS, in_other_words, path, post, pre, recorded, tasks, write
from handrail.bench.replay import Replayed
from handrail.bench.task_file import Task, load_tasks
from handrail.bench.verification.judging import JudgedQuestion, Measures, by_name, judge, optimistic, partners
from handrail.bench.verification.question import Question, questions_of
from handrail.bench.verification.sample import EncodedAnswer, EncodingEnd
from handrail.language.similarity import TRIGRAMS
from handrail.language.specification import Specification


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> tuple[Task, ...]:
    return tasks(tmp_path_factory.mktemp("tasks"))


def judged(question: Question, *rules: str, **meanings: str) -> JudgedQuestion:
    return judge(question, EncodedAnswer(EncodingEnd.ENCODED, rules, tuple(meanings.items())), Measures(TRIGRAMS))


def about(tmp_path_factory: pytest.TempPathFactory, steps: list[dict[str, object]]) -> Question:
    task = recorded("one", "Do it", None, steps, ["True -> Done"], None)
    return questions_of(load_tasks(write(tmp_path_factory.mktemp("one"), task)))[0]


def optimistically(question: Question, *rules: str) -> Replayed:
    verdicts = judged(question, *rules).verdicts
    assert verdicts is not None
    return verdicts.optimistic


RESERVE_AND_SEND = path(
    ([pre("Table", people=2)], "Reserve"), ([pre("Message", to="Ann")], "Send"), ([post("Inbox", sender="Ann")], None)
)


@given(st.sampled_from(range(len(TASKS))), st.sampled_from(["spec", "wrong_spec"]), st.data())
@pytest.mark.slow
def test_what_objectives_are_called_does_not_matter_to_the_optimistic_rule(
    known: tuple[Task, ...], place: int, field: str, data: st.DataObject
) -> None:
    question, rules = questions_of([known[place]])[0], TASKS[place][field] or TASKS[place]["spec"]
    names = st.from_regex(r"[A-Z][a-z]{1,6}[0-9]", fullmatch=True)
    fresh = data.draw(st.lists(names, min_size=3, max_size=3, unique=True))
    other = list(rules)
    for old, new in zip(("SetAlarm", "Reserve", "Send"), fresh, strict=True):
        other = [rule.replace(f"-> {old}", f"-> {new}").replace(f"{old} ", f"{new} ") for rule in other]
    first, second = optimistically(question, *rules), optimistically(question, *other)
    assert (first.accepted, first.blocked_step) == (second.accepted, second.blocked_step)


def test_with_the_names_of_the_recording_both_rules_leave_the_commitments_as_they_are(known: tuple[Task, ...]) -> None:
    for task in known:
        specification = Specification.parse(task.spec or (), task.app)
        assert by_name(task, specification, {}, None) == task
        assert optimistic(task, specification, TRIGRAMS, 0.7) == task


def test_one_commitment_achieves_all_that_is_satisfied(tmp_path_factory: pytest.TempPathFactory) -> None:
    question = about(tmp_path_factory, path(([pre("Table", people=2), pre("Message", to="Ann")], "Both")))
    rules = ("Table(people = 2) -> A", 'Message(to = "Ann") -> B', "A & B -> Done")
    assert optimistically(question, *rules).accepted


def test_what_another_objective_is_needed_for_is_not_achieved_in_the_same_step(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    question = about(tmp_path_factory, path(([pre("Table", people=2)], "Reserve")))
    found = optimistically(question, "Table(people = 2) -> A", "A -> B", "B -> Done")
    assert (found.accepted, found.blocked_step) == (False, None)
    assert '"b" is not done yet' in found.reason


def test_a_commitment_that_satisfies_nothing_is_blocked_unless_nothing_is_pending(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    question = about(tmp_path_factory, RESERVE_AND_SEND)
    late = optimistically(question, 'Message(to = "Ann") -> Write', "Write -> Done")
    assert (late.accepted, late.blocked_step) == (False, 1)
    verdicts = judged(question, 'Message(to = "Ann") -> Write', "Write -> Done").verdicts
    assert verdicts is not None
    assert verdicts.without_blocking.accepted
    assert optimistically(question, "Table(people = 2) -> Have", "Have -> Done").accepted


def test_a_specification_without_objectives_is_judged_by_its_end_alone(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    question = about(tmp_path_factory, RESERVE_AND_SEND)
    assert optimistically(question, 'Inbox(sender = "Ann") -> Done').accepted
    assert not optimistically(question, 'Inbox(sender = "Bob") -> Done').accepted


def test_a_step_that_commits_nothing_achieves_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    question = about(tmp_path_factory, path(([pre("Table", people=2)], None)))
    assert not optimistically(question, "Table(people = 2) -> A", "A -> Done").accepted


def test_an_update_that_the_app_does_not_know_blocks_its_step(tmp_path_factory: pytest.TempPathFactory) -> None:
    question = about(tmp_path_factory, path(([pre("Table", people="many")], "Reserve")))
    found = optimistically(question, "Table(people = 2) -> A", "A -> Done")
    assert (found.accepted, found.blocked_step) == (False, 1)


def test_a_specification_with_errors_accepts_nothing_and_says_why(known: tuple[Task, ...]) -> None:
    question = questions_of([known[0]])[0]
    found = judged(question, "Alrm() -> Done")
    assert found.verdicts is not None
    assert [found.verdicts.optimistic.accepted, found.verdicts.by_name.accepted] == [False, False]
    assert "Alrm" in found.verdicts.by_name.reason


def test_names_are_matched_by_the_words_they_share_and_by_what_they_are_said_to_mean(
    known: tuple[Task, ...],
) -> None:
    evening = next(task for task in known if task.id == "evening")
    rules = ["Table(people = 2) -> ReserveIt", 'Message(to = "Ann") -> Other', "ReserveIt & Other -> Done"]
    specification = Specification.parse(rules, evening.app)
    assert partners(evening, specification, {}, None) == {"Reserve": "ReserveIt"}
    told = partners(evening, specification, {"Other": evening.steps[1].description}, None)
    assert told == {"Reserve": "ReserveIt", "Send": "Other"}


def test_an_objective_with_its_own_name_in_the_recording_is_given_to_no_other(known: tuple[Task, ...]) -> None:
    evening = next(task for task in known if task.id == "evening")
    rules = ["Table(people = 2) -> Send", "Send -> Done"]
    assert partners(evening, Specification.parse(rules, evening.app), {"Send": "reserve"}, None) == {"Send": "Send"}


def test_what_matches_no_name_is_unrequested_and_blocks_nothing(known: tuple[Task, ...]) -> None:
    question = questions_of([known[0]])[0]
    verdicts = judged(
        question, *in_other_words(["Alarm(time = 9:15) -> Send", 'Alarm(label = "Work") -> Done'])
    ).verdicts
    assert verdicts is not None
    assert verdicts.by_name.accepted
    assert [unrequested.objective for unrequested in verdicts.by_name.unrequested] == ["SetAlarm"]
    assert verdicts.optimistic.blocked_step == 2
