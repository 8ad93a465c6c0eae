"""A screen read as a person reads it: its title, dialog, fields, choices, switches, lists and buttons.

Nothing of it is known beforehand: the tree alone is read, in one pass, whoever drew it. It serves the states that every
screen has, the judgement of what a touch commits, drafting, and exploring. What stands on a screen is data: it is
compared and handed on, and never trusted to say whose it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from handrail.app.generic.page_reader import PageReader, over_the_app
from handrail.app.generic.parts import Button, Choice, Dialog, Field, Listing, Part, Row, Switch
from handrail.app.generic.widget import id_of
from handrail.app.screen_tree import ROOT, ScreenIndex, ScreenLike

OF_PREFERENCES = frozenset({"switch_widget", "switchWidget"})
"""What Android calls the switch at the end of a preference."""


@dataclass(frozen=True, slots=True)
class Page:
    """What stands in front. `parts` finds what takes a touch by the number of its element in `index`.

    `words` are those that stand on it by themselves, each with its element, and `bars` what holds its title and icons.
    `scrolls` says whether some of it may be out of sight.
    """

    index: ScreenIndex
    package: str
    activity: str
    title: str
    text: str
    dialog: Dialog | None
    fields: tuple[Field, ...]
    choices: tuple[Choice, ...]
    switches: tuple[Switch, ...]
    lists: tuple[Listing, ...]
    buttons: tuple[Button, ...]
    parts: Mapping[int, Part]
    words: tuple[tuple[int, str], ...]
    bars: tuple[int, ...]
    scrolls: bool

    @classmethod
    def of(cls, screen: ScreenLike, besides: frozenset[str] = frozenset()) -> "Page":
        """Read a screen; `besides` are the packages whose windows are left out. Linear in the tree.

        Raises `UnreadableScreen` for a screen larger than any phone shows.
        """
        read = PageReader(ScreenIndex.of(screen), besides)
        read.read()
        return cls(
            read.index,
            read.package,
            screen.activity,
            read.title,
            read.text,
            read.dialog,
            tuple(read.fields),
            tuple(read.choices),
            tuple(read.switches),
            tuple(read.lists),
            tuple(read.buttons),
            read.parts,
            tuple(read.words),
            tuple(read.bars),
            read.scrolls,
        )

    @property
    def rows(self) -> tuple[Row, ...]:
        """The entries of all lists."""
        return tuple(row for listing in self.lists for row in listing.rows)

    def lies_over(self, number: int) -> bool:
        """Whether an element stands in a window of another app, which is no part of the page."""
        while self.index.parents[number] != ROOT:
            number = self.index.parents[number]
        return self.index.packages[number] in over_the_app(self.index)

    def part_at(self, number: int) -> Part | None:
        """What an element belongs to: itself, or the nearest around it that takes a touch."""
        while number >= 0:
            part = self.parts.get(number)
            if part is not None:
                return part
            number = self.index.parents[number]
        return None

    def row_around(self, number: int) -> Row | None:
        """The entry of a list that an element stands in, or is."""
        while number >= 0:
            part = self.parts.get(number)
            if isinstance(part, Row):
                return part
            number = self.index.parents[number]
        return None

    def turned_by(self, around: Row | Button) -> Switch | Choice | None:
        """What a touch on an entry turns: its only switch or choice, where that takes no touch of its own.

        The switch of one of Android's own preferences is turned by its whole entry, whatever it takes itself.
        """
        inside = range(around.number + 1, self.index.ends[around.number])
        found = [part for inner in inside if isinstance(part := self.parts.get(inner), Switch | Choice)]
        if len(found) != 1:
            return None
        element = self.index.nodes[found[0].number]
        return found[0] if not element.clickable or id_of(element.resource_id) in OF_PREFERENCES else None
