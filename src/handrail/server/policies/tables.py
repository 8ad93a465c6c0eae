"""The policies that people put in force, one after the other."""

from sqlalchemy import BigInteger, Column, Integer, Table, Text

from handrail.server.store.metadata import METADATA

POLICIES = Table(
    "policies",
    METADATA,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("policy", Text),
    Column("by", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)
"""Each as it was written, from version 1 on; the last is in force. Null is the default policy. None is ever changed."""
