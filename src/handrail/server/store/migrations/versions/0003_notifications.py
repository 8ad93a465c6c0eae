"""Webhooks, subscriptions to Web Push with the key that signs, and the questions that were told of."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("added_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("user", sa.Text, sa.ForeignKey("users.name", ondelete="CASCADE")),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("added_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "push_signing_keys",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("private_pem", sa.Text, nullable=False),
    )
    op.create_table(
        "told_questions",
        sa.Column("question", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
