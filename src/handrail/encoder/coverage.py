"""Does every value of the instruction have a place in the rules? What has none must be declared as left out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from typing import assert_never

from handrail.encoder.draft import LeftOut, ValueSource
from handrail.encoder.grounding import Constant, GroundedInstruction, constants, counted, state_predicates
from handrail.encoder.instruction_values import Day, InstructionValue, Number, Quotation, TimeOfDay, Weekdays
from handrail.encoder.offline.clause import class_of_verb
from handrail.encoder.words import lists, spoken_words, stems, words_of, words_of_name
from handrail.language.declaration import State, Variable
from handrail.language.diagnostic import Diagnostic, excerpt
from handrail.language.rule import NOWHERE, Literal, RelativeDay
from handrail.language.specification import Specification
from handrail.language.value import Type, show_value
from handrail.text.weekday_sets import as_weekday_set
from handrail.text.word_forms import stem


def uncovered(
    specification: Specification,
    traces: Sequence[ValueSource],
    left_out: Sequence[LeftOut],
    said: GroundedInstruction,
    app: str = "",
) -> Iterator[Diagnostic]:
    """An error for each value and each name of the instruction that no rule looks at. `app` is the name of the app."""
    every = tuple(constants(specification.rules, specification.states))
    names = given_names(said, app, specification.states.values())
    for value in (*said.values, *names):
        if not (
            _has_a_place(value, every, specification, said)
            or _is_traced(value, traces, every, said)
            or any(_mentions(omission.words, value, said) for omission in left_out)
        ):
            yield Diagnostic(
                "uncovered",
                NOWHERE,
                f"no rule looks at `{excerpt(value.words)}` of the instruction",
                "constrain a variable by it, or declare it as left out and say why",
            )


def _has_a_place(
    value: InstructionValue, every: Sequence[Constant], specification: Specification, said: GroundedInstruction
) -> bool:
    if any(holds(constant, value, every, said) for constant in every):
        return True
    match value.meaning:
        case Quotation(text):
            return _is_named(text, specification)
        case Number(number):
            return any(abs(predicate.count.number - number) <= 1 for predicate in counted(specification.rules))
        case TimeOfDay():
            return False
        case Day():
            return all(variable.type is not Type.DATE for variable in _variables_mentioned(specification))
        case Weekdays(days):
            return _are_listed(days, every, said) or _is_named(value.words, specification)
        case _:
            assert_never(value.meaning)


def holds(constant: Constant, value: InstructionValue, every: Sequence[Constant], said: GroundedInstruction) -> bool:
    """Whether a value of the instruction stands in this constant; a time may be spread over several of `every`."""
    match value.meaning:
        case Quotation(text):
            return _holds_words(constant, text)
        case Number(number):
            return _holds_number(constant, number, said.now)
        case TimeOfDay(readings):
            return _holds_time(constant, readings, every) or _holds_words(constant, value.words)
        case Day(days):
            return _holds_day(constant, days, said) or _holds_words(constant, value.words)
        case Weekdays(days):
            return _days_of(constant, said) == days or _holds_words(constant, value.words)
        case _:
            assert_never(value.meaning)


def _is_traced(
    value: InstructionValue, traces: Sequence[ValueSource], every: Sequence[Constant], said: GroundedInstruction
) -> bool:
    """A trace of one of the constants quotes words that hold the value."""
    return any(
        _mentions(trace.words, value, said) and any(constant.is_called(trace.what) for constant in every)
        for trace in traces
    )


def _mentions(words: str, value: InstructionValue, said: GroundedInstruction) -> bool:
    return bool(words_of(words)) and said.has_words(words) and _among(spoken_words(value.words), spoken_words(words))


def _among(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return bool(wanted) and any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


def _holds_words(constant: Constant, text: str) -> bool:
    if not (isinstance(constant.term, Literal) and isinstance(constant.term.value, str)):
        return False
    wanted, slot_fit = words_of(text), words_of(constant.term.value)
    if not wanted or not slot_fit:
        return text == constant.term.value
    return _among(tuple(map(stem, wanted)), tuple(map(stem, slot_fit)))


def _is_named(text: str, specification: Specification) -> bool:
    """Quoted words that are the name of a state or variable that the rules look at, as “Do Not Disturb”."""
    wanted = stems(words_of(text))
    for predicate in state_predicates(specification.rules):
        for constraint in predicate.constraints:
            name = (*words_of_name(predicate.state), *words_of_name(constraint.variable))
            if wanted and (wanted <= stems(name) or "".join(words_of(text)) in name):
                return True
    return False


def _variables_mentioned(specification: Specification) -> Iterator[Variable]:
    for predicate in state_predicates(specification.rules):
        yield from specification.states[predicate.state].variables.values()


def _are_listed(days: frozenset[int], every: Sequence[Constant], said: GroundedInstruction) -> bool:
    """Whether several constants of one variable name these days together, one row or place of a list for each."""
    places: dict[str, frozenset[int]] = {}
    for constant in every:
        places[constant.place] = places.get(constant.place, frozenset()) | (_days_of(constant, said) or frozenset())
    return any(days <= named for named in places.values())


def _days_of(constant: Constant, said: GroundedInstruction) -> frozenset[int] | None:
    """The days of the week that a constant is about."""
    match constant.term:
        case Literal(str() as text):
            return as_weekday_set(text)
        case Literal(date() as day):
            return frozenset({day.weekday()})
        case RelativeDay(distance):
            return frozenset({(said.now.weekday() + distance) % 7})
        case _:
            return None


def _holds_number(constant: Constant, number: Decimal, now: datetime) -> bool:
    match constant.term:
        case Literal(Decimal() as found):
            return found == number
        case Literal(str() as text):
            return show_value(number) in words_of(text) or str(number) in text
        case Literal(time() as found):
            return number in (found.hour, found.hour % 12 or 12, found.minute)
        case Literal(date() as found):
            return number in (found.day, found.month, found.year, (found - now.date()).days)
        case RelativeDay(days):
            return abs(days) == number
        case _:
            return False


def _holds_time(constant: Constant, readings: Sequence[time], every: Sequence[Constant]) -> bool:
    if isinstance(constant.term, Literal) and isinstance(constant.term.value, time):
        return constant.term.value in readings
    numbers = [
        constraint.term.value
        for constraint in every
        if constraint.state == constant.state
        and isinstance(constraint.term, Literal)
        and isinstance(constraint.term.value, Decimal)
    ]
    hours = {Decimal(hour) for reading in readings for hour in (reading.hour, reading.hour % 12 or 12)}
    minutes = {Decimal(reading.minute) for reading in readings}
    return not hours.isdisjoint(numbers) and (not minutes.isdisjoint(numbers) or minutes == {Decimal(0)})


def _holds_day(constant: Constant, days: Sequence[date], said: GroundedInstruction) -> bool:
    match constant.term:
        case RelativeDay(distance):
            return any((day - said.now.date()).days == distance for day in days)
        case Literal(date() as found):
            return found in days
        case _:
            return False


# The names that an instruction gives without quotation marks: of people, places, works. No model is asked.
#
# A name is what is written with a capital letter where no sentence begins, and is no word of the app's own. Where
# common nouns are written so as well, as in German, or all words, a capital letter says nothing and no names are told.


_GERMAN = frozenset(
    (
        *("der", "die", "das", "dem", "ein", "eine", "einen", "einem", "einer", "meine", "meinen", "und", "für"),
        *("mit", "auf", "zum", "zur", "ich", "bitte", "nicht"),
    )
)
TITLE = 5  # words that are all capitalised, from which on nobody can say which of them are names


def given_names(said: GroundedInstruction, app: str, states: Iterable[State]) -> Iterator[InstructionValue]:
    """Every name, left to right; none overlaps another value of the instruction."""
    words = list(_word().finditer(said.text))
    is_title = len(words) >= TITLE and all(word[0][0].isupper() for word in words)
    if is_title or not _GERMAN.isdisjoint(said.words):
        return
    own = _own_words(app, states)
    run: list[re.Match[str]] = []
    for word in words:
        if _is_given_name(word, said, own) and (not run or not said.text[run[-1].end() : word.start()].strip(" ")):
            run.append(word)
            continue
        yield from _named(run, said)
        run = [word] if _is_given_name(word, said, own) else []
    yield from _named(run, said)


def _named(run: list[re.Match[str]], said: GroundedInstruction) -> Iterator[InstructionValue]:
    if run:
        text = said.text[run[0].start() : run[-1].end()]
        yield InstructionValue(Quotation(text), text, run[0].start(), run[-1].end())


def _is_given_name(word: re.Match[str], said: GroundedInstruction, own: frozenset[str]) -> bool:
    if not word[0][0].isupper() or _begins_sentence(said.text, word.start()):
        return False
    if any(value.start < word.end() and word.start() < value.end for value in said.values):
        return False
    lower = word[0].lower()
    if said.text[: word.start()].rstrip().endswith(",") and class_of_verb(lower) is not None:
        return False  # `On Books, Search for ...`
    known = stem(lower) in own or stem(lower.replace("-", "")) in own
    return not (known or lower in lists().little or lower == "i" or lower.startswith("i'"))


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \"'“”‘’(")
    return not before or before[-1] in ".!?:;\n"


def _own_words(app: str, states: Iterable[State]) -> frozenset[str]:
    """The words of an app's declarations, by stem: what says `Settings` of an app that has settings names nobody."""
    texts = [app]
    for state in states:
        texts += [state.description]
        for variable in state.variables.values():
            texts += [variable.description, *variable.options]
    names = [name for state in states for name in (state.name, *state.variables)]
    words = [*(word for text in texts for word in words_of(text)), *(w for name in names for w in words_of_name(name))]
    together = "".join(words_of(app))
    return frozenset(stem(word) for word in (*words, *words_of_name(app), together))


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W\d_](?:[\w-]|['’](?!s\b)(?=\w))*(?<!-)")
