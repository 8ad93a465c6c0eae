"""A judge as the command line names it: who it is, how it is asked, and where its answers come from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from handrail.cli.console import log_console, print_json
from handrail.cli.model_source import ModelSource
from handrail.error import Misuse
from handrail.llm import MemoizingModel, Model
from handrail.sentinel.fusion import Fusion, Weighed, default_fusion, load_calibration
from handrail.sentinel.judge import (
    After,
    Before,
    ContextualJudge,
    Judge,
    open_judge,
)
from handrail.sentinel.judge.mode import MODES

JudgeName: TypeAlias = Annotated[
    str, typer.Option(help="who judges beside the rules: a model as PROVIDER:NAME, or as in {handrail.judges}")
]
Pictures: TypeAlias = Annotated[bool, typer.Option("--pictures", help="send the model the pictures of the screens too")]
Parallel: TypeAlias = Annotated[int, typer.Option(help="questions under way at once")]
Budget: TypeAlias = Annotated[
    float | None, typer.Option("--false-alarms", help="the share of safe runs that may be flagged, as 0.05")
]
CalibrationFile: TypeAlias = Annotated[
    Path | None, typer.Option("--calibration", help="weigh rules and judge as this file says")
]


class JudgeMode(StrEnum):
    """What a question to a model is about; see docs/judges.md."""

    BEFORE = "before"
    AFTER = "after"
    STEP = "step"
    SAMPLED = "sampled"
    CONSECUTIVE = "consecutive"
    INCREMENTAL = "incremental"


ModeOption: TypeAlias = Annotated[
    JudgeMode | None, typer.Option(help="what a question to a model is about; before unless given")
]


@dataclass(frozen=True, slots=True)
class OpenJudge:
    """A judge that can be asked. `questions` counts what a model is asked, None where no model is; `others` differ in
    their mode only and share its answers."""

    judge: Judge
    questions: MemoizingModel | None = None
    others: Mapping[str, Judge] = field(default_factory=dict)

    @property
    def asks_about_actions(self) -> bool:
        """Whether it is asked about the actions that count, as in a guard, and about nothing else."""
        return isinstance(self.judge, ContextualJudge) and isinstance(self.judge.mode, Before | After)

    @property
    def waiting(self) -> int:
        """How many questions wait for an answer."""
        return 0 if self.questions is None else self.questions.waiting

    def exit_code(self) -> int:
        """3 where questions have no answer because of the moment, said on stderr; else 0."""

        missing = () if self.questions is None else self.questions.missing
        if not missing:
            return 0
        log_console().print(
            f"{len(missing)} questions have no answer and count as abstentions; the first: {missing[0]}",
            markup=False,
            soft_wrap=True,
        )
        return 3


def open_judge_source(
    source: ModelSource, mode: JudgeMode | None, *, pictures: bool, parallel: int, all_modes: bool = False
) -> OpenJudge:
    """Open what was asked for; a model is asked as in a guard, unless `mode` says otherwise.

    Raises `Misuse` for what cannot be meant and for a key that is missing.
    """
    opened: list[MemoizingModel] = []

    def open(_: str) -> Model:
        model = source.open()
        if isinstance(model, str):
            raise Misuse(f"`{model}` asks no model; name one with {source.option} PROVIDER:NAME")
        opened.append(MemoizingModel(model, parallel))
        return opened[0]

    name = source.name or "none"
    asked = None if mode is None else MODES[mode]()
    judge = open_judge(name, mode=asked, default=Before(), pictures=pictures, open=open)
    if not opened and (source.asks_somebody or all_modes):
        raise Misuse(
            f"`{name}` asks no model, so cassettes, batches, limits and --all-modes mean nothing to it; name one with"
            f" {source.option} PROVIDER:NAME"
        )
    if not all_modes:
        return OpenJudge(judge, opened[0] if opened else None)
    published = (JudgeMode.STEP, JudgeMode.SAMPLED, JudgeMode.CONSECUTIVE)
    others = {
        variant.value: open_judge(name, mode=MODES[variant](), pictures=pictures, open=lambda _: opened[0])
        for variant in published
        if variant is not mode
    }
    return OpenJudge(judge, opened[0], others)


def fusion_for(judge: str, calibration: Path | None, false_alarms: float | None) -> Fusion:
    """How rules and judge are weighed: as the file says, else as comes with Handrail for that judge.

    Raises `Misuse` for a share of false alarms that cannot be promised, so that nobody is asked in vain.
    """
    if calibration is None:
        return _promised(default_fusion(judge, false_alarms))
    return _promised(Weighed(load_calibration(calibration), false_alarms))


def _promised(fusion: Fusion) -> Fusion:
    if isinstance(fusion, Weighed):
        fusion.promise()
    return fusion


def rounds(unanswered: Iterable[int], mode: JudgeMode | None) -> list[int]:
    """How many runs will ask in this round and in each further one, from how many opinions each run still lacks.

    Only where a question depends on the answer before it is there more than one round to foresee; a correction of an
    answer of the wrong shape takes one more.
    """
    lacking = [count for count in unanswered if count]
    if mode is not JudgeMode.INCREMENTAL:
        return [len(lacking)] if lacking else []
    return [sum(count > place for count in lacking) for place in range(max(lacking, default=0))]


def print_waiting(waiting: int, runs: Sequence[int], path: Path, *, json: bool) -> None:
    """Say that questions were written and no verdict is given yet; `runs` is what `rounds` gives."""
    if json:
        print_json({"waiting": waiting, "rounds": list(runs), "requests_out": str(path)})
        return
    about, *further = runs
    print(f"questions that wait: {waiting}, about {about} of the runs; answer {path} and give that with --answers-in")
    if further:
        most = ", ".join(map(str, further))
        print(f"rounds that follow: {len(further)} or more, with at most so many questions: {most}")
