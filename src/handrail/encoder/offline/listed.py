"""One clause for each of several things that are listed: `add "A", "B" and "C"`."""

from collections.abc import Sequence
from dataclasses import replace

from handrail.encoder.offline.clause import Clause
from handrail.encoder.offline.grammar import VerbClass
from handrail.encoder.offline.mention import Kind, Mention
from handrail.encoder.offline.tokens import Token


def distributed(words: Sequence[Token], values: Sequence[Mention], clause: Clause) -> list[Clause]:
    """`add two tasks: "A" and "B"` as a clause for each of them."""
    listed = _listed(words, [one for one in values if one.kind is Kind.TEXT and one.first in clause.positions])
    if len(listed) < 2 or not clause.is_(VerbClass.CREATE, VerbClass.REMOVE, VerbClass.ACT):
        return [clause]
    counts = [one for one in values if one.value == len(listed) and one.first in clause.positions]
    hidden = {position for one in counts for position in range(one.first, one.last)}
    found: list[Clause] = []
    for item in listed:
        others = {position for position in range(listed[0].first, listed[-1].last) if not item.covers(position)}
        positions = tuple(position for position in clause.positions if position not in others | hidden)
        found.append(replace(clause, positions=positions))
    return found


def _listed(words: Sequence[Token], texts: Sequence[Mention]) -> list[Mention]:
    """The longest run of texts with nothing but commas and `and` between them."""
    runs: list[list[Mention]] = [[]]
    for one in texts:
        between = words[runs[-1][-1].last : one.first] if runs[-1] else ()
        if runs[-1] and not (between and all(word.lower in (",", "and", "&") for word in between)):
            runs.append([])
        runs[-1].append(one)
    return max(runs, key=len)
