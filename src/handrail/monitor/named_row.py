"""Whether a requirement is about one very row: it asks for every key, and the row has just these."""

from handrail.language.comparison import holds
from handrail.language.rule import Operator, StatePredicate
from handrail.monitor.join import Moment
from handrail.monitor.program import has_rule_variable, wanted_values
from handrail.monitor.table import Row


def names_row(predicate: StatePredicate, keys: tuple[str, ...], row: Row, moment: Moment) -> bool:
    """Whether the predicate names the row by its keys; a `?x` names none, and neither does a range."""
    of_keys = [one for one in predicate.constraints if one.variable in keys]
    named = {one.variable for one in of_keys if one.operator is Operator.EQUAL and not has_rule_variable(one)}
    if named != set(keys):
        return False
    return all(
        not has_rule_variable(one)
        and holds(
            one.operator,
            row.compared.get(one.variable),
            wanted_values(one, moment.today, moment.now),
            moment.matches,
        )
        for one in of_keys
    )
