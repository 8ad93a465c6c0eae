"""The version of the program that encodes, to the letter: what was kept from another version is asked again."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

ROOMS = ("language", "app", "llm", "encoder")
"""What the encoder is made of; prompts, word lists and weights included."""


@cache
def program_digest() -> str:
    """SHA-256 over the files of those rooms."""
    digest = sha256()
    for room in ROOMS:
        for name, file in _files(files("handrail").joinpath(room), room):
            digest.update(f"{name}\n".encode())
            digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _files(folder: Traversable, place: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        name = f"{place}/{one.name}"
        if one.is_dir():
            found += [] if one.name == "__pycache__" else _files(one, name)
        else:
            found.append((name, one))
    return found
