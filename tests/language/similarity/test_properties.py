"""What holds for the guarded similarity of any two texts, and of words that the lexicon knows in any order."""

from hypothesis import given
from hypothesis import strategies as st

from handrail.language.normal_form import normal_form
from handrail.language.similarity import EXACT, TRIGRAMS
from handrail.language.similarity.calibration import pairs
from handrail.language.similarity.objections import OBJECTIONS, read_both
from language.similarity.extra import SAME_WORDS, needs_extra

pytestmark = needs_extra

WORDS = sorted({word for pair in pairs("development") for word in (*pair.wanted.split(), *pair.found.split())})
SIGNS = [
    "$",
    "€",
    "%",
    "-",
    "/",
    ":",
    "&",
    "→",
    "👍",
    "कि",
    "한국",
    "½",
    "7:00",
    "pm",
    "2025-07-17",
    "n't",
    "'s",
    "an",
    "hour",
]

texts = st.one_of(st.text(max_size=30), st.lists(st.sampled_from(WORDS + SIGNS), max_size=8).map(" ".join)).map(
    normal_form
)


@given(texts, texts)
def test_likeness_is_symmetric_and_a_function_of_the_texts(wanted: str, found: str) -> None:
    for similarity in (EXACT, TRIGRAMS, SAME_WORDS):
        likeness = similarity.between(wanted, found)
        assert 0 <= likeness <= 1.0000001
        assert likeness == similarity.between(found, wanted) == similarity.between(wanted, found)


@given(texts, texts)
def test_every_guard_is_symmetric(wanted: str, found: str) -> None:
    first, second = read_both(wanted, found)
    for objection in OBJECTIONS:
        assert objection.objects(first, second) == objection.objects(second, first)


def test_a_text_too_long_to_be_meant_matches_only_itself() -> None:
    text = "1" * 5_000
    assert SAME_WORDS.between(text, f"{text} please") == 0
    assert SAME_WORDS.between(text, text) == 1


@given(texts)
def test_no_guard_objects_to_a_text_itself(text: str) -> None:
    assert SAME_WORDS.between(text, text) == 1
    first, second = read_both(text, text)
    assert not any(objection.objects(first, second) for objection in OBJECTIONS)


@given(texts, st.sampled_from(["anna", "not", "7", "monday", "eggs"]))
def test_a_word_that_matters_is_never_added(text: str, word: str) -> None:
    longer = normal_form(f"{text} {word}")
    first, second = read_both(text, longer)
    if {word.form for word in first.words} != {word.form for word in second.words}:
        assert not SAME_WORDS.matches(text, longer, 0.7)
