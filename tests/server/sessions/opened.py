"""A session as a client without a library of ours opens it and works in it: JSON over HTTP, and a phone of its own."""

import json
import time
from dataclasses import dataclass, field
from typing import Any

from client.restaurant import RULES, Hand
from handrail.client.connection import UNAVAILABLE
from handrail.client.written import write_action, write_screen
from handrail.device.action import Action
from server.served import LONGEST_WAIT_SECONDS, Answered, Served


@dataclass
class Opened:
    """A session of a server, and the phone that its client keeps."""

    room: Served
    name: str
    hand: Hand = field(default_factory=Hand)

    def screen(self) -> dict[str, Any]:
        return write_screen(self.hand.screen())

    def proposal(self, identifier: str, words: str, **more: object) -> dict[str, Any]:
        action = json.loads(json.dumps(write_action(self.hand.tap(words))))
        return {"id": identifier, "action": action, "screen": self.screen(), **more}

    def ask(self, path: str = "", given: object = None, **how: Any) -> Answered:
        """Ask, and again for as long as the time of a process that was killed is not over, as docs/sessions.md says."""
        stops_at = time.monotonic() + LONGEST_WAIT_SECONDS
        while True:
            answer = self.room.ask(f"/api/sessions/{self.name}{path}", given, **how)
            if answer.status != UNAVAILABLE or time.monotonic() > stops_at:
                return answer

    def propose(self, identifier: str, words: str, **more: object) -> dict[str, Any]:
        told: dict[str, Any] = self.ask("/actions", self.proposal(identifier, words, **more)).json()
        return told

    def ran(self, identifier: str) -> dict[str, Any]:
        told: dict[str, Any] = self.ask(f"/actions/{identifier}/outcome", {"ran": True, "screen": self.screen()}).json()
        return told

    def tap(self, identifier: str, words: str) -> dict[str, Any]:
        """Propose it, press it if it may run, and say so."""
        action = self.hand.tap(words)
        told = self.propose(identifier, words)
        if told["decision"] != "allow":
            return told
        self.hand.press(action)
        return self.ran(identifier)

    def finish(self, identifier: str = "end") -> dict[str, Any]:
        told: dict[str, Any] = self.ask("/finish", {"id": identifier, "screen": self.screen()}).json()
        return told


def opened(room: Served, hand: Hand | None = None, **more: object) -> Opened:
    """A session for a table, as its client opens it."""
    hand = hand or Hand()
    screen = write_screen(hand.screen())
    asked = {"app": "restaurant", "specification": RULES, "screen": screen, "now": hand.now.isoformat(), **more}
    answer = room.ask("/api/sessions", asked)
    assert answer.status == 201, answer.body
    return Opened(room, answer.json()["id"], hand)


def press(session: Opened, words: str) -> Action:
    """Carry out what was allowed."""
    action = session.hand.tap(words)
    session.hand.press(action)
    return action
