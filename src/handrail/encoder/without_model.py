"""A draft by the offline encoder, as the other drafts are: no network, no model server, the same every time."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, assert_never

from handrail.app.app import App
from handrail.encoder.draft import Draft, LeftOut, Trace

if TYPE_CHECKING:
    from handrail.encoder.offline import OfflineDraft, OfflineEncoder

NAME = "offline"
_NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class OfflineResult:
    """`abstained` is the reason for not answering, empty if there is an answer; `draft` may be there all the same."""

    draft: Draft | None
    confidence: float
    abstained: str = ""
    name: str = NAME


def draft_offline(instruction: str, app: App, now: datetime) -> OfflineResult:
    """What the offline encoder makes of an instruction."""
    from handrail.encoder.offline import Abstained, OfflineDraft

    found = _encoder().encode(instruction, app, now=now)
    match found:
        case OfflineDraft():
            return OfflineResult(_draft(found), found.confidence)
        case Abstained(reason, confidence, draft):
            return OfflineResult(_draft(draft) if draft else None, confidence, reason)
        case _:
            assert_never(found)


@cache
def _encoder() -> "OfflineEncoder":
    """Kept: it loads its models when it reads the first sentence."""
    from handrail.encoder.offline import OfflineEncoder

    return OfflineEncoder()


def _draft(found: "OfflineDraft") -> Draft:
    """Its traces of `nothing` are the words that it leaves to the agent."""
    used = tuple(one for one in found.traces if one.what != _NOTHING)
    traces = tuple(
        Trace(one.what, one.words, one.start, one.end, one.assumption or "")
        if one.words
        else Trace(one.what, assumption=one.assumption or "")
        for one in used
    )
    left_out = tuple(
        LeftOut(one.words, one.assumption or "no rule needs it")
        for one in found.traces
        if one.what == _NOTHING and one.words
    )
    return Draft(tuple(found.rules), tuple(found.objectives.items()), traces, left_out)
