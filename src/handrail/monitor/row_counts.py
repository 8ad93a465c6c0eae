"""How many rows meet each predicate of a state, for all predicates at once.

The counts are kept as bit planes: plane 0 holds the lowest binary digit of every count, plane 1 the next, and so on.
Adding one to any set of counts is then a handful of operations on whole integers, whether one predicate is concerned
or hundreds, which a list of counts could not do.
"""

from dataclasses import dataclass, field

from handrail.monitor.variable_index import Bits


@dataclass(slots=True)
class RowCounts:
    """One count for each predicate bit; all begin at zero."""

    planes: list[Bits] = field(default_factory=list)

    def add(self, predicates: Bits) -> None:
        """One more row for each of these predicates."""
        carry = predicates
        for place, plane in enumerate(self.planes):
            if not carry:
                return
            self.planes[place] = plane ^ carry
            carry &= plane
        if carry:
            self.planes.append(carry)

    def subtract(self, predicates: Bits) -> None:
        """One row fewer for each of these predicates, all of which have one."""
        borrow = predicates
        for place, plane in enumerate(self.planes):
            if not borrow:
                return
            self.planes[place] = plane ^ borrow
            borrow &= ~plane
        assert not borrow, "a predicate lost a row that it never had"

    def of(self, number: int) -> int:
        """The count of the predicate with this number."""
        count = 0
        for plane in reversed(self.planes):
            count = count << 1 | plane >> number & 1
        return count
