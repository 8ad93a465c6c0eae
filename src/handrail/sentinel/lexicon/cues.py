"""Cues: what a text admits to in several places together, where no single phrase of the lexicon stands for it."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from handrail.error import UnreadableInput
from handrail.sentinel.entity.pattern import compiled
from handrail.sentinel.lexicon.lexicon import Mention, fold

Where: TypeAlias = Literal["request", "typed"]


@dataclass(frozen=True, slots=True)
class Cue:
    """Patterns that must all occur, in any order, and those of which none may."""

    name: str
    concept: str
    of: frozenset[str]
    all: tuple[str, ...]
    unless: tuple[str, ...]

    def mention(self, folded: str) -> Mention | None:
        """The first pattern's match as a mention of the concept, where every one matches."""
        if any(compiled(pattern).search(folded) for pattern in self.unless):
            return None
        matches = [compiled(pattern).search(folded) for pattern in self.all]
        if not all(matches):
            return None
        start, end = matches[0].span()
        return Mention(self.concept, " … ".join(match.group().strip() for match in matches), start, end)


def cued(text: str, where: Where) -> tuple[Mention, ...]:
    """Every cue that a text gives."""
    folded = fold(text)
    found = (cue.mention(folded) for cue in cues() if where in cue.of)
    return tuple(mention for mention in found if mention is not None)


@cache
def cues() -> tuple[Cue, ...]:
    """The cues that come with Handrail; raises `UnreadableInput` with the name of the one that is wrong."""
    import yaml

    text = files("handrail.sentinel.lexicon").joinpath("cues.yaml").read_text("utf-8")
    return tuple(_cue(item) for item in yaml.safe_load(text))


def _cue(item: dict[str, Any]) -> Cue:
    name = str(item.get("name", "?"))
    if item.keys() - {"name", "concept", "of", "all", "unless"} or not item.get("all") or not item.get("of"):
        raise UnreadableInput(f"cues.yaml: `{name}`: a cue has `name`, `concept`, `of`, `all` and may have `unless`")
    return Cue(name, str(item["concept"]), frozenset(item["of"]), tuple(item["all"]), tuple(item.get("unless", ())))
