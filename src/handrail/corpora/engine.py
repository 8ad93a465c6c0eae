"""Who examines the shards: processes of this computer, or Ray, on one computer or many. Both say the same."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any, TypeAlias

from handrail.corpora.examination import Answer, Poison, Questions
from handrail.corpora.reading import LONGEST_RECORD, Shard
from handrail.corpora.worker import WorkerSupervisor
from handrail.error import MissingExtra, install_line

Answers: TypeAlias = tuple[Shard, list[Answer]]
Engine: TypeAlias = Callable[[Iterable[Shard], Questions, int, float], Iterator[Answers]]
"""From shards, questions, the number of workers and the seconds for a record to answers, in whatever order they come.

No more shards are taken than there are workers, and one: so memory is bounded whatever the size of the corpus.
"""

_TOO_LARGE = Poison(f"it is longer than {LONGEST_RECORD:,} bytes")
_RAY_STORE_BYTES = 256 * 1024 * 1024


def local(shards: Iterable[Shard], questions: Questions, workers: int, seconds: float) -> Iterator[Answers]:
    """Processes of this computer, each with a thread here that keeps it."""
    keepers = [WorkerSupervisor(questions, seconds) for _ in range(workers)]
    free: SimpleQueue[WorkerSupervisor] = SimpleQueue()
    for keeper in keepers:
        free.put(keeper)

    def work(shard: Shard) -> Answers:
        keeper = free.get()
        try:
            return shard, merged(shard, keeper.answers(lines_of(shard)))
        finally:
            free.put(keeper)

    running: set[Future[Answers]] = set()
    pool = ThreadPoolExecutor(workers)
    try:
        for shard in shards:
            running.add(pool.submit(work, shard))
            if len(running) > workers:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        for keeper in keepers:
            keeper.end()
        pool.shutdown(cancel_futures=True)


def on_ray(shards: Iterable[Shard], questions: Questions, workers: int, seconds: float) -> Iterator[Answers]:
    """Actors of Ray, each with a worker of its own: of the cluster that `RAY_ADDRESS` names, else of this computer.

    Ray begins an actor anew where its computer is lost, and gives it the same shard again. Raises `MissingExtra`.
    """
    try:
        import ray
    except ImportError as error:
        raise MissingExtra(f"{error}; {install_line('handrail[corpora,ray]')}") from error
    begun = not ray.is_initialized()
    if begun:
        ray.init(**_ray_settings(workers))
    actors: list[Any] = []
    try:
        remote = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(WorkerSupervisor)
        actors += [remote.remote(questions, seconds) for _ in range(workers)]
        free = list(actors)
        running: dict[Any, tuple[Shard, Any]] = {}

        def finished() -> Iterator[Answers]:
            done, _ = ray.wait(list(running))
            for future in done:
                shard, actor = running.pop(future)
                free.append(actor)
                yield shard, merged(shard, ray.get(future))

        for shard in shards:
            if not free:
                yield from finished()
            actor = free.pop()
            running[actor.answers.remote(lines_of(shard))] = shard, actor
        while running:
            yield from finished()
    finally:
        for actor in actors:
            ray.kill(actor)  # its worker notices that nobody asks any more
        if begun:
            ray.shutdown()


def _ray_settings(workers: int) -> dict[str, Any]:
    import logging
    import os

    quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "include_dashboard": False}
    if os.environ.get("RAY_ADDRESS"):
        return {"log_to_driver": False, "logging_level": logging.ERROR}
    return quiet | {"num_cpus": workers, "object_store_memory": _RAY_STORE_BYTES}


ENGINES: dict[str, Engine] = {"local": local, "ray": on_ray}


def lines_of(shard: Shard) -> list[bytes]:
    """What a worker is given: the records that were read."""
    return [record.line for record in shard.records if record.line is not None]


def merged(shard: Shard, answers: list[Answer]) -> list[Answer]:
    """An answer for each record, those that were too long to be read included."""
    given = iter(answers)
    return [_TOO_LARGE if record.line is None else next(given) for record in shard.records]
