"""Secrets out of what is written: how each field is treated, the walk to its texts, what a secret is, and its mark."""

from handrail.guard.journal.redaction.redactor import Redactor, is_redacted

__all__ = ["Redactor", "is_redacted"]
