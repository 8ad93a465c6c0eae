"""What alembic runs around the versions: our connection, in whose transaction it stays."""

from alembic import context

from handrail.server.store.metadata import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
