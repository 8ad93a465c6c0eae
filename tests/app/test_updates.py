"""Updates are fitted to the declaration or refused whole, with the reason; values are never converted."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, cast

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from handrail.app import App, RefusedUpdate, Update
from handrail.app.update import Assignment, Removal, read_update
from handrail.language import State, Type, Value, Variable

STATES = App.of(
    "Clock",
    [
        State.of(
            "Alarm",
            Variable("label", Type.TEXT, key=True),
            Variable("time", Type.TIME),
            Variable("on", Type.BOOLEAN),
            Variable("repeat", Type.ENUM, options=("Once", "On weekdays")),
        ),
        State.of(
            "Seat", Variable("row", Type.NUMBER, key=True), Variable("side", Type.ENUM, key=True, options=("L", "R"))
        ),
        State.of("Screen", Variable("title", Type.TEXT), Variable("size", Type.NUMBER), Variable("day", Type.DATE)),
    ],
).states


def assignment(state: str, named: Mapping[str, object]) -> Assignment:
    change = read_update(Update(state, set=named), STATES)
    assert isinstance(change, Assignment), change
    return change


def reason(update: Update) -> str:
    refused = read_update(update, STATES)
    assert isinstance(refused, RefusedUpdate)
    assert refused.update is update
    return refused.reason


@pytest.mark.parametrize(
    ("state", "variable", "raw", "value", "compared"),
    [
        ("Screen", "title", "  Ｗork ", "  Ｗork ", "work"),
        ("Screen", "title", "", "", ""),
        ("Screen", "title", "true", "true", "true"),
        ("Screen", "title", "a\nb\x00", "a\nb\x00", "a b\x00"),
        ("Screen", "size", 3, Decimal(3), Decimal(3)),
        ("Screen", "size", -3, Decimal(-3), Decimal(-3)),
        ("Screen", "size", 0.1, Decimal("0.1"), Decimal("0.1")),
        ("Screen", "size", 1e300, Decimal("1e300"), Decimal("1e300")),
        ("Screen", "size", Decimal("0.10"), Decimal("0.1"), Decimal("0.1")),
        ("Screen", "size", 10**30, Decimal(10**30), Decimal(10**30)),
        ("Screen", "day", "2025-07-17", date(2025, 7, 17), date(2025, 7, 17)),
        ("Screen", "day", date(2025, 7, 17), date(2025, 7, 17), date(2025, 7, 17)),
        ("Alarm", "on", True, True, True),
        ("Alarm", "on", False, False, False),
        ("Alarm", "time", "9:00", time(9), time(9)),
        ("Alarm", "time", "19:00:30", time(19, 0, 30), time(19, 0, 30)),
        ("Alarm", "time", "12:00 AM", time(0), time(0)),
        ("Alarm", "time", "7:00 PM", time(19), time(19)),
        ("Alarm", "time", "7:00\u202fpm", time(19), time(19)),
        ("Alarm", "time", time(9, 0, 30, 999_999), time(9, 0, 30), time(9, 0, 30)),
        ("Alarm", "repeat", "Once", "Once", "once"),
        ("Alarm", "repeat", "  ON  Weekdays ", "On weekdays", "on weekdays"),
        ("Alarm", "repeat", "ｏｎｃｅ", "Once", "once"),
        ("Alarm", "repeat", None, None, None),
        ("Screen", "title", None, None, None),
    ],
)
def test_a_value_that_fits_is_kept_as_shown_and_compared_in_normal_form(
    state: str, variable: str, raw: object, value: Value | None, compared: Value | None
) -> None:
    change = assignment(state, {"label": "Work", variable: raw} if state == "Alarm" else {variable: raw})
    assert (change.values[variable], type(change.values[variable])) == (value, type(value))
    assert change.compared[variable] == compared


@pytest.mark.parametrize(
    ("state", "variable", "raw", "words"),
    [
        ("Screen", "title", 5, "`title` is a Text"),
        ("Screen", "title", True, "it was given true"),
        ("Screen", "title", ["a"], "it was given a list"),
        ("Screen", "title", {"a": 1}, "it was given an object"),
        ("Screen", "title", b"a", "it was given"),
        ("Screen", "title", "\ud83d", "half a character"),
        ("Screen", "size", "3", "`size` is a Number, which takes a finite number"),
        ("Screen", "size", "3", 'it was given "3"'),
        ("Screen", "size", True, "it was given true"),
        ("Screen", "size", float("nan"), "it was given nan"),
        ("Screen", "size", float("inf"), "it was given inf"),
        ("Screen", "size", Decimal("NaN"), "it was given NaN"),
        ("Screen", "size", Decimal("sNaN"), "it was given sNaN"),
        ("Screen", "size", Decimal("-Infinity"), "it was given -Infinity"),
        ("Screen", "size", Decimal("1e999999999"), "at most 1,000 digits"),
        ("Screen", "size", Decimal("1e-999999999"), "at most 1,000 digits"),
        ("Screen", "size", 10**3_000, "a very large number"),
        ("Screen", "size", 3j, "it was given a complex"),
        ("Screen", "size", [3], "it was given a list"),
        ("Screen", "day", "2025-7-17", '"YYYY-MM-DD"'),
        ("Screen", "day", "2025-02-30", '"2025-02-30"'),
        ("Screen", "day", "Today", '"Today"'),
        ("Screen", "day", "2025-07-17T09:00", '"YYYY-MM-DD"'),
        ("Screen", "day", datetime(2025, 7, 17, tzinfo=UTC), '"YYYY-MM-DD"'),
        ("Screen", "day", 20250717, "it was given 20250717"),
        ("Alarm", "on", "true", "`on` is a Boolean, which takes true or false"),
        ("Alarm", "on", 1, "it was given 1"),
        ("Alarm", "on", 0.0, "it was given 0"),
        ("Alarm", "time", "25:00", '"7:00 PM"'),
        ("Alarm", "time", "9", '"9"'),
        ("Alarm", "time", "Now", '"Now"'),
        ("Alarm", "time", time(9, tzinfo=UTC), "it was given"),
        ("Alarm", "repeat", "Weekdays", '`repeat` is an Enum, one of "Once", "On weekdays"'),
        ("Alarm", "repeat", "", 'it was given ""'),
        ("Alarm", "repeat", 1, "it was given 1"),
    ],
)
def test_a_value_that_does_not_fit_refuses_the_update(state: str, variable: str, raw: object, words: str) -> None:
    named = {"label": "Work", variable: raw} if state == "Alarm" else {variable: raw}
    assert words in reason(Update(state, set=named))


def test_a_long_text_is_kept_whole() -> None:
    assert assignment("Screen", {"title": "x" * 1_000_000}).values["title"] == "x" * 1_000_000


@pytest.mark.parametrize(
    ("update", "words"),
    [
        (Update("Alrm", set={"label": "Work"}), ("`Alrm`", "did you mean `Alarm`?")),
        (Update("alarm", set={"label": "Work"}), ("`alarm`", "did you mean `Alarm`?")),
        (Update("Zebra", delete={}), ("`Zebra`", "`Alarm`, `Seat`, `Screen`")),
        (Update("Screen", set={"titel": "x"}), ("`titel` in `Screen`", "did you mean `title`?")),
        (Update("Screen", set={"title": "x", "zebra": None}), ("`zebra`", "`title`, `size`, `day`")),
        (Update("Alarm", set={"on": True}), ("key `label` of `Alarm` is missing",)),
        (Update("Alarm", set={"label": None, "on": True}), ("key `label` of `Alarm` is null",)),
        (Update("Alarm", set={}), ("key `label` of `Alarm` is missing",)),
        (Update("Seat", set={"row": 1}), ("key `side` of `Seat` is missing",)),
        (Update("Alarm", delete={}), ("key `label` of `Alarm` is missing",)),
        (Update("Alarm", delete={"label": None}), ("key `label` of `Alarm` is null",)),
        (Update("Seat", delete={"side": "L"}), ("key `row` of `Seat` is missing",)),
        (Update("Alarm", delete={"label": "Work", "on": True}), ("`on` is not a key of `Alarm`", "exactly `label`")),
        (Update("Alarm", delete={"zebra": 1}), ("`zebra` is not a key of `Alarm`",)),
        (Update("Screen", delete={"title": "x"}), ("`title` is not a key of `Screen`", "`{}`")),
        (Update("Alarm", delete={"label": 5}), ("`label` is a Text",)),
        (Update("Screen", set={}, delete={}), ("both `set` and `delete`",)),
        (Update("Screen", set={"title": "x"}, delete={}), ("both `set` and `delete`",)),
        (Update("Screen"), ("neither `set` nor `delete`",)),
        (Update("Screen", set=cast(Any, ["title"])), ("`set` is not an object",)),
        (Update("Screen", delete=cast(Any, "x")), ("`delete` is not an object",)),
        (Update(cast(Any, None), set={}), ("null",)),
        (Update(cast(Any, ["Alarm"]), set={}), ("no state",)),
        (Update("", set={}), ("no state",)),
    ],
)
def test_an_update_that_cannot_be_meant_is_refused_with_the_reason(update: Update, words: tuple[str, ...]) -> None:
    told = reason(update)
    assert all(word in told for word in words)


def test_one_value_that_does_not_fit_refuses_all_of_the_update() -> None:
    assert isinstance(read_update(Update("Screen", set={"title": "x", "size": "3"}), STATES), RefusedUpdate)
    assert isinstance(read_update(Update("Screen", set={"size": "3", "title": "x"}), STATES), RefusedUpdate)


def test_a_row_is_named_by_its_keys_in_normal_form_and_in_the_order_of_declaration() -> None:
    assert assignment("Alarm", {"label": " Ｗork  Day"}).key == ("work day",)
    assert assignment("Seat", {"side": "l", "row": 1.0}).key == (Decimal(1), "l")
    assert assignment("Screen", {"title": "x"}).key == ()


def test_a_delete_names_exactly_the_keys() -> None:
    assert read_update(Update("Alarm", delete={"label": " WORK"}), STATES) == Removal(
        STATES["Alarm"], ("work",), {"label": " WORK"}
    )
    assert read_update(Update("Seat", delete={"side": "R", "row": 2}), STATES) == Removal(
        STATES["Seat"], (Decimal(2), "r"), {"side": "R", "row": Decimal(2)}
    )
    assert read_update(Update("Screen", delete={}), STATES) == Removal(STATES["Screen"], ())


def test_a_refusal_is_a_short_clause_whatever_was_sent() -> None:
    for update in (
        Update("x" * 100_000, set={}),
        Update("Screen", set={"y" * 100_000: 1}),
        Update("Screen", set={"size": "z" * 100_000}),
        Update("Screen", set={"size": 10**5_000}),
        Update("Screen", set={"size": Decimal("1" * 5_000)}),
    ):
        assert len(reason(update)) < 400


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.decimals(),
    st.text(max_size=10),
    st.sampled_from(("Work", "Once", "on WEEKDAYS", "L", "2025-07-17", "9:00", "7:00 PM", "\ud83d", "12:00 AM")),
    st.characters(),
)
names = st.one_of(st.sampled_from(("label", "time", "on", "title", "size", "row", "lable", "")), st.text(max_size=5))
json_like = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(names, inner, max_size=2)),
    max_leaves=4,
)
bodies = st.one_of(st.none(), st.dictionaries(names, json_like, max_size=4), json_like)


@given(st.one_of(st.sampled_from(("Alarm", "Seat", "Screen")), json_like), bodies, bodies)
@settings(max_examples=settings().max_examples // 2)
@example(10**5_000, {}, None)
@example("Screen", {"size": 10**5_000}, None)
@example("Screen", {10**5_000: 1}, None)
@example("Alarm", {("label",): 1}, None)
@example("Seat", {"row": Decimal("sNaN"), "side": "L"}, None)
def test_whatever_is_claimed_is_fitted_or_refused(state: object, named: object, deleted: object) -> None:
    change = read_update(Update(cast(Any, state), set=cast(Any, named), delete=cast(Any, deleted)), STATES)
    event(type(change).__name__)
    if isinstance(change, RefusedUpdate):
        assert change.reason.isprintable()
        assert not change.reason.endswith(".")
    else:
        assert len(change.key) == len(change.state.keys)
        assert None not in change.key


FITTING: Mapping[Type, st.SearchStrategy[object]] = {
    Type.TEXT: st.text(max_size=6),
    Type.NUMBER: st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.just(Decimal("1.50"))),
    Type.BOOLEAN: st.booleans(),
    Type.ENUM: st.sampled_from(("R", " r", "Ｌ", "l")),
    Type.DATE: st.dates().map(str),
    Type.TIME: st.sampled_from(("9:00", "23:59:59", "12:00 AM")),
}
MISFITS: Mapping[Type, st.SearchStrategy[object]] = {
    Type.TEXT: st.one_of(st.integers(), st.booleans(), st.just("\ud800")),
    Type.NUMBER: st.one_of(st.booleans(), st.integers().map(str), st.sampled_from((float("nan"), float("-inf")))),
    Type.BOOLEAN: st.one_of(st.sampled_from((0, 1, "true", "")), st.floats()),
    Type.ENUM: st.one_of(st.booleans(), st.sampled_from(("", "LR", "left"))),
    Type.DATE: st.one_of(st.integers(), st.sampled_from(("Today", "2025-02-30", "2025-7-1", ""))),
    Type.TIME: st.one_of(st.integers(), st.sampled_from(("Now", "24:00", "9", "13:00 PM", ""))),
}
EVERY_TYPE = State.of(
    "Table",
    Variable("row", Type.NUMBER, key=True),
    Variable("side", Type.ENUM, key=True, options=("L", "R")),
    *(
        Variable(value_type.value.lower(), value_type, options=("L", "R") if value_type is Type.ENUM else ())
        for value_type in Type
    ),
)


@st.composite
def fitting_updates(draw: st.DrawFn) -> dict[str, object]:
    """Both keys, and some of the other variables, with values that fit or null."""
    named = {}
    for variable in draw(st.permutations(list(EVERY_TYPE.variables.values()))):
        if variable.key or draw(st.booleans()):
            fitting = FITTING[variable.type]
            named[variable.name] = draw(fitting if variable.key else st.one_of(fitting, st.none()))
    return named


@given(fitting_updates())
@settings(max_examples=settings().max_examples // 4)
def test_an_update_of_values_that_fit_is_accepted_with_exactly_those(named: dict[str, object]) -> None:
    change = read_update(Update("Table", set=named), {"Table": EVERY_TYPE})
    assert isinstance(change, Assignment)
    assert list(change.values) == list(change.compared) == list(named)
    assert change.key == (change.compared["row"], change.compared["side"])
    assert {name for name, value in change.values.items() if value is None} == {
        name for name, raw in named.items() if raw is None
    }
    keys = {"row": named["row"], "side": named["side"]}
    removal = read_update(Update("Table", delete=keys), {"Table": EVERY_TYPE})
    assert isinstance(removal, Removal)
    assert (removal.key, list(removal.named)) == (change.key, ["row", "side"])


@given(st.data(), fitting_updates())
@settings(max_examples=settings().max_examples // 4)
def test_one_value_that_does_not_fit_refuses_an_update_that_fits(data: st.DataObject, named: dict[str, object]) -> None:
    name = data.draw(st.sampled_from(sorted(named)))
    spoilt = {**named, name: data.draw(MISFITS[EVERY_TYPE.variables[name].type])}
    change = read_update(Update("Table", set=spoilt), {"Table": EVERY_TYPE})
    assert isinstance(change, RefusedUpdate)
    assert f"`{name}`" in change.reason
