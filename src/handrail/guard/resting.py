"""What a decision about an action rested on, as one digest of a screen: equal digests, the same decision."""

import hashlib

from handrail.device.action import Action
from handrail.device.element import Element, Path
from handrail.device.reception import Received, receive
from handrail.device.screen import Screen
from handrail.guard.sources import Anticipated, Sighting


def rests_on(action: Action, screen: Screen, anticipated: Anticipated, says: Sighting | None) -> str:
    """Which views receive what, what the models say of that, and the windows above.

    `says` is what the screen says, where the decision rested on that too. Where no model speaks for what is touched,
    everything on its window and above counts.
    """
    reception = receive(action, screen)
    events = reception.events if isinstance(reception, Received) else ()
    paths = [one.path for one in events if one.path is not None]
    lowest = min((path[0] for path in paths), default=0)
    parts: list[object] = [
        type(reception).__name__,
        events,
        screen.package,
        anticipated.whole,
        anticipated.package,
        says,
    ]
    parts += [_content(screen, path) for path in paths]
    if anticipated.whole.covered:
        parts += [(one.package, one.class_name, one.bounds) for one in screen.windows[lowest:]]
    else:
        parts += [_own(one) for window in screen.windows[lowest:] for _, one in window.walk()]
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _content(screen: Screen, path: Path) -> list[object]:
    """What stands on a view that receives something; of one that is scrolled only what it is."""
    element = screen.at(path)
    if element is None:
        return []
    return [_own(one) for _, one in element.walk()] if not element.scrollable else [_own(element)]


def _own(one: Element) -> tuple[object, ...]:
    flags = (one.enabled, one.checked, one.selected, one.clickable, one.long_clickable, one.focused, one.password)
    return (one.class_name, one.resource_id, one.package, one.text, one.description, one.bounds, flags)
