"""What the apps of an encoding commit, to tell rules whose objective nothing can achieve."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column."""
    op.add_column("encodings", sa.Column("commitments", sa.Text))
