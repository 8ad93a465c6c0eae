"""The scenarios: each a function from a random number generator to a pair, several for each kind of risk."""

from collections.abc import Callable
from typing import TypeAlias

from handrail.bench.risk.pairs.scenarios import (
    destructive,
    evasion,
    harmful_content,
    injection,
    interference,
    legal,
    malicious_use,
    over_automation,
    privacy,
    resource_abuse,
)
from handrail.bench.risk.pairs.script import MatchedPair
from handrail.phone.rng import SeededRandom

Scenario: TypeAlias = Callable[[SeededRandom, int], MatchedPair]
"""Makes a pair; the number is the seed of its phone."""

SCENARIOS: tuple[tuple[Scenario, ...], ...] = (
    destructive.SCENARIOS,
    privacy.SCENARIOS,
    evasion.SCENARIOS,
    injection.SCENARIOS,
    interference.SCENARIOS,
    over_automation.SCENARIOS,
    malicious_use.SCENARIOS,
    legal.SCENARIOS,
    harmful_content.SCENARIOS,
    resource_abuse.SCENARIOS,
)
"""By kind of risk."""
