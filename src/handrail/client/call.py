"""Each request that a client makes, without sending it: the two clients send the same."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from handrail.client.errors import RefusedByServer
from handrail.client.written import write_action, write_moment, write_screen
from handrail.device.action import Action
from handrail.device.screen import Screen

POLL_SECONDS = 25
"""How long the server holds a question about a proposal before it says that nothing is new."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request. All of them may be sent again: what a lost answer was for is not done twice."""

    method: str
    path: str
    content: bytes | None = None
    query: Mapping[str, str] | None = None

    def read(self, status: int, content: bytes) -> Any:
        """What the answer says. Raises `RefusedByServer` with the server's words."""
        try:
            told = json.loads(content)
        except ValueError:
            told = None
        if 200 <= status < 300 and told is not None:
            return told
        detail = told.get("detail") if isinstance(told, dict) else None
        raise RefusedByServer(status, str(detail or f"{self.method} {self.path} was answered with status {status}"))


def open_session(
    identifier: str,
    app: object,
    specification: str | None,
    instruction: str,
    policy: str | None,
    agent: str,
    device: str,
    screen: Screen | None,
    now: datetime | None,
) -> Call:
    """Open a session."""
    asked = {
        "id": identifier,
        "app": app,
        "specification": specification,
        "instruction": instruction,
        "policy": policy,
        "agent": agent,
        "device": device,
        "screen": write_screen(screen) if screen is not None else None,
        "now": write_moment(now),
    }
    return Call("POST", "/api/sessions", _json(asked))


def session(name: str) -> Call:
    """How a session stands."""
    return Call("GET", _path(name))


def propose(
    name: str,
    identifier: str,
    action: Action,
    screen: Screen,
    picture: bytes | None,
    now: datetime | None,
    thought: str,
    commits: Iterable[str],
    irreversible: bool,
) -> Call:
    """Propose an action."""
    asked = {
        "id": identifier,
        "action": write_action(action),
        "screen": write_screen(screen, picture),
        "now": write_moment(now),
        "thought": thought,
        "commits": sorted(commits),
        "irreversible": irreversible,
    }
    return Call("POST", _path(name, "actions"), _json(asked))


def proposal(name: str, identifier: str, seconds: int = POLL_SECONDS) -> Call:
    """How a proposal stands; the server waits so long for news."""
    return Call("GET", _path(name, "actions", identifier), query={"wait": str(seconds)})


def outcome(
    name: str,
    identifier: str,
    ran: bool | None,
    reason: str,
    screen: Screen | None,
    picture: bytes | None,
    now: datetime | None,
) -> Call:
    """Say what became of an action."""
    told = {
        "ran": ran,
        "reason": reason,
        "screen": write_screen(screen, picture) if screen is not None else None,
        "now": write_moment(now),
    }
    return Call("POST", _path(name, "actions", identifier, "outcome"), _json(told))


def finish(name: str, identifier: str, text: str | None, screen: Screen | None, now: datetime | None) -> Call:
    """Say that the task is done."""
    said = {
        "id": identifier,
        "text": text,
        "screen": write_screen(screen) if screen is not None else None,
        "now": write_moment(now),
    }
    return Call("POST", _path(name, "finish"), _json(said))


def end(name: str) -> Call:
    """Stop a session."""
    return Call("DELETE", _path(name))


def _path(*parts: str) -> str:
    return "/".join(("/api/sessions", *(quote(part, safe="") for part in parts)))


def _json(asked: Mapping[str, object]) -> bytes:
    return json.dumps({name: value for name, value in asked.items() if value is not None}).encode()
