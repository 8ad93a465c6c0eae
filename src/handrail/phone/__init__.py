"""The simulated Android phone: pure state, seeded, without I/O; endpoints and pictures are built on it."""
