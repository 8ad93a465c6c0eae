"""How an instruction is cut into clauses: what is asked for, what is only told, and what is listed."""

import pytest

from encoder.offline.replayed import MONDAY
from handrail.encoder.offline.clause import Clause, ClauseRole
from handrail.encoder.offline.grammar import VerbClass
from handrail.encoder.offline.segment import clauses
from handrail.encoder.offline.tokens import form, tokens
from handrail.encoder.offline.values import mentions


def cut(text: str) -> list[tuple[str, str]]:
    words = tokens(text)
    found = clauses(words, mentions(words, MONDAY, text), frozenset())
    return [(clause.verb, " ".join(words[p].text for p in clause.positions)) for clause in found if clause.positions]


def only(text: str) -> Clause:
    words = tokens(text)
    (clause,) = clauses(words, mentions(words, MONDAY, text), frozenset())
    return clause


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("I am going for a run. Set a timer for 30 minutes.", ["set"]),
        ("To be sure that I wake up, set an alarm for 7am.", ["set"]),
        ("The screen is too bright, so I'd like to enable the dark theme.", ["enable"]),
        ("Mark the note as pinned so that it stands out.", ["mark"]),
        ("Follow these instructions. 1. Open the menu. 2. Delete the draft.", ["open", "delete"]),
        ("Please follow my steps: 1. Mute the chat 2. Archive it", ["mute", "archive"]),
        ("Kindly delete the draft.", ["delete"]),
    ],
)
def test_what_is_only_told_is_no_command(text: str, verbs: list[str]) -> None:
    assert [verb for verb, _ in cut(text)] == verbs


def test_a_complaint_names_the_thing_and_asks_for_nothing() -> None:
    assert cut("The Chatter app is too loud, so mute it.") == [("", "The Chatter app"), ("mute", "mute it")]


def test_each_of_several_listed_things_has_a_clause_of_its_own() -> None:
    assert cut("Add three tasks: 'Milk', 'Bread' and 'Salt'.") == [
        ("add", "Add tasks : Milk"),
        ("add", "Add tasks : Bread"),
        ("add", "Add tasks : Salt"),
    ]


def test_two_texts_of_different_kinds_are_not_listed() -> None:
    assert len(cut("Send 'Hello' to 'Ann'.")) == 1


def test_a_sentence_ends_within_its_closing_quotation_mark() -> None:
    assert [verb for verb, _ in cut("Rename the list “Errands.” Delete the list “Old.”")] == ["rename", "delete"]


def test_a_day_at_the_end_of_a_sentence_is_no_number_of_a_list() -> None:
    assert cut("Move the visit to March 15. Delete the draft.")[0][1].endswith("15")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Tap the first one.", VerbClass.OPEN),
        ("Click on the second result.", VerbClass.OPEN),
        ("Press the like button.", VerbClass.ACT),
        ("Tap the send icon.", VerbClass.ACT),
        ("Move to the inbox.", VerbClass.OPEN),
        ("Move the note to the folder 'Work'.", VerbClass.SET),
        ("Return the shoes.", VerbClass.ACT),
        ("Return to the start page.", VerbClass.OPEN),
    ],
)
def test_the_kind_of_a_command_depends_on_its_object(text: str, kind: VerbClass) -> None:
    assert only(text).verb_class is kind
    assert only(text).role is ClauseRole.COMMAND


def test_a_place_before_the_command_is_a_detail() -> None:
    words = tokens("In the folder 'Work', delete the note 'Old'.")
    found = clauses(words, mentions(words, MONDAY, "In the folder 'Work', delete the note 'Old'."), frozenset())
    assert [clause.role for clause in found] == [ClauseRole.DETAIL, ClauseRole.COMMAND]


@pytest.mark.parametrize(
    ("first", "other"), [("shelves", "shelf"), ("hottest", "hot"), ("biggest", "big"), ("halves", "half")]
)
def test_forms_of_one_word_have_one_root(first: str, other: str) -> None:
    assert form(first).root == form(other).root


def test_a_handle_with_a_slash_is_one_name() -> None:
    words = tokens("join r/gardening and/or leave")
    assert [word.text for word in words if word.kind == "handle"] == ["r/gardening"]
