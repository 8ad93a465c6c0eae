"""A corpus gone through: every record answered once, by whichever engine, and the answers kept."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from handrail.corpora.answers_folder import AnswersFolder, AnswersPlan, Summary
from handrail.corpora.engine import ENGINES
from handrail.corpora.examination import Questions, examiner
from handrail.corpora.reading import Shard, corpus_files, cut, read_records
from handrail.error import Misuse
from handrail.language.diagnostic import did_you_mean

BATCH = 200
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How it is done, which changes no answer; but for `seconds`, after which a record counts as poison."""

    engine: str = "local"
    workers: int = 2
    batch: int = BATCH
    seconds: float = SECONDS
    resume: bool = False

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise Misuse(f"no engine `{self.engine}`; {did_you_mean(self.engine, list(ENGINES), 'there are')}")
        if self.workers < 1 or self.batch < 1 or not self.seconds > 0:
            raise Misuse("workers and records of a batch are at least one, and seconds are above 0")


def _nothing(_: int) -> None:
    pass


def run_corpus(
    urls: Sequence[str],
    out: Path,
    questions: Questions,
    settings: Settings | None = None,
    *,
    told: Callable[[int], None] = _nothing,
) -> Summary:
    """Examine every record of these files; `told` hears how many more are done.

    Raises `Misuse`, `UnreadableInput` for files that cannot be read at all, `MissingExtra`. A record that cannot be
    examined stops nothing.
    """
    given = Settings() if settings is None else settings
    examiner(questions)  # what cannot be asked here is said before anything is begun
    plan = AnswersPlan(corpus_files(urls), questions, given.batch)
    folder = AnswersFolder.open(out, plan, resume=given.resume)

    def to_do() -> Iterator[Shard]:
        for shard in cut(read_records(plan.files), given.batch):
            if folder.has(shard):
                told(len(shard.records))
            else:
                yield shard

    for shard, answers in ENGINES[given.engine](to_do(), questions, given.workers, given.seconds):
        folder.keep(shard, answers)
        told(len(shard.records))
    return folder.conclude()
