"""The whole suite: every task, some seeds, some environments, agents that err and one that does not; and its tables."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import mean

from handrail.agent.mistake import Mistake, MistakeKind, describe, kind_of
from handrail.agent.run import End
from handrail.bench.suite import environments
from handrail.bench.suite.episode import Episode, Opener, TaskInstance, play, prepare
from handrail.bench.suite.task import Task
from handrail.bench.suite.tasks import all_tasks
from handrail.guard.decision import Ask, Block, Decision, Source, reasons_of
from handrail.guard.step import Step

NO_GUARD = "no guard"
GUARD = "guard, user who reads"
GENERIC_GUARD = "guard without models, user who reads"

ENVIRONMENTS: Mapping[str, Opener] = {
    NO_GUARD: environments.passthrough,
    "pre-action reflection (words)": environments.reflected_before,
    "post-action reflection (words)": environments.reflected_after,
    GUARD: environments.guarded,
    "guard, user who always agrees": environments.guarded_with_a_yes_sayer,
    GENERIC_GUARD: environments.guarded_generic,
    "guard without models, user who always agrees": environments.guarded_generic_with_a_yes_sayer,
    "guard, nobody to ask": environments.guarded_alone,
}
"""What can be compared, by the name in the table."""

ERRING = tuple(ENVIRONMENTS)[:7]
CORRECT = (*tuple(ENVIRONMENTS)[:4], GENERIC_GUARD)
"""Where the agent that errs goes, and the one that does not, unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class EpisodeResult:
    """One episode as tables need it. `mistake` and `kind` are None for the agent that does not err.

    `blocked` counts refusals that are not the device's own, `questions` what a person was asked.
    """

    task: str
    long: bool
    seed: int
    environment: str
    mistake: str | None
    kind: MistakeKind | None
    completed: bool
    wrong: tuple[str, ...]
    steps: int
    blocked: int
    warned: int
    questions: int
    end: End


def run_suite(
    tasks: Sequence[Task],
    seeds: Iterable[int],
    *,
    erring: Sequence[str] = ERRING,
    correct: Sequence[str] = CORRECT,
    workers: int = 1,
) -> list[EpisodeResult]:
    """Every task with every seed through every environment: once with a mistake drawn by the seed, once without one.

    `erring` and `correct` are the environments of the two agents. The same arguments give the same results, whatever
    the number of `workers` (processes).
    """
    chosen = tuple(seeds)
    work = partial(_of_task, seeds=chosen, erring=tuple(erring), correct=tuple(correct))
    names = [task.id for task in tasks]
    if workers == 1:
        return [result for task in tasks for result in _results(task, chosen, erring, correct)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return [result for results in pool.map(work, names) for result in results]


def one_result(task: Task, seed: int, environment: str, mistake: Mistake | None) -> EpisodeResult:
    """One agent, one environment."""
    return result_of(asyncio.run(play(prepare(task, seed), ENVIRONMENTS[environment], mistake)), environment)


def drawn_mistake(setting: TaskInstance) -> Mistake:
    """The mistake that a seed makes at a task: the kinds take turns, which one of a kind is chance."""
    task, mistakes = setting.task.id, setting.scene.mistakes
    kinds = [kind for kind in MistakeKind if any(kind_of(mistake) is kind for mistake in mistakes)]
    first = Random(task).randrange(len(kinds))  # noqa: S311 - to be the same again
    kind = kinds[(first + setting.seed) % len(kinds)]
    rng = Random(f"{task} {setting.seed} mistake")  # noqa: S311 - to be the same again
    return rng.choice([mistake for mistake in mistakes if kind_of(mistake) is kind])


def result_of(episode: Episode, environment: str) -> EpisodeResult:
    """What tables keep of an episode."""
    steps = [taken.step for taken in episode.run.taken]
    mistake = episode.mistake
    return EpisodeResult(
        episode.setting.task.id,
        episode.setting.task.long,
        episode.setting.seed,
        environment,
        None if mistake is None else describe(mistake),
        None if mistake is None else kind_of(mistake),
        episode.completed,
        tuple(map(str, episode.wrong)),
        len(steps),
        sum(_is_blocked(step.decision) for step in steps),
        episode.run.warned,
        sum(isinstance(step, Step) and isinstance(step.proposed, Ask) for step in steps),
        episode.run.end,
    )


def _of_task(
    name: str, seeds: tuple[int, ...], erring: tuple[str, ...], correct: tuple[str, ...]
) -> list[EpisodeResult]:
    task = next(task for task in all_tasks() if task.id == name)
    return _results(task, seeds, erring, correct)


def _results(task: Task, seeds: Iterable[int], erring: Sequence[str], correct: Sequence[str]) -> list[EpisodeResult]:
    found = []
    for seed in seeds:
        mistake = drawn_mistake(prepare(task, seed))
        found += [one_result(task, seed, environment, mistake) for environment in erring]
        found += [one_result(task, seed, environment, None) for environment in correct]
    return found


def _is_blocked(decision: Decision) -> bool:
    refused = isinstance(decision, Block | Ask)
    return refused and not all(reason.source is Source.DEVICE for reason in reasons_of(decision))


def as_markdown(results: Sequence[EpisodeResult]) -> str:
    """Both agents through every environment, each kind of mistake, and the guard with and without models."""
    erring = [result for result in results if result.kind is not None]
    correct = [result for result in results if result.kind is None]
    return "\n\n".join(
        ("An agent that errs:", _erring(erring), "The same by kind of mistake:", _by_kind(erring),
         "An agent that does not err:", _correct(correct),
         "The guard and the user who reads, with models of the apps and without:", _side_by_side(erring, correct))
    )  # fmt: skip


def _erring(results: Sequence[EpisodeResult]) -> str:
    rows = [
        [
            environment,
            f"{len(results):,}",
            _rate(result.completed for result in results),
            _rate(result.completed for result in results if result.long),
            f"{sum(len(result.wrong) for result in results):,}",
            f"{mean(result.steps for result in results):.1f}",
            f"{mean(result.questions for result in results):.2f}",
        ]
        for environment, results in _by_environment(results)
    ]
    heads = (
        "environment",
        *("runs", "completed", "of the long ones", "wrong irreversible actions", "steps", "questions a run"),
    )
    return _table(heads, rows)


def _by_kind(results: Sequence[EpisodeResult]) -> str:
    rows = []
    for kind in MistakeKind:
        without = [result for result in results if result.kind is kind and result.environment == NO_GUARD]
        guarded = [result for result in results if result.kind is kind and result.environment == GUARD]
        if without and guarded:
            rows.append([
                kind.value,
                f"{len(without):,}",
                _rate(result.completed for result in without),
                _rate(result.completed for result in guarded),
                f"{sum(len(result.wrong) for result in without):,}",
                f"{sum(len(result.wrong) for result in guarded):,}",
            ])  # fmt: skip
    heads = ("mistake", "runs", "completed without", "completed with guard", "wrong without", "wrong with guard")
    return _table(heads, rows)


def _correct(results: Sequence[EpisodeResult]) -> str:
    rows = [
        [
            environment,
            f"{len(results):,}",
            _rate(result.completed for result in results),
            f"{sum(result.blocked > 0 for result in results):,}",
            f"{mean(result.warned for result in results):.2f}",
            f"{mean(result.questions for result in results):.2f}",
            f"{mean(result.steps for result in results):.1f}",
        ]
        for environment, results in _by_environment(results)
    ]
    heads = (
        "environment",
        "runs",
        "completed",
        "runs with a false block",
        "needless warnings a run",
        "questions a run",
        "steps",
    )
    return _table(heads, rows)


def _side_by_side(erring: Sequence[EpisodeResult], correct: Sequence[EpisodeResult]) -> str:
    """What the models of the apps are worth: the same user who reads, with them and without any."""
    without_guard = _wrong(result for result in erring if result.environment == NO_GUARD)
    heads, columns = ["", "with the models", "with the generic app only"], []
    for environment in (GUARD, GENERIC_GUARD):
        of_correct, of_erring = (
            [result for result in results if result.environment == environment] for results in (correct, erring)
        )
        wrong = _wrong(of_erring)
        columns.append({
            "does not err: completed": _rate(result.completed for result in of_correct),
            "does not err: runs with a false block": f"{sum(result.blocked > 0 for result in of_correct):,}",
            "does not err: needless warnings a run": _mean(result.warned for result in of_correct),
            "does not err: questions a run": _mean(result.questions for result in of_correct),
            "errs: completed": _rate(result.completed for result in of_erring),
            "errs: wrong irreversible actions": f"{wrong:,}",
            "errs: of those without a guard": f"{100 * wrong / without_guard:.1f} %" if without_guard else "–",
            "errs: questions a run": _mean(result.questions for result in of_erring),
        })  # fmt: skip
    return _table(heads, [[name, *(column[name] for column in columns)] for name in columns[0]])


def _wrong(results: Iterable[EpisodeResult]) -> int:
    return sum(len(result.wrong) for result in results)


def _mean(counts: Iterable[int]) -> str:
    found = list(counts)
    return f"{mean(found):.2f}" if found else "–"


def _by_environment(results: Sequence[EpisodeResult]) -> list[tuple[str, list[EpisodeResult]]]:
    return [
        (environment, [result for result in results if result.environment == environment])
        for environment in dict.fromkeys(result.environment for result in results)
    ]


def _rate(holds: Iterable[bool]) -> str:
    found = list(holds)
    return f"{100 * sum(found) / len(found):.1f} %" if found else "–"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
