"""What the server keeps in a database: SQLite beside the runs, or PostgreSQL by URL. The journals are the truth."""

from handrail.server.store.store import Store, open_store

__all__ = ["Store", "open_store"]
