"""The names that an instruction gives without quotation marks: of people, places, works. No model is asked.

A name is what is written with a capital letter where no sentence begins, and is no word of the app's own. Where common
nouns are written so as well, as in German, or all words, a capital letter says nothing and no names are told.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from handrail.encoder.grounding import GroundedInstruction
from handrail.encoder.instruction_values import InstructionValue, Quotation
from handrail.encoder.offline.clause import class_of_verb
from handrail.encoder.words import lists, words_of, words_of_name
from handrail.language.declaration import State
from handrail.text.word_forms import stem

_GERMAN = frozenset(
    (
        *("der", "die", "das", "dem", "ein", "eine", "einen", "einem", "einer", "meine", "meinen", "und", "für"),
        *("mit", "auf", "zum", "zur", "ich", "bitte", "nicht"),
    )
)
TITLE = 5  # words that are all capitalised, from which on nobody can say which of them are names


def given_names(said: GroundedInstruction, app: str, states: Iterable[State]) -> Iterator[InstructionValue]:
    """Every name, left to right; none overlaps another value of the instruction."""
    words = list(_word().finditer(said.text))
    is_title = len(words) >= TITLE and all(word[0][0].isupper() for word in words)
    if is_title or not _GERMAN.isdisjoint(said.words):
        return
    own = _own_words(app, states)
    run: list[re.Match[str]] = []
    for word in words:
        if _is_name(word, said, own) and (not run or not said.text[run[-1].end() : word.start()].strip(" ")):
            run.append(word)
            continue
        yield from _named(run, said)
        run = [word] if _is_name(word, said, own) else []
    yield from _named(run, said)


def _named(run: list[re.Match[str]], said: GroundedInstruction) -> Iterator[InstructionValue]:
    if run:
        text = said.text[run[0].start() : run[-1].end()]
        yield InstructionValue(Quotation(text), text, run[0].start(), run[-1].end())


def _is_name(word: re.Match[str], said: GroundedInstruction, own: frozenset[str]) -> bool:
    if not word[0][0].isupper() or _begins_sentence(said.text, word.start()):
        return False
    if any(value.start < word.end() and word.start() < value.end for value in said.values):
        return False
    lower = word[0].lower()
    if said.text[: word.start()].rstrip().endswith(",") and class_of_verb(lower) is not None:
        return False  # `On Books, Search for ...`
    known = stem(lower) in own or stem(lower.replace("-", "")) in own
    return not (known or lower in lists().little or lower == "i" or lower.startswith("i'"))


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \"'“”‘’(")
    return not before or before[-1] in ".!?:;\n"


def _own_words(app: str, states: Iterable[State]) -> frozenset[str]:
    """The words of an app's declarations, by stem: what says `Settings` of an app that has settings names nobody."""
    texts = [app]
    for state in states:
        texts += [state.description]
        for variable in state.variables.values():
            texts += [variable.description, *variable.options]
    names = [name for state in states for name in (state.name, *state.variables)]
    words = [*(word for text in texts for word in words_of(text)), *(w for name in names for w in words_of_name(name))]
    together = "".join(words_of(app))
    return frozenset(stem(word) for word in (*words, *words_of_name(app), together))


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W\d_](?:[\w-]|['’](?!s\b)(?=\w))*(?<!-)")
