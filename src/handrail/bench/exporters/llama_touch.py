"""Recorded runs as LlamaTouch's ground-truth traces. Source of the format: see the importer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from handrail.bench.exporters.run import NoForm, SourceRun, Tally, picture_of, place_of, read_runs
from handrail.bench.importers.llama_touch import EVENTS, INSTRUCTION, STATE
from handrail.bench.importers.llama_touch_event import write_event
from handrail.bench.importers.written import WrittenFiles, new_folder
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
    essential_states: Mapping[int, list[str]]


def export_llama_touch(source: Path, out: Path) -> WrittenFiles:
    """A trace for each run at or below `source`, and the table of all, in the new folder `out`.

    A run is left out, and counted, where LlamaTouch has no form for one of its actions, where it did not end with
    `complete`, as each of its traces does, and where a picture is missing.
    """
    tally = Tally.new()
    for trace in _traces(source, tally):
        tally.count(trace.run)
    folder = new_folder(out)
    written = tuple(_write(trace, folder) for trace in _traces(source, Tally.new()))
    return WrittenFiles(len(written), "traces", written, tally.remarks)


def _traces(source: Path, tally: Tally) -> Iterator[_Trace]:
    taken: set[tuple[str, str]] = set()
    for number, run in enumerate(read_runs(source, "llamatouch")):
        try:
            events = tuple(_events(run))
        except NoForm as reason:
            tally.runs[str(reason)] += 1
            continue
        category, name = run.kept("category") or "generated", run.kept("trace") or f"trace_{number}"
        episode = run.kept("episode") or str(number)
        if (category, name) in taken or not all(map(_is_name, (category, name, episode))):
            found = f"`{category}/{name}`, where it is said to be from, is no folder, or one of another run"
            raise UnreadableInput(f"{shown_path(run.recording.folder)}: {found}")
        taken.add((category, name))
        yield _Trace(run, category, name, episode, events, _essential_states(run))


def _essential_states(run: SourceRun) -> Mapping[int, list[str]]:
    kept = run.original.get("essential_states", {})
    screens = set(map(str, range(len(run.recording.steps))))
    if not isinstance(kept, Mapping) or not set(kept) <= screens or not all(map(_are_states, kept.values())):
        found = "original.essential_states: not lists like `click<3>` by the number of a screen"
        raise UnreadableInput(f"{shown_path(run.recording.folder)}: {found}")
    return {int(number): states for number, states in kept.items()}


def _are_states(told: object) -> bool:
    return isinstance(told, list) and all(isinstance(state, str) and STATE.fullmatch(state) for state in told)


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
            (path / f"{number}.activity").write_text(f"{screen.package}/{screen.activity}\n", "utf-8", "replace")
    for number, states in trace.essential_states.items():
        (path / f"{number}.ess").write_text("|".join(states) + "\n", "utf-8", "replace")
    (path / EVENTS).write_bytes("\n".join(trace.events).encode("utf-8", "replace"))
    (path / INSTRUCTION).write_text(f"{trace.episode}\n{recording.query}\n", "utf-8", "replace")
    row = (trace.episode, trace.category, f"{trace.category}/{trace.name}", recording.query, len(recording.steps), "")
    _add_row(folder / METADATA, row)
    return path


def _add_row(table: Path, row: tuple[object, ...]) -> None:
    rows = [row] if table.exists() else [_COLUMNS, row]
    with table.open("a", encoding="utf-8", errors="replace") as file:
        file.writelines("\t".join(map(str, row)) + "\n" for row in rows)
