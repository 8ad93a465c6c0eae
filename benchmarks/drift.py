"""Is it noticed that an app was updated, before something is committed in it? And is nothing noticed that is not so?

    python benchmarks/drift.py              # the correct agent on every task, 2 seeds, and on changed apps

First the tasks of `handrail.bench.suite` as they are: every finding is a false alarm. Then, one change after the other,
with each task in which it is met: an id renamed that the screens of the run show, the label of a button, the shape of
the rows of a list, what a touch or typing does, the version. The agent knows its way in the changed app, and the person
who is asked agrees to everything but what is wrong. Nothing is timed.
"""

import argparse
import asyncio
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from guard.changed_app import (
    ChangedPhone,
    Does,
    Shows,
    aimed_at,
    as_asked,
    as_it_was,
    instead,
    relabelled,
    renamed,
    reshaped,
)
from handrail.agent.run import Environment
from handrail.app.drift import Drift
from handrail.bench.suite.environments import ReadingApprover
from handrail.bench.suite.episode import TaskInstance, play, prepare
from handrail.bench.suite.tasks import all_tasks
from handrail.device.device import PackageVersion
from handrail.device.screen import Screen
from handrail.guard import Guard
from handrail.guard.approval.question import Answer, Question
from handrail.guard.decision import Proposal, reasons_of
from handrail.guard.step import Step
from handrail.phone import models

WAYS = (
    "renamed id",
    "label of a button",
    "shape of rows",
    "does it twice",
    "does nothing",
    "types otherwise",
    "version",
)


@dataclass(frozen=True, slots=True)
class Change:
    """One change to one app, by values, so that it can be sent to another process."""

    way: str
    package: str
    what: str = ""

    def shows(self) -> Shows:
        match self.way:
            case "renamed id":
                return renamed(self.package, self.what)
            case "label of a button":
                return relabelled(self.package, self.what, "Go on, please")
            case "shape of rows":
                return reshaped(self.package, self.what)
        return as_it_was

    def does(self) -> Does:
        match self.way:
            case "does it twice":
                return instead(self.what, None, None)
            case "does nothing":
                return instead(self.what)
            case "types otherwise":
                return lambda action, _: (
                    (replace(action, text=f"{(action.text or '')[:-1]}7"),)
                    if action.type == "input" and action.element and action.element.resource_id.endswith(self.what)
                    else (action,)
                )
        return as_asked

    def versions(self) -> dict[str, PackageVersion]:
        return {self.package: PackageVersion("99.0", "990000")} if self.way == "version" else {}


@dataclass(slots=True)
class Account:
    """What a run came to: what was seen and touched, and whether anything was noticed before the first commitment."""

    completed: bool = False
    wrong: bool = False
    committed: bool = False
    met: bool = False
    drift: tuple[Drift, ...] = ()
    noticed: bool = False
    rules: set[str] = field(default_factory=set)
    offered: set[Change] = field(default_factory=set)


@dataclass(slots=True)
class Knowing:
    """The environment for an agent that knows its way: it sees the app as it was, and acts on it as it is."""

    guard: Guard
    phone: ChangedPhone
    account: Account

    @property
    def screen(self) -> Screen:
        return self.phone.device.phone.screen()

    @property
    def feedback(self) -> str:
        return self.guard.feedback

    @property
    def finished(self) -> bool:
        return self.guard.finished

    async def act(self, proposal: Proposal) -> Step:
        real = self.screen
        self.account.offered.update(changes_on(real, proposal))
        shown = self.phone.shows(real)
        does = self.phone.does(proposal.action, real)
        is_met = shown != real or real.package in self.phone.versions
        step = await self.guard.act(replace(proposal, action=aimed_at(proposal.action, shown)))
        decision_input = step.decision_input
        commits = decision_input is not None and bool(
            decision_input.commits
        )  # what that itself does is seen by nobody beforehand
        self.account.met |= (is_met or (does != (proposal.action,) and not commits)) and not self.account.committed
        if decision_input is not None and not self.account.committed:
            rules = {reason.rule for reason in reasons_of(step.proposed)}
            self.account.rules |= rules
            self.account.noticed |= bool(self.guard.drift)
            self.account.committed = commits and step.executed
        self.account.drift += tuple(found for found in self.guard.drift if found not in self.account.drift)
        return step


def changes_on(screen: Screen, proposal: Proposal) -> Iterator[Change]:
    """The changes that this screen, and what is done on it, would show."""
    for element in screen.elements():
        if element.package.startswith("com.example") or element.package == "com.android.settings":
            own, _, name = element.resource_id.partition(":id/")
            if own == element.package and name in words_of(own):
                yield Change("renamed id", own, name)
                if element.clickable and len([node for node in element.walk() if node[1].text]) > 1:
                    yield Change("shape of rows", own, name)
            yield Change("version", element.package)
    action = proposal.action
    if action.element is None:
        return
    own, _, name = action.element.resource_id.partition(":id/")
    label = action.element.text or action.element.description
    if own.startswith("com.example") and action.type == "click" and label:
        yield Change("label of a button", own, label)
    if own.startswith("com.example") and action.type == "click":
        yield from (Change("does it twice", own, name), Change("does nothing", own, name))
    if own.startswith("com.example") and action.type == "input":
        yield Change("types otherwise", own, name)


@cache
def words_of(package: str) -> frozenset[str]:
    """All words of an app's model, the ids that it names among them: no other change of an id can mean anything."""
    texts = (path.read_text("utf-8") for path in Path(models.__file__).parent.glob("*.yaml"))
    return frozenset(re.findall(r"\w+", next((text for text in texts if f"package: {package}\n" in text), "")))


@dataclass(slots=True)
class Translated:
    """The user reads the question; what it would do is tried on the phone as it is."""

    reader: ReadingApprover
    screen: "TaskInstance"

    async def __call__(self, question: Question) -> Answer:
        return await self.reader(replace(question, action=aimed_at(question.action, self.screen.phone.screen())))


def run(task: str, seed: int, change: Change | None) -> Account:
    """One task with one change."""
    setting = prepare(next(known_task for known_task in all_tasks() if known_task.id == task), seed)
    account = Account()

    @asynccontextmanager
    async def opened(given: TaskInstance) -> AsyncIterator[Environment[Step]]:
        shows, does = (change.shows(), change.does()) if change is not None else (as_it_was, as_asked)
        phone = ChangedPhone(given.device, shows, does, change.versions() if change is not None else {})
        reader = ReadingApprover(given.phone, given.phone.snapshot(), given.scene.asked)
        with tempfile.TemporaryDirectory() as folder:
            async with Guard(
                phone,
                given.apps,
                given.specification,
                approver=Translated(reader, given),
                journal=Path(folder) / "journal",
                clock=lambda: given.phone.now,
                objectives=given.scene.objectives,
                pictures=False,
            ) as guard:
                yield Knowing(guard, phone, account)

    episode = asyncio.run(play(setting, opened))
    account.completed, account.wrong = episode.completed, bool(episode.wrong)
    return account


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--tasks", default="", help="only tasks whose name has this in it")
    parser.add_argument("--show", default="", help="print each run of this way that was not noticed")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    tasks = [known_task.id for known_task in all_tasks() if asked.tasks in known_task.id]
    with ProcessPoolExecutor(asked.workers) as pool:
        plain = [(task, seed) for task in tasks for seed in range(asked.seeds)]
        accounts = list(pool.map(run, *zip(*plain, strict=True), [None] * len(plain)))
        usual = {task: account for (task, seed), account in zip(plain, accounts, strict=True) if seed == 0}
        alarms = [drift for account in accounts for drift in account.drift]
        done = sum(account.completed for account in accounts)
        print(f"as they are: {len(accounts)} runs, {done} completed, {len(alarms)} findings")
        for alarm in alarms:
            print(f"  {alarm}")
        changed = [(task, 0, change) for task in tasks for change in sorted(usual[task].offered, key=str)]
        found = list(pool.map(run, *zip(*changed, strict=True), chunksize=8))
    told: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    for (task, _, change), account in zip(changed, found, strict=True):
        word = verdict(account, usual[task]) if account.met else "not met"
        told[change.way][word] += 1
        if change.way == asked.show and word.startswith(("ran", "nothing")):
            print(
                f"  {task}: {change.package} {change.what}: {word}; {account.rules - usual[task].rules}",
                file=sys.stderr,
            )
    columns = ("as drift", "asked otherwise", "nothing ran", "ran, as asked", "ran, not as asked", "ran, wrong")
    print(f"| change | runs | {' | '.join(columns)} |\n|---|---|{'---|' * len(columns)}")
    for way, counts in told.items():
        met = sum(counts[word] for word in columns)
        print(f"| {way} | {met} | {' | '.join(str(counts[word]) for word in columns)} |")


def verdict(account: Account, usual: Account) -> str:
    """What became of a run with a change, up to its first commitment."""
    if account.noticed:
        return "as drift"
    if account.rules - usual.rules:
        return "asked otherwise"
    if not account.committed:
        return "nothing ran"
    return "ran, wrong" if account.wrong else "ran, as asked" if account.completed else "ran, not as asked"


if __name__ == "__main__":
    main()
