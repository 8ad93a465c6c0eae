"""The log of anchors: what each journal was, noted in order in a hash tree whose heads are signed.

The log is in the database, the key is not: whoever can write the database cannot sign another past.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, func, insert, select, update

from handrail.error import HandrailError, Misuse
from handrail.guard.journal.anchor import Anchor, AnchorKind, AnchorProof, TreeHead
from handrail.guard.journal.anchor_signature import Signer
from handrail.guard.journal.anchor_tree import completed, consistency_proof, inclusion_proof, leaf_hash, root
from handrail.server.store.dialect import insert_or_conflict
from handrail.server.store.store import Store
from handrail.server.store.tables import ANCHOR_NODES, ANCHOR_SIZE, ANCHOR_TREES, ANCHORS


class NotAnchored(HandrailError):
    """Nothing is noted of such a run yet."""


@dataclass(frozen=True, slots=True)
class Consistency:
    """That the tree of `old` leaves is the start of the newest one, and the heads that say so."""

    old: TreeHead
    new: TreeHead
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnchorLog:
    """The log of a store. `clock` says when something is noted or signed."""

    store: Store
    signer: Signer
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def add(self, anchors: Iterable[Anchor]) -> None:
        """Note these, in their order."""
        noted = tuple(anchors)
        await self.store.write(lambda connection: self.add_within(connection, noted))

    def add_within(self, connection: Connection, anchors: Iterable[Anchor]) -> None:
        """As `add`, within a transaction that writes: noted with all else that it changes, or not at all."""
        for anchor in anchors:
            index = connection.execute(
                update(ANCHOR_SIZE).values(size=ANCHOR_SIZE.c.size + 1).returning(ANCHOR_SIZE.c.size)
            ).scalar_one()
            self._append(connection, index - 1, anchor)

    async def proof(self, run: str) -> AnchorProof:
        """That the newest anchor of a run is in the log as it is now. Raises `NotAnchored`."""
        return await self.store.write(lambda connection: self._proof(connection, run))

    async def deleted(self, run: str) -> Anchor | None:
        """The last word about a run that was there."""
        asked = (
            select(ANCHORS.c.leaf)
            .where(ANCHORS.c.run == run, ANCHORS.c.kind == AnchorKind.DELETED)
            .order_by(ANCHORS.c.place.desc())
        )
        leaf = await self.store.read(lambda connection: connection.execute(asked.limit(1)).scalar_one_or_none())
        return None if leaf is None else Anchor.read(leaf)

    async def noted(self, run: str) -> tuple[Anchor, ...]:
        """All that was noted of a run that is there, in order: since one of this name was deleted, if any was."""
        last_word = select(func.max(ANCHORS.c.place)).where(ANCHORS.c.run == run, ANCHORS.c.kind == AnchorKind.DELETED)
        since = func.coalesce(last_word.scalar_subquery(), -1)
        asked = select(ANCHORS.c.leaf).where(ANCHORS.c.run == run, ANCHORS.c.place > since).order_by(ANCHORS.c.place)
        leaves = await self.store.read(lambda connection: connection.execute(asked).scalars().all())
        return tuple(Anchor.read(leaf) for leaf in leaves)

    async def head(self) -> TreeHead:
        """The signed head of the tree as it is now. Raises `NotAnchored` for an empty log."""
        return await self.store.write(self._head)

    async def consistency(self, old: int) -> Consistency:
        """That nothing was changed since the tree had `old` leaves, at which it was signed. Raises `Misuse`."""
        return await self.store.write(lambda connection: self._consistency(connection, old))

    def _append(self, connection: Connection, index: int, anchor: Anchor) -> None:
        leaf = anchor.leaf()
        at_ms = round(self.clock().timestamp() * 1000)
        connection.execute(
            insert(ANCHORS).values(
                place=index, run=anchor.run, kind=anchor.kind, head=anchor.head, at_ms=at_ms, leaf=leaf
            )
        )
        made = completed(_nodes(connection), index, leaf_hash(leaf.encode()))
        rows = [{"level": level, "place": place, "hash": found.hex()} for level, place, found in made]
        connection.execute(insert(ANCHOR_NODES), rows)

    def _proof(self, connection: Connection, run: str) -> AnchorProof:
        newest = select(ANCHORS).where(ANCHORS.c.run == run).order_by(ANCHORS.c.place.desc()).limit(1)
        found = connection.execute(newest).one_or_none()
        if found is None:
            raise NotAnchored(f"of run {run[:120]!r} nothing is noted yet; it is within a minute, and at its end")
        head = self._head(connection)
        path = inclusion_proof(_nodes(connection), found.place, head.size)
        return AnchorProof(found.leaf, found.place, tuple(digest.hex() for digest in path), head)

    def _head(self, connection: Connection) -> TreeHead:
        size = connection.execute(select(ANCHOR_SIZE.c.size).with_for_update()).scalar_one()
        if not size:
            raise NotAnchored("nothing is noted yet")
        kept = _tree(connection, size)
        if kept is not None and kept.key == self.signer.key:
            return kept
        made = self.signer.signed(size, root(_nodes(connection), size).hex(), self.clock().isoformat())
        values = {"root": made.root, "at": made.at, "key": made.key, "signature": made.signature}
        new = insert_or_conflict(connection.dialect.name, ANCHOR_TREES).values(size=size, **values)
        connection.execute(new.on_conflict_do_update(index_elements=["size"], set_=values))
        return made

    def _consistency(self, connection: Connection, old: int) -> Consistency:
        new, before = self._head(connection), _tree(connection, old)
        if before is None:
            raise Misuse(f"no tree of {old} leaves was signed; a proof says how large its tree was")
        path = consistency_proof(_nodes(connection), old, new.size)
        return Consistency(before, new, tuple(digest.hex() for digest in path))


def _nodes(connection: Connection) -> Callable[[int, int], bytes]:
    def node(level: int, index: int) -> bytes:
        asked = select(ANCHOR_NODES.c.hash).where(ANCHOR_NODES.c.level == level, ANCHOR_NODES.c.place == index)
        return bytes.fromhex(connection.execute(asked).scalar_one())

    return node


def _tree(connection: Connection, size: int) -> TreeHead | None:
    found = connection.execute(select(ANCHOR_TREES).where(ANCHOR_TREES.c.size == size)).one_or_none()
    return None if found is None else TreeHead(*found)
