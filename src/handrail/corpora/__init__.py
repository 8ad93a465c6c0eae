"""Corpora of any size: made, replayed, judged and scanned by many processes, with the same result each time."""
