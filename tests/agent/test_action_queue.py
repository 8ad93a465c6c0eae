import pytest

from agent.form_scripted_task import SCRIPTED_TASK, TWO
from handrail.agent.action_queue import Deviation, continued, detour, with_mistake, without_mistake
from handrail.agent.intent import Back, Finish
from handrail.agent.mistake import (
    EarlyFinish,
    Forgotten,
    Mistake,
    MistakeKind,
    Obeyed,
    Repeated,
    Swapped,
    TooLate,
    WrongTarget,
    WrongValue,
    describe,
    kind_of,
)
from handrail.error import Misuse

MISTAKES: tuple[Mistake, ...] = (
    WrongValue("name", "Evi"),
    WrongTarget("person", "Dan"),
    TooLate("person"),
    Swapped("first", "second"),
    Forgotten("person"),
    EarlyFinish("second"),
    Repeated("first"),
    Obeyed("do it", (Back(),)),
)


def test_the_right_queue_is_the_plan_and_the_finish() -> None:
    action_queue = without_mistake(TWO)
    stages = TWO.right()
    assert [item.intent for item in action_queue] == [*stages[0].intents, *stages[1].intents, Finish()]
    assert all(item.deviation is Deviation.NONE for item in action_queue)


def test_what_is_done_is_left_out_and_a_stage_goes_on_where_it_was() -> None:
    assert [item.stage for item in without_mistake(TWO, frozenset({0}))] == [1] * 4 + [None]
    assert [(item.stage, item.number) for item in continued(TWO, 0, 2, frozenset())][:3] == [(0, 2), (0, 3), (1, 0)]
    assert [item.stage for item in continued(TWO, 1, 3, frozenset({0}))] == [1, None]


def test_a_wrong_value_is_marked_where_it_stands_and_nowhere_else() -> None:
    marked = [
        item for item in with_mistake(SCRIPTED_TASK, WrongTarget("person", "Dan")) if item.deviation is Deviation.VALUE
    ]
    assert [item.number for item in marked] == [1]


def test_a_forgotten_value_is_skipped_and_a_late_one_comes_after_the_rest() -> None:
    assert [item.deviation for item in with_mistake(SCRIPTED_TASK, Forgotten("person"))][1] is Deviation.SKIPPED
    late = with_mistake(SCRIPTED_TASK, TooLate("person"))
    assert [item.deviation for item in late][1] is Deviation.SKIPPED
    assert late[-2].deviation is Deviation.LATE
    assert late[-2].number == 1


def test_stages_are_swapped_repeated_and_cut_off() -> None:
    assert [item.stage for item in with_mistake(TWO, Swapped("first", "second"))] == [1] * 4 + [0] * 4 + [None]
    assert [item.stage for item in with_mistake(TWO, Repeated("first"))] == [0] * 8 + [1] * 4 + [None]
    cut = with_mistake(TWO, EarlyFinish("second", after=1))
    assert [item.stage for item in cut] == [0] * 4 + [1, None]
    assert cut[-1].deviation is Deviation.CUT


def test_a_detour_belongs_to_no_stage() -> None:
    assert [(item.stage, item.deviation) for item in detour(Obeyed("do it", (Back(),)))] == [(None, Deviation.DETOUR)]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: type(mistake).__name__)
def test_every_mistake_has_a_kind_words_and_another_queue(mistake: Mistake) -> None:
    assert kind_of(mistake) in MistakeKind
    assert describe(mistake)
    same = with_mistake(TWO, mistake) == without_mistake(TWO)
    assert same == isinstance(mistake, Obeyed)  # that one comes about only when the text is read


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (WrongValue("size", 1), "no value `size`"),
        (WrongValue("count", 3), "is 3 already"),
        (Forgotten("size"), "no value `size`"),
        (Repeated("third"), "no stage `third`; it has first, second"),
    ],
)
def test_a_mistake_that_does_not_fit_the_plan_is_refused(mistake: Mistake, told: str) -> None:
    with pytest.raises(Misuse, match=told):
        with_mistake(TWO, mistake)


def test_all_kinds_can_be_made() -> None:
    assert {kind_of(mistake) for mistake in MISTAKES} == set(MistakeKind)
