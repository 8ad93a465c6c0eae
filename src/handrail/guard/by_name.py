"""Detectors and approvers by name: ours, and what other packages add by entry point.

Entries of the groups `handrail.detectors` and `handrail.approvers` are functions that take what stands after the colon
and an `Opening`, and give a `Detector` or an `Approver`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import EntryPoint
from pathlib import Path

from handrail import registry
from handrail.error import Misuse
from handrail.guard.approval.approvers import nobody
from handrail.guard.approval.question import Approver
from handrail.guard.detector import Detector

__all__ = ["Opening", "open_approver", "open_detector"]


@dataclass(frozen=True, slots=True)
class Opening:
    """The session that a detector looks at, or that an approver is asked in.

    `folder` is that of its journal, `clock` the one by which its questions expire.
    """

    instruction: str
    application: str
    folder: Path
    clock: Callable[[], datetime]


def open_detector(name: str, opening: Opening, found: Sequence[EntryPoint] | None = None) -> Detector:
    """The detector of that name, as `sentinel:offline`. Raises `Misuse`, and `MissingExtra`."""
    detector: Detector = registry.opened(registry.DETECTORS, name, opening, found=found)
    return detector


def open_approver(name: str, opening: Opening, found: Sequence[EntryPoint] | None = None, said: str = "") -> Approver:
    """The approver of that name, as `terminal`. Raises `Misuse`, and `MissingExtra`."""
    approver: Approver = registry.opened(registry.APPROVERS, name, opening, found=found, said=said)
    return approver


def open_sentinel(place: str, opening: Opening) -> Detector:
    """The sentinel, `sentinel:JUDGE`; its rules alone without a judge.

    A model is asked before actions, and in time; once also what the instruction asks for, where no rules say it.
    """
    from handrail.guard.watching import sentinel_detector
    from handrail.sentinel.judge.contextual import ContextualJudge
    from handrail.sentinel.judge.open_judge import NONE, open_session_judge

    judge = open_session_judge(place or NONE)
    reader = judge.model if isinstance(judge, ContextualJudge) else None
    return sentinel_detector(opening.instruction, opening.application, judge=judge, reader=reader)


def open_terminal(place: str, opening: Opening) -> Approver:
    """A person at the terminal that Handrail was started from."""
    from handrail.guard.approval.terminal import terminal_approver

    _demand_nothing("terminal", place)
    return terminal_approver(clock=opening.clock)


def open_queue(place: str, opening: Opening) -> Approver:
    """Files beside the journal, for people who are somewhere else."""
    from handrail.guard.approval.queue import pending_queue

    _demand_nothing("queue", place)
    return pending_queue(opening.folder)


def open_nobody(place: str, _: Opening) -> Approver:
    """Nobody: whatever needs a person does not run."""
    _demand_nothing("nobody", place)
    return nobody


def _demand_nothing(name: str, place: str) -> None:
    if place:
        raise Misuse(f"`{name}:{place}`: the approver `{name}` is named without a colon")
