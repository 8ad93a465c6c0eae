"""How good is a model that two recorded walks give, without a language model?

    python benchmarks/drafted_models.py              # writes the table in docs/draft.md
    python benchmarks/drafted_models.py --show       # prints it, and what is not covered
    python benchmarks/drafted_models.py --keep FOLDER    # and keeps the drafts there
    python benchmarks/drafted_models.py --suite          # the tasks of the suite, guarded with the drafts

For each app of the simulated phone a model is drafted from two walks of the suite's agent that does not err: the first
two of its tasks, with seeds that nothing else uses. Then the same agent carries out all tasks of the app with other
seeds, and at each step the draft is asked what the action commits. Whether it did commit something is read from the
phone's own data. Nothing is timed.

With `--suite` the guard has the drafts instead of the hand-written models, and each task's rules in the drafts' words,
as `handrail.bench.suite.translation` finds them.
"""

import argparse
import asyncio
import difflib
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

from handrail.agent.passthrough import Outcome, Passthrough
from handrail.agent.run import run
from handrail.agent.scripted import ScriptedAgent
from handrail.app import App, Apps
from handrail.app.draft import Drafted, NothingToDraft, draft_of
from handrail.app.screen_tree import ScreenIndex
from handrail.app.walk import GOING_ELSEWHERE
from handrail.bench.suite import environments
from handrail.bench.suite.episode import SYSTEM_MODELS, Setting, play, prepare
from handrail.bench.suite.suite import Result, drawn_mistake, result_of
from handrail.bench.suite.task import INCIDENTAL, Effect, Task
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.translation import NotExpressible, Translation
from handrail.bench.suite.truth import effects_between
from handrail.bench.suite.walks import record_walk
from handrail.cli.recorded_walks import acts_of, walk_of
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.error import Misuse
from handrail.guard.decision import Proposal
from handrail.language.specification import Specification
from handrail.phone import models
from handrail.phone.phone import Phone

PAGE = Path(__file__).resolve().parents[1] / "docs/draft.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
OF_THE_SYSTEM = ("notification_shade", "permission_dialog", "share_sheet")
WALKS, SEED = 2, 1000
COMMITS, HARMLESS, NOT_COVERED = "commits", "harmless", "not covered"


@dataclass(frozen=True)
class Step:
    """One action of the agent, and what came of it."""

    task: str
    screen: Screen
    action: Action
    effects: tuple[Effect, ...]


@dataclass
class Watched:
    """The bare phone, with a look at its data before and after each action."""

    task: str
    inner: Passthrough
    phone: Phone
    steps: list[Step] = field(default_factory=list)

    @property
    def screen(self) -> Screen:
        return self.inner.screen

    @property
    def feedback(self) -> str:
        return self.inner.feedback

    @property
    def finished(self) -> bool:
        return self.inner.finished

    async def act(self, proposed: Proposal) -> Outcome:
        screen, before = self.inner.screen, self.phone.snapshot()
        outcome = await self.inner.act(proposed)
        effects = effects_between(before, self.phone.snapshot())
        told = tuple(one for one in effects if one.what not in INCIDENTAL)
        self.steps.append(Step(self.task, screen, proposed.action, told))
        return outcome


async def walked(task: Task, seed: int) -> list[Step]:
    setting = prepare(task, seed)
    agent = ScriptedAgent(setting.scene.scripted_task, rng=Random(f"{task.id} {seed}"))
    async with Passthrough(setting.device) as passthrough:
        watched = Watched(task.id, passthrough, setting.phone)
        await run(agent, watched)
    return watched.steps


@cache
def steps_of(task: str, seed: int) -> tuple[Step, ...]:
    return tuple(asyncio.run(walked(next(one for one in all_tasks() if one.id == task), seed)))


def tasks_of(name: str) -> list[Task]:
    """Those of an app, first those that begin in it; every task begins on the launcher."""
    found = [task for task in all_tasks() if name in task.apps]
    return sorted(found, key=lambda task: task.apps[0] != name) or list(all_tasks()[:WALKS])


def drafted(name: str) -> Drafted:
    """The model that the walks of the first tasks give."""
    walks = []
    with tempfile.TemporaryDirectory() as folder:
        for number, task in enumerate(tasks_of(name)[:WALKS]):
            recording = asyncio.run(record_walk(task, SEED + number, Path(folder) / task.id))
            walks.append(walk_of(recording.steps, task.id))
    return draft_of(walks, models.load(name).package)


def answers(app: App, steps: Sequence[Step]) -> Iterator[tuple[Step, str, str]]:
    """What a model says of each action on its app, and what was touched."""
    for step in steps:
        index = ScreenIndex(step.screen)
        for act in acts_of(step.action, step.screen) or ():
            number = index.at(act.path) if act.path is not None else None
            if number is None or index.packages[number] != app.package:
                continue
            if act.kind in GOING_ELSEWHERE:
                continue  # nothing that needs a model
            if act.kind == "click" and index.nodes[number].class_name.endswith("EditText"):
                continue  # it only gets the focus, and needs no model
            said = app.anticipate_on(step.screen, act.path, act.kind, text=act.text)
            answer = COMMITS if said.commits else HARMLESS if said.covered else NOT_COVERED
            element = index.nodes[number]
            called = element.resource_id.rpartition("/")[2] or element.text or element.class_name
            yield step, answer, f"{act.kind} {called}"


@dataclass(frozen=True)
class Measured:
    """One row of the table."""

    name: str
    lines: int
    by_hand: int
    to_add: int
    to_take: int
    drafted: Drafted
    committing: Counter[str]
    other: Counter[str]
    unseen: Counter[str]
    missed: Counter[str]
    too_much: Counter[str]


def measured(name: str, seeds: Sequence[int]) -> Measured:
    made = drafted(name)
    to_add, to_take = changes(name, made)
    committing, other, unseen = Counter[str](), Counter[str](), Counter[str]()
    missed, too_much = Counter[str](), Counter[str]()
    walked_through = {task.id for task in tasks_of(name)[:WALKS]}
    for task in tasks_of(name):
        for seed in seeds:
            for step, answer, called in answers(made.app, steps_of(task.id, seed)):
                if step.effects:
                    committing[answer] += 1
                    unseen[answer] += task.id not in walked_through
                    if answer != COMMITS:
                        missed[f"{called} ({', '.join(sorted({one.what for one in step.effects}))}): {answer}"] += 1
                else:
                    other[answer] += 1
                    if answer != HARMLESS:
                        too_much[f"{called}: {answer}"] += 1
    return Measured(
        name, made.text.count("\n"), models.path_of(name).read_text("utf-8").count("\n"), to_add, to_take, made,
        committing, other, unseen, missed, too_much,
    )  # fmt: skip


def changes(name: str, made: Drafted) -> tuple[int, int]:
    """How many lines somebody adds and takes away who makes a draft the model that was written by hand."""
    mine, theirs = made.text.splitlines(), models.path_of(name).read_text("utf-8").splitlines()
    signs = [line[0] for line in difflib.ndiff(mine, theirs)]
    return signs.count("+"), signs.count("-")


LEARNING_SEEDS = range(2000, 2008)


@dataclass(frozen=True)
class Guarded:
    """One task with the drafts: how much of its rules they can say, and what came of its runs."""

    task: str
    comparisons: int = 0
    kept: int = 0
    why_not: str = ""
    correct: tuple[Result, ...] = ()
    erring: tuple[Result, ...] = ()
    alone: tuple[Result, ...] = ()


def guarded_with(drafts: Mapping[str, App], task: Task, seeds: Sequence[int]) -> Guarded:
    """A task of the suite, as `benchmarks/suite.py` runs it, with the drafts in place of its apps' models."""
    kept = comparisons = 0
    results: dict[str, list[Result]] = {"correct": [], "erring": [], "alone": []}
    try:
        others = Apps.of(*(drafts[name] for name in task.apps), *(models.load(name) for name in SYSTEM_MODELS))
        translation = Translation.learned(task, others, LEARNING_SEEDS)
        for seed in seeds:
            translated = translation.of(prepare(task, seed))
            kept, comparisons = kept + translated.kept, comparisons + translated.comparisons
    except (NotExpressible, Misuse) as error:
        return Guarded(task.id, why_not=str(error))

    def setting(seed: int) -> Setting:
        given = prepare(task, seed)
        rules = Specification.parse(translation.of(given).rules, others)
        return replace(given, scene=replace(given.scene, objectives={}), apps=others, specification=rules)

    for seed in seeds:
        mistake = drawn_mistake(prepare(task, seed))
        runs = (
            ("correct", setting(seed), environments.guarded, None),
            ("erring", setting(seed), environments.guarded, mistake),
            ("alone", prepare(task, seed), environments.passthrough, mistake),
        )
        for name, given, opener, errs in runs:
            results[name].append(result_of(asyncio.run(play(given, opener, errs)), name))
    return Guarded(task.id, comparisons, kept, "", *(tuple(results[one]) for one in ("correct", "erring", "alone")))


def suite_table(found: Sequence[Guarded], lines: Mapping[str, str]) -> str:
    """By app; tasks of several apps stand by themselves."""
    head = (
        "app", "tasks", "rules in full / in part / not", "comparisons", "does not err: completed", "questions a run",
        "errs: completed", "wrong effects: alone / guarded", "lines to add / take away",
    )  # fmt: skip
    rows = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    by_app: dict[str, list[Guarded]] = {}
    for one in found:
        apps = next(task.apps for task in all_tasks() if task.id == one.task)
        by_app.setdefault(apps[0] if one.task.startswith(apps[0]) else "several", []).append(one)
    for app, ones in [*by_app.items(), ("all", list(found))]:
        said = [one for one in ones if not one.why_not]
        whole = sum(one.kept == one.comparisons for one in said)
        correct, erring, alone = (
            [run for one in said for run in getattr(one, name)] for name in ("correct", "erring", "alone")
        )
        told = (
            app, len(ones), f"{whole} / {len(said) - whole} / {len(ones) - len(said)}",
            _share(sum(one.kept for one in said), sum(one.comparisons for one in said)),
            _share(sum(one.completed for one in correct), len(correct)),
            f"{sum(one.questions for one in correct) / len(correct):.2f}" if correct else "-",
            _share(sum(one.completed for one in erring), len(erring)),
            f"{sum(len(one.wrong) for one in alone)} / {sum(len(one.wrong) for one in erring)}", lines.get(app, ""),
        )  # fmt: skip
        rows.append(f"| {' | '.join(map(str, told))} |")
    without = [f"{one.task} ({one.why_not})" for one in found if one.why_not]
    return "\n".join(rows) + ("\n\nNot to be said in the drafts' words: " + "; ".join(without) + "." if without else "")


def _share(some: int, of: int) -> str:
    return f"{some / of:.1%} ({some} of {of})" if of else "-"


def as_markdown(rows: Sequence[Measured]) -> str:
    head = (
        "app", "lines", "by hand", "lines to add / take away", "values confirmed / contradicted / not seen", "left out",
        "committing: said so / called harmless / not covered", "others: called harmless / committing / not covered",
    )  # fmt: skip
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    sums: Counter[str] = Counter()
    for row in rows:
        bindings = row.drafted.evidence.bindings
        counted = [sum(getattr(one, name) for one in bindings) for name in ("confirmed", "contradicted", "not_seen")]
        said = [row.committing[one] for one in (COMMITS, HARMLESS, NOT_COVERED)]
        others = [row.other[one] for one in (HARMLESS, COMMITS, NOT_COVERED)]
        sums.update({f"said {place}": count for place, count in enumerate(said)})
        sums.update({f"others {place}": count for place, count in enumerate(others)})
        told = (
            row.name, row.lines, row.by_hand, f"{row.to_add} / {row.to_take}", " / ".join(map(str, counted)),
            len(row.drafted.dropped), " / ".join(map(str, said)), " / ".join(map(str, others)),
        )  # fmt: skip
        lines.append(f"| {' | '.join(map(str, told))} |")
    all_said = " / ".join(str(sums[f"said {place}"]) for place in range(3))
    all_others = " / ".join(str(sums[f"others {place}"]) for place in range(3))
    lines.append(f"| all |  |  |  |  |  | {all_said} | {all_others} |")
    elsewhere = " / ".join(str(sum(row.unseen[one] for row in rows)) for one in (COMMITS, HARMLESS, NOT_COVERED))
    lines += ["", f"Of the committing steps, those in tasks that no walk was of: {elsewhere}."]
    return "\n".join(lines)


def with_the_suite(seeds: Sequence[int], wanted: str, show: bool) -> None:
    """The second table of the page."""
    names = [one for one in models.names() if one not in OF_THE_SYSTEM]
    made = {name: drafted(name) for name in names}
    drafts = {name: one.app for name, one in made.items()}
    found = [guarded_with(drafts, one, seeds) for one in all_tasks() if wanted in one.id]
    lines = {name: f"{to_add} / {to_take}" for name in names for to_add, to_take in [changes(name, made[name])]}
    command = f"`python benchmarks/drafted_models.py --suite`: the tasks of the suite, seeds 0 to {seeds[-1]}."
    text = f"{command}\n\n{suite_table(found, lines)}"
    if show:
        print(text)
    else:
        write_between(f"{BEGIN[:-4]} of the suite -->", f"{END[:-4]} of the suite -->", text)
    for one in found:
        for result in (*one.correct, *one.erring):
            if result.wrong or not result.completed:
                print(f"{result.task} seed {result.seed}, {result.mistake or 'no mistake'}: {result}", file=sys.stderr)


def write_between(begin: str, end: str, text: str) -> None:
    """Into the page, in place of what stands there."""
    before, rest = PAGE.read_text("utf-8").split(begin)
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{rest.split(end)[1]}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--apps", default="", help="only these, by name, separated by commas")
    parser.add_argument("--keep", type=Path, help="write the drafts into this folder")
    parser.add_argument("--suite", action="store_true", help="run the tasks of the suite with the drafts")
    parser.add_argument("--tasks", default="", help="with --suite: only tasks whose name has this in it")
    parser.add_argument("--show", action="store_true", help="print, and leave the page as it is")
    asked = parser.parse_args()
    if asked.suite:
        with_the_suite(range(asked.seeds), asked.tasks, asked.show)
        return
    wanted = asked.apps.split(",") if asked.apps else [one for one in models.names() if one not in OF_THE_SYSTEM]
    rows, without = [], []
    for name in wanted:
        try:
            rows.append(measured(name, range(asked.seeds)))
        except NothingToDraft as error:
            without.append(f"{name}: {error}")
    for row in rows if asked.keep else ():
        (asked.keep / f"{row.name}.yaml").write_text(row.drafted.text, "utf-8")
    tried = f"all their tasks with the seeds 0 to {asked.seeds - 1}"
    text = f"`python benchmarks/drafted_models.py`: two walks for each app, {tried}.\n\n{as_markdown(rows)}"
    if without:
        text += "\n\nWithout a draft: " + "; ".join(without) + "."
    if not asked.show:
        write_between(BEGIN, END, text)
        return
    print(text)
    for row in rows:
        for said, found in (("missed", row.missed), ("too much", row.too_much)):
            for what, count in found.most_common():
                print(f"{row.name}: {said}: {count} x {what}")


if __name__ == "__main__":
    main()
