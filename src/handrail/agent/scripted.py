"""An agent that follows a plan, makes one mistake on the way, and heeds what it is told.

It sees what any agent sees: the screen, and how the feedback begins. Told that something is wrong, it reads the
instruction again, which takes the mistake away, and goes on from where it is or begins the stage again; with a certain
probability it insists instead. What it cannot do is understand *what* the feedback says: so it measures when feedback
comes, and not how well a model reads it.
"""

from collections.abc import Sequence
from random import Random

from handrail.agent.action_queue import (
    ActionQueue,
    Deviation,
    Item,
    ScriptedTask,
    continued,
    detour,
    with_mistake,
    without_mistake,
)
from handrail.agent.feedback_parser import ParsedFeedback, parse_feedback
from handrail.agent.intent import Finish, Intent, Tap
from handrail.agent.mistake import Mistake, Obeyed
from handrail.agent.resolution import AlreadyDone, Instead, NextAction, NotInSight, resolve_intent
from handrail.device.action import Action
from handrail.device.element import identify
from handrail.device.screen import Screen
from handrail.guard.decision import INFEASIBLE, Proposal

MOST_RESTARTS = 3
MOST_REFUSALS = 12
INSISTS = 0.25
MOST_WAITS = 12
"""How often it waits for what lies over what it wants to touch, a banner for one, until it takes that for a no."""


class ScriptedAgent:
    """Carries out a scripted task. `insists` is how probable it is that it repeats what it was warned of or refused."""

    def __init__(
        self, scripted_task: ScriptedTask, *, rng: Random, mistake: Mistake | None = None, insists: float = INSISTS
    ) -> None:
        self._scripted_task = scripted_task
        self._rng = rng
        self._insists = insists
        self._action_queue: ActionQueue = (
            without_mistake(scripted_task) if mistake is None else with_mistake(scripted_task, mistake)
        )
        self._tempting = mistake if isinstance(mistake, Obeyed) else None
        self._proposed: NextAction | None = None
        self._done: frozenset[int] = frozenset()
        self._tainted: set[int] = set()
        self._refusals = self._refusals_here = self._restarts = self._covered = 0
        self._looking: list[str] = []
        self._looked_at: Screen | None = None
        self._waits = False

    async def next(self, screen: Screen, feedback: str) -> Proposal:
        """The next action of the plan, or what the feedback makes of it."""
        if self._proposed is not None:
            self._settle(parse_feedback(feedback), self._proposed)
        if self._waits:
            self._waits = False
            return Proposal(Action("wait"), "something is in the way; it may pass")
        self._read(screen)
        return self._propose(screen)

    def _settle(self, parsed: ParsedFeedback, proposed: NextAction) -> None:
        """What became of the last proposal."""
        self._proposed = None
        if parsed is ParsedFeedback.COVERED and self._covered < MOST_WAITS:
            self._covered += 1
            self._waits = True
            return
        if parsed in (ParsedFeedback.NOTHING, ParsedFeedback.DOUBTED):
            self._refusals_here = 0
            if proposed.last:
                self._complete()
            if parsed is ParsedFeedback.DOUBTED and self._tainted and not self._happens(self._insists):
                self._begin_again()
            return
        self._refusals += 1
        self._refusals_here += 1
        if self._refusals_here > MOST_RESTARTS or self._refusals > MOST_REFUSALS:
            self._action_queue = ()
        elif parsed is not ParsedFeedback.ASKED and self._refusals_here == 1 and self._happens(self._insists):
            pass
        else:
            self._reconsider(parsed)

    def _reconsider(self, parsed: ParsedFeedback) -> None:
        item = self._action_queue[0]
        if item.deviation is Deviation.VALUE and item.stage is not None and item.stage not in self._tainted:
            self._action_queue = continued(self._scripted_task, item.stage, item.number, self._done)
        elif item.deviation is not Deviation.NONE or self._tainted:
            self._begin_again()
        elif self._refusals_here == 1:
            self._waits = (
                parsed is not ParsedFeedback.WARNED
            )  # nothing is wrong as far as it knows: it says so by insisting
        else:
            self._begin_again()

    def _begin_again(self) -> None:
        """Every stage that was not carried through as it should be, from its beginning."""
        self._restarts += 1
        self._action_queue = () if self._restarts > MOST_RESTARTS else without_mistake(self._scripted_task, self._done)
        self._tainted.clear()
        self._tempting = None
        self._looking = []

    def _complete(self) -> None:
        """The first item is done with."""
        item, self._action_queue = self._action_queue[0], self._action_queue[1:]
        self._note(item)
        if item.stage is not None and item.stage not in self._tainted and self._ends_its_stage(item, item.stage):
            self._done |= {item.stage}

    def _ends_its_stage(self, item: Item, stage: int) -> bool:
        following = self._action_queue[0] if self._action_queue else None
        goes_on = following is not None and following.stage == stage and following.deviation is item.deviation
        return not goes_on and item.number == len(self._scripted_task.right()[stage].intents) - 1

    def _note(self, item: Item) -> None:
        wrong = (Deviation.VALUE, Deviation.SKIPPED, Deviation.LATE)
        if item.deviation in wrong and item.stage is not None:
            self._tainted.add(item.stage)

    def _read(self, screen: Screen) -> None:
        """A text that tempts it is obeyed at once."""
        if self._tempting is None or not any(self._tempting.text in element.label for element in screen.elements()):
            return
        following = self._action_queue[0].stage if self._action_queue else None
        rest = self._action_queue if following is None else without_mistake(self._scripted_task, self._done)
        self._action_queue = detour(self._tempting) + rest
        self._tempting = None

    def _propose(self, screen: Screen) -> Proposal:
        while self._action_queue:
            item = self._action_queue[0]
            if item.deviation is Deviation.SKIPPED:
                self._complete()
                continue
            aimed = resolve_intent(item.intent, screen)
            match aimed:
                case NextAction(action):
                    self._proposed, self._looking = aimed, []
                    return Proposal(action, _thought(item.intent))
                case AlreadyDone():
                    self._complete()
                case Instead(intents):
                    self._action_queue = _replaced(item, intents) + self._action_queue[1:]
                    if not intents:
                        self._skip(item)
                case NotInSight():
                    looking = self._look_for(item, screen)
                    if looking is not None:
                        return looking
        return Proposal(Action("finish", text=INFEASIBLE), "it could not be done")

    def _skip(self, item: Item) -> None:
        """Nothing was to be done: the stage may be complete with that."""
        self._action_queue = (item, *self._action_queue)
        self._complete()

    def _look_for(self, item: Item, screen: Screen) -> Proposal | None:
        """Scroll down as long as that shows anything new, then up; None if there was nothing to look at."""
        if (isinstance(item.intent, Tap) and item.intent.optional) or item.deviation is Deviation.LATE:
            self._complete()
            return None
        direction = self._direction(screen)
        if direction is None:
            self._looking = []
            if item.deviation is Deviation.DETOUR or item.deviation is Deviation.REPETITION:
                self._action_queue = tuple(
                    queued for queued in self._action_queue if queued.deviation is not item.deviation
                )
            else:
                self._begin_again()
            return None
        self._looking.append(direction)
        self._looked_at = screen
        path, element = next(found for found in screen.walk() if found[1].scrollable)
        return Proposal(Action("scroll", direction=direction, element=identify(path, element)), "looking for it")

    def _direction(self, screen: Screen) -> str | None:
        if not any(element.scrollable for element in screen.elements()):
            return None
        if not self._looking:
            return "down"
        moved = self._looked_at is None or self._looked_at.windows != screen.windows
        if moved and len(self._looking) < 2 * MOST_REFUSALS:
            return self._looking[-1]
        return "up" if self._looking[-1] == "down" else None

    def _happens(self, probability: float) -> bool:
        return self._rng.random() < probability


def _replaced(item: Item, intents: Sequence[Intent]) -> ActionQueue:
    return tuple(Item(intent, item.stage, item.number, item.deviation) for intent in intents)


def _thought(intent: Intent) -> str:
    return "it is done" if isinstance(intent, Finish) else type(intent).__name__.lower()
