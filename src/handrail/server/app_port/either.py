"""A connection that speaks the app protocol or the published one: its first message says which."""

from collections.abc import Sequence
from dataclasses import dataclass

from handrail.server.app_port.connection import Connection
from handrail.server.app_port.declared import DeclaredApp
from handrail.server.app_port.dialect import Dialect
from handrail.server.app_port.effect import Answer, Effect
from handrail.server.app_port.message import MessageFault, read_document
from handrail.server.app_port.published import TYPES, PublishedClient
from handrail.server.app_port.reported import Reported


@dataclass(slots=True)
class Either:
    """The app protocol, until a first message is one of the published protocol."""

    connection: Connection
    _published: PublishedClient | None = None

    @property
    def _one(self) -> Dialect:
        return self._published or self.connection

    @property
    def identifier(self) -> str:
        """How the connection is called."""
        return self.connection.identifier

    @property
    def package(self) -> str:
        """Which app it is."""
        return self._one.package

    @property
    def declared(self) -> DeclaredApp | None:
        """What the app has."""
        return self._one.declared

    @property
    def reported(self) -> Reported | None:
        """What it last said of itself."""
        return self._one.reported

    @property
    def returns_to(self) -> str:
        """The session that was in control when it lost its server."""
        return self._one.returns_to

    def receive(self, content: bytes | str, now: float) -> list[Effect]:
        """What a message leads to; the first one decides how the client speaks."""
        if self._published is None and not self.connection.is_greeted and _is_published(content):
            connection = self.connection
            self._published = PublishedClient(connection.identifier, connection.limits, connection.needs_key)
        return self._one.receive(content, now)

    def admitted(self, admitted: bool) -> list[Effect]:
        """Whether the key lets the app in."""
        return self._one.admitted(admitted)

    def refuse(self, fault: MessageFault) -> list[Effect]:
        """What a transport found wrong."""
        return self._one.refuse(fault)

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        return self._one.tick(now)

    def take_control(self, session: str, task: str) -> list[Effect]:
        """Ask the app to take part."""
        return self._one.take_control(session, task)

    def let_go(self, why: str) -> list[Effect]:
        """Give the app back."""
        return self._one.let_go(why)

    def answer(self, id: str, decision: Answer, reasons: Sequence[str] = (), feedback: str = "") -> list[Effect]:
        """The verdict about an event."""
        return self._one.answer(id, decision, reasons, feedback)


def _is_published(content: bytes | str) -> bool:
    try:
        return read_document(content).get("type") in TYPES
    except (MessageFault, TypeError):  # a type that cannot be looked up is none
        return False
