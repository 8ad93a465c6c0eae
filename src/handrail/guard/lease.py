"""Who may act on a phone: one guard at a time, where the device can say so."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from handrail.device.lease import LeaseTaken
from handrail.guard.decision import Reason, Source


@runtime_checkable
class Leased(Protocol):
    """A device that lets only one holder act. The same holder may take it over: it is the same session, resumed."""

    def lease(self, holder: str) -> AbstractContextManager[None]:
        """The right to act until it is left. Raises `LeaseTaken` on entering while somebody else has it."""
        ...


@dataclass(slots=True)
class Lease:
    """A session's right to act on a device; a device that cannot lease itself is everybody's."""

    device: object
    holder: str
    _held: AbstractContextManager[None] | None = None

    def refusal(self) -> Reason | None:
        """Take the lease if it is free; why nothing can be done where it is not."""
        if self._held is not None or not isinstance(self.device, Leased):
            return None
        lease = self.device.lease(self.holder)
        try:
            lease.__enter__()
        except LeaseTaken as taken:
            return Reason(Source.DEVICE, "leased", f"another session acts on this phone: {taken}")
        self._held = lease
        return None

    def give_back(self) -> None:
        """Let others act."""
        held, self._held = self._held, None
        if held is not None:
            held.__exit__(None, None, None)
