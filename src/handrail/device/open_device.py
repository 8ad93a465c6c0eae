"""Devices by name: `adb:SERIAL`, `phone`, `replay:PATH`, and what other packages add by entry point."""

from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points

from handrail.device.device import Device
from handrail.error import Misuse

GROUP = "handrail.devices"


def open_device(name: str, found: Iterable[EntryPoint] | None = None) -> Device:
    """The device of that name. What stands before the first colon names its kind, the rest is for the kind to read.

    A kind is an entry point of the group `handrail.devices`: a function that takes the rest and gives a `Device`.
    Raises `Misuse` for an unknown kind, `MissingExtra` where its packages are not installed.
    """
    kind, _, place = name.partition(":")
    known = {point.name: point for point in (entry_points(group=GROUP) if found is None else found)}
    if kind not in known:
        kinds = ", ".join(sorted(known)) or "none"
        raise Misuse(f"`{name}`: no device is called `{kind}`; installed are {kinds}, as in `adb:SERIAL` or `phone`")
    make: Callable[[str], Device] = known[kind].load()
    return make(place)
