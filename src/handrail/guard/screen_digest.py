"""The name of a screen's content: equal screens have equal digests, and an approval for one is void on another.

It is made under a key that a session keeps to itself. Without one, whoever reads a digest could try all codes of six
digits that may have stood on the screen, in seconds.
"""

import hashlib

from handrail.device.element import Element
from handrail.device.screen import Screen


def screen_digest(screen: Screen, key: bytes) -> str:
    """Keyed BLAKE2b of everything that the screen shows, in document order; `key` has 1 to 64 bytes."""
    if not key:
        raise ValueError("a digest without a key gives away what it was made from")
    digest = hashlib.blake2b(key=key, digest_size=32)
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
