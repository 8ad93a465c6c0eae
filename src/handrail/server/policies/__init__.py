"""Policies: the server's own, version by version, what is wrong with one, and what it does.

What another one would have decided, a run's replay says.
"""
