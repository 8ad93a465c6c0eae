"""An app that cooperates: what is expected is said before the handler runs, and only a yes lets it run."""

from typing import Annotated

import pytest

from handrail.app import KEY, Anticipation, Cooperation, Declaration, Event, Ran, Update, Withheld


def clock() -> Declaration:
    declaration = Declaration("Clock", package="com.example.clock")

    class Alarm:
        """the alarms"""

        label: Annotated[str, KEY]
        on: bool

    declaration.state(Alarm)

    @declaration.on_click("save", commits="SaveAlarm")
    def save(event: Event) -> list[Update]:
        return [Update("Alarm", set={"label": event.text, "on": True})]

    @declaration.on_long_click("row", irreversible=True)
    def delete(event: Event) -> list[Update]:
        return [Update("Alarm", delete={"label": event.text})]

    @declaration.on_input("label")
    def typed(event: Event) -> list[Update]:
        raise ValueError("the app's own mistake")

    return declaration


def test_expected_updates_are_shown_before_the_handler_runs() -> None:
    order: list[str] = []

    def gate(event: Event, anticipation: Anticipation) -> bool:
        order.append(f"asked: {anticipation.updates[0].set}")
        return True

    def save() -> str:
        order.append("saved")
        return "done"

    outcome = Cooperation(clock().app(), gate).handle(Event("click", "save", text="Work"), save)
    assert isinstance(outcome, Ran)
    assert outcome.result == "done"
    assert outcome.anticipation.commits == {"SaveAlarm"}
    assert order == ["asked: {'label': 'Work', 'on': True}", "saved"]


@pytest.mark.parametrize("answer", [False, None, 1, "yes"])
def test_nothing_but_a_yes_lets_the_handler_run(answer: object) -> None:
    def never() -> None:
        raise AssertionError

    cooperation = Cooperation(clock().app(), lambda event, anticipation: answer)  # type: ignore[arg-type,return-value]
    outcome = cooperation.handle(Event("long_click", "row", text="Work"), never)
    assert isinstance(outcome, Withheld)
    assert outcome.anticipation.irreversible


def test_a_mistake_while_expecting_lets_nothing_run() -> None:
    ran: list[str] = []
    with pytest.raises(ValueError, match="own mistake"):
        Cooperation(clock().app(), lambda *_: True).handle(Event("input", "label"), lambda: ran.append("ran"))
    assert ran == []


def test_what_is_reported_afterwards_is_collected_in_order_and_taken_once() -> None:
    cooperation = Cooperation(clock().app(), lambda *_: True)
    on = Update("Alarm", set={"label": "Work", "on": True})
    (refused,) = cooperation.update_state(on, Update("Alarm", set={"label": "Work", "on": "yes"}))
    assert "`on` is a Boolean" in refused.reason
    off = Update("Alarm", set={"label": "Work", "on": False})
    assert cooperation.update_state(off) == ()
    assert cooperation.take_observed() == (on, off)
    assert cooperation.take_observed() == ()
