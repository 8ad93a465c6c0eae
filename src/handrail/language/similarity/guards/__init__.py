"""Why two texts that look alike do not mean the same. Each guard is one reason and a pure function of two readings."""

from handrail.language.similarity.guards.guard import GUARDS, MatchGuard, first_objection
from handrail.language.similarity.guards.reading import Reading, read_both

__all__ = ["GUARDS", "MatchGuard", "Reading", "first_objection", "read_both"]
