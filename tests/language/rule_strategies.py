"""Rules made up and rules spoilt: an app with every type, valid rules, and strategies for the tests of the language.

`rules()` makes syntax trees that no checker has seen: odd names, odd texts and extreme numbers, everything that can be
written at all. `spoilt_texts()` takes valid text and damages it as authors and models do.
"""

from datetime import time
from decimal import Decimal

from hypothesis import strategies as st

from handrail.app import App
from handrail.language import State, Type, Variable
from handrail.language.operators import TABLE, Operator
from handrail.language.printer import KEYWORDS
from handrail.language.rule import (
    AT_LEAST_ONE,
    Constraint,
    Count,
    Done,
    Head,
    Literal,
    Now,
    Objective,
    ObjectivePredicate,
    Predicate,
    RelativeDay,
    Rule,
    RuleVariable,
    StatePredicate,
    Term,
)
from handrail.language.value import read_number

APP = App.of(
    "Clock",
    [
        State.of(
            "Alarm",
            Variable("label", Type.TEXT, key=True),
            Variable("time", Type.TIME),
            Variable("on", Type.BOOLEAN),
            Variable("repeat", Type.ENUM, options=("Once", "Daily", "On weekdays")),
            description="Alarms, one for each label",
        ),
        State.of(
            "Note",
            Variable("text", Type.TEXT),
            Variable("title", Type.TEXT, description="the heading"),
            Variable("length", Type.NUMBER),
            Variable("day", Type.DATE),
            Variable("time", Type.TIME),
            Variable("pinned", Type.BOOLEAN),
            Variable("3d", Type.BOOLEAN),
        ),
        State.of("submission rule", Variable("3d", Type.BOOLEAN), Variable("größe", Type.NUMBER)),
        State.of("GPSFix", Variable("accuracy_m", Type.NUMBER)),
    ],
)
"""States of every type, with keys and without, with names that need backticks."""

VALID_RULES = (
    'R1: Alarm(label = "Work", time = 9:00, on = true) -> SetAlarm',
    "SetAlarm & still SetAlarm & Alarm(on != true)[>= 2] -> Done  # the others stay off",
    'Note(text ~= "milk & eggs # 2", title not ~= "x", length in [1, -2.5, 1e6]) -> WriteNote',
    "Note(day = Today + 7, day < Tomorrow, day >= 2025-07-17, time < Now, time > 7:00 PM) → Done",
    "`submission rule`(`3d` = true, größe ≤ 1.80) and WriteNote -> Done",
    'Alarm(label = ?x, on = true) ∧ Note(title = ?x, text contains "a\\"\\u00e4") -> Done',
    'Note(text not contains "\\\\", title !~ "z", pinned == false, `3d` ≠ true)[= 0] -> Done',
    'Alarm(repeat not in ["Once", "daily"], label = ?_)[≥ 3] -> Done',
    "True -> SetAlarm",
    'once Alarm(on = true)[>= 2] & once Note(text = "x") & Alarm() -> Done',
)
"""Each is right by itself in its syntax, and all of them together make a specification for `APP`."""

_SPELLINGS = tuple(spelling for operator, entry in TABLE.items() for spelling in (operator.value, *entry.also))

FRAGMENTS = (
    *("->", "=>", "&", "&&", "AND", "|", "or", "(", ")", "[", "]", ",", "Tomorrow+", "?", "?x", "?_"),
    *_SPELLINGS,
    *sorted(KEYWORDS),
    *("`", '"', "'", "“"),
    *("\\", "\\u", "\\ud83d", "#", ":", "R1:", "1.", "0", "-1", "1e999999999", "9:00", "25:00", "2025-02-30", "7 PM"),
    *("\n", "\r\n", "\r", "\t", " ", "\x00", "\u00a0", "\u2028", "\u200b", "\ufeff", "\ud800", "İ", "ß", "ﬁ", "²"),
)
"""What authors and models write where it does not belong, and what confuses readers of text."""

_WORD_CHARACTERS = st.characters(categories=("L", "N"), include_characters="_")
_ODD_NAMES = (
    *sorted(KEYWORDS),
    "3d",
    "a b",
    "é",
    "²",
    "x²",
    "ǅ",
    "->",
    "&",
    "#",
    '"',
    "\\",
    "\t",
    "\u2028",
    "R1:",
    "?x",
)

names = st.one_of(
    st.sampled_from(("Alarm", "Note", "label", "SetAlarm", "Reserve")),
    st.sampled_from(_ODD_NAMES),
    st.text(_WORD_CHARACTERS, min_size=1, max_size=6),
    st.text(st.characters(exclude_characters="`\n\r"), min_size=1, max_size=6),
)
"""Everything that can stand in backticks: the contract leaves out a backtick, and a line ends a rule."""

texts = st.one_of(st.sampled_from(("", "Work", "# & -> `", '"', "\\", "\n", "\u2028")), st.text(max_size=8))

EXTREME_NUMBERS = ("0", "-0", "1e16", "1E-16", "-1.50e+3", "1e999", "-1e-999", "9" * 999, "0." + "0" * 900 + "1")


def _number(digits: int, exponent: int) -> str:
    return f"{digits}e{exponent}"


number_texts = st.one_of(
    st.sampled_from(EXTREME_NUMBERS),
    st.integers(-(10**20), 10**20).map(str),
    st.builds(_number, st.integers(-(10**30), 10**30), st.integers(-60, 60)),
)


def _read(text: str) -> Decimal:
    number = read_number(text)
    assert number is not None
    return number


numbers = number_texts.map(_read)

terms: st.SearchStrategy[Term] = st.one_of(
    texts.map(Literal),
    numbers.map(Literal),
    st.booleans().map(Literal),
    st.dates().map(Literal),
    st.builds(time, st.integers(0, 23), st.integers(0, 59), st.integers(0, 59)).map(Literal),
    st.integers(-100_000, 100_000).map(RelativeDay),
    st.just(Now()),
    st.one_of(st.just("_"), st.text(_WORD_CHARACTERS, min_size=1, max_size=4)).map(RuleVariable),
)

_MEMBERSHIPS = tuple(operator for operator, entry in TABLE.items() if entry.single is not None)
_COUNTS = tuple(operator for operator, entry in TABLE.items() if entry.rows is not None)

constraints: st.SearchStrategy[Constraint] = st.one_of(
    st.builds(Constraint, names, st.sampled_from([o for o in Operator if o not in _MEMBERSHIPS]), terms),
    st.builds(Constraint, names, st.sampled_from(_MEMBERSHIPS), st.lists(terms, min_size=1, max_size=3).map(tuple)),
)
counts: st.SearchStrategy[Count] = st.one_of(
    st.just(AT_LEAST_ONE), st.builds(Count, st.sampled_from(_COUNTS), st.integers(0, 1_000_000))
)
predicates: st.SearchStrategy[Predicate] = st.one_of(
    st.builds(StatePredicate, names, st.lists(constraints, max_size=3).map(tuple), counts, st.booleans()),
    st.builds(ObjectivePredicate, names, st.booleans()),
)
heads: st.SearchStrategy[Head] = st.one_of(st.just(Done()), names.map(Objective))


def rules() -> st.SearchStrategy[Rule]:
    """One rule that may mean nothing but can be written down."""
    return st.builds(Rule, st.lists(predicates, max_size=3).map(tuple), heads)


@st.composite
def spoilt_texts(draw: st.DrawFn) -> str:
    """Some valid rules with up to four damages: a fragment put in, a stretch taken out, a stretch repeated."""
    text = "\n".join(draw(st.lists(st.sampled_from(VALID_RULES), min_size=1, max_size=4)))
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(text)))
        stretch = draw(st.integers(1, 12))
        match draw(st.sampled_from(("put in", "take out", "repeat", "put in place of"))):
            case "put in":
                text = text[:place] + draw(st.sampled_from(FRAGMENTS)) + text[place:]
            case "put in place of":
                text = text[:place] + draw(st.sampled_from(FRAGMENTS)) + text[place + stretch :]
            case "take out":
                text = text[:place] + text[place + stretch :]
            case _:
                text = text[: place + stretch] + text[place:]
    return text
