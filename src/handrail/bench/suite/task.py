"""What a task of the suite is: the words, the phone as it is before, the right plan, the likely mistakes, the truth."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from handrail.agent.action_queue import ScriptedTask
from handrail.agent.intent import Plan
from handrail.agent.mistake import Mistake, Values
from handrail.bench.suite.effect import Effect, EffectKind
from handrail.phone.phone import Phone

INCIDENTAL = frozenset({EffectKind.MAIL_READ})
"""What may happen on the way without being asked for."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One task with the values of one seed.

    In `specification` a line that begins with `&` or `->` goes on with the rule above it. `asked` is everything that is
    to come about; nothing else may remain. `objectives` renames commitments of a model, as `Guard` does.
    """

    phone: Phone
    instruction: str
    specification: str
    values: Values
    plan: Callable[[Values], Plan]
    mistakes: tuple[Mistake, ...]
    asked: tuple[Effect, ...] = ()
    objectives: Mapping[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> str:
        """The specification, one rule a line."""
        lines = (line.strip() for line in self.specification.strip().splitlines())
        return "".join(f" {line}" if line.startswith(("&", "->")) else f"\n{line}" for line in lines).strip()

    @property
    def scripted_task(self) -> ScriptedTask:
        """What the agent is given."""
        return ScriptedTask(self.values, self.plan)

    def completed(self, came: Iterable[Effect]) -> bool:
        """Whether what came about from the beginning to the end is what was asked, all of it and nothing else."""
        asked = Counter(self.asked)
        came = Counter(one for one in came if one.what not in INCIDENTAL or one in asked)
        return came == asked

    def wrong_irreversible(self, came: Iterable[Effect]) -> list[Effect]:
        """What came about on the way, was not asked for, and cannot be undone."""
        return [one for one in (Counter(came) - Counter(self.asked)).elements() if one.irreversible]


@dataclass(frozen=True, slots=True)
class Task:
    """A task, the models of the apps that it needs, and its scene for each seed."""

    id: str
    apps: tuple[str, ...]
    scene: Callable[[Random, int], Scene]
    long: bool = False
