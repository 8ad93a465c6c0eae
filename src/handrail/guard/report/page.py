"""One self-contained page about one run: every step with its screen, its reasons and the state of the specification.

The page needs no server and no network, and whatever stood on a screen is shown as text: its own script is the only
one that a browser runs.
"""

import hashlib
import os
from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, assert_never
from urllib.parse import quote as quote_path

from handrail.app.consequence import Consequence
from handrail.app.drift import Drift
from handrail.app.update import Update
from handrail.device.element import Bounds
from handrail.error import Misuse
from handrail.guard.approval.question import Answer, Approved, Edited, Rejected, Unanswered
from handrail.guard.decision import ScreenNote, Source, reasons_of
from handrail.guard.detector import Finding
from handrail.guard.journal import Scan
from handrail.guard.journal.reading import picture_file
from handrail.guard.progress_note import ProgressNote
from handrail.guard.report.timeline import (
    Timeline,
    TimelineStep,
    action_words,
    consequence_words,
    drift_words,
    quote,
    tell,
    update_words,
)
from handrail.language.verbalize import printable

if TYPE_CHECKING:
    from jinja2 import Environment

MOST_STEPS = 200
"""Of a longer run the page has the first and the last steps."""

MOST_EMBEDDED_BYTES = 6_000_000
"""Of screenshots within the page; it links to the files of the others."""

LONGEST_NAME = 160
MOST_NAMES = 20
MOST_SIGNS = 20

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
_REJECTED = ("Rejected", "A person said no.")
_SOURCES = {
    Source.SPECIFICATION: "What the user asked for",
    Source.POLICY: "Policy",
    Source.DETECTOR: "Risk",
    Source.APPROVAL: "A person",
    Source.DEVICE: "The phone",
    Source.FAILURE: "Something failed",
}


@dataclass(frozen=True, slots=True)
class TouchedArea:
    """Where the touched element stands, in percent of the screen."""

    left: float
    top: float
    width: float
    height: float


def write_report(journal: Path | str, to: Path | str | None = None) -> Path:
    """Make the page of a journal; beside it as `report.html` unless told otherwise.

    Raises `UnreadableInput` where there is no journal that begins with a session, `Misuse` where the page cannot be
    written.
    """
    scan = Scan(journal)
    path = Path(to) if to is not None else scan.path.parent / "report.html"
    page = render(scan, path.parent).encode("utf-8", "replace")  # half a character may have been said by anybody
    try:
        path.touch(0o600)
        path.write_bytes(page)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        why = getattr(error, "strerror", None) or error
        raise Misuse(f"{str(path)[:200]}: {why}; choose a file in a folder that exists") from None
    return path


def render(scan: Scan, beside: Path) -> str:
    """The page, as text, for the folder `beside`. Raises `UnreadableInput` as `write_report` does."""
    timeline = tell((line.entry for line in scan), MOST_STEPS)
    script = resources.files("handrail.guard.report").joinpath("page.js").read_text("utf-8")
    steps = [_step(step, timeline) for step in timeline.steps]
    pictures = list(dict.fromkeys(step.decision_input.screen.picture or "" for step in timeline.steps))
    kept = _pictures(scan, pictures, beside)
    known = {entry["name"] for entry in kept}
    for step in steps:
        step["picture"] = step["picture"] if step["picture"] in known else None
    return (
        templates()
        .get_template("page.html.jinja")
        .render(
            instruction=printable(timeline.opened.instruction, 1_000) or "(no instruction was recorded)",
            began=_moment(timeline.began),
            opened=timeline.opened,
            ending=_ending(timeline),
            steps=steps,
            counts=_counts(timeline),
            cost=f"The judge was asked {timeline.cost}" if timeline.cost is not None else "",
            specification=timeline.specification,
            drift=[_drift(sign, timeline) for sign in timeline.drift[:MOST_SIGNS]],
            more_drift=max(0, len(timeline.drift) - MOST_SIGNS),
            edits=[{"by": edit.by, "step": edit.step} for edit in timeline.edits],
            last=_progress(timeline.last_progress),
            pictures=kept,
            left_out=timeline.left_out,
            before_the_gap=MOST_STEPS // 2 if timeline.left_out else -1,
            total=timeline.left_out + len(steps),
            record={
                "entries": scan.number,
                "head": scan.head[:16],
                "fault": printable(scan.fault.why, 400) if scan.fault else "",
                "line": scan.fault.line if scan.fault else 0,
            },
            shape=f"{timeline.opened.screen.width_pixels} / {timeline.opened.screen.height_pixels}",
            style=resources.files("handrail.guard.report").joinpath("page.css").read_text("utf-8"),
            script=script,
            script_hash=b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        )
    )


def render_step(step: TimelineStep, timeline: Timeline, total: int, *, goes_on: bool) -> str:
    """One step as on the page, as HTML for another one. Its picture is named in `data-picture`.

    `goes_on`: the run has not ended, so a step without a decision is being decided.
    """
    panel = templates().get_template("step.html.jinja").module.step_panel  # type: ignore[attr-defined]
    told = _step(step, timeline)
    if goes_on and step.decision is None:
        told |= {"kind": "deciding", "verdict": "Being decided", "meaning": "It runs only if it is allowed."}
    return str(panel(told, total))


def templates() -> "Environment":
    """The templates of the page; whatever they are given is shown as text."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("handrail.guard.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _step(step: TimelineStep, timeline: Timeline) -> dict[str, object]:
    decision_input = step.decision_input
    said_no = step.kind == "refused" and any(isinstance(answer, Rejected) for answer in step.answers)
    title, meaning = _REJECTED if said_no else _VERDICTS[step.kind]
    decision = step.decision
    return {
        "step": step.step,
        "kind": step.kind,
        "verdict": title,
        "meaning": meaning,
        "action": action_words(decision_input),
        "thought": printable(decision_input.proposal.thought, 600),
        "app": next(
            (app.name for app in timeline.opened.apps if app.package == decision_input.package), decision_input.package
        ),
        "at": f"{decision_input.at:%H:%M:%S}",
        "reasons": [
            {"source": _SOURCES[reason.source], "rule": reason.rule, "text": reason.text[:1].upper() + reason.text[1:]}
            for reason in (reasons_of(decision) if decision is not None else ())
            if not (step.answers and reason.source is Source.APPROVAL and reason.rule == "rejected")  # told as answers
        ],
        "updates": [_update(update) for update in decision_input.anticipation.updates],
        "consequences": [_consequence(consequence) for consequence in decision_input.anticipation.consequences],
        "circumstances": [
            {"condition": str(circumstance.condition), "text": circumstance.text}
            for circumstance in decision_input.circumstances
        ],
        "commits": sorted(printable(name, LONGEST_NAME) for name in decision_input.commits)[:MOST_NAMES],
        "irreversible": decision_input.irreversible,
        "claimed": sorted(
            printable(name, LONGEST_NAME)
            for name in decision_input.proposal.commits - decision_input.anticipation.commits
        )[:MOST_NAMES],
        "failures": [{"stage": failure.stage, "what": failure.what} for failure in decision_input.failures],
        "findings": [_finding(found) for found in (*decision_input.findings, *step.findings)],
        "drift": [_drift(found, timeline) for found in step.drift],
        "answers": [_answer(answer) for answer in step.answers],
        "outcome_reason": step.outcome_reason,
        "told": step.told.strip(),
        "observed": [_update(update) for update in step.observed],
        "progress": _progress(step.progress) if step.progress is not None else None,
        "picture": decision_input.screen.picture,
        "frame": _frame(step.target, decision_input.screen),
    }


def _update(update: Update) -> dict[str, object]:
    state, values = update_words(update)
    return {"state": state, "values": values}


def _consequence(consequence: Consequence) -> dict[str, object]:
    kind, details = consequence_words(consequence)
    return {
        "kind": kind[:1].upper() + kind[1:],
        "does": printable(consequence.does, LONGEST_NAME),
        "details": details,
        "known": consequence.is_known,
        "irreversible": consequence.irreversible,
    }


def _drift(drift: Drift, timeline: Timeline) -> dict[str, str]:
    app, said = drift_words(drift, timeline.opened)
    return {"app": app, "said": said}


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "severity": finding.severity.name.lower(),
        "category": finding.category,
        "message": finding.message,
        "evidence": finding.evidence,
        "rule": finding.rule,
        "cost": str(finding.cost) if finding.cost is not None else "",
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
                    {"words": predicate.words, "mark": str(predicate.mark), "found": predicate.found}
                    for predicate in rule.predicates
                ],
            }
            for rule in note.rules
        ],
    }


def _frame(target: Bounds | None, screen: ScreenNote) -> TouchedArea | None:
    if target is None or target.is_empty or not screen.width_pixels or not screen.height_pixels:
        return None
    return TouchedArea(
        100 * target.left / screen.width_pixels,
        100 * target.top / screen.height_pixels,
        100 * (target.right - target.left) / screen.width_pixels,
        100 * (target.bottom - target.top) / screen.height_pixels,
    )


def _counts(timeline: Timeline) -> list[dict[str, object]]:
    kinds = timeline.kinds
    return [
        {"number": kinds.total(), "words": "proposed"},
        {"number": sum(kinds[outcome] for outcome in ("ran", "approved", "insisted", "finished")), "words": "allowed"},
        {"number": sum(kinds[outcome] for outcome in ("warned", "blocked", "refused")), "words": "stopped"},
        {"number": timeline.asked, "words": "put to a person"},
    ]


def _ending(timeline: Timeline) -> dict[str, str]:
    if timeline.ended is None:
        return {"kind": "open", "words": "The record stops in the middle of the run"}
    if timeline.ended.finished:
        return {"kind": "good", "words": "Finished, and everything that was asked for is verified"}
    return {"kind": "bad", "words": "Ended before the task was complete"}


def _pictures(scan: Scan, names: list[str], beside: Path) -> list[dict[str, str]]:
    """Where each screenshot is: in the page, as long as that stays small; else in its file, loaded when looked at."""
    told: list[dict[str, str]] = []
    left = MOST_EMBEDDED_BYTES
    for name in names:
        png = scan.picture(name)
        if png is None:
            continue
        left -= len(png)
        if left >= 0:
            source = f"data:image/png;base64,{b64encode(png).decode()}"
        else:
            source = quote_path(os.path.relpath(picture_file(scan.path.parent, name), beside).replace(os.sep, "/"))
        told.append({"name": name, "source": source})
    return told


def _moment(moment: datetime) -> str:
    return f"{moment:%A, %d %B %Y, %H:%M}"
