"""Several encodings, counted by what they mean and not by how they are written."""

import asyncio
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoder.drafts import NOW, answer, encoded, errands, failed, run, scripted
from handrail.encoder import AskUser, Outcome, Settings
from handrail.encoder.alignment import aligned, pairs, same_rules
from handrail.encoder.vote import count
from handrail.language import Specification
from handrail.language.analysis import Equivalent, difference
from handrail.llm import Declined, Scripted, Unreachable

INSTRUCTION = "Book a table for 4 tomorrow, before 7 PM"
STRICT = ["Table(date = Tomorrow, time < 19:00, people = 4) -> Reserve", "Reserve -> Done"]
RESPELLED = ["Table(people = 4, time < 7:00 PM, date = Today+1) -> BookTable", "BookTable -> Done"]
SPLIT = [
    "Table(date = Tomorrow, time < 12:00, people = 4) -> Book",
    "Table(date = Tomorrow, time >= 12:00, time < 19:00, people = 4) -> Book",
    "Book -> Done",
]
LENIENT = ["Table(date = Tomorrow, time <= 19:00, people = 4) -> Reserve", "Reserve -> Done"]
BEFORE = [("12:00", "before 7 PM", "morning and afternoon apart")]


def voted(*drafts: list[str]) -> Outcome:
    model = scripted(*[answer(draft, sources=BEFORE if draft is SPLIT else ()) for draft in drafts])
    return run(INSTRUCTION, model, settings=Settings(votes=len(drafts), attempts=1))


def test_different_spellings_of_one_meaning_are_one_class() -> None:
    outcome = encoded(voted(STRICT, RESPELLED, SPLIT))
    assert outcome.ballot is not None
    assert (outcome.ballot.votes, outcome.ballot.classes, outcome.ballot.failed) == (3, (3,), 0)
    assert outcome.rules == tuple(STRICT)


def test_the_largest_class_wins_if_it_is_more_than_half() -> None:
    outcome = encoded(voted(LENIENT, STRICT, RESPELLED))
    assert outcome.rules == tuple(STRICT)
    assert outcome.ballot is not None
    assert outcome.ballot.classes == (2, 1)


@pytest.mark.parametrize("drafts", [(STRICT, LENIENT), (STRICT, LENIENT, RESPELLED, LENIENT)])
def test_a_tie_asks_the_user_with_a_run_that_tells_the_readings_apart(drafts: tuple[list[str], ...]) -> None:
    outcome = voted(*drafts)
    assert isinstance(outcome, AskUser)
    assert outcome.difference is not None
    assert "time is 19:00" in outcome.question
    assert "The second reading accepts it, the first one does not" in outcome.question
    assert outcome.difference.accepted_by == "second"
    assert {reading.votes for reading in outcome.readings} == {len(drafts) // 2}


def test_a_weak_majority_asks_as_well() -> None:
    other = ["Table(date = Tomorrow, time < 19:00, people >= 4) -> Reserve", "Reserve -> Done"]
    outcome = voted(STRICT, RESPELLED, LENIENT, other)
    assert isinstance(outcome, AskUser)
    assert outcome.ballot.classes == (2, 1, 1)
    assert len(outcome.readings) == 3


def test_encodings_that_failed_are_votes_for_nothing() -> None:
    lines = iter([answer(STRICT), answer(["True -> Done"]), answer(RESPELLED)])
    outcome = encoded(run(INSTRUCTION, Scripted(lambda _: next(lines)), settings=Settings(votes=3, attempts=1)))
    assert outcome.ballot is not None
    assert (outcome.ballot.classes, outcome.ballot.failed) == ((2,), 1)
    alone = scripted(answer(STRICT), answer(["True -> Done"]), Declined("no"))
    lost = failed(run(INSTRUCTION, alone, settings=Settings(votes=3, attempts=1)))
    assert lost.stopped == "vote"
    assert "only 1 of 3 encodings passed" in lost.reason
    none = failed(run(INSTRUCTION, scripted(*[Unreachable("gone")] * 2), settings=Settings(votes=2)))
    assert none.stopped == "no answer"
    assert len(none.attempts) == 2


def test_each_vote_has_a_seed_of_its_own_and_the_cost_is_of_all() -> None:
    model = scripted(*[answer(STRICT)] * 3)
    outcome = encoded(run(INSTRUCTION, model, settings=Settings(votes=3, seed=7, temperature=0.5)))
    assert [(request.seed, request.temperature) for request in model.asked] == [(7, 0.5), (8, 0.5), (9, 0.5)]
    assert outcome.cost.calls == 3


def test_a_single_encoding_is_drafted_coldly() -> None:
    model = scripted(answer(STRICT))
    run(INSTRUCTION, model)
    assert [(request.seed, request.temperature) for request in model.asked] == [(0, 0.0)]


def test_the_order_of_the_votes_does_not_decide() -> None:
    drafts = {"strict": STRICT, "respelled": RESPELLED, "lenient": LENIENT}
    single = {
        name: encoded(run(INSTRUCTION, scripted(answer(draft)), settings=Settings(attempts=1)))
        for name, draft in drafts.items()
    }
    for order in itertools.permutations(drafts):
        outcome = encoded(count([single[name] for name in order], NOW, "scripted"))
        assert "time < 19:00" in outcome.specification.show()


def parsed(*rules: str) -> Specification:
    return Specification.parse(rules, errands())


def test_objectives_meet_by_name_then_by_rules_then_by_variables() -> None:
    first = parsed("Alarm(on = true) -> A", "Table(people = 4) -> B", 'Message(to = "Ann") -> C', "A & B & C -> Done")
    second = parsed(
        "Alarm(on = true) -> A", "Table(people = 4) -> Book", 'Message(to = "Bob") -> Write', "A & Book & Write -> Done"
    )
    assert pairs(second.rules, first.rules) == {"A": "A", "Book": "B", "Write": "C"}


def test_objectives_without_anything_in_common_stay_apart() -> None:
    first, second = parsed("Alarm(on = true) -> X", "X -> Done"), parsed("Table(people = 4) -> Y", "Y -> Done")
    assert pairs(second.rules, first.rules) == {"Y": "Y"}
    taken = parsed("Table(people = 4) -> Y", 'Message(to = "Ann") -> Z', "Y & Z -> Done")
    assert pairs(first.rules, taken.rules) == {"X": "X"}


def test_rules_are_the_same_but_for_order_spelling_and_names() -> None:
    assert same_rules(STRICT, RESPELLED)
    assert not same_rules(STRICT, LENIENT)


@settings(max_examples=40)  # each one is a proof
@given(st.permutations(["SetAlarm", "Book", "Write"]), st.permutations(range(4)))
def test_renamed_and_reordered_it_is_still_the_same(names: list[str], order: list[int]) -> None:
    pattern = parsed(
        "Alarm(on = true) -> A", "A & Table(people = 4) -> B", 'A & Message(to = "Ann") -> C', "A & B & C -> Done"
    )
    rules = [
        f"Alarm(on = true) -> {names[0]}",
        f"{names[0]} & Table(people = 4) -> {names[1]}",
        f'{names[0]} & Message(to = "Ann") -> {names[2]}',
        f"{names[0]} & {names[1]} & {names[2]} -> Done",
    ]
    other = aligned(parsed(*(rules[at] for at in order)), pattern)
    assert isinstance(difference(pattern, other, clock=NOW), Equivalent)


def test_votes_are_asked_at_once() -> None:
    waiting: list[int] = []
    all_there = asyncio.Event()

    async def together(_: object) -> str:
        waiting.append(1)
        if len(waiting) == 3:
            all_there.set()
        await all_there.wait()  # hangs, were they asked one after another
        return answer(STRICT)

    assert encoded(run(INSTRUCTION, Scripted(together), settings=Settings(votes=3))).ballot is not None
