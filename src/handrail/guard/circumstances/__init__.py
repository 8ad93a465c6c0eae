"""What the guard finds about an action on top of the language's verdict: conditions with names.

A policy decides what follows. Pure, from the monitor's grounds and the word of the models. Source: docs/guard.md.
"""
