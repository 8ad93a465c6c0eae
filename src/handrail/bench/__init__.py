"""Data sets, tasks and attacks, and the experiments that measure all this on them."""
