"""`handrail replay`: would these recorded paths have been allowed, and if not, why?"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from handrail.bench.replay import Replayed
from handrail.bench.replay import replay as replay_one
from handrail.bench.task_file import Task, load_tasks
from handrail.cli.console import log_console, print_json
from handrail.cli.replay_view import print_replays
from handrail.cli.rules_file import read_rules
from handrail.error import Misuse
from handrail.language.diagnostic import did_you_mean
from handrail.language.similarity import EXACT, TRIGRAMS, Similarity
from handrail.language.similarity.embeddings import embeddings


class WhichRules(StrEnum):
    """The gold rules to replay against."""

    SPEC = "spec"
    WRONG_SPEC = "wrong_spec"


class SimilarityName(StrEnum):
    """The measures that decide `~=`."""

    EXACT = "exact"
    TRIGRAMS = "trigrams"
    EMBEDDINGS = "embeddings"


def replay(
    tasks: Annotated[list[Path], typer.Argument(help="task files")],
    which: Annotated[
        WhichRules, typer.Option(help="the rules for the instruction, or for the wrong one")
    ] = WhichRules.SPEC,
    task: Annotated[list[str] | None, typer.Option(help="only the task with this id; may be repeated")] = None,
    rules: Annotated[Path | None, typer.Option(help="rules of your own instead of those in the file")] = None,
    similarity: Annotated[SimilarityName, typer.Option(help="what decides ~=")] = SimilarityName.TRIGRAMS,
    threshold: Annotated[float, typer.Option(help="how alike two texts must be for ~=, from 0 to 1")] = 0.7,
    fail: Annotated[bool, typer.Option("--fail", help="exit 1 if a path is rejected")] = False,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Replay recorded paths against their specifications.

    Says at which step, and why, one is rejected. Exit 0; 1 if a path is rejected and --fail was given; 2 if a file
    cannot be read.
    """
    from handrail.bench.replay import replays_as_json
    from handrail.cli.console import log_console
    from handrail.error import Misuse

    if not 0 < threshold <= 1:
        raise Misuse(f"--threshold is above 0 and at most 1; {threshold} is not")
    chosen = _choose([task for path in tasks for task in load_tasks(path)], task)
    own = read_rules(rules) if rules else None
    skipped = [task.id for task in chosen if own is None and task.rules(which.value) is None]
    walked = [task for task in chosen if task.id not in skipped]
    measure = _similarity(similarity)
    replays = _replay_all(walked, which, own, measure, threshold)
    for name in skipped:
        log_console().print(f"skipped {name}: it has no `{which}`", markup=False)
    if json:
        print_json(replays_as_json(replays, skipped, measure, threshold))
    else:
        print_replays(walked, replays)
    raise typer.Exit(1 if fail and not all(replayed.accepted for replayed in replays) else 0)


def _choose(tasks: list[Task], wanted: list[str] | None) -> list[Task]:
    if not wanted:
        return tasks
    known = [task.id for task in tasks]
    for name in wanted:
        if name not in known:
            raise Misuse(f"no task `{name}`; {did_you_mean(name, known, 'there are')}")
    return [task for task in tasks if task.id in wanted]


def _similarity(name: SimilarityName) -> Similarity:
    match name:
        case SimilarityName.EXACT:
            return EXACT
        case SimilarityName.TRIGRAMS:
            return TRIGRAMS
        case SimilarityName.EMBEDDINGS:
            return embeddings()


def _replay_all(
    tasks: Sequence[Task],
    which: WhichRules,
    own: str | Sequence[str] | None,
    measure: Similarity,
    threshold: float,
) -> list[Replayed]:

    console = log_console()
    shown = track(
        tasks, "Replaying", console=console, transient=True, disable=len(tasks) < 50 or not console.is_terminal
    )
    return [
        replay_one(
            task,
            which.value,
            own if own is not None else task.rules(which.value) or (),
            similarity=measure,
            threshold=threshold,
        )
        for task in shown
    ]
