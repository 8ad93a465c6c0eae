"""The way of a walk: looks and deeds in some order, some of them twice or to another end, and disturbances between."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from handrail.bench.adversary import world
from handrail.bench.adversary.condition import some_condition
from handrail.bench.adversary.deed import TRIES
from handrail.bench.adversary.goal import Goal, drawn, near
from handrail.bench.adversary.left_open import deed_by_which
from handrail.bench.adversary.move import (
    ByHand,
    Killed,
    Later,
    Move,
    On,
    Received,
    Somewhere,
    Unanswered,
    opened,
    written,
)
from handrail.bench.adversary.some_deed import some_deed
from handrail.device.action import Action, ActionType
from handrail.phone.apps import bank, clock, contacts, file_browser, mail, messages, photos, shop, todo
from handrail.phone.snapshot import Snapshot

_APPS = tuple(app.PACKAGE for app in (bank, clock, contacts, file_browser, mail, messages, photos, shop, todo))
_FIELDS = ("#name", "#title", "#to", "#subject", "#compose_message_text", "#recipient", "#phone", "#amount")
_KEYS = ("enter", "tab", "dpad_down", "del")
_GESTURES: tuple[ActionType, ...] = ("click", "double_tap", "long_click", "swipe", "drag")


def some_way(rng: Random, goals: Sequence[Goal], phone: Snapshot, *, by_hand: bool = False) -> list[Move]:
    """All moves of one walk. `by_hand`: somebody else touches the phone as well."""
    walked: list[Move] = []
    unrest = rng.choice((0, 0.03, 0.06))
    for part in _parts(rng, goals, phone):
        if rng.random() < 0.6:  # from the first page of its app
            walked += [Action("back")] * 3
        for move in part:
            if rng.random() < unrest:
                walked.append(_disturbance(rng, by_hand))
            walked.append(_spelled(rng, move))
        if rng.random() < unrest:
            walked.append(_disturbance(rng, by_hand))
    return [*walked, Action("finish")]


def _parts(rng: Random, goals: Sequence[Goal], phone: Snapshot) -> list[tuple[Move, ...]]:
    """What is looked at and done, each as the moves for it."""
    order = list(goals)
    if rng.random() < 0.3:
        rng.shuffle(order)
    looks = [[seen.look for seen in goal.conditions if rng.random() < 0.85] for goal in order]
    deeds = [list(_deeds(rng, goal)) for goal in order]
    pairs = list(zip(looks, deeds, strict=True))
    if rng.random() < 0.5:
        parts = [part for group in (*looks, *deeds) for part in group]
    else:
        parts = [part for pair in pairs for group in pair for part in group]
    if rng.random() < 0.4:
        parts += rng.choice(deeds)
    if rng.random() < 0.3:
        parts.insert(rng.randrange(len(parts) + 1), some_condition(rng).look)
    while rng.random() < 0.4:
        parts.insert(rng.randrange(len(parts) + 1), _pretence(rng, goals, phone))
    return parts


def _pretence(rng: Random, goals: Sequence[Goal], phone: Snapshot) -> tuple[Move, ...]:
    """A deed that nobody asked for and that makes a condition so, or is about what one is about, or the beginning of
    one: what stands there then is the agent's.
    """
    entries = [condition.rows for goal in goals for condition in goal.conditions if condition.rows is not None]
    if entries and rng.random() < 0.5 and (deed := deed_by_which(rng, rng.choice(entries), phone)) is not None:
        return deed.way
    about = near(rng, [condition.text for goal in goals for condition in goal.conditions])
    way = drawn(rng, lambda: some_deed(rng), lambda deed: any(map(about, deed.bodies))).way
    return way[: rng.randint(1, len(way))]


def _deeds(rng: Random, goal: Goal) -> Iterator[tuple[Move, ...]]:
    """The deed, and now and then another of its kind before or after it."""
    others = (some_deed(rng) for _ in range(TRIES))
    other = next((deed for deed in others if deed.objective == goal.deed.objective), None)
    chance = rng.random()
    if other is not None and chance < 0.18:
        yield other.way
    yield goal.deed.way
    if other is not None and chance > 0.82:
        yield other.way


def _spelled(rng: Random, move: Move) -> Move:
    """What is written may be written otherwise."""
    if not isinstance(move, On) or move.text is None:
        return move
    return replace(move, text=world.spelled(rng, move.text))


def _disturbance(rng: Random, by_hand: bool) -> Move:
    chance = rng.random()
    if by_hand and chance < 0.2:
        return ByHand(rng.randrange(50))
    place = rng.randrange(40, 1040), rng.randrange(100, 2200)
    gesture = rng.choice(_GESTURES)
    words = rng.choice((*world.PEOPLE, *world.TITLES, *world.WORDS))
    moves: tuple[Move, ...] = (
        Action("back"),
        Action("back"),
        Action("home"),
        Action("wait"),
        Action("notifications"),
        Action("recents"),
        Action("press_key", rng.choice(_KEYS)),
        Action("scroll", direction="down"),
        Action("scroll", direction="up"),
        Action(gesture, point=place, to=(540, 900) if gesture in ("swipe", "drag") else None),
        Action("copy", text=words),
        Action("paste"),
        Action("force_stop", rng.choice(_APPS)),
        Somewhere(rng.randrange(50)),
        Somewhere(rng.randrange(50)),
        Somewhere(rng.randrange(50), "long_click"),
        Somewhere(rng.randrange(50), "double_tap"),
        Killed(),
        Killed(),
        Unanswered(rng.random() < 0.6),
        Later(rng.choice((5, 400, 5000))),
        Received(rng.choice(world.PEOPLE), rng.choice(world.WORDS)),
        opened(rng.choice(_APPS)),
        written(rng.choice(_FIELDS), words),
        On("#button2"),
    )
    return rng.choice(moves)
