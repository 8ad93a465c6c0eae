"""Several encodings of one instruction, grouped by what they mean: the largest class wins if it is more than half.

Two encodings are in one class if it is proven that no run tells them apart, their objectives aligned. Where it is
neither proven nor disproven they are apart. Source: VeriSafe Agent (MobiCom '25), Majority-at-N; classes by meaning,
and asking the user, are ours.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from importlib.util import find_spec

from handrail.encoder.alignment import aligned
from handrail.encoder.drafting import Sampling
from handrail.encoder.encoding import Settings, encode_once
from handrail.encoder.encoding_request import EncodingRequest
from handrail.encoder.outcome import AskUser, Ballot, Cost, Encoded, EncodingFailed, Outcome, Reading
from handrail.encoder.report import ADVICE_CHECKS, question_of
from handrail.error import MissingExtra, install_line
from handrail.language.analysis import Comparison, Difference, Equivalent, difference
from handrail.llm import Model


async def vote(model: Model, request: EncodingRequest, settings: Settings) -> Outcome:
    """Encode as often as there are votes, at once, each with a seed of its own, and count."""
    if find_spec("z3") is None:
        raise MissingExtra(f"a vote compares what encodings mean: {install_line('handrail[analysis]')}")
    samplings = [Sampling(settings.temperature, settings.seed + number) for number in range(settings.votes)]
    outcomes = await asyncio.gather(*(encode_once(model, request, settings, sampling) for sampling in samplings))
    return count(outcomes, request.now, model.name)


def count(outcomes: Sequence[Encoded | EncodingFailed], now: datetime, model: str) -> Outcome:
    """The outcome of a vote; a function of the encodings, the order of which decides nothing but who speaks first."""
    encodings = [outcome for outcome in outcomes if isinstance(outcome, Encoded)]
    cost = Cost.sum(outcome.cost for outcome in outcomes)
    classes = sorted(_classes(encodings, now), key=len, reverse=True)
    ballot = Ballot(len(outcomes), tuple(map(len, classes)), len(outcomes) - len(encodings))
    if classes and 2 * len(classes[0]) > len(outcomes):
        return replace(classes[0][0], cost=cost, ballot=ballot)
    if len(classes) < 2:
        return _too_few(outcomes, ballot, cost, model)
    first, second = classes[0][0], classes[1][0]
    found = compare(first, second, now)
    told = found if isinstance(found, Difference) else None
    readings = tuple(Reading(members[0], len(members)) for members in classes)
    question = question_of(first.specification, second.specification, told)
    return AskUser(question, readings, told, ballot, cost, model)


def compare(first: Encoded, second: Encoded, now: datetime) -> Comparison:
    """A run that tells two encodings apart, the objectives of the second called as in the first."""
    return difference(first.specification, aligned(second.specification, first.specification), clock=now)


def _classes(encodings: Sequence[Encoded], now: datetime) -> list[list[Encoded]]:
    classes: list[list[Encoded]] = []
    for encoding in encodings:
        for members in classes:
            if isinstance(compare(members[0], encoding, now), Equivalent):
                members.append(encoding)
                break
        else:
            classes.append([encoding])
    return classes


def _too_few(outcomes: Sequence[Encoded | EncodingFailed], ballot: Ballot, cost: Cost, model: str) -> EncodingFailed:
    attempts = tuple(attempt for outcome in outcomes for attempt in outcome.attempts)
    failures = [outcome for outcome in outcomes if isinstance(outcome, EncodingFailed)]
    if not ballot.classes:
        return replace(failures[-1], attempts=attempts, cost=cost, ballot=ballot)
    passed = ballot.votes - ballot.failed
    reason = f"only {passed} of {ballot.votes} encodings passed the checks; the others: {failures[-1].reason}"
    return EncodingFailed(reason, ADVICE_CHECKS, "vote", attempts, cost, model, ballot)
