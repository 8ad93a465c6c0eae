"""One holder of a phone at a time: two that act on it would each judge a screen that the other is changing."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from handrail.error import HandrailError

_LONGEST_HOLDER = 4096


class LeaseTaken(HandrailError):
    """Somebody else acts on the phone; `holder` is who."""

    def __init__(self, device: str, holder: str) -> None:
        super().__init__(f"`{device}` is in use by `{holder}`; wait until that ends, or end it")
        self.holder = holder


@dataclass(slots=True)
class PhoneLease:
    """The lease of a phone in this process. The same holder may take it again, and keeps it until the last lets go."""

    holder: str = ""
    times: int = 0

    @contextmanager
    def held(self, device: str, holder: str) -> Iterator[None]:
        """Hold it for as long as the block runs. Raises `LeaseTaken`."""
        if self.times and self.holder != holder:
            raise LeaseTaken(device, self.holder)
        self.holder, self.times = holder, self.times + 1
        try:
            yield
        finally:
            self.times -= 1


@contextmanager
def locked(device: str, holder: str) -> Iterator[None]:
    """Hold a phone that other processes of this user can reach, too, by a lock on a file of its name.

    The lock goes with the process that holds it, however that ends. Raises `LeaseTaken`.
    """
    folder = lease_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / f"{quote(device, safe='')}.lease", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            other = os.pread(descriptor, _LONGEST_HOLDER, 0).decode("utf-8", "replace")
            if other != holder:
                raise LeaseTaken(device, other) from error
        else:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, holder.encode("utf-8", "replace")[:_LONGEST_HOLDER], 0)
        yield
    finally:
        os.close(descriptor)


def lease_folder() -> Path:
    """Where the locks lie: with what the user's session keeps, else with what the user keeps."""
    session = os.environ.get("XDG_RUNTIME_DIR")
    if session:
        return Path(session) / "handrail"
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "handrail" / "leases"
