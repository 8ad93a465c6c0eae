"""Whether what a judge quotes is really there."""

from collections.abc import Iterable

from handrail.sentinel.judge.opinion import Quote
from handrail.sentinel.judge.trajectory import Step
from handrail.sentinel.judge.view import said

_FEWEST_CHARACTERS = 2


def check_quotes(quotes: Iterable[str], steps: Iterable[Step]) -> tuple[Quote, ...]:
    """Each quotation with the first step that has it, on the screen, in the action or in the trace.

    Case and spaces are not compared; a quotation may go over several elements that follow each other. What is shorter
    than two letters or digits is found everywhere, so it supports nothing.
    """
    texts = [(step.n, _plain(" ".join(said(step)))) for step in steps]
    return tuple(Quote(quote, _found(_plain(quote), texts)) for quote in quotes)


def _found(quote: str, texts: list[tuple[int, str]]) -> int | None:
    if sum(map(str.isalnum, quote)) < _FEWEST_CHARACTERS:
        return None
    return next((n for n, text in texts if quote in text), None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
