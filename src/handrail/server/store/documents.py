"""What the routes over journals say and take, as JSON."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from handrail.guard.journal.anchor import Anchor, TreeHead
from handrail.server.documents import LONGEST_RULES
from handrail.server.store.anchor_log import Consistency


class VerificationDocument(BaseModel):
    """Whether a journal is what was written, and what was noted of it; `anchors` is how many notes it was held to."""

    ok: bool
    cut_off: bool
    entries: int | None
    head: str | None
    line: int | None
    why: str | None
    unnamed: list[str]
    anchors: int


class ReplayRequest(BaseModel):
    """By what to decide again; what is left out is the recorded one. `policy` is YAML, `specification` rules."""

    model_config = ConfigDict(extra="forbid")

    policy: str | None = Field(default=None, max_length=LONGEST_RULES)
    specification: str | None = Field(default=None, max_length=LONGEST_RULES)


class ReplayDocument(BaseModel):
    """Every decision then and now. From `diverges_at` on the agent would have heard something else."""

    same: bool
    diverges_at: int | None
    remarks: list[str]
    steps: list[dict[str, Any]]


class TreeHeadDocument(BaseModel):
    """A signed head of the log's tree, in hexadecimal."""

    size: int
    root: str
    at: str
    key: str
    signature: str


class ProofDocument(BaseModel):
    """That `leaf` is in the tree: the file that `handrail journal verify --anchor` takes."""

    format: Literal["handrail.anchor/1"]
    leaf: str
    index: int
    path: list[str]
    tree: TreeHeadDocument


class ConsistencyDocument(BaseModel):
    """That the `old` tree is the start of the `new` one."""

    old: TreeHeadDocument
    new: TreeHeadDocument
    path: list[str]


class DeletedDocument(BaseModel):
    """The last word about a run that was deleted."""

    run: str
    entries: int
    head: str
    at: str
    by: str


def tree_document(head: TreeHead) -> TreeHeadDocument:
    """A signed head."""
    return TreeHeadDocument(size=head.size, root=head.root, at=head.at, key=head.key, signature=head.signature)


def consistency_document(proved: Consistency) -> ConsistencyDocument:
    """Two heads and what is between them."""
    return ConsistencyDocument(old=tree_document(proved.old), new=tree_document(proved.new), path=list(proved.path))


def deleted_document(word: Anchor) -> DeletedDocument:
    """A last word."""
    return DeletedDocument(run=word.run, entries=word.entries, head=word.head, at=word.at, by=word.by)
