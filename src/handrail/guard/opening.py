"""What a session is begun with, and what its journal says of that, so that it can be judged again and gone on with."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from handrail.app import App, Apps
from handrail.app.document import state_document
from handrail.device.device import Device
from handrail.guard.commitments import why_it_cannot_end
from handrail.guard.decision import ScreenNote
from handrail.guard.detector import Detector
from handrail.guard.journal.entry import AppNote, Opened
from handrail.guard.knowledge import Look
from handrail.guard.policy import PolicySet
from handrail.guard.verification import Verification
from handrail.language.declaration import States
from handrail.language.similarity import Similarity
from handrail.language.specification import Specification


@dataclass(frozen=True, slots=True)
class Beginning:
    """Everything that a session is under from its first screen to its last; only its rules can be changed."""

    instruction: str
    apps: Apps
    policy: PolicySet
    similarity: Similarity
    threshold: float
    objectives: Mapping[str, str] | None
    device: Device
    detectors: tuple[Detector, ...]
    agent: str
    session: str = field(default_factory=lambda: uuid4().hex)

    def verification(self, specification: Specification, began: datetime) -> Verification:
        """The decision about one action after another, as nothing has happened yet. Raises `Misuse`."""
        return Verification(
            specification,
            self.apps,
            self.policy,
            began=began,
            similarity=self.similarity,
            threshold=self.threshold,
            objectives=self.objectives,
        )

    def why_it_cannot_end(self, specification: Specification, verification: Verification) -> str | None:
        """Why no run could end verified under a specification, if none could."""
        return why_it_cannot_end(specification, self.apps.commitments, verification.known.objectives)

    def opened(self, at: datetime, verification: Verification, note: ScreenNote, look: Look, feedback: str) -> Opened:
        """All that the session trusts, and what the first screen says."""
        return Opened(
            at,
            self.session,
            self.instruction,
            verification.specification.show(),
            states_document(verification.specification.states),
            self.policy.source,
            describe_apps(self.apps),
            self.device.name,
            self.agent,
            tuple(detector.name for detector in self.detectors),
            self.threshold,
            self.similarity.name,
            note,
            look.updates,
            look.unread,
            verification.progress(at),
            feedback,
            verification.known.objectives,
            look.fits,
            look.drift,
        )


def runs_folder() -> Path:
    """Where journals are kept in the user's state directory, each in a folder of its own."""
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return state / "handrail" / "runs"


def new_folder(began: datetime, session: str) -> Path:
    """A folder for a session's journal in the user's state directory; nothing is made yet."""
    return runs_folder() / f"{began:%Y-%m-%d-%H%M%S}-{session[:8]}"


def states_document(states: States) -> str:
    """The states as the JSON of an app document, so that a journal can be judged again without the models."""
    return json.dumps(
        {"app": "states of the session", "states": {name: state_document(state) for name, state in states.items()}}
    )


def describe_apps(apps: Iterable[App]) -> tuple[AppNote, ...]:
    """Each model by name, package, and the SHA-256 of the states that it declares."""
    return tuple(
        AppNote(app.name, app.package, hashlib.sha256(states_document(app.states).encode()).hexdigest()) for app in apps
    )
