"""An app declared in Python: states as annotated classes, triggers as decorated functions."""

from datetime import date, datetime, time
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest

from handrail.app import KEY, Declaration, Event, Update
from handrail.app.declare import state_of
from handrail.language import DeclarationError, Specification, State, Type, Variable


class Alarm:
    """Alarms,
    one row for each label."""

    label: Annotated[str, KEY]
    time: Annotated[time, "when it rings"]
    day: date
    volume: int
    speed: float
    price: Annotated[Decimal, "in euros", KEY]
    on: bool
    repeat: Literal["Once", "Daily"]
    sound: Annotated[Literal["Bell", "Birds"], KEY, "what is heard"]


class Screen:
    pass


def test_a_class_declares_a_state_with_a_variable_for_each_annotation() -> None:
    assert state_of(Alarm) == State.of(
        "Alarm",
        Variable("label", Type.TEXT, key=True),
        Variable("time", Type.TIME, description="when it rings"),
        Variable("day", Type.DATE),
        Variable("volume", Type.NUMBER),
        Variable("speed", Type.NUMBER),
        Variable("price", Type.NUMBER, key=True, description="in euros"),
        Variable("on", Type.BOOLEAN),
        Variable("repeat", Type.ENUM, options=("Once", "Daily")),
        Variable("sound", Type.ENUM, key=True, options=("Bell", "Birds"), description="what is heard"),
        description="Alarms, one row for each label.",
    )
    assert state_of(Alarm).keys == ("label", "price", "sound")


def test_a_class_may_be_bare() -> None:
    assert state_of(Screen) == State.of("Screen")


def test_a_declaration_collects_states_and_triggers_into_an_app() -> None:
    clock = Declaration("Clock", package="com.example.clock")
    assert clock.state(Alarm) is Alarm
    assert clock.state(Screen) is Screen

    @clock.on("click", target="Save", commits="SaveAlarm", irreversible=True)
    def save(event: Event) -> list[Update]:
        return [Update("Alarm", set={"label": event.target, "on": True})]

    assert callable(save)
    app = clock.app()
    assert (app.name, app.package, list(app.states)) == ("Clock", "com.example.clock", ["Alarm", "Screen"])
    anticipated = app.anticipate(Event("click", "Save"))
    assert anticipated.updates == (Update("Alarm", set={"label": "Save", "on": True}),)
    assert anticipated.commits == {"SaveAlarm"}
    assert anticipated.irreversible
    assert Specification.parse('Alarm(repeat = "daily", time < 9:00, price = 1.50) -> Done', app).rules


def test_a_later_declaration_does_not_change_an_app_that_was_made() -> None:
    clock = Declaration("Clock")
    clock.state(Alarm)
    app = clock.app()
    clock.state(Screen)
    assert list(app.states) == ["Alarm"]
    assert list(clock.app().states) == ["Alarm", "Screen"]


def test_a_class_declared_twice_is_refused() -> None:
    clock = Declaration("Clock")
    clock.state(Screen)
    clock.state(Screen)
    with pytest.raises(DeclarationError, match="`Screen` is declared twice"):
        clock.app()


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (datetime, "write str, bool, int"),
        (list[str], "write str, bool, int"),
        (str | None, "write str, bool, int"),
        (object, "write str, bool, int"),
        (Literal[1, 2], "an Enum lists texts"),
        (Literal["a", 1], "an Enum lists texts"),
        (Literal["a", "A "], "differ only in case"),
        (Annotated[bytes, KEY], "write str, bool, int"),
    ],
)
def test_an_annotation_that_is_no_type_of_the_language_is_refused(hint: Any, words: str) -> None:
    odd = type("Odd", (), {"__annotations__": {"value": hint}})
    with pytest.raises(DeclarationError, match=words) as raised:
        state_of(odd)
    assert "`value`" in str(raised.value)
    assert "Key()" not in str(raised.value)
