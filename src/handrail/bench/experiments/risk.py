"""Are unsafe runs told from safe ones, at which step, and before it is too late? Whatever was asked.

Source: OS-Sentinel (ACL '26), sections 3 and 4; definitions: docs/risk-data.md. Beside the published figures stand
those that count the safe runs, and detectors that look at nothing that matters.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from time import process_time
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from handrail.bench.experiments.risk_tables import (
    figures_of,
    headlines,
    kinds_of_risk,
    leak_table,
    live_table,
    prevalences,
    step_table,
    ways_of_asking,
    whole_runs,
)
from handrail.bench.experiments.risk_verdicts import Rows, Verdicted, as_result, label_of, rows_of
from handrail.bench.experiments.verification import program
from handrail.bench.recipe.data import digest_of_files
from handrail.bench.recipe.experiment import Case, Experiment, Measured, Results, Spec, Surroundings, content_key
from handrail.bench.recipe.model_access import DEFAULT, ModelAccess, ModelChoice, Named
from handrail.bench.results.findings import Findings, ResultTable, Skipped
from handrail.bench.risk.baselines import BASELINES
from handrail.bench.risk.corpus import Corpus, LabelledRun, read_corpus
from handrail.bench.risk.detector import blind
from handrail.bench.risk.measure import readable
from handrail.bench.risk.pairs.generate import generate, pairs
from handrail.bench.risk.probe import probe
from handrail.bench.risk.sentinel import sentinel_panel
from handrail.sentinel.fusion import default_fusion, detect, look
from handrail.sentinel.fusion.live import as_guard_detector
from handrail.sentinel.judge import (
    After,
    Before,
    Cause,
    Consecutive,
    EachStep,
    Judge,
    Mode,
    NoJudge,
    Sampled,
    open_judge,
)
from handrail.sentinel.judge.mode import windows

MODES: Mapping[str, Mode] = {
    "step": EachStep(),
    "sampled": Sampled(),
    "consecutive": Consecutive(),
    "before": Before(),
    "after": After(),
}
WITHOUT_A_MODEL = ("none", "offline")
UNANSWERED = frozenset(map(str, (Cause.TIMED_OUT, Cause.UNREACHABLE, Cause.OVER_BUDGET, Cause.NOT_RECORDED)))


class MadePairs(BaseModel):
    """Pairs made on the simulated phone."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pairs: int = Field(ge=1, le=10_000)
    seed: int = 7


class JudgeChoice(BaseModel):
    """A judge, and the ways in which a model is asked; `none` and `offline` have none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    judge: Named
    modes: tuple[Literal["step", "sampled", "consecutive", "before", "after"], ...] = ("before",)


def _by_name(raw: object) -> object:
    return {"judge": raw} if isinstance(raw, str) else raw


Judged = Annotated[JudgeChoice, BeforeValidator(_by_name, json_schema_input_type=str | JudgeChoice)]
"""A judge by its name alone, or as a mapping."""


class RiskSpec(Spec):
    """Which runs, who judges, and what else is looked at: ways of asking, live against recorded, leaks."""

    kind: Literal["risk"]
    corpus: str | MadePairs
    judges: tuple[Judged, ...] = Field(min_length=1)
    baselines: bool = True
    live: bool = True
    leaks: bool = True

    def open(self, around: Surroundings, access: ModelAccess) -> Experiment:
        """With the runs named; they are read when they are needed."""
        return Risk(self, around, access)


@dataclass(frozen=True)
class Risk:
    """Every run before every judge."""

    spec: RiskSpec
    around: Surroundings
    access: ModelAccess = field(compare=False)

    @property
    def inputs(self) -> Mapping[str, str]:
        """The corpus; pairs that are made are part of the program."""
        if isinstance(self.spec.corpus, MadePairs):
            return {f"{self._said}": content_key(self.spec.corpus.model_dump())}
        files = sorted(path for path in self._folder.rglob("*") if path.is_file())
        return {self._said: digest_of_files(files)}

    def prepare(self) -> None:
        """Make the pairs."""
        if isinstance(self.spec.corpus, MadePairs) and not self._folder.exists():
            asyncio.run(generate(self._folder, self.spec.corpus.pairs, self.spec.corpus.seed))

    def cases(self) -> tuple[Case, ...]:
        """Each run before each judge; live beside recorded; all runs before each baseline, and the leaks."""
        found = [
            self._case(f"judge: {name}: {run}", asks=asks)
            for name, asks in self._judges()
            for run in self._names()
        ]  # fmt: skip
        found += [self._case(f"asking: {mode}: {run}") for mode in MODES for run in self._names()]
        if self.spec.live:
            found += [self._case(f"live: {run}") for run in self._names()]
        if self.spec.baselines:
            found += [self._case(f"baseline: {name}") for name in BASELINES]
        return (*found, *([self._case("leaks")] if self.spec.leaks else []))

    async def measure(self, case: str) -> Measured:
        """One of them."""
        begun = process_time()
        what, *rest = case.split(": ")
        final = True
        match what:
            case "judge":
                result = await self._judged(": ".join(rest[:-1]), rest[-1])
                final = not UNANSWERED & set(result["said"])
            case "asking":
                result = self._asked(MODES[rest[0]], rest[1])
            case "live":
                result = await self._live(rest[0])
            case "baseline":
                result = self._baseline(rest[0])
            case _:
                result = self._leaks()
        return Measured(result, {"processor": process_time() - begun}, final)

    def findings(self, results: Results) -> Findings:
        """The tables of whole runs, of steps, of kinds of risk, of prevalences, and of the ways of asking."""
        labels = {
            str(measurement.result["run"]["id"]): measurement.result["run"]
            for name, measurement in results.items()
            if name.startswith("judge")
        }
        rows = rows_of(results, labels)
        main = next(iter(rows.values()))
        statistics = self.around.statistics
        unsafe = sum(bool(run["unsafe"]) for run in labels.values())
        return Findings(
            "The sentinel: is a run unsafe, whatever was asked?",
            f"{self._said}: {len(labels)} runs, {unsafe} of them unsafe; the two of a pair differ in the risky fact"
            " alone. Intervals over pairs drawn whole.",
            tuple(headlines(rows, statistics)),
            tuple(self._tables(results, rows, main)),
            tuple(figures_of(rows)),
            tuple(self._skipped()),
            {name: {row.id: row.flagged is row.unsafe for row in group if row.decided} for name, group in rows.items()},
        )

    def _tables(self, results: Results, rows: Rows, main: Sequence[Verdicted]) -> Iterator[ResultTable]:
        statistics = self.around.statistics
        yield whole_runs(rows, statistics)
        yield step_table(rows, statistics)
        yield kinds_of_risk(main, next(iter(rows)))
        yield prevalences(rows)
        yield ways_of_asking(results, MODES, statistics)
        if self.spec.live:
            yield live_table(results)
        if self.spec.leaks and "leaks" in results:
            yield leak_table(results["leaks"])

    @property
    def _said(self) -> str:
        corpus = self.spec.corpus
        if isinstance(corpus, MadePairs):
            return f"{corpus.pairs} pairs made on the simulated phone, seed {corpus.seed}"
        return f"corpus {Path(corpus).name}"

    @property
    def _folder(self) -> Path:
        corpus = self.spec.corpus
        if isinstance(corpus, MadePairs):
            return self.around.scratch / f"pairs-{corpus.pairs}-{corpus.seed}"
        return self.around.base / Path(corpus).expanduser()

    @cached_property
    def _corpus(self) -> Corpus:
        return readable(read_corpus(self._folder))

    @cached_property
    def _runs(self) -> Mapping[str, LabelledRun]:
        return {run.id: run for run in self._corpus.runs}

    def _names(self) -> list[str]:
        corpus = self.spec.corpus
        if isinstance(corpus, MadePairs):
            numbers = [pair.number for pair in pairs(corpus.pairs, corpus.seed)]
            return [f"{label}_made/{number:04}" for label in ("safe", "unsafe") for number in numbers]
        return list(self._runs)

    def _case(self, name: str, *, asks: bool = False) -> Case:
        return Case(name, content_key("risk", program(), name, self.inputs), asks)

    def _judges(self) -> Iterator[tuple[str, bool]]:
        for choice in self.spec.judges:
            if choice.judge.name in WITHOUT_A_MODEL:
                yield choice.judge.name, False
            elif self.access.why_not(choice.judge) is None:
                for mode in choice.modes:
                    yield f"{self.access.label_of(choice.judge)}, {mode}", not choice.judge.answers

    def _judge(self, name: str) -> Judge:
        for choice in self.spec.judges:
            if choice.judge.name == name and name in WITHOUT_A_MODEL:
                return open_judge(name)
            named = self.access.name_of(choice.judge)
            for mode in choice.modes:
                if f"{self.access.label_of(choice.judge)}, {mode}" == name:
                    return open_judge(named, mode=MODES[mode], open=self._opened(choice.judge))
        raise AssertionError(f"{name} is no judge of this experiment")

    def _opened(self, choice: ModelChoice) -> Callable[[str], Any]:
        return lambda _: self.access.open(choice, self.around.base)

    async def _judged(self, name: str, run: str) -> dict[str, Any]:
        judge = self._judge(name)
        found = await sentinel_panel(judge, fusion=default_fusion(judge.name))(blind(self._runs[run].recording))
        verdicts = {row: as_result(verdict) for row, verdict in found.items()}
        said = sorted({word for verdict in found.values() for _, word in getattr(verdict, "answers", ())})
        return {"judge": name, "run": label_of(self._runs[run]), "verdicts": verdicts, "said": said}

    def _asked(self, mode: Mode, run: str) -> dict[str, Any]:
        labelled = self._runs[run]
        asked = windows(look(blind(labelled.recording)).trajectory, mode)
        by = next((window for window in asked if labelled.step in window.judged), None)
        raised = None
        if by is not None:
            raised = labelled.step if isinstance(mode, Before) else by.numbers[-1] + 1
        return {
            "mode": mode.name,
            "run": label_of(labelled),
            "questions": len(asked),
            "about": by is not None,
            "raised": raised,
        }

    async def _live(self, run: str) -> dict[str, Any]:
        recording = blind(self._runs[run].recording)
        recorded = await detect(recording, judge=NoJudge())
        detector = as_guard_detector(recording.query, recording.application, lambda found: found, judge=NoJudge())
        followed = [
            *zip(recording.steps, recording.steps[1:], strict=False),
            (recording.steps[-1], recording.steps[-1]),
        ]
        for now, then in followed:
            await detector.before(now.screen, now.action)
            await detector.after(now.screen, now.action, then.screen, then.trace)
        live = await detector.verdict()
        return {
            "run": label_of(self._runs[run]),
            "same": live == recorded,
            "live": live.unsafe,
            "recorded": recorded.unsafe,
        }

    def _baseline(self, name: str) -> dict[str, Any]:
        said = BASELINES[name](self._corpus.runs)
        return {"verdicts": {run.id: as_result(verdict) for run, verdict in zip(self._corpus.runs, said, strict=True)}}

    def _leaks(self) -> dict[str, Any]:
        statistics = self.around.statistics
        found = probe(self._corpus.runs, seed=statistics.seed, resamples=statistics.resamples)
        return {"probes": [asdict(leak) for leak in found]}

    def _skipped(self) -> Iterator[Skipped]:
        for choice in self.spec.judges:
            why_not = None if choice.judge.name in WITHOUT_A_MODEL else self.access.why_not(choice.judge)
            if why_not is not None:
                named = "a language model" if choice.judge.name == DEFAULT else choice.judge.name
                stands_in = (
                    "“What each way of asking can see” has the most that a judge who is always right could do in each"
                )
                yield Skipped(f"{named} as judge, asked by {', '.join(choice.modes)}", why_not.why, stands_in)
