"""Numbers in English words. Who reads more into them (`half`, `both`, `top`) adds that beside."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_ORDINAL_ONES = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"

CARDINALS: Final[Mapping[str, int]] = MappingProxyType(
    {word: number for number, word in enumerate(f"{_ONES} seventeen eighteen nineteen".split())}
    | {word: 10 * number for number, word in enumerate(_TENS.split(), 2)}
)
"""`zero` to `twenty`, and the tens."""

ORDINALS: Final[Mapping[str, int]] = MappingProxyType(
    {word: number for number, word in enumerate(_ORDINAL_ONES.split(), 1)} | {"thirtieth": 30}
)
"""`first` to `twentieth`, and `thirtieth`."""

MULTIPLIERS: Final[Mapping[str, int]] = MappingProxyType(
    {"dozen": 12, "hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
)
"""What a number before it is multiplied with."""
