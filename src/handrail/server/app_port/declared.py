"""What a connected app says of itself, as an app of Handrail: states, commitments, and a model of its screens.

The model reads what the app said on the wire from the screen that was made of it (`reported_screen`), so that it is as
pure as that of any other app.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from handrail.app import Anticipation, App, Observed, Update
from handrail.app.consequence import Consequence, DeclaredCommitment, Kind, details_of, each_once
from handrail.app.document import read_app
from handrail.app.screen_model import Act, ScreenModel
from handrail.app.screen_tree import ScreenIndex, ScreenLike
from handrail.app.trigger import NOTHING_SAID
from handrail.error import UnreadableInput
from handrail.language.diagnostic import did_you_mean, excerpt
from handrail.server.app_port.message import CommitmentDocument, EventDocument, MessageFault, Propose
from handrail.server.app_port.reported import why_unfit
from handrail.server.app_port.reported_screen import EVENT, ReportedScreen


@dataclass(frozen=True, slots=True)
class WireModel(ScreenModel):
    """The screens of a connected app: they say what the app said, and what it is about to do."""

    commitments: tuple[DeclaredCommitment, ...] = ()

    @property
    def declared(self) -> tuple[DeclaredCommitment, ...]:
        """What the app said that it can commit."""
        return self.commitments

    def anticipate(self, screen: ScreenLike, act: Act) -> Anticipation:
        """What the app said that the handler of its event is about to change."""
        said = _reported(screen)
        if said is None or act.path is None or tuple(act.path) != EVENT:
            return NOTHING_SAID
        return said.anticipation

    def observe(self, screen: ScreenLike, _: Iterable[str] = (), __: object = None) -> Observed:
        """What the app reported of itself."""
        said = _reported(screen)
        return Observed() if said is None else Observed(said.updates, lists=said.lists)


def _reported(screen: ScreenLike) -> ReportedScreen | None:
    shown = screen.screen if isinstance(screen, ScreenIndex) else screen
    return shown if isinstance(shown, ReportedScreen) else None


@dataclass(frozen=True, slots=True)
class ProposedEvent:
    """An event that waits for a verdict, and what its handler would do."""

    id: str
    event: EventDocument
    anticipation: Anticipation

    @property
    def fails_closed(self) -> bool:
        """Whether its handler must not run without a verdict."""
        said = self.anticipation
        return bool(said.commits) or said.irreversible or not said.covered


@dataclass(frozen=True, slots=True)
class DeclaredApp:
    """An app as it declared itself on its connection."""

    app: App
    commitments: Mapping[str, CommitmentDocument] = field(default_factory=dict)

    def proposed(self, message: Propose) -> ProposedEvent:
        """What an event is about to do, in the words of the declaration. Raises `MessageFault`."""
        updates = tuple(update_document.update() for update_document in message.updates)
        for update in updates:
            if reason := why_unfit(update, self.app.states):
                raise MessageFault("bad_update", reason, about=message.id)
        named = [self._commitment(name, message) for name in message.commits]
        consequences = tuple(
            consequence for document in named for consequence in _consequences(document, message, updates)
        )
        anticipation = Anticipation(
            updates,
            frozenset(message.commits),
            message.irreversible or any(document.irreversible for document in named),
            consequences=consequences,
            covered=not message.unknown,
        )
        return ProposedEvent(message.id, message.event, anticipation)

    def _commitment(self, name: str, message: Propose) -> CommitmentDocument:
        found = self.commitments.get(name)
        if found is None:
            help = did_you_mean(name, tuple(self.commitments), "the app declares")
            raise MessageFault("bad_update", f"no commitment `{excerpt(name)}` is declared; {help}", about=message.id)
        return found


def _consequences(
    declared: CommitmentDocument, message: Propose, updates: tuple[Update, ...]
) -> tuple[Consequence, ...]:
    """What is committed. Where the event names another kind than the declaration, both count: neither gets milder."""
    kinds = {declared.kind, message.kind} - {Kind.UNKNOWN} or {Kind.UNKNOWN}
    does = " ".join(word for word in (message.event.kind.replace("_", " "), message.event.target) if word)
    return tuple(
        Consequence(
            does,
            kind,
            frozenset({declared.name}),
            details_of(updates),
            declared.irreversible or message.irreversible,
            frozenset(update.state for update in updates),
        )
        for kind in sorted(kinds)
    )


MOST_STATES = 200
MOST_VARIABLES = 2_000
MOST_MEMBERS_OF_ONE = 20
MOST_COMMITMENTS = 200


def _demand_bounded(states: Any, commitments: Sequence[CommitmentDocument]) -> None:
    """What takes longer to check than others should have to wait. Raises `MessageFault`."""
    declared = list(states.values()) if isinstance(states, dict) else states if isinstance(states, list) else []
    if len(declared) > MOST_STATES:
        raise MessageFault("bad_declaration", f"{len(declared):,} states are declared; at most {MOST_STATES} can be")
    if len(commitments) > MOST_COMMITMENTS:
        raise MessageFault(
            "bad_declaration", f"{len(commitments):,} commitments are declared; at most {MOST_COMMITMENTS} are"
        )
    said = [entry.get("variables") for entry in declared if isinstance(entry, dict)]
    variables = [variable for listed in (*said, *declared) if isinstance(listed, list) for variable in listed]
    if len(variables) > MOST_VARIABLES:
        raise MessageFault(
            "bad_declaration", f"{len(variables):,} variables are declared; at most {MOST_VARIABLES:,} can be"
        )
    if any(isinstance(variable, dict) and len(variable) > MOST_MEMBERS_OF_ONE for variable in (*declared, *variables)):
        raise MessageFault("bad_declaration", f"a state or variable has at most {MOST_MEMBERS_OF_ONE} members")


def declare(package: str, name: str, states: Any, commitments: Sequence[CommitmentDocument] = ()) -> DeclaredApp:
    """The app of a declaration. Raises `MessageFault` with everything that is wrong with it."""
    _demand_bounded(states, commitments)
    try:
        read = read_app({"app": name or package, "package": package, "states": states}, "define")
    except UnreadableInput as error:
        raise MessageFault("bad_declaration", str(error)) from error
    by_name = {commitment.name: commitment for commitment in commitments}
    if len(by_name) < len(commitments):
        raise MessageFault("bad_declaration", "two commitments have the same name; give each its own")
    declared = each_once(
        DeclaredCommitment(commitment.name, (commitment.kind,), (commitment.description,
                           ) if commitment.description else (), None,
                           irreversible=commitment.irreversible)
        for commitment in commitments
    )  # fmt: skip
    app = App.of(name or package, read.states.values(), package=package, screens=WireModel(commitments=declared))
    return DeclaredApp(app, by_name)
