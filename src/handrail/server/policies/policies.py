"""The server's own policy: the newest version that somebody put in force decides sessions that are opened after it.

A version is never changed. What a session runs under says which it is: it stands behind the policy's name.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from handrail.guard.policy import PolicySet, read_policy
from handrail.guard.policy.policies import Policy
from handrail.server.people.audit import Audit
from handrail.server.policies.documents import MOST_VERSIONS, PolicyTextDocument, PolicyVersionDocument
from handrail.server.policies.tables import POLICIES
from handrail.server.sessions.problem import Problem
from handrail.server.store import Store

DEFAULT = "default"
_LONGEST_NAME = 100


@dataclass(slots=True)
class Policies:
    """The versions in a store. `seconds` is the system's clock."""

    store: Store
    audit: Audit
    seconds: Callable[[], float]
    _read: dict[int, PolicySet] = field(default_factory=dict)

    async def in_force(self) -> PolicySet | None:
        """By what sessions are decided that are opened now; None for what they would be decided by anyway."""
        row = await self.store.read(_newest)
        if row is None or row.policy is None:
            return None
        if row.version not in self._read:
            self._read = {row.version: named(read_policy(row.policy), row.version)}
        return self._read[row.version]

    async def text(self, version: int | None = None) -> PolicyTextDocument | None:
        """A version as it was written; the newest where none is named."""
        row = await self.store.read(_newest if version is None else lambda connection: _one(connection, version))
        return None if row is None else PolicyTextDocument(name=row.name, policy=row.policy or "", version=row.version)

    async def versions(self) -> list[PolicyVersionDocument]:
        """The newest first."""
        asked = select(POLICIES).order_by(POLICIES.c.version.desc()).limit(MOST_VERSIONS)
        rows = await self.store.read(lambda connection: connection.execute(asked).all())
        return [PolicyVersionDocument(version=row.version, name=row.name, by=row.by, at=_moment(row)) for row in rows]

    async def save(self, text: str | None, *, after: int, by: str) -> int:
        """Put a policy in force, or the default with None, after the version that its writer saw; its version.

        It is on record before it is in force. Raises `Problem` where there is another version by now, `PolicyError`.
        """
        name = DEFAULT if text is None else " + ".join(policy.name for policy in read_policy(text).policies)

        def put(connection: Connection) -> int:
            newest = connection.execute(select(func.max(POLICIES.c.version))).scalar() or 0
            if newest != after:
                raise Problem(409, f"version {newest} was put in force meanwhile; look at it, and save again")
            version = newest + 1
            self.audit.note(by, "policy put in force", f"version {version}", name)
            row = {"version": version, "name": name, "policy": text, "by": by, "at_ms": round(self.seconds() * 1000)}
            connection.execute(insert(POLICIES).values(row))
            return version

        return await self.store.write(put)


def named(policies: PolicySet, version: int) -> PolicySet:
    """The policies under a name that says which version they are."""
    return PolicySet(tuple(_named(policy, version) for policy in policies.policies))


def _named(policy: Policy, version: int) -> Policy:
    return replace(policy, name=f"{policy.name[:_LONGEST_NAME]}, version {version}")


def _newest(connection: Connection) -> Row[Any] | None:
    return connection.execute(select(POLICIES).order_by(POLICIES.c.version.desc()).limit(1)).first()


def _one(connection: Connection, version: int) -> Row[Any] | None:
    return connection.execute(select(POLICIES).where(POLICIES.c.version == version)).first()


def _moment(row: Row[Any]) -> datetime:
    return datetime.fromtimestamp(row.at_ms / 1000, UTC)
