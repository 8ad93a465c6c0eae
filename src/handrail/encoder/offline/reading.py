"""One clause as the linker sees it: which of its words carry weight, and which name a value."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from difflib import SequenceMatcher
from importlib import import_module
from typing import Any

from handrail.encoder.offline.clause import Clause, ClauseRole
from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.schema import AppNames
from handrail.encoder.offline.tokens import Token, ValueKind, ValueMention, WordForms, form
from handrail.encoder.offline.values import ENDS_NAME
from handrail.language.operators import Operator
from handrail.language.similarity.cache import Cache
from handrail.language.similarity.encoder import EmbeddingModel
from handrail.language.similarity.model_files import require
from handrail.language.similarity.objections.lexicon import is_ordinary, kinds_of
from handrail.language.similarity.tokenizer import cut
from handrail.text.verb_kinds import same_kind

VALUE_WEIGHT, NAME_WEIGHT, WORD_WEIGHT, LIGHT_WEIGHT, VERB_WEIGHT = 2.0, 1.4, 1.0, 0.35, 0.5
ACT_WEIGHT = 0.8
SAME_KIND = 0.55  # how much `send` says `transfer`
LIKE = 0.8  # how much `looks` says `theme`
CLASSIFIER_WEIGHT = 0.4  # of `song` in `the song "Yesterday"`
BECOMES = 0.85  # how much `start` says `running`


# How alike two words are: by their spelling, or in meaning by the embeddings of a small language model.
#
# The model is all-MiniLM-L6-v2 with the weights of `handrail[similarity]` (docs/similarity.md). A text is embedded
# once and remembered; loading takes 0.3 s, a new text 3 to 9 ms.


SAME_BASE, SAME_STEM, MISSPELT = 0.9, 0.75, 0.8
ALIKE_FROM, ALIKE_TO = 0.5, 0.9  # the cosines that count as hardly and as fully alike
ALIKE_LEAST, ALIKE_MOST = 0.25, 0.6  # and what they count for
LONGEST = 60  # words of a text that is embedded


class Embeddings:
    """Embeddings of words and phrases. Raises `MissingExtra` if the extra is not installed."""

    def __init__(self, cache_size: int = 8192) -> None:
        require()
        self._encoder = EmbeddingModel()
        self._vector: Cache[str, Any] = Cache(self._embed, cache_size)

    def vector(self, text: str) -> Any:
        """The direction of a text, of length 1."""
        return self._vector(text)

    def matrix(self, texts: Sequence[str]) -> Any:
        """The directions of some texts, a row each."""
        numpy = import_module("numpy")
        return numpy.array([self.vector(text) for text in texts]) if texts else numpy.zeros((0, 384))

    def _embed(self, text: str) -> Any:
        numpy = import_module("numpy")
        words = text.split()[:LONGEST]
        vector = numpy.array(self._encoder.rows(cut(words).numbers)).mean(axis=0)
        return vector / (numpy.linalg.norm(vector) or 1.0)


class Neighbours:
    """The words and states of one app, and which of them a word or a clause is like."""

    def __init__(self, meaning: Embeddings, schema: AppNames) -> None:
        self._meaning = meaning
        self._words = tuple(sorted(schema.vocabulary))
        self._matrix = meaning.matrix(self._words)
        self._states = tuple(state.state.name for state in schema.states)
        self._in_words = meaning.matrix([state.in_words for state in schema.states])

    def alike(self, first: str, other: str) -> float:
        """How near two texts are in meaning, as a cosine."""
        return float(self._meaning.vector(first) @ self._meaning.vector(other))

    def states(self, phrase: str) -> Mapping[str, float]:
        """How near each state is to a phrase in meaning, as a cosine."""
        cosines = self._in_words @ self._meaning.vector(phrase)
        return {name: round(float(cosine), 3) for name, cosine in zip(self._states, cosines, strict=True)}

    def of(self, word: str) -> Mapping[str, float]:
        """The words of the app that are alike in meaning, and how much they count."""
        if not self._words:
            return {}
        cosines = self._matrix @ self._meaning.vector(word)
        near = [(other, round(float(cosine), 3)) for other, cosine in zip(self._words, cosines, strict=True)]
        kinds = kinds_of(word)
        return {
            other: _counts(cosine)
            for other, cosine in near
            if cosine >= ALIKE_FROM and (other == word or kinds.isdisjoint(kinds_of(other)))
        }


def _counts(cosine: float) -> float:
    share = min(1.0, (cosine - ALIKE_FROM) / (ALIKE_TO - ALIKE_FROM))
    return ALIKE_LEAST + share * (ALIKE_MOST - ALIKE_LEAST)


def _likeness(word: WordForms, name: WordForms, near: Mapping[str, float]) -> float:
    """How much a word of the instruction says a word of a name; `near` are the neighbours of the former."""
    if word.surface == name.surface:
        return 1.0
    if word.base == name.base:
        return SAME_BASE
    if word.root == name.root and len(word.root) > 2:
        return SAME_STEM
    if _is_misspelt(word.surface, name.surface):
        return MISSPELT
    return near.get(name.base, 0.0)


def _is_misspelt(word: str, name: str) -> bool:
    """One or two letters apart, and no word of its own."""
    if min(len(word), len(name)) < 5 or abs(len(word) - len(name)) > 2 or word[0] != name[0]:
        return False
    if is_ordinary(word):
        return False
    return SequenceMatcher(None, word, name, autojunk=False).ratio() >= 0.8


# What one clause says.


@dataclass(frozen=True, slots=True)
class Content:
    """A word that carries weight, by its position in the instruction."""

    position: int
    word: WordForms
    weight: float
    near: Mapping[str, float]
    is_value: bool
    is_name: bool
    classifies: bool = False
    acts: bool = False
    known: dict[str, float] = field(default_factory=dict, compare=False, repr=False)

    def like(self, name: WordForms) -> float:
        """How much it says a word of a name, 0 to 1; remembered, for the same names are asked for again and again."""
        found = self.known.get(name.surface)
        if found is None:
            found = self.known[name.surface] = self._like(name)
        return found

    def _like(self, name: WordForms) -> float:
        if name.surface in grammar().becomes.get(self.word.surface, ()):
            return BECOMES
        if name.surface in grammar().like.get(self.word.surface, ()):
            return LIKE
        if self.acts and name.surface in grammar().roles["from"] | grammar().roles["to"]:
            return 0.0  # to `send` says nothing about the sender
        alike = SAME_KIND if self.acts and same_kind(self.word.surface, name.surface) else 0.0
        return max(alike, _likeness(self.word, name, self.near))


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """The words and values of a clause; `little` are the words without weight, as `very` in `very high`.

    `near` says how near each state of the app is to the clause in meaning, `alike` how near two texts are.
    """

    clause: Clause
    instruction: str
    tokens: tuple[Token, ...]
    contents: tuple[Content, ...]
    little: tuple[Content, ...]
    mentions: tuple[ValueMention, ...]
    today: date
    near: Mapping[str, float]
    alike: Callable[[str, str], float] = field(compare=False, repr=False)

    @property
    def weight(self) -> float:
        """All the weight of the clause."""
        return sum(content.weight for content in self.contents)

    @property
    def phrase(self) -> str:
        """The clause, verbatim."""
        positions = self.clause.positions
        return self.words(positions[0], positions[-1] + 1) if positions else ""

    def words(self, first: int, last: int) -> str:
        """The tokens from one position up to another, verbatim."""
        return self.instruction[self.tokens[first].start : self.tokens[last - 1].end]


def read_clause(
    clause: Clause,
    instruction: str,
    tokens: tuple[Token, ...],
    values: Sequence[ValueMention],
    neighbours: Neighbours,
    schema: AppNames,
    today: date,
) -> ClauseReading:
    """Weigh the words of a clause."""
    inside = frozenset(clause.positions)
    mentions = tuple(mention for mention in values if any(mention.covers(p) for p in inside))
    with_numbers = tuple(_with_numbers(clause, instruction, tokens, mentions, schema))
    mentions = tuple(mention for mention in mentions if not any(name.covers(mention.first) for name in with_numbers))
    mentions += with_numbers
    mentions += tuple(_said_to_be(clause, instruction, tokens, mentions, schema))
    mentions += tuple(_called(clause, instruction, tokens, mentions, schema))
    found = [_content(clause, tokens, mentions, position, neighbours, schema) for position in clause.positions]
    contents = _written_together([content for content in found if content is not None], neighbours, schema)
    heavy = tuple(content for content in contents if content.weight > 0)
    little = tuple(content for content in contents if content.weight == 0)
    near = neighbours.states(" ".join(tokens[position].text for position in clause.positions))
    return ClauseReading(clause, instruction, tokens, heavy, little, mentions, today, near, neighbours.alike)


def _content(
    clause: Clause,
    tokens: tuple[Token, ...],
    mentions: Sequence[ValueMention],
    position: int,
    neighbours: Neighbours,
    schema: AppNames,
) -> Content | None:
    token, words = tokens[position], grammar()
    if token.kind == "mark":
        return None
    mention = next((mention for mention in mentions if mention.covers(position)), None)
    word = form(_affirmed(token, clause))
    if mention is not None:
        weight = VALUE_WEIGHT / sum(tokens[p].kind != "mark" for p in range(mention.first, mention.last))
        near = neighbours.of(word.base) if mention.kind is ValueKind.TEXT else {}
        return Content(position, word, weight, near, is_value=True, is_name=True)
    if token.lower in words.stop and token.lower != clause.verb:
        return Content(position, word, 0.0, {}, is_value=False, is_name=False)
    first = position == 0 or tokens[position - 1].text in ".!?;"
    is_name = token.is_capitalised and not first
    acts = False
    if token.lower == clause.verb:
        if not clause.tells and (token.lower in words.plain_verbs or word.base not in schema.vocabulary):
            return Content(position, word, 0.0, {}, is_value=False, is_name=False)
        weight = ACT_WEIGHT if clause.verb_class is VerbClass.ACT else VERB_WEIGHT
        acts = clause.verb_class is VerbClass.ACT
    elif not is_name and any(mention.first == position + 1 and mention.kind is ValueKind.TEXT for mention in mentions):
        return Content(position, word, CLASSIFIER_WEIGHT, neighbours.of(word.base), False, is_name, classifies=True)
    elif is_name:
        weight = NAME_WEIGHT
    elif token.lower in words.light or word.surface in words.light:
        weight = LIGHT_WEIGHT
    else:
        weight = WORD_WEIGHT
    near = neighbours.of(word.base)
    if _is_foreign(clause, token, word, near, schema):
        return Content(position, word, NAME_WEIGHT, near, is_value=False, is_name=True)
    return Content(position, word, weight, near, is_value=False, is_name=is_name, acts=acts)


def _is_foreign(clause: Clause, token: Token, word: WordForms, near: Mapping[str, float], schema: AppNames) -> bool:
    """Whether a word that an app does not use must be a name: what else is there to `play`, to `follow`?"""
    words = grammar()
    asks = clause.is_(VerbClass.ACT, VerbClass.CREATE, VerbClass.REMOVE) or clause.role is ClauseRole.CONDITION
    if not asks or token.lower == clause.verb or near:
        return False
    alike = words.like.get(word.surface, frozenset()) | words.becomes.get(word.surface, frozenset())
    known = word.base in schema.rarity or word.surface in schema.surfaces or word.root in schema.roots
    return (
        not known
        and not is_ordinary(word.base)
        and not alike & schema.surfaces
        and word.surface not in words.light | words.things | words.verbs.keys()
    )


def _called(
    clause: Clause, instruction: str, tokens: tuple[Token, ...], mentions: Sequence[ValueMention], schema: AppNames
) -> Iterator[ValueMention]:
    """Names without quotation marks, right after what they name: `Nasa` of `like the page nasa`."""
    words = grammar()
    if clause.verb_class is None or clause.is_(VerbClass.SET):
        return
    for thing in clause.positions:
        noun = form(tokens[thing].lower)
        before = tokens[thing - 1] if thing else None
        part_of_name = thing > 0 and tokens[thing].is_capitalised
        if (
            noun.surface not in words.things
            or tokens[thing].quote
            or part_of_name
            or (before and before.lower in _AFTER_WHICH_NO_NAME)
        ):
            continue
        first = last = thing + 1
        while last in clause.positions and _may_be_called(tokens[last], mentions, last, schema):
            last += 1
        if last > first:
            text = instruction[tokens[first].start : tokens[last - 1].end]
            yield ValueMention(ValueKind.TEXT, text, first, last)


def _with_numbers(
    clause: Clause, instruction: str, tokens: tuple[Token, ...], mentions: Sequence[ValueMention], schema: AppNames
) -> Iterator[ValueMention]:
    """Names that a number is part of: `Visa 4242`, `12 Elm Road`. A number with a unit is an amount."""
    for mention in mentions:
        if mention.kind is not ValueKind.NUMBER or mention.unit or mention.operator is not Operator.EQUAL:
            continue
        first, last = mention.first, mention.last
        while first - 1 in clause.positions[1:] and _is_part_of_name(tokens[first - 1], schema):
            first -= 1
        while last in clause.positions and tokens[last].is_capitalised and not tokens[last].is_quoted:
            last += 1
        is_street = last > mention.last and tokens[last - 1].lower in grammar().streets
        is_given = clause.verb in grammar().giving and tokens[first - 1].lower == clause.verb  # `pay Lena 12`
        if (first < mention.first and tokens[mention.first].text.isdigit() and not is_given) or is_street:
            last = last if is_street else mention.last
            text = instruction[tokens[first].start : tokens[last - 1].end]
            yield ValueMention(ValueKind.TEXT, text, first, last)


def _is_part_of_name(token: Token, schema: AppNames) -> bool:
    word = form(token.lower)
    return token.is_capitalised and not token.is_quoted and word.base not in schema.rarity


def _said_to_be(
    clause: Clause, instruction: str, tokens: tuple[Token, ...], mentions: Sequence[ValueMention], schema: AppNames
) -> Iterator[ValueMention]:
    """What follows a word of the app after `with`: `Invoice` of `with the subject Invoice`."""
    for at in clause.positions:
        before = next((p for p in range(at - 1, -1, -1) if tokens[p].lower not in ("the", "a", "an")), at)
        with_before = any(tokens[p].lower == "with" for p in clause.positions if p < before)
        follows = tokens[before].lower == "with" or (tokens[before].lower == "and" and with_before)
        if not follows or not schema.names(form(tokens[at].lower)):
            continue
        first = last = at + 1
        if first < len(tokens) and tokens[first].lower in grammar().stop:
            continue  # `with a rating of 4`
        while last in clause.positions and tokens[last].kind != "mark" and tokens[last].lower not in ENDS_NAME:
            last += 1
        if last > first and not any(mention.first < last and first < mention.last for mention in mentions):
            yield ValueMention(ValueKind.TEXT, instruction[tokens[first].start : tokens[last - 1].end], first, last)


def _may_be_called(token: Token, mentions: Sequence[ValueMention], position: int, schema: AppNames) -> bool:
    words, word = grammar(), form(token.lower)
    if token.kind == "mark" or token.lower in words.stop or any(mention.covers(position) for mention in mentions):
        return False
    if token.is_capitalised:
        return True
    known = word.base in schema.rarity or word.surface in schema.surfaces
    return not known and word.surface not in words.light and word.surface not in words.things


_AFTER_WHICH_NO_NAME = frozenset(("no", "every", "all"))


def _written_together(contents: list[Content], neighbours: Neighbours, schema: AppNames) -> list[Content]:
    """`wi-fi` where the app has `wifi`: two words as the first of them, the other without weight."""
    joined: list[Content] = []
    for content in contents:
        before = joined[-1] if joined else None
        together = form(before.word.surface + content.word.surface) if before else None
        if (
            before is not None
            and together is not None
            and content.position - before.position <= 2
            and together.surface in schema.surfaces
            and not (before.word.surface in schema.surfaces and content.word.surface in schema.surfaces)
        ):
            weight = max(before.weight, content.weight)
            near = neighbours.of(together.base)
            joined[-1] = replace(before, word=together, weight=weight, near=near, known={})
        else:
            joined.append(content)
    return joined


def _affirmed(token: Token, clause: Clause) -> str:
    """`unlock` as `lock`, `leave` as `join`: the clause knows that it is denied."""
    lower = token.lower
    if lower != clause.verb or clause.positive is not False:
        return lower
    if lower in grammar().antonyms:
        return grammar().antonyms[lower]
    rest = lower.removeprefix("un")
    return rest if rest in grammar().verbs else lower
