"""The JSON Schema of an app document agrees with the reader: it accepts what is accepted, and refuses wrong shapes."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from app.documents import SHAPES, VARIABLES, WRONG_SHAPES, WRONG_VARIABLES, state
from handrail.app.document import app_schema, is_app_document
from handrail.examples import example


def is_valid(document: Any) -> bool:
    return Draft202012Validator(app_schema()).is_valid(document)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(app_schema())
    assert app_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert json.loads(json.dumps(app_schema())) == app_schema()


def test_the_bundled_app_is_valid() -> None:
    assert is_valid(json.loads(example("restaurant.json").read_text("utf-8")))


@pytest.mark.parametrize("document", [document for document, _ in SHAPES.values()], ids=SHAPES.keys())
def test_every_accepted_shape_is_valid(document: Any) -> None:
    assert is_valid(document if is_app_document(document) else {"states": document})


@pytest.mark.parametrize("document", [document for document, _ in VARIABLES.values()], ids=VARIABLES.keys())
def test_every_accepted_variable_is_valid(document: Any) -> None:
    assert is_valid({"states": {"S": state(document)}})
    assert is_valid({"states": [{"name": "S", **state(document)}]})


SHAPE_ONLY = {
    "an unknown type",
    "an unknown type in the short form",
    "a type that is no text",
    "a text",
    "a list",
    "an empty object",
    "two variables in one",
    "an empty name in the short form",
}


@pytest.mark.parametrize("name", sorted(SHAPE_ONLY & WRONG_VARIABLES.keys()))
def test_a_variable_that_is_wrong_in_its_form_is_not_valid(name: str) -> None:
    document, _ = WRONG_VARIABLES[name]
    assert not is_valid({"states": {"S": state(document)}})
    assert not is_valid({"states": [{"name": "S", **state(document)}]})


@pytest.mark.parametrize("document", WRONG_SHAPES.values(), ids=WRONG_SHAPES.keys())
def test_a_document_of_another_shape_is_not_valid(document: Any) -> None:
    assert not is_valid(document if isinstance(document, dict) and "states" in document else {"states": document})


def test_triggers_are_part_of_the_schema() -> None:
    trigger = {
        "on": "click",
        "updates": [{"state": "S", "set": {"x": [1, None]}}],
        "commits": "A",
        "irreversible": True,
    }
    assert is_valid({"states": [], "triggers": [trigger]})
    assert not is_valid({"states": [], "triggers": [{"target": "Save"}]})
