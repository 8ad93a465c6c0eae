"""Whether a requirement is about one very row: it asks for every key, and the row has just these."""

from handrail.language.operators import Operator, holds
from handrail.monitor.join import Moment
from handrail.monitor.program import CompiledPredicate, has_rule_variable
from handrail.monitor.table import Row


def names_row(compiled: CompiledPredicate, keys: tuple[str, ...], row: Row, moment: Moment) -> bool:
    """Whether the predicate names the row by its keys; a `?x` names none, and neither does a range."""
    of_keys = [one for one in compiled.predicate.constraints if one.variable in keys]
    if any(has_rule_variable(one) for one in of_keys):
        return False
    if {one.variable for one in of_keys if one.operator is Operator.EQUAL} != set(keys):
        return False
    return all(
        holds(
            one.operator,
            row.compared.get(one.variable),
            compiled.wanted(one, moment.today, moment.now),
            moment.matches,
        )
        for one in of_keys
    )
