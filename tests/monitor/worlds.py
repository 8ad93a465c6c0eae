"""A small app for the hand-written tests of the monitor."""

from handrail.app.app import App
from handrail.language.declaration import State, Variable
from handrail.language.specification import Specification
from handrail.language.value import Type

APP = App.of(
    "Errands",
    [
        State.of(
            "Alarm",
            Variable("label", Type.TEXT, key=True),
            Variable("time", Type.TIME),
            Variable("on", Type.BOOLEAN),
            description="the list of alarms",
        ),
        State.of("Message", Variable("to", Type.TEXT), Variable("text", Type.TEXT), description="the message"),
        State.of("Contact", Variable("name", Type.TEXT, key=True), Variable("group", Type.TEXT)),
        State.of("Order", Variable("total", Type.NUMBER), Variable("day", Type.DATE)),
    ],
)


def specification(*rules: str) -> Specification:
    return Specification.parse(rules, APP)
