"""Any order of events, verdicts, losses and late messages: a handler runs once for a yes, never for a no."""

import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from handrail.app.link.dialogue import Dialogue, Effect, Run, Say, Withhold

HELLO = {"type": "hello", "protocol": "handrail.app/1", "app": "a.b"}
WELCOME = {"type": "welcome", "verdict_seconds": 5, "ask_seconds": 60}
DECISIONS = ("allow", "warn", "block", "ask", "perhaps")
SCHEDULES, LENGTH = 2_000, 40


def cause(chance: Random) -> tuple[Any, ...]:
    """What happens next: mostly events and verdicts, so that many are decided."""
    match chance.choices(["event", "verdict", "error", "pass", "control", "other"], [35, 40, 5, 7, 6, 7])[0]:
        case "event":
            return "event", chance.random() < 0.5
        case "verdict":
            return "verdict", chance.randrange(4), chance.choice(DECISIONS)
        case "error":
            return "error", chance.randrange(4)
        case "pass":
            return "pass", chance.choice([0.5, 3.0, 6.0, 70.0])
        case "control":
            return "control", chance.random() < 0.8, chance.choice(["s-1", "s-2"])
        case _:
            return (chance.choice(["lose", "connect", "release"]),)


@dataclass
class Schedule:
    """An app under a schedule, and a plain account of what was said to it."""

    dialogue: Dialogue[int] = field(default_factory=lambda: Dialogue(HELLO, {"type": "define"}, {}))
    handlers: int = 0
    connected: bool = False
    of_agent: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    ids: dict[str, int] = field(default_factory=dict)
    first_word: dict[int, str] = field(default_factory=dict)
    asked: set[int] = field(default_factory=set)
    ran: list[int] = field(default_factory=list)
    withheld: list[int] = field(default_factory=list)

    def do(self, cause: tuple[Any, ...]) -> None:
        dialogue = self.dialogue
        match cause:
            case ("event", commits):
                self.handlers += 1
                if dialogue.session is not None:
                    self.of_agent.add(self.handlers)
                self.closed |= {self.handlers} if commits else set()
                proposed = {"type": "propose", "commits": ["Pay"] if commits else []}
                self.take(dialogue.event(proposed, self.handlers))
            case ("verdict", number, decision):
                self._note(number, decision)
                self._hear({"type": "verdict", "id": self._id(number), "decision": decision})
            case ("error", number):
                self._note(number, "block")
                self._hear({"type": "error", "code": "bad_update", "about": self._id(number)})
            case ("pass", seconds):
                self.take(dialogue.passed(dialogue.now + seconds))
            case ("control", on, session):
                self._hear({"type": "control", "on": on, "session": session})
            case ("lose",) if self.connected:
                self.connected = False
                self.take(dialogue.lost())
            case ("connect",) if not self.connected:
                self.connected = True
                self.take(dialogue.connected())
                self._hear(WELCOME)
            case ("release",):
                self.take(dialogue.release(""))

    def _hear(self, message: dict[str, Any]) -> None:
        if self.connected:
            self.take(self.dialogue.receive(json.dumps(message)))

    def _id(self, number: int) -> str:
        return list(self.ids)[-1 - number] if number < len(self.ids) else "never"

    def _note(self, number: int, decision: str) -> None:
        handler = self.ids.get(self._id(number))
        if handler is None or not self.connected or handler in (*self.ran, *self.withheld):
            return
        if decision == "ask":
            self.asked.add(handler)
        else:
            self.first_word.setdefault(handler, decision)

    def take(self, effects: list[Effect[int]]) -> None:
        for effect in effects:
            match effect:
                case Say({"type": "propose", "id": id}):
                    assert id not in self.ids
                    self.ids[str(id)] = self.handlers
                case Run(handler):
                    self.ran.append(handler)
                case Withhold(handler):
                    self.withheld.append(handler)


@pytest.mark.parametrize("seed", range(4))
def test_a_handler_runs_once_for_a_yes_and_never_for_a_no(seed: int) -> None:
    chance = Random(seed)
    words: Counter[str | None] = Counter()
    for number in range(SCHEDULES // 4):
        schedule = Schedule()
        for first in (("connect",), ("control", True, "s-1")):
            schedule.do(first)
        for _ in range(LENGTH):
            schedule.do(cause(chance))
        schedule.do(("pass", 100.0))
        demand_sound(schedule, f"schedule {number} of seed {seed}")
        words.update(schedule.first_word.get(handler) for handler in schedule.of_agent)
    assert all(words[word] > 100 for word in ("allow", "warn", "block", "perhaps", None)), words  # else it is too tame


def demand_sound(schedule: Schedule, where: str) -> None:
    assert schedule.dialogue.due() is None, where
    assert sorted([*schedule.ran, *schedule.withheld]) == list(range(1, schedule.handlers + 1)), (
        where
    )  # each is decided, and once
    for handler in range(1, schedule.handlers + 1):
        word = schedule.first_word.get(handler)
        if handler not in schedule.of_agent:
            assert handler in schedule.ran, where
        elif word is not None:
            assert (handler in schedule.ran) is (word == "allow"), where
        elif handler in schedule.closed | schedule.asked:
            assert handler in schedule.withheld, where
