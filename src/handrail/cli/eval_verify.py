"""`handrail eval verify`: by what instructions are taken to mean, are wrong paths rejected and right ones accepted?"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from handrail.bench.task_file import Task, load_tasks
from handrail.bench.verification.collect import Samples, collect
from handrail.bench.verification.encoders import GOLD, Encoder, Gold, Offline, Online
from handrail.bench.verification.judging import Measures
from handrail.bench.verification.kept import Kept
from handrail.bench.verification.lessons import Lessons
from handrail.bench.verification.measure import measure, require_solver
from handrail.bench.verification.question import Question, questions_of
from handrail.bench.verification.report import measured_as_json
from handrail.bench.verification.sample import EncodingEnd
from handrail.bench.verification.written import read_written
from handrail.cli.console import answer_console, log_console, print_json
from handrail.cli.encode import Checks, Constrain
from handrail.cli.eval_verify_view import print_measured
from handrail.cli.model_choice import SpendingLimits
from handrail.cli.model_source import (
    AnswersIn,
    Calls,
    Dollars,
    ModelSource,
    Record,
    Replay,
    RequestsOut,
    Tokens,
)
from handrail.cli.moment import read_moment
from handrail.cli.output_file import demand_place, write_file
from handrail.cli.replay import SimilarityName
from handrail.encoder import Settings
from handrail.encoder.likeness import embeddings as embedding
from handrail.error import Misuse
from handrail.language.similarity import EXACT, TRIGRAMS
from handrail.language.similarity.embeddings import embeddings


class StartingExperience(StrEnum):
    """What the encoder may remember."""

    COLD = "cold"
    WARM = "warm"


def verify(
    tasks: Annotated[list[Path], typer.Argument(help="task files")],
    model: Annotated[
        str | None, typer.Option(help="offline, PROVIDER:NAME as in openai:gpt-4.1, or gold for the rules of the file")
    ] = None,
    rules_from: Annotated[
        Path | None, typer.Option(help="score rules written elsewhere: JSON Lines with task, which, rules")
    ] = None,
    votes: Annotated[int, typer.Option(help="encode so many times and take what more than half mean")] = 1,
    attempts: Annotated[int, typer.Option(help="drafts at most, for each vote")] = 3,
    checks: Annotated[
        Checks, typer.Option(help="rules, or also that the rules mean the same told back")
    ] = Checks.RULES,
    constrain: Annotated[Constrain, typer.Option(help="what the server holds its decoder to")] = Constrain.SHAPE,
    experience: Annotated[
        StartingExperience, typer.Option(help="warm: the gold rules of the other tasks are remembered as confirmed")
    ] = StartingExperience.COLD,
    record: Record = None,
    replay: Replay = None,
    requests_out: RequestsOut = None,
    answers_in: AnswersIn = None,
    calls: Calls = None,
    tokens: Tokens = None,
    dollars: Dollars = None,
    parallel: Annotated[int, typer.Option(help="instructions under way at once")] = 8,
    resume: Annotated[
        Path | None, typer.Option(help="keep encodings in this file, and do not repeat those in it")
    ] = None,
    seed: Annotated[
        int, typer.Option(help="for the intervals and the model; the same seed gives the same figures")
    ] = 0,
    resamples: Annotated[int, typer.Option(min=0, help="how often the intervals draw anew; 0 for none")] = 1_000,
    similarity: Annotated[SimilarityName, typer.Option(help="what decides ~=")] = SimilarityName.TRIGRAMS,
    predicates: Annotated[bool, typer.Option(help="compare the predicates with the gold rules (needs z3)")] = True,
    now: Annotated[str | None, typer.Option(help="the clock of tasks that have none, as 2026-03-10T09:00")] = None,
    explain: Annotated[Path | None, typer.Option(help="write what became of each question to this file")] = None,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Measure how well wrong executions are stopped.

    Encodes every instruction and wrong instruction, replays the recorded path against both, and counts. Exit 0, also
    where questions were written to --requests-out and wait for answers; 2 for misuse or a file that cannot be read; 3
    if some question has no answer, because the model could not be reached or its budget was spent; the figures count
    it as an abstention.
    """
    import asyncio

    from handrail.bench.verification.report import explanations
    from handrail.cli.console import log_console, print_json
    from handrail.encoder import Settings

    if predicates or votes > 1:
        require_solver()
    for file in (record, requests_out, resume, explain):
        demand_place(file)
    loaded = [task for path in tasks for task in load_tasks(path)]
    questions = questions_of(loaded, now=read_moment(now))
    settings = Settings(votes=votes, attempts=attempts, checks=checks.value, constrain=constrain.value, seed=seed)
    source = ModelSource(
        model, record, replay, requests_out, tuple(answers_in or ()), SpendingLimits(calls, tokens, dollars)
    )
    encoder = _encoder(source, settings, loaded if experience is StartingExperience.WARM else None, rules_from)
    measures = _measures(similarity)
    log_console().print(f"model: {encoder.name}, {experience.value}, {len(questions)} questions", markup=False)
    with _progress("Encoding", len(questions)) as step:
        samples = asyncio.run(collect(questions, encoder, Kept(resume), parallel=parallel, done=step))
    if requests_out is not None and (waiting := _waiting(samples)):
        _print_waiting(waiting, len(questions), requests_out, json)
        return
    with _progress("Replaying", len(questions)) as step:
        measured = measure(
            questions,
            samples,
            encoder.name,
            measures,
            seed=seed,
            resamples=resamples,
            predicates=predicates,
            done=step,
        )
    if explain is not None:
        write_file(explain, explanations(measured.evaluation))
    if json:
        print_json(measured_as_json(measured, experience.value))
    else:
        print_measured(answer_console(), measured, experience.value)
    raise typer.Exit(_exit_code(samples))


def _encoder(
    source: ModelSource, settings: Settings, remembered: list[Task] | None, rules_from: Path | None
) -> Encoder:
    if rules_from is not None:
        if source.name is not None or settings.votes > 1 or remembered is not None or source.asks_somebody:
            raise Misuse("--rules-from has its answers already; leave out --model, votes, --experience and batches")
        return read_written(rules_from)
    model = GOLD if source.name == GOLD else source.open()
    if not isinstance(model, str):
        return Online(model, settings, None if remembered is None else Lessons.of(remembered))
    if settings.votes > 1 or remembered is not None or (model == GOLD and source.asks_somebody):
        raise Misuse(
            f"`{model}` always says the same and remembers nothing; votes, --experience warm, cassettes, "
            "batches and limits are for models: name one with --model PROVIDER:NAME"
        )
    return Gold() if model == GOLD else Offline()


def _measures(name: SimilarityName) -> Measures:
    match name:
        case SimilarityName.EXACT:
            return Measures(EXACT, embedding())
        case SimilarityName.TRIGRAMS:
            return Measures(TRIGRAMS, embedding())
        case SimilarityName.EMBEDDINGS:
            return Measures(embeddings(), embedding())


@contextmanager
def _progress(title: str, total: int) -> Iterator[Callable[[Question], None]]:
    """A bar on stderr that goes on with each question, and goes away at the end."""
    console = log_console()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(title, total=total)
        yield lambda _: progress.advance(bar)


def _waiting(samples: Samples) -> int:
    return sum(any(sample.ended is EncodingEnd.WAITING for sample in drawn) for drawn in samples)


def _print_waiting(waiting: int, questions: int, path: Path, json: bool) -> None:
    if json:
        print_json({"waiting": waiting, "questions": questions, "requests_out": str(path)})
    else:
        print(f"{waiting} of {questions} questions wait for the answers to {path}; give them with --answers-in")


def _exit_code(samples: Samples) -> int:
    reasons = [
        sample.reason
        for drawn in samples
        for sample in drawn
        if sample.ended in (EncodingEnd.UNANSWERED, EncodingEnd.WAITING)
    ]
    if not reasons:
        return 0
    log_console().print(
        f"{len(reasons)} encodings have no answer and count as abstentions; the first: {reasons[0]}",
        markup=False,
        soft_wrap=True,
    )
    return 3
