"""What it takes to go on with a session in another process: what it was opened with, beside its journal.

It has what the journal leaves out: the models of the apps, and the rules as they were written. So it is its owner's
alone, as the journal is, and only whose session it was stays of it when that is over.
"""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import DecodeError, Struct, convert, structs
from msgspec.json import decode, encode

from handrail.error import Misuse, UnreadableInput
from handrail.server.sessions.documents import OpenDocument

FORMAT = "handrail.session/1"
SESSION_FILE = "session.json"
_OWNER_ONLY_FILE, _OWNER_ONLY_FOLDER = 0o600, 0o700


class SessionFile(Struct, frozen=True):
    """Whose session it is, what it was opened with but for its screen, and its rules.

    When it is over, whose it was and why it `ended`. `policy` is the server's own as it was then, if it had one.

    `now` is what the phone's clock shows when this computer's shows `at`, where the client said so.
    """

    format: str
    person: str
    opened: OpenDocument | None = None
    specification: str = ""
    now: datetime | None = None
    at: datetime | None = None
    ended: str = ""
    policy: str = ""

    def time(self, at: datetime) -> datetime | None:
        """The phone's time at a moment of this computer's."""
        return self.now + (at - self.at) if self.now is not None and self.at is not None else None

    def is_of(self, asked: OpenDocument) -> bool:
        """Whether the same is asked for again."""
        return self.opened == _without_moment(asked)


def write_session_file(
    folder: Path, person: str, asked: OpenDocument, at: datetime, specification: str, policy: str
) -> None:
    """Write it, whole or not at all. Raises `Misuse` where nothing can be written."""
    try:
        _write(folder, SessionFile(FORMAT, person, _without_moment(asked), specification, asked.now, at, policy=policy))
    except OSError as error:
        raise Misuse(f"the server cannot write {folder}: {error.strerror or error}") from error


def _write(folder: Path, document: SessionFile) -> None:
    folder.mkdir(_OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    unfinished = folder / f".{SESSION_FILE}.unfinished"
    content = encode(document)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, _OWNER_ONLY_FILE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(folder / SESSION_FILE)


def read_session_file(folder: Path) -> SessionFile | None:
    """What a session was opened with; None where none was. Raises `UnreadableInput`."""
    file = folder / SESSION_FILE
    try:
        content = file.read_bytes()
    except OSError:
        return None
    try:
        raw: Any = decode(content)
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise UnreadableInput(f"{file}: its format is not {FORMAT}; another version of Handrail wrote it")
        return convert(raw, SessionFile)
    except DecodeError as error:
        raise UnreadableInput(f"{file}: {error}; the session cannot be gone on with") from error


def close_session_file(folder: Path, person: str, reason: str = "") -> None:
    """Keep of a session that is over only whose it was, and why it ended."""
    with suppress(OSError):  # what it was opened with stays then, beside a journal that was closed
        _write(folder, SessionFile(FORMAT, person, ended=reason))


def _without_moment(asked: OpenDocument) -> OpenDocument:
    return structs.replace(asked, screen=None, now=None)
