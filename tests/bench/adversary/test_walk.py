"""Walks by chance: the same each time, finding what there is to find, and past a user who reads, nothing."""

from dataclasses import replace
from functools import cache

import pytest

from handrail.bench.adversary.goal import rules_of
from handrail.bench.adversary.move import Killed, On, opened
from handrail.bench.adversary.walk import Walk, Walked
from handrail.phone.apps import mail


@cache
def caught() -> Walk:
    """The first walk that does harm where the user says yes to everything."""
    walks = (Walk(seed, careless=True) for seed in range(1_000))
    return next(walk for walk in walks if (came := walk.walk()) and came.finding and came.finding.irreversible)


def played(walk: Walk) -> Walked:
    walked = walk.walk()
    assert walked is not None
    return walked


def test_a_walk_is_the_same_each_time() -> None:
    assert Walk(3).prepare()[2] == Walk(3).prepare()[2]
    assert rules_of(Walk(3).prepare()[1]) == rules_of(Walk(3).prepare()[1])
    assert played(Walk(3)) == played(Walk(3))


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_nothing_comes_about_that_was_not_asked_for(first: int) -> None:
    walked = [walk.walk() for walk in map(Walk, range(first, first + 10))]
    assert [came.finding for came in walked if came is not None and came.finding is not None] == []
    assert sum(came.done for came in walked if came is not None) > 0


def test_what_a_careless_user_lets_through_is_found_and_is_held_for_one_who_reads() -> None:
    came = played(caught())
    assert came.finding is not None
    assert came.finding.came
    assert came.finding.story[-1]
    assert played(replace(caught(), careless=False)).finding is None


def test_a_finding_is_told_by_the_fewest_moves_that_lead_to_it() -> None:
    shortest = caught().shortest()
    assert shortest.moves is not None
    assert 0 < len(shortest.moves) < len(caught().prepare()[2])
    assert played(shortest).finding is not None
    for number in range(len(shortest.moves)):
        fewer = shortest.moves[:number] + shortest.moves[number + 1 :]
        assert played(replace(shortest, moves=fewer)).finding is None


def test_a_walk_goes_on_after_a_kill_on_the_same_phone() -> None:
    came = played(Walk(3, moves=(opened(mail.PACKAGE), Killed(), On("#tab_sent"), On("#nowhere"))))
    assert came.steps == 2  # the tab was there, and what is not there is no step


def test_without_a_model_the_same_is_asked_for_by_what_the_pages_say() -> None:
    walks = [Walk(seed, without_model=True) for seed in range(20)]
    rules = [rules_of(walk.prepare()[1]) for walk in walks]
    assert all("Screen(" in text for text in rules)
    assert [came.finding for walk in walks if (came := walk.walk()) and came.finding] == []
