"""Decisions about updates alone, for programs that keep the device and the loop: no screen, no guard, and very fast."""
