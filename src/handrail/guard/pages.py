"""Which apps may be otherwise than they were seen: where a page came that no action of this session led to.

Whoever brought that page may have changed whatever it does not show. Source: docs/guard.md.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from handrail.device.action import Action, ActionType
from handrail.device.screen import Screen
from handrail.guard.screen_digest import PageStructure, page_shapes

_STAYS: frozenset[ActionType] = frozenset({"input", "paste", "copy"})
"""Actions after which the same page is in front."""

_TOUCHES_NONE: frozenset[ActionType] = frozenset({"home", "recents", "notifications", "open_app", "copy"})
"""Actions that change nothing on the page of an app."""


_LEADS_NOWHERE: frozenset[ActionType] = frozenset({"scroll", "swipe", "pinch"})
"""Actions of which nothing more comes where nothing came at once."""


LATEST = 3
"""How many looks after an action what it leads to may still come."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The packages of the apps of which only what the screen shows is known, and those of which that holds for tables.

    A page of one app may come late, or piece by piece: then what it lists elsewhere is as it was. `reworded` are those
    whose page says something else than when it was last seen, and no action of this session touched it: it may be about
    another thing. `moved` are those that do so after an action in them that neither writes nor leads there.
    """

    packages: frozenset[str]
    with_tables: frozenset[str]
    reworded: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()

    def besides(self, packages: frozenset[str]) -> "Doubtful":
        """And these, with their tables."""
        return replace(self, packages=self.packages | packages, with_tables=self.with_tables | packages)


@dataclass(slots=True)
class Pages:
    """The pages that are on the screen, by package, and those on which each app was last seen.

    `_ran` is what may be why the next screen is another one, `_acted_in` the app in which it ran, and `_opens` whether
    it leads to what is known of a page. `_is_late` says that nothing is seen yet of what the last action leads to.
    """

    shown: Mapping[str, PageStructure] = field(default_factory=dict)
    _last_seen: dict[str, PageStructure] = field(default_factory=dict)
    _in_front: str | None = None
    _ran: Action | None = None
    _acted_in: str | None = None
    _opens: bool = False
    _stays: bool = False
    _waited: bool = False
    _is_late: bool = False
    _looks: int = 0

    def ran(self, action: Action, package: str, *, opens: bool = False, stays: bool = False) -> None:
        """This action ran in an app. Who waits does nothing: what comes then came by itself, or late.

        `opens`: it leads to a page of which something is known while it is there, and which may come late; `stays`: to
        no other page.
        """
        self._waited = action.type == "wait"
        if not self._waited:
            self._ran, self._stays = action, stays or action.type in _STAYS
            self._acted_in, self._opens = None if action.type in _TOUCHES_NONE else package, opens

    def look(self, screen: Screen, packages: Collection[str], *, explained: bool) -> Doubtful:
        """Take in a screen, and say of which of these packages only what it shows is known.

        `explained` says whether the last action is why it is another one. Where the app in front is another one
        without that, it may be any of them.
        """
        may_be_led = explained and not self._waited
        touched = {self._acted_in} if may_be_led or (self._is_late and self._opens) else set()
        writes = self._opens or (self._ran is not None and self._stays)
        before = self._last_seen
        doubtful = self._look(screen, packages, explained=explained)
        otherwise = frozenset(
            package
            for package in packages
            if package in self.shown and package in before and self.shown[package].lowest != before[package].lowest
        )
        moved = frozenset() if writes else otherwise & touched
        return replace(doubtful, reworded=otherwise - touched, moved=moved)

    def _look(self, screen: Screen, packages: Collection[str], *, explained: bool) -> Doubtful:
        action, is_led = self._ran, explained and not self._waited
        before, in_front, last_seen = self.shown, self._in_front, self._last_seen
        if action is not None and action.type == "open_app" and action.target == in_front:
            action, is_led = None, False  # it is in front already, and stays as it is
        stays_there = action is not None and self._stays
        leads_nowhere = stays_there or (action is not None and action.type in _LEADS_NOWHERE)
        self.shown, self._in_front, self._waited = page_shapes(screen), screen.package, False
        self._last_seen = {**last_seen, **self.shown}
        opened = action.target if action is not None and action.type == "open_app" else None
        self._ran = action if opened not in (None, screen.package) else None  # an app takes its time to start
        is_led = is_led or opened == screen.package
        stays = not is_led or stays_there
        if in_front is None or (stays and screen.package != in_front and not self._lies_under(in_front, before)):
            self._is_late = False
            return Doubtful(frozenset(packages), frozenset(packages))
        if not is_led or (stays_there and _is_elsewhere(self.shown.get(screen.package), before.get(screen.package))):
            return self._changed(packages, before)
        now, was = self.shown.get(screen.package), before.get(screen.package)
        nothing_came = now is not None and was is not None and now.says_the_same(was)
        self._is_late = nothing_came and not leads_nowhere and self.shown.keys() == before.keys()
        self._looks = 0
        came = (self.shown.keys() - before.keys()) & set(packages)
        otherwise = frozenset(page for page in came if _is_elsewhere(self.shown[page], last_seen.get(page)))
        return Doubtful(otherwise, otherwise)

    def _changed(self, packages: Collection[str], before: Mapping[str, PageStructure]) -> Doubtful:
        """The apps whose page is another one, and those of them whose page is neither late nor the rest of one."""
        pages = {package: (self.shown.get(package), before.get(package)) for package in packages}
        changed = frozenset(page for page, (now, was) in pages.items() if _is_another(now, was))
        late = {self._in_front} if self._is_late else set()
        self._looks += 1
        self._is_late = self._is_late and not changed and self._looks < LATEST
        elsewhere = frozenset(page for page in changed if _is_elsewhere(*pages[page]) or _is_asked(*pages[page]))
        return Doubtful(changed, elsewhere - late)

    def _lies_under(self, package: str, before: Mapping[str, PageStructure]) -> bool:
        """Whether the page of an app is there as it was, under what has come over it."""
        return package in self.shown and not _is_another(self.shown[package], before.get(package))


def _is_another(now: PageStructure | None, before: PageStructure | None) -> bool:
    """Whether an app shows another page; which activity it is, is known only of the app in front."""
    if now is None or before is None:
        return now != before
    return now.elements != before.elements or now.called != before.called or _is_another_activity(now, before)


def _is_elsewhere(now: PageStructure | None, before: PageStructure | None) -> bool:
    """Whether another page has come, and not the same with something more or less on it."""
    if now is None or before is None:
        return now is not None
    if now.called != before.called:
        return True
    return _is_another_activity(now, before) or 2 * len(now.elements & before.elements) < len(before.elements)


def _is_asked(now: PageStructure | None, before: PageStructure | None) -> bool:
    """Whether a question has come over an app's page."""
    return now is not None and before is not None and now.windows > before.windows


def _is_another_activity(now: PageStructure, before: PageStructure) -> bool:
    return len({now.activity, before.activity} - {""}) > 1
