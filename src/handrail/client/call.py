"""Each request that a client makes, without sending it: the two clients send the same."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict
from urllib.parse import quote

from handrail.app.update import Update
from handrail.client.errors import RefusedByServer
from handrail.client.written import write_action, write_moment, write_screen, write_update
from handrail.device.action import Action
from handrail.device.screen import Screen

POLL_SECONDS = 25
"""How long the server holds a question about a proposal before it says that nothing is new."""


class Opening(TypedDict, total=False):
    """What a session is opened with: an app, and the rules, or an instruction where the server encodes.

    `app` is the name of a model that the server has, a document, or several; or else `connected` is the package of an
    app that takes part. `now` is the phone's time.
    """

    app: str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]]
    connected: str
    specification: str
    instruction: str
    policy: str
    agent: str
    device: str
    screen: Screen
    now: datetime


class Words(TypedDict, total=False):
    """What may be said beside an action: the phone's time, and the agent's own words, which nobody trusts.

    `updates` is what the action changes, and `observed` how states are now that no model of an app reads.
    """

    now: datetime
    thought: str
    commits: Collection[str]
    irreversible: bool
    updates: Sequence[Update]
    observed: Sequence[Update]


@dataclass(frozen=True, slots=True)
class ServerCall:
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


def open_session(identifier: str, opening: Opening) -> ServerCall:
    """Open a session."""
    return ServerCall("POST", "/api/sessions", _json({"id": identifier, **opening}))


def session(name: str) -> ServerCall:
    """How a session stands."""
    return ServerCall("GET", _path(name))


def propose(
    name: str, identifier: str, action: Action, screen: Screen, picture: bytes | None, words: Words
) -> ServerCall:
    """Propose an action."""
    asked = {"id": identifier, "action": write_action(action), "screen": write_screen(screen, picture), **words}
    return ServerCall("POST", _path(name, "actions"), _json(asked))


def proposal(name: str, identifier: str, seconds: int = POLL_SECONDS) -> ServerCall:
    """How a proposal stands; the server waits so long for news."""
    return ServerCall("GET", _path(name, "actions", identifier), query={"wait": str(seconds)})


def outcome(
    name: str,
    identifier: str,
    ran: bool | None,
    screen: Screen | None,
    picture: bytes | None,
    reason: str,
    observed: Sequence[Update],
) -> ServerCall:
    """Say what became of an action."""
    shown = write_screen(screen, picture) if screen is not None else None
    content = _json({"reason": reason, "screen": shown, "observed": tuple(observed) or None}, ran=ran)
    return ServerCall("POST", _path(name, "actions", identifier, "outcome"), content)


def finish(name: str, identifier: str, text: str | None, screen: Screen | None) -> ServerCall:
    """Say that the task is done."""
    return ServerCall("POST", _path(name, "finish"), _json({"id": identifier, "text": text, "screen": screen}))


def end(name: str) -> ServerCall:
    """Stop a session."""
    return ServerCall("DELETE", _path(name))


def _path(*parts: str) -> str:
    return "/".join(("/api/sessions", *(quote(part, safe="") for part in parts)))


def _json(asked: Mapping[str, object], **also: object) -> bytes:
    """What is None is left out of what is asked, and said in what is asked `also`."""
    said = {name: _written(value) for name, value in asked.items() if value is not None}
    return json.dumps({**said, **also}).encode()


def _written(value: object) -> object:
    match value:
        case Screen():
            return write_screen(value)
        case datetime():
            return write_moment(value)
        case Update():
            return write_update(value)
        case set() | frozenset():
            return sorted(value)
        case list() | tuple():
            return [_written(inner) for inner in value]
        case _:
            return value
