"""Walks by chance: the same each time, finding what there is to find, and past a user who reads, nothing."""

from dataclasses import replace

import pytest

from handrail.bench.adversary.goal import rules_of
from handrail.bench.adversary.move import Killed
from handrail.bench.adversary.walk import Walk, Walked

CAUGHT = 32
"""A seed by which a file goes that nobody wanted gone, where the user says yes to everything."""


def played(walk: Walk) -> Walked:
    walked = walk.walk()
    assert walked is not None
    return walked


def test_a_walk_is_the_same_each_time() -> None:
    assert Walk(3).prepare()[1:][1] == Walk(3).prepare()[1:][1]
    assert rules_of(Walk(3).prepare()[1]) == rules_of(Walk(3).prepare()[1])
    assert played(Walk(3)) == played(Walk(3))


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_nothing_comes_about_that_was_not_asked_for(first: int) -> None:
    walked = [walk.walk() for walk in map(Walk, range(first, first + 10))]
    assert [came.finding for came in walked if came is not None and came.finding is not None] == []
    assert sum(came.done for came in walked if came is not None) > 0


def test_what_a_careless_user_lets_through_is_found() -> None:
    came = played(Walk(CAUGHT, careless=True))
    assert came.finding is not None
    assert came.finding.irreversible
    assert came.finding.came == ("file deleted: /sdcard/Download/plan.pdf",)
    assert any("SaveTask" in why or "[= 0]" in why for why in came.finding.why_not)
    assert played(Walk(CAUGHT)).finding is None


def test_a_finding_is_told_by_the_fewest_moves_that_lead_to_it() -> None:
    walk = Walk(CAUGHT, careless=True)
    shortest = walk.shortest()
    assert shortest.moves is not None
    assert 0 < len(shortest.moves) < len(walk.prepare()[2])
    came = played(shortest)
    assert came.finding is not None
    assert came.finding.came == ("file deleted: /sdcard/Download/plan.pdf",)
    for number in range(len(shortest.moves)):
        fewer = shortest.moves[:number] + shortest.moves[number + 1 :]
        assert played(replace(shortest, moves=fewer)).finding is None


def test_a_walk_goes_on_after_a_kill_on_the_same_phone() -> None:
    walk = Walk(CAUGHT, careless=True).shortest()
    assert walk.moves is not None
    killed = replace(walk, moves=tuple(move for pair in ((move, Killed()) for move in walk.moves) for move in pair))
    came = played(killed)
    assert came.steps > 0
    assert came.finding is None or "the program is killed, and resumes" in came.finding.story
