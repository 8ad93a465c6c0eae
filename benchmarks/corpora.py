"""How fast corpora are gone through, with how much memory, and whether every engine says the same.

    python benchmarks/corpora.py                      # 10,000 steps, made here
    python benchmarks/corpora.py --steps 1000000 --pool 1000 --whole    # the figures of docs/corpora.md
    python benchmarks/corpora.py --corpus FILE        # a corpus that is there; --ray: Ray as well
    python benchmarks/corpora.py --corpus FILE --against FOLDER         # and the package in that folder, in turn

Processor time says more than time where other work shares the machine. Memory is that of all processes together, each
page once (PSS), looked at twice a second; the corpus is made by a process of its own, which is gone by then. `--whole`
leaves out what each question costs alone.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from handrail.corpora.answers_folder import Summary
from handrail.corpora.examination import Do, Questions, examiner
from handrail.corpora.reading import corpus_files, read_records
from handrail.corpora.run import Settings, run_corpus

_SAMPLE = 400


def main() -> None:
    """Make a corpus unless there is one, and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--pool", type=int, default=300)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--against", type=Path)
    parser.add_argument("--each", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.each:
        _each(given.corpus)
        return
    with tempfile.TemporaryDirectory(prefix="handrail-corpora-") as folder:
        corpus = given.corpus
        if corpus is None:
            corpus = Path(folder) / "corpus.jsonl.zst"
            began, used = time.monotonic(), _processor()
            sizes = ["--steps", str(given.steps), "--pool", str(given.pool), "--seed", "1"]
            subprocess.run([sys.executable, "-m", "handrail", "corpus", "generate", corpus, *sizes], check=True)
            print(f"made in {_told(began, used)}", flush=True)
        said = {"local": _whole(corpus, Path(folder) / "local", Settings("local", given.workers))}
        if given.ray:
            said["ray"] = _whole(corpus, Path(folder) / "ray", Settings("ray", given.workers))
            print("the same hash" if len({corpus.hash for corpus in said.values()}) == 1 else "NOT the same hash")
        for version in (None, given.against, None, given.against) if given.against else (None,):
            if not given.whole:
                _each_of(version, corpus)


def _each_of(version: Path | None, corpus: Path) -> None:
    print(f"each question alone, {version or 'this version'}:", flush=True)
    path = {} if version is None else {"PYTHONPATH": str(version)}
    words = [sys.executable, __file__, "--each", "--corpus", str(corpus)]
    subprocess.run(words, check=True, env=os.environ | path)


def _each(corpus: Path) -> None:
    """What each question costs a step, in one process, on some runs from the middle of what there is."""
    records = islice(read_records(corpus_files([str(corpus)])), 0, None)
    lines = [record.line for record in islice(records, _SAMPLE, 2 * _SAMPLE) if record.line is not None]
    for do in (*((work,) for work in Do), tuple(Do)):
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
    number = (_processor() - used) / summary.steps * 1e3
    print(
        f"{settings.engine}, {settings.workers} workers: {summary.steps:,} steps, {_told(began, used)},"
        f" {number:.2f} ms of it a step, at most {most / 1e6:,.0f} MB\n  {summary.as_json()}",
        flush=True,
    )
    return summary


def _processor() -> float:
    return sum(usage.ru_utime + usage.ru_stime for usage in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


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
        number = left.pop()
        found.append(number)
        for children in Path(f"/proc/{number}/task").glob("*/children"):
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
