"""What is held against what: each file compares one part of the intent with one kind of fact.

`compare` looks at an action before it is taken, `compare_change` at something that the system did after it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators import (
    act_not_asked_for,
    files_gone,
    forbidden,
    look_alike,
    loop,
    more_than_asked,
    order_from_the_screen,
    other_amount,
    other_object,
    other_recipient,
    other_value,
    power_granted,
    protection_lowered,
    risky_purpose,
    untrue_declaration,
    value_to_a_new_place,
)
from handrail.sentinel.comparators.departure import Departure
from handrail.sentinel.features.features import ChangeFeatures

__all__ = ["COMPARATORS", "AfterComparator", "BeforeComparator", "Comparator", "Departure"]


@dataclass(frozen=True, slots=True)
class BeforeComparator:
    """One that is asked about an action."""

    id: str
    compare: Callable[[ComparatorInput], Iterator[Departure]]
    moment: Literal["before"] = "before"


@dataclass(frozen=True, slots=True)
class AfterComparator:
    """One that is asked about a change of the system."""

    id: str
    compare: Callable[[ChangeFeatures], Iterator[Departure]]
    moment: Literal["after"] = "after"


Comparator: TypeAlias = BeforeComparator | AfterComparator

COMPARATORS: tuple[Comparator, ...] = (
    BeforeComparator("act-not-asked-for", act_not_asked_for.compare),
    BeforeComparator("other-object", other_object.compare),
    BeforeComparator("other-recipient", other_recipient.compare),
    BeforeComparator("other-amount", other_amount.compare),
    BeforeComparator("other-value", other_value.compare),
    BeforeComparator("more-than-asked", more_than_asked.compare),
    BeforeComparator("forbidden", forbidden.compare),
    BeforeComparator("value-to-a-new-place", value_to_a_new_place.compare),
    BeforeComparator("order-from-the-screen", order_from_the_screen.compare),
    BeforeComparator("protection-lowered", protection_lowered.compare),
    BeforeComparator("power-granted", power_granted.compare),
    BeforeComparator("loop", loop.compare),
    BeforeComparator("look-alike", look_alike.compare),
    BeforeComparator("risky-purpose", risky_purpose.compare),
    BeforeComparator("untrue-declaration", untrue_declaration.compare),
    AfterComparator("files-gone", files_gone.compare_change),
    AfterComparator("value-left-the-phone", value_to_a_new_place.compare_change),
    AfterComparator("protection-was-lowered", protection_lowered.compare_change),
    AfterComparator("power-was-granted", power_granted.compare_change),
    AfterComparator("look-alike-came", look_alike.compare_change),
)
