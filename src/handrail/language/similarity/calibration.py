"""The pairs of texts by which similarities are tuned and measured: `calibration.json`.

The objections and their cut were tuned on the development half only. The other half was split off beforehand, by chance
and group by group; the pairs written afterwards came when everything was settled.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from handrail.language.normal_form import normal_form
from handrail.language.similarity.measure import Similarity

Half: TypeAlias = Literal["development", "held_out", "afterwards"]
HALVES: tuple[Half, ...] = ("development", "held_out", "afterwards")


@dataclass(frozen=True, slots=True)
class TextPair:
    """Two texts as a person would write them, and whether `~=` should hold between them."""

    wanted: str
    found: str
    group: str
    should_match: bool


@dataclass(frozen=True, slots=True)
class Error:
    """How often a similarity was wrong about some pairs: it accepted what differs, or rejected what means the same."""

    accepted: int
    should_differ: int
    rejected: int
    should_match: int


def pairs(half: Half) -> Iterator[TextPair]:
    """The pairs of one half, group by group."""
    for group, content in _file()[half].items():
        for wanted, found in content["pairs"]:
            yield TextPair(wanted, found, group, content["expect"] == "match")


def matches(similarity: Similarity, pair: TextPair, threshold: float) -> bool:
    """What `~=` says about a pair."""
    return similarity.matches(normal_form(pair.wanted), normal_form(pair.found), threshold)


def error(judged: list[tuple[TextPair, bool]]) -> Error:
    """Count the wrong answers among some pairs and what was said about them."""
    return Error(
        accepted=sum(said and not pair.should_match for pair, said in judged),
        should_differ=sum(not pair.should_match for pair, _ in judged),
        rejected=sum(pair.should_match and not said for pair, said in judged),
        should_match=sum(pair.should_match for pair, _ in judged),
    )


@cache
def _file() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(files(__package__).joinpath("calibration.json").read_text("utf-8"))
    return content
