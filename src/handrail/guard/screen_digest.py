"""The name of a screen's content: equal screens have equal digests, and an approval for one is void on another."""

import hashlib

from handrail.device.element import Element
from handrail.device.screen import Screen


def screen_digest(screen: Screen) -> str:
    """SHA-256 of everything that the screen shows, in document order."""
    digest = hashlib.sha256()
    head = (screen.package, screen.activity, screen.width_pixels, screen.height_pixels)
    digest.update(repr(head).encode("utf-8", "surrogatepass"))
    parts = [repr((path, *_content(element))) for path, element in screen.walk()]
    digest.update("\n".join(parts).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _content(element: Element) -> tuple[object, ...]:
    bounds = element.bounds
    return (
        element.class_name,
        element.text,
        element.description,
        element.resource_id,
        element.package,
        (bounds.left, bounds.top, bounds.right, bounds.bottom),
        element.checkable,
        element.checked,
        element.clickable,
        element.enabled,
        element.focusable,
        element.focused,
        element.scrollable,
        element.long_clickable,
        element.password,
        element.selected,
    )
