"""What detectors found in runs, and what people say of it. Runs are read again, for what they found."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "run_findings",
        sa.Column("run", sa.Text, sa.ForeignKey("runs.name", ondelete="CASCADE"), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("detector", sa.Text, primary_key=True),
        sa.Column("rule", sa.Text, primary_key=True),
        sa.Column("category", sa.Text, nullable=False),
        sa.Column("severity", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
    )
    op.create_index("ix_run_findings_category_severity", "run_findings", ["category", "severity"])
    op.create_table(
        "finding_marks",
        sa.Column("run", sa.Text, primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("detector", sa.Text, primary_key=True),
        sa.Column("rule", sa.Text, primary_key=True),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    runs = sa.table("runs", sa.column("size_bytes", sa.BigInteger))
    op.execute(runs.update().values(size_bytes=-1))
