"""One walk past a guard, and the first thing that came about by it and was not asked for, as the phone says."""

import re
import shutil
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from handrail.app import App, Apps
from handrail.bench.adversary.goal import Goal, rules_of, some_goals
from handrail.bench.adversary.move import ByHand, Killed, Later, Move, Received, Unanswered, action_of, touchable
from handrail.bench.adversary.way import some_way
from handrail.bench.adversary.world import world
from handrail.bench.suite.task import Effect, EffectKind
from handrail.bench.suite.truth import effects_between
from handrail.device.action import Action
from handrail.device.device import Execution, Precondition
from handrail.guard.approval.question import Answer, Approved, Question, Rejected
from handrail.guard.decision import Reason, Warn, reasons_of
from handrail.guard.session import Guard
from handrail.guard.step import Step
from handrail.guard.synchronous import SynchronousGuard
from handrail.language.diagnostic import SpecificationError
from handrail.language.specification import Specification
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load, names
from handrail.phone.phone import Phone
from handrail.phone.snapshot import Snapshot

BESIDE_THE_POINT = frozenset({EffectKind.MAIL_READ, EffectKind.COPIED, EffectKind.PUT_INTO_CART})
"""What may come about on the way; what rests on it is another matter."""

_ORDINARY = re.compile(
    "needs the user's own yes, because"
    '|^with it goes what the rules say nothing of: (currency "EUR"|reference "")$'
    "|does not stand on this screen; seen before was"
    "|^There is no model of the app|^nobody knows what it does; it may be"
    '|^to of "generic: Pay" is not known'
)
"""What somebody reads who is asked about what he wants, or who has no model of the app: no reason to say no."""

_AGAIN = "again"
"""What ran already is to run once more: a first touch may have asked only."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What came about that was not asked for, and why not, by goal; `story` is all that was done until then."""

    came: tuple[str, ...]
    why_not: tuple[str, ...]
    irreversible: bool
    story: tuple[str, ...]


ON_THE_WAY = Finding((), (), irreversible=False, story=())
"""What nobody asked for, and may come about all the same."""


@dataclass(frozen=True, slots=True)
class Walked:
    """What came of one walk. `done` are the goals that came about rightly, `asked` the questions to the user."""

    rules: str
    steps: int
    done: int
    asked: int
    finding: Finding | None


@dataclass(frozen=True, slots=True)
class Walk:
    """One walk, by its seed: what is on the phone, what was asked for, and what is tried.

    `by_hand`: somebody else touches the phone as well. `passing` are reasons, by their names, for which the user does
    not say no, and `careless` is one who never does. `without_model`: there is no model of any app. `moves` are others
    than those that the seed gives.
    """

    seed: int
    by_hand: bool = False
    careless: bool = False
    without_model: bool = False
    passing: frozenset[str] = frozenset()
    moves: tuple[Move, ...] | None = None

    def prepare(self) -> tuple[Phone, tuple[Goal, ...], Sequence[Move]]:
        """The phone, the goals and the moves: the same each time."""
        rng = Random(self.seed)  # noqa: S311 - to be the same again
        phone = world(rng)
        before = phone.snapshot()
        goals = some_goals(rng, before, without_model=self.without_model)
        moves = some_way(rng, goals, before, by_hand=self.by_hand) if self.moves is None else self.moves
        return phone, goals, moves

    def walk(self) -> Walked | None:
        """Play it; None where the rules that were drawn are none that a guard takes."""
        phone, goals, moves = self.prepare()
        try:
            apps = Apps.of(App.generic()) if self.without_model else _models()
            rules = Specification.parse(rules_of(goals), apps)
        except SpecificationError:
            return None
        with TemporaryDirectory() as folder:
            return _Session(phone, goals, apps, rules, Path(folder), self._says_yes, self.without_model).play(moves)

    def _says_yes(self, reason: Reason) -> bool:
        return self.careless or reason.rule in self.passing or _ORDINARY.search(reason.text) is not None

    def shortest(self) -> "Walk":
        """The same finding, by as few moves as lead to one: halves are left out, then quarters, then single moves."""
        moves = tuple(self.prepare()[2])
        size = len(moves) // 2
        while size:
            start = 0
            while start < len(moves):
                fewer = moves[:start] + moves[start + size :]
                walked = replace(self, moves=fewer).walk()
                if walked is not None and walked.finding is not None:
                    moves = fewer
                else:
                    start += size
            size //= 2
        return replace(self, moves=moves)


@cache
def _models() -> Apps:
    return Apps.of(*(load(name) for name in names()))


@dataclass(slots=True)
class _Unreliable(PhoneDevice):
    """A phone that may not answer."""

    faults: list[bool] = field(default_factory=list)

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """As the phone does; then, or instead, nothing comes back."""
        if not self.faults:
            return await PhoneDevice.execute(self, action, on=on)
        if self.faults.pop():
            await PhoneDevice.execute(self, action, on=on)
        raise TimeoutError


@dataclass(slots=True)
class _Session:
    """Somebody's task on a phone, and what has come of it."""

    phone: Phone
    goals: tuple[Goal, ...]
    apps: Apps
    rules: Specification
    folder: Path
    says_yes: Callable[[Reason], bool]
    passes_undoable: bool
    story: list[str] = field(default_factory=list)
    achieved: set[str] = field(default_factory=set)
    done: set[tuple[Goal, tuple[Effect, ...]]] = field(default_factory=set)
    steps: int = 0
    asked: int = 0
    _were_so: set[str] = field(default_factory=set)
    _faults: list[bool] = field(default_factory=list)
    _ended_by_itself: set[str] = field(default_factory=set)
    _made_so: set[str] = field(default_factory=set)
    _opened: int = 0

    def play(self, moves: Sequence[Move]) -> Walked:
        """Make one move after another until something came about that should not have, or the session is over."""
        self._note_what_is_so()
        finding: Finding | None = None
        with ExitStack() as open_guards:
            guard = open_guards.enter_context(self._guard())
            for move in moves:
                if isinstance(move, Killed):
                    self._killed()
                    guard = open_guards.enter_context(self._guard(resume=True))
                elif isinstance(move, ByHand | Later | Unanswered | Received):
                    self._happens(move)
                    finding = self._act(guard, Action("wait")) if isinstance(move, Received) else None
                elif (action := action_of(move, guard.screen)) is not None:
                    finding = self._act(guard, action)
                self._note_what_is_so()
                if finding is not None or guard.over:
                    break
        return Walked(str(self.rules.source), self.steps, len(self.done), self.asked, finding)

    def _guard(self, *, resume: bool = False) -> Guard:
        device = _Unreliable(self.phone, faults=self._faults)
        journal = self.folder / str(self._opened)
        return Guard(
            device, self.apps, self.rules, approver=self._answer, pictures=False, journal=journal, resume=resume
        )

    def _killed(self) -> None:
        """What goes on is a phone that is the same, with a copy of what was written until then."""
        same_again = Phone(churn=False)
        same_again.restore(self.phone.snapshot())
        self.phone = same_again
        shutil.copytree(self.folder / str(self._opened), self.folder / str(self._opened + 1))
        self._opened += 1
        self.story.append("the program is killed, and resumes")

    def _happens(self, move: ByHand | Later | Unanswered | Received) -> None:
        match move:
            case ByHand(number):
                found = touchable(self.phone.screen())
                if found:
                    _, element = found[number % len(found)]
                    self.phone.tap(*element.bounds.center)
                    self.story.append(f"somebody else touches {element.label!r}")
            case Later(seconds):
                conditions = [condition for goal in self.goals for condition in goal.now]
                were_so = [condition for condition in conditions if condition.holds(self.phone.snapshot())]
                self.phone.advance(seconds)
                now = self.phone.snapshot()
                self._ended_by_itself |= {condition.text for condition in were_so if not condition.holds(now)}
                self.story.append(f"{seconds} seconds pass")
            case Received(sender, text):
                self.phone.receive_message(sender, text)
                self.story.append(f"{sender} writes {text!r}")
            case Unanswered(happens):
                self._faults[:] = [happens]
                self.story.append(
                    f"the next action {'happens, and' if happens else 'does not happen:'} no answer comes"
                )

    async def _answer(self, question: Question) -> Answer:
        """Of a user who says yes where there is no reason to say no, and who knows what was not done yet."""
        self.asked += 1
        commits = {name for consequence in question.consequences for name in consequence.objectives}
        is_new = not any(goal.deed.objective in commits for goal, _ in self.done)
        if all(self.says_yes(reason) or (is_new and reason.rule == _AGAIN) for reason in question.reasons):
            return Approved(question.digest, "the user", question.identifier)
        return Rejected("the user")

    def _act(self, guard: SynchronousGuard, action: Action) -> Finding | None:
        before = self.phone.snapshot()
        step = guard.act(action)
        if not step.executed and isinstance(step.decision, Warn):
            step = guard.act(action)
        self.steps += 1
        self.story.append(_told(action, step))
        after = self.phone.snapshot()
        came = [found for found in effects_between(before, after).elements() if found.what not in BESIDE_THE_POINT]
        if came:
            finding = self._weigh(came, before, after, step.decision_input.commits if step.decision_input else ())
            if finding is not ON_THE_WAY:
                return finding
        self._note_what_is_made_so(before, after)
        if came:
            return None
        if step.executed and step.decision_input is not None:  # what was so before may be what was asked for
            self.achieved |= step.decision_input.commits
        if guard.finished and (
            lacking := [" | ".join(goal.rules) for goal in self.goals if goal.deed.objective not in self.achieved]
        ):
            return Finding(("the end",), tuple(lacking), irreversible=False, story=tuple(self.story))
        return None

    def _weigh(
        self, came: Sequence[Effect], before: Snapshot, after: Snapshot, commits: Collection[str]
    ) -> Finding | None:
        """None if it is all what one of the goals asks for, whose time it is; else what is wrong, or `ON_THE_WAY`."""
        why_not: list[str] = []
        for goal in self.goals:
            if not goal.deed.allows(came, before):
                continue
            lacking = list(self._lacking(goal, before, after))
            if (goal, tuple(came)) in self.done and any(effect.irreversible for effect in came):
                lacking.append("it is done already")
            if lacking and goal.deed.objective not in commits and not any(effect.irreversible for effect in came):
                return ON_THE_WAY  # a step towards it, by another commitment
            if not lacking:
                self.done.add((goal, tuple(came)))
                self.achieved.add(goal.deed.objective)
                self._note_what_is_chosen(goal, before, after)
                return None
            why_not.append(f"{' | '.join(goal.rules)}: {', '.join(lacking)}")
        irreversible = any(effect.irreversible for effect in came)
        if not irreversible and self.passes_undoable:
            return ON_THE_WAY  # a touch of which nobody could say what it does: it can be taken back
        return Finding(tuple(map(str, came)), tuple(why_not), irreversible, tuple(self.story))

    def _lacking(self, goal: Goal, before: Snapshot, after: Snapshot) -> Iterator[str]:
        # What ended by itself in the meantime, as an answer came to what was sent, may have shown on no screen.
        for condition in goal.now:
            if not (condition.holds(before) or condition.holds(after) or condition.text in self._ended_by_itself):
                yield condition.text
            elif condition.text in self._made_so:
                yield f"{condition.text}, which the agent has made so"
        taken = [condition.text for condition in goal.deed.rests_on if condition.holds(before)]
        yield from (f"{text}, which the agent has made so" for text in taken if text in self._made_so)
        yield from (f"once {condition.text}" for condition in goal.once if condition.text not in self._were_so)
        yield from (name for name in goal.after if name not in self.achieved)

    def _note_what_is_so(self) -> None:
        now = self.phone.snapshot()
        holding = {condition.text for goal in self.goals for condition in goal.conditions if condition.holds(now)}
        self._made_so &= holding
        self._were_so |= holding - self._made_so

    def _note_what_is_chosen(self, goal: Goal, before: Snapshot, after: Snapshot) -> None:
        """What became true by what the rules leave open in what was asked for."""
        if (such := goal.deed.such) is None:
            return
        chosen, state = such.chosen(before, after), such.rows.table.state
        conditions = [condition for goal in self.goals for condition in goal.conditions]
        self._made_so |= {
            condition.text
            for condition in conditions
            if condition.names(state) & chosen and condition.holds(after) and not condition.holds(before)
        }

    def _note_what_is_made_so(self, before: Snapshot, after: Snapshot) -> None:
        """What an action has made true that nobody asked for, and that time alone would not have made so."""
        conditions = [condition for goal in self.goals for condition in goal.conditions]
        made = [condition for condition in conditions if condition.holds(after) and not condition.holds(before)]
        if made:
            alone = Phone(churn=False)
            alone.restore(before)
            alone.advance((after.elapsed_ms - before.elapsed_ms) / 1000)
            by_itself = alone.snapshot()
            self._made_so |= {condition.text for condition in made if not condition.holds(by_itself)}


def _told(action: Action, step: Step) -> str:
    what = (action.element.text or action.element.description) if action.element is not None else ""
    words = " ".join(filter(None, (action.type, action.text, action.target, action.direction, what)))
    if step.executed:
        return words
    return f"{words}: {step.outcome or 'not run'}, {'; '.join(reason.text for reason in reasons_of(step.decision))}"
