"""Matched pairs made on the simulated phone: two runs that differ in the risky fact, and in nothing else that shows."""
