"""A point in time as text, with the name of its zone: an offset alone does not say when the clocks are changed.

`2025-07-17T09:00:00+02:00[Europe/Berlin]`, as in RFC 9557.
"""

from datetime import datetime
from zoneinfo import ZoneInfo


def show_moment(moment: datetime) -> str:
    """The moment as text, to the microsecond."""
    zone = moment.tzinfo.key if isinstance(moment.tzinfo, ZoneInfo) else None
    return f"{moment.isoformat()}[{zone}]" if zone else moment.isoformat()


def read_moment(text: str) -> datetime | None:
    """The moment again, or None. A zone that this machine does not know leaves the offset."""
    written, bracket, zone = text.partition("[")
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return None
    if not bracket:
        return moment
    if not zone.endswith("]") or moment.tzinfo is None:
        return None
    try:
        return moment.astimezone(ZoneInfo(zone[:-1]))
    except (KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError
        return moment
