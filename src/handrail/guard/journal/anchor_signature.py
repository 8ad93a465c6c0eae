"""The signature under the head of a log's tree, by Ed25519, and the key for it in a file of its owner's alone."""

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from handrail.error import MissingExtra, UnreadableInput, install_line
from handrail.guard.journal.anchor import TreeHead

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
except ModuleNotFoundError as error:
    raise MissingExtra(f"signatures of anchors need cryptography: {install_line('handrail[server]')}") from error

_OWNER_ONLY = 0o600


@dataclass(frozen=True, slots=True)
class Signer:
    """Whoever keeps a log."""

    private: Ed25519PrivateKey

    @property
    def key(self) -> str:
        """The public key, for whoever checks: note it where nobody who may write the runs can write."""
        return self.private.public_key().public_bytes_raw().hex()

    def signed(self, size: int, root: str, at: str) -> TreeHead:
        """A head of the tree with its signature."""
        head = TreeHead(size, root, at, self.key, "")
        return replace(head, signature=self.private.sign(head.signed()).hex())


def load_signer(file: Path) -> Signer:
    """The key in a file, or a new one put there, the same for all who ask at once. Raises `UnreadableInput`."""
    made = file.with_name(f"{file.name}.{os.getpid()}.{os.urandom(4).hex()}")
    if not file.exists():
        descriptor = os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as written:
            written.write(Ed25519PrivateKey.generate().private_bytes_raw())
            written.flush()
            os.fsync(descriptor)
        with suppress(FileExistsError):
            os.link(made, file)
        made.unlink()
    try:
        return Signer(Ed25519PrivateKey.from_private_bytes(file.read_bytes()))
    except ValueError as error:
        raise UnreadableInput(
            f"{file}: a key of a log has 32 bytes, and this is none; put back the one it was"
        ) from error


def is_signed(head: TreeHead) -> bool:
    """Whether whoever has the private part of its key has signed this head."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(head.key))
        public.verify(bytes.fromhex(head.signature), head.signed())
    except (InvalidSignature, ValueError):
        return False
    return True
