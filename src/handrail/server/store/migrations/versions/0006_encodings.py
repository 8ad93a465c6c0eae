"""What instructions were turned into. Runs are read again, for the instructions that they had."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "encodings",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("instruction", sa.Text, nullable=False),
        sa.Column("apps", sa.Text, nullable=False),
        sa.Column("states", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("review", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("encoded_ms", sa.BigInteger, nullable=False),
        sa.Column("accepted", sa.Text),
        sa.Column("by", sa.Text),
        sa.Column("at_ms", sa.BigInteger),
    )
    op.create_index("ix_encodings_encoded_ms", "encodings", ["encoded_ms"])
    runs = sa.table("runs", sa.column("size_bytes", sa.BigInteger))
    op.execute(runs.update().values(size_bytes=-1))
