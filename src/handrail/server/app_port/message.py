"""The messages of the app protocol as they come in: one JSON document each, judged at this border and nowhere else.

What does not fit is a `MessageFault` that says what would be right; it is told to the app and ends nothing but, where
it is fatal, the connection it came on. Source: docs/app-protocol.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from handrail.app.consequence import Kind
from handrail.app.faults import as_it_stands, validated
from handrail.app.update import Update
from handrail.error import UnreadableInput
from handrail.language.diagnostic import did_you_mean, excerpt
from handrail.strict_json import read_json

PROTOCOL: Final = "handrail.app/1"
LONGEST_MESSAGE: Final = 1024 * 1024
LONGEST_TOLD: Final = 2_000
"""Characters of an error's text that an app is told."""
MOST_UPDATES: Final = 1_000
MOST_MEMBERS: Final = 20_000
"""Commas, or brackets of a kind, of a message: more takes longer to read than others should have to wait."""

Code: TypeAlias = Literal[
    "unauthorized", "protocol", "not_json", "too_long", "unknown_type", "bad_message", "bad_declaration", "bad_update",
    "not_defined", "no_session", "id_used", "too_many",
]  # fmt: skip


class MessageFault(Exception):
    """A message that is not what it should be: the code for programs, the text for the developer's log."""

    def __init__(self, code: Code, text: str, *, about: str | None = None, fatal: bool = False) -> None:
        super().__init__(text)
        self.code, self.text, self.about, self.fatal = code, text, about, fatal

    def document(self) -> dict[str, object]:
        """As it is told to the app."""
        about = {} if self.about is None else {"about": self.about}
        return {"type": "error", "code": self.code, "message": self.text[:LONGEST_TOLD], **about, "fatal": self.fatal}


Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class Hello(_Message):
    """The first message of a client: which protocol, which app, and the key that lets it in.

    `session` is the one that was in control when the connection to the server was lost.
    """

    protocol: str
    app: Name
    name: str = Field("", max_length=200)
    sdk: str = Field("", max_length=200)
    token: str = Field("", max_length=1_000)
    session: str = Field("", max_length=200)


class CommitmentDocument(_Message):
    """What the app can commit: of which kind, and whether it can be undone."""

    name: Name
    kind: Annotated[Kind, Field(strict=False)] = Kind.UNKNOWN
    irreversible: bool = False
    description: str = Field("", max_length=1_000)


class Define(_Message):
    """All states and commitments of the app. The states are read as those of a declaration in a file."""

    states: Any
    commitments: tuple[CommitmentDocument, ...] = Field((), strict=False)


class UpdateDocument(_Message):
    """A state update."""

    state: str
    set: dict[str, Any] | None = None
    delete: dict[str, Any] | None = None

    def update(self) -> Update:
        """As the rest of the package has it."""
        return Update(self.state, self.set, self.delete)


Updates: TypeAlias = Annotated[tuple[UpdateDocument, ...], Field(strict=False, max_length=MOST_UPDATES)]

EVENT_KINDS: Final = ("click", "long_click", "input", "check", "select", "menu", "tab", "submit", "key")
EventKind: TypeAlias = Literal["click", "long_click", "input", "check", "select", "menu", "tab", "submit", "key"]


class EventDocument(_Message):
    """What happened in the app's user interface, and to what."""

    kind: EventKind
    target: str = Field("", max_length=1_000)
    text: str | None = Field(None, max_length=100_000)
    checked: bool | None = None


class Propose(_Message):
    """An event that was intercepted, and what its handler is about to change and to commit.

    `unknown`: the app does not speak for what was touched, so nobody knows what it does.
    """

    id: Name
    session: str
    event: EventDocument
    updates: Updates = ()
    commits: tuple[Name, ...] = Field((), strict=False, max_length=20)
    kind: Annotated[Kind, Field(strict=False)] = Kind.UNKNOWN
    irreversible: bool = False
    unknown: bool = False


class ReportedOutcome(_Message):
    """What became of an event, and what changed; `ran` is None where the handler failed on the way."""

    id: Name
    ran: bool | None
    updates: Updates = ()


class StateReport(_Message):
    """What changed, whenever it did. `complete` names states of which these are all rows there are."""

    id: Name | None = None
    updates: Updates = ()
    complete: tuple[Name, ...] = Field((), strict=False)


class Controlled(_Message):
    """The app's answer to `control`."""

    session: str
    on: bool


class Release(_Message):
    """The person takes the app back."""

    session: str = ""
    why: str = Field("", max_length=1_000)


class Ping(_Message):
    """Is anybody there?"""


class Pong(_Message):
    """Yes."""


Message: TypeAlias = Hello | Define | Propose | ReportedOutcome | StateReport | Controlled | Release | Ping | Pong

_TYPES: Final[Mapping[str, type[Message]]] = {
    "hello": Hello,
    "define": Define,
    "propose": Propose,
    "outcome": ReportedOutcome,
    "report": StateReport,
    "controlled": Controlled,
    "release": Release,
    "ping": Ping,
    "pong": Pong,
}


@dataclass(frozen=True, slots=True)
class ReceivedMessage:
    """A message, and the document that it was read from, by which two of them are told apart."""

    message: Message
    document: Mapping[str, Any]


def read_document(content: bytes | str) -> Mapping[str, Any]:
    """The JSON object of a message. Raises `MessageFault`."""
    raw = content.encode("utf-8", "replace") if isinstance(content, str) else content
    if max(map(raw.count, (b",", b"[", b"{"))) > MOST_MEMBERS:
        raise MessageFault("too_long", f"a message has at most {MOST_MEMBERS:,} commas and brackets; say less at once")
    try:
        document = read_json(content, "message")
    except UnreadableInput as error:
        raise MessageFault("not_json", str(error)) from error
    if not isinstance(document, dict):
        raise MessageFault("bad_message", 'a message is a JSON object, as {"type": "ping"}')
    return document


def read_message(document: Mapping[str, Any]) -> ReceivedMessage:
    """The message of a document. Raises `MessageFault`, about the id that it names where it names one."""
    named = document.get("id")
    about = named[:200] if isinstance(named, str) else None
    kind = document.get("type")
    if not isinstance(kind, str):
        raise MessageFault("bad_message", 'a message says its type, as {"type": "ping"}', about=about)
    model = _TYPES.get(kind)
    if model is None:
        help = did_you_mean(kind, tuple(_TYPES), "there are")
        raise MessageFault("unknown_type", f"there is no message of type `{excerpt(kind)}`; {help}", about=about)
    try:
        return ReceivedMessage(validated(model, dict(document), kind, named=as_it_stands), document)
    except UnreadableInput as error:
        raise MessageFault("bad_message", str(error), about=about) from error
