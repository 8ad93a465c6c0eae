"""What is noted of a journal elsewhere, and the proof that it was: then a cut tail and a rewritten journal are found.

A journal's chain shows that no line was changed, and cannot show that lines are missing at its end or that all of it
was made anew. So its head is put, now and then and at its end, in a log of its own, a hash tree to which leaves are
only added. A proof says that a head is in the tree, and whoever keeps the log has signed the tree's. Format:
docs/journal.md.
"""

import json
import re
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from handrail.error import UnreadableInput
from handrail.guard.journal.anchor_tree import leaf_hash, root_with
from handrail.guard.journal.reading import Broken, Scan
from handrail.strict_json import read_bytes, read_json

FORMAT = "handrail.anchor/1"
_HASH = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")


class AnchorKind(StrEnum):
    """What a leaf of the log notes. `deleted` is the last word about a journal: it was there, and was taken away."""

    HEAD = "head"
    END = "end"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Anchor:
    """That a journal had so many entries, of which the last had this hash, at a moment (ISO 8601), and who noted it."""

    kind: AnchorKind
    run: str
    entries: int
    head: str
    at: str
    by: str

    def leaf(self) -> str:
        """As it stands in the log."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=True, separators=(",", ":"))

    @classmethod
    def read(cls, leaf: str) -> "Anchor":
        """From the log. Raises `ValueError` for what is none."""
        return _anchor(read_json(leaf.encode(), "the leaf", exact=False))


@dataclass(frozen=True, slots=True)
class TreeHead:
    """A root of the log's tree, signed; in hexadecimal. `key` is the public key of whoever keeps the log."""

    size: int
    root: str
    at: str
    key: str
    signature: str

    def signed(self) -> bytes:
        """What is signed."""
        return f"handrail.tree-head/1\n{self.size}\n{self.root}\n{self.at}\n".encode()


@dataclass(frozen=True, slots=True)
class AnchorProof:
    """That a leaf is in the tree that has this head."""

    leaf: str
    index: int
    path: tuple[str, ...]
    tree: TreeHead

    def anchor(self) -> Anchor:
        """What it proves, once `check_proof` has found that it does."""
        return Anchor.read(self.leaf)

    def as_json(self) -> dict[str, Any]:
        """For a file."""
        return {"format": FORMAT, **asdict(self)}


def load_proof(file: Path) -> AnchorProof:
    """A proof from a file. Raises `UnreadableInput`."""
    return read_proof(read_json(read_bytes(file), str(file), exact=False), str(file))


def read_proof(raw: object, name: str) -> AnchorProof:
    """A proof from its JSON. Raises `UnreadableInput`."""
    try:
        if not isinstance(raw, dict) or raw["format"] != FORMAT:
            raise UnreadableInput(f"{name}: this is no {FORMAT}; `GET /api/runs/NAME/anchor` gives one")
        tree = raw["tree"]
        head = TreeHead(
            _number(tree["size"]),
            _text(tree["root"], _HASH),
            _text(tree["at"]),
            _text(tree["key"], _HASH),
            _text(tree["signature"], _SIGNATURE),
        )
        path = tuple(_text(digest, _HASH) for digest in raw["path"])
        proof = AnchorProof(_text(raw["leaf"]), _number(raw["index"]), path, head)
        proof.anchor()
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableInput(f"{name}: {error!r}; a proof is as `GET /api/runs/NAME/anchor` gives it") from error
    return proof


def check_proof(proof: AnchorProof, key: str | None = None) -> str | None:
    """Why a proof proves nothing; None if it does.

    `key` is the public key of the log as it was noted before; without it the proof says itself who signed it.
    Raises `MissingExtra` where signatures cannot be checked.
    """
    from handrail.guard.journal.anchor_signature import is_signed

    if key is not None and proof.tree.key != key:
        return f"it was signed with the key {proof.tree.key[:16]}…, and not with {key[:16]}…"
    if not is_signed(proof.tree):
        return "its tree does not have the signature that it says it has"
    path = [bytes.fromhex(digest) for digest in proof.path]
    try:
        found = root_with(leaf_hash(proof.leaf.encode()), proof.index, proof.tree.size, path)
    except UnreadableInput as error:
        return str(error)
    return None if found.hex() == proof.tree.root else "what it says is not in the tree that was signed"


def verify_anchored(path: Path | str, *anchors: Anchor) -> Broken | None:
    """What is missing or other than it was when an anchor was made; None where the journal still has every line.

    The chain itself is what `verify` checks.
    """
    asked = {anchor.entries for anchor in anchors}
    scan = Scan(path)
    hashes = {line.n: line.hash for line in scan if line.n in asked}
    for anchor in sorted(anchors, key=lambda anchor: anchor.entries):
        if anchor.entries not in hashes:
            why = f"it had {anchor.entries} entries at {anchor.at} and has {scan.number}; its tail was cut"
            return Broken(scan.number + 1, why)
        if hashes[anchor.entries] != anchor.head:
            why = f"its hash is another than the one noted at {anchor.at}; the journal was made anew"
            return Broken(anchor.entries, why)
    return None


def _anchor(raw: object) -> Anchor:
    if (
        not isinstance(raw, dict)
        or raw.pop("format", None) != FORMAT
        or set(raw) != {field.name for field in fields(Anchor)}
    ):
        raise ValueError("the leaf is no anchor of a journal")
    datetime.fromisoformat(_text(raw["at"]))
    return Anchor(
        AnchorKind(raw["kind"]),
        _text(raw["run"]),
        _number(raw["entries"]),
        _text(raw["head"], _HASH),
        raw["at"],
        _text(raw["by"]),
    )


def _number(raw: object) -> int:
    if type(raw) is not int or raw < 0:
        raise ValueError(f"{raw!r:.80} is no number of entries")
    return raw


def _text(raw: object, shape: re.Pattern[str] | None = None) -> str:
    if not isinstance(raw, str) or (shape is not None and shape.fullmatch(raw) is None):
        raise ValueError(f"{raw!r:.80} is not what stands there")
    return raw
