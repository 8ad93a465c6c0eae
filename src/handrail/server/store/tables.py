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
    Index(None, "kind", "value", "run"),
)
"""What can be asked of a run: `kind` is `app`, `decision`, `rule`, or `encoding`: its instruction for its apps."""

RUN_FINDINGS = Table(
    "run_findings",
    METADATA,
    Column("run", Text, ForeignKey("runs.name", ondelete="CASCADE"), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("detector", Text, primary_key=True),
    Column("rule", Text, primary_key=True),
    Column("category", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("evidence", Text, nullable=False),
    Index(None, "category", "severity"),
)
"""What detectors found in a run, each rule once in a step. `evidence` is a JSON list of texts."""

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

ANCHORS = Table(
    "anchors",
    METADATA,
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("run", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("head", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("leaf", Text, nullable=False),
    Index(None, "run", "place"),
)
"""The leaves of the log of anchors, by their place from 0. None is ever changed or taken out."""

ANCHOR_NODES = Table(
    "anchor_nodes",
    METADATA,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", Text, nullable=False),
)
"""The whole nodes of the log's tree."""

ANCHOR_TREES = Table(
    "anchor_trees",
    METADATA,
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("root", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("signature", Text, nullable=False),
)
"""The heads of the tree that were signed."""

ANCHOR_SIZE = Table("anchor_size", METADATA, Column("size", BigInteger, nullable=False))
"""How many leaves there are: one row, which whoever adds one holds until it is added."""

MOVED_PICTURES = Table(
    "moved_pictures",
    METADATA,
    Column("picture", Text, primary_key=True),
    Column("run", Text, primary_key=True),
    Index(None, "run"),
)
"""Which pictures were moved out of the folder of which run. One content is kept once for all of them."""
