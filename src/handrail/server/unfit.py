"""Why a request does not fit what is asked for there: what is wrong, where, and what would be right."""

from collections.abc import Mapping, Sequence
from typing import Any

from handrail.language.verbalize import printable

_LONGEST_SHOWN = 60
_WHERE = {"body", "query", "path", "header"}
_A_NUMBER, _A_TIME = "it has to be a whole number", "it has to be a time with a zone, as 2026-03-02T00:00:00Z"
_WORDS = {
    "missing": "it is missing",
    "extra_forbidden": "nothing of this name is known here; leave it out",
    "string_type": "it has to be a text",
    "string_too_long": "it has more than {max_length:,} characters; say it shorter",
    "string_too_short": "it is too short; it takes {min_length} characters",
    "literal_error": "it has to be {expected}",
    "enum": "it has to be {expected}",
    "int_type": _A_NUMBER,
    "int_parsing": _A_NUMBER,
    "int_from_float": _A_NUMBER,
    "bool_type": "it has to be true or false",
    "bool_parsing": "it has to be true or false",
    "greater_than": "it has to be more than {gt}",
    "greater_than_equal": "it has to be {ge} or more",
    "less_than": "it has to be less than {lt}",
    "less_than_equal": "it has to be {le} or less",
    "datetime_type": _A_TIME,
    "datetime_parsing": _A_TIME,
    "datetime_from_date_parsing": _A_TIME,
    "timezone_aware": _A_TIME,
    "model_attributes_type": "it has to be an object in braces, sent as application/json",
    "dict_type": "it has to be an object in braces",
    "list_type": "it has to be a list in brackets",
    "json_invalid": "it is no JSON: {error}",
    "value_error": "{error}",
}
_WITHOUT_WHAT_IS_THERE = {"missing", "extra_forbidden", "json_invalid", "value_error", "string_too_long"}


def unfit_words(errors: Sequence[Mapping[str, Any]]) -> str:
    """All that a validator found, in its order, a clause for each."""
    return "; ".join(_clause(error) for error in errors)


def _clause(fault: Mapping[str, Any]) -> str:
    place = ".".join(str(part) for part in fault["loc"] if part not in _WHERE and fault["type"] != "json_invalid")
    words = _WORDS.get(fault["type"])
    said = (
        words.format(**fault.get("ctx", {})) if words is not None else f"{fault['msg'][:1].lower()}{fault['msg'][1:]}"
    )
    given = fault.get("input")
    if fault["type"] not in _WITHOUT_WHAT_IS_THERE and isinstance(given, str | int | float):
        said += f", and is `{printable(str(given), _LONGEST_SHOWN)}`"
    return f"`{printable(place, _LONGEST_SHOWN)}`: {said}" if place else f"the body: {said}"
