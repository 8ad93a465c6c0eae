"""App documents as people write them: the shapes that are accepted, with what they declare, and those that are not."""

from typing import Any, TypeAlias

from handrail.language import Type

Declared: TypeAlias = tuple[str, Type, bool, tuple[str, ...]]
"""A variable: name, type, whether it is a key, its values."""


def state(*variables: Any, **others: Any) -> dict[str, Any]:
    """A state without its name, as it stands in a mapping."""
    return {"variables": list(variables), **others}


LABEL: Declared = ("label", Type.TEXT, True, ())
ON: Declared = ("on", Type.BOOLEAN, False, ())

VARIABLES: dict[str, tuple[Any, Declared]] = {
    "the long form": ({"name": "x", "type": "Text"}, ("x", Type.TEXT, False, ())),
    "a key": ({"name": "x", "type": "Text", "is_key": True}, ("x", Type.TEXT, True, ())),
    "no key, said so": ({"name": "x", "type": "Text", "is_key": False}, ("x", Type.TEXT, False, ())),
    "nulls for what is left out": (
        {"name": "x", "type": "Text", "is_key": None, "enum_values": None, "description": None},
        ("x", Type.TEXT, False, ()),
    ),
    "an Enum": ({"name": "x", "type": "Enum", "enum_values": ["a", "b"]}, ("x", Type.ENUM, False, ("a", "b"))),
    "a description": ({"name": "x", "type": "Date", "description": "the day"}, ("x", Type.DATE, False, ())),
    "a field of somebody else's": ({"name": "x", "type": "Time", "widget": "clock"}, ("x", Type.TIME, False, ())),
    "the short form": ({"x": "Text"}, ("x", Type.TEXT, False, ())),
    "a key in the short form": ({"x": "Number", "is_key": True}, ("x", Type.NUMBER, True, ())),
    "a code and a key in the short form": ({"x": "Text", "is_code": True, "is_key": True}, ("x", Type.TEXT, True, ())),
    "an Enum in the short form": ({"x": "Enum", "enum_values": ["a"]}, ("x", Type.ENUM, False, ("a",))),
    "a description in the short form": ({"x": "Text", "description": "the x"}, ("x", Type.TEXT, False, ())),
    "String": ({"x": "String"}, ("x", Type.TEXT, False, ())),
    "String in the long form": ({"name": "x", "type": "String"}, ("x", Type.TEXT, False, ())),
    "Integer": ({"x": "Integer"}, ("x", Type.NUMBER, False, ())),
    "Boolean": ({"x": "Boolean"}, ("x", Type.BOOLEAN, False, ())),
    "a variable called name": ({"name": "String"}, ("name", Type.TEXT, False, ())),
    "a key called name": ({"name": "Text", "is_key": True}, ("name", Type.TEXT, True, ())),
    "a variable called type": ({"type": "String"}, ("type", Type.TEXT, False, ())),
    "a key called type": ({"type": "Text", "is_key": True}, ("type", Type.TEXT, True, ())),
    "a variable called name in the long form": ({"name": "name", "type": "Text"}, ("name", Type.TEXT, False, ())),
    "a variable called type in the long form": ({"name": "type", "type": "Text"}, ("type", Type.TEXT, False, ())),
    "a variable called description": ({"description": "Text"}, ("description", Type.TEXT, False, ())),
    "a variable called is_key": ({"is_key": "Boolean"}, ("is_key", Type.BOOLEAN, False, ())),
    "a variable called enum_values": ({"enum_values": "Text"}, ("enum_values", Type.TEXT, False, ())),
    "a name with spaces": ({"submission rule": "Text"}, ("submission rule", Type.TEXT, False, ())),
}
"""One variable in every form, and what it declares."""

SHAPES: dict[str, tuple[Any, dict[str, list[Declared]]]] = {
    "a mapping by name": (
        {"Alarm": state({"label": "String", "is_key": True}, {"on": "Boolean"}), "Screen": state()},
        {"Alarm": [LABEL, ON], "Screen": []},
    ),
    "a list": (
        [{"name": "Alarm", "description": "alarms", **state({"label": "Text", "is_key": True}, {"on": "Boolean"})}],
        {"Alarm": [LABEL, ON]},
    ),
    "an app document with a mapping": (
        {"app": "Clock", "states": {"Alarm": state({"on": "Boolean"})}},
        {"Alarm": [ON]},
    ),
    "an app document with a list": (
        {"app": "Clock", "package": "com.x", "states": [{"name": "Alarm", **state({"on": "Boolean"})}]},
        {"Alarm": [ON]},
    ),
    "a task file": ({"states": {"Alarm": state({"on": "Boolean"})}, "tasks": []}, {"Alarm": [ON]}),
    "key_arg_name as a name": (
        {"Alarm": state({"label": "Text"}, {"on": "Boolean"}, key_arg_name="label")},
        {"Alarm": [LABEL, ON]},
    ),
    "key_arg_name as a list": (
        {"Alarm": state({"label": "Text"}, {"on": "Boolean"}, key_arg_name=["on", "label"])},
        {"Alarm": [LABEL, ("on", Type.BOOLEAN, True, ())]},
    ),
    "key_arg_name beside is_key": (
        {"Alarm": state({"label": "Text", "is_key": True}, {"on": "Boolean"}, key_arg_name=["on"])},
        {"Alarm": [LABEL, ("on", Type.BOOLEAN, True, ())]},
    ),
    "key_arg_name of nobody": ({"Alarm": state({"on": "Boolean"}, key_arg_name=None)}, {"Alarm": [ON]}),
    "a state called states": ({"states": state({"on": "Boolean"})}, {"states": [ON]}),
    "a state called states in an app document": (
        {"app": "Odd", "states": {"states": state({"on": "Boolean"})}},
        {"states": [ON]},
    ),
    "a state called app": ({"app": state({"on": "Boolean"})}, {"app": [ON]}),
}
"""A whole document in every shape, and the variables of its states."""

WRONG_VARIABLES: dict[str, tuple[Any, str]] = {
    "a misspelled is_key": ({"name": "x", "type": "Text", "iskey": True}, 'did you mean "is_key"?'),
    "is_key in camel case": ({"name": "x", "type": "Text", "isKey": True}, 'did you mean "is_key"?'),
    "is_key by a shorter name": ({"name": "x", "type": "Text", "key": True}, 'did you mean "is_key"?'),
    "a misspelled enum_values": ({"name": "x", "type": "Enum", "enum_value": ["a"]}, 'did you mean "enum_values"?'),
    "a misspelled is_key in the short form": ({"x": "Text", "iskey": True}, '"type"'),
    "an unknown type": ({"name": "x", "type": "Strnig"}, "'Text'"),
    "an unknown type in the short form": ({"x": "text"}, "'Text'"),
    "a type that is no text": ({"x": 5}, "'Text'"),
    "two variables in one": ({"x": "Text", "y": "Text"}, '"type"'),
    "an empty object": ({}, '"type"'),
    "a text": ("x", "0.variables.0"),
    "a list": ([], "0.variables.0"),
    "an empty name": ({"name": "", "type": "Text"}, "name"),
    "an empty name in the short form": ({"": "Text"}, "name"),
    "a type and nothing else": ({"name": "x", "is_key": True}, "type"),
}
"""One variable as it is wrong in its form, and words of the message."""

WRONG_SHAPES: dict[str, Any] = {
    "a text": "x",
    "a number": 5,
    "nothing": None,
    "states that are a text": {"states": "x"},
    "a state that is a list": {"S": []},
    "variables that are a mapping": {"S": {"variables": {"x": "Text"}}},
    "a state without variables": {"S": {"description": "x"}},
    "a state in a list without a name": [state()],
    "a state in a list with an empty name": [{"name": "", **state()}],
    "an app with a number for its name": {"app": 5, "states": []},
}
