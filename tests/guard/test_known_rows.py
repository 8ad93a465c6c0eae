"""A list that is all there is says which rows are gone."""

from hypothesis import given
from hypothesis import strategies as st

from handrail.app import Update
from handrail.guard.known_rows import KnownRows
from handrail.phone.models import load

STATES = load("contacts").states
NAMES = ("Ann", "Bob", "ann", "Cem")


def contact(name: str) -> Update:
    return Update("Contact", set={"name": name})


@given(st.lists(st.sampled_from(NAMES)), st.lists(st.sampled_from(NAMES)), st.booleans())
def test_gone_is_what_was_known_and_is_not_in_a_complete_list(known: list[str], shown: list[str], whole: bool) -> None:
    rows = KnownRows(STATES)
    rows.note(contact(name) for name in known)
    complete = frozenset({"Contact"}) if whole else frozenset[str]()
    gone = rows.gone([contact(name) for name in shown], complete)
    expected = {name.casefold() for name in known} - {name.casefold() for name in shown} if whole else set()
    assert {str((one.delete or {})["name"]).casefold() for one in gone} == expected
    assert len(gone) == len(expected)


def test_what_was_deleted_is_not_gone_once_more() -> None:
    rows = KnownRows(STATES)
    rows.note([contact("Ann"), Update("Contact", delete={"name": "ANN"})])
    assert rows.gone([], frozenset({"Contact"})) == ()
