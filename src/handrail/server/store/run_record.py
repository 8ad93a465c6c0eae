"""What the index keeps of a run: all that a list shows of it, and what it is found by."""

import json
from dataclasses import dataclass

from handrail.guard.detector import Finding
from handrail.language.verbalize import printable
from handrail.server.documents import LONGEST_TEXT, run_document
from handrail.server.encodings.identity import encoding_id
from handrail.server.followed_run import FindingKey, FollowedRun, RunFact, RunState

MOST_EVIDENCE = 8
ENDED = (RunState.FINISHED, RunState.STOPPED)


@dataclass(frozen=True, slots=True)
class RunStamp:
    """What of a journal's file is another when there is something new in it, and how the run stood then."""

    inode: int
    size_bytes: int
    state: RunState


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run as its journal stood. `facts` are (how often, in which step first); `document` is JSON of `RunDocument`.

    `findings` are rows of their table, but for the name of the run.
    """

    name: str
    began_ms: int
    last_ms: int
    searched: str
    head: str
    entries: int
    stamp: RunStamp
    document: str
    facts: dict[RunFact, tuple[int, int]]
    findings: tuple[dict[str, str | int], ...]


def record_of(run: FollowedRun) -> StoredRun:
    """Of a run that has begun."""
    timeline = run.timeline
    assert timeline is not None, "a run of the fleet has begun"
    opened, ended, last = timeline.opened, timeline.ended, run.last
    last_at = ended.at if ended is not None else last.decision_input.at if last is not None else opened.at
    apps = {spelling for app in opened.apps for spelling in (app.name.casefold(), app.package.casefold())}
    both = run.facts.with_step(last)
    return StoredRun(
        name=run.name,
        began_ms=round(opened.at.timestamp() * 1000),
        last_ms=round(last_at.timestamp() * 1000),
        searched=storable(searched_text(run)),
        head=run.scan.head,
        entries=run.scan.number,
        stamp=RunStamp(run.inode, run.size_bytes, run.state),
        document=run_document(run).model_dump_json(),
        facts={RunFact(fact.kind, storable(fact.value[:LONGEST_TEXT])): seen for fact, seen in both.of_steps.items()}
        | {RunFact("app", storable(app[:LONGEST_TEXT])): (1, 0) for app in apps}
        | {RunFact("encoding", encoding_id(opened.instruction, opened.apps)): (1, 0)},
        findings=tuple(_finding_row(key, found) for key, found in both.findings.items()),
    )


def _finding_row(key: FindingKey, found: Finding) -> dict[str, str | int]:
    evidence = [_shown(text) for text in found.evidence[:MOST_EVIDENCE]]
    return {
        "step": key.step,
        "detector": _shown(key.detector),
        "rule": _shown(key.rule),
        "category": _shown(found.category),
        "severity": str(found.severity),
        "message": _shown(found.message),
        "evidence": json.dumps(evidence, ensure_ascii=True),
    }


def _shown(text: str) -> str:
    return storable(printable(text, LONGEST_TEXT))


def storable(text: str) -> str:
    """What the databases take: no zeros, and no half characters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def searched_text(run: FollowedRun) -> str:
    """What words are looked for in: its name, its instruction and its apps."""
    assert run.timeline is not None
    opened = run.timeline.opened
    return " ".join((run.name, opened.instruction, *(app.name for app in opened.apps))).casefold()
