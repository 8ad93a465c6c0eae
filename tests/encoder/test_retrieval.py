"""Which states of a large app a model hears about: never without those that the instruction names."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoder.drafts import ALARM_RULES, answer, run, said, scripted
from handrail.app.app import App
from handrail.encoder import Settings
from handrail.encoder.likeness import embeddings
from handrail.encoder.retrieval import candidates, is_named
from handrail.language.declaration import State, Variable
from handrail.language.value import Type
from handrail.language.verbalize import spaced

NOUNS = ("alarm", "timer", "ring", "city", "label", "sound", "volume", "screen", "saver", "clock", "night", "style")


def large(number: int = 300) -> App:
    """An app with hundreds of states whose names are made of the same few words."""
    states = [
        State.of(
            f"{NOUNS[n % 12].capitalize()}{NOUNS[n // 12 % 12].capitalize()}{n}",
            Variable(f"{NOUNS[n % 7]}_{NOUNS[n % 5]}_value", Type.TEXT),
            Variable("choice", Type.ENUM, options=(f"option {n}", f"{NOUNS[n % 12]} of {n}")),
        )
        for n in range(number)
    ]
    return App.of("Large", states)


def test_a_small_app_is_told_whole() -> None:
    app = large(20)
    found = candidates(app.states, "anything", most=20)
    assert [state.name for state in found.states] == list(app.states)
    assert found.others == ()


@settings(max_examples=max(1, settings().max_examples // 4))  # each one looks at 300 states, four times
@given(st.integers(0, 299), st.sampled_from(["", "please ", "In the app, "]), st.integers(1, 40))
@pytest.mark.slow
def test_a_state_that_the_instruction_names_is_never_dropped(number: int, before: str, most: int) -> None:
    app = large()
    name = list(app.states)[number]
    for words in (spaced(name), spaced(name).upper(), f"option {number}", f"'{spaced(name)}'"):
        found = candidates(app.states, f"{before}change the {words} now", most=most)
        assert name in {state.name for state in found.states}
        assert {state.name for state in found.states}.isdisjoint(found.others)
        assert len(found.states) + len(found.others) == 300


@pytest.mark.parametrize("words", ["the alarm labels", "ALARM LABEL", "alarm-label", "an Alarm, label it"])
def test_endings_and_punctuation_do_not_hide_a_name(words: str) -> None:
    assert is_named(State.of("AlarmLabel"), f"change {words} now")
    assert not is_named(State.of("AlarmLabelColour"), f"change {words} now")


def test_more_named_states_than_there_is_room_for_all_stay() -> None:
    app = large()
    names = list(app.states)[:15]
    found = candidates(app.states, ", ".join(spaced(name) for name in names), most=5)
    assert set(names) <= {state.name for state in found.states}


def test_what_similar_work_used_is_never_dropped() -> None:
    app = large()
    found = candidates(app.states, "do it", most=5, used=frozenset(["ClockClock117"]))
    assert "ClockClock117" in {state.name for state in found.states}


def test_rare_shared_words_decide_among_the_others() -> None:
    states = [State.of(f"Page{n}", Variable("open", Type.BOOLEAN), description="a page of the app") for n in range(50)]
    states[33] = State.of("Parcel", Variable("sent", Type.BOOLEAN), description="a parcel with a tracking number")
    found = candidates(App.of("Post", states).states, "where is the thing I am tracking in the app", most=3)
    assert "Parcel" in {state.name for state in found.states}
    assert found.how == "shared words"


def test_embeddings_find_what_shares_no_word() -> None:
    pytest.importorskip("onnxruntime")
    embed = embeddings()
    assert embed is not None
    states = [State.of(f"Page{n}", Variable("open", Type.BOOLEAN), description=f"page number {n}") for n in range(40)]
    states[29] = State.of("WeatherReport", Variable("sky", Type.TEXT), description="rain, sun and temperature outside")
    found = candidates(App.of("Mixed", states).states, "will it be cold and wet tomorrow", most=2, embed=embed)
    assert "WeatherReport" in {state.name for state in found.states}
    assert found.how == "shared words and MiniLM embeddings"


def test_without_embeddings_words_decide_and_it_is_said() -> None:
    def nothing(_: str) -> Sequence[float] | None:
        return None

    app = large()
    assert candidates(app.states, "x", most=2, embed=nothing).states == candidates(app.states, "x", most=2).states


@pytest.mark.parametrize("instruction", ["", "the to of", "……", "12 34"])
def test_words_that_name_nothing_name_no_state(instruction: str) -> None:
    assert not any(is_named(state, instruction) for state in large(30).states.values())


def test_the_names_of_the_others_are_told() -> None:
    app = large()
    model = scripted(answer(ALARM_RULES), answer(['AlarmAlarm0(choice = "option 0") -> Done']))
    run("choose option 0 in alarm alarm 0", model, app=app, settings=Settings(most_states=10))
    asked = said(model.asked[0])
    assert '"state": "AlarmAlarm0"' in asked
    assert "Further states of the app" in asked
    assert asked.count('"state": ') == 10
