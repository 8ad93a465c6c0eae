"""Where the words of a typed text come from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.device.action import Action
from handrail.device.trace import NOTHING_CHANGED
from handrail.sentinel.judge import Step
from handrail.sentinel.judge.origin import INSTRUCTION, TextOrigin, is_composed, origins
from sentinel.judge.trajectories import screen

NOTE = Step(1, screen("Router", "the key is nk_live_7Qm2xD0w, rack 2"), Action("back"), NOTHING_CHANGED)


def test_each_run_of_words_has_its_source() -> None:
    found = origins("We run 3.4.1, the key is nk_live_7Qm2xD0w, kind regards", "say that we run 3.4.1", (NOTE,))
    assert found == (
        TextOrigin("We run 3.4.1,", INSTRUCTION),
        TextOrigin("the key is nk_live_7Qm2xD0w,", 1),
        TextOrigin("kind regards", None),
    )


def test_a_word_of_two_letters_that_the_user_said_too_is_no_source_among_others() -> None:
    assert origins("lend me an umbrella", "say me hello", ()) == (TextOrigin("lend me an umbrella", None),)


@pytest.mark.parametrize(
    ("text", "instruction", "composed"),
    [
        ("I come at six", "tell Maria: I come at six", False),
        ("Anna", "write to Anna", False),
        ("Coming with my boss", "tell Maria that I come", True),
        ("수진", "수진에게 간다고 써 줘", False),
        ("210000", "21만원에 올려 줘", False),
        ("210001", "21만원에 올려 줘", True),
        ("b2x", "send 2", True),
    ],
)
def test_what_the_user_did_not_say_is_composed(text: str, instruction: str, composed: bool) -> None:
    assert is_composed(text, instruction) is composed


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_word_is_lost_or_made_up(text: str, instruction: str) -> None:
    assert " ".join(origin.words for origin in origins(text, instruction, (NOTE,))) == " ".join(text.split())
