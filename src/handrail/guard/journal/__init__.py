"""The record of a run: append-only, hash-chained, and redacted where it is written."""
