"""Which states of a large app a model is told about: those that the instruction names, then the most likely ones.

A state is named if the words of its name, of one of its variables or of one of its Enum values stand in the instruction
one after another; a named state is never left out, however many there are. The rest is ranked by shared words (rare
words count more), and by MiniLM embeddings where `handrail[similarity]` is installed, both ranks together.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from handrail.encoder.likeness import Embed, Vector, measure_name
from handrail.encoder.words import lists, stems, words_of, words_of_name
from handrail.language.declaration import State, States
from handrail.text.word_forms import stem

MOST_STATES = 60
_SMOOTHING = 60  # of reciprocal ranks; the usual constant, which keeps the first place from deciding alone


@dataclass(frozen=True, slots=True)
class Candidates:
    """The states to tell about in full, in the order of the app, and the names of the others. `how` says by what."""

    states: tuple[State, ...]
    others: tuple[str, ...] = ()
    how: str = "all states"


def candidates(
    states: States,
    instruction: str,
    *,
    most: int = MOST_STATES,
    embed: Embed | None = None,
    used: frozenset[str] = frozenset(),
) -> Candidates:
    """The states that matter; all of them where there are no more than `most`.

    Besides the named ones, those `used` by similar work before are never left out.
    """
    every = tuple(states.values())
    if len(every) <= most:
        return Candidates(every)
    chosen = {state.name for state in every if state.name in used or is_named(state, instruction)}
    for name in _ranked(every, instruction, embed):
        if len(chosen) >= most:
            break
        chosen.add(name)
    return Candidates(
        tuple(state for state in every if state.name in chosen),
        tuple(state.name for state in every if state.name not in chosen),
        measure_name(embed),
    )


def is_named(state: State, instruction: str) -> bool:
    """Whether the instruction names the state, one of its variables or one of its Enum values."""
    said = tuple(map(stem, words_of(instruction)))
    return any(_stands_in(words, said) for words in _names(state))


def _names(state: State) -> Iterable[tuple[str, ...]]:
    yield words_of_name(state.name)
    for variable in state.variables.values():
        yield words_of_name(variable.name)
        for option in variable.options:
            yield words_of(option)


def _stands_in(words: tuple[str, ...], said: tuple[str, ...]) -> bool:
    wanted = tuple(map(stem, words))
    if not wanted or all(word in lists().little for word in words):
        return False
    return any(said[at : at + len(wanted)] == wanted for at in range(len(said) - len(wanted) + 1))


def _ranked(states: Sequence[State], instruction: str, embed: Embed | None) -> list[str]:
    """All names, the likeliest first; equal places in the order of the app."""
    places = [_places(_by_shared_words(states, instruction))]
    wanted = embed(instruction) if embed else None
    if embed and wanted:
        places.append(_places(_by_vectors(states, wanted, embed)))
    score = {
        state.name: sum(1 / (_SMOOTHING + place[state.name]) for place in places if state.name in place)
        for state in states
    }
    return sorted(score, key=lambda name: -score[name])


def _places(scores: Mapping[str, float]) -> dict[str, int]:
    """The place of each name that has any score; equal scores share one."""
    ranks = {score: place for place, score in enumerate(sorted({*scores.values()}, reverse=True))}
    return {name: ranks[score] for name, score in scores.items() if score > 0}


def _by_shared_words(states: Sequence[State], instruction: str) -> dict[str, float]:
    said = stems(words_of(instruction))
    told = {state.name: _stems_of(state) for state in states}
    spread = Counter(word for words in told.values() for word in words)
    weight = {word: log(1 + len(states) / count) for word, count in spread.items()}
    return {
        name: sum(weight[word] for word in sorted(words & said)) / (1 + log(1 + len(words)))
        for name, words in told.items()
    }


def _stems_of(state: State) -> frozenset[str]:
    names = [word for words in _names(state) for word in words]
    described = [state.description, *(variable.description for variable in state.variables.values())]
    return stems((*names, *(word for text in described for word in words_of(text))))


def _by_vectors(states: Sequence[State], wanted: Vector, embed: Embed) -> dict[str, float]:
    from handrail.language.similarity.embeddings import cosine

    def score(state: State) -> float:
        names = " ".join(words_of_name(state.name))
        variables = ", ".join(" ".join(words_of_name(variable)) for variable in state.variables)
        vector = embed(f"{names}: {state.description} {variables}")
        return cosine(wanted, vector) if vector else 0.0

    return {state.name: score(state) for state in states}
