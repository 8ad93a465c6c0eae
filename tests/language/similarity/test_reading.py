"""How the objections read a text: its numbers and times, its words in their base form, the part that each plays."""

import pytest

from handrail.language.similarity.objections.lexicon import base_form, lexicon, opposites
from handrail.language.similarity.objections.reading import Part, read_both, tokens
from language.similarity.extra import needs_extra

pytestmark = needs_extra


def _forms(text: str, *parts: Part) -> tuple[str, ...]:
    return read_both(text, text)[0].forms(*parts)


@pytest.mark.parametrize(
    ("text", "quantities"),
    [
        ("7 pm", ["19:00"]),
        ("12 am", ["00:00"]),
        ("7.30 p.m.", ["19:30"]),
        ("19:30:15", ["19:30:15"]),
        ("7:30", ["7:30?"]),
        ("at eight", ["8:00?"]),
        ("seven o'clock", ["7:00?"]),
        ("noon or midnight", ["12:00", "00:00"]),
        ("half past six", ["6:30?"]),
        ("quarter to six", ["5:45?"]),
        ("from 10 to 12", ["10", "12"]),
        ("£20", ["20 gbp"]),
        ("$1.50 and 3 kg", ["1.50 dollar", "3 kilogram"]),
        ("2 hundred thousand", ["200", "1000"]),
        ("two hundred fifty thousand", ["250000"]),
        ("one two", ["1", "2"]),
        ("this one", []),
        ("1/2 or 10/11/2024", ["1/2", "10/11/2024"]),
        ("5th of june", ["day 5"]),
        ("the second of june", ["day 2"]),
        ("30 seconds", ["30 second"]),
        ("3rd floor", ["3th"]),
        ("1.5k", ["1500"]),
        ("10-minute walk", ["10 minute"]),
        ("gate b12", ["12"]),
        ("٣ apples", ["3"]),
        ("0.50 cups", ["0.50 cup"]),
    ],
)
def test_a_quantity_has_one_form(text: str, quantities: list[str]) -> None:
    assert list(_forms(text, Part.QUANTITY)) == quantities


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("recipes", "recipe"),
        ("watering", "water"),
        ("planning", "plan"),
        ("baked", "bake"),
        ("tidied", "tidy"),
        ("sent", "send"),
        ("children", "child"),
        ("mums", "mother"),
        ("colours", "color"),
        ("organising", "organize"),
        ("james", "james"),
        ("news", "news"),
        ("evening", "evening"),
        ("bday", "birthday"),
        ("tmrw", "tomorrow"),
    ],
)
def test_a_word_has_a_base_form(word: str, base: str) -> None:
    assert base_form(word) == base


def test_contractions_are_written_out_and_signs_without_meaning_dropped() -> None:
    assert tokens("don't (ever) say: “i'll wait”…") == ["do", "not", "ever", "say", "i", "will", "wait"]


def test_words_that_are_no_ordinary_ones_are_names() -> None:
    assert _forms("ask anna for the netflix password", Part.NAME) == ("anna", "netflix")


def test_an_abbreviation_stands_for_one_word_only() -> None:
    words = lexicon()
    assert not set(words.same) & set(words.same.values())


def test_the_sets_of_opposites_have_at_least_two_words() -> None:
    assert all(len(words) > 1 for words in opposites().one_of)
