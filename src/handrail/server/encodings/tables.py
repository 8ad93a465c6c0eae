"""What instructions were turned into, and what people made of it."""

from sqlalchemy import BigInteger, Column, Index, Table, Text

from handrail.server.store.metadata import METADATA

ENCODINGS = Table(
    "encodings",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("instruction", Text, nullable=False),
    Column("apps", Text, nullable=False),
    Column("states", Text, nullable=False),
    Column("commitments", Text),
    Column("rules", Text, nullable=False),
    Column("review", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("encoded_ms", BigInteger, nullable=False),
    Column("accepted", Text),
    Column("by", Text),
    Column("at_ms", BigInteger),
    Index(None, "encoded_ms"),
)
"""One instruction for some apps. `rules` and `review` are the encoder's newest, `accepted` what a person accepted.

`apps` is a JSON list of names, `states` an app document, `review` JSON. `commitments` is a JSON list of what the apps'
actions commit; null where it was not kept.
"""
