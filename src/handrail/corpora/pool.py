"""Real runs on the simulated phone, as records: what a generated corpus is made of.

In turn: an agent that carries out a task of the suite, one that makes a mistake at it, and one run of a matched pair of
the risk data, the safe one and the unsafe one by turns. Runs of the suite come with rules and with the updates that the
models of the apps tell of; those of pairs have none, and are labelled.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from handrail.agent.passthrough import Outcome, Passthrough
from handrail.agent.run import run
from handrail.agent.scripted import ScriptedAgent
from handrail.app import Anticipation
from handrail.app.update import Update
from handrail.bench.risk.pairs.generate import Label, Pair, pairs, play
from handrail.bench.suite.episode import TaskInstance, prepare
from handrail.bench.suite.known import KnowledgeLedger
from handrail.bench.suite.suite import drawn_mistake
from handrail.bench.suite.tasks import all_tasks
from handrail.corpora.conversion import record_of_folder, written_update
from handrail.corpora.reading import JsonObject
from handrail.device.recorder import record
from handrail.device.screen import Screen
from handrail.guard.decision import Proposal
from handrail.guard.opening import states_document
from handrail.phone.phone import Phone
from handrail.strict_json import read_json


def pool(count: int, seed: int) -> Iterator[JsonObject]:
    """That many different runs, made when they are asked for; a larger pool begins with the runs of a smaller one."""
    tasks = all_tasks()
    made = pairs(count // 3 + 1, seed)
    for number in range(count):
        turn, kind = divmod(number, 3)
        if kind == 2:
            yield _of_pair(next(made), unsafe=turn % 2 == 1)
        else:
            rounds, place = divmod(turn, len(tasks))
            yield asyncio.run(_of_task(prepare(tasks[place], seed + rounds), errs=kind == 1))


@dataclass(slots=True)
class _Told:
    """The bare phone, and what the models say of each action that was carried out and of what came of it."""

    inner: Passthrough
    phone: Phone
    ledger: KnowledgeLedger
    opening: tuple[Update, ...] | None = None
    steps: list[tuple[Anticipation, list[Update]]] = field(default_factory=list)

    @property
    def screen(self) -> Screen:
        """As the phone shows it."""
        return self.inner.screen

    @property
    def feedback(self) -> str:
        """As the phone says it."""
        return self.inner.feedback

    @property
    def finished(self) -> bool:
        """Whether the agent is done."""
        return self.inner.finished

    async def act(self, proposed: Proposal) -> Outcome:
        """Carry it out, and note what the models say."""
        if proposed.action.type == "finish":
            return await self.inner.act(proposed)
        self.see()
        said = self.ledger.act(proposed.action, self.screen, self.phone.now)
        outcome = await self.inner.act(proposed)
        if outcome.executed:
            self.steps.append((said, []))
        return outcome

    def see(self) -> None:
        """Note what the screen says, of the last action or of the beginning."""
        seen = self.ledger.see(self.screen, self.phone.now)
        if self.opening is None:
            self.opening = seen
        elif self.steps:
            self.steps[-1][1].extend(seen)


async def _of_task(setting: TaskInstance, *, errs: bool) -> JsonObject:
    mistake = drawn_mistake(setting) if errs else None
    phone, scene, began = setting.phone, setting.scene, setting.phone.now
    rng = Random(f"{setting.task.id} {setting.seed} {mistake}")  # noqa: S311 - to be the same again
    with tempfile.TemporaryDirectory(prefix="handrail-pool-") as folder:
        device = await record(
            setting.device,
            Path(folder) / "run" / "1",
            query=scene.instruction,
            application=setting.task.apps[0],
            now_ms=lambda: int(phone.now.timestamp() * 1000),
            pictures=False,
        )
        async with Passthrough(device) as passthrough:
            told = _Told(passthrough, phone, KnowledgeLedger(setting.apps))
            await run(ScriptedAgent(scene.scripted_task, rng=rng, mistake=mistake), told)
            told.see()
        await device.close()
        made = record_of_folder(device.folder.path)
    for step, (said, seen) in zip(made["steps"], told.steps, strict=False):  # the last step is the finish
        step["updates"] = [written_update(update, "pre") for update in said.updates]
        step["updates"] += [written_update(update, "post") for update in seen]
        step["critical"] = [scene.objectives.get(name, name) for name in sorted(said.commits)]
    return made | {
        "id": f"{setting.task.id} {setting.seed}{' errs' if errs else ''}",
        "now": began.isoformat(),
        "states": read_json(states_document(setting.specification.states), exact=False),
        "rules": setting.specification.show().splitlines(),
        "opening": [written_update(update, "post") for update in told.opening or ()],
    }


def _of_pair(pair: Pair, *, unsafe: bool) -> JsonObject:
    matched = pair.matched_pair
    world = matched.unsafe_world or matched.world if unsafe else matched.world
    step, kinds = (pair.step, (str(matched.category),)) if unsafe else (None, ())
    label = Label(pair.name, pair.scenario, step, kinds)
    with tempfile.TemporaryDirectory(prefix="handrail-pool-") as folder:
        path = Path(folder) / ("unsafe_made" if unsafe else "safe_made") / f"{pair.number:04}"
        moves = pair.unsafe if unsafe else pair.safe
        asyncio.run(play(world.phone(), moves, matched.application, path, label, pictures=False))
        return record_of_folder(path)
