"""What `decide` is asked and answers, as JSON."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Raw, Struct, field

from handrail.server.sessions.documents import LONGEST_NAME, LONGEST_RULES, MOST_COMMITS, Name, Updates

Values: TypeAlias = dict[str, Any]


class ProgressDocument(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that is known of a task between two decisions. Send back what came with the last answer that still counts.

    `began` is when the task did. `withheld` is the action that was warned of: proposed again, it goes through.
    """

    began: datetime | None = None
    achieved: list[Name] = []
    rows: Mapping[str, list[Values]] = {}
    held: Mapping[str, int] = {}
    withheld: str = ""


class JudgedDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an action is about to change and commits; first what was `observed` since the last one.

    `action` is whatever tells actions apart: to insist, repeat it. `now` is the time as the device shows it.
    """

    observed: Updates = []
    updates: Updates = []
    commits: Annotated[list[Name], Meta(max_length=MOST_COMMITS)] = []
    action: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    irreversible: bool = False
    finish: bool = False
    now: datetime | None = None


class DecideDocument(JudgedDocument, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A decision that needs no session: everything that it rests on comes with it.

    `program`, from an answer, stands for the `app` and the `specification` that were sent before, as long as the
    server remembers them. `app` is a document, or the name of a model that the server has.
    """

    program: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    app: Raw = field(default_factory=Raw)
    specification: Annotated[str, Meta(max_length=LONGEST_RULES)] | None = None
    progress: ProgressDocument | None = None


class SessionDecideDocument(JudgedDocument, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A decision in a session, which remembers. `ran` says of the last action whether it ran.

    Left out, an action that was allowed ran, and one that a person was to be asked about did not. The last `id`, said
    again, gets the same answer, and nothing is decided twice.
    """

    id: Annotated[str, Meta(max_length=64)] = ""
    ran: bool | None = None


class ViolationDocument(Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong: `kind` is `suspect`, `refused`, `unmet` or `undecided`, and `text` says it in words."""

    kind: str
    text: str
    state: str = ""


class VerdictDocument(Struct, frozen=True, omit_defaults=True):
    """`allow`, `warn` (it may be insisted on), `block`, or `ask`: nobody decides that but a person.

    `progress` and `program` are for a stateless decision: how things stand if the action runs, and what stands for app
    and specification.
    """

    decision: str
    violations: list[ViolationDocument] = []
    feedback: str = ""
    progress: ProgressDocument | None = None
    program: str = ""
