"""A hash tree over an append-only log: its root, that a leaf is in it, and that an older tree is the start of a newer.

Leaves and nodes are hashed apart (a zero byte before a leaf, a one before two children), and a tree of any size splits
at the largest power of two below it. Source: RFC 6962, 2.1. Proofs are hashes from the leaf's side of the tree upwards.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

from handrail.error import UnreadableInput

Node: TypeAlias = Callable[[int, int], bytes]
"""The hash over the 2**level leaves from index * 2**level on, by level and index: what has to be kept of a tree."""

LARGEST = 2**62
"""More leaves than any log has; a proof for more would only take long to refuse."""

EMPTY = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""


class NoProof(UnreadableInput):
    """A proof that does not fit the sizes that it is for."""


def leaf_hash(leaf: bytes) -> bytes:
    """Of what the log holds."""
    return hashlib.sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Of two hashes side by side."""
    return hashlib.sha256(b"\1" + left + right).digest()


def completed(node: Node, index: int, leaf: bytes) -> list[tuple[int, int, bytes]]:
    """The nodes that become whole with the leaf of this index and hash: level, index and hash, the leaf's own first."""
    made = [(0, index, leaf)]
    level, hashed = 0, leaf
    while index & 1:
        hashed = node_hash(node(level, index - 1), hashed)
        level, index = level + 1, index >> 1
        made.append((level, index, hashed))
    return made


def root(node: Node, size: int) -> bytes:
    """The hash over the first `size` leaves."""
    return _hash(node, 0, size) if size else EMPTY


def inclusion_proof(node: Node, index: int, size: int) -> tuple[bytes, ...]:
    """That the leaf of this index is in the tree of this size."""
    return _path(node, index, 0, size)


def consistency_proof(node: Node, old: int, size: int) -> tuple[bytes, ...]:
    """That the tree of `size` leaves begins with the tree of `old` ones, of which there is one at least."""
    return _sub_proof(node, old, 0, size, is_whole=True)


def root_with(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root of the tree in which a leaf of this hash has this index, by its proof. Raises `NoProof`."""
    if not 0 <= index < size <= LARGEST:
        raise NoProof(f"leaf {index} is not in a tree of {size}")
    if size == 1:
        _demand(not proof)
        return leaf
    _demand(bool(proof))
    *below, other = proof
    half = _half(size)
    if index < half:
        return node_hash(root_with(leaf, index, half, below), other)
    return node_hash(other, root_with(leaf, index - half, size - half, below))


def is_consistent(old_root: bytes, old: int, new_root: bytes, size: int, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that nothing of the old tree was changed in the new one. Raises `NoProof`."""
    if not 0 < old <= size <= LARGEST:
        raise NoProof(f"a tree of {old} is not the start of one of {size}")
    return _roots(old_root, old, size, proof, is_whole=True) == (old_root, new_root)


def _hash(node: Node, begins: int, ends: int) -> bytes:
    size = ends - begins
    if size & (size - 1) == 0:
        return node(size.bit_length() - 1, begins // size)
    half = begins + _half(size)
    return node_hash(_hash(node, begins, half), _hash(node, half, ends))


def _path(node: Node, index: int, begins: int, ends: int) -> tuple[bytes, ...]:
    if ends - begins == 1:
        return ()
    half = begins + _half(ends - begins)
    if index < half:
        return (*_path(node, index, begins, half), _hash(node, half, ends))
    return (*_path(node, index, half, ends), _hash(node, begins, half))


def _sub_proof(node: Node, old: int, begins: int, ends: int, *, is_whole: bool) -> tuple[bytes, ...]:
    if old == ends:
        return () if is_whole else (_hash(node, begins, ends),)
    half = begins + _half(ends - begins)
    if old <= half:
        return (*_sub_proof(node, old, begins, half, is_whole=is_whole), _hash(node, half, ends))
    return (*_sub_proof(node, old, half, ends, is_whole=False), _hash(node, begins, half))


def _roots(old_root: bytes, old: int, size: int, proof: Sequence[bytes], *, is_whole: bool) -> tuple[bytes, bytes]:
    """What the proof makes of the old root and of the new one."""
    if old == size:
        _demand(len(proof) == (0 if is_whole else 1))
        same = old_root if is_whole else proof[0]
        return same, same
    _demand(bool(proof))
    *below, other = proof
    half = _half(size)
    if old <= half:
        before, now = _roots(old_root, old, half, below, is_whole=is_whole)
        return before, node_hash(now, other)
    before, now = _roots(old_root, old - half, size - half, below, is_whole=False)
    return node_hash(other, before), node_hash(other, now)


def _half(size: int) -> int:
    """The largest power of two below a size of two at least."""
    return 1 << ((size - 1).bit_length() - 1)


def _demand(fits: bool) -> None:
    if not fits:
        raise NoProof("the proof is not as long as the sizes of the trees make it")
