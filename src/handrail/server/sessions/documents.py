"""What a client of a session says and is told, as JSON: every shape, and what is refused before anything is looked at.

A name that is not known is an error and not passed over: a `pasword` left out would put a password on record.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from handrail.device.action import ActionType

LONGEST_NAME = 200
LONGEST_INSTRUCTION = 10_000
LONGEST_POLICY = 200_000
LONGEST_RULES = 100_000
LONGEST_THOUGHT = 8_000
MOST_COMMITS = 100
MOST_UPDATES = 1_000
MOST_PICTURE_BYTES = 6 * 1024 * 1024

Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
Identifier: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$",
        description="made by the client, new for each request that means something new: 1 to 64 of A-Z a-z 0-9 . _ -",
    ),
]
Pixels: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Place: TypeAlias = Annotated[
    list[Annotated[int, Meta(ge=0, le=1_000_000)]],
    Meta(max_length=100, description="the place of an element: the window's number, then that of the child"),
]
Thought: TypeAlias = Annotated[str, Meta(max_length=LONGEST_THOUGHT)]


class Told(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A document of this API; what is not said has its default."""


class BoundsDocument(Told, frozen=True):
    """A rectangle in pixels; right and bottom are outside."""

    left: Pixels
    top: Pixels
    right: Pixels
    bottom: Pixels


class ElementDocument(Told, frozen=True):
    """One node of the accessibility tree. A field that hides what is typed must say so, by `password`."""

    class_name: str
    text: str = ""
    description: str = ""
    resource_id: str = ""
    package: str = ""
    bounds: BoundsDocument = BoundsDocument(0, 0, 0, 0)
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    children: list["ElementDocument"] = []
    hint: str = ""


class ScreenDocument(Told, frozen=True):
    """What the phone shows: the tree of every window, bottom to top; or `hierarchy`, the XML of `uiautomator dump`.

    `package` is the app in front. `picture` is a screenshot, PNG in base64, for the people who look on.
    """

    package: Name = ""
    activity: Name = ""
    width_pixels: Pixels = 0
    height_pixels: Pixels = 0
    windows: list[ElementDocument] = []
    hierarchy: str | None = None
    picture: bytes | None = None


class IdentityDocument(Told, frozen=True):
    """What tells an element apart, as the agent saw it: another one in its place is noticed."""

    path: Place
    class_name: str
    resource_id: str = ""
    text: str = ""
    description: str = ""
    package: str = ""
    bounds: BoundsDocument = BoundsDocument(0, 0, 0, 0)


class ActionDocument(Told, frozen=True):
    """One action. `element` is the place of an element on the screen that comes with it, or its whole identity."""

    type: ActionType
    target: str | None = None
    text: str | None = None
    direction: str | None = None
    element: Place | IdentityDocument | None = None
    point: tuple[Pixels, Pixels] | None = None
    to: tuple[Pixels, Pixels] | None = None


class UpdateDocument(Told, frozen=True):
    """One change of a state: values that are set, or the keys of a row that goes."""

    state: str
    set: Mapping[str, Any] | None = None
    delete: Mapping[str, Any] | None = None


Updates: TypeAlias = Annotated[list[UpdateDocument], Meta(max_length=MOST_UPDATES)]


class OpenDocument(Told, frozen=True):
    """A session to open, by an app and by what was asked for: the rules, or the words for the server's encoder.

    `app` is the name of a model that the server has, a document (an app or a model), or several; or else `connected` is
    the package, or the connection, of an app that takes part. `policy` is the text
    of a policy. `id`, said again, finds the same session: for whoever heard no answer. `now` is the phone's time.
    `journaled`: whether decisions about updates alone are put on record; those about actions always are.
    """

    app: str | dict[str, Any] | list[str | dict[str, Any]] = ""
    specification: Annotated[str, Meta(max_length=LONGEST_RULES)] | list[str] | None = None
    instruction: Annotated[str, Meta(max_length=LONGEST_INSTRUCTION)] = ""
    policy: Annotated[str, Meta(max_length=LONGEST_POLICY)] | None = None
    agent: Name = ""
    device: Name = ""
    id: Identifier | None = None
    screen: ScreenDocument | None = None
    now: datetime | None = None
    journaled: bool = True
    connected: Name = ""


class ProposalDocument(Told, frozen=True):
    """An action before it runs, and the screen as the client sees it now.

    `commits`, `irreversible` and `thought` are the agent's own words, and can only make the decision stricter. So can
    `updates`, what the client says that the action changes; of states that no model reads they are what is known.
    `observed` is how such states are now.
    """

    id: Identifier
    action: ActionDocument
    screen: ScreenDocument | None = None
    now: datetime | None = None
    thought: Thought = ""
    commits: Annotated[list[Name], Meta(max_length=MOST_COMMITS)] = []
    irreversible: bool = False
    updates: Updates = []
    observed: Updates = []


class OutcomeDocument(Told, frozen=True):
    """What became of an action that was allowed. `ran` is null where nobody knows; `reason` says why it did not.

    Where it ran, its `updates` are so; `observed` is what else became of states that no model reads.
    """

    ran: bool | None
    reason: Annotated[str, Meta(max_length=LONGEST_NAME * 5)] = ""
    screen: ScreenDocument | None = None
    now: datetime | None = None
    observed: Updates = []


class FinishDocument(Told, frozen=True):
    """The agent says that it is done; with the text `infeasible`, that it cannot be done."""

    id: Identifier | None = None
    text: Thought | None = None
    screen: ScreenDocument | None = None
    now: datetime | None = None


class ReasonDocument(Struct, frozen=True):
    """Why: where the reason comes from, its stable name, and words for the agent and for people."""

    source: str
    rule: str
    text: str


class QuestionDocument(Struct, frozen=True):
    """A person is asked: the question by its name in `/api/questions`, and when silence becomes a no."""

    id: str
    expires_at: datetime


class DecisionDocument(Struct, frozen=True, omit_defaults=True):
    """How a proposal stands. `allow`: run it now, once, and report the outcome. `ask`: a person has not answered yet.

    `outcome` is what became of it: `executed`, `refused`, `stale`, `lost` or `finished`, empty where nobody has said.
    """

    id: str
    step: int
    decision: str
    reasons: list[ReasonDocument]
    feedback: str
    outcome: str = ""
    question: QuestionDocument | None = None
    over: bool = False
    finished: bool = False


class RuleDocument(Struct, frozen=True):
    """A rule as it is written, what it leads to in words, whether that is achieved, and what it still lacks."""

    rule: str
    head: str
    achieved: bool
    lacks: list[str]


class EndedDocument(Struct, frozen=True):
    """How a session ended: verified, or why not."""

    finished: bool
    reason: str


class SessionDocument(Struct, frozen=True, omit_defaults=True):
    """A session as it stands: `open` or `over`, what the agent is to be told, and what the task still needs.

    `pending` is the proposal that is being decided, waits for a person, or was allowed and has no outcome yet.
    """

    id: str
    state: str
    instruction: str
    specification: list[str]
    needs: list[RuleDocument]
    feedback: str
    steps: int
    pending: DecisionDocument | None = None
    ended: EndedDocument | None = None


class FeedbackDocument(Struct, frozen=True):
    """What the agent has to know before its next action."""

    feedback: str


class ProblemDocument(Struct, frozen=True):
    """What was wrong, and what would be right."""

    detail: str
