"""Probabilities as log-odds, so that independent evidence adds up."""

from math import exp, log

MOST = 0.99
"""No single opinion or rule is taken for surer than this."""


def log_odds(probability: float) -> float:
    """The log-odds of a probability, which is first kept away from 0 and 1."""
    kept = min(max(probability, 1 - MOST), MOST)
    return log(kept / (1 - kept))


def probability(log_odds_: float) -> float:
    """The probability of log-odds."""
    if log_odds_ >= 0:
        return 1 / (1 + exp(-log_odds_))
    odds = exp(log_odds_)
    return odds / (1 + odds)
