"""How strangers speak: names without quotation marks, lists of them, what is taken back, verbs that no list has."""

import pytest

from encoder.offline.replayed import MONDAY
from handrail.app.app import App
from handrail.encoder.offline import Abstained, OfflineDraft, OfflineEncoder
from handrail.language.declaration import State, Variable
from handrail.language.value import Type

ORCHESTRA = App.of(
    "Orchestra",
    [
        State.of(
            "Rehearsal",
            Variable("title", Type.TEXT, key=True),
            Variable("date", Type.DATE),
            Variable("start", Type.TIME),
            Variable("end", Type.TIME),
            Variable("repeats", Type.TEXT),
            description="the rehearsals that are planned",
        ),
        State.of(
            "Lamp",
            Variable("room", Type.TEXT, key=True),
            Variable("on", Type.BOOLEAN),
            description="the lamps of the house",
        ),
    ],
)


def answer(encoder: OfflineEncoder, instruction: str) -> OfflineDraft | Abstained:
    return encoder.encode(instruction, ORCHESTRA, now=MONDAY)


def drafted(encoder: OfflineEncoder, instruction: str) -> OfflineDraft:
    found = answer(encoder, instruction)
    made = found.draft if isinstance(found, Abstained) else found
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("instruction", "wanted"),
    [
        ("Plan a rehearsal tomorrow, 3:15 to 4 pm", ["start = 15:15", "end = 16:00"]),
        ("Plan a rehearsal at a quarter past seven", ["[07:15, 19:15]"]),
        ("Plan a rehearsal monday to friday, call it Brass", ['"Mon, Tue, Wed, Thu, Fri"', 'title ~= "Brass"']),
        ("Plan the rehearsal Winter Brass tomorrow", ['title contains "Winter Brass"', "date = Tomorrow"]),
        ("Get rid of the rehearsal Winter Brass", ['Rehearsal(title contains "Winter Brass")[= 0]']),
    ],
)
def test_values_are_read_as_strangers_say_them(encoder: OfflineEncoder, instruction: str, wanted: list[str]) -> None:
    rule = drafted(encoder, instruction).rules[0]
    assert all(text in rule for text in wanted), rule


def test_each_name_of_a_list_has_a_rule(encoder: OfflineEncoder) -> None:
    rules = drafted(encoder, "Lamps off in the Hall, the Kitchen and the Attic").rules
    assert all(f'Lamp(room contains "{room}", on = false)' in " ".join(rules) for room in ("Hall", "Kitchen", "Attic"))


@pytest.mark.parametrize(
    ("instruction", "gone", "said"),
    [
        ("Turn off the lamp in the Attic, but not Kitchen.", "Kitchen", "but not Kitchen"),
        ("Turn off the lamp in the Attic instead of the Hall.", "Hall", "instead of the Hall"),
    ],
)
def test_what_is_taken_back_is_told_and_no_rule_has_it(
    encoder: OfflineEncoder, instruction: str, gone: str, said: str
) -> None:
    made = drafted(encoder, instruction)
    assert gone not in " ".join(made.rules)
    assert "Attic" in made.rules[0]
    assert said in next(left_out.words for left_out in made.as_draft.left_out)


def test_another_language_is_told_and_not_guessed_at(encoder: OfflineEncoder) -> None:
    found = answer(encoder, "Mach bitte das Licht im Flur aus und lass die anderen an")
    assert isinstance(found, Abstained)
    assert "English only" in found.reason
