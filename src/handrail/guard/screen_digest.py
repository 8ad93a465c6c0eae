"""Digests of a screen: the name of its content, and what a decision about an action rested on.

Equal screens have equal names, and an approval for one is void on another. The name is made under a key that a session
keeps to itself. Without one, whoever reads a digest could try all codes of six digits that may have stood on the
screen, in seconds. What a decision rested on is less: equal digests, the same decision.
"""

import hashlib
import marshal
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from handrail.device.action import Action
from handrail.device.element import Element, Path, in_order
from handrail.device.reception import Received, receive
from handrail.device.screen import Screen
from handrail.guard.decision import ScreenNote
from handrail.guard.sources import Anticipated, Sighting


def screen_digest(screen: Screen, key: bytes) -> str:
    """Keyed BLAKE2b of everything that the screen shows, in document order; `key` has 1 to 64 bytes."""
    if not key:
        raise ValueError("a digest without a key gives away what it was made from")
    shown: list[object] = [screen.package, screen.activity, screen.width_pixels, screen.height_pixels]
    shown.append(len(screen.windows))
    for element in screen.elements():  # with the number of their children, these are one tree and no other
        shown += (*_SHOWN(element), *_EDGES(element.bounds), len(element.children))
    return hashlib.blake2b(_bytes_of(shown), key=key, digest_size=32).hexdigest()


_SHOWN = attrgetter(
    *("class_name", "text", "description", "resource_id", "package"),
    *("checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "long_clickable"),
    *("password", "selected"),
)
_EDGES = attrgetter("left", "top", "right", "bottom")
_WITHOUT_REFERENCES = 2
"""The version of `marshal` in which equal values are equal bytes, whichever of them are the same object."""


def _bytes_of(values: list[object]) -> bytes:
    """Equal values as equal bytes, and no others, within one process: a digest is not compared beyond it."""
    try:
        return marshal.dumps(values, _WITHOUT_REFERENCES)
    except ValueError:  # a driver may give its own kinds of texts and numbers
        return repr(values).encode("utf-8", "surrogatepass")


def note_screen(screen: Screen, picture: str | None = None, *, key: bytes) -> ScreenNote:
    """What a journal keeps of a screen; `key` is the session's, see `screen_digest`."""
    return ScreenNote(
        screen_digest(screen, key), screen.package, screen.activity, screen.width_pixels, screen.height_pixels, picture
    )


def rests_on(
    action: Action, screen: Screen, anticipated: Anticipated, says: Sighting | None, by_page: Collection[str] = ()
) -> str:
    """Which views receive what, what the models say of that, and the windows above.

    `says` is what the screen says, where the decision rested on that too, and `by_page` are apps of which something is
    known while a page is there: then all that the page says counts. Where no model speaks for what is touched,
    everything on its window and above counts.
    """
    reception = receive(action, screen)
    events = reception.events if isinstance(reception, Received) else ()
    paths = [event.path for event in events if event.path is not None]
    lowest = min((path[0] for path in paths), default=0)
    parts: list[object] = [
        type(reception).__name__,
        events,
        screen.package,
        anticipated.whole,
        anticipated.package,
        says,
    ]
    parts += [_contents(screen, path) for path in paths]
    parts += [_words(_inside(window, screen)) for window in screen.windows if window.package in by_page]
    if anticipated.whole.covered:
        parts += [(window.package, window.class_name, window.bounds) for window in screen.windows[lowest:]]
    else:
        parts += [_own(element) for element in in_order(screen.windows[lowest:])]
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _contents(screen: Screen, path: Path) -> list[object]:
    """What stands on a view that receives something; of one that is scrolled only what it is."""
    element = screen.at(path)
    if element is None:
        return []
    return [_own(inner) for inner in in_order((element,))] if not element.scrollable else [_own(element)]


def _own(element: Element) -> tuple[object, ...]:
    flags = (
        element.enabled,
        element.checked,
        element.selected,
        element.clickable,
        element.long_clickable,
        element.focused,
        element.password,
    )
    return (
        element.class_name,
        element.resource_id,
        element.package,
        element.text,
        element.description,
        element.bounds,
        flags,
    )


@dataclass(frozen=True, slots=True)
class PageStructure:
    """What tells the pages of an app apart, whatever stands on them: the activity, and which elements there are.

    `windows` counts them, dialogs included; `lowest` is what stands in the lowest, the page under its dialogs, `above`
    what stands in those, and `is_wide` says whether the screen was turned on its side, where other elements of the same
    page find room, and `called` is its first text that is no button, as a title, with what is chosen in it, as a tab.
    """

    activity: str
    elements: frozenset[str]
    windows: int = field(default=1, compare=False)
    lowest: Hashable = field(default=None, compare=False)
    above: Hashable = field(default=(), compare=False)
    is_wide: bool = field(default=False, compare=False)
    called: tuple[str, ...] = field(default=(), compare=False)

    def says_the_same(self, other: "PageStructure") -> bool:
        """Whether two screens show the very same of an app, as far as one can read."""
        return self == other and (self.lowest, self.above) == (other.lowest, other.above)


def page_shapes(screen: Screen) -> Mapping[str, PageStructure]:
    """The page of each app on a screen."""
    ids: defaultdict[str, set[str]] = defaultdict(set)
    for element in screen.elements():
        ids[element.package].add(element.resource_id)
    windows: dict[str, list[Element]] = {}
    for window in screen.windows:
        windows.setdefault(window.package, []).append(window)
    several = {package for package, found in windows.items() if len(found) > 1}
    lowest = {package: _inside(found[0], screen) for package, found in windows.items()}
    return {
        package: PageStructure(
            screen.activity if package == screen.package else "",
            frozenset(found),
            len(windows.get(package, ())),
            _words(lowest[package]) if package in lowest else None,
            tuple(_words(in_order((window,))) for window in windows[package][1:]) if package in several else (),
            screen.width_pixels > screen.height_pixels,
            _called(lowest[package]) if package in lowest else (),
        )
        for package, found in ids.items()
    }


def _inside(window: Element, screen: Screen) -> Sequence[Element]:
    """The elements of a window, itself among them."""
    return screen.elements() if len(screen.windows) == 1 else in_order((window,))


def _called(inside: Sequence[Element]) -> tuple[str, ...]:
    selected = sorted({element.text or element.description for element in inside if element.selected})
    return next((element.text for element in inside if element.text and not element.clickable), ""), *selected


def _words(inside: Iterable[Element]) -> Hashable:
    """What a window says, and what in it is chosen."""
    return tuple(map(_SAID_AND_CHOSEN, inside))


_SAID_AND_CHOSEN = attrgetter("text", "description", "checked", "selected")
