"""The risk board: what detectors found in all runs, and what people say of it."""
