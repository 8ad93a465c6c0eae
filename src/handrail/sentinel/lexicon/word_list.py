"""The plain lists of words that come with Handrail."""

from functools import cache
from importlib.resources import files


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of a list, of all languages together."""
    return frozenset(word for words in _lists()[name].values() for word in words)


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    import yaml

    text = files("handrail.sentinel.lexicon").joinpath("words.yaml").read_text("utf-8")
    return dict(yaml.safe_load(text))
