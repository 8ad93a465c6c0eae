"""Devices by name: `adb:SERIAL`, `phone`, `replay:PATH`, and what other packages add by entry point."""

from collections.abc import Sequence
from importlib.metadata import EntryPoint

from handrail import registry
from handrail.device.device import Device

__all__ = ["open_device"]


def open_device(name: str, found: Sequence[EntryPoint] | None = None) -> Device:
    """The device of that name. What stands before the first colon names its kind, the rest is for the kind to read.

    A kind is an entry point of the group `handrail.devices`: a function that takes the rest and gives a `Device`.
    Raises `Misuse` for an unknown kind, `MissingExtra` where its packages are not installed.
    """
    device: Device = registry.opened(registry.DEVICES, name, found=found)
    return device
