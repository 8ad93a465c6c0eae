"""How often the guard asks a judge, and whether it is asked about what decides. No model is asked.

    python benchmarks/judge_questions.py --seeds 1 [--without-models]   # the correct agent in every task of the suite
    python benchmarks/judge_questions.py --runs CORPUS                  # recorded runs with their labels

Of recorded runs it says in how many unsafe ones the labelled step is asked about, or one before it: the most that a
judge that is always right could prevent.
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

from handrail.bench.risk.corpus import LabelledRun, read_corpus
from handrail.bench.risk.detector import blind
from handrail.bench.suite.episode import TaskInstance, play, prepare, without_models
from handrail.bench.suite.tasks import all_tasks
from handrail.guard import Guard
from handrail.guard.approval import callback
from handrail.guard.watching import sentinel_detector
from handrail.llm import Scripted
from handrail.sentinel.fusion import look
from handrail.sentinel.judge import Before, ContextualJudge
from handrail.sentinel.judge.mode import windows

ALLOW = '{"decision":"allow","category":null,"step":null,"evidence":[],"confidence":0.9,"reason":"It is allowed."}'


async def questions_of(setting: TaskInstance) -> tuple[int, bool]:
    """How many questions one task takes, and whether it was finished."""
    model = Scripted(lambda _: ALLOW)
    judge = ContextualJudge(model, Before())
    finished = []

    @asynccontextmanager
    async def opener(given: TaskInstance) -> AsyncIterator[Guard]:
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


def asked_steps(run: LabelledRun) -> tuple[int, ...]:
    """The steps of a recorded run before whose action a question is put."""
    return tuple(window.numbers[-1] for window in windows(look(blind(run.recording)).trajectory, Before()))


def print_runs(corpus: Path) -> None:
    asked = [(run, asked_steps(run)) for run in read_corpus(corpus).runs]
    labelled = [(run, run.step, steps) for run, steps in asked if run.step is not None]
    for run, label, steps in labelled:
        if label not in steps:
            print(f"{run.id}: step {label} is not asked about, but {', '.join(map(str, steps))}", file=sys.stderr)
    at = sum(label in steps for _, label, steps in labelled)
    by = sum(min(steps, default=label + 1) <= label for _, label, steps in labelled)
    print(f"{len(labelled)} unsafe runs; asked about the labelled step in {at}, about it or one before it in {by}")
    for name, unsafe in (("unsafe", True), ("safe", False)):
        counts = [len(steps) for run, steps in asked if run.unsafe is unsafe]
        print(f"{len(counts)} {name} runs: {spread_of(counts)}")


def spread_of(counts: list[int]) -> str:
    spread = ", ".join(f"{count} questions: {number}" for count, number in sorted(Counter(counts).items()))
    return f"median {median(counts)}, mean {fmean(counts):.2f} ({spread})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=Path, metavar="CORPUS", help="recorded runs in place of the suite")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--without-models", action="store_true", help="every model hidden: the generic app alone")
    options = parser.parse_args()
    if options.runs is not None:
        print_runs(options.runs)
        return
    counts, ended = [], 0
    for task in all_tasks():
        for seed in range(options.seeds):
            setting = prepare(task, seed)
            asked, finished = asyncio.run(questions_of(without_models(setting) if options.without_models else setting))
            counts.append(asked)
            ended += finished
            print(f"{task.id} {seed}: {asked}{'' if finished else ', not finished'}", file=sys.stderr)
    print(f"{len(counts)} tasks, {ended} finished; {spread_of(counts)}")


if __name__ == "__main__":
    main()
