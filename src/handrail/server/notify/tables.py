"""Where notifications go, with what they are signed, and which questions were told of already."""

from sqlalchemy import BigInteger, Column, ForeignKey, Table, Text

from handrail.server.store.metadata import METADATA

WEBHOOKS = Table(
    "webhooks",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("added_ms", BigInteger, nullable=False),
)
"""`secret` stands in clear, as every notification is signed with it."""

SUBSCRIPTIONS = Table(
    "push_subscriptions",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("user", Text, ForeignKey("users.name", ondelete="CASCADE")),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("public_key", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("added_ms", BigInteger, nullable=False),
)
"""Browsers that want to be told. `user` is null for whoever started a server without users."""

SIGNING_KEYS = Table(
    "push_signing_keys",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("private_pem", Text, nullable=False),
)
"""The one key by which services for Web Push know this server; made when it is needed first."""

TOLD = Table(
    "told_questions",
    METADATA,
    Column("question", Text, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)
"""Questions, as `RUN/ID`, that some process has told of: so that several on one database tell of each once."""
