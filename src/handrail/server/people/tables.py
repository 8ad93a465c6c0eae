"""Users, what they prove themselves with, and logins under way. Of every secret only the digest is kept."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Table, Text

from handrail.server.store.metadata import METADATA

USERS = Table(
    "users",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("email", Text, unique=True),
    Column("subject", Text, unique=True),
    Column("added_ms", BigInteger, nullable=False),
)
"""`subject` is who they are to the identity provider, `ISSUER SUBJECT`, known from their first login there."""

KEYS = Table(
    "keys",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("user", Text, ForeignKey("users.name", ondelete="CASCADE"), nullable=False),
    Column("label", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("digest", Text, nullable=False, unique=True),
    Column("added_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger),
    Index(None, "user"),
)
"""`scopes` are separated by spaces."""

COOKIES = Table(
    "cookies",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("user", Text, ForeignKey("users.name", ondelete="CASCADE"), nullable=False),
    Column("entered_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Index(None, "user"),
)
"""Browsers that are let in."""

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("user", Text, ForeignKey("users.name", ondelete="CASCADE"), nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)
"""Links that let a browser in once."""

LOGINS = Table(
    "logins",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("nonce", Text, nullable=False),
    Column("verifier", Text, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)
"""Who was sent to the identity provider and is not back yet, by the digest of the state that they took along."""
