"""The folder of a trajectory while it grows: each file appears complete or not at all."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from handrail.device.document import read_document
from handrail.device.recorded_action import WrittenAction
from handrail.device.recording import EXECUTED, read_recording
from handrail.device.trace import SystemTrace
from handrail.device.trace_json import FIRST_HASH, JsonObject
from handrail.error import Misuse

STARTED = "started"
_FOLDERS = ("images", "jsons", "objects", "xmls")
_PART = ".part"
_OWNER_ONLY_FILE = 0o600
_OWNER_ONLY_FOLDER = 0o700
_OURS = re.compile(r"(?:objects_)?(\d{3,}_[a-z-]+_\d+)\.(?:png|json|xml)(\.part)?")

Entry: TypeAlias = JsonObject
"""One step as `trajectory.json` lists it."""


@dataclass(frozen=True, slots=True)
class StepFiles:
    """What is kept of the state before an action."""

    xml: str
    state: JsonObject
    objects: list[JsonObject]
    picture: bytes | None


@dataclass(slots=True)
class TrajectoryFolder:
    """The steps of one run on disk. `entries` is what `trajectory.json` lists."""

    path: Path
    head: JsonObject
    entries: list[Entry]
    file_hash: str
    _hash_before: str = FIRST_HASH

    @classmethod
    def open(
        cls, path: Path, query: str, application: str, stopped: str
    ) -> tuple["TrajectoryFolder", SystemTrace | None]:
        """A new folder, or one to go on with, freed of what a killed recorder left half done.

        A closing step with the status `stopped` is taken back, as the run now goes on; its trace is returned.
        """
        head: JsonObject = {"query": query, "application": application, "platform_type": "Android"}
        folder = cls(path, head, [], FIRST_HASH)
        try:
            return folder, folder._open(stopped)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            why = getattr(error, "strerror", None) or error
            raise Misuse(f"{str(path)[:200]}: {why}; name a folder that can be written") from error

    def _open(self, stopped: str) -> SystemTrace | None:
        path, left_over = self.path, None
        if (path / "trajectory.json").exists():
            left_over = self._take_up(stopped)
        elif path.exists() and any(file.name not in _FOLDERS for file in path.iterdir()):
            raise Misuse(f"{path} is not empty and holds no recording; name another folder")
        path.mkdir(_OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
        for name in _FOLDERS:
            (path / name).mkdir(_OWNER_ONLY_FOLDER, exist_ok=True)
        self._sweep()
        if not self.entries:
            self._list()
        return left_over

    def add(self, action: WrittenAction, files: StepFiles, now_ms: int) -> Entry:
        """Write a step whose action is about to start."""
        kind = action.name.replace("_", "-")
        stem = f"{self._last_number() + 1:03}_{kind}_{now_ms}"
        entry: Entry = {
            "action": [{"name": action.name, "parameters": dict(action.parameters)}],
            "observation": f"images/{stem}.png",
            "xml": f"xmls/{stem}.xml",
            "objects": f"objects/objects_{stem}.json",
            "outcome": STARTED,
        }
        if files.picture is not None:
            _write(self.path / str(entry["observation"]), files.picture)
        _write(self.path / str(entry["xml"]), files.xml.encode("utf-8"))
        _write(self.path / str(entry["objects"]), _json(files.objects))
        _write(self.path / "jsons" / f"{stem}.json", _json(files.state))
        self.entries.append(entry)
        self._hash_before, self.file_hash = self.file_hash, _hash_of(files.state)
        self._list()
        return entry

    def confirm(self) -> None:
        """The last step's action was carried out."""
        self.entries[-1] = self.entries[-1] | {"outcome": EXECUTED}
        self._list()

    def withdraw(self, entry: Entry) -> None:
        """The last step's action was not carried out: the step is taken back."""
        assert self.entries[-1] is entry
        self.entries.pop()
        self.file_hash = self._hash_before
        self._list()
        self._sweep()

    def _take_up(self, stopped: str) -> SystemTrace | None:
        recording = read_recording(self.path)
        document = read_document(self.path / "trajectory.json")
        found = {name: document.value[name] for name in document.value if name != "trajectory"}
        for name in ("query", "application"):
            if found[name] != self.head[name]:
                raise Misuse(
                    f"{self.path} holds a recording of {name} `{found[name]}`, not `{self.head[name]}`; "
                    "name another folder"
                )
        self.head, self.entries = found, list(document.value["trajectory"])
        if not recording.steps:
            return None
        *_, last = recording.steps
        self.file_hash = last.file_hash
        if last.action.type != "finish":
            return None
        if last.action.text != stopped:
            raise Misuse(f"{self.path} holds a finished recording; name another folder")
        self.entries.pop()
        self.file_hash = recording.steps[-2].file_hash if len(recording.steps) > 1 else FIRST_HASH
        self._list()
        return last.trace

    def _last_number(self) -> int:
        return int(_stem(self.entries[-1]).partition("_")[0]) if self.entries else 0

    def _sweep(self) -> None:
        """Remove our half-written files and those of steps that are not listed; what others put here stays."""
        stems = {_stem(entry) for entry in self.entries}
        for file in [file for name in _FOLDERS for file in (self.path / name).iterdir()]:
            match = _OURS.fullmatch(file.name)
            if match is not None and (match[2] or match[1] not in stems):
                file.unlink()

    def _list(self) -> None:
        _write(self.path / "trajectory.json", _json(self.head | {"trajectory": self.entries}))


def _stem(entry: Entry) -> str:
    return Path(str(entry["observation"])).stem


def _hash_of(state: JsonObject) -> str:
    files = state["fs"]
    assert isinstance(files, dict)
    return str(files["hash"])


def _json(value: object) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair, as a broken app may show; escaped it survives
        return json.dumps(value, indent=1).encode("ascii")


def _owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, _OWNER_ONLY_FILE)


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing: to a file beside it first, then renamed."""
    part = path.with_name(path.name + _PART)
    with open(part, "wb", opener=_owner_only) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
