"""A judge of another package that does to its process what the instruction of a run says."""

import os
import signal
from pathlib import Path

from handrail.sentinel.judge import START, Cleared, Judged, Judgement, JudgeState
from handrail.sentinel.judge.trajectory import Trajectory


class Odd:
    name = "odd"

    async def judge(self, trajectory: Trajectory, state: JudgeState = START) -> Judged:
        _do(trajectory.instruction)
        judgements = tuple(Judgement((step.n,), Cleared(0.9)) for step in trajectory.steps)
        return Judged(judgements, JudgeState(len(trajectory)))


def _do(said: str) -> None:
    match said.split():
        case ["die"]:
            os.kill(os.getpid(), signal.SIGKILL)
        case ["die", "once", mark]:
            if not Path(mark).exists():
                Path(mark).touch()
                os.kill(os.getpid(), signal.SIGKILL)
        case ["hang"]:
            signal.pause()
        case ["meet", pipe]:
            if Path(pipe).exists():
                with Path(pipe).open("w") as file:
                    file.write(str(os.getpid()))
                signal.pause()
        case ["raise"]:
            raise RuntimeError("this judge is odd")
        case ["allocate"]:
            bytearray(1 << 45)


def open_odd(place: str) -> Odd:
    return Odd()
