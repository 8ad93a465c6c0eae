"""A deed of any kind, by chance."""

from random import Random

from handrail.bench.adversary.deed import Deed
from handrail.bench.adversary.deeds import FAMILIES
from handrail.bench.adversary.left_open import left_open


def some_deed(rng: Random, *, without_model: bool = False) -> Deed:
    """One of any kind."""
    while True:
        deed = rng.choice((*FAMILIES, *(left_open,) * 6))(rng)
        asked = deed.without_model() if without_model else deed
        if asked is not None:
            return asked
