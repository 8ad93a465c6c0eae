"""Policies at the page: what is wrong with one, and what it does. What it would have decided, a run's replay says."""
