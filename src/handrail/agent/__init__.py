"""Agents that operate a phone, and the baselines that judge them."""
