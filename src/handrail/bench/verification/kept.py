"""Encodings kept on disk, so that an evaluation that was stopped goes on where it was. `handrail.encodings/1`.

A line of JSON for each question: its name, a digest of everything that can change the answer, and the samples. A line
whose digest is another one now (another instruction, model, setting, memory or program) counts for nothing. The program
that encodes counts to the letter: what was kept from another version is asked again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from handrail.bench.verification.question import Question
from handrail.bench.verification.sample import Sample
from handrail.error import UnreadableInput
from handrail.language.declaration import State
from handrail.llm.lines import add_line, read_own_lines

__all__ = ["ROOMS", "Kept", "digest_of", "digest_of_rooms", "files_in", "program_digest"]

_BEGINS = '{"format":"handrail.encodings/1"'


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["handrail.encodings/1"] = "handrail.encodings/1"
    app: str
    id: str
    which: str
    digest: str
    samples: tuple[Sample, ...]


class Kept:
    """The encodings of one file, or of none: then nothing is kept. One program writes a file at a time."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._samples: dict[tuple[str, str, str, str], tuple[Sample, ...]] = {}
        for number, text in enumerate(read_own_lines(path, _BEGINS).whole if path else (), 1):
            line = _read(text, f"{path}:{number}")
            self._samples[line.app, line.id, line.which, line.digest] = line.samples

    def find(self, question: Question, circumstances: Mapping[str, object]) -> tuple[Sample, ...] | None:
        """What is kept for exactly this question under these circumstances."""
        return self._samples.get((*question.key, digest_of(question, circumstances)))

    def keep(self, question: Question, circumstances: Mapping[str, object], samples: Sequence[Sample]) -> None:
        """Write the samples down, unless one of them is worth asking for again."""
        if self._path is None or not all(sample.is_final for sample in samples):
            return
        app, name, which = question.key
        digest = digest_of(question, circumstances)
        line = _Line(app=app, id=name, which=which, digest=digest, samples=tuple(samples))
        add_line(self._path, line.model_dump_json())
        self._samples[app, name, which, digest] = line.samples


def digest_of(question: Question, circumstances: Mapping[str, object]) -> str:
    """SHA-256 of everything that can change the answer."""
    states = {name: _declared(state) for name, state in question.task.app.states.items()}
    everything = {
        "program": program_digest(),
        "app": question.task.app.name,
        "package": question.task.app.package,
        "states": states,
        "commitments": question.task.app.commitments,
        "instruction": question.instruction,
        "now": question.now.isoformat(),
        "circumstances": circumstances,
    }
    return sha256(json.dumps(everything, sort_keys=True).encode()).hexdigest()


def _declared(state: State) -> object:
    variables = [(v.name, v.type.value, v.key, v.options, v.description) for v in state.variables.values()]
    return [state.description, variables]


def _read(text: str, place: str) -> _Line:
    try:
        return _Line.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise UnreadableInput(f"{place}: {where}: {first['msg']}; this is not a line of kept encodings") from error


ROOMS = ("language", "app", "llm", "encoder")
"""What the encoder is made of; prompts, word lists and weights included."""


@cache
def program_digest() -> str:
    """SHA-256 over the files of those rooms."""
    return digest_of_rooms(ROOMS)


def digest_of_rooms(rooms: Iterable[str]) -> str:
    """SHA-256 over the names and contents of all files in some rooms of the package."""
    digest = sha256()
    for room in rooms:
        for name, file in files_in(files("handrail").joinpath(room), room):
            digest.update(f"{name}\n".encode())
            digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def files_in(folder: Traversable, place: str) -> list[tuple[str, Traversable]]:
    """The files in a folder of the package, at any depth, by name, or the one file; what Python left there aside."""
    if folder.is_file():
        return [(place, folder)]
    found: list[tuple[str, Traversable]] = []
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        name = f"{place}/{path.name}"
        if path.is_dir():
            found += [] if path.name == "__pycache__" else files_in(path, name)
        else:
            found.append((name, path))
    return found
