"""What commands need that write a recording: the clock that it goes by, and its folder, new or to go on with."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from handrail.device.device import Device
from handrail.device.recorder import Recorder, record
from handrail.device.recording import Recording, read_recording
from handrail.error import Misuse

_LISTED = "trajectory.json"


def clock_of(device: Device) -> Callable[[], datetime]:
    """The clock that days and times of a task are read by: the simulated phone's own, else this machine's."""
    phone = getattr(device, "phone", None)
    if phone is not None:
        return lambda: phone.now
    return lambda: datetime.now().astimezone()


async def recorded_on(
    device: Device, folder: Path, query: str, application: str, clock: Callable[[], datetime], *, pictures: bool = True
) -> Recorder:
    """The same device, with everything that is done to it written down as the sentinel reads it."""
    return await record(
        device,
        folder,
        query=query,
        application=application,
        now_ms=lambda: int(clock().timestamp() * 1000),
        pictures=pictures,
    )


def recording_to_resume(folder: Path, *, resume: bool) -> Recording | None:
    """What the folder holds that is gone on with; None for a new one.

    Raises `Misuse` where a recording would be added to that nobody means to go on with, or there is none to go on with.
    """
    there = (folder / _LISTED).exists()
    if there and not resume:
        raise Misuse(f"{folder} holds a recording; go on with it by --resume, or name another folder")
    if resume and not there:
        raise Misuse(f"{folder} holds no recording to go on with; leave --resume out")
    return read_recording(folder) if there else None
