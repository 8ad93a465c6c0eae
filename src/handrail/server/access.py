"""Who may look and answer: whoever has the key that the server said when it started, and nobody else.

A browser brings the key once and has a cookie from then on, which no other site can make it send; a program sends the
key with every request. An agent that touches a phone has neither.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

COOKIE = "handrail"
LONGEST_KEY = 200


@dataclass(frozen=True, slots=True)
class Person:
    """Who is at the other end."""

    name: str


@dataclass(slots=True)
class Access:
    """The people of a server. The key is kept as its digest; cookies are forgotten when the process ends."""

    owner: Person
    key_digest: bytes
    _entered: set[bytes] = field(default_factory=set)

    @classmethod
    def with_key(cls, key: str, owner: str) -> "Access":
        """One person, who has the key."""
        return cls(Person(owner), _digest(key))

    def by_key(self, key: str) -> Person | None:
        """Who has this key."""
        return self.owner if hmac.compare_digest(_digest(key[:LONGEST_KEY]), self.key_digest) else None

    def by_cookie(self, cookie: str) -> Person | None:
        """Who entered and was given this cookie."""
        return self.owner if _digest(cookie[:LONGEST_KEY]) in self._entered else None

    def enter(self) -> str:
        """A cookie for whoever brought the key."""
        cookie = secrets.token_urlsafe(32)
        self._entered.add(_digest(cookie))
        return cookie


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
