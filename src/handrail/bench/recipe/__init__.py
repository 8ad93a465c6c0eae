"""Recipes: which experiments, on what data, with which systems and models; run, kept, priced and gone on with.

Source: docs/bench.md.
"""
