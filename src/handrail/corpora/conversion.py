"""Runs of other layouts as records, and back: folders in the layout of MobileRisk, and journals of guarded runs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec.json import Encoder, decode

from handrail.app.update import Update
from handrail.bench.risk.convert import Variant, write_run, written_action, written_state
from handrail.bench.risk.corpus import TRAJECTORY, run_folders, run_id
from handrail.corpora.reading import CorpusFile, JsonObject, read_records
from handrail.corpora.run_record import RunReader
from handrail.corpora.writing import RecordSink
from handrail.device.action import Action
from handrail.device.document import read_document
from handrail.device.hierarchy import write_hierarchy
from handrail.device.recorded_action import write_action
from handrail.device.recording import read_recording
from handrail.device.screen import Screen
from handrail.error import Misuse, UnreadableInput
from handrail.guard.journal.entry import Considered, Opened, Ran, Saw
from handrail.guard.journal.reading import read_journal

_AS_READ = Variant()
_HEAD = ("pair", "scenario", "meta")
_NO_SCREEN = Screen("", "", (), 0, 0)
_JOURNAL = "journal.jsonl"


def record_of_folder(folder: Path) -> JsonObject:
    """A recorded run as a record. Elements are numbered in document order; pictures stay behind."""
    recording = read_recording(folder)
    head = read_document(folder / TRAJECTORY).fields()
    return {
        "id": run_id(folder),
        "instruction": recording.query,
        "application": recording.application,
        "label": recording.label,
        **{name: head[name].value for name in _HEAD if name in head},
        "steps": [
            {
                "action": written_action(step, _AS_READ),
                "xml": write_hierarchy(step.screen),
                "state": written_state(step, _AS_READ),
                "outcome": "executed" if step.certain else "started",
            }
            for step in recording.steps
        ],
    }


def record_of_journal(path: Path) -> JsonObject:
    """What ran in a guarded run, as a record that can be replayed: a journal keeps no screens.

    The rules are those that it began with. Raises `UnreadableInput` where no session was opened.
    """
    entries = read_journal(path).entries
    opened = entries[0] if entries else None
    if not isinstance(opened, Opened):
        raise UnreadableInput(f"{path}: no session was opened in it, so there is nothing to replay")
    steps: list[JsonObject] = []
    considered: Considered | None = None
    for entry in entries:
        match entry:
            case Considered():
                considered = entry
            case Ran(outcome="executed") if considered is not None:
                steps.append(_journaled(considered, opened.objectives))
            case Saw() if steps:
                steps[-1]["updates"] += [written_update(update, "post") for update in entry.updates]
    return {
        "id": path.name,
        "instruction": opened.instruction,
        "application": ", ".join(app.name for app in opened.apps),
        "now": opened.at.isoformat(),
        "states": decode(opened.states),
        "rules": [line for line in opened.specification.splitlines() if line.strip()],
        "opening": [written_update(update, "post") for update in opened.updates],
        "steps": steps,
    }


def _journaled(considered: Considered, objectives: Mapping[str, str]) -> JsonObject:
    said = considered.decision_input
    return {
        "action": _call(said.proposal.action),
        "updates": [written_update(update, "pre") for update in said.anticipation.updates],
        "critical": [objectives.get(name, name) for name in sorted(said.anticipation.commits)],
    }


def _call(action: Action) -> list[JsonObject]:
    """An action without its screen: the element by what it says."""
    about = action.element
    target = action.target if about is None else about.text or about.description or about.resource_id
    written = write_action(replace(action, element=None, target=target), _NO_SCREEN)
    return [{"name": written.name, "parameters": dict(written.parameters)}]


def written_update(update: Update, phase: str) -> JsonObject:
    """An update as a record has it; a value that is unknown now stays null."""
    said = {"set": update.set, "delete": update.delete}
    return {"state": update.state, "phase": phase} | {
        name: dict(values) for name, values in said.items() if values is not None
    }


def line_of(record: JsonObject) -> bytes:
    """A record as a line without its end; numbers stay exact, days and times become text."""
    return Encoder(decimal_format="number").encode(record)


def convert_into(paths: Sequence[Path], sink: RecordSink) -> int:
    """Write the runs of folders, journals and corpora, one after the other; how many that were."""
    count = 0
    for path in paths:
        for line in _lines_at(path):
            sink(line)
            count += 1
    return count


def _lines_at(path: Path) -> Iterator[bytes]:
    if path.is_file():
        for record in read_records([CorpusFile(str(path), None)]):
            if record.line is None:
                raise UnreadableInput(f"{record.place}: the record is too long")
            yield record.line
    elif (path / _JOURNAL).is_file():
        yield line_of(record_of_journal(path))
    elif journals := sorted(found.parent for found in path.glob(f"*/{_JOURNAL}")):
        yield from (line_of(record_of_journal(journal)) for journal in journals)
    else:
        yield from (line_of(record_of_folder(folder)) for folder in run_folders(path))


def write_folders(files: Sequence[CorpusFile], out: Path, reader: RunReader) -> int:
    """Write each record as a folder in the layout of MobileRisk, as `safe_corpus/000001`; how many that were.

    A record without a label is one of `unlabelled_corpus`. Raises `UnreadableInput` for one without screens, `Misuse`
    if `out` holds something.
    """
    if out.exists() and any(out.iterdir()):
        raise Misuse(f"{out} is not empty; name another folder")
    number = 0
    for number, record in enumerate(read_records(files), 1):
        try:
            _write_folder(record.line or b"", out, number, reader)
        except UnreadableInput as error:
            raise UnreadableInput(f"{record.place}: {error}") from error
    return number


def _write_folder(line: bytes, out: Path, number: int, reader: RunReader) -> None:
    recording = reader.recording(reader.record(line))
    if recording is None:
        raise UnreadableInput("the run has no screens, which the layout needs")
    fields: dict[str, Any] = decode(line)
    stems = (f"{n:03}_{step.action.type.replace('_', '-')}_0" for n, step in enumerate(recording.steps, 1))
    steps = tuple(replace(step, stem=stem) for step, stem in zip(recording.steps, stems, strict=True))
    head = {"query": recording.query, "application": recording.application, "platform_type": "Android"}
    kept = {name: fields[name] for name in _HEAD if fields.get(name) is not None}
    folder = out / f"{fields.get('label') or 'unlabelled'}_corpus" / f"{number:06}"
    folder.mkdir(parents=True)
    write_run(replace(recording, steps=steps), folder, _AS_READ, head | kept)
