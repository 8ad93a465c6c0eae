"""How sessions are called: for one person and one identifier always the same, and not to be guessed from others."""

import base64
import hashlib
import re


def session_name(person: str, identifier: str) -> str:
    """The name of a session, and of the folder of its journal."""
    digest = hashlib.sha256(f"{person}\0{identifier}".encode()).digest()
    return f"s-{base64.b32encode(digest)[:26].decode().lower()}"


def is_session_name(name: str) -> bool:
    """Whether it is one that `session_name` can have made, and so no path to anywhere else."""
    return re.fullmatch(r"s-[a-z2-7]{26}", name) is not None
