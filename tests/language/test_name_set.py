"""A Text that lists names: the order and the number of times a name stands there say nothing."""

from types import SimpleNamespace

import pytest

from handrail.app.document import read_app
from handrail.app.update import Update
from handrail.language.declaration import DeclarationError, State, Variable, states_by_name
from handrail.language.specification import Specification, diagnose
from handrail.language.value import Type
from handrail.monitor import Allow, Monitor

APP = SimpleNamespace(
    states=states_by_name(
        (
            State.of("Mail", Variable("to", Type.TEXT, is_set=True), Variable("subject", Type.TEXT)),
            State.of("Group", Variable("members", Type.TEXT, key=True, is_set=True), Variable("muted", Type.BOOLEAN)),
            State.of("Contact", Variable("name", Type.TEXT, key=True)),
        )
    )
)


@pytest.mark.parametrize(
    ("body", "to", "holds"),
    [
        ('Mail(to = "Ann, Bob")', "Bob, Ann", True),
        ('Mail(to = "Ann, Bob")', " ＢＯＢ ,ann, Bob,", True),
        ('Mail(to = "Ann, Bob")', "Ann", False),
        ('Mail(to = "Ann, Bob")', "Ann, Bob, Eve", False),
        ('Mail(to = "Ann, Bob")', "Ann Bob", False),
        ('Mail(to != "Ann, Bob")', "Bob, Ann", False),
        ('Mail(to in ["Eve", "Ann, Bob"])', "bob,ann", True),
        ('Mail(to not in ["Eve", "Ann, Bob"])', "bob,ann", False),
        ('Mail(to contains "Bob")', "Ann, bob", True),
        ('Mail(to contains "Bob")', "Ann, Bobby", False),  # is one of them, and not: occurs in the text
        ('Mail(to contains "Bob, Ann")', "Ann, Eve, Bob", True),
        ('Mail(to not contains "Bob")', "Ann, Bobby", True),
        ('Mail(to = "")', " , ", True),
        ('Mail(to ~= "Ann, Bob")', "Bob, Ann", True),
        ("Contact(name = ?x) & Mail(to contains ?x)", "ann, Eve", True),
        ("Contact(name = ?x) & Mail(to contains ?x)", "Anna", False),
        ("Group(members = ?m) & Mail(to = ?m)", "Carl, BOB", True),
        ('Group(members = "Carl, Bob")', "", True),
    ],
)
def test_sets_are_compared_by_their_members(body: str, to: str, holds: bool) -> None:
    monitor = Monitor(Specification.parse(f"{body} -> Done", APP))
    people = [Update("Contact", set={"name": "Ann"}), Update("Group", set={"members": "Bob, Carl"})]
    monitor.observe([*people, Update("Mail", set={"to": to})])
    assert isinstance(monitor.finish(), Allow) is holds


def test_a_row_is_found_by_a_key_that_is_a_set() -> None:
    monitor = Monitor(Specification.parse("Group(muted = true)[= 1] & Group()[= 1] -> Done", APP))
    monitor.observe([Update("Group", set={"members": "Ann, Bob", "muted": False})])
    monitor.observe([Update("Group", set={"members": "bob, ann", "muted": True})])
    assert isinstance(monitor.finish(), Allow)


def test_only_a_text_can_be_a_set() -> None:
    with pytest.raises(DeclarationError, match="only a Text"):
        Variable("x", Type.NUMBER, is_set=True)
    assert [diagnostic.code for diagnostic in diagnose('Mail(to contains ",") -> Done', APP)] == ["empty-containment"]


def test_a_document_says_it_with_is_set() -> None:
    variables = [{"name": "to", "type": "Text", "is_set": True}, {"cc": "Text", "is_set": True}, {"text": "Text"}]
    app = read_app({"Mail": {"variables": variables}}, "mail")
    assert [variable.is_set for variable in app.states["Mail"].variables.values()] == [True, True, False]
