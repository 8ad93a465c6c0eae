"""Everything that is wrong with a corpus, not only the first thing: with file, line, column and what would be right.

The device room's reader decides what can be read at all; here its answer is completed by what it had no occasion to
look at after its first complaint, and by what a corpus promises beyond one readable run: names, labels, endings, pairs.
Source: docs/risk-data.md.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, get_args

from handrail.bench.risk.corpus import TRAJECTORY, run_folders, run_id
from handrail.device.action import Direction
from handrail.device.document import Node, read_document
from handrail.device.hierarchy import read_hierarchy
from handrail.device.recorded_action import PARAMETERS
from handrail.device.recording import RecordedStep, Recording, read_recording
from handrail.device.trace_json import read_hash, read_trace
from handrail.error import UnreadableInput
from handrail.language.verbalize import quoted
from handrail.sentinel.finding import Category
from handrail.strict_json import read_bytes

_UNIT = re.compile(r"(safe|unsafe)_[^_]+")
_STEM = re.compile(r"\d{3,}_([a-z-]+)_\d+")
_ON_SOMETHING = frozenset({"click", "long_click", "double_tap"})
_PLACE = re.compile(r"(.+?):(\d+):(\d+): (.*)", re.DOTALL)


class ProblemLevel(StrEnum):
    """An error makes a run unfit for evaluation; a remark is what a reader should know."""

    ERROR = "error"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class CorpusProblem:
    """One thing found; `line` and `column` count from 1, 0 where the whole file or folder is meant."""

    run: str
    file: str
    line: int
    column: int
    found: str
    level: ProblemLevel = ProblemLevel.ERROR

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.found}"


@dataclass(frozen=True, slots=True)
class CheckedCorpus:
    """A corpus as checked. `not_observed` counts steps by the part of the trace that was not looked at."""

    path: Path
    runs: int
    unsafe: int
    steps: int
    pairs: int
    problems: tuple[CorpusProblem, ...]
    not_observed: dict[str, int]

    @property
    def errors(self) -> tuple[CorpusProblem, ...]:
        """What makes runs unfit."""
        return tuple(problem for problem in self.problems if problem.level is ProblemLevel.ERROR)


def check_corpus(
    path: Path, *, follow: Callable[[Iterable[Path]], Iterable[Path]] = lambda folders: folders
) -> CheckedCorpus:
    """Look at every run below a folder. Raises `UnreadableInput` only where there is no run at all."""
    problems: list[CorpusProblem] = []
    missing: dict[str, int] = {}
    pairs: dict[str, list[str]] = {}
    runs = unsafe = steps = 0
    for folder in follow(run_folders(path)):
        found = _RunCheck(folder)
        problems += found.check()
        runs += 1
        unsafe += found.label == "unsafe"
        if found.recording is not None:
            steps += len(found.recording.steps)
            for step in found.recording.steps:
                for part in step.trace.not_observed():
                    missing[part] = missing.get(part, 0) + 1
            if found.recording.pair is not None:
                pairs.setdefault(found.recording.pair, []).append(found.label)
    problems += _check_pairs(path, pairs)
    return CheckedCorpus(path, runs, unsafe, steps, len(pairs), tuple(problems), missing)


def _left_out(step: RecordedStep) -> Iterator[str]:
    """What an action does not say that it has to, and what is said and not read."""
    action = step.action
    if action.type in _ON_SOMETHING and action.element is None and action.point is None:
        yield f"`{action.type}` on nothing; it has an `element`, the number of one on the screen, or a `point`"
    if action.type == "input" and action.text is None:
        yield "nothing is typed; it has a `text`"
    if action.type == "scroll" and action.direction not in get_args(Direction):
        yield f"it scrolls {quoted(str(action.direction))}; a `direction` is {', '.join(get_args(Direction))}"
    match step.action_json:
        case [{"parameters": dict(given)}]:
            for name in given.keys() - PARAMETERS:
                yield f"`{name[:60]}` is not read; an action may have {', '.join(sorted(PARAMETERS))}"


def _check_pairs(path: Path, pairs: dict[str, list[str]]) -> Iterator[CorpusProblem]:
    for pair, labels in pairs.items():
        if len(labels) > 2 or len(labels) != len(set(labels)):
            found = f"the pair `{pair}` has {', '.join(sorted(labels))}; a pair is one safe and one unsafe run"
            yield CorpusProblem(pair, str(path), 0, 0, found)


class _RunCheck:
    """One run; what was complained about once is not complained about again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.id = run_id(folder)
        self.label = folder.resolve().parent.name.partition("_")[0]
        self.recording: Recording | None = None
        self.problems: dict[str, CorpusProblem] = {}

    def check(self) -> list[CorpusProblem]:
        """Names, every file, the run as a whole, the label."""
        self._check_names()
        document = self._attempt(lambda: read_document(self.folder / TRAJECTORY))
        if document is not None:
            self._attempt(lambda: self._check_entries(document))
            self.recording = self._attempt(lambda: read_recording(self.folder))
            if self.recording is not None:
                self._attempt(lambda: self._check_shape(document))
            self._attempt(lambda: self._check_label(document))
        return list(self.problems.values())

    def _attempt(self, read: Callable[[], Any]) -> Any:
        """What can be read; a complaint is written down."""
        try:
            return read()
        except UnreadableInput as error:
            self._note(str(error))
            return None

    def _note(self, message: str, level: ProblemLevel = ProblemLevel.ERROR) -> None:
        match = _PLACE.fullmatch(message)
        if match is not None:
            file, line, column, found = match[1], int(match[2]), int(match[3]), match[4]
        else:
            file, line, column, found = str(self.folder), 0, 0, message.removeprefix(f"{self.folder}: ")
        self.problems.setdefault(message, CorpusProblem(self.id, file, line, column, found, level))

    def _complain(self, node: Node, found: str, level: ProblemLevel = ProblemLevel.ERROR) -> None:
        try:
            node.fail(found)
        except UnreadableInput as error:
            self._note(str(error), level)

    def _check_names(self) -> None:
        place = self.folder.resolve()
        if _UNIT.fullmatch(place.parent.name) is None:
            self._note(f"{self.folder}: the folder above is `{place.parent.name}`; it is called `safe_x` or `unsafe_x`")
        if "_" in place.name:
            self._note(f"{self.folder}: `{place.name}` has an underscore; a run is called like `01`")

    def _check_entries(self, document: Node) -> None:
        """Each file of each step by itself, so that one broken step does not hide the others."""
        for entry in document.fields("trajectory")["trajectory"].items():
            self._attempt(partial(self._check_entry, entry))

    def _check_entry(self, entry: Node) -> None:
        fields = entry.fields("action", "observation")
        stem = fields["observation"].text().removeprefix("images/").partition(".")[0]
        if "/" in stem or "\\" in stem:
            return  # the reader says what is wrong with the path
        self._attempt(lambda: self._check_state(self.folder / "jsons" / f"{stem}.json"))
        for name, check in (("xml", self._check_tree), ("objects", self._check_objects)):
            path = fields[name].text() if name in fields else ""
            if path and ".." not in path and not path.startswith(("/", "\\")):
                self._attempt(partial(check, self.folder / path))

    def _check_state(self, path: Path) -> None:
        state = read_document(path)
        state.fields("screen")["screen"].fields("text")["text"].text()
        read_hash(state)
        read_trace(state)

    def _check_tree(self, path: Path) -> None:
        try:
            read_hierarchy(read_bytes(path))
        except UnreadableInput as error:
            raise UnreadableInput(str(error).replace("hierarchy", str(path), 1)) from error

    def _check_objects(self, path: Path) -> None:
        for node in read_document(path).items():
            node.fields("numeric_tag")["numeric_tag"].whole()

    def _check_shape(self, document: Node) -> None:
        """What the reader takes and a corpus does not."""
        assert self.recording is not None
        steps = self.recording.steps
        trajectory = document.fields("trajectory")["trajectory"]
        entries = list(trajectory.items())
        if len(entries) < 2:
            self._complain(trajectory, f"{len(entries)} steps; a run has at least two, the last shows what was done")
            return
        last = steps[-1].action.type
        if last != "finish":
            self._complain(entries[-1].fields()["action"], f"the last action is `{last}`; a run ends with `terminate`")
        for entry, step in zip(entries, steps, strict=True):
            if _STEM.fullmatch(step.stem) is None:
                right = "it is like `001_click_1700000000000`"
                self._complain(entry.fields()["observation"], f"the name `{step.stem[:60]}` is not read; {right}")
            for found in _left_out(step):
                self._complain(entry.fields()["action"], found, ProblemLevel.REMARK)
            if not step.certain:
                self._complain(entry, "nobody knows whether this action was carried out", ProblemLevel.REMARK)
        for gap in sorted({(part, why) for step in steps[1:] for part, why in step.trace.not_observed().items()}):
            self._note(f"{self.folder}: {gap[0]} not observed in some steps: {gap[1]}", ProblemLevel.REMARK)
        if not any(step.image for step in steps):
            self._note(f"{self.folder}: no pictures; judges see trees only", ProblemLevel.REMARK)

    def _check_label(self, document: Node) -> None:
        fields = document.fields()
        meta = fields.get("meta")
        if meta is None or meta.value is None:
            self._complain(document, "the field `meta` is missing; it holds `step` and `type`, null and [] when safe")
            return
        parts = meta.fields("step", "type")
        for kind in parts["type"].items():
            if kind.text() not in set(Category):
                self._complain(kind, f"`{kind.text()[:60]}` is no kind of risk; they are {', '.join(Category)}")
        if self.label == "safe" and (parts["step"].value is not None or parts["type"].value != []):
            self._complain(meta, 'a safe run with an unsafe step; it has {"step": null, "type": []}')
        if self.label == "unsafe" and (parts["step"].value is None or parts["type"].value == []):
            self._complain(meta, "an unsafe run without step and type; both say what is unsafe")
        count = len(fields["trajectory"].value) if "trajectory" in fields else 0
        step = parts["step"].value
        if type(step) is int and count and not 1 <= step < max(count, 2):
            right = f"it is from 1 to {count - 1}, as nothing follows the last one"
            self._complain(parts["step"], f"step {step} of {count} recorded; {right}")
