"""Does every value of the rules come from the instruction? What nobody said must be declared as an assumption.

A Text, Number, Date or Time stands in the instruction, or a trace declares how it was read or why it is there. A
Boolean or an Enum value is the app's own word for something: it is enough that a trace quotes the words it stands for,
or that the instruction speaks of the variable. Words that a trace quotes must stand in the instruction.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import assert_never

from handrail.encoder.draft import ValueSource
from handrail.encoder.instruction_values import (
    Day,
    InstructionValue,
    Number,
    Quotation,
    TimeOfDay,
    Weekdays,
    instruction_values,
)
from handrail.encoder.words import is_unspaced, lists, spoken_words, stems, words_of, words_of_name
from handrail.language.declaration import States, Variable
from handrail.language.diagnostic import Diagnostic, excerpt
from handrail.language.normal_form import normal_form
from handrail.language.printer import show_constraint, show_term
from handrail.language.rule import (
    AT_LEAST_ONE,
    NOWHERE,
    Constraint,
    Literal,
    Now,
    RelativeDay,
    Rule,
    RuleVariable,
    Span,
    StatePredicate,
    Term,
)
from handrail.language.specification import Specification
from handrail.language.value import Type, Value, show_value
from handrail.text.weekday_sets import as_weekday_set
from handrail.text.word_forms import without_particle

# Every constant of a specification, with the place where it stands.


@dataclass(frozen=True, slots=True)
class Constant:
    """One value that a constraint compares with."""

    state: str
    variable: Variable
    constraint: Constraint
    term: Term
    predicate: StatePredicate

    @property
    def shown(self) -> str:
        """As the rules write it."""
        return show_term(self.term)

    @property
    def place(self) -> str:
        """`Alarm.time`."""
        return f"{self.state}.{self.variable.name}"

    @property
    def span(self) -> Span:
        """Where the value stands in the rules."""
        return self.constraint.value_span

    def is_called(self, name: str) -> bool:
        """Whether the `what` of a trace means this one: the value, its constraint, or the variable, however spelled."""
        wanted = _bare(name)
        inside = show_constraint(self.constraint)
        spellings = (
            self.shown,
            inside,
            f"{self.state}.{inside}",
            f"{self.state}({inside})",
            f"{self.variable.name} {self.constraint.operator} {self.shown}",
            f"{self.place} {self.constraint.operator} {self.shown}",
            self.variable.name,
            self.place,
        )
        return any(wanted == _bare(spelling) for spelling in spellings)


def _bare(text: str) -> str:
    """Without the quotes, spaces and backticks in which spellings of one thing differ."""
    bare = "".join(normal_form(text).translate({ord(c): None for c in "\"'`“”‘’"}).split())
    return bare.replace("==", "=").removeprefix("0") if ":" in bare and bare[:2].isdigit() else bare.replace("==", "=")


def constants(rules: tuple[Rule, ...], states: States) -> Iterator[Constant]:
    """All constants of the constraints, in the order of the text; variables of rules and counts are none."""
    for predicate in state_predicates(rules):
        for constraint in predicate.constraints:
            variable = states[predicate.state].variables[constraint.variable]
            for term in constraint.terms:
                if not isinstance(term, RuleVariable):
                    yield Constant(predicate.state, variable, constraint, term, predicate)


def counted(rules: tuple[Rule, ...]) -> Iterator[StatePredicate]:
    """The predicates that count rows otherwise than `at least one`."""
    return (predicate for predicate in state_predicates(rules) if predicate.count != AT_LEAST_ONE)


def state_predicates(rules: tuple[Rule, ...]) -> Iterator[StatePredicate]:
    """Every state predicate of every body, in the order of the text."""
    return (predicate for rule in rules for predicate in rule.body if isinstance(predicate, StatePredicate))


# What the instruction says of them.


@dataclass(frozen=True, slots=True)
class GroundedInstruction:
    """An instruction, taken apart once. `spoken` has the forms of each word in which it can be asked for."""

    text: str
    now: datetime
    values: tuple[InstructionValue, ...]
    words: tuple[str, ...]
    spoken: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, instruction: str, now: datetime) -> "GroundedInstruction":
        """The instruction as it is looked into; `now` is when the session begins."""
        spoken = tuple(frozenset((word, without_particle(word))) for word in spoken_words(instruction))
        return cls(instruction, now, instruction_values(instruction, now), words_of(instruction), spoken)

    def has_words(self, text: str) -> bool:
        """Whether these words stand there one after another, their endings aside.

        Scripts without spaces have no words to ask for, so that a text only has to stand there.
        """
        wanted = spoken_words(text)
        places = range(len(self.spoken) - len(wanted) + 1) if wanted else ()
        if any(all(word in self.spoken[at + number] for number, word in enumerate(wanted)) for at in places):
            return True
        return (not wanted or is_unspaced(text)) and normal_form(text) in normal_form(self.text)


def ungrounded(
    specification: Specification, traces: Sequence[ValueSource], said: GroundedInstruction
) -> Iterator[Diagnostic]:
    """An error for each value that nobody said and for each quotation that is none."""
    for trace in traces:
        if trace.words and not said.has_words(trace.words):
            yield Diagnostic(
                "misquoted",
                NOWHERE,
                f"`{excerpt(trace.what)}` is said to come from `{excerpt(trace.words)}`, and the instruction does not "
                "say that",
                "copy the words of the instruction, or leave them empty and say what was assumed",
            )
    told: set[tuple[str, str]] = set()
    for constant in constants(specification.rules, specification.states):
        key = (constant.place, constant.shown)
        if key not in told and not is_grounded(constant, traces, said):
            told.add(key)
            yield Diagnostic(
                "ungrounded",
                constant.span,
                f"nobody said `{excerpt(constant.shown)}`",
                "take it out if the user did not ask for it; else quote the words it comes from and how they were read",
            )
    for predicate in state_predicates(specification.rules):
        if _says_only_that_it_is_shown(predicate) and not _state_is_spoken_of(predicate, specification, traces, said):
            yield Diagnostic(
                "ungrounded",
                predicate.span,
                f"nobody spoke of `{excerpt(predicate.state)}`, and the rule says only that it is shown",
                "say what must hold there, or declare why it stands there",
            )
    for predicate in counted(specification.rules):
        if not _count_is_grounded(predicate, traces, said):
            yield Diagnostic(
                "ungrounded",
                predicate.span,
                f"nobody said how many: `[{predicate.count.operator} {predicate.count.number}]`",
                "take the count out, or declare why it stands there",
            )


def is_grounded(constant: Constant, traces: Sequence[ValueSource], said: GroundedInstruction) -> bool:
    """Whether a value comes from the instruction, or is declared not to."""
    if stands_there(constant, said):
        return True
    own = [trace for trace in traces if constant.is_called(trace.what)]
    if any(trace.assumption for trace in own) or any(_is_part(constant, trace.words) for trace in own):
        return True
    if constant.variable.type not in (Type.BOOLEAN, Type.ENUM):
        return False
    return any(trace.words for trace in own) or _is_spoken_of(constant, said)


FARTHEST_WEEKDAY = 14  # days; `Friday next week`
LEAST_PART = 4  # letters of each part of a compound


def _is_part(constant: Constant, words: str) -> bool:
    """Whether a text is one half of a compound that is quoted for it: `Einkauf` of `Einkaufsliste`."""
    if not (isinstance(constant.term, Literal) and isinstance(constant.term.value, str)):
        return False
    part = normal_form(constant.term.value)
    return len(part) >= LEAST_PART and any(
        (word.startswith(part) or word.endswith(part)) and len(word) - len(part) >= LEAST_PART
        for word in words_of(words)
    )


def stands_there(constant: Constant, said: GroundedInstruction) -> bool:
    """Whether the value itself stands in the instruction."""
    match constant.term:
        case Literal(value):
            return _literal_stands_there(value, constant, said)
        case RelativeDay(days):
            day = _day_after(said.now.date(), days)
            return day is not None and _day_stands_there(day, said)
        case Now():
            return not {"now", "current", "currently"}.isdisjoint(said.words)
        case RuleVariable():
            return True
        case _:
            assert_never(constant.term)


def _literal_stands_there(value: Value, constant: Constant, said: GroundedInstruction) -> bool:
    match value:
        case bool():
            return False
        case str():
            if not normal_form(value) or said.has_words(value):
                return True
            return _days_stand_there(value, said) or _amount_stands_there(value, said)
        case Decimal():
            return _number_stands_there(value, said)
        case date():
            return _day_stands_there(value, said)
        case time():
            return any(
                isinstance(instruction_value.meaning, TimeOfDay) and value in instruction_value.meaning.readings
                for instruction_value in said.values
            )
    raise AssertionError(f"a constant of {constant.place} is no value")


def _day_stands_there(day: date, said: GroundedInstruction) -> bool:
    """Whether a day is named by its date, or by its day of the week and near the clock."""
    for value in said.values:
        match value.meaning:
            case Day(days) if day in days:
                return True
            case Weekdays(days) if day.weekday() in days and abs((day - said.now.date()).days) <= FARTHEST_WEEKDAY:
                return True
    return False


def _days_stand_there(text: str, said: GroundedInstruction) -> bool:
    """Whether a text names days of the week, and days that the instruction names, in whatever words."""
    days = as_weekday_set(text)
    return days is not None and any(
        isinstance(value.meaning, Weekdays) and days <= value.meaning.days for value in said.values
    )


def _amount_stands_there(text: str, said: GroundedInstruction) -> bool:
    """Whether a text is nothing but a number that the instruction gives, written otherwise: `45.00`, `€45`, `1.500`."""
    digits = _only_digits().fullmatch(text.strip())
    if digits is None:
        return False
    written = (digits[1].replace(",", ""), digits[1].replace(".", "").replace(",", "."))
    given = {value.meaning.number for value in said.values if isinstance(value.meaning, Number)}
    return any(amount.count(".") < 2 and Decimal(amount) in given for amount in written)


@cache
def _only_digits() -> re.Pattern[str]:
    return re.compile(r"[^\w.,]*([0-9](?:[0-9.,]{0,20}[0-9])?)[^\w.,]*")


def _number_stands_there(number: Decimal, said: GroundedInstruction) -> bool:
    for value in said.values:
        match value.meaning:
            case Number(found):
                if found == number or number == 0:  # the hours and seconds of `30 minutes`
                    return True
            case TimeOfDay(readings):
                if number == 0 or any(
                    number in (reading.hour, reading.hour % 12 or 12, reading.minute) for reading in readings
                ):
                    return True
            case Day(days):
                if any(number in (day.day, day.month, day.year) for day in days):
                    return True
            case Weekdays(days):
                if number == len(days):
                    return True
            case Quotation(text):
                if show_value(number) in words_of(text):
                    return True
            case _:
                assert_never(value.meaning)
    spoken = any(lists().numbers.get(word) == number for word in said.words)
    return spoken or show_value(number) in said.words


def _is_spoken_of(constant: Constant, said: GroundedInstruction) -> bool:
    """The instruction has a word of the variable's name, of its state's, or of the Enum value."""
    words = [*words_of_name(constant.variable.name), *words_of_name(constant.state)]
    if isinstance(constant.term, Literal) and isinstance(constant.term.value, str):
        words += words_of(constant.term.value)
    return not stems(tuple(words)).isdisjoint(stems(said.words))


def _says_only_that_it_is_shown(predicate: StatePredicate) -> bool:
    """No constraint, or only such as any value meets: `text != ""`, `text = ?x`."""
    return not predicate.holds_on_nothing and all(
        isinstance(term, RuleVariable) or (isinstance(term, Literal) and term.value == "")
        for constraint in predicate.constraints
        for term in constraint.terms
    )


def _state_is_spoken_of(
    predicate: StatePredicate, specification: Specification, traces: Sequence[ValueSource], said: GroundedInstruction
) -> bool:
    names = (predicate.state, *(constraint.variable for constraint in predicate.constraints))
    words = [word for name in names for word in words_of_name(name)]
    words += words_of(specification.states[predicate.state].description)
    if not stems(tuple(words)).isdisjoint(stems(said.words)):
        return True
    return any((trace.words or trace.assumption) and predicate.state in trace.what for trace in traces)


def _count_is_grounded(predicate: StatePredicate, traces: Sequence[ValueSource], said: GroundedInstruction) -> bool:
    count = predicate.count
    if count == AT_LEAST_ONE or count.number == 0:
        return True
    near = {count.number, count.number + 1, count.number - 1}  # `more than 2` for `at least 3`
    if any(_number_stands_there(Decimal(number), said) for number in near):
        return True
    return any(trace.assumption and predicate.state in trace.what for trace in traces)


def _day_after(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days)
    except OverflowError:
        return None
