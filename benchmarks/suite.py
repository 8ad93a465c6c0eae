"""How much does the guard help an agent that errs, and does it get in the way of one that does not?

    python benchmarks/suite.py              # writes the tables in docs/suite.md
    python benchmarks/suite.py --seeds 3 --tasks bank --show   # a part of it, printed

Every task of `handrail.bench.suite`, with the seeds 0 to 19, through each environment; what came about is read from the
simulated phone's own data. Nothing is timed.
"""

import argparse
import os
import sys
from pathlib import Path

from handrail.bench.suite.suite import GENERIC_GUARD, GUARD, as_markdown, run_suite
from handrail.bench.suite.tasks import all_tasks

PAGE = Path(__file__).resolve().parents[1] / "docs/suite.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--tasks", default="", help="only tasks whose name has this in it")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--show", action="store_true", help="print the tables and leave the page as it is")
    asked = parser.parse_args()
    tasks = [task for task in all_tasks() if asked.tasks in task.id]
    results = run_suite(tasks, range(asked.seeds), workers=asked.workers)
    long = sum(task.long for task in tasks)
    head = f"{len(tasks)} tasks ({long} of them long), seeds 0 to {asked.seeds - 1}, {len(results):,} runs."
    text = f"`python benchmarks/suite.py`: {head}\n\n{as_markdown(results)}"
    if asked.show:
        print(text)
    else:
        page = PAGE.read_text("utf-8")
        before, rest = page.split(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", "utf-8")
    for result in results:
        spoiled = result.wrong or (result.kind is None and (result.blocked or not result.completed))
        if result.environment in (GUARD, GENERIC_GUARD) and spoiled:
            print(f"{result.task} seed {result.seed}, {result.mistake or 'no mistake'}: {result}", file=sys.stderr)


if __name__ == "__main__":
    main()
