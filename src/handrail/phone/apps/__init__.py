"""The apps of the simulated phone, one file each."""
