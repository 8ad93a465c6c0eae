"""Secrets that are made here, shown once, and known from then on by their digest alone."""

import hashlib
import secrets

LONGEST = 200
KEY, INVITATION = "hk_", "hi_"
"""How a key and an invitation begin, so that whoever finds one in a file knows what it is."""


def new_secret(beginning: str = "") -> str:
    """A secret that nobody can guess."""
    return beginning + secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What is kept of a secret. It is of 256 random bits, so a plain digest cannot be turned back by trying."""
    return hashlib.sha256(secret[:LONGEST].encode("utf-8", "replace")).hexdigest()
