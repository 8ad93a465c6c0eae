"""What was committed in a session, and whether later screens show that it came about. Source: docs/guard.md."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from handrail.app import Update
from handrail.app.consequence import GRAVE, Consequence
from handrail.device.screen import Screen
from handrail.guard.facts import Facts
from handrail.guard.kept_rows import Expectation
from handrail.guard.screen_digest import PageStructure
from handrail.language.normal_form import normal_form


@dataclass(frozen=True, slots=True)
class Awaiting:
    """What was committed, which states it changes, what should show it, and the page on which it was.

    `taken` are rows of that page which go with what was committed. `left` says whether its app went on to another
    page, as an app that refuses does not; `by_itself`, before the agent did anything else. Once the agent has `acted`
    again, it may be the agent who left the page: where nobody can take it back, or the page was not `answered` by
    another, nor said anything else, that says nothing. `asked_first`: a question followed, so it may have been no more
    than the way to that.
    """

    commits: frozenset[str]
    changes: frozenset[str]
    expected: Expectation
    package: str
    page: PageStructure | None
    taken: tuple[Update, ...] = ()
    left: bool = False
    by_itself: bool = False
    acted: bool = False
    is_grave: bool = False
    asked_first: bool = False
    answered: bool = False

    def seen(
        self, screen: Screen, pages: Mapping[str, PageStructure], facts: Facts, *, asks: bool, by_another: bool
    ) -> "Awaiting":
        """As it stands once a screen was seen. What it took from the page says so, too: what is empty was sent.

        `asks`: a question is in front, in an app of which nobody knows whether that comes before or after.
        `by_another`: somebody else has brought the page that is there, so what it was on may have been left.
        """
        if by_another and not self.left:
            return replace(self, acted=True)
        if asks or self.asked_first:
            return self if self.acted else replace(self, asked_first=True)
        now = pages.get(self.package)
        is_turned = now is not None and self.page is not None and now.is_wide != self.page.is_wide
        gone = not is_turned and any(map(facts.is_changed_by, self.taken))
        moved_on = gone or _is_another_page(now, self.page)
        answered = self.answered or not (
            self.acted or (now is not None and self.page is not None and now.says_the_same(self.page))
        )
        says_nothing = self.acted and (self.is_grave or not self.expected.rows or not answered)
        if not moved_on or says_nothing or screen.package != self.package:
            return self if answered is self.answered else replace(self, answered=answered)
        return replace(self, left=True, answered=answered, by_itself=self.by_itself or not self.acted)


@dataclass(slots=True)
class Outcomes:
    """All that ran and has consequences, and what of it still waits to be shown."""

    _ran: list[Consequence] = field(default_factory=list)
    _waiting: list[Awaiting] = field(default_factory=list)

    @property
    def stuck(self) -> frozenset[str]:
        """What was committed, no screen has shown yet, and stays on the page on which it was: the app may refuse it."""
        return frozenset(name for earlier in self._waiting if not earlier.left for name in earlier.commits)

    @property
    def open(self) -> Mapping[str, bool]:
        """What is `unconfirmed`, each with whether its app is still on the page on which it was."""
        return {
            name: not earlier.left
            for earlier in self._waiting
            if not earlier.by_itself
            for name in sorted(earlier.commits)
        }

    @property
    def unconfirmed(self) -> frozenset[str]:
        """What was committed, no screen has shown yet, and its app did not go on with by itself."""
        return frozenset(name for earlier in self._waiting if not earlier.by_itself for name in earlier.commits)

    @property
    def in_question(self) -> frozenset[str]:
        """What only led to the question that is in front, and is not done by that."""
        asking = (earlier for earlier in self._waiting if earlier.asked_first and not earlier.acted)
        return frozenset(name for earlier in asking for name in earlier.commits)

    def look(
        self,
        screen: Screen,
        pages: Mapping[str, PageStructure],
        facts: Facts,
        *,
        asks: bool = False,
        by_others: Collection[str] = (),
    ) -> None:
        """A screen was taken in: what it shows waits no longer. `by_others` are apps that somebody else has led on."""
        seen = (
            earlier.seen(screen, pages, facts, asks=asks, by_another=earlier.package in by_others)
            for earlier in self._waiting
        )
        self._waiting = [
            awaiting for awaiting in seen if not facts.kept.shows(awaiting.expected, moved_on=awaiting.left)
        ]

    def remember(self, open_then: Mapping[str, bool]) -> None:
        """What was `open` after a screen of which nothing else is left."""
        self._waiting = [
            replace(
                earlier,
                left=not any(open_then.get(name, False) for name in earlier.commits),
                by_itself=not earlier.commits & open_then.keys(),
            )
            for earlier in self._waiting
        ]

    def interrupted(self) -> None:
        """Nobody looked for a while: who left a page meanwhile, nobody knows."""
        self._waiting = [replace(earlier, acted=True) for earlier in self._waiting]

    def acted(self, consequences: Collection[Consequence]) -> None:
        """The agent did something else: what is new from here on, or left, may be due to that."""
        changed = changed_by(consequences)
        self._waiting = [
            replace(earlier, acted=True, expected=earlier.expected.apart_from(changed)) for earlier in self._waiting
        ]

    def ran(self, consequences: Collection[Consequence]) -> None:
        """These consequences are on their way. What they change as well does not stand any more."""
        self._ran = [consequence for consequence in self._ran if not _is_changed_by(consequence, consequences)] + [
            *consequences
        ]

    def wait_for(self, awaiting: Awaiting) -> None:
        """Something that the user asked for was committed; later screens are to show it.

        What only led to the question that says yes to the same waits no longer.
        """
        led_to_it = [earlier for earlier in self._waiting if earlier.asked_first and earlier.commits & awaiting.commits]
        self._waiting = [*(earlier for earlier in self._waiting if earlier not in led_to_it), awaiting]

    def came_about(self, facts: Facts) -> list[Consequence]:
        """What ran and is not known to be otherwise since."""
        otherwise = {assigned.state for assigned, _ in facts.kept.undone()} if self._ran else set()
        return [consequence for consequence in self._ran if not consequence.changes & otherwise]

    def undone(self, facts: Facts) -> frozenset[str]:
        """The app's names for what ran, and is known not to have come about."""
        stands = self.came_about(facts)
        return frozenset(
            name for consequence in self._ran if consequence not in stands for name in consequence.objectives
        )

    def not_shown(self, facts: Facts) -> frozenset[str]:
        """The states that something committed was to change, and no screen shows that it did."""
        changed = {state for earlier in self._waiting for state in earlier.changes}
        return frozenset(changed | {assigned.state for assigned, _ in facts.kept.undone()})


def changed_by(consequences: Iterable[Consequence]) -> frozenset[str]:
    """The states that these consequences change."""
    return frozenset(state for consequence in consequences for state in consequence.changes)


def texts_of(consequences: Iterable[Consequence]) -> frozenset[str]:
    """The texts that say what is committed, in the form in which values are compared."""
    values = [detail.value for consequence in consequences for detail in consequence.details]
    parts = [part for value in values for part in (value if isinstance(value, list | tuple) else (value,))]
    return frozenset(normal_form(part) for part in parts if isinstance(part, str) and part)


def is_grave(consequences: Iterable[Consequence]) -> bool:
    """Whether one of them leaves the phone, or cannot be taken back."""
    return any(consequence.irreversible or consequence.kind in GRAVE for consequence in consequences)


def _is_changed_by(before: Consequence, later: Iterable[Consequence]) -> bool:
    """Whether something else changes what a commitment changed, so that it may not stand any more."""
    return any(
        consequence.objectives != before.objectives and consequence.changes & before.changes for consequence in later
    )


def _is_another_page(now: PageStructure | None, before: PageStructure | None) -> bool:
    """Whether there is something that was not there before. A dialog that only closes leads nowhere.

    One that closes on a page that says something else than under it does. What nobody saw before may be the same.
    """
    if now is None or before is None:
        return before is not None
    closed = now.windows < before.windows
    if now.activity != before.activity or now.is_wide != before.is_wide:
        return now.activity != before.activity
    return not now.elements <= before.elements or (closed and now.lowest != before.lowest)
