"""What models know of a phone along a walk, and what they say is committed: the same moments in the words of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import TypeAlias, cast

from handrail.agent.passthrough import Outcome, Passthrough
from handrail.agent.run import run
from handrail.agent.scripted import ScriptedAgent
from handrail.app import Anticipation, Apps
from handrail.app.update import Update
from handrail.bench.suite.episode import TaskInstance
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.guard.decision import Proposal
from handrail.guard.facts import Facts
from handrail.guard.known_rows import FactOrigin
from handrail.guard.sources import Sources
from handrail.language.value import Value
from handrail.phone.phone import Phone

Row: TypeAlias = Mapping[str, Value]
Rows: TypeAlias = Mapping[str, tuple[Row, ...]]
"""By state; a state without keys has at most one row. Values are in the form in which rules compare them."""


@dataclass(frozen=True, slots=True)
class KnownStep:
    """One action: what it commits, what was known when it was chosen, and what is known with it done."""

    commits: frozenset[str]
    before: Rows
    known: Rows


@dataclass(slots=True)
class KnowledgeLedger:
    """What some models know, kept as the guard keeps it; nothing is verified. `moments` has one for each action."""

    apps: Apps
    moments: list[KnownStep] = field(default_factory=list)
    _sources: Sources = field(init=False)
    _facts: Facts = field(init=False)
    _after: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._sources = Sources(self.apps.members)
        self._facts = Facts(self.apps.states, self._sources.passing)

    def see(self, screen: Screen, now: datetime) -> tuple[Update, ...]:
        """Take in what a screen says; the updates that follow from it."""
        self._facts.look()
        seen = self._sources.observe(screen, self._after, now)
        shown = seen.updates + self._facts.gone(seen.updates, seen.lists)
        self._facts.note(shown, FactOrigin.SEEN)
        left = self._facts.left(seen.updates, seen.fronts)
        self._facts.note(left, FactOrigin.SEEN)
        ended = self._facts.ended(seen.ended)
        self._facts.note(ended, FactOrigin.SEEN)
        self._after = {}
        return shown + left + ended

    def act(self, action: Action, screen: Screen, now: datetime) -> Anticipation:
        """Take in what an action is about to change, and say it."""
        before = self._rows()
        said = self._sources.anticipate(action, screen, now, self._facts.rows.value)
        commits = said.whole.commits
        self._facts.note(said.whole.updates, FactOrigin.COMMITTED if commits else FactOrigin.ANTICIPATED)
        self._after = said.bindings
        self.moments.append(KnownStep(commits, before, self._rows()))
        return said.whole

    def end(self) -> None:
        """The walk is over: a last moment in which nothing is done."""
        rows = self._rows()
        self.moments.append(KnownStep(frozenset(), rows, rows))

    def _rows(self) -> Rows:
        known = self._facts.rows.known(self.apps.states)
        return {state: tuple(cast(Row, dict(row)) for row in rows.values()) for state, rows in known.items()}


@dataclass(slots=True)
class ObservedPhone:
    """The bare phone, with ledgers that see each screen and each action."""

    inner: Passthrough
    phone: Phone
    ledgers: Sequence[KnowledgeLedger]

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
        """Carry it out, and note what each of the models says of it."""
        for ledger in self.ledgers:
            ledger.see(self.screen, self.phone.now)
            if proposed.action.type == "finish":
                ledger.end()
            else:
                ledger.act(proposed.action, self.screen, self.phone.now)
        return await self.inner.act(proposed)


async def moments_of(setting: TaskInstance, *models: Apps) -> list[tuple[KnownStep, ...]]:
    """What each of these sets of models knows while the agent that does not err carries out a task.

    The last moment of each is the end of the walk; they are of the same actions, in the same order.
    """
    ledgers = [KnowledgeLedger(model) for model in models]
    agent = ScriptedAgent(setting.scene.scripted_task, rng=Random(f"{setting.task.id} {setting.seed}"))  # noqa: S311 - to be the same again
    async with Passthrough(setting.device) as passthrough:
        await run(agent, ObservedPhone(passthrough, setting.phone, ledgers))
    return [tuple(ledger.moments) for ledger in ledgers]
