"""The texts that stand for all others: one for each way in which operators can treat a text."""

from collections.abc import Iterable
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from handrail.language.analysis.setting import TextFacts
from handrail.language.analysis.text_pool import MOST_CONTAINED, TextClass, text_pool
from handrail.language.normal_form import normal_form
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS

FACTS = TextFacts(TRIGRAMS, DEFAULT_THRESHOLD)
WORDS = st.text(min_size=1, max_size=8).map(normal_form).filter(bool)


def _compared(
    constants: Iterable[str] = (),
    *,
    contained: Iterable[str] = (),
    similar: Iterable[str] = (),
    tells_rows_apart: bool = False,
) -> TextClass:
    found = TextClass(constants=set(constants), tells_rows_apart=tells_rows_apart)
    found.contained.update(contained)
    found.similar.update(similar)
    return found


@given(st.sets(WORDS, max_size=3), st.sets(WORDS, max_size=MOST_CONTAINED), st.integers(1, 4), st.booleans())
def test_a_complete_pool_has_enough_of_every_kind(
    constants: set[str], contained: set[str], rows: int, tells_rows_apart: bool
) -> None:
    wanted = _compared(constants, contained=contained, tells_rows_apart=tells_rows_apart)
    pool = text_pool(wanted, (), rows, {}, FACTS)
    assert all(normal_form(shown) == text for text, shown in pool.shown.items() if text not in constants)
    if not pool.complete:
        return
    for size in range(len(contained) + 1):
        for chosen in combinations(sorted(contained), size):
            held = {text for text in contained if any(text in holder for holder in chosen)}
            holders = [
                text
                for text in pool.shown
                if text not in constants and held == {constant for constant in contained if constant in text}
            ]
            assert len(holders) >= (rows if tells_rows_apart else 1)


def test_ordinary_constants_make_a_complete_pool() -> None:
    wanted = _compared({"", "work"}, contained={"gas station", "station", "a", "e"}, tells_rows_apart=True)
    assert text_pool(wanted, ("Red", "Blue"), 12, {}, FACTS).complete


def test_texts_are_shown_as_they_were_written() -> None:
    wanted = _compared({"r/science"}, similar={"work out"})
    pool = text_pool(wanted, (), 1, {"r/science": "r/Science", "work out": "Work out"}, FACTS)
    assert pool.shown["r/science"] == "r/Science"
    assert pool.shown["work out!"] == "Work out!"
    assert not pool.complete


def test_near_variants_are_near() -> None:
    pool = text_pool(_compared(similar={"work out"}), (), 1, {}, FACTS)
    near = [text for text in pool.shown if FACTS.similar(text, "work out")]
    assert len(near) > 1
    assert len(near) < len(pool.shown)
