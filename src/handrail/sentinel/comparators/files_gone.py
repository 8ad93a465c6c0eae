"""Files of the user are gone that the intent does not speak of, as the system says."""

from collections.abc import Iterator

from handrail.sentinel.comparators.departure import FOR_GOOD, HIGH, Departure
from handrail.sentinel.features.features import ChangeFeatures
from handrail.sentinel.finding import Category

MANY = 50


def compare_change(change: ChangeFeatures) -> Iterator[Departure]:
    """Silent where the intent speaks of all, and where what is gone was touched and something was to be deleted."""
    if change.part != "files" or change.kind != "delete" or change.place != "user media" or change.asks_for_all:
        return
    many = change.count >= MANY and not change.deletes_asked
    if (not change.asked and not (change.touched and change.deletes_asked)) or many:
        yield Departure(
            Category.DESTRUCTIVE, HIGH, 0.7, FOR_GOOD, f"{change.count} file(s) of yours are gone: {change.subject}.",
            (("file", change.subject), ("package", change.package)), "named: not that file",
        )  # fmt: skip
