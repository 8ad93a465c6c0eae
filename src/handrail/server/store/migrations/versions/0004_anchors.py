"""The log of anchors, its tree, and which pictures of which runs are kept elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "anchors",
        sa.Column("place", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("leaf", sa.Text, nullable=False),
    )
    op.create_index("ix_anchors_run_place", "anchors", ["run", "place"])
    op.create_table(
        "anchor_nodes",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_table(
        "anchor_trees",
        sa.Column("size", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("root", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
    )
    size = op.create_table("anchor_size", sa.Column("size", sa.BigInteger, nullable=False))
    op.bulk_insert(size, [{"size": 0}])
    op.create_table(
        "moved_pictures",
        sa.Column("picture", sa.Text, primary_key=True),
        sa.Column("run", sa.Text, primary_key=True),
    )
    op.create_index("ix_moved_pictures_run", "moved_pictures", ["run"])
