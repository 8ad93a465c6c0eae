"""How often the guard asks a judge in a task: the correct agent in every task of the suite, with a judge that allows.

python benchmarks/judge_questions.py --seeds 1 [--without-models]
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory

from handrail.bench.suite.episode import Setting, play, prepare, without_models
from handrail.bench.suite.tasks import all_tasks
from handrail.guard import Guard
from handrail.guard.approval import callback
from handrail.guard.watching import sentinel_detector
from handrail.llm import Scripted
from handrail.sentinel.judge import Before, ContextualJudge

ALLOW = '{"decision":"allow","category":null,"step":null,"evidence":[],"confidence":0.9,"reason":"It is allowed."}'


async def questions_of(setting: Setting) -> tuple[int, bool]:
    """How many questions one task takes, and whether it was finished."""
    model = Scripted(lambda _: ALLOW)
    judge = ContextualJudge(model, Before())
    finished = []

    @asynccontextmanager
    async def opener(given: Setting) -> AsyncIterator[Guard]:
        instruction = given.scene.instruction
        with TemporaryDirectory() as folder:
            guard = Guard(
                given.device, given.apps, given.specification, instruction=instruction,
                journal=Path(folder) / "run", clock=lambda: given.phone.now, pictures=False,
                objectives=given.scene.objectives, approver=callback(lambda _: True),
                detectors=[sentinel_detector(instruction, given.apps.name, judge=judge)],
            )  # fmt: skip
            async with guard:
                yield guard
            finished.append(guard.finished)

    await play(setting, opener)
    return len(model.asked), finished == [True]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--without-models", action="store_true", help="every model hidden: the generic app alone")
    options = parser.parse_args()
    counts, ended = [], 0
    for task in all_tasks():
        for seed in range(options.seeds):
            setting = prepare(task, seed)
            asked, finished = asyncio.run(questions_of(without_models(setting) if options.without_models else setting))
            counts.append(asked)
            ended += finished
            print(f"{task.id} {seed}: {asked}{'' if finished else ', not finished'}", file=sys.stderr)
    spread = ", ".join(f"{count} questions: {number}" for count, number in sorted(Counter(counts).items()))
    print(f"{len(counts)} tasks, {ended} finished; median {median(counts)}, mean {fmean(counts):.2f} ({spread})")


if __name__ == "__main__":
    main()
