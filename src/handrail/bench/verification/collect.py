"""Asking for the encodings: several at once, what is kept from an earlier run not again."""

import asyncio
from collections.abc import Callable, Iterator, Sequence

from handrail.bench.verification.encoders import Encoder
from handrail.bench.verification.kept import Kept
from handrail.bench.verification.question import Question
from handrail.bench.verification.sample import Sample
from handrail.error import Misuse

__all__ = ["Samples", "collect"]

Samples = tuple[tuple[Sample, ...], ...]
"""The encodings of each question, in the order of the questions."""


async def collect(
    questions: Sequence[Question],
    encoder: Encoder,
    kept: Kept,
    *,
    parallel: int = 1,
    done: Callable[[Question], None] = lambda _: None,
) -> Samples:
    """All encodings. `done` hears of each question once it is answered; `parallel` are under way at any time."""
    if parallel < 1:
        raise Misuse(f"{parallel} at once cannot be meant; it is at least 1")
    found: dict[int, tuple[Sample, ...]] = {}
    waiting = iter(enumerate(questions))

    async def work(places: Iterator[tuple[int, Question]]) -> None:
        for place, question in places:
            found[place] = await _samples(question, encoder, kept)
            done(question)

    workers = [asyncio.create_task(work(waiting)) for _ in range(min(parallel, len(questions)))]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
    return tuple(found[place] for place in range(len(questions)))


async def _samples(question: Question, encoder: Encoder, kept: Kept) -> tuple[Sample, ...]:
    circumstances = encoder.circumstances(question)
    known = kept.find(question, circumstances)
    if known is not None:
        return known
    samples = await encoder.samples(question)
    kept.keep(question, circumstances, samples)
    return samples
