"""How fast corpora are gone through, with how much memory, and whether every engine says the same.

    python benchmarks/corpora.py                      # 10,000 steps, made here
    python benchmarks/corpora.py --steps 1000000      # the figures of docs/corpora.md; --ray: Ray as well
    python benchmarks/corpora.py --corpus FILE        # a corpus that is there

Processor time says more than time where other work shares the machine. Memory is that of all processes together, each
page once (PSS), looked at twice a second.
"""

import argparse
import os
import tempfile
import threading
import time
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from handrail.corpora.answers_folder import Summary
from handrail.corpora.examination import Do, Questions, examiner
from handrail.corpora.generation import generate
from handrail.corpora.reading import corpus_files, read_records
from handrail.corpora.run import Settings, run_corpus
from handrail.corpora.writing import corpus_writer

_SAMPLE = 400


def main() -> None:
    """Make a corpus unless there is one, and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--pool", type=int, default=300)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--ray", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="handrail-corpora-") as folder:
        corpus = given.corpus
        if corpus is None:
            corpus = Path(folder) / "corpus.jsonl.zst"
            began, used = time.monotonic(), _processor()
            with corpus_writer(corpus) as sink:
                runs, steps = generate(sink, given.steps, seed=1, size_of_pool=given.pool)
            print(f"made: {runs:,} runs, {steps:,} steps, {_told(began, used)}")
        said = {"local": _whole(corpus, Path(folder) / "local", Settings("local", given.workers))}
        if given.ray:
            said["ray"] = _whole(corpus, Path(folder) / "ray", Settings("ray", given.workers))
            print("the same hash" if len({one.hash for one in said.values()}) == 1 else "NOT the same hash")
        _each(corpus)


def _each(corpus: Path) -> None:
    """What each question costs a step, in one process, on some runs from the middle of what there is."""
    records = islice(read_records(corpus_files([str(corpus)])), 0, None)
    lines = [record.line for record in islice(records, _SAMPLE, 2 * _SAMPLE) if record.line is not None]
    for do in (*((one,) for one in Do), tuple(Do)):
        asked = examiner(Questions(do))
        asked.answer(lines[0])
        began = time.process_time()
        for line in lines:
            asked.answer(line)
        steps = sum(len(asked.reader.record(line).steps) for line in lines)
        print(
            f"{' + '.join(do)}: {(time.process_time() - began) / steps * 1e6:,.0f} microseconds of the processor a step"
        )


def _whole(corpus: Path, out: Path, settings: Settings) -> Summary:
    began, used = time.monotonic(), _processor()
    memory = _Memory()
    memory.start()
    summary = run_corpus([str(corpus)], out, Questions(), settings)
    most = memory.most_bytes()
    print(
        f"{settings.engine}, {settings.workers} workers: {summary.steps:,} steps, {_told(began, used)},"
        f" at most {most / 1e6:,.0f} MB\n  {summary.as_json()}"
    )
    return summary


def _processor() -> float:
    return sum(one.ru_utime + one.ru_stime for one in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def _told(began: float, used: float) -> str:
    return f"{time.monotonic() - began:,.0f} s, {_processor() - used:,.0f} s of the processor"


class _Memory(threading.Thread):
    """Watches this process and all under it."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._over = threading.Event()
        self._most = 0

    def run(self) -> None:
        while not self._over.wait(0.5):
            self._most = max(self._most, sum(map(_pss_bytes, _family(os.getpid()))))

    def most_bytes(self) -> int:
        self._over.set()
        self.join()
        return self._most


def _family(process: int) -> list[int]:
    found, left = [], [process]
    while left:
        one = left.pop()
        found.append(one)
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                left += map(int, children.read_text().split())
            except OSError:  # it ended
                continue
    return found


def _pss_bytes(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    main()
