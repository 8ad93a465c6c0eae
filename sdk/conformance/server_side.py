"""What a server of the app protocol answers, and of the published one beside it; `make.py` writes it.

The one source of `server.json`. What a dialogue means is in README.md beside it; the protocol is docs/app-protocol.md.
"""

from dataclasses import dataclass, field
from typing import Any, Final, Self

from client_side import FORMAT, Document, outcome

PACKAGE: Final = "com.example.restaurants"
HELLO: Final[Document] = {"type": "hello", "protocol": "handrail.app/1", "app": PACKAGE}
TEXT, TIME, BOOLEAN = ({"type": name} for name in ("Text", "Time", "Boolean"))
DEFINE: Final[Document] = {
    "type": "define",
    "states": [
        {"name": "RestaurantInfo", "variables": [{"name": "name", **TEXT}]},
        {"name": "ReserveInfo", "variables": [{"name": "time", **TIME}, {"name": "people", "type": "Number"}]},
        {"name": "ReserveResult", "variables": [{"name": "success", **BOOLEAN}]},
    ],
    "commitments": [{"name": "Reserve", "kind": "record"}, {"name": "Pay", "kind": "payment"}],
}
DEFINE_PUBLISHED: Final[Document] = {
    "type": "defineState",
    "appName": PACKAGE,
    "state": [
        {"name": "RestaurantInfo", "description": "", "variables": [{"name": "String"}, {"location": "String"}]},
        {
            "name": "ReserveInfo",
            "description": "",
            "variables": [{"time": "Time", "is_key": False}, {"name": "people", "type": "Integer"}],
        },
    ],
}
RULES: Final = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(time < 19:00) -> Reserve
Reserve & ReserveResult(success = true) -> Done
"""
RULES_PUBLISHED: Final = 'RestaurantInfo(name = "Sushi Place") & ReserveInfo(time < 19:00) -> Done'
TRUSTS_UPDATES: Final = """
format: handrail.policy/1
name: updates are trusted
unknown_effect: {no_binding: allow}
"""
SHOWN: Final[Document] = {"state": "RestaurantInfo", "set": {"name": "Blue Harbor Grill"}}
DONE: Final[Document] = {"state": "ReserveResult", "set": {"success": True}}
VERIFIED: Final[Document] = {"Action_Verified": True}
NOT_VERIFIED: Final[Document] = {"Action_Verified": False}


def reserve(id: str, time: str = "18:30", **other: Any) -> Document:
    """The event of the button that reserves."""
    return {
        "type": "propose",
        "id": id,
        "session": "$s",
        "event": {"kind": "click", "target": "Reserve"},
        "updates": [{"state": "ReserveInfo", "set": {"time": time, "people": 4}}],
        "commits": ["Reserve"],
        **other,
    }


def look(id: str, name: str) -> Document:
    """The event of a button that shows a restaurant."""
    updates = [{"state": "RestaurantInfo", "set": {"name": name}}]
    return {**reserve(id), "event": {"kind": "click", "target": name}, "updates": updates, "commits": []}


def pay(id: str) -> Document:
    """The event of a button that pays, which no rule asks for."""
    return {**reserve(id), "event": {"kind": "click", "target": "Pay"}, "commits": ["Pay"]}


def verdict(id: str, decision: str) -> Document:
    """The answer to a proposal; reasons and feedback are the server's own."""
    return {"type": "verdict", "id": id, "decision": decision}


def error(code: str, about: str | None = None, fatal: bool = False) -> Document:
    """What was wrong; the message is the server's own."""
    return {"type": "error", "code": code, "fatal": fatal, **({} if about is None else {"about": about})}


def noted(id: str | None = None, *refused: int) -> Document:
    """The answer to an outcome or a report."""
    named = {} if id is None else {"id": id}
    return {"type": "noted", **named, "refused": [{"index": number} for number in refused]}


def updated(**values: Any) -> Document:
    """An update of the published library."""
    return {"type": "updateState", "appName": PACKAGE, "updates": [values] if values else []}


@dataclass
class Dialogue:
    """One dialogue while it is written: what happens, and what the app hears of it."""

    name: str
    why: str
    steps: list[Document] = field(default_factory=list)

    def step(self, cause: Document, *hears: Document) -> Self:
        """One step."""
        self.steps.append({**cause, "hears": list(hears)})
        return self

    def says(self, message: Document, *hears: Document) -> Self:
        """The app says something."""
        return self.step({"says": message}, *hears)

    def connects(self) -> Self:
        """The app is welcome and has said what it has."""
        self.says(HELLO, {"type": "welcome", "protocol": "handrail.app/1", "connection": "$c"})
        return self.says(DEFINE, {"type": "defined", "states": 3})

    def in_control(self, rules: str = RULES) -> Self:
        """As above, it shows the right restaurant, and an agent has control."""
        self.connects().says({"type": "report", "updates": [SHOWN]}, noted())
        control = {"type": "control", "on": True, "session": "$s"}
        self.step({"opens": {"rules": rules, "task": "Reserve a table"}}, control)
        return self.says({"type": "controlled", "session": "$s", "on": True})

    def published_in_control(self, policy: str = TRUSTS_UPDATES) -> Self:
        """An app of the published library, of which an agent has control."""
        self.says(DEFINE_PUBLISHED)
        opens = {"rules": RULES_PUBLISHED, "task": "Reserve a table", "policy": policy}
        return self.step({"opens": opens}, {"Agent_Control": True}, NOT_VERIFIED)

    def document(self) -> Document:
        """As it is written."""
        return {"name": self.name, "why": self.why, "steps": self.steps}


def of_the_app_protocol() -> list[Dialogue]:
    """The protocol that our SDKs speak."""
    off = {"type": "control", "on": False, "session": "$s"}
    wrong = Dialogue("what does not fit is an error about its id, and counts as block", "it was not allowed")
    wrong.in_control()
    wrong.says(reserve("a", updates=[{"state": "Nothing", "set": {}}]), error("bad_update", "a"))
    wrong.says(reserve("b", commits=["Nothing"]), error("bad_update", "b"))
    wrong.says(reserve("c", event={"kind": "wink"}), error("bad_message", "c"))
    wrong.says(reserve("d", session="another"), error("no_session", "d"))
    wrong.says({"type": "from the future", "id": "e"}, error("unknown_type", "e"))
    wrong.step({"says_text": "no JSON"}, error("not_json")).step({"says_text": "[]"}, error("bad_message"))
    wrong.says(reserve("a"), verdict("a", "allow"))
    return [
        Dialogue("a task from hello to the verified end", "the road that everything else leaves")
        .in_control()
        .says(reserve("a"), verdict("a", "allow"))
        .says({**outcome("a", True), "updates": [DONE]}, noted("a"))
        .step({"finishes": True, "finished": True}, off),
        Dialogue("a commitment that the rules do not support is blocked", "it is too late in the evening")
        .in_control()
        .says(reserve("a", "20:00"), verdict("a", "block"))
        .step({"finishes": True, "finished": False}),
        Dialogue("what looks wrong is warned of, and goes through when it is done again", "the agent may know better")
        .in_control()
        .says(look("a", "Another Grill"), verdict("a", "warn"))
        .says(look("b", "Another Grill"), verdict("b", "allow"))
        .says(outcome("b", True), noted("b")),
        Dialogue("a person is asked and says yes", "what the policy wants a person for")
        .in_control()
        .says(pay("a"), verdict("a", "ask"))
        .step({"person": "yes"}, verdict("a", "allow"))
        .says(outcome("a", True), noted("a")),
        Dialogue("a person is asked and says no", "and others wait until then")
        .in_control()
        .says(pay("a"), verdict("a", "ask"))
        .says(reserve("b"), verdict("b", "block"))
        .step({"person": "no"}, verdict("a", "block"))
        .says(reserve("c"), verdict("c", "allow"))
        .says(outcome("c", True), noted("c")),
        Dialogue("the same message again gets the same answer, another one under its id an error", "judged once")
        .in_control()
        .says(reserve("a"), verdict("a", "allow"))
        .says(reserve("a"), verdict("a", "allow"))
        .says(reserve("a", "18:00"), error("id_used", "a"))
        .says(outcome("a", True), noted("a"))
        .says(outcome("a", True), noted("a")),
        wrong,
        Dialogue("before control nothing is proposed", "without an agent an app asks nobody")
        .connects()
        .says(reserve("a", session="s"), error("no_session", "a")),
        Dialogue("before define nothing is reported", "nobody knows what it is about")
        .says(HELLO, {"type": "welcome"})
        .says({"type": "report", "updates": [SHOWN]}, error("not_defined")),
        Dialogue("a declaration that cannot be read names what is wrong, and a better one counts", "while developing")
        .says(HELLO, {"type": "welcome"})
        .says({"type": "define", "states": [{"name": "A", "variables": [{"a": "Tme"}]}]}, error("bad_declaration"))
        .says(DEFINE, {"type": "defined", "states": 3}),
        Dialogue("updates are judged one by one", "one that does not fit does not spoil the others")
        .connects()
        .says({"type": "report", "id": "r", "updates": [SHOWN, {"state": "Nothing", "set": {}}]}, noted("r", 1)),
        Dialogue("the kill switch ends the session", "always granted")
        .in_control()
        .says({"type": "release", "session": "$s", "why": "enough"})
        .says(reserve("a"), error("no_session", "a")),
        Dialogue("a ping gets a pong", "is anybody there").connects().says({"type": "ping"}, {"type": "pong"}),
        Dialogue("another protocol is refused", "the server closes")
        .says({**HELLO, "protocol": "handrail.app/9"}, error("protocol", fatal=True))
        .step({"is_over": True}),
    ]


def of_the_published_protocol() -> list[Dialogue]:
    """What a client of the published library says, in its order."""
    early = updated(stateName="ReserveInfo", time="18:00", people="4")
    return [
        Dialogue("real device: two steps that are verified, and the end", "the order of the published client")
        .published_in_control()
        .says(updated(stateName="RestaurantInfo", name="Sushi Place", location="Tokyo"), VERIFIED, NOT_VERIFIED)
        .says(early, VERIFIED, NOT_VERIFIED)
        .step({"finishes": True, "finished": True}, NOT_VERIFIED, {"Agent_Control": False}),
        Dialogue("as the stand-in sends it: Predicate, Update_Rule and Reasoning", "the shape that its server needs")
        .published_in_control()
        .says(
            updated(Predicate="RestaurantInfo", name="Sushi Place", Update_Rule="Update", Reasoning="it says so"),
            VERIFIED,
            NOT_VERIFIED,
        ),
        Dialogue("a step that is wrong does not put the flag up", "on failure nothing is sent but that it is down")
        .published_in_control()
        .says(updated(stateName="ReserveInfo", time="20:00"), NOT_VERIFIED),
        Dialogue("a step without updates is no evidence", "a person is asked about it")
        .published_in_control("")
        .says(updated())
        .step({"person": "no"}, NOT_VERIFIED),
        Dialogue("what a step led to is a report and ends it", "the result comes after the second tap")
        .published_in_control()
        .says(updated(stateName="RestaurantInfo", name="Sushi Place"), VERIFIED)
        .says(early, NOT_VERIFIED)
        .step({"finishes": True, "finished": True}, NOT_VERIFIED, {"Agent_Control": False}),
        Dialogue("what is no update breaks nothing", "each of these ended the published server's reader")
        .published_in_control()
        .step({"says_text": "[]"}, error("bad_message"))
        .step({"says_text": "null"}, error("bad_message"))
        .says({"type": "updateState", "appName": PACKAGE, "updates": None}, error("bad_message"))
        .says(updated(stateName="Nothing"), error("bad_update"))
        .says(updated(name="without a state"), error("bad_update"))
        .says(early, VERIFIED, NOT_VERIFIED),
    ]


def server_dialogues() -> Document:
    """All that a server is held to."""
    every = (*of_the_app_protocol(), *of_the_published_protocol())
    return {
        "format": FORMAT,
        "side": "server",
        "app": PACKAGE,
        "dialogues": [dialogue.document() for dialogue in every],
    }
