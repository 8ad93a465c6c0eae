"""What a session is decided by: its rules, and the server's own policy with what the client adds to it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from handrail.app import Apps
from handrail.error import Misuse
from handrail.guard.policy import PolicySet, combined, read_policy
from handrail.language.specification import Specification
from handrail.server.sessions.documents import OpenDocument
from handrail.server.sessions.session_file import SessionFile

Encodes: TypeAlias = Callable[[str, Apps], Awaitable[Specification]]
"""Turns an instruction into rules. Raises `HandrailError` with what to do where it cannot."""

_NO_ENCODER = (
    "this server turns no instructions into rules: send the rules as `specification` (`handrail encode` writes them), "
    "or start the server with --model"
)


class InForce(Protocol):
    """Where the server's own policy is, which people change."""

    async def in_force(self) -> PolicySet | None:
        """By what sessions are decided that are opened now; None for what they would be decided by anyway."""
        ...


@dataclass(frozen=True, slots=True)
class Terms:
    """What was asked for, the rules that came of it, and the policy: the server's own, and stricter by the client's.

    `saved` is the server's own as people put it in force before the session was opened; None where nobody had.
    """

    asked: OpenDocument
    specification: Specification
    saved: PolicySet | None

    def policy(self, otherwise: PolicySet) -> PolicySet:
        """By which it is decided. Raises `HandrailError` for what the client brought."""
        own = self.saved or otherwise
        return combined(own, read_policy(self.asked.policy)) if self.asked.policy else own

    def file(self) -> tuple[str, str]:
        """The rules and the saved policy, to be written down."""
        return self.specification.show(), self.saved.source if self.saved is not None else ""


def terms_of(file: SessionFile, opened: OpenDocument, apps: Apps) -> Terms:
    """Those of a session that is gone on with: what is in force by now is not its policy."""
    saved = read_policy(file.policy) if file.policy else None
    return Terms(opened, Specification.restore(file.specification, apps), saved)


def text_of(rules: str | list[str]) -> str:
    """Rules as they are read."""
    return rules if isinstance(rules, str) else "\n".join(rules)


async def rules_of(asked: OpenDocument, apps: Apps, encodes: Encodes | None) -> Specification:
    """The rules that were sent, or those that the words are turned into. Raises `HandrailError` without either."""
    if asked.specification is not None:
        return Specification.parse(text_of(asked.specification), apps)
    if not asked.instruction.strip():
        raise Misuse("neither `specification` nor `instruction`; say what was asked for")
    if encodes is None:
        raise Misuse(_NO_ENCODER)
    return await encodes(asked.instruction, apps)
