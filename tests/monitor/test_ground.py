"""What the monitor tells about the ground of a decision: which rule, which texts met, and what the rules speak of."""

import pytest

from handrail.app.update import Update
from handrail.error import Misuse
from handrail.language.specification import Specification
from handrail.monitor import Allow, Ask, Match, Monitor
from handrail.monitor.feedback import Feedback
from monitor.worlds import APP, specification


def contact(name: str, group: str | None = None) -> Update:
    return Update("Contact", set={"name": name, "group": group})


def message(**values: object) -> Update:
    return Update("Message", set=values)


def matches_of(monitor: Monitor) -> list[tuple[str, str, tuple[str, ...], str]]:
    (ground,) = monitor.grounds()
    return [(match.state, match.variable, match.wanted, match.found) for match in ground.matches]


def test_texts_are_told_as_the_rule_writes_them_and_as_they_were_last_shown() -> None:
    rules = specification(
        'Message(to in ["Ann", "Bob"], text contains "late", text ~= "I am late", text != "no") -> Send', "Send -> Done"
    )
    monitor = Monitor(rules)
    monitor.observe([message(to="Ann", text="I AM  late")])
    assert isinstance(monitor.anticipate([message(to=" BOB ")], ["Send"]), Allow)
    (ground,) = monitor.grounds()
    assert (ground.objective, ground.rule) == ("Send", rules.rules[0])
    assert ground.matches == (
        Match("Message", (), "to", "in", ("Ann", "Bob"), " BOB ", None, True),  # type: ignore[arg-type]
        Match("Message", (), "text", "contains", ("late",), "I AM  late", None, True),  # type: ignore[arg-type]
        Match("Message", (), "text", "~=", ("I am late",), "I AM  late", None, True),  # type: ignore[arg-type]
    )
    monitor.commit()
    with pytest.raises(Misuse):
        monitor.grounds()


def test_the_rule_is_the_one_that_supports_the_action() -> None:
    rules = specification('Contact(name = "Tom") -> Save', 'Contact(name = "Thomas") -> Save', "Save -> Done")
    monitor = Monitor(rules)
    monitor.observe([contact("TOM")])
    monitor.anticipate([contact("thomas")], ["Save", "Share"])
    (ground,) = monitor.grounds()
    assert ground.rule == rules.rules[1]
    assert [match.found for match in ground.matches] == ["thomas"]
    monitor.revert()
    assert isinstance(monitor.anticipate([], ["Save", "Share"]), Ask)  # the other name is for a person
    assert [ground.rule for ground in monitor.grounds()] == [rules.rules[0]]


def test_a_row_that_goes_is_told_as_it_was() -> None:
    monitor = Monitor(specification('Contact(name = "Tom Baker")[= 0] -> Delete', "Delete -> Done"))
    monitor.observe([contact("tom  BAKER")])
    monitor.anticipate([Update("Contact", delete={"name": "Tom Baker"})], ["Delete"])
    assert matches_of(monitor) == [("Contact", "name", ("Tom Baker",), "tom  BAKER")]


def test_texts_that_meet_by_a_variable_are_told_on_both_sides() -> None:
    monitor = Monitor(
        specification('Message(to = ?who) & Contact(name = ?who, group = "Family") -> Send', "Send -> Done")
    )
    monitor.observe([contact("ann", "family"), contact("Bob", "Family"), message(to="Ａｎｎ")])
    monitor.anticipate([], ["Send"])
    assert matches_of(monitor) == [
        ("Message", "to", ("Ａｎｎ",), "Ａｎｎ"),
        ("Contact", "name", ("Ａｎｎ",), "ann"),
        ("Contact", "group", ("Family",), "family"),
    ]
    (ground,) = monitor.grounds()
    assert [(match.through, match.key) for match in ground.matches] == [
        ("who", ()),
        ("who", ("ann",)),
        (None, ("ann",)),
    ]


def test_where_several_rows_would_do_the_one_spelled_as_written_is_told() -> None:
    monitor = Monitor(specification('Contact(group = "Family") -> Send', "Send -> Done"))
    monitor.observe([contact("Ann", "FAMILY"), contact("Bob", "Family")])
    monitor.anticipate([], ["Send"])
    assert matches_of(monitor) == [("Contact", "group", ("Family",), "Family")]


def test_what_a_rule_asks_for_with_once_is_told_as_it_was_then() -> None:
    monitor = Monitor(specification('once Contact(name = "Ann") & Message(to = "Bob") -> Send', "Send -> Done"))
    monitor.observe([contact("ANN"), message(to="Bob")])
    monitor.observe([contact("Ann")])
    monitor.anticipate([], ["Send"])
    assert matches_of(monitor) == [("Contact", "name", ("Ann",), "ANN"), ("Message", "to", ("Bob",), "Bob")]
    (ground,) = monitor.grounds()
    assert [match.once for match in ground.matches] == [True, False]
    assert monitor.named_states("Send") == {"Message"}
    assert monitor.named_states("Nothing") == frozenset()


@pytest.mark.parametrize(
    ("updates", "speaks"),
    [
        ([Update("Alarm", set={"label": "Work", "on": True})], True),
        ([Update("Alarm", set={"label": "Work", "time": "9:00"})], True),  # the row is the one named
        ([Update("Alarm", set={"label": "Nap", "on": True})], False),
        ([Update("Alarm", set={"label": "Work", "on": False})], False),
        ([Update("Alarm", set={"label": "Nap", "on": True}), Update("Alarm", delete={"label": "work"})], True),
        ([Update("Order", set={"total": 5})], True),
        ([Update("Order", set={"day": "2026-03-10"})], False),  # another variable of the row
        ([Update("Order", delete={})], True),
        ([contact("Ann")], False),
        ([Update("Alarm", set={"on": True})], False),  # refused
        ([], False),
    ],
)
def test_whether_updates_are_about_what_the_rules_speak_of(updates: list[Update], speaks: bool) -> None:
    monitor = Monitor(
        specification('Alarm(label = "Work", on = true) & Order(total = 5) -> Set', "Set & Contact() -> Done")
    )
    monitor.observe([Update("Alarm", set={"label": "Work", "on": True}), Update("Order", set={"total": 5})])
    assert monitor.speaks_of("Set", updates) is speaks
    assert not monitor.speaks_of("Other", updates)


def test_the_updates_of_the_anticipated_action_are_judged_by_what_was_before_them() -> None:
    monitor = Monitor(specification('Alarm(label = "Work", on = true)[= 0] -> Off', "Off -> Done"))
    monitor.observe([Update("Alarm", set={"label": "Work", "on": True})])
    off = [Update("Alarm", set={"label": "Work", "on": False})]
    assert monitor.speaks_of("Off", off)
    monitor.anticipate(off, ["Off"])
    assert monitor.speaks_of("Off", off)
    monitor.commit()
    assert not monitor.speaks_of("Off", off)


def test_without_rules_everything_is_allowed() -> None:
    nothing = Specification.none()
    monitor = Monitor(nothing)
    assert monitor.anticipate([Update("Anything", set={"x": 1})], ["Pay"], irreversible=True) == Allow()
    assert monitor.grounds() == ()
    monitor.commit()
    assert monitor.observe([Update("Anything", delete={})]).refused == ()
    assert monitor.finish() == Allow()
    assert monitor.progress().complete
    assert monitor.achieved == frozenset()
    assert (
        Feedback.about(APP.states).roadmap(monitor.progress()) == "Nothing is asked for; the task may end at any time."
    )
    assert Specification.restore(nothing.show(), APP) == Specification.none(APP)
    assert nothing.explain()
