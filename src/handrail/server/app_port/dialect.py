"""What the two protocols of the port have in common: what a connection is asked and told, without a socket."""

from collections.abc import Sequence
from typing import Protocol

from handrail.server.app_port.declared import DeclaredApp
from handrail.server.app_port.effect import Answer, Effect
from handrail.server.app_port.message import MessageFault
from handrail.server.app_port.reported import Reported


class Dialect(Protocol):
    """A connection that knows its protocol, or finds out by the first message."""

    @property
    def identifier(self) -> str:
        """How the connection is called."""
        ...

    @property
    def package(self) -> str:
        """Which app it is, as it says itself; empty until it does."""
        ...

    @property
    def declared(self) -> DeclaredApp | None:
        """What the app has, once it has said so."""
        ...

    @property
    def reported(self) -> Reported | None:
        """What it last said of itself."""
        ...

    @property
    def returns_to(self) -> str:
        """The session that was in control when the app lost its server; empty where it says of none."""
        ...

    def receive(self, content: bytes | str, now: float) -> list[Effect]:
        """What a message leads to. Never raises for what a client says."""
        ...

    def admitted(self, admitted: bool) -> list[Effect]:
        """Whether the key that was asked about lets the app in."""
        ...

    def refuse(self, fault: MessageFault) -> list[Effect]:
        """What a transport found wrong with what came."""
        ...

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        ...

    def take_control(self, session: str, task: str) -> list[Effect]:
        """Ask the app to take part in a session."""
        ...

    def let_go(self, why: str) -> list[Effect]:
        """Give the app back to its user."""
        ...

    def answer(self, id: str, decision: Answer, reasons: Sequence[str] = (), feedback: str = "") -> list[Effect]:
        """The verdict about an event that waits for one."""
        ...
