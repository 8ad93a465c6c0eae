"""Values that are marked as such, in quotation marks or by their form, as constants of typed variables."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, time, timedelta
from decimal import Decimal

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.schema import AppNames, NamedState, NamedVariable, words_of
from handrail.encoder.offline.slot import (
    FAIR,
    NAMES_VARIABLE,
    SlotAssignment,
    about,
    for_searching,
    gives,
    is_asked_of,
    kind_fit,
    name_fit,
    names_thing,
    role_fit,
    scaled,
    stands_beside,
    text_fit,
)
from handrail.encoder.offline.tokens import ValueKind, ValueMention
from handrail.language.operators import Operator
from handrail.language.rule import Literal, RelativeDay, Term
from handrail.language.value import Type, show_number
from handrail.text.calendar_names import MONTHS, WEEKDAYS
from handrail.text.weekday_sets import as_weekday_set


def claimed_values(reading: ClauseReading, state: NamedState) -> frozenset[int]:
    """The values before which a word says what they are, as `saying` does for the text of a message."""
    textual = [variable for variable in state.variables if variable.variable.type is Type.TEXT]
    firsts = [mention.first for mention in reading.mentions if mention.kind in (ValueKind.TEXT, ValueKind.NAME)]
    return frozenset(first for first in firsts if any(role_fit(reading, first, variable) for variable in textual))


def typed(
    reading: ClauseReading, variable: NamedVariable, schema: AppNames, claimed: frozenset[int]
) -> Iterator[SlotAssignment]:
    """The values of a clause that fit a variable; those that are `claimed` say themselves what they are."""
    name_covers, share = about(reading, variable, schema)
    for mention in reading.mentions:
        fitted = _fitted(mention, variable, reading)
        if fitted is None:
            continue
        value, operator, fit = fitted
        if is_asked_of(reading, variable, mention, name_covers, share):
            continue
        role = role_fit(reading, mention.first, variable)
        fit += name_fit(reading, mention, name_covers, share) + role
        if share >= 0.4 and reading.clause.is_(VerbClass.SET) and _follows_to(reading, mention.first):
            fit += 0.8  # `change the address of "Ann" to "ann@example.org"`
        cost = (0.6 if mention.first in claimed and not role else 0.1) + for_searching(reading, variable)
        if mention.kind in (ValueKind.TEXT, ValueKind.NAME):
            beside = mention.is_plain and stands_beside(reading, mention.first)
            fit += text_fit(reading, variable, beside=beside) + kind_fit(reading, mention, variable)
            if mention.is_plain:
                fit += MEANS * reading.alike(str(mention.value), " ".join(word.surface for word in variable.words))
            by_verb = all(reading.tokens[position].lower == reading.clause.verb for position in name_covers)
            if name_covers and by_verb and not names_thing(variable) and mention.kind is ValueKind.TEXT:
                fit -= 0.5  # `liked_status` says whether something is liked, not what
        elif variable.variable.type is Type.TEXT and fit < FAIR:
            continue
        covers = dict(scaled(name_covers, NAMES_VARIABLE)) if share > 0.2 else {}
        covers |= gives(reading, mention.first) if role > 0 else {}
        covers |= {position: max(0.2, min(1.0, 0.42 + 0.2 * fit)) for position in range(mention.first, mention.last)}
        span = (mention.first, mention.last)
        assumption = mention.assumption or _reckoned(reading, mention, value)
        if operator is Operator.IN and assumption is None:
            assumption = f"'{reading.words(*span)}' may be written in one of these ways"
        yield SlotAssignment(variable, operator, value, covers, cost, span, assumption, f"value:{mention.kind}")


MEANS = 0.4  # what it counts that a name is near in meaning to what a variable is called: a drug to a `medicine`

_HAS_ADDRESS = frozenset(
    (
        *("to", "cc", "bcc", "from", "sender", "recipient", "receiver", "email", "mail", "address", "contact", "user"),
        *("username", "account", "who", "member", "invitee", "guest", "person", "people", "attendee", "login"),
    )
)
"""Words of variables that can hold the address of somebody."""


def _follows_to(reading: ClauseReading, first: int) -> bool:
    return first > 0 and reading.tokens[first - 1].lower == "to"


def _fitted(
    mention: ValueMention, variable: NamedVariable, reading: ClauseReading
) -> tuple[Term | tuple[Term, ...], Operator, float] | None:
    """The mention as a constant of the variable's type, and how well the type fits."""
    value = mention.value
    names = {word.surface for word in variable.words} | {word.base for word in variable.words}
    match variable.variable.type, mention.kind:
        case Type.TIME, ValueKind.TIME:
            assert isinstance(value, time)
            if mention.also is not None and mention.operator is Operator.EQUAL:
                return (Literal(value), Literal(mention.also)), Operator.IN, 0.7
            return Literal(value), mention.operator, 0.7
        case Type.DATE, ValueKind.DATE:
            assert isinstance(value, (date, int))
            return (Literal(value) if isinstance(value, date) else RelativeDay(value)), mention.operator, 0.7
        case Type.NUMBER, ValueKind.ORDINAL:
            assert isinstance(value, Decimal)
            return (Literal(value), Operator.EQUAL, 0.8) if names & grammar().ordinal_names else None
        case Type.NUMBER, ValueKind.NUMBER | ValueKind.DURATION | ValueKind.MONEY:
            assert isinstance(value, Decimal)
            unit, factor = _unit_of(mention, names)
            return Literal(value * factor), mention.operator, _number_fit(replace(mention, unit=unit), names, reading)
        case Type.ENUM, ValueKind.DAYS:
            option = next((option for option in variable.variable.options if _same_days(option, mention)), None)
            return (Literal(option), Operator.EQUAL, 0.8) if option is not None else None
        case Type.TEXT, ValueKind.DAYS:
            several = as_weekday_set(str(value))
            fit = 0.6 if _holds_days(variable, names) else 0.0
            spelled_days = (str(value), *(_set_spellings(several) if several else ()))
            return tuple(Literal(text) for text in dict.fromkeys(spelled_days)), Operator.IN, fit
        case Type.TEXT, ValueKind.TEXT:
            assert isinstance(value, str)
            return Literal(value), text_operator(reading), 0.5
        case Type.TEXT, ValueKind.NAME:
            assert isinstance(value, str)
            if "@" in value[1:] and names.isdisjoint(_HAS_ADDRESS):
                return None
            is_number = value[-1].isdigit() and bool(names & {"number", "phone", "code", "id"})
            operator = Operator.CONTAINS if mention.is_plain else Operator.EQUAL
            return Literal(value), operator, 1.0 if is_number else 0.5
        case Type.TEXT, ValueKind.DATE:
            assert isinstance(value, (date, int))
            days = (reading.words(mention.first, mention.last), *_day_spellings(value, reading.today))
            fit = 0.4 if names & grammar().date_names else -0.2
            return tuple(Literal(text) for text in dict.fromkeys(days)), Operator.IN, fit
        case Type.TEXT, ValueKind.TIME if mention.operator is Operator.EQUAL:
            assert isinstance(value, time)
            fit = 0.4 if names & grammar().time_names else -0.2
            return tuple(Literal(text) for text in _time_spellings(value)), Operator.IN, fit
        case Type.TEXT, ValueKind.DURATION | ValueKind.MONEY | ValueKind.NUMBER if mention.operator is Operator.EQUAL:
            written = reading.words(mention.first, mention.last)
            spelled = tuple(Literal(text) for text in _amount_spellings(written, mention.value, mention.unit))
            lasts = mention.kind is ValueKind.DURATION and bool(names & grammar().duration_names)
            typed_number = any(variable.type is Type.NUMBER for variable in variable.state.variables.values())
            holds_any = not names.isdisjoint(grammar().generic_names | {"value"})
            only_text = bool(mention.unit) and not typed_number and holds_any
            return spelled, Operator.IN, 0.3 if lasts or only_text else -0.4
        case _:
            return None


def _reckoned(reading: ClauseReading, mention: ValueMention, value: object) -> str | None:
    """How an amount was read that does not stand there in digits: `half an hour` as 30."""
    if not (isinstance(value, Literal) and isinstance(value.value, Decimal)):
        return None
    written = reading.words(mention.first, mention.last)
    number = show_number(value.value)
    return None if number in written.replace(",", "") else f"'{written}' read as {number}"


_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}


def _unit_of(mention: ValueMention, names: set[str]) -> tuple[str, Decimal]:
    """The unit that a variable counts in, and by what an amount is multiplied for it: `sleep_minutes` of an hour."""
    own = next((unit for name in names if (unit := grammar().units.get(name, "")) in _SECONDS), "")
    if mention.unit not in _SECONDS or not own:
        return mention.unit, Decimal(1)
    return own, Decimal(_SECONDS[mention.unit]) / Decimal(_SECONDS[own])


def _same_days(text: str, mention: ValueMention) -> bool:
    return as_weekday_set(text) is not None and as_weekday_set(text) == as_weekday_set(str(mention.value))


def _holds_days(variable: NamedVariable, names: set[str]) -> bool:
    """Whether a text says on which days something is: by its name, or by what its description calls it."""
    described = {word.surface for word in words_of(variable.variable.description)}
    return not (names | described).isdisjoint(grammar().date_names | _REPEATS)


_REPEATS = frozenset(("repeat", "repeats", "weekday", "recurrence", "frequency", "schedule"))


def _number_fit(mention: ValueMention, names: set[str], reading: ClauseReading) -> float:
    if mention.unit and mention.unit in names:
        return 0.8
    if mention.kind is ValueKind.MONEY and names & grammar().money_names:
        return 0.7
    if (
        mention.kind is ValueKind.DURATION
        and names & grammar().duration_names
        and not names & set(grammar().units.values())
    ):
        return 0.5
    neighbours = {reading.tokens[p].lower for p in (mention.first - 1, mention.last) if 0 <= p < len(reading.tokens)}
    singular = {word.removesuffix("s") for word in neighbours}
    if (neighbours | singular) & names:
        return 0.6
    return -0.3 if mention.kind in (ValueKind.MONEY, ValueKind.DURATION) else 0.2  # `50 dollars` is no brightness


def text_operator(reading: ClauseReading) -> Operator:
    """`=` for what the user makes and so spells, `~=` for what the app has and may spell in its own way."""
    made = reading.clause.verb_class in (VerbClass.CREATE, VerbClass.SET)
    return Operator.EQUAL if made else Operator.SIMILAR


# How an app may write a time or a day where it shows it as a text.


def _time_spellings(value: time) -> list[str]:
    """How an app may write a time where it shows it as a text."""
    half, hour = ("AM", "PM")[value.hour >= 12], value.hour % 12 or 12
    plain = [f"{value.hour:02d}:{value.minute:02d}", f"{hour}:{value.minute:02d} {half}", f"{hour}:{value.minute:02d}"]
    return list(dict.fromkeys(plain if value.hour < 13 else plain[:2]))


def _day_spellings(value: date | int, today: date) -> list[str]:
    """How an app may write a day where it shows it as a text."""
    day = today + timedelta(value) if isinstance(value, int) else value
    near = {0: ["Today"], 1: ["Tomorrow"], -1: ["Yesterday"]}.get((day - today).days, [])
    month = MONTHS[day.month - 1]
    short = month[:3]
    return [
        *near,
        day.isoformat(),
        f"{month} {day.day}",
        f"{short} {day.day}",
        f"{WEEKDAYS[day.weekday()][:3]}, {short} {day.day}",
    ]


def _set_spellings(days: frozenset[int]) -> list[str]:
    """How an app may write several days of the week."""
    whole = [WEEKDAYS[day] for day in sorted(days)]
    short = [day[:3] for day in whole]
    in_a_row = [day - place for place, day in enumerate(sorted(days))] == [min(days)] * len(days)
    from_to = [f"{short[0]}-{short[-1]}", f"{short[0]}–{short[-1]}", f"{whole[0]} to {whole[-1]}"] if in_a_row else []
    listed = [", ".join(short), " ".join(short), ", ".join(whole), f"{', '.join(whole[:-1])} and {whole[-1]}"]
    return [*(name for name in _DAY_SETS if as_weekday_set(name) == days), *listed, *from_to]


_DAY_SETS = ("Weekdays", "Every weekday", "Weekends", "Every day", "Daily")


def _amount_spellings(written: str, value: object, unit: str) -> list[str]:
    """How an app may write an amount where it shows it as a text: `5 minutes`, `5 mins`, `5 min`."""
    if not isinstance(value, Decimal) or not unit:
        return [written]
    forms = [form for form, base in grammar().units.items() if base == unit and form.isalpha()]
    return list(dict.fromkeys((written, *(f"{show_number(value)} {form}" for form in forms))))
