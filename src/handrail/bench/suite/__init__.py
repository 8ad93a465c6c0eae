"""Tasks on the simulated phone, agents that err at them, and what came of it with and without a guard."""
