"""Users, their keys, cookies and invitations, and logins under way."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _user() -> sa.Column[str]:
    return sa.Column("user", sa.Text, sa.ForeignKey("users.name", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "users",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("email", sa.Text, unique=True),
        sa.Column("subject", sa.Text, unique=True),
        sa.Column("added_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("id", sa.Text, primary_key=True),
        _user(),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("added_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger),
    )
    op.create_index("ix_keys_user", "keys", ["user"])
    op.create_table(
        "cookies",
        sa.Column("digest", sa.Text, primary_key=True),
        _user(),
        sa.Column("entered_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_cookies_user", "cookies", ["user"])
    op.create_table(
        "invitations",
        sa.Column("digest", sa.Text, primary_key=True),
        _user(),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "logins",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("nonce", sa.Text, nullable=False),
        sa.Column("verifier", sa.Text, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
