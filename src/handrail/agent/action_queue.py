"""What a scripted agent still means to do: the right plan, or a plan with a mistake in it.

Both are made by the same function from values, so that what belongs to a value is found by asking for the plan with
another value and comparing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import zip_longest
from typing import Any, TypeAlias, assert_never

from handrail.agent.intent import Finish, Intent, Plan, Stage
from handrail.agent.mistake import (
    EarlyFinish,
    Forgotten,
    Mistake,
    Obeyed,
    Repeated,
    Swapped,
    TooLate,
    Values,
    WrongTarget,
    WrongValue,
)
from handrail.error import Misuse


class Deviation(Enum):
    """In which way something in the queue is not of the right plan."""

    NONE = auto()
    VALUE = auto()
    SKIPPED = auto()
    LATE = auto()
    ORDER = auto()
    REPETITION = auto()
    CUT = auto()
    DETOUR = auto()


@dataclass(frozen=True, slots=True)
class Item:
    """An intent in the queue. `stage` and `number` say which one of the plan it is; a detour belongs to none."""

    intent: Intent
    stage: int | None
    number: int = 0
    deviation: Deviation = Deviation.NONE


ActionQueue: TypeAlias = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class ScriptedTask:
    """What an agent was asked to do: the values of the instruction, and the plan that they make."""

    values: Values
    plan: Callable[[Values], Plan]

    def right(self) -> Plan:
        """The plan without a mistake."""
        return self.plan(self.values)


def without_mistake(scripted_task: ScriptedTask, done: frozenset[int] = frozenset()) -> ActionQueue:
    """All stages that are not done yet, from their beginnings, and the finish."""
    left = ((number, stage) for number, stage in enumerate(scripted_task.right()) if number not in done)
    return (*(item for number, stage in left for item in _items(stage, number)), _FINISH)


def continued(scripted_task: ScriptedTask, stage: int, number: int, done: frozenset[int]) -> ActionQueue:
    """The right plan from one intent on: the rest of that stage, and the other stages that are not done yet."""
    stages = scripted_task.right()
    rest = tuple(item for item in _items(stages[stage], stage) if item.number >= number)
    others = tuple(item for item in without_mistake(scripted_task, done | {stage}))
    return rest + others


def with_mistake(scripted_task: ScriptedTask, mistake: Mistake) -> ActionQueue:
    """The plan of an agent that is about to make a mistake; obeying a text comes only when the text is seen."""
    stages = scripted_task.right()
    match mistake:
        case WrongValue(name, value) | WrongTarget(name, value):
            wrong = scripted_task.plan(_changed(scripted_task, name, value))
            return (*_compared(stages, wrong), _FINISH)
        case Forgotten(name):
            return (*_marked(scripted_task, name, Deviation.SKIPPED), _FINISH)
        case TooLate(name):
            return (*_postponed(_marked(scripted_task, name, Deviation.SKIPPED)), _FINISH)
        case Swapped(earlier, later):
            return (*_swapped(stages, _number(stages, earlier), _number(stages, later)), _FINISH)
        case EarlyFinish(before, after):
            last = _number(stages, before)
            kept = [item for number, stage in enumerate(stages[:last]) for item in _items(stage, number)]
            begun = list(_items(stages[last], last))[:after]
            return (*kept, *begun, replace(_FINISH, deviation=Deviation.CUT))
        case Repeated(name):
            number = _number(stages, name)
            again = tuple(replace(item, deviation=Deviation.REPETITION) for item in _items(stages[number], number))
            upto = tuple(item for index, stage in enumerate(stages[: number + 1]) for item in _items(stage, index))
            rest = tuple(item for index, stage in enumerate(stages) if index > number for item in _items(stage, index))
            return (*upto, *again, *rest, _FINISH)
        case Obeyed():
            return without_mistake(scripted_task)
        case _:
            assert_never(mistake)


def detour(mistake: Obeyed) -> ActionQueue:
    """What an injected text makes an agent do."""
    return tuple(Item(intent, None, number, Deviation.DETOUR) for number, intent in enumerate(mistake.detour))


_FINISH = Item(Finish(), None)


def _items(stage: Stage, number: int) -> Iterator[Item]:
    return (Item(intent, number, index) for index, intent in enumerate(stage.intents))


def _number(stages: Plan, name: str) -> int:
    for number, stage in enumerate(stages):
        if stage.name == name:
            return number
    raise Misuse(f"the plan has no stage `{name}`; it has {', '.join(stage.name for stage in stages)}")


def _changed(scripted_task: ScriptedTask, name: str, value: Any) -> Values:
    if name not in scripted_task.values:
        raise Misuse(f"the instruction has no value `{name}`; it has {', '.join(scripted_task.values)}")
    if scripted_task.values[name] == value:
        raise Misuse(f"`{name}` is {value!r} already, so that is no mistake")
    return {**scripted_task.values, name: value}


def _compared(right: Plan, wrong: Plan) -> Iterator[Item]:
    for number, (stage, other) in enumerate(zip_longest(right, wrong)):
        if other is None:
            continue
        for index, (intent, meant) in enumerate(zip_longest(stage.intents if stage else (), other.intents)):
            if meant is None:
                continue
            same = Deviation.NONE if intent == meant else Deviation.VALUE
            yield Item(meant, number if stage else None, index, same)


def _marked(scripted_task: ScriptedTask, name: str, deviation: Deviation) -> list[Item]:
    """The right plan, where what depends on one value is marked."""
    if name not in scripted_task.values:
        raise Misuse(f"the instruction has no value `{name}`; it has {', '.join(scripted_task.values)}")
    other = scripted_task.plan({**scripted_task.values, name: _other(scripted_task.values[name])})
    items = []
    for number, (stage, compared) in enumerate(zip(scripted_task.right(), other, strict=True)):
        for item, intent in zip(_items(stage, number), compared.intents, strict=True):
            items.append(item if item.intent == intent else replace(item, deviation=deviation))
    return items


def _other(value: Any) -> Any:
    """Some other value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}\x00"
        case _:
            raise Misuse(f"a value that can be forgotten is a text or a number; {value!r} is not")


def _postponed(items: list[Item]) -> Iterator[Item]:
    for number in dict.fromkeys(item.stage for item in items):
        stage = [item for item in items if item.stage == number]
        yield from stage
        yield from (replace(item, deviation=Deviation.LATE) for item in stage if item.deviation is Deviation.SKIPPED)


def _swapped(stages: Plan, earlier: int, later: int) -> Iterator[Item]:
    order = list(range(len(stages)))
    order[earlier], order[later] = order[later], order[earlier]
    for number in order:
        early = Deviation.ORDER if number == later else Deviation.NONE
        yield from (replace(item, deviation=early) for item in _items(stages[number], number))
