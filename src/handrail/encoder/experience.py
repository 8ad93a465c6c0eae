"""What was encoded before, and how it ended: SQLite, one file, entries by app.

An entry is an instruction with the rules that were accepted for it. It counts by the evidence that people and runs gave
afterwards; without evidence it is never offered. What a file brings in counts as unconfirmed unless the caller trusts
it. Source: VeriSafe Agent (MobiCom '25), sections 5.1.2 and 10.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from handrail.app.app import App, Apps
from handrail.encoder.alignment import same_rules
from handrail.encoder.check import check_draft
from handrail.encoder.experience_line import (
    OFFERED_FROM,
    Evidence,
    EvidenceBalance,
    EvidenceLine,
    ExperienceLine,
    LeftOutLine,
    SourceLine,
    read_line,
)
from handrail.encoder.grounding import state_predicates
from handrail.encoder.likeness import Embed, Likeness
from handrail.encoder.outcome import Encoded
from handrail.error import Misuse, UnreadableInput
from handrail.language.normal_form import normal_form
from handrail.language.specification import Specification

FORMAT = 1
MOST_SIMILAR = 3
LEAST_LIKENESS = 0.25

_TABLES = (
    "CREATE TABLE entry (digest TEXT PRIMARY KEY, app TEXT NOT NULL, normal TEXT NOT NULL, line TEXT NOT NULL)",
    "CREATE INDEX entry_by_app ON entry (app, normal)",
    "CREATE TABLE evidence (digest TEXT NOT NULL REFERENCES entry, kind TEXT NOT NULL, source TEXT NOT NULL, "
    "at TEXT NOT NULL, PRIMARY KEY (digest, kind, source))",
    f"PRAGMA user_version = {FORMAT}",
)


@dataclass(frozen=True, slots=True)
class Remembered:
    """An entry with its evidence. `trust` is from 0 to 1, its rivals counted in."""

    digest: str
    line: ExperienceLine
    trust: float

    def as_data(self) -> dict[str, Any]:
        """What a model is shown of it."""
        return {"instruction": self.line.instruction, "rules": self.line.rules, "objectives": self.line.objectives}


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """How many lines of a file became entries, were known already, or were refused, each with its reason."""

    added: int
    known: int
    refused: tuple[str, ...]


class Experience:
    """The memory of encodings in one file. To be closed, or used as a context."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open a file, or start it; `:memory:` lives as long as the object. Raises `UnreadableInput`."""
        try:
            connection = sqlite3.connect(path)
            version: int = connection.execute("PRAGMA user_version").fetchone()[0]
            if version == 0 and not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _TABLES:
                    connection.execute(statement)
                connection.commit()
            elif version != FORMAT:
                connection.close()
                raise UnreadableInput(f"{path}: no memory of encodings of format {FORMAT}; give another file")
        except sqlite3.Error as error:
            raise UnreadableInput(f"{path}: {error}; it is no memory of encodings") from error
        return cls(connection)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def remember(self, app: App | Apps, encoded: Encoded, *, now: datetime) -> str:
        """Keep an encoding, without evidence yet; its name, to give evidence by. Kept already: the same name."""
        draft = encoded.attempts[-1].draft
        line = ExperienceLine(
            app=app.name,
            instruction=encoded.review.instruction,
            now=now.isoformat(),
            model=encoded.model,
            rules=list(encoded.rules),
            predicates=_predicates(encoded.specification),
            objectives=dict(encoded.objectives),
            sources=[
                SourceLine(
                    what=trace.what, words=trace.words, start=trace.start, end=trace.end, assumption=trace.assumption
                )
                for trace in (draft.traces if draft else ())
            ],
            left_out=[
                LeftOutLine(words=left_out.words, why=left_out.why) for left_out in (draft.left_out if draft else ())
            ],
        )
        return self._keep(line)[0]

    def learn(self, digest: str, evidence: Evidence, *, source: str, at: datetime) -> None:
        """What became of a task that an entry was used for. `source` names the task, which counts once for each kind.

        A person's latest word is what counts: a no takes back the yes of the same source, and the other way round.
        """
        if not self._connection.execute("SELECT 1 FROM entry WHERE digest = ?", (digest,)).fetchone():
            raise Misuse(f"no entry `{digest}`")
        opposite = {Evidence.CONFIRMED: Evidence.REJECTED, Evidence.REJECTED: Evidence.CONFIRMED}.get(evidence)
        with self._connection:
            if opposite is not None:
                self._connection.execute(
                    "DELETE FROM evidence WHERE digest = ? AND kind = ? AND source = ?", (digest, opposite, source)
                )
            self._connection.execute(
                "INSERT OR REPLACE INTO evidence VALUES (?, ?, ?, ?)", (digest, evidence, source, at.isoformat())
            )

    def entries(self, app: str | None = None) -> tuple[Remembered, ...]:
        """Every entry, of one app or of all, in a fixed order, with how far it is trusted."""
        lines = {digest: line for digest, line in self._lines() if app is None or line.app == app}
        weighed = {digest: _weigh(line) for digest, line in lines.items()}
        found = []
        for digest, line in lines.items():
            rivals = tuple(
                weighed[other] for other, rival in lines.items() if other != digest and _are_rivals(line, rival)
            )
            found.append(Remembered(digest, line, weighed[digest].trust(rivals)))
        return tuple(found)

    def similar(
        self, app: App | Apps, instruction: str, *, embed: Embed | None = None, most: int = MOST_SIMILAR
    ) -> tuple[Remembered, ...]:
        """Trusted entries on similar requests, the best first: by likeness times trust.

        What the app does not accept any more, or what would not pass the checks of a draft today, is passed over.
        """
        entries = self.entries(app.name)
        likeness = Likeness.among([entry.line.instruction for entry in entries], embed)
        scored = [(likeness.between(instruction, entry.line.instruction), entry) for entry in entries]
        ranked = sorted(
            (pair for pair in scored if pair[0] >= LEAST_LIKENESS and pair[1].trust >= OFFERED_FROM),
            key=lambda pair: (-pair[0] * pair[1].trust, pair[1].digest),
        )
        found: list[Remembered] = []
        for _, remembered in ranked:
            if len(found) < most and _still_passes(remembered.line, app):
                found.append(remembered)
        return tuple(found)

    def export(self, app: str | None = None) -> Iterator[str]:
        """The entries with their evidence as JSON Lines, without line ends, in a fixed order."""
        return (line.text() for _, line in self._lines() if app is None or line.app == app)

    def bring_in(
        self, lines: Iterable[str], app: App | Apps, *, trusted: bool = False, name: str = "lines"
    ) -> BroughtIn:
        """Add what `export` wrote, for one app. What does not pass the checks of a draft is refused.

        Evidence is taken over only if `trusted`: a file can claim any number of contented people.
        """
        added = known = 0
        refused: list[str] = []
        for number, text in enumerate(lines, 1):
            if not text.strip():
                continue
            try:
                line = read_line(text, f"{name}:{number}")
            except UnreadableInput as error:
                refused.append(str(error))
                continue
            if line.app != app.name or not _still_passes(line, app):
                refused.append(f"{name}:{number}: its rules do not pass the checks for {app.name}")
                continue
            _, is_new = self._keep(line, evidence=trusted)
            added, known = added + is_new, known + (not is_new)
        return BroughtIn(added, known, tuple(refused))

    def state(self) -> str:
        """A digest of everything that is remembered: equal memories give equal encodings."""
        return sha256("\n".join(self.export()).encode()).hexdigest()

    def _keep(self, line: ExperienceLine, *, evidence: bool = False) -> tuple[str, bool]:
        digest = _digest(line)
        normal = normal_form(line.instruction)
        bare = line.model_copy(update={"evidence": []})
        with self._connection, closing(self._connection.cursor()) as cursor:
            cursor.execute("INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?)", (digest, line.app, normal, bare.text()))
            is_new = cursor.rowcount == 1
            for evidence_line in line.evidence if evidence else ():
                row = (digest, evidence_line.kind, evidence_line.source, evidence_line.at)
                cursor.execute("INSERT OR IGNORE INTO evidence VALUES (?, ?, ?, ?)", row)
        return digest, is_new

    def _lines(self) -> Iterator[tuple[str, ExperienceLine]]:
        given: dict[str, list[EvidenceLine]] = {}
        for digest, kind, source, at in self._connection.execute(
            "SELECT digest, kind, source, at FROM evidence ORDER BY digest, kind, source"
        ):
            given.setdefault(digest, []).append(EvidenceLine(kind=kind, source=source, at=at))
        for digest, text in self._connection.execute("SELECT digest, line FROM entry ORDER BY app, normal, digest"):
            line = read_line(text, f"entry {digest[:12]}")
            yield digest, line.model_copy(update={"evidence": given.get(digest, [])})


def _digest(line: ExperienceLine) -> str:
    parts = (line.app, normal_form(line.instruction), *line.rules)
    return sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()


def _weigh(line: ExperienceLine) -> EvidenceBalance:
    times: dict[Evidence, int] = {}
    for evidence_line in line.evidence:
        times[evidence_line.kind] = times.get(evidence_line.kind, 0) + 1
    return EvidenceBalance.of(times)


def _are_rivals(line: ExperienceLine, other: ExperienceLine) -> bool:
    if line.app != other.app or normal_form(line.instruction) != normal_form(other.instruction):
        return False
    return not same_rules(tuple(line.rules), tuple(other.rules))


def _still_passes(line: ExperienceLine, app: App | Apps) -> bool:
    checked = check_draft(line.draft(), app, line.instruction, datetime.fromisoformat(line.now))
    return checked.specification is not None and not checked.refused


def _predicates(specification: Specification) -> list[str]:
    """`Alarm.label`, `Alarm.time`: what the rules look at."""
    looked_at = (
        f"{predicate.state}.{constraint.variable}"
        for predicate in state_predicates(specification.rules)
        for constraint in predicate.constraints
    )
    return list(dict.fromkeys(looked_at))
