"""How well does a guard do with models that two recorded walks gave, in place of those written by hand?

    python benchmarks/drafted_suite.py              # writes the table in docs/draft.md
    python benchmarks/drafted_suite.py --seeds 3 --tasks bank --show   # a part of it, printed

The tasks of the suite, with the drafts of `benchmarks/drafted_models.py` and a user who reads; the launcher's and the
system's windows keep their models. Each task's rules are put into the drafts' words by what both models know at the
same moments of walks with seeds that nothing else uses (`handrail.bench.suite.translation`). A task whose rules cannot
be said so is counted and not run. Nothing is timed.
"""

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drafted_models import add_model_options, changes, command_of, drafted, model_of, write_between

from handrail.app import App
from handrail.bench.suite import environments
from handrail.bench.suite.drafts import OF_THE_SYSTEM, WithDrafts
from handrail.bench.suite.episode import play, prepare
from handrail.bench.suite.suite import EpisodeResult, drawn_mistake, result_of
from handrail.bench.suite.task import Task
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.translation import NotExpressible
from handrail.error import Misuse
from handrail.phone import models


@dataclass(frozen=True)
class Guarded:
    """One task with the drafts: how much of its rules they can say, and what came of its runs."""

    task: str
    comparisons: int = 0
    kept: int = 0
    why_not: str = ""
    correct: tuple[EpisodeResult, ...] = ()
    erring: tuple[EpisodeResult, ...] = ()
    alone: tuple[EpisodeResult, ...] = ()


def guarded_with(drafts: Mapping[str, App], task: Task, seeds: Sequence[int]) -> Guarded:
    """A task of the suite, as `benchmarks/suite.py` runs it, with the drafts in place of its apps' models."""
    kept = comparisons = 0
    results: dict[str, list[EpisodeResult]] = {"correct": [], "erring": [], "alone": []}
    try:
        with_drafts = WithDrafts.of(task, drafts.__getitem__)
        for seed in seeds:
            translated = with_drafts.translated(seed)
            kept, comparisons = kept + translated.kept, comparisons + translated.comparisons
    except (NotExpressible, Misuse) as error:
        return Guarded(task.id, why_not=str(error))

    for seed in seeds:
        mistake = drawn_mistake(prepare(task, seed))
        runs = (
            ("correct", with_drafts.setting(seed), environments.guarded, None),
            ("erring", with_drafts.setting(seed), environments.guarded, mistake),
            ("alone", prepare(task, seed), environments.passthrough, mistake),
        )
        for name, given, opener, errs in runs:
            results[name].append(result_of(asyncio.run(play(given, opener, errs)), name))
    return Guarded(task.id, comparisons, kept, "", *(tuple(results[mode]) for mode in ("correct", "erring", "alone")))


def suite_table(found: Sequence[Guarded], lines: Mapping[str, str]) -> str:
    """By app; tasks of several apps stand by themselves."""
    head = (
        "app", "tasks", "rules in full / in part / not", "comparisons", "does not err: completed", "questions a run",
        "errs: completed", "wrong effects: alone / guarded", "lines to add / take away",
    )  # fmt: skip
    rows = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    by_app: dict[str, list[Guarded]] = {}
    for row in found:
        apps = next(task.apps for task in all_tasks() if task.id == row.task)
        by_app.setdefault(apps[0] if row.task.startswith(apps[0]) else "several", []).append(row)
    for app, guardeds in [*by_app.items(), ("all", list(found))]:
        said = [guarded for guarded in guardeds if not guarded.why_not]
        whole = sum(guarded.kept == guarded.comparisons for guarded in said)
        correct, erring, alone = (
            [run for guarded in said for run in getattr(guarded, name)] for name in ("correct", "erring", "alone")
        )
        told = (
            app, len(guardeds), f"{whole} / {len(said) - whole} / {len(guardeds) - len(said)}",
            _share(sum(guarded.kept for guarded in said), sum(guarded.comparisons for guarded in said)),
            _share(sum(result.completed for result in correct), len(correct)),
            f"{sum(result.questions for result in correct) / len(correct):.2f}" if correct else "-",
            _share(sum(result.completed for result in erring), len(erring)),
            f"{sum(len(result.wrong) for result in alone)} / {sum(len(result.wrong) for result in erring)}",
            lines.get(app, ""),
        )  # fmt: skip
        rows.append(f"| {' | '.join(map(str, told))} |")
    without = [f"{guarded.task} ({guarded.why_not})" for guarded in found if guarded.why_not]
    return "\n".join(rows) + ("\n\nNot to be said in the drafts' words: " + "; ".join(without) + "." if without else "")


def _share(number: int, of: int) -> str:
    return f"{number / of:.1%} ({number} of {of})" if of else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--tasks", default="", help="only tasks whose name has this in it")
    parser.add_argument("--show", action="store_true", help="print, and leave the page as it is")
    add_model_options(parser)
    asked = parser.parse_args()
    seeds, model = range(asked.seeds), model_of(asked)
    names = [name for name in models.names() if name not in OF_THE_SYSTEM]
    made = {name: drafted(name, model) for name in names}
    drafts = {name: made_draft.app for name, made_draft in made.items()}
    found = [guarded_with(drafts, task, seeds) for task in all_tasks() if asked.tasks in task.id]
    lines = {name: f"{to_add} / {to_take}" for name in names for to_add, to_take in [changes(name, made[name])]}
    command = f"{command_of('drafted_suite', asked)}: the tasks of the suite, seeds 0 to {seeds[-1]}."
    text = f"{command}\n\n{suite_table(found, lines)}"
    if asked.show or model is not None:
        print(text)
    else:
        write_between("suite", text)
    for row in found:
        for result in (*row.correct, *row.erring):
            if result.wrong or not result.completed:
                print(f"{result.task} seed {result.seed}, {result.mistake or 'no mistake'}: {result}", file=sys.stderr)


if __name__ == "__main__":
    main()
