"""Whether a page is about what was touched to open it, by what it says: the name of another entry, and not of that one.

A list may move under a finger, and somebody else may touch another entry at that moment. Then the page that comes is
another entry's, and its title or its form says so.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import time

from handrail.guard.screen_digest import PageStructure


def says_another(
    opened: Mapping[str, object],
    entries: Iterable[Mapping[str, object]],
    said: Collection[str],
    written: Collection[str],
) -> bool:
    """Whether a page says what another of the entries is called, and not what the opened one is.

    `said` are the texts of the page and `written` those that this session has written there, in normal form.
    """
    others = list(entries)
    return any(
        _is_said(other.get(name), said) and not _is_said_in_part(other.get(name), written)
        for name, value in opened.items()
        if value and not _is_said(value, said)
        for other in others
        if other.get(name) != value
    )


def has_moved(before: PageStructure | None, now: PageStructure | None) -> bool:
    """Whether a question has come over a page that says something else than when the touch was made that asks it."""
    if before is None or now is None or now.windows <= before.windows:
        return False
    return now.called[:1] == before.called[:1] and now.lowest != before.lowest


def _is_said(value: object, said: Collection[str]) -> bool:
    """A time may stand in two fields."""
    parts = _parts(value)
    return bool(parts) and (":".join(parts) in said or all(part in said for part in parts))


def _is_said_in_part(value: object, said: Collection[str]) -> bool:
    return any(part in said for part in (*_parts(value), ":".join(_parts(value))))


def _parts(value: object) -> tuple[str, ...]:
    if isinstance(value, time):
        return f"{value:%H}", f"{value:%M}"
    return (value,) if isinstance(value, str) and value else ()
