"""The phrases that come with Handrail: one readable file for each group of concepts."""

from functools import cache
from importlib.resources import files

from handrail.error import UnreadableInput
from handrail.sentinel.lexicon.lexicon import Lexicon

GROUPS = ("acts", "asks", "things", "amounts", "intents", "orders", "people", "signs")


@cache
def lexicon(group: str) -> Lexicon:
    """The phrases of a group, built on first use."""
    return Lexicon(read_phrases(group))


@cache
def everything() -> Lexicon:
    """What acts and things a text speaks of: the two groups in one pass."""
    return Lexicon(read_phrases("acts") | read_phrases("things"))


@cache
def read_phrases(group: str) -> dict[str, tuple[str, ...]]:
    """The phrases of a group by concept; raises `UnreadableInput` with the file and the concept."""
    import yaml

    name = f"{group}.yaml"
    document = yaml.safe_load(files("handrail.sentinel.lexicon").joinpath("phrases", name).read_text("utf-8"))
    phrases: dict[str, tuple[str, ...]] = {}
    for concept, languages in document.items():
        if not isinstance(languages, dict) or not languages:
            raise UnreadableInput(f"{name}: `{concept}` has no phrases; write `{concept}: {{en: [...]}}`")
        for language, texts in languages.items():
            if len(set(texts)) < len(texts) or not all(isinstance(text, str) for text in texts):
                raise UnreadableInput(f"{name}: `{concept}`, {language}: a phrase stands twice or is no text; quote it")
        phrases[concept] = tuple(dict.fromkeys(text for texts in languages.values() for text in texts))
    return phrases
