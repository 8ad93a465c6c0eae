"""The dialogues that every SDK of the app protocol is held to; `make.py` writes them.

The one source of `client.json`. What a dialogue means is in README.md beside it; the protocol is docs/app-protocol.md.
"""

from dataclasses import dataclass, field
from typing import Any, Final, Self

FORMAT: Final = "handrail.conformance/1"
VERDICT_SECONDS: Final = 5
ASK_SECONDS: Final = 60
SESSION: Final = "s-1"
Document = dict[str, Any]

APP: Final[Document] = {
    "app": "com.example.restaurants",
    "name": "Restaurants",
    "states": [
        {"name": "RestaurantInfo", "description": "the restaurant", "variables": [{"name": "name", "type": "Text"}]},
        {
            "name": "ReserveInfo",
            "description": "the reservation form",
            "variables": [
                {"name": "date", "type": "Date"},
                {"name": "time", "type": "Time"},
                {"name": "people", "type": "Number"},
                {"name": "terrace", "type": "Boolean"},
            ],
        },
        {
            "name": "Favourite",
            "description": "the list of favourites",
            "variables": [{"name": "name", "type": "Text", "is_key": True}, {"name": "stars", "type": "Number"}],
        },
    ],
    "commitments": [{"name": "Reserve", "kind": "booking", "irreversible": True, "description": "reserves the table"}],
}

EVENTS: Final[Document] = {
    "reserve": {
        "event": {"kind": "click", "target": "Reserve"},
        "updates": [{"state": "ReserveInfo", "set": {"date": "2026-03-02", "time": "18:30", "people": 4}}],
        "commits": ["Reserve"],
    },
    "look": {
        "event": {"kind": "click", "target": "Blue Harbor Grill"},
        "updates": [{"state": "RestaurantInfo", "set": {"name": "Blue Harbor Grill"}}],
    },
    "burn": {
        "event": {"kind": "click", "target": "Burn"},
        "updates": [],
        "irreversible": True,
    },
    "terrace": {
        "event": {"kind": "check", "target": "On the terrace", "checked": True},
        "updates": [{"state": "ReserveInfo", "set": {"terrace": True}}],
        "control": {"name": "terrace", "from": False, "to": True},
    },
    "people": {
        "event": {"kind": "input", "target": "People", "text": "4"},
        "updates": [{"state": "ReserveInfo", "set": {"people": 4}}],
    },
    "anything": {
        "event": {"kind": "click", "target": "Anything"},
        "unknown": True,
    },
    "breaks": {
        "event": {"kind": "click", "target": "Break"},
        "updates": [],
        "fails": True,
    },
}

HELLO: Final[Document] = {"type": "hello", "protocol": "handrail.app/1", "app": APP["app"]}
DEFINE: Final[Document] = {"type": "define", "states": APP["states"], "commitments": APP["commitments"]}
WELCOME: Final[Document] = {
    "type": "welcome",
    "protocol": "handrail.app/1",
    "connection": "c-1",
    "verdict_seconds": VERDICT_SECONDS,
    "ask_seconds": ASK_SECONDS,
}


def proposed(event: str, id: str, session: str = SESSION) -> Document:
    """The proposal that an event leads to."""
    said = {key: value for key, value in EVENTS[event].items() if key not in ("control", "fails")}
    return {"type": "propose", "id": id, "session": session, **said}


def verdict(id: str, decision: str) -> Document:
    """The server's answer to a proposal."""
    return {"type": "verdict", "id": id, "decision": decision, "reasons": [], "feedback": ""}


def outcome(id: str, ran: bool | None) -> Document:
    """What the app says became of an event."""
    return {"type": "outcome", "id": id, "ran": ran}


def control(on: bool, session: str = SESSION) -> Document:
    """The server gives control to an agent, or takes it back."""
    said = {"task": "Reserve a table"} if on else {"why": "the task is over"}
    return {"type": "control", "on": on, "session": session, **said}


def controlled(on: bool, session: str = SESSION) -> Document:
    """The app's answer."""
    return {"type": "controlled", "session": session, "on": on}


@dataclass
class Dialogue:
    """One dialogue while it is written: each call is a step, with what has to come of it."""

    name: str
    why: str
    at: float = 0
    steps: list[Document] = field(default_factory=list)

    def step(self, cause: Document, *sends: Document, runs: str = "", values: Document | None = None) -> Self:
        """One step. `runs` names the handlers that run in it, in order."""
        shown = {} if values is None else {"values": values}
        self.steps.append({"at": self.at, **cause, "sends": list(sends), "runs": runs.split(), **shown})
        return self

    def connects(self, session: str | None = "") -> Self:
        """The connection is there, and the app is welcome. It says which `session` lost its server, or None."""
        self.step({"connect": True}, HELLO if session == "" else {**HELLO, "session": session})
        return self.step({"receive": WELCOME}, DEFINE).step({"receive": {"type": "defined", "states": 3}})

    def in_control(self) -> Self:
        """As above, and an agent has control."""
        return self.connects().hears(control(True), controlled(True))

    def hears(self, message: Document, *sends: Document, runs: str = "", values: Document | None = None) -> Self:
        """The server says something."""
        return self.step({"receive": message}, *sends, runs=runs, values=values)

    def event(self, name: str, *sends: Document, runs: str = "", values: Document | None = None) -> Self:
        """Something is done to the app's user interface."""
        return self.step({"event": name}, *sends, runs=runs, values=values)

    def passes(self, at: float, *sends: Document, runs: str = "", values: Document | None = None) -> Self:
        """Time passes until then."""
        self.at = at
        return self.step({"pass": True}, *sends, runs=runs, values=values)

    def document(self) -> Document:
        """As it is written."""
        return {"name": self.name, "why": self.why, "steps": self.steps}


def of_the_person() -> list[Dialogue]:
    """As long as no agent is in control, the app is as if there were no SDK."""
    return [
        Dialogue("the person's events run at once", "an app without an agent is its user's alone")
        .event("reserve", runs="reserve")
        .connects()
        .event("reserve", runs="reserve")
        .event("terrace", runs="terrace", values={"terrace": True}),
        Dialogue("before the welcome nothing counts", "who answers may not be the server")
        .step({"connect": True}, HELLO)
        .hears(control(True))
        .event("reserve", runs="reserve")
        .hears(WELCOME, DEFINE),
        Dialogue(
            "a server of the published protocol leaves the app alone",
            "its verdicts name no event, so none can be trusted",
        )
        .step({"connect": True}, HELLO)
        .hears({"Agent_Control": True})
        .hears({"Action_Verified": False})
        .event("reserve", runs="reserve"),
        Dialogue("events run at once after the connection was lost", "control ends with the connection")
        .in_control()
        .step({"lose": True})
        .event("reserve", runs="reserve"),
        Dialogue("a new connection starts without control", "control never comes back by itself")
        .in_control()
        .step({"lose": True})
        .connects(SESSION)
        .event("reserve", runs="reserve")
        .hears(control(True), controlled(True))
        .event("reserve", proposed("reserve", "$1")),
        Dialogue("a new connection says which session lost its server", "another server may go on with it")
        .in_control()
        .step({"lose": True})
        .connects(SESSION)
        .step({"lose": True})
        .connects(SESSION)
        .hears(control(True), controlled(True))
        .hears(control(False), controlled(False))
        .step({"lose": True})
        .connects(None),
        Dialogue("what the person took back nobody goes on with", "the kill switch counts without a server, too")
        .in_control()
        .step({"lose": True})
        .step({"release": "stop"})
        .connects(None),
        Dialogue("events run at once after control has ended", "the task is over, the app is its user's")
        .in_control()
        .hears(control(False), controlled(False))
        .event("reserve", runs="reserve"),
        Dialogue("the kill switch gives the app back", "the person's way out is always granted")
        .in_control()
        .step({"release": "stop"}, {"type": "release", "session": SESSION, "why": "stop"})
        .event("reserve", runs="reserve")
        .hears(control(True, "s-2"), controlled(True, "s-2"))
        .event("reserve", proposed("reserve", "$1", "s-2")),
        Dialogue("a kill switch without control says nothing", "there is nothing to take back")
        .connects()
        .step({"release": "stop"})
        .event("reserve", runs="reserve"),
    ]


def of_verdicts() -> list[Dialogue]:
    """A verdict is bound to its event and used up by it."""
    return [
        Dialogue("allow runs the handler once", "one verdict, one run")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears(verdict("$1", "allow"), outcome("$1", True), runs="reserve")
        .hears({"type": "noted", "id": "$1", "refused": []})
        .passes(20),
        Dialogue("block never runs the handler", "not now, and not when the time is over")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears(verdict("$1", "block"))
        .passes(VERDICT_SECONDS + 1)
        .event("look", proposed("look", "$2"))
        .hears(verdict("$2", "block"))
        .passes(20),
        Dialogue(
            "warn does not run the handler, and the event comes again under a new id",
            "only the agent can insist, by doing it again",
        )
        .in_control()
        .event("look", proposed("look", "$1"))
        .hears(verdict("$1", "warn"))
        .passes(VERDICT_SECONDS + 1)
        .event("look", proposed("look", "$2"))
        .hears(verdict("$2", "allow"), outcome("$2", True), runs="look"),
        Dialogue("after ask the second verdict decides: allow", "a person takes longer than a machine")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears(verdict("$1", "ask"))
        .passes(VERDICT_SECONDS + 10)
        .hears(verdict("$1", "allow"), outcome("$1", True), runs="reserve"),
        Dialogue("after ask the second verdict decides: block", "a person said no")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears(verdict("$1", "ask"))
        .passes(VERDICT_SECONDS + 10)
        .hears(verdict("$1", "block"))
        .passes(ASK_SECONDS + 10),
        Dialogue("after ask nothing runs without a yes", "what a person was asked about is not harmless")
        .in_control()
        .event("look", proposed("look", "$1"))
        .passes(1)
        .hears(verdict("$1", "ask"))
        .passes(ASK_SECONDS - 1)
        .passes(ASK_SECONDS + 2, outcome("$1", False)),
        Dialogue("a late allow changes nothing", "it was decided already, once")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .passes(VERDICT_SECONDS + 1, outcome("$1", False))
        .hears(verdict("$1", "allow")),
        Dialogue("a late block changes nothing", "the handler has run, and runs no second time")
        .in_control()
        .event("look", proposed("look", "$1"))
        .passes(VERDICT_SECONDS + 1, outcome("$1", True), runs="look")
        .hears(verdict("$1", "block"))
        .hears(verdict("$1", "allow")),
        Dialogue("a duplicate allow changes nothing", "a verdict is used up by its event")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears(verdict("$1", "allow"), outcome("$1", True), runs="reserve")
        .hears(verdict("$1", "allow")),
        Dialogue("allow after block changes nothing", "the first verdict counts")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears(verdict("$1", "block"))
        .hears(verdict("$1", "allow")),
        Dialogue("a verdict for another id changes nothing", "it is not this event's")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears(verdict("nobody proposed this", "allow"))
        .hears(verdict("$1", "allow"), outcome("$1", True), runs="reserve"),
        Dialogue("two events wait at once, and each takes its own verdict", "verdicts may come in any order")
        .in_control()
        .event("look", proposed("look", "$1"))
        .event("reserve", proposed("reserve", "$2"))
        .hears(verdict("$2", "block"))
        .hears(verdict("$1", "allow"), outcome("$1", True), runs="look"),
        Dialogue("a verdict does not cover the next event of the same button", "it is no level, it is a token")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears(verdict("$1", "allow"), outcome("$1", True), runs="reserve")
        .event("reserve", proposed("reserve", "$2"))
        .passes(VERDICT_SECONDS + 1, outcome("$2", False)),
        Dialogue("an unknown decision does not run the handler", "a newer server may say more; it is no yes")
        .in_control()
        .event("look", proposed("look", "$1"))
        .hears(verdict("$1", "perhaps"))
        .passes(VERDICT_SECONDS + 1),
        Dialogue("an error about the id counts as block", "what the server cannot read it has not allowed")
        .in_control()
        .event("look", proposed("look", "$1"))
        .hears({"type": "error", "code": "bad_update", "message": "no such state", "about": "$1", "fatal": False})
        .passes(VERDICT_SECONDS + 1),
        Dialogue("an error about nothing changes nothing", "it is for the developer's log")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears({"type": "error", "code": "unknown_type", "message": "no such type", "fatal": False})
        .hears(verdict("$1", "allow"), outcome("$1", True), runs="reserve"),
        Dialogue("a handler that fails is told as such", "nobody knows how far it came")
        .in_control()
        .event("breaks", proposed("breaks", "$1"))
        .hears(verdict("$1", "allow"), outcome("$1", None), runs="breaks"),
    ]


def of_silence() -> list[Dialogue]:
    """Without a verdict: closed for what commits or cannot be undone, open for the rest."""
    return [
        Dialogue("a commitment does not run when the time is over", "it fails closed")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .passes(VERDICT_SECONDS - 1)
        .passes(VERDICT_SECONDS + 1, outcome("$1", False))
        .passes(60),
        Dialogue("what cannot be undone does not run when the time is over", "it fails closed without a name, too")
        .in_control()
        .event("burn", proposed("burn", "$1"))
        .passes(VERDICT_SECONDS + 1, outcome("$1", False)),
        Dialogue("a harmless event runs when the time is over", "the app stays usable")
        .in_control()
        .event("look", proposed("look", "$1"))
        .passes(VERDICT_SECONDS - 1)
        .passes(VERDICT_SECONDS + 1, outcome("$1", True), runs="look")
        .passes(60),
        Dialogue("a commitment does not run when the connection is lost", "it fails closed")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .step({"lose": True})
        .passes(VERDICT_SECONDS + 1),
        Dialogue(
            "what nobody speaks for does not run when the time is over", "what it does is not known to be harmless"
        )
        .in_control()
        .event("anything", proposed("anything", "$1"))
        .passes(VERDICT_SECONDS + 1, outcome("$1", False)),
        Dialogue("a harmless event runs when the connection is lost", "once, and at once")
        .in_control()
        .event("look", proposed("look", "$1"))
        .step({"lose": True}, runs="look")
        .passes(VERDICT_SECONDS + 1),
        Dialogue("a verdict of the lost connection's event changes nothing on the next", "it was decided already")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .step({"lose": True})
        .in_control()
        .hears(verdict("$1", "allow")),
        Dialogue("control ends while events wait", "as if the time were over")
        .in_control()
        .event("look", proposed("look", "$1"))
        .event("reserve", proposed("reserve", "$2"))
        .hears(control(False), outcome("$1", True), outcome("$2", False), controlled(False), runs="look")
        .hears(verdict("$2", "allow")),
        Dialogue("the kill switch while events wait", "stop means stop: nothing that waits runs")
        .in_control()
        .event("look", proposed("look", "$1"))
        .event("reserve", proposed("reserve", "$2"))
        .step({"release": ""}, {"type": "release", "session": SESSION, "why": ""})
        .hears(verdict("$1", "allow"))
        .hears(verdict("$2", "allow"))
        .passes(VERDICT_SECONDS + 1),
        Dialogue("another session takes over while an event waits", "the old session's event is decided as at an end")
        .in_control()
        .event("reserve", proposed("reserve", "$1"))
        .hears(control(True, "s-2"), outcome("$1", False), controlled(True, "s-2"))
        .hears(verdict("$1", "allow"))
        .event("reserve", proposed("reserve", "$2", "s-2")),
    ]


def of_controls() -> list[Dialogue]:
    """What changes by itself after the event's decision keeps its old value until the handler runs."""
    return [
        Dialogue("a toggle keeps its value until it is allowed", "the screen does not say what is not so")
        .in_control()
        .event("terrace", proposed("terrace", "$1"), values={"terrace": False})
        .hears(verdict("$1", "allow"), outcome("$1", True), runs="terrace", values={"terrace": True}),
        Dialogue("a toggle keeps its value when it is blocked", "and setting it back is no event")
        .in_control()
        .event("terrace", proposed("terrace", "$1"), values={"terrace": False})
        .hears(verdict("$1", "block"), values={"terrace": False})
        .passes(VERDICT_SECONDS + 1, values={"terrace": False}),
        Dialogue("a toggle that is harmless changes when the time is over", "with its handler, once")
        .in_control()
        .event("terrace", proposed("terrace", "$1"), values={"terrace": False})
        .passes(VERDICT_SECONDS + 1, outcome("$1", True), runs="terrace", values={"terrace": True}),
        Dialogue("what is typed is said as it is when the event happens", "the updates are worked out then")
        .in_control()
        .event("people", proposed("people", "$1"))
        .hears(verdict("$1", "allow"), outcome("$1", True), runs="people"),
    ]


def of_the_wire() -> list[Dialogue]:
    """What a server may say, and what it must not break."""
    reported = {"state": "RestaurantInfo", "set": {"name": "Blue Harbor Grill"}}
    three, four = ({"state": "Favourite", "set": {"name": "Blue Harbor Grill", "stars": stars}} for stars in (3, 4))
    gone = {"state": "Favourite", "delete": {"name": "Blue Harbor Grill"}}
    broken = Dialogue("a malformed message is ignored", "nothing that a server says breaks an app").in_control()
    broken.event("reserve", proposed("reserve", "$1"))
    for text in ("", "no JSON", "[]", "null", "7", '{"type": 7}', "{}", '{"type": "verdict"}',
                 '{"type": "verdict", "id": ["$1"], "decision": "allow"}', '{"type": "from the future"}',
                 '{"type": "control"}', '{"type": "control", "on": "yes", "session": "s-9"}'):  # fmt: skip
        broken.step({"receive_text": text})
    broken.hears(verdict("$1", "allow"), outcome("$1", True), runs="reserve")
    return [
        broken,
        Dialogue("a ping gets a pong", "the server wants to know whether the app is there")
        .connects()
        .hears({"type": "ping"}, {"type": "pong"}),
        Dialogue(
            "what changes is reported while an agent is in control and while none is",
            "what an app last said of itself is what a session starts with",
        )
        .connects()
        .step({"report": [reported]}, {"type": "report", "updates": [reported]})
        .hears(control(True), controlled(True))
        .step({"report": [three]}, {"type": "report", "updates": [three]}),
        Dialogue("what is known is reported on each new connection", "the server forgets what a lost connection said")
        .step({"report": [reported, three]})
        .step({"connect": True}, HELLO)
        .hears(WELCOME, DEFINE, {"type": "report", "updates": [reported, three]})
        .step({"report": [four]}, {"type": "report", "updates": [four]})
        .step({"lose": True})
        .step({"connect": True}, HELLO)
        .hears(WELCOME, DEFINE, {"type": "report", "updates": [reported, four]})
        .step({"report": [gone]}, {"type": "report", "updates": [gone]})
        .step({"lose": True})
        .step({"connect": True}, HELLO)
        .hears(WELCOME, DEFINE, {"type": "report", "updates": [reported]}),
        Dialogue("control of the same session again is confirmed again", "an answer may have been lost")
        .in_control()
        .hears(control(True), controlled(True))
        .event("reserve", proposed("reserve", "$1")),
        Dialogue("the end of another session is confirmed and changes nothing", "it is not this session's end")
        .in_control()
        .hears(control(False, "s-9"), controlled(False, "s-9"))
        .event("reserve", proposed("reserve", "$1")),
    ]


def client_dialogues() -> Document:
    """All that an SDK is held to."""
    groups = (of_the_person(), of_verdicts(), of_silence(), of_controls(), of_the_wire())
    return {
        "format": FORMAT,
        "side": "client",
        "app": APP,
        "events": EVENTS,
        "dialogues": [dialogue.document() for group in groups for dialogue in group],
    }
