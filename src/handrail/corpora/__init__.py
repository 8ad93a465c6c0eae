"""Corpora of any size, made, replayed, judged and scanned by many processes at once."""
