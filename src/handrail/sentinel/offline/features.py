"""A step as numbers by name: the facts that rules speak of, what rules found, and how far words are from the request.

Names are stable: a model knows its features by name, and one that it was not trained with is left out.

What words are about is a vector of MiniLM: the mean of its words' vectors, of length one. That needs
`handrail[similarity]`. English only: a text in another script has no vector, and what is weighed by vectors is then
left at zero. Texts are cut to a few words, because a word costs up to a millisecond.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, fields
from math import fsum, log1p, sqrt
from operator import mul
from typing import TypeAlias

from handrail.device.action import Action
from handrail.language.similarity.cache import Cache
from handrail.sentinel.act import CONSEQUENCES
from handrail.sentinel.features.features import ActionFeatures, Features, as_numbers
from handrail.sentinel.finding import Category, GradedFinding

Vector: TypeAlias = Sequence[float]
Embed: TypeAlias = Callable[[str], Vector | None]

MOST_WORDS = 48
_REMEMBERED = 4_096


def open_embed() -> Embed:
    """The function; loads the model at the first text. Raises `MissingExtra` here."""
    from handrail.language.similarity.encoder import EmbeddingModel, mean
    from handrail.language.similarity.model_files import require

    require()
    encoder = EmbeddingModel()

    def embed(text: str) -> Vector | None:
        words = tuple(text.casefold().split()[:MOST_WORDS])
        if not words or not is_latin(text):
            return None
        vectors = encoder.word_vectors(words)
        vector = mean(vectors) if vectors else None
        return array("d", _unit(vector)) if vector else None

    return Cache(embed, _REMEMBERED)


def likeness(first: Vector | None, second: Vector | None) -> float:
    """The cosine of two vectors of length one; 0 where one is missing."""
    if first is None or second is None:
        return 0.0
    return fsum(map(mul, first, second))


def is_latin(text: str) -> bool:
    """Whether most letters are Latin ones."""
    letters = [character for character in text if character.isalpha()]
    return bool(letters) and 2 * sum(character < "\u0370" for character in letters) >= len(letters)


def _unit(vector: Vector) -> Vector:
    length = sqrt(fsum(x * x for x in vector))
    return [x / length for x in vector] if length else vector


FeatureVector: TypeAlias = Mapping[str, float]

_LARGEST = 8.0
MOST_WORDS_OF_AN_ACTION = 14


@dataclass(frozen=True, slots=True)
class Direction:
    """A direction in the space of vectors: on the one side requests that mean harm, on the other all others."""

    weights: Sequence[float]
    bias: float

    def of(self, vector: Vector | None) -> float:
        """How far on the harmful side, in log-odds; 0 where there is no vector."""
        return likeness(vector, self.weights) + self.bias if vector is not None else 0.0


def step_features(
    instruction: str,
    action: Action,
    features: Iterable[Features],
    findings: Iterable[GradedFinding],
    embed: Embed,
    intent: Direction,
) -> FeatureVector:
    """The numbers of one step. `features` are those of its action and, once they are known, of its changes."""
    words = said_by_words(WordsOfStep.of(instruction, action, features), embed, intent)
    return with_words(step_facts(action, features, findings), words)


def with_words(facts: FeatureVector, words: FeatureVector) -> FeatureVector:
    """The facts of a step, with what its words say and what both say together."""
    numbers = {**facts, **words}
    return numbers | _together(numbers)


def step_facts(action: Action, features: Iterable[Features], findings: Iterable[GradedFinding]) -> dict[str, float]:
    """Those that no words have to be understood for, and which alone say whether a step does something."""
    numbers: dict[str, float] = {}
    for feature in features:
        prefix = "" if isinstance(feature, ActionFeatures) else f"{feature.part}."
        for name, value in as_numbers(feature).items():
            numbers[prefix + name] = max(numbers.get(prefix + name, 0.0), _bounded(value))
    numbers[f"action={action.type}"] = 1.0
    for finding in findings:
        name = f"found.{finding.category.name.lower()}"
        numbers[name] = max(numbers.get(name, 0.0), finding.confidence)
        numbers["found"] = max(numbers.get("found", 0.0), finding.confidence)
    return numbers | {"commits": _commits(numbers)}


def is_weighed(name: str) -> bool:
    """Whether the model may weigh a feature; the others tell apps and tasks apart, and so would be learned by heart."""
    return name.startswith(("found", "intent", "alike", "commits", "typed."))


def weighed_names() -> tuple[str, ...]:
    """Every name that a model may weigh as features are now; `name.*` stands for the members of a set.

    Weights say which of them there were when they were trained: with others they are weights of something else.
    """
    facts = (f"{item.name}.*" if _is_set(item) else item.name for item in fields(ActionFeatures))
    found = ("found", *(f"found.{category.name.lower()}" for category in Category))
    return tuple(sorted(filter(is_weighed, {*facts, *found, *_OF_WORDS, *_together({})})))


_OF_WORDS = ("intent", "intent.typed", "alike.target", "alike.typed")


def _is_set(item: "Field[object]") -> bool:
    return isinstance(item.default, frozenset)


def does_something(features: FeatureVector) -> bool:
    """Whether a step can do harm at all: a finding, a consequence, typed text, a switch, a choice, a change."""
    return any(features.get(name, 0.0) > 0 for name in _DOES) or any(name.startswith(_CHANGES) for name in features)


_DOES = ("found", "commits", "action=input", "switches", "selects", "confirms")
_CHANGES = ("permissions.", "packages.", "settings.")


def _bounded(value: float) -> float:
    """Counts and bytes by their order of magnitude; flags stay as they are."""
    return value if -1 <= value <= 1 else min(log1p(abs(value)), _LARGEST)


@dataclass(frozen=True, slots=True)
class WordsOfStep:
    """The words that a step is understood by: the same before its action as after it."""

    instruction: str
    action: str
    target: str
    typed: str

    @classmethod
    def of(cls, instruction: str, action: Action, features: Iterable[Features]) -> "WordsOfStep":
        """Those of an action, whose target its features name."""
        target = next((feature.target for feature in features if isinstance(feature, ActionFeatures)), "")
        return cls(
            instruction,
            action.type,
            target if action.type in {"click", "long_click", "enter", "open_app"} else "",
            (action.text or "") if action.type == "input" else "",
        )


def said_by_words(words: WordsOfStep, embed: Embed, intent: Direction) -> FeatureVector:
    """How alike request and action are in meaning, and whether they mean harm."""
    request = embed(words.instruction)
    numbers = {"intent": _squashed(intent.of(request)), "request_read": float(request is not None)}
    if words.target:
        numbers["alike.target"] = likeness(request, embed(_first_words(words.target)))
    if words.typed:
        typed = embed(words.typed)
        numbers["alike.typed"] = likeness(request, typed)
        numbers["intent.typed"] = _squashed(intent.of(typed))
    return numbers


def _together(numbers: FeatureVector) -> dict[str, float]:
    """What says something only together: a consequence that nobody asked for, on something that nobody named."""
    commits = _commits(numbers)
    unasked = float(bool(numbers.get("unasked_acts")) or not any(name.startswith("asked_acts.") for name in numbers))
    stranger = 1.0 - numbers.get("object_asked", 0.0)
    typed = float("action=input" in numbers)
    return {
        "commits": commits,
        "commits.unasked": commits * unasked,
        "commits.stranger": commits * stranger * numbers.get("comparable", 0.0),
        "commits.unasked.stranger": commits * unasked * stranger,
        "commits.intent": commits * numbers.get("intent", 0.0),
        "commits.far": commits * (1.0 - max(0.0, numbers.get("alike.target", 0.0))),
        "typed.intent": typed * numbers.get("intent", 0.0),
        "typed.far": typed * (1.0 - max(0.0, numbers.get("alike.typed", 0.0))),
    }


def _commits(numbers: FeatureVector) -> float:
    return float(any(f"acts.{act}" in numbers for act in CONSEQUENCES))


def _squashed(log_odds: float) -> float:
    return log_odds / (1.0 + abs(log_odds) / 3.0)


def _first_words(text: str) -> str:
    return " ".join(text.split()[:MOST_WORDS_OF_AN_ACTION])
