"""What was answered, on disk: a file for each shard, which is there completely or not at all, and a manifest.

Only the process that reads the corpus writes. So a worker that dies leaves nothing half done, and what was killed as a
whole goes on with the shards that are not there yet.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from msgspec.json import decode, encode

from handrail import __version__
from handrail.corpora.examination import Answer, Examined, Poison, Questions
from handrail.corpora.reading import CorpusFile, Shard
from handrail.device.document import read_document
from handrail.error import Misuse

MANIFEST = "manifest.json"
POISON = "poison.jsonl"
RESULTS = "results"
_POISONED = "poison"
_PART = ".part"
_LONGEST_REASON = 2_000

JsonObject: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AnswersPlan:
    """Everything that the answers depend on, and how they are cut into files."""

    files: tuple[CorpusFile, ...]
    questions: Questions
    batch: int

    def as_json(self) -> JsonObject:
        """As the manifest has it."""
        return {
            "format": "handrail.corpus-run/1",
            "handrail": __version__,
            "corpus": [asdict(file) for file in self.files],
            "do": list(self.questions.do),
            "judge": self.questions.judge,
            "batch": self.batch,
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of all of it. `hash` is of every result in the order of the corpus, however it was cut and by whom."""

    records: int
    steps: int
    poison: int
    hash: str
    counts: dict[str, dict[str, int]]

    def as_json(self) -> JsonObject:
        """As the command prints it."""
        head = {"records": self.records, "steps": self.steps, "poison": self.poison, "hash": self.hash}
        return head | self.counts


@dataclass(frozen=True, slots=True)
class AnswersFolder:
    """The folder of one run of a plan."""

    path: Path

    @classmethod
    def open(cls, path: Path, plan: AnswersPlan, *, resume: bool) -> "AnswersFolder":
        """A new folder; or with `resume` the one there, if it is of the same plan. Raises `Misuse` else."""
        there = path.exists() and any(path.iterdir())
        manifest = path / MANIFEST
        if there and not (resume and manifest.is_file()):
            what = "goes on with what was begun there" if manifest.is_file() else "is for a folder that was begun"
            raise Misuse(f"{path} is not empty; name another folder, `--resume` {what}")
        if there:
            began = _read(manifest)
            differ = [name for name, value in plan.as_json().items() if began.get(name) != value]
            if differ:
                raise Misuse(f"{path} was begun with another {', '.join(differ)}; name another folder")
        for name in (RESULTS, _POISONED):
            (path / name).mkdir(parents=True, exist_ok=True)
            for left_over in (path / name).glob(f"*{_PART}"):
                left_over.unlink()
        if not there:
            _write(manifest, _shown(plan.as_json()))
        return cls(path)

    def has(self, shard: Shard) -> bool:
        """Whether everything in it was answered."""
        return self._results(shard).is_file()

    def keep(self, shard: Shard, answers: Sequence[Answer]) -> None:
        """Write the answers of a shard; the file of the results comes last, so that with it all is there."""
        results, poison = [], []
        for number, (record, answer) in enumerate(zip(shard.records, answers, strict=True), shard.start):
            match answer:
                case Examined(body):
                    results.append(b'{"n":%d,%b\n' % (number, body[1:]))
                case Poison(reason):
                    said = {"n": number, "place": _written(record.place), "reason": _written(reason[:_LONGEST_REASON])}
                    poison.append(encode(said) + b"\n")
        if poison:
            _write(self.path / _POISONED / f"{shard.name}.jsonl", b"".join(poison))
        _write(self._results(shard), b"".join(results))

    def conclude(self) -> Summary:
        """Hash and count everything in the order of the corpus, and write the manifest and `poison.jsonl`."""
        hashed, poison = sha256(), 0
        records = steps = 0
        counts: dict[str, Counter[str]] = {}
        for line in _lines_of(self.path / RESULTS):
            hashed.update(line)
            said = decode(line)
            records += 1
            steps += said["steps"]
            for name in ("replay", "judge", "scan"):
                if name in said:
                    counts.setdefault(name, Counter())[_kind(said[name])] += 1
        with (self.path / (POISON + _PART)).open("wb") as file:
            for line in _lines_of(self.path / _POISONED):
                file.write(line)
                poison += 1
        (self.path / (POISON + _PART)).replace(self.path / POISON)
        counted = {name: dict(sorted(query.items())) for name, query in counts.items()}
        summary = Summary(records + poison, steps, poison, hashed.hexdigest(), counted)
        manifest = self.path / MANIFEST
        _write(manifest, _shown(_read(manifest) | summary.as_json()))
        return summary

    def _results(self, shard: Shard) -> Path:
        return self.path / RESULTS / f"{shard.name}.jsonl"


def _kind(said: JsonObject) -> str:
    if "skipped" in said:
        return "skipped"
    if "accepted" in said:
        return "accepted" if said["accepted"] else "rejected"
    return "unsafe" if said["unsafe"] else "abstained" if said["abstained"] else "safe"


def _lines_of(folder: Path) -> Iterator[bytes]:
    for path in sorted(folder.glob("*.jsonl")):
        with path.open("rb") as file:
            yield from file


def _written(text: str) -> str:
    """The text without halves of characters, which a record may have said."""
    return text.encode("utf-8", "replace").decode()


def _read(manifest: Path) -> JsonObject:
    said = read_document(manifest)
    said.fields("format")
    read: JsonObject = said.value
    return read


def _shown(document: JsonObject) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing: to a file beside it first, then renamed."""
    part = path.with_name(path.name + _PART)
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
