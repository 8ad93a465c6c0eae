"""The calibration pairs are well made, and no similarity errs more often than when it was measured."""

import pytest

from handrail.language.normal_form import normal_form
from handrail.language.similarity import DEFAULT_THRESHOLD
from handrail.language.similarity.calibration import HALVES, Half, TextPair, error, matches, pairs
from handrail.language.similarity.embeddings import embeddings
from language.similarity.extra import SAME_WORDS, needs_extra


@pytest.mark.parametrize("half", HALVES)
def test_each_half_has_enough_pairs_of_both_kinds(half: Half) -> None:
    judged = list(pairs(half))
    should_match = sum(pair.should_match for pair in judged)
    assert len(judged) >= 100
    assert 0.35 <= should_match / len(judged) <= 0.65


def test_no_pair_is_in_two_halves_or_twice() -> None:
    seen = [frozenset({normal_form(p.wanted), normal_form(p.found), p.group}) for half in HALVES for p in pairs(half)]
    assert len(seen) == len(set(seen))


def test_error_counts_both_kinds() -> None:
    same, other = TextPair("a", "a", "g", should_match=True), TextPair("a", "b", "g", should_match=False)
    counted = error([(same, True), (same, False), (other, True), (other, False), (other, False)])
    assert (counted.accepted, counted.should_differ, counted.rejected, counted.should_match) == (1, 3, 1, 2)


@needs_extra
@pytest.mark.parametrize(
    ("half", "accepted", "rejected"), [("development", 0, 34), ("held_out", 0, 28), ("afterwards", 1, 15)]
)
def test_the_guards_without_the_model_err_no_more_than_measured(half: Half, accepted: int, rejected: int) -> None:
    found = error([(pair, matches(SAME_WORDS, pair, DEFAULT_THRESHOLD)) for pair in pairs(half)])
    assert found.accepted <= accepted
    assert found.rejected <= rejected


@needs_extra
@pytest.mark.parametrize(
    ("half", "accepted", "rejected"), [("development", 0, 12), ("held_out", 0, 13), ("afterwards", 1, 7)]
)
@pytest.mark.slow
def test_the_guarded_embeddings_err_no_more_than_measured(half: Half, accepted: int, rejected: int) -> None:
    by_meaning = embeddings()
    found = error([(pair, matches(by_meaning, pair, DEFAULT_THRESHOLD)) for pair in pairs(half)])
    assert found.accepted <= accepted
    assert found.rejected <= rejected
