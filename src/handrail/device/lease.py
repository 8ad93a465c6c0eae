"""One holder of a phone at a time: two that act on it would each judge a screen that the other is changing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from handrail.error import HandrailError


class LeaseTaken(HandrailError):
    """Somebody else acts on the phone; `holder` is who."""

    def __init__(self, device: str, holder: str) -> None:
        super().__init__(f"`{device}` is in use by `{holder}`; wait until that ends, or end it")
        self.holder = holder


@dataclass(slots=True)
class Lease:
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
