"""A line for a phone's shell, for clients whose calls are one command: it reads, it is one action, or it is not run.

It is read as the ADB proxy reads lines, and of one that acts the words are sent that were judged, each quoted anew.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from handrail.integrations.adb.script import AsksHandrail, Plan, StartsHelper, Steps, plan
from handrail.integrations.meaning import Acts, Meaning, NotUnderstood, Reads, StartsActivity


@dataclass(frozen=True, slots=True)
class ShellLine:
    """What a line means, and what is given to the phone's shell in its place."""

    meaning: Meaning
    line: str


def read_line(said: str | Sequence[str]) -> ShellLine:
    """What a line, or the words of one, does to the phone."""
    line = said if isinstance(said, str) else shlex.join(map(str, said))
    planned = plan(line)
    sent = planned.steps[0].line(0) if isinstance(planned, Steps) else line
    return ShellLine(_meaning(planned), sent)


def _meaning(planned: Plan) -> Meaning:
    match planned:
        case Reads() | NotUnderstood():
            return planned
        case Steps((step,)) if step.act is not None:
            return _ICON if isinstance(step.act, StartsActivity) else Acts(step.act)
        case Steps():
            return NotUnderstood("it is more than one command; give the phone one at a time")
        case AsksHandrail() | StartsHelper():
            return NotUnderstood("that is asked of the ADB proxy; here the client has a call of its own for it")


_ICON = NotUnderstood("an activity may be any page of an app; open it with `monkey -p PACKAGE -c ...LAUNCHER 1`")
