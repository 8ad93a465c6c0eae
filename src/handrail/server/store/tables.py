"""The index of the runs, and what several processes that serve sessions agree on."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from handrail.server.store.metadata import METADATA

RUNS = Table(
    "runs",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("began_ms", BigInteger, nullable=False),
    Column("last_ms", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("searched", Text, nullable=False),
    Column("head", Text, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("inode", BigInteger, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
    Index(None, "began_ms", "name"),
)
"""A run as its journal stood when it was read last. `document` is what a list of runs shows of it, as JSON."""

RUN_FACTS = Table(
    "run_facts",
    METADATA,
    Column("run", Text, ForeignKey("runs.name", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Column("times", Integer, nullable=False),
    Column("first_step", Integer, nullable=False),
    Index(None, "kind", "value"),
)
"""What can be asked of a run: `kind` is `app`, `decision` or `rule`."""

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("by", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
    Index(None, "state", "opened_ms"),
)
"""A session that was opened over HTTP: by whom, and what it takes to go on with it, as JSON."""

LEASES = Table(
    "leases",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)
"""Who may write now what `name` names. `epoch` rises with every new owner, and a row is never deleted."""

PROPOSALS = Table(
    "proposals",
    METADATA,
    Column("session", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("answer", Text),
)
"""What was proposed in a session under which key, and what was answered; null while it is being decided.

`epoch` is that of the lease under which it is, or was, decided.
"""
