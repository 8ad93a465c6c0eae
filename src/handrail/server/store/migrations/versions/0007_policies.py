"""The server's own policy, version by version."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "policies",
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("policy", sa.Text),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
