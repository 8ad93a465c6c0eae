"""Sensitive values in a text: cards, accounts, codes, passwords, keys, addresses; validated, in linear time."""

from handrail.sentinel.entity.entity import NO_CONTEXT, SECRET, Context, Entity, EntityKind
from handrail.sentinel.entity.find import find, mark, redact

__all__ = ["NO_CONTEXT", "SECRET", "Context", "Entity", "EntityKind", "find", "mark", "redact"]
