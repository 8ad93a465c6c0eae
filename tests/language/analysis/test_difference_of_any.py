"""Whatever the specifications: a difference shows itself, and no run tells equivalent ones apart."""

from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from handrail.language.analysis import Difference, Equivalent, difference
from handrail.language.rule import Objective
from handrail.language.specification import Specification
from language.analysis.apps import CLOCK, random_run, specification_or_skip, texts
from language.analysis.judges import assert_tells_apart
from language.analysis.naive import Naive

SEEDS = st.integers(0, 2**32)
SLOW = settings(max_examples=max(20, settings().max_examples // 20))  # an example is 200 runs
CHANGES = {
    ">=": ">",
    "[= 1]": "[>= 1]",
    "[<= 1]": "[= 0]",
    "= true": "!= false",
    "= 2": "> 1",
    "still ": "",
    "once ": "",
    "A & ": "",
    "?n": "1",
    "?t": '"Work"',
    "~=": "=",
    "One()": "One(flag = ?_)",
    "-> B": "-> A",
}


@SLOW
@given(texts(), texts(), SEEDS)
def test_two_specifications_are_told_apart_or_are_the_same(first: str, second: str, seed: int) -> None:
    _challenge(specification_or_skip(first), specification_or_skip(second), Random(seed))


@SLOW
@given(texts(), st.sampled_from(sorted(CHANGES)), SEEDS)
@pytest.mark.slow
def test_a_changed_specification_is_told_apart_or_is_the_same(text: str, change: str, seed: int) -> None:
    changed = text.replace(change, CHANGES[change])
    event("unchanged" if changed == text else "changed")
    lines = changed.split("\n")
    _challenge(specification_or_skip(text), specification_or_skip("\n".join(reversed(lines))), Random(seed))


def _challenge(first: Specification, second: Specification, random: Random) -> None:
    found = difference(first, second, clock=CLOCK)
    event(type(found).__name__)
    if isinstance(found, Difference):
        assert_tells_apart(found, first, second, CLOCK)
    elif isinstance(found, Equivalent):
        judges = Naive(first, CLOCK), Naive(second, CLOCK)
        rules = (*first.rules, *second.rules)
        objectives = sorted({rule.head.name for rule in rules if isinstance(rule.head, Objective)})
        for guide in (first, second) * 100:
            run = random_run(random, guide, objectives)
            assert judges[0].accepts(run) == judges[1].accepts(run), run
