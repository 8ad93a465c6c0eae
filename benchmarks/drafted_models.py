"""How good is a model that two recorded walks give, without a language model?

    python benchmarks/drafted_models.py              # writes the table in docs/draft.md
    python benchmarks/drafted_models.py --show       # prints it, and what is not covered
    python benchmarks/drafted_models.py --keep FOLDER    # and keeps the drafts there
    python benchmarks/drafted_models.py --model openai:gpt-4.1 --requests-out FILE     # what it would be asked
    python benchmarks/drafted_models.py --model openai:gpt-4.1 --answers-in FILE       # with its proposals
    python benchmarks/drafted_models.py --model recorded:large --answers-in benchmarks/drafted_models_answers.jsonl

For each app of the simulated phone a model is drafted from two walks of the suite's agent that does not err: the first
two of its tasks, with seeds that nothing else uses. Then the same agent carries out all tasks of the app with other
seeds, and at each step the draft is asked what the action commits. Whether it did commit something is read from the
phone's own data. Nothing is timed.

With a language model each draft is put to it in rounds, through the files of a batch. What it proposes is checked
before it is taken, and the table stands in a section of its own. The answers of a large model are kept; they are to
these very drafts, and once a draft is another one its question is open again. `benchmarks/drafted_suite.py` guards with
the drafts.
"""

import argparse
import asyncio
import difflib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from handrail.agent.passthrough import Outcome, Passthrough
from handrail.agent.recorded_walk import acts_of
from handrail.agent.run import run
from handrail.agent.scripted import ScriptedAgent
from handrail.app import App
from handrail.app.draft import Drafted, NothingToDraft
from handrail.app.screen_tree import ScreenIndex
from handrail.app.walk import GOING_ELSEWHERE
from handrail.bench.suite.drafts import OF_THE_SYSTEM, WALKS, draft_for, tasks_of, walks_of
from handrail.bench.suite.episode import prepare
from handrail.bench.suite.task import INCIDENTAL, Effect, Task
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.truth import effects_between
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.encoder.app_drafting import improve
from handrail.guard.decision import Proposal
from handrail.llm import Model, open_batch
from handrail.phone import models
from handrail.phone.phone import Phone

PAGE = Path(__file__).resolve().parents[1] / "docs/draft.md"
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
        told = tuple(effect for effect in effects if effect.what not in INCIDENTAL)
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
    return tuple(asyncio.run(walked(next(known_task for known_task in all_tasks() if known_task.id == task), seed)))


def drafted(name: str, model: Model | None = None) -> Drafted:
    """The model that the walks of the first tasks give, and what a language model proposes and the checks let pass."""
    if model is None:
        return draft_for(name)
    improved = asyncio.run(improve(draft_for(name), walks_of(name), model))
    said = f"no answer: {improved.no_answer}" if improved.no_answer is not None else f"{improved.taken} proposals taken"
    print(f"{name}: {said}, {len(improved.refused)} refused", file=sys.stderr)
    for refusal in improved.refused:
        print(f"{name}: refused: {refusal.proposal}: {refusal.why}", file=sys.stderr)
    return improved.drafted


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """Who is asked about the drafts, through the files of a batch."""
    parser.add_argument("--model", default="", help="PROVIDER:NAME of a language model; else nobody is asked")
    parser.add_argument("--requests-out", type=Path, help="write what it would be asked there")
    parser.add_argument("--answers-in", type=Path, action="append", default=[], help="its answers; once a round")


def command_of(name: str, asked: argparse.Namespace) -> str:
    """What to call for the same table."""
    answers = "".join(f" --answers-in {answer}" for answer in asked.answers_in)
    return f"`python benchmarks/{name}.py{f' --model {asked.model}{answers}' if asked.model else ''}`"


def model_of(asked: argparse.Namespace) -> Model | None:
    """The language model that was named, or nobody."""
    if not asked.model:
        return None
    return open_batch(asked.model, requests_out=asked.requests_out, answers_in=asked.answers_in)


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


def measured(name: str, seeds: Sequence[int], model: Model | None = None) -> Measured:
    made = drafted(name, model)
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
                        missed[
                            f"{called} ({', '.join(sorted({effect.what for effect in step.effects}))}): {answer}"
                        ] += 1
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


def as_markdown(rows: Sequence[Measured]) -> str:
    head = (
        "app", "lines", "by hand", "lines to add / take away", "values confirmed / contradicted / not seen", "left out",
        "committing: said so / called harmless / not covered", "others: called harmless / committing / not covered",
    )  # fmt: skip
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    sums: Counter[str] = Counter()
    for row in rows:
        bindings = row.drafted.evidence.bindings
        counted = [
            sum(getattr(binding, name) for binding in bindings) for name in ("confirmed", "contradicted", "not_seen")
        ]
        said = [row.committing[answer] for answer in (COMMITS, HARMLESS, NOT_COVERED)]
        others = [row.other[answer] for answer in (HARMLESS, COMMITS, NOT_COVERED)]
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
    elsewhere = " / ".join(str(sum(row.unseen[answer] for row in rows)) for answer in (COMMITS, HARMLESS, NOT_COVERED))
    lines += ["", f"Of the committing steps, those in tasks that no walk was of: {elsewhere}."]
    return "\n".join(lines)


def write_between(name: str, text: str) -> None:
    """Into the page, in place of what stands there."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, rest = PAGE.read_text("utf-8").split(begin)
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{rest.split(end)[1]}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--apps", default="", help="only these, by name, separated by commas")
    parser.add_argument("--keep", type=Path, help="write the drafts into this folder")
    parser.add_argument("--show", action="store_true", help="print, and leave the page as it is")
    add_model_options(parser)
    asked = parser.parse_args()
    model = model_of(asked)
    wanted = asked.apps.split(",") if asked.apps else [name for name in models.names() if name not in OF_THE_SYSTEM]
    rows, without = [], []
    for name in wanted:
        try:
            rows.append(measured(name, range(asked.seeds), model))
        except NothingToDraft as error:
            without.append(f"{name}: {error}")
    for row in rows if asked.keep else ():
        (asked.keep / f"{row.name}.yaml").write_text(row.drafted.text, "utf-8")
    tried = f"all their tasks with the seeds 0 to {asked.seeds - 1}"
    text = f"{command_of('drafted_models', asked)}: two walks for each app, {tried}.\n\n{as_markdown(rows)}"
    if without:
        text += "\n\nWithout a draft: " + "; ".join(without) + "."
    if not asked.show:
        write_between("figures" if model is None else "figures with a model", text)
        return
    print(text)
    for row in rows:
        for said, found in (("missed", row.missed), ("too much", row.too_much)):
            for what, count in found.most_common():
                print(f"{row.name}: {said}: {count} x {what}")


if __name__ == "__main__":
    main()
