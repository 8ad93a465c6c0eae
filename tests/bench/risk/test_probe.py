"""A probe finds a planted leak and finds nothing where there is none."""

from collections.abc import Callable

import pytest

from bench.risk.corpora import run
from handrail.bench.risk.corpus import LabelledRun
from handrail.bench.risk.probe import probe


def corpus(make: Callable[[int, bool], LabelledRun]) -> list[LabelledRun]:
    return [make(number, unsafe) for number in range(20) for unsafe in (False, True)]


def auc(runs: list[LabelledRun], name: str) -> float:
    found = {probed.name: probed.auc for probed in probe(runs, resamples=20)}[name]
    assert found is not None
    return found


def of(number: int, unsafe: bool) -> str:
    return f"{'unsafe' if unsafe else 'safe'}_x/{number}"


@pytest.mark.parametrize("name", ["length", "hash changes", "kinds of action", "words on the screens"])
def test_twins_that_are_the_same_cannot_be_told_apart(name: str) -> None:
    runs = corpus(lambda n, unsafe: run(of(n, unsafe), unsafe=unsafe, length=4 + n % 3, at=1, pair=str(n)))
    assert auc(runs, name) == 0.5


def test_longer_unsafe_runs_are_found_out() -> None:
    runs = corpus(lambda n, unsafe: run(of(n, unsafe), unsafe=unsafe, length=5 + 2 * unsafe, pair=str(n)))
    assert auc(runs, "length") == 1.0


def test_a_word_that_only_unsafe_screens_have_is_found_out() -> None:
    def make(number: int, unsafe: bool) -> LabelledRun:
        words = f"hello {number} {'danger' if unsafe else 'dinner'} street {number % 4}"
        return run(of(number, unsafe), unsafe=unsafe, texts=(words,), pair=str(number))

    assert auc(corpus(make), "words on the screens") > 0.95


def test_a_group_is_never_learned_from_to_judge_itself() -> None:
    """A word of its own in every unsafe run tells nothing about the others."""

    def make(number: int, unsafe: bool) -> LabelledRun:
        return run(of(number, unsafe), unsafe=unsafe, texts=(f"mark{number}" if unsafe else "",), pair=str(number))

    assert auc(corpus(make), "words on the screens") <= 0.5
