"""What people said of findings."""

from sqlalchemy import BigInteger, Column, Integer, Table, Text

from handrail.server.store.metadata import METADATA

FINDING_MARKS = Table(
    "finding_marks",
    METADATA,
    Column("run", Text, primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("detector", Text, primary_key=True),
    Column("rule", Text, primary_key=True),
    Column("mark", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)
"""`mark` is `right` or `false alarm`; what was said last counts. It goes with its run."""
