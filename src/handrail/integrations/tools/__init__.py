"""Calls of named tools, whatever makes them: what each means for a phone, and the one way through the guard."""
