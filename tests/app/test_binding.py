"""Selectors, readings, touches: how a model looks at a screen, and what it never does with what it sees."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from decimal import Decimal
from time import perf_counter
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.app import KEY, Declaration, ScreenReader, Update
from handrail.app.expression_scanner import ExpressionError
from handrail.app.extraction import ExtractionScope, UnreadValue, read
from handrail.app.extractor_parser import looks_like_an_extractor, parse_extractor
from handrail.app.screen_model import Act
from handrail.app.screen_tree import MOST_ELEMENTS, ScreenIndex, UnreadableScreen
from handrail.app.selection import select
from handrail.app.selector_parser import read_selector
from handrail.app.text_pattern import PatternError, read_pattern
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen

PACKAGE = "com.example.clock"
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def node(
    id: str = "", text: str = "", *children: Element, kind: str = "android.widget.TextView", **more: Any
) -> Element:
    resource_id = f"{PACKAGE}:id/{id}" if id and ":" not in id else id
    return Element(kind, text, resource_id=resource_id, package=more.pop("package", PACKAGE), children=children, **more)


def row(at: str, label: str, on: bool) -> Element:
    switch = node("onoff", kind="android.widget.Switch", clickable=True, checkable=True, checked=on)
    return node("alarm", "", node("time", at), node("label", label), switch, clickable=True)


def screen(*windows: Element) -> Screen:
    return Screen(PACKAGE, f"{PACKAGE}.MainActivity", windows, 1080, 2400)


ALARMS = screen(
    node(
        "content",
        "",
        node("title", "Alarms"),
        node("list", "", row("07:00", "Work", True), row("9:30 AM", "Gym", False), kind="android.widget.ListView"),
        node("android:id/button1", "Save", clickable=True),
        node("", "Save"),
        node("pin", "••••", password=True, kind="android.widget.EditText"),
        node("label", "Nap", kind="android.widget.EditText", focused=True),
    )
)


def found(source: str, shown: Screen = ALARMS, start: int = -1, package: str = PACKAGE) -> list[str]:
    index = ScreenIndex(shown)
    numbers = select(read_selector(source, package), index, start)
    return [index.nodes[n].text or index.nodes[n].resource_id.rsplit("/", 1)[-1] for n in numbers]


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("//alarm/time", ["07:00", "9:30 AM"]),
        ("//time", ["07:00", "9:30 AM"]),
        ("time", ["07:00", "9:30 AM"]),
        ("/content/title", ["Alarms"]),
        ("/title", []),
        ("//alarm[2]/time", ["9:30 AM"]),
        ("//alarm[last()]/label", ["Gym"]),
        ("//alarm[1]//*[2]", ["Work"]),
        ("//Switch[@checked]/../label", ["Work"]),
        ('//alarm[onoff[@checked="false"]]/time', ["9:30 AM"]),
        ("//alarm[not(onoff[@checked])]/time", ["9:30 AM"]),
        ('//alarm[label[@text="Gym"] or time[@text="07:00"]]/label', ["Work", "Gym"]),
        ('//alarm[label[@text="Gym"] and time[@text="07:00"]]/label', []),
        ('//*[@text="Gym"]/preceding-sibling::time', ["9:30 AM"]),
        ('//*[@text="07:00"]/following-sibling::*', ["Work", "onoff"]),
        ('//*[@text="Gym"]/ancestor::alarm/time', ["9:30 AM"]),
        ('//*[@text="Gym"]/parent::*/onoff', ["onoff"]),
        ("//android:id/button1", ["Save"]),
        ('//*[@resource-id="android:id/button1"]', ["Save"]),
        ("//android.widget.Switch", ["onoff", "onoff"]),
        ("//node[@clickable and @checkable]", ["onoff", "onoff"]),
        ('//*[like(@text, "*:* AM")]', ["9:30 AM"]),
        ('//*[starts-with(@text, "Al")] | //*[contains(@text, "ym")]', ["Alarms", "Gym"]),
        ('//*[ends-with(@text, "ork")]', ["Work"]),
        ('//*[@text!="Save"][@class="TextView"]/descendant-or-self::title', ["Alarms"]),
        ('//label[@class="EditText"]', ["Nap"]),
        ("//ListView//*[@text]", None),
    ],
)
def test_a_selector_finds(source: str, texts: Sequence[str] | None) -> None:
    if texts is None:
        with pytest.raises(ExpressionError, match="is a text"):
            found(source)
    else:
        assert found(source) == texts


@pytest.mark.parametrize(
    ("source", "offset", "words"),
    [
        ("//alarm[", 8, "a step is a resource id"),
        ("//alarm[@chekced]", 9, "did you mean `checked`"),
        ("//alarm[lke(@text, 'a')]", 8, "did you mean `like`"),
        ("//alarm/ancester::x", 8, "did you mean `ancestor`"),
        ("//alarm[0]", 8, "counted from 1"),
        ("//a/ancestor::b[1]", 16, "counted among children"),
        ("//alarm]", 7, "after the end of the selector"),
        ('//alarm[@text="x]', 14, "no closing quotation mark"),
        ('//alarm[like(@text, "{}{}")]', 20, "two `{}`"),
        ("//..", 2, "after `//`"),
        ("§", 0, "means nothing"),
        ("(" * 40, 0, "a step is a resource id"),
        ("//a[" + "(" * 40, 34, "brackets within each other"),
        ("//a" * 1000, 0, "at most 2,000"),
    ],
)
def test_a_selector_that_cannot_be_meant_says_where_and_why(source: str, offset: int, words: str) -> None:
    with pytest.raises(ExpressionError, match=r".") as caught:
        read_selector(source, PACKAGE)
    assert words in str(caught.value)
    assert caught.value.offset == offset


def test_what_another_app_shows_is_not_found_unless_it_is_named() -> None:
    overlaid = screen(*ALARMS.windows, node(f"{PACKAGE}:id/time", "23:59", package="com.evil"))
    assert found("//time", overlaid) == ["07:00", "9:30 AM"]
    assert found('//time[@package="com.evil"]', overlaid) == ["23:59"]


def value_of(source: str, shown: Screen = ALARMS, start: int = -1, **more: Any) -> Any:
    return read(parse_extractor(source, PACKAGE), ExtractionScope(ScreenIndex(shown), start, **more))


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("text(//title)", "Alarms"),
        ("time(//alarm[1]/time)", time(7)),
        ("time(//alarm[2]/time)", time(9, 30)),
        ("checked(//alarm[1]/onoff)", True),
        ("not(checked(//alarm[1]/onoff))", False),
        ("exists(//alarm)", True),
        ("exists(//nothing)", False),
        ("count(//alarm)", Decimal(2)),
        ("plus(count(//alarm), 1, -2.5)", Decimal("0.5")),
        ("times(minus(count(//alarm), 1), 3)", Decimal(3)),
        ('join(text(//title), ": ", count(//alarm))', "Alarms: 2"),
        ('is(text(//title), "Alarms", "x")', True),
        ('choose(text(//title), "Alarms" -> 1, else -> 2)', Decimal(1)),
        ('choose(text(//title), "x" -> "y", else -> it)', "Alarms"),
        ('text(//title, "Al{}s")', "arm"),
        ('first(text(//nothing), text(//title), "z")', "Alarms"),
        ('first(text(//nothing), "z")', "z"),
        ('all(//alarm/label, ", ")', "Work, Gym"),
        ('all(//nothing, ", ")', ""),
        ("readable(time(//title))", False),
        ('literal("text(title)")', "text(title)"),
        ("selected(//title)", False),
    ],
)
def test_a_reading_gives(source: str, value: Any) -> None:
    assert value_of(source) == value


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("text(//time)", "2 elements are"),
        ("text(//nothing)", "no element is"),
        ("time(//title)", "is not a Time and nothing else"),
        ('text(//title, "B{}")', "not of the form"),
        ("text(//pin)", "password field"),
        ('all(//EditText, "")', "password field"),
        ("typed()", "types nothing"),
        ('choose(text(//title), "x" -> 1)', "gives nothing for"),
        ('not(choose(text(//title), "x" -> true, else -> it))', "is not yes or no"),
    ],
)
def test_what_cannot_be_read_says_why(source: str, words: str) -> None:
    value = value_of(source)
    assert isinstance(value, UnreadValue)
    assert words in value.reason


def test_what_is_typed_is_read_but_not_into_a_password() -> None:
    assert value_of("number(typed())", typed="42") == 42
    assert isinstance(value_of("number(typed())", typed="42 minutes"), UnreadValue)
    assert isinstance(value_of("typed()", typed="secret", into_password=True), UnreadValue)
    assert isinstance(value_of("typed()", typed="x" * 5_000), UnreadValue)


@pytest.mark.parametrize(
    ("source", "shown", "value"),
    [
        ("text(//to)", "To", ""),
        ('choose(text(//to), "To" -> "", else -> it)', "To", ""),
        ("text(//to)", "Tom", "Tom"),
        ("text(//to)", "TO", "TO"),
        ("description(//to)", "To", "Receiver"),
        ('exists(//to[@text="To"])', "To", True),
    ],
)
def test_a_field_that_shows_its_hint_is_empty(source: str, shown: str, value: Any) -> None:
    field = node("to", shown, kind="android.widget.EditText", hint="To", description="Receiver")
    assert value_of(source, screen(field)) == value


def test_a_text_longer_than_any_label_is_not_read() -> None:
    shown = screen(node("title", "7:00 " * 40_000))
    assert isinstance(value_of("text(//title)", shown), UnreadValue)
    assert found('//*[like(@text, "*7*")]', shown) == []


@pytest.mark.parametrize(
    ("pattern", "text", "part"),
    [
        ("Total: {}", "Total: $5", "$5"), ("{} • *", "a • b • c", None), ("* • {}", "a • b • c", None),
        ("*", "anything", "anything"), ("exact", "exact", "exact"), ("exact", "other", None), ("a*a", "a", None),
        (r"\*{}", "*x", "x"), ("{}", "", ""), ("* at {}, *", "x at 9, 2 people", "9"), ("a*b*c", "abbc", "abbc"),
    ],
)  # fmt: skip
def test_a_pattern_takes_out(pattern: str, text: str, part: str | None) -> None:
    assert read_pattern(pattern).capture(text) == part


def test_a_pattern_that_is_too_long_is_refused() -> None:
    with pytest.raises(PatternError):
        read_pattern("*" * 300)


@given(st.text(alphabet="ab*", max_size=8), st.text(alphabet="ab", max_size=12))
def test_a_pattern_matches_what_the_shell_would(pattern: str, text: str) -> None:
    from fnmatch import fnmatchcase

    assert read_pattern(pattern).matches(text) == fnmatchcase(text, pattern)


@dataclass
class Naive:
    """Selectors by walking the tree node by node, for the few forms that the test below makes."""

    root: Element

    def find(self, steps: Sequence[tuple[str, str, bool]]) -> list[tuple[int, ...]]:
        places = dict(self.root.walk((0,)))
        current: set[tuple[int, ...]] = {()}
        for axis, id, checked in steps:
            following: set[tuple[int, ...]] = set()
            for origin in current:
                for path, element in places.items():
                    below = path[: len(origin)] == origin and path != origin
                    near = below and len(path) == len(origin) + 1
                    along = (near if axis == "/" else below) and element.resource_id.endswith(f"/{id}")
                    if along and (not checked or any(e.checked for p, e in element.walk(path) if p != path)):
                        following.add(path)
            current = following
        return sorted(current)


trees = st.recursive(
    st.builds(lambda id, on: node(id, checked=on), st.sampled_from("abc"), st.booleans()),
    lambda below: st.builds(
        lambda id, on, children: replace(node(id, checked=on), children=tuple(children)),
        st.sampled_from("abc"),
        st.booleans(),
        st.lists(below, max_size=4),
    ),
    max_leaves=12,
)


@given(
    trees,
    st.lists(st.tuples(st.sampled_from(["/", "//"]), st.sampled_from("abc"), st.booleans()), min_size=1, max_size=4),
)
def test_selectors_agree_with_a_naive_walk(tree: Element, steps: list[tuple[str, str, bool]]) -> None:
    source = "".join(f"{axis}{id}{'[*[@checked]]' if checked else ''}" for axis, id, checked in steps)
    index = ScreenIndex(screen(tree))
    numbers = select(read_selector(source, PACKAGE), index)
    assert [index.path_of(number) for number in numbers] == Naive(tree).find(steps)
    assert all(index.at(index.path_of(number)) == number for number in range(len(index)))


@given(st.text(max_size=60))
def test_no_text_breaks_the_parsers(source: str) -> None:
    for parse in (read_selector, parse_extractor):
        try:
            parse(source, PACKAGE)
        except ExpressionError as error:
            place = error.offset
        else:
            place = 0
        assert 0 <= place <= len(source)


WORDS = [
    "//", "/", "a", "B", "switch", "*", "[", "]", "(", ")", "@text", "@checked", "=", "!=", '"x"', "'y*'", '"{}"', "1",
    "9999999", ".", "..", "::", "ancestor::", "not(", "like(", "contains(", "and", "or", "last()", "|", ",", "text(",
    "number(", "time(", "date(", "all(", "choose(", "else", "->", "it", "true", "null", "known(", "A.b", "typed()",
    "join(", "plus(", "is(", "first(", "maybe(", "readable(", "count(", "checked(", "same(", "-", "\ud800",
    "android:id/x", "²", "٣",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.sampled_from(["", " "]))
def test_no_words_break_the_parsers_nor_what_they_read(words: list[str], between: str) -> None:
    shown = ScreenIndex(screen(node("a", "half \ud800 a character", node("B", "x"))))
    for source in (between.join(words), f"text({between.join(words)})", f"//a[{between.join(words)}]"):
        with suppress(ExpressionError):
            select(read_selector(source, PACKAGE), shown)
        with suppress(ExpressionError):
            read(parse_extractor(source, PACKAGE), ExtractionScope(shown, 0, typed="5"))


@pytest.mark.parametrize("start", ["(", "[", "//a[", "//a[not(", "not(", "join(", "plus(1, ", "maybe(", "-", "a|"])
@pytest.mark.parametrize("times", [100, 600, 30_000])
def test_brackets_without_end_are_an_error(start: str, times: int) -> None:
    for parse in (read_selector, parse_extractor):
        with pytest.raises(ExpressionError):
            parse(start * times, PACKAGE)


def test_half_a_character_is_not_read() -> None:
    value = value_of("text(//title)", screen(node("title", "half \ud800")))
    assert isinstance(value, UnreadValue)
    assert "half a character" in value.reason


def test_a_reading_that_lacks_its_end_is_no_text_of_its_own() -> None:
    assert looks_like_an_extractor("text(title")
    assert not looks_like_an_extractor("lunch (weekly")
    assert not looks_like_an_extractor("lunch(weekly")


def test_matching_stays_linear_whatever_the_screen() -> None:
    deep = node("a", "x")
    for _ in range(900):
        deep = node("a", "x", deep)
    selector = "//a//a//a//a[.//a[not(b)]]//a/ancestor::a[following-sibling::a or a]//a"
    started = perf_counter()
    found(selector, screen(deep))
    found('//*[like(@text, "*a*a*a*a*a*a*a*a*a*b")]', screen(node("a", "a" * 4_000)))
    assert perf_counter() - started < 2


def test_a_screen_larger_than_any_phone_shows_is_refused() -> None:
    with pytest.raises(UnreadableScreen, match=f"{MOST_ELEMENTS:,}"):
        ScreenIndex(screen(node("a", "", *[node("b")] * (MOST_ELEMENTS + 1))))


def python_model() -> Declaration:
    clock = Declaration("Clock", package=PACKAGE)

    class Alarm:
        """the list of alarms"""

        label: Annotated[str, KEY]
        time: time
        on: bool

    clock.state(Alarm)

    @clock.on_screen("click", at="//alarm//onoff", row="//alarm", commits="TurnAlarm")
    def turn(see: ScreenReader) -> list[Update]:
        return [Update("Alarm", set={"label": see.text("label"), "on": not see.checked("onoff")})]

    @clock.observe(has="//alarm")
    def alarms(see: ScreenReader) -> list[Update]:
        return [
            Update(
                "Alarm",
                set={
                    "label": screen_reader.text("label"),
                    "time": screen_reader.time("time"),
                    "on": screen_reader.checked("onoff"),
                },
            )
            for screen_reader in see.each("//alarm")
        ]

    return clock


def test_a_model_in_python_says_what_one_in_a_file_would() -> None:
    app = python_model().app()
    said = app.anticipate_on(ALARMS, (0, 1, 1, 2), "click")
    assert said.updates == (Update("Alarm", set={"label": "Gym", "on": True}),)
    assert said.commits == {"TurnAlarm"}
    assert said.bindings == ("turn",)
    assert [dict(update.set or {}) for update in app.observe(ALARMS).updates] == [
        {"label": "Work", "time": time(7), "on": True},
        {"label": "Gym", "time": time(9, 30), "on": False},
    ]


def test_a_selector_in_python_that_cannot_be_meant_is_refused() -> None:
    from handrail.language import DeclarationError

    with pytest.raises(DeclarationError, match="did you mean `checked`"):
        python_model().on_screen("click", at="//alarm[@chekced]")(lambda see: [])


def test_only_bindings_that_could_match_are_looked_at() -> None:
    """A thousand bindings for other elements cost nothing: they are filed away by kind and resource id."""
    from handrail.app.binding import Binding
    from handrail.app.screen_model import ScreenModel

    def binding(number: int) -> Binding:
        selector = read_selector(f"//element_{number}", PACKAGE)
        return Binding(f"b{number}", frozenset({"click"}), selector, PACKAGE)

    few, many = (ScreenModel(tuple(binding(n) for n in range(count))) for count in (10, 3_000))
    act = Act("click", (0, 2))

    def seconds(model: ScreenModel) -> float:
        started = perf_counter()
        for _ in range(200):
            model.anticipate(ALARMS, act)
        return perf_counter() - started

    assert min(seconds(many) for _ in range(3)) < 3 * min(seconds(few) for _ in range(3)) + 0.05


@given(st.text("ab •", max_size=8), st.sampled_from(["{} • *", "* • {}", "*{}*", "a{}b", "{}", "* • *"]))
def test_whatever_a_pattern_takes_out_is_of_the_pattern(text: str, source: str) -> None:
    pattern = read_pattern(source)
    part = pattern.capture(text)
    assert pattern.fits(text) or part is None
    assert part is None or part in text
    assert pattern.matches(text) == (part is not None)


@given(st.text("ab •", max_size=6), st.sampled_from(["{} • *", "* • {}", "*{}*", "a{}b", "{}", "* • {} • *", "a*{}"]))
def test_all_that_could_be_meant_is_named(text: str, source: str) -> None:
    pattern = read_pattern(source)
    before, after = source.split("{}")
    meant = {
        text[start:stop]
        for start in range(len(text) + 1)
        for stop in range(start, len(text) + 1)
        if read_pattern(before).fits(text[:start]) and read_pattern(after).fits(text[stop:])
    }
    assert set(pattern.captures(text)) == meant
    assert pattern.capture(text) == (meant.pop() if len(meant) == 1 else None)


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("45.00 to Road to Success", Decimal(45)),
        ("45.00 to 1 to Bob", Decimal(45)),
        ("45.00 to", None),
        ("x to Bob", None),
    ],
)
def test_of_all_that_could_be_meant_the_one_number_is(shown: str, value: Decimal | None) -> None:
    seen = value_of('number(//title, "{} to *")', screen(node("title", shown)))
    assert isinstance(seen, UnreadValue) if value is None else seen == value


def test_of_two_numbers_that_could_be_meant_neither_is() -> None:
    seen = value_of('number(//title, "* to {}")', screen(node("title", "Bob to 5 to 6")))
    assert seen == 6 or isinstance(seen, UnreadValue)
    seen = value_of('number(//title, "*, {}*")', screen(node("title", "Bob, 5, 66")))
    assert isinstance(seen, UnreadValue)


@pytest.mark.parametrize("shown", ["a • b • c", " • • "])
def test_what_fits_in_two_ways_is_there_and_not_read(shown: str) -> None:
    seen = value_of('first(text(//title, "* • {}"), "")', screen(node("title", shown)))
    assert isinstance(seen, UnreadValue)
    assert seen.is_there


def list_of(bottom: int, *, scrollable: bool = True) -> Screen:
    """A list 400 high with one row that has a title and no summary, and ends there."""
    row = replace(node("row"), bounds=Bounds(0, 0, 400, bottom), children=(node("title", "7:00"),))
    below = replace(node("row"), bounds=Bounds(0, bottom, 400, 400), children=(node("title", "8:00"),))
    rows = (row, below) if bottom < 400 else (row,)
    around = Element("RecyclerView", scrollable=scrollable, bounds=Bounds(0, -100, 400, 400), children=rows)
    return Screen(PACKAGE, ".Main", (around,), 400, 800)


@pytest.mark.parametrize(
    ("shown", "whole"),
    [(list_of(300), True), (list_of(400), False), (list_of(400, scrollable=False), True)],
    ids=["above the edge", "at the edge", "at the edge of what does not move"],
)
def test_what_a_row_does_not_show_is_missing_only_where_it_is_seen_whole(shown: Screen, whole: bool) -> None:
    index = ScreenIndex(shown)
    row = next(number for number, element in enumerate(index.nodes) if element.resource_id.endswith("row"))
    seen = read(parse_extractor('first(text(summary), "")', PACKAGE), ExtractionScope(index, row))
    assert seen == "" if whole else isinstance(seen, UnreadValue) and seen.is_cut
