"""What the user asked for, read by whoever can: the accepted rules, a model, or words alone."""

from handrail.sentinel.intent.intent import Intent, Purpose, Reader, Scope
from handrail.sentinel.intent.specification import read_specification
from handrail.sentinel.intent.words import read_words

__all__ = ["Intent", "Purpose", "Reader", "Scope", "read_specification", "read_words"]
