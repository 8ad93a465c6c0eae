"""What is asked of each run, and the answer as a line: pure, so that any process on any machine says the same."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec.json import Encoder

from handrail.bench.replay import replay, replayed_as_json
from handrail.corpora.run_record import KEPT_SCREENS, RunReader, RunRecord, reader
from handrail.error import HandrailError, Misuse
from handrail.registry import JUDGES, names
from handrail.sentinel.fusion.as_json import verdict_as_json
from handrail.sentinel.fusion.detect import Hearing, look
from handrail.sentinel.judge import Judge
from handrail.sentinel.judge.open_judge import NONE, open_judge
from handrail.sentinel.offline import OfflineJudge
from handrail.sentinel.scan import report_as_json
from handrail.sentinel.screen_view import KeptViews

Answer: TypeAlias = "Examined | Poison"


class Do(StrEnum):
    """What can be asked of a run."""

    REPLAY = "replay"
    JUDGE = "judge"
    SCAN = "scan"


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked of every run, and by which judge."""

    do: tuple[Do, ...] = tuple(Do)
    judge: str = "offline"

    def __post_init__(self) -> None:
        if not self.do:
            raise Misuse(f"nothing is to be done; name some of {', '.join(Do)}")
        if self.judge.partition(":")[0] not in names(JUDGES):
            raise Misuse(
                f"`{self.judge}` is a model, and answers of models are not the same twice; name a judge of"
                f" {', '.join(names(JUDGES))}"
            )


@dataclass(frozen=True, slots=True)
class Examined:
    """The answers about one run, as JSON without the number of the run."""

    body: bytes


@dataclass(frozen=True, slots=True)
class Poison:
    """A record that cannot be examined, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Examiner:
    """Answers the questions about one record after another; make it with `examiner`, one for each process."""

    questions: Questions
    reader: RunReader
    views: KeptViews
    judge: Judge
    encoder: Encoder

    def answer(self, line: bytes) -> Answer:
        """What there is to say about a record. Whatever goes wrong with it is said of it, and nothing else stops."""
        try:
            record = self.reader.record(line)
            said: dict[str, Any] = {"id": record.id, "steps": len(record.steps)}
            if Do.REPLAY in self.questions.do:
                said["replay"] = self._replayed(record)
            said |= self._heard(record)
            return Examined(self.encoder.encode(said))
        except HandrailError as error:
            return Poison(str(error))
        except Exception as error:
            return Poison(f"{type(error).__name__}: {error}")

    def _replayed(self, record: RunRecord) -> Mapping[str, Any]:
        if record.rules is None:
            return {"skipped": "the run has no rules"}
        said = replayed_as_json(replay(self.reader.task(record), "spec", record.rules))
        return {name: value for name, value in said.items() if name not in ("id", "which")}

    def _heard(self, record: RunRecord) -> dict[str, Any]:
        wanted = [work for work in (Do.JUDGE, Do.SCAN) if work in self.questions.do]
        if not wanted:
            return {}
        recording = self.reader.recording(record)
        if recording is None:
            return {work.value: {"skipped": "the run has no screens"} for work in wanted}
        hearing = look(recording, view_of=self.views)
        told: dict[str, Any] = {}
        if Do.JUDGE in wanted:
            told[Do.JUDGE.value] = verdict_as_json(self._asked(hearing).verdict(), self.judge.name)
        if Do.SCAN in wanted:
            told[Do.SCAN.value] = report_as_json(hearing.report)
        return told

    def _asked(self, hearing: Hearing) -> Hearing:
        if isinstance(self.judge, OfflineJudge):
            judged = self.judge.judge_scanned(hearing.trajectory, hearing.report)
            return replace(hearing, judge=self.judge.name, judgements=judged.judgements)
        return asyncio.run(hearing.ask(self.judge))


def examiner(questions: Questions) -> Examiner:
    """Raises `Misuse` or `MissingExtra` where the judge cannot be asked here."""
    views = KeptViews(KEPT_SCREENS)
    judge = open_judge(questions.judge if Do.JUDGE in questions.do else NONE)
    return Examiner(questions, reader(), views, judge, Encoder(order="sorted"))
