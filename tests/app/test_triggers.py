"""Triggers say what an event is about to change, what it commits and whether it can be undone."""

from collections.abc import Iterable

import pytest

from handrail.app import Anticipation, App, Event, Trigger, Update
from handrail.app.consequence import Consequence, Detail, Kind, details_of
from handrail.app.trigger import fixed_updates
from handrail.language import DeclarationError, State, Type, Variable

ON = Update("Alarm", set={"label": "Work", "on": True})
OFF = Update("Alarm", set={"label": "Work", "on": False})
SCREEN = State.of("Screen", Variable("title", Type.TEXT))


def app(*triggers: Trigger) -> App:
    return App.of("Clock", [SCREEN], triggers=triggers)


@pytest.mark.parametrize(
    ("kind", "target", "event", "fires"),
    [
        ("click", "Save", Event("click", "Save"), True),
        ("click", "Save", Event("click", "Save", text="x", direction="up"), True),
        ("click", "Save", Event("click", "Cancel"), False),
        ("click", "Save", Event("click", "save"), False),
        ("click", "Save", Event("click"), False),
        ("click", "Save", Event("long_click", "Save"), False),
        ("click", None, Event("click", "Save"), True),
        ("click", None, Event("click"), True),
        ("click", None, Event("input", "Save"), False),
        ("back", None, Event("back"), True),
    ],
)
def test_a_trigger_fires_on_its_kind_of_event_and_its_element(
    kind: str, target: str | None, event: Event, fires: bool
) -> None:
    anticipated = app(Trigger(kind, target, fixed_updates((ON,)))).anticipate(event)
    assert anticipated.updates == ((ON,) if fires else ())


def test_nothing_is_anticipated_where_nothing_was_declared() -> None:
    assert app().anticipate(Event("click", "Save")) == Anticipation((), frozenset(), False)


def test_all_triggers_of_an_event_count_in_the_order_of_declaration() -> None:
    clock = app(
        Trigger("click", "Save", fixed_updates((ON,)), commits="SaveAlarm"),
        Trigger("click", "Cancel", fixed_updates((OFF,)), commits="Cancel", irreversible=True),
        Trigger("click", None, fixed_updates((OFF, ON))),
        Trigger("click", "Save", fixed_updates(()), commits="Close", irreversible=True),
    )
    said = clock.anticipate(Event("click", "Save"))
    assert said.updates == (ON, OFF, ON)
    assert said.commits == {"SaveAlarm", "Close"}
    assert said.irreversible
    assert clock.anticipate(Event("click", "Other")) == Anticipation((OFF, ON), covered=True)


def test_what_a_trigger_commits_is_known_by_its_updates() -> None:
    clock = app(
        Trigger("click", "Save", fixed_updates((ON,)), commits="SaveAlarm", kind=Kind.RECORD),
        Trigger("click", "Save", fixed_updates(()), commits="Close", irreversible=True),
    )
    saved, closed = clock.anticipate(Event("click", "Save")).consequences
    assert saved == Consequence(
        "click Save",
        Kind.RECORD,
        frozenset({"SaveAlarm"}),
        (Detail("label", "Work"), Detail("on", True)),
        changes=frozenset({"Alarm"}),
    )
    assert saved.is_known
    assert not closed.is_known  # it says nothing of what it closes
    assert closed.irreversible


def test_the_details_of_two_states_are_told_apart() -> None:
    updates = (ON, Update("Alarm", delete={"label": "Gym"}), Update("Timer", set={"label": None}))
    assert details_of(updates, {("Timer", "label"): "two elements"}) == (
        Detail("Alarm.label", "Work"),
        Detail("on", True),
        Detail("Alarm.label", "Gym"),
        Detail("Timer.label", None, "two elements"),
    )


def test_a_trigger_sees_the_event() -> None:
    def typed(event: Event) -> Iterable[Update]:
        yield Update("Screen", set={"title": event.text})

    search = app(Trigger("input", "Title", typed))
    assert search.anticipate(Event("input", "Title", text="Milk")).updates == (Update("Screen", set={"title": "Milk"}),)


def test_an_app_made_in_python_has_what_it_was_given() -> None:
    made = App.of("Clock", [SCREEN], package="com.example.clock")
    assert (made.name, made.package, dict(made.states), made.triggers) == (
        "Clock",
        "com.example.clock",
        {"Screen": SCREEN},
        (),
    )


def test_two_states_of_one_name_are_refused() -> None:
    with pytest.raises(DeclarationError, match="`Screen` is declared twice"):
        App.of("Clock", [SCREEN, State.of("Screen")])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "without values"),
        (("Work", "work"), "`Work` and `work`"),
        (("Work", "Work"), "`Work` and `Work`"),
        (("A", "A"), "`A` and `A`"),
        (("ß", "SS"), "differ only in case, width or spaces"),
    ],
)
def test_an_enum_made_in_python_has_values_that_can_be_told_apart(options: tuple[str, ...], words: str) -> None:
    with pytest.raises(DeclarationError, match=words):
        Variable("repeat", Type.ENUM, options=options)


def test_only_an_enum_has_values() -> None:
    with pytest.raises(DeclarationError, match="only an Enum"):
        Variable("title", Type.TEXT, options=("a",))


def test_what_an_app_declares_cannot_be_changed() -> None:
    variables = {"title": Variable("title", Type.TEXT)}
    state = State("Screen", variables)
    variables["later"] = Variable("later", Type.TEXT)
    assert list(state.variables) == ["title"]
    with pytest.raises(TypeError):
        state.variables["later"] = Variable("later", Type.TEXT)  # type: ignore[index]
    with pytest.raises(TypeError):
        app().states["Later"] = SCREEN  # type: ignore[index]
