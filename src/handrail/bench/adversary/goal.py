"""What a user may have asked for: deeds, under conditions and in an order, as rules and as they are in truth."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from handrail.bench.adversary.condition import Condition, some_condition
from handrail.bench.adversary.deed import TRIES, Deed
from handrail.bench.adversary.left_open import limit_beside, resting_on
from handrail.bench.adversary.some_deed import some_deed
from handrail.phone.snapshot import Snapshot

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Goal:
    """A deed that is right where the conditions of `now` hold, those of `once` held, and `after` was done."""

    deed: Deed
    now: tuple[Condition, ...] = ()
    once: tuple[Condition, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What it rests on, now or once, or by a `?x`."""
        return (*self.now, *self.once, *self.deed.rests_on)

    @property
    def rules(self) -> tuple[str, ...]:
        """As the rule language has it."""
        once = (f"once {condition.text}" for condition in self.once)
        first = (*self.after, *once, *(condition.text for condition in self.now))
        return tuple(f"{' & '.join((*first, body))} -> {self.deed.objective}" for body in self.deed.bodies)


def rules_of(goals: Sequence[Goal]) -> str:
    """The specification: all goals, and the end when each kind of deed is done."""
    objectives = dict.fromkeys(goal.deed.objective for goal in goals)
    rules = (rule for goal in goals for rule in goal.rules)
    return "\n".join(dict.fromkeys((*rules, f"{' & '.join(objectives)} -> Done")))


def some_goals(rng: Random, phone: Snapshot, *, without_model: bool = False) -> tuple[Goal, ...]:
    """One to three goals for a phone, most of them possible on it, and often about what another one is about."""
    goals: list[Goal] = []
    for _ in range(rng.choice((1, 2, 2, 3))):
        goals.append(_some_goal(rng, phone, goals, without_model))
    return tuple(goals)


def _some_goal(rng: Random, phone: Snapshot, others: Sequence[Goal], without_model: bool) -> Goal:
    near_conditions = near(rng, [condition.text for goal in others for condition in goal.conditions])
    near_deeds = near(rng, [body for goal in others for body in goal.deed.bodies])

    def deed() -> Deed:
        return some_deed(rng, without_model=without_model)

    def condition() -> Condition:
        return some_condition(rng, without_model=without_model)

    def may_be_done(deed: Deed) -> bool:
        return any(map(near_conditions, deed.bodies)) and deed.needs(phone)

    def is_so(condition: Condition) -> bool:
        if left_open and condition.rows is not None:
            return any(such.leads_to(condition.rows, phone) for such in left_open)
        return near_deeds(condition.text) and condition.holds(phone) is begins_so

    def is_no_aim(condition: Condition) -> bool:
        return _limited(condition.text) is None or _limited(condition.text) not in map(_limited, wanted.bodies)

    begins_so = rng.random() < 0.75
    left_open = [goal.deed.such for goal in others if goal.deed.such is not None] if rng.random() < 0.6 else []
    resting = resting_on(rng, rng.choice(left_open), phone) if left_open and rng.random() < 0.5 else None
    wanted = resting or drawn(rng, deed, may_be_done)
    drawn_now = [drawn(rng, condition, is_so) for _ in range(rng.choice((0, 1, 1, 2)))]
    now = [condition for condition in drawn_now if is_no_aim(condition)]
    if wanted.such is not None and rng.random() < 0.5:
        now += filter(None, [limit_beside(rng, wanted.such, phone)])
    drawn_once = [drawn(rng, condition, is_so) for _ in range(rng.choice((0, 0, 1)))]
    once = [condition for condition in drawn_once if " & " not in condition.text]  # two would be so at two moments
    if without_model:  # by the time of the deed another page is in front
        now, once = [], [*now, *once]
    before = {goal.deed.objective for goal in others} - {wanted.objective}
    after = tuple(sorted(name for name in before if rng.random() < 0.3))
    return Goal(wanted, tuple(now), tuple(once), after)


def drawn(rng: Random, draw: Callable[[], Kind], fits: Callable[[Kind], bool]) -> Kind:
    """Something that fits, most times: what does not is tried on a guard as well."""
    tries = TRIES if rng.random() < 0.8 else 1
    for _ in range(tries):
        found = draw()
        if fits(found):
            break
    return found


def near(rng: Random, texts: Sequence[str]) -> Callable[[str], bool]:
    """Whether a predicate shares a value with one of these; anything does where there are none, or by chance."""
    if not texts or rng.random() < 0.4:
        return lambda _: True
    return lambda text: any(_values(text) & _values(other) for other in texts)


def _limited(text: str) -> str | None:
    """Of what a predicate says that there is none, or no more than so many: it may be a condition, or what is to go."""
    return text.partition("(")[0] if re.search(r"\[[<=]", text) else None


def _values(text: str) -> set[str]:
    return set(re.findall(r'"[^"]+"|\d\d:\d\d', text))
