"""A simulated Android phone for tests, demos and measurements: pure state, seeded, without I/O."""
