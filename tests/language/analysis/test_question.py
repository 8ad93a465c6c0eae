"""Can these bodies hold while those fail? What is possible has an example, what is impossible none."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from handrail.language.analysis import Tables
from handrail.language.analysis.disjunct import disjuncts_of_rules
from handrail.language.analysis.question import Answer, Impossible, Oracle, Possible, Undetermined
from handrail.language.analysis.setting import Setting, TextFacts, spellings
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS
from handrail.language.specification import Specification
from language.analysis.apps import CLOCK, PHONE, bodies, random_tables, specification_or_skip
from language.analysis.naive import Naive

SEEDS = st.integers(0, 2**32)
SLOW = settings(max_examples=max(50, settings().max_examples // 10))


def _ask(specification: Specification) -> Answer:
    """Can the rules for `Hold` hold together while those for `Fail` fail?"""
    disjuncts = [
        (rule.head, disjunct)
        for rule, (disjunct,) in zip(specification.rules, disjuncts_of_rules(specification.rules), strict=True)
    ]
    facts = TextFacts(TRIGRAMS, DEFAULT_THRESHOLD)
    oracle = Oracle(Setting(specification.states, facts, CLOCK, spellings(specification.rules)))
    holding = [disjunct for head, disjunct in disjuncts if "Hold" in str(head)]
    return oracle.ask(holding, [disjunct for head, disjunct in disjuncts if "Fail" in str(head)])


def _text(holding: list[str], failing: list[str]) -> str:
    return "\n".join([*(f"{b} -> Hold" for b in holding), *(f"{b} -> Fail" for b in failing), "True -> Done"])


def _is_so(specification: Specification, tables: Tables, now: datetime, before: Sequence[Tables] = ()) -> bool:
    judge = Naive(specification, CLOCK)
    judge.past = [(earlier, now) for earlier in ({}, *before)]
    return all(
        judge.satisfied(rule, tables, set(), now) == ("Hold" in str(rule.head)) for rule in specification.rules[:-1]
    )


@SLOW
@given(
    st.lists(bodies(least=1), max_size=2),
    st.lists(bodies(least=1), max_size=3),
    SEEDS,
)
@pytest.mark.slow
def test_the_answer_is_right(holding: list[str], failing: list[str], seed: int) -> None:
    random = Random(seed)
    specification = specification_or_skip(_text(holding, failing))
    answer = _ask(specification)
    event(type(answer).__name__)
    if isinstance(answer, Possible):
        now = CLOCK if answer.world.now is None else datetime.combine(CLOCK, answer.world.now)
        assert _is_so(specification, answer.world.tables, now, answer.world.before)
    elif isinstance(answer, Impossible):
        for _ in range(100):
            now = CLOCK + timedelta(hours=random.choice((0, 3, 10)))
            before = [random_tables(random) for _ in range(random.randrange(3))]
            assert not _is_so(specification, random_tables(random), now, before)


@pytest.mark.parametrize(
    ("holding", "failing", "expected"),
    [
        (["Alarm(on = true)[>= 12]"], [], Possible),
        (["Alarm(on = true)[>= 13]"], [], Undetermined),
        (["Alarm(on = true, on = false)[>= 13]"], [], Impossible),
        (["Switch(on = true)[>= 3]"], [], Impossible),
        (["Post()[>= 2]"], [], Impossible),
        (['Switch(side = "Left", on = ?x) & Switch(side = "Right", on != ?x)'], ["Switch(on = true)"], Impossible),
        (["Alarm(label = ?x) & Community(name = ?x)[= 0]"], ["Community()"], Possible),
        (["Alarm(label = ?x) & Community(name != ?x)[= 0] & Community()"], ["Community(name = ?y) & Alarm(label = ?y)"],
         Impossible),
        (["Alarm(label = ?x)"], ["Alarm(label = ?x) & Community(name = ?x)[= 0]"], Possible),
        (["Alarm(label = ?x)[>= 2] & Community()[< 2]"], ["Alarm(label = ?x) & Community(name = ?x)[= 0]"], Impossible),
        (['Post(title contains "a", title contains "b", title not contains "c")'], ['Post(title = "ab")'], Possible),
        (['Post(title contains "ab", title not contains "b")'], [], Impossible),
        (['Post(title contains "a")'], ['Post(title contains "b")', 'Post(title not contains "b")'], Impossible),
        (['Post(title ~= "Work out", title != "Work out")'], [], Possible),
        (['Post(title ~= "Work out", title contains "gym")'], [], Possible),
        (['Post(title ~= "Work out", title contains "an altogether different text")'], [], Undetermined),
        (['Post(title = "work out", title not ~= "Work out")'], [], Impossible),
        (['Post(title ~= "Work out")'], ['Post(title ~= "work  out", title = ?_)'], Impossible),
        (["Post(votes > 1, votes < 1.1)"], [], Possible),
        (["Alarm(time > 23:59:59)"], [], Impossible),
        (["Alarm(time > 9:00, time < 9:00:01)"], [], Impossible),
        (["Post(day > Today, day < Tomorrow)"], [], Impossible),
        ([], ["Post()[= 0]", "Post(votes = ?_)"], Possible),
        ([], ["Post()[= 0]", "Post()"], Impossible),
        (["once Post(votes = 1)"], ["Post(votes = 1)"], Possible),
        (["Post(votes = 1)"], ["once Post(votes = 1)"], Impossible),
        (["once Post(votes = 1)"], ["once Post(votes < 2)"], Impossible),
        (["once Post(votes < 2)"], ["once Post(votes = 1)"], Possible),
        (["once Post(votes = 1, votes = 2)"], [], Impossible),
        (["once Post(votes = 1) & once Post(votes = 2)"], ["Post()"], Possible),
        (["once Post(votes = 1, title = \"a\")"], ["once Post(votes = 1) & once Post(title = \"a\")"], Impossible),
        (["once Post(votes = 1) & once Post(title = \"a\")"], ["once Post(votes = 1, title = \"a\")"], Possible),
        ([], ["once Alarm()[= 0]"], Impossible),
        ([], ["once Alarm()[<= 1]"], Impossible),
        (["once Alarm(time > Now)"], [], Undetermined),
        (["once Switch(on = true)[>= 3]"], [], Impossible),
    ],
)  # fmt: skip
def test_an_example_of_each_kind(holding: list[str], failing: list[str], expected: type[Answer]) -> None:
    specification = Specification.parse(_text(holding, failing), PHONE)
    answer = _ask(specification)
    assert isinstance(answer, expected), answer
    if isinstance(answer, Possible):
        assert _is_so(specification, answer.world.tables, CLOCK, answer.world.before)


def test_a_great_many_similar_texts_are_not_looked_into() -> None:
    similar = ", ".join(f'title ~= "text number {n}"' for n in range(600))
    specification = Specification.parse(_text([f"Post({similar})"], []), PHONE)
    assert isinstance(_ask(specification), Undetermined)
