"""Recorded runs as LlamaTouch's ground-truth traces. Source of the format: see the importer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from handrail.bench.exporters.run import NoForm, SourceRun, Tally, picture_of, place_of, read_runs
from handrail.bench.importers.llama_touch import EVENTS, INSTRUCTION
from handrail.bench.importers.llama_touch_event import write_event
from handrail.bench.importers.written import Written, new_folder
from handrail.device.hierarchy import write_hierarchy
from handrail.error import UnreadableInput
from handrail.strict_json import shown_path

METADATA = "llamatouch_task_metadata.tsv"
_COLUMNS = ("episode", "category", "path", "description", "nsteps", "app")


@dataclass(frozen=True, slots=True)
class _Trace:
    run: SourceRun
    category: str
    name: str
    episode: str
    events: tuple[str, ...]


def export_llama_touch(source: Path, out: Path) -> Written:
    """A trace for each run at or below `source`, and the table of all, in the new folder `out`.

    A run is left out, and counted, where LlamaTouch has no form for one of its actions, where it did not end with
    `complete`, as each of its traces does, and where a picture is missing.
    """
    tally = Tally.new()
    for trace in _traces(source, tally):
        tally.count(trace.run)
    folder = new_folder(out)
    written = tuple(_write(trace, folder) for trace in _traces(source, Tally.new()))
    return Written(len(written), "traces", written, tally.remarks)


def _traces(source: Path, tally: Tally) -> Iterator[_Trace]:
    taken: set[tuple[str, str]] = set()
    for number, run in enumerate(read_runs(source, "llamatouch")):
        try:
            events = tuple(_events(run))
        except NoForm as reason:
            tally.runs[str(reason)] += 1
            continue
        category, name = run.kept("category") or "generated", run.kept("trace") or f"trace_{number}"
        if (category, name) in taken or not _is_name(category) or not _is_name(name):
            found = f"`{category}/{name}`, where it is said to be from, is no folder, or one of another run"
            raise UnreadableInput(f"{shown_path(run.recording.folder)}: {found}")
        taken.add((category, name))
        yield _Trace(run, category, name, run.kept("episode") or str(number), events)


def _is_name(text: str) -> bool:
    return not set(text) & set("/\\\0\t\n\r") and not text.startswith(".")


def _events(run: SourceRun) -> Iterator[str]:
    query = run.recording.query
    if query != query.strip() or not query or len(query.splitlines()) > 1 or "\t" in query:
        raise NoForm("a request that is not one line without tabs")
    if run.closing.action.text != "complete":
        raise NoForm(f"an end with `{run.closing.action.text or ''}`")
    for step in run.recording.steps:
        picture = picture_of(step)
        size = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
        if size != (step.screen.width_pixels, step.screen.height_pixels):
            raise NoForm("a picture that is not as large as its screen")
        if step is not run.closing:
            event = write_event(step.action, place_of(step), *size)
            if event is None:
                raise NoForm(f"the action `{step.action.type}`")
            yield event


def _write(trace: _Trace, folder: Path) -> Path:
    path = folder / trace.category / trace.name
    path.mkdir(parents=True)
    recording = trace.run.recording
    for number, step in enumerate(recording.steps):
        screen = step.screen
        (path / f"{number}.png").write_bytes(picture_of(step))
        (path / f"{number}.xml").write_text(write_hierarchy(screen), encoding="utf-8")
        if screen.package and screen.activity:
            (path / f"{number}.activity").write_text(f"{screen.package}/{screen.activity}\n", encoding="utf-8")
    states = trace.run.original.get("essential_states")
    for number, told in (states if isinstance(states, Mapping) else {}).items():
        (path / f"{int(number)}.ess").write_text("|".join(told) + "\n", encoding="utf-8")
    (path / EVENTS).write_bytes("\n".join(trace.events).encode("utf-8"))
    (path / INSTRUCTION).write_text(f"{trace.episode}\n{recording.query}\n", encoding="utf-8")
    row = (trace.episode, trace.category, f"{trace.category}/{trace.name}", recording.query, len(recording.steps), "")
    _add_row(folder / METADATA, row)
    return path


def _add_row(table: Path, row: tuple[object, ...]) -> None:
    rows = [row] if table.exists() else [_COLUMNS, row]
    with table.open("a", encoding="utf-8") as file:
        file.writelines("\t".join(map(str, one)) + "\n" for one in rows)
