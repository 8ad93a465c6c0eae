"""One self-contained page about one run: every step with its screen, its reasons and the state of the specification.

The page needs no server and no network, and whatever stood on a screen is shown as text: its own script is the only
one that a browser runs.
"""

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime
from importlib import resources
from pathlib import Path
from typing import assert_never

from handrail.app.update import Update
from handrail.device.element import Bounds
from handrail.guard.approval.question import Answer, Approved, Edited, Rejected, Unanswered
from handrail.guard.consideration import ScreenNote
from handrail.guard.decision import Source, reasons_of
from handrail.guard.detector import Finding
from handrail.guard.journal import Reading, read_journal
from handrail.guard.progress_note import ProgressNote
from handrail.guard.report.story import Scene, Story, tell
from handrail.guard.report.words import action_words, quote, update_words
from handrail.language.words import printable

_VERDICTS = {
    "ran": ("Executed", "Nothing spoke against it."),
    "finished": ("Accepted", "Everything that was asked for is there."),
    "approved": ("Executed after approval", "A person approved exactly this action."),
    "insisted": ("Executed on insistence", "It was warned of; the agent insisted, and nothing is committed by it."),
    "warned": ("Held back", "It looks wrong. Proposed again at once, it would go through."),
    "blocked": ("Stopped", "It did not run, and repeating it does not help."),
    "refused": ("Stopped: nobody said yes", "A person had to decide, and did not say yes."),
    "missed": ("Not carried out", "It was allowed, but the phone could not carry it out."),
    "lost": ("Nobody knows", "It was given to the phone, which did not answer any more."),
    "broken": ("Interrupted", "The record ends before a decision, so it did not run."),
}
_SOURCES = {
    Source.SPECIFICATION: "What the user asked for",
    Source.POLICY: "Policy",
    Source.DETECTOR: "Risk",
    Source.APPROVAL: "A person",
    Source.DEVICE: "The phone",
    Source.FAILURE: "Something failed",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the touched element stands, in percent of the screen."""

    left: float
    top: float
    width: float
    height: float


def write_report(journal: Path | str, to: Path | str | None = None) -> Path:
    """Make the page of a journal; beside it as `report.html` unless told otherwise."""
    reading = read_journal(journal)
    path = Path(to) if to is not None else reading.path.parent / "report.html"
    path.write_text(render(reading), encoding="utf-8")
    return path


def render(reading: Reading) -> str:
    """The page, as text. Raises `UnreadableInput` where the journal does not begin with a session."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    story = tell(reading.entries)
    script = resources.files("handrail.guard.report").joinpath("page.js").read_text("utf-8")
    environment = Environment(
        loader=PackageLoader("handrail.guard.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    scenes = [_scene(one, story) for one in story.scenes]
    pictures = {name for scene in scenes for name in (scene["picture"], scene["after"]) if name}
    return environment.get_template("page.html.jinja").render(
        instruction=printable(story.opened.instruction, 1_000) or "(no instruction was recorded)",
        began=_moment(story.began),
        opened=story.opened,
        ending=_ending(story),
        scenes=scenes,
        counts=_counts(story),
        specification=story.specification,
        edits=[{"by": one.by, "step": one.step} for one in story.edits],
        last=_progress(story.last_progress),
        pictures=_pictures(reading, pictures),
        record={
            "entries": len(reading.lines),
            "head": reading.head[:16],
            "fault": reading.fault.why if reading.fault else "",
            "line": reading.fault.line if reading.fault else 0,
        },
        shape=f"{story.opened.screen.width_pixels} / {story.opened.screen.height_pixels}",
        style=resources.files("handrail.guard.report").joinpath("page.css").read_text("utf-8"),
        script=script,
        script_hash=b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _scene(scene: Scene, story: Story) -> dict[str, object]:
    one = scene.consideration
    title, meaning = _VERDICTS[scene.kind]
    decision = scene.decision
    return {
        "step": scene.step,
        "kind": scene.kind,
        "verdict": title,
        "meaning": meaning,
        "action": action_words(one.proposal.action),
        "thought": printable(one.proposal.thought, 600),
        "app": next((app.name for app in story.opened.apps if app.package == one.package), one.package),
        "at": f"{one.at:%H:%M:%S}",
        "reasons": [
            {"source": _SOURCES[reason.source], "rule": reason.rule, "text": reason.text[:1].upper() + reason.text[1:]}
            for reason in (reasons_of(decision) if decision is not None else ())
            if not (scene.answers and reason.source is Source.APPROVAL and reason.rule == "rejected")  # told as answers
        ],
        "updates": [_update(update) for update in one.anticipation.updates],
        "commits": sorted(one.commits),
        "irreversible": one.irreversible,
        "claimed": sorted(one.proposal.commits - one.anticipation.commits),
        "failures": [{"stage": failure.stage, "what": failure.what} for failure in one.failures],
        "findings": [_finding(found) for found in (*one.findings, *scene.findings)],
        "answers": [_answer(answer) for answer in scene.answers],
        "outcome_reason": scene.outcome_reason,
        "told": scene.told.strip(),
        "observed": [_update(update) for update in scene.observed],
        "progress": _progress(scene.progress) if scene.progress is not None else None,
        "picture": one.screen.picture,
        "frame": _frame(scene.target, one.screen),
        "after": scene.seen.picture if scene.seen is not None else None,
    }


def _update(update: Update) -> dict[str, object]:
    state, values = update_words(update)
    return {"state": state, "values": values}


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "severity": finding.severity.name.lower(),
        "category": finding.category,
        "message": finding.message,
        "evidence": finding.evidence,
        "rule": finding.rule,
    }


def _answer(answer: Answer) -> str:
    match answer:
        case Approved(by=by):
            return f"Approved by {by}."
        case Rejected(by, note):
            return f"Rejected by {by}{f': {quote(note)}' if note else ''}."
        case Edited(by=by):
            return f"{by} changed the specification."
        case Unanswered(reason):
            return f"No yes: {reason}."
        case _:
            assert_never(answer)


def _progress(note: ProgressNote) -> dict[str, object]:
    return {
        "complete": note.complete,
        "rules": [
            {
                "rule": rule.rule,
                "head": rule.head[:1].upper() + rule.head[1:],
                "achieved": rule.achieved,
                "predicates": [
                    {"words": one.words, "mark": str(one.mark), "found": one.found} for one in rule.predicates
                ],
            }
            for rule in note.rules
        ],
    }


def _frame(target: Bounds | None, screen: ScreenNote) -> Frame | None:
    if target is None or target.is_empty or not screen.width_pixels or not screen.height_pixels:
        return None
    return Frame(
        100 * target.left / screen.width_pixels,
        100 * target.top / screen.height_pixels,
        100 * (target.right - target.left) / screen.width_pixels,
        100 * (target.bottom - target.top) / screen.height_pixels,
    )


def _counts(story: Story) -> list[dict[str, object]]:
    kinds = [scene.kind for scene in story.scenes]
    ran = sum(kind in ("ran", "approved", "insisted", "finished") for kind in kinds)
    held = sum(kind in ("warned", "blocked", "refused") for kind in kinds)
    asked = sum(bool(scene.answers) for scene in story.scenes)
    return [
        {"number": len(kinds), "words": "proposed"},
        {"number": ran, "words": "allowed"},
        {"number": held, "words": "stopped"},
        {"number": asked, "words": "put to a person"},
    ]


def _ending(story: Story) -> dict[str, str]:
    if story.ended is None:
        return {"kind": "open", "words": "The record stops in the middle of the run"}
    if story.ended.finished:
        return {"kind": "good", "words": "Finished, and everything that was asked for is verified"}
    return {"kind": "bad", "words": "Ended before the task was complete"}


def _pictures(reading: Reading, names: set[object]) -> list[dict[str, str]]:
    found = [(str(name), reading.picture(str(name))) for name in sorted(map(str, names))]
    return [{"name": name, "data": b64encode(png).decode()} for name, png in found if png is not None]


def _moment(moment: datetime) -> str:
    return f"{moment:%A, %d %B %Y, %H:%M}"
