"""Why two texts that look alike do not mean the same. Each is one reason, a pure function of two readings."""

from handrail.language.similarity.objections.objection import OBJECTIONS, Objection, first_objection
from handrail.language.similarity.objections.reading import TokenizedText, read_both

__all__ = ["OBJECTIONS", "Objection", "TokenizedText", "first_objection", "read_both"]
