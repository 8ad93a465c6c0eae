"""The tree against a naive one that is written from RFC 6962 and has all leaves at hand."""

import hashlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.guard.journal.anchor_tree import (
    EMPTY,
    NoProof,
    completed,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    leaf_hash,
    root,
    root_with,
)

LEAVES = st.lists(st.binary(max_size=3), min_size=1, max_size=70)


def naive_root(leaves: list[bytes]) -> bytes:
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return hashlib.sha256(b"\x01" + naive_root(leaves[:half]) + naive_root(leaves[half:])).digest()


class Kept:
    """The nodes as a log keeps them: each is put once and never changed."""

    def __init__(self, leaves: list[bytes]) -> None:
        self.nodes: dict[tuple[int, int], bytes] = {}
        for index, leaf in enumerate(leaves):
            for level, place, hashed in completed(self.node, index, leaf_hash(leaf)):
                assert (level, place) not in self.nodes
                self.nodes[level, place] = hashed

    def node(self, level: int, index: int) -> bytes:
        return self.nodes[level, index]


@given(LEAVES)
def test_every_size_of_a_growing_tree_has_the_root_of_the_naive_one(leaves: list[bytes]) -> None:
    kept = Kept(leaves)
    assert root(kept.node, 0) == EMPTY == naive_root([])
    assert [root(kept.node, size) for size in range(1, len(leaves) + 1)] == [
        naive_root(leaves[:size]) for size in range(1, len(leaves) + 1)
    ]


@given(LEAVES, st.data())
def test_a_leaf_is_proved_to_be_where_it_is_and_nowhere_else(leaves: list[bytes], data: st.DataObject) -> None:
    kept, size = Kept(leaves), len(leaves)
    index = data.draw(st.integers(0, size - 1))
    proof = inclusion_proof(kept.node, index, size)
    assert root_with(leaf_hash(leaves[index]), index, size, proof) == naive_root(leaves)
    other = data.draw(st.binary(max_size=3).filter(lambda value: value != leaves[index]))
    assert root_with(leaf_hash(other), index, size, proof) != naive_root(leaves)
    elsewhere = data.draw(st.integers(0, size - 1))
    if leaves[elsewhere] != leaves[index]:
        with suppress(NoProof):  # a place of another depth
            assert root_with(leaf_hash(leaves[index]), elsewhere, size, proof) != naive_root(leaves)


@given(LEAVES, st.data())
def test_an_old_tree_is_proved_to_be_the_start_of_a_new_one_and_a_changed_one_is_not(
    leaves: list[bytes], data: st.DataObject
) -> None:
    kept, size = Kept(leaves), len(leaves)
    old = data.draw(st.integers(1, size))
    proof = consistency_proof(kept.node, old, size)
    before, now = naive_root(leaves[:old]), naive_root(leaves)
    assert is_consistent(before, old, now, size, proof)
    changed = data.draw(st.integers(0, old - 1))
    rewritten = [*leaves[:changed], leaves[changed] + b"x", *leaves[changed + 1 :]]
    forged = Kept(rewritten)
    for offered in (proof, consistency_proof(forged.node, old, size)):
        assert not is_consistent(before, old, naive_root(rewritten), size, offered)


@given(LEAVES, st.integers(-1, 80), st.lists(st.binary(min_size=32, max_size=32), max_size=9))
def test_a_proof_of_another_length_is_refused(leaves: list[bytes], index: int, proof: list[bytes]) -> None:
    kept, size = Kept(leaves), len(leaves)
    if 0 <= index < size and len(proof) == len(inclusion_proof(kept.node, index, size)):
        return
    with pytest.raises(NoProof, match=f"leaf {index} is not in a tree of {size}|the proof is not as long as"):
        root_with(leaf_hash(b""), index, size, proof)


def test_a_proof_for_more_leaves_than_there_can_be_is_refused_at_once() -> None:
    with pytest.raises(NoProof):
        root_with(leaf_hash(b""), 0, 10**1000, [b""] * 3000)
    with pytest.raises(NoProof):
        is_consistent(EMPTY, 1, EMPTY, 10**1000, [b""] * 3000)
