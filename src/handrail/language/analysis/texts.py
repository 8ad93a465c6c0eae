"""The texts of one question: for each class of columns its pool, and the theory that the solver reasons with."""

from collections.abc import Mapping, Sequence

from handrail.language.analysis.columns import Column, TextClass
from handrail.language.analysis.logic import Logic
from handrail.language.analysis.setting import Setting
from handrail.language.analysis.text_pool import TextPool, enum_pool, text_pool
from handrail.language.analysis.text_theory import FreeTheory, PoolTheory, TextTheory
from handrail.language.declaration import States
from handrail.language.value import Type


def pools(classes: Sequence[TextClass], rows: Mapping[str, int], setting: Setting) -> tuple[TextPool, ...]:
    """A pool for each class, large enough for so many rows."""
    return tuple(_pool(found, rows, setting) for found in classes)


def pool_theories(
    logic: Logic, classes: Sequence[TextClass], pools: Sequence[TextPool], setting: Setting
) -> Mapping[Column, TextTheory]:
    """Theories of what the pools hold."""
    theories = (PoolTheory(logic, pool, setting.facts) for pool in pools)
    return _by_column(classes, tuple(theories))


def free_theories(logic: Logic, classes: Sequence[TextClass], setting: Setting) -> Mapping[Column, TextTheory]:
    """Theories of all texts there are."""
    theories = []
    for number, found in enumerate(classes):
        constants = (*_options(found, setting.states), *sorted(found.constants))
        theories.append(FreeTheory(logic, str(number), constants, sorted(found.contained), setting.facts))
    return _by_column(classes, theories)


def _by_column(classes: Sequence[TextClass], theories: Sequence[TextTheory]) -> Mapping[Column, TextTheory]:
    return {column: theory for found, theory in zip(classes, theories, strict=True) for column in found.columns}


def _pool(found: TextClass, rows: Mapping[str, int], setting: Setting) -> TextPool:
    options = _options(found, setting.states)
    if all(_type(column, setting.states) is Type.ENUM for column in found.columns):
        return enum_pool(options)
    cells = sum(rows[state] for state, _ in found.columns)
    return text_pool(found, options, cells, setting.spellings, setting.facts)


def _options(found: TextClass, states: States) -> Mapping[str, str]:
    options: dict[str, str] = {}
    for state, name in sorted(found.columns):
        options.update(states[state].variables[name].by_normal_form)
    return options


def _type(column: Column, states: States) -> Type:
    state, name = column
    return states[state].variables[name].type
