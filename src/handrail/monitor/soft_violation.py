"""Predicate level: does an update look right under some pending mention of its state?

Source: docs/language.md. One clean mention clears an update. Costs a look-up for each variable that the update
names, whatever the number of mentions; only an update that is suspect is looked at more closely.
"""

from collections.abc import Iterable, Mapping

from handrail.app.update import Assignment
from handrail.language.operators import holds
from handrail.monitor.join import Interpretation
from handrail.monitor.program import CompiledPredicate, TableProgram, has_rule_variable
from handrail.monitor.variable_index import Bits
from handrail.monitor.verdict import Miss


def missed_atom(
    broken: Mapping[str, Bits], program: TableProgram, pending: Bits, *, observed: bool
) -> CompiledPredicate | None:
    """The mention that a suspect update misses least, or None if the update is not suspect.

    `broken` is what `Table.broken_by` gave for the change, with the clock counted in; `pending` are the mentions in
    pending rules.
    """
    considered = pending
    if observed:  # a table shows other rows too: mentions of those say nothing about this one
        for key in program.state.keys:
            considered &= ~broken.get(key, 0)
    missed = missed_twice = 0
    for bits in broken.values():
        if bits:
            missed_twice |= missed & bits
            missed |= bits
    missed &= ~program.on_nothing  # a mention that wants no rows, or few, is never false
    if not considered or considered & ~missed:
        return None
    nearest = considered & ~missed_twice or _fewest_broken(considered, broken.values())
    return program.predicates[(nearest & -nearest).bit_length() - 1]


def agrees(change: Assignment, broken: Mapping[str, Bits], program: TableProgram, pending: Bits) -> bool:
    """Whether an update says something that a mention asks for, and nothing against it.

    Choosing one sound unselects another: the second update of that action is not suspect because of the first.
    """
    said = missed = 0
    for bits in broken.values():
        missed |= bits
    for variable in change.compared:
        if variable in program.indexes:
            said |= program.indexes[variable].constrained
        for bit, _ in program.clocked.get(variable, ()):
            said |= bit
    return bool(pending & said & ~missed)


def misses(
    change: Assignment, atom: CompiledPredicate, broken: Mapping[str, Bits], moment: Interpretation
) -> tuple[Miss, ...]:
    """The constraints of a mention that are false on the values an update names; those with a `?x` never are.

    Only the variables of which the index (or the clock) says so are looked at.
    """
    found: list[Miss] = []
    bit = atom.bit
    for constraint, constants in atom.constants:
        variable = constraint.variable
        if not broken.get(variable, 0) & bit or (constants is None and has_rule_variable(constraint)):
            continue
        wanted = constants or atom.wanted(constraint, moment.today, moment.now)
        if variable not in atom.shared or not holds(
            constraint.operator, change.compared[variable], wanted, moment.matches
        ):
            found.append(Miss(constraint, wanted, change.values[variable]))
    return tuple(found)


def with_clock(
    change: Assignment, broken: Mapping[str, Bits], program: TableProgram, moment: Interpretation
) -> dict[str, Bits]:
    """What is broken when constraints with `Now` are counted in, which no index can know."""
    result = dict(broken)
    for variable, constraints in program.clocked.items():
        if variable not in change.compared:
            continue
        for bit, constraint in constraints:
            atom = program.predicates[bit.bit_length() - 1]
            wanted = atom.wanted(constraint, moment.today, moment.now)
            if not holds(constraint.operator, change.compared[variable], wanted, moment.matches):
                result[variable] = result.get(variable, 0) | bit
    return result


def _fewest_broken(considered: Bits, by_variable: Iterable[Bits]) -> Bits:
    """The mentions for which the fewest variables are wrong; counted in bit planes (`RowCounts`)."""
    planes: list[Bits] = []
    for carry in by_variable:
        carry &= considered
        for place, plane in enumerate(planes):
            planes[place] = plane ^ carry
            carry &= plane
        if carry:
            planes.append(carry)
    fewest = considered
    for plane in reversed(planes):
        fewest = fewest & ~plane or fewest
    return fewest
