"""Which constraints over one state a clause may mean: every variable that its words or values fit."""

from collections.abc import Iterator

from handrail.encoder.offline.grammar import VerbClass
from handrail.encoder.offline.naming import NAMES_OBSERVED, about, scaled, span_of
from handrail.encoder.offline.options import options
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.schema import NamedState, NamedVariable, Schema
from handrail.encoder.offline.slot_assignment import SlotAssignment
from handrail.encoder.offline.switches import switch, told_on_off
from handrail.encoder.offline.typed import claimed_values, typed
from handrail.language.operators import Operator
from handrail.language.rule import RuleVariable
from handrail.language.value import Type


def slot_assignments(reading: ClauseReading, state: NamedState, schema: Schema) -> Iterator[SlotAssignment]:
    """Every single constraint over a state that the clause may mean, but for texts that are not marked as values."""
    claimed = claimed_values(reading, state)
    for variable in state.variables:
        match variable.variable.type:
            case Type.BOOLEAN:
                yield from switch(reading, variable, schema)
            case Type.ENUM:
                yield from options(reading, variable, schema)
            case Type.TEXT:
                yield from options(reading, variable, schema)
                yield from typed(reading, variable, schema, claimed)
                yield from told_on_off(reading, variable, schema)
            case _:
                yield from typed(reading, variable, schema, claimed)
        yield from _observed(reading, variable, schema)


def _observed(reading: ClauseReading, variable: NamedVariable, schema: Schema) -> Iterator[SlotAssignment]:
    """The user wants to see what the variable holds, or to change it without saying to what."""
    if not (reading.clause.reads or reading.clause.verb_class is VerbClass.SET):
        return
    covers, share = about(reading, variable, schema)
    if share < 0.5:
        return
    cost = 0.25 + 0.5 * (1 - share)
    if variable.variable.type is Type.BOOLEAN:
        cost += 0.2
    covered = scaled(covers, NAMES_OBSERVED)
    yield SlotAssignment(variable, Operator.EQUAL, RuleVariable("_"), covered, cost, span_of(covers), None, "observed")
