"""What the guard adds to a step, beyond the time of the phone itself: `python benchmarks/guard_overhead.py`.

The simulated phone in this process, no detectors, no model, no pictures, the journal on disk. A step that commits
something waits for the disk; the others do not. The same measurement as that of `handrail bench` (`kind: overhead`),
with more runs, and by the clock on the wall unless told otherwise.

    --rules             with the sentinel's rules, which a guard has on unless it is told otherwise
    --processor-time    the processor's time instead of the clock's, for a machine that others use too
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from handrail.bench.experiments.overhead import WARMING, one_run

RUNS = 100


def main() -> None:
    parser = argparse.ArgumentParser(description="What the guard adds to a step.")
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--processor-time", action="store_true")
    given = parser.parse_args()
    clock = time.process_time if given.processor_time else time.perf_counter
    plain: list[float] = []
    committing: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(RUNS + WARMING):
            first, other = asyncio.run(one_run(Path(folder) / str(number), clock, rules=given.rules))
            if number >= WARMING:
                plain += first
                committing += other
    for name, taken in (("plain step", plain), ("step that commits", committing)):
        times = sorted(1000 * amount for amount in taken)
        ninth = times[int(0.9 * len(times))]
        print(f"{name:18} median {statistics.median(times):5.2f} ms   9 of 10 within {ninth:5.2f} ms   n {len(times)}")


if __name__ == "__main__":
    main()
