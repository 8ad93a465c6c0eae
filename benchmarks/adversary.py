"""Does anything get past the guard that an agent tries by chance? As many walks as one likes, each by its seed.

    python benchmarks/adversary.py                       # 2,000 walks, from seed 0
    python benchmarks/adversary.py --walks 50000 --first 100000
    python benchmarks/adversary.py --by-hand             # somebody else touches the phone as well
    python benchmarks/adversary.py --without-model       # there is no model of any app
    python benchmarks/adversary.py --careless            # the user says yes to everything
    python benchmarks/adversary.py --passing unconfirmed --passing also-removes   # and to these reasons alone

Every finding is told by its seed, with the rules, why it was not asked for and the shortest way to it. Exit 1 if there
was one.
"""

import argparse
import os
import sys
from collections import Counter
from multiprocessing import Pool

from handrail.bench.adversary.walk import Walk, Walked


def walked(walk: Walk) -> tuple[Walk, Walked | None]:
    came = walk.walk()
    if came is not None and came.finding is not None:
        walk = walk.shortest()
        came = walk.walk()
    return walk, came


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--walks", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--by-hand", action="store_true", help="somebody else touches the phone as well")
    parser.add_argument("--careless", action="store_true", help="the user says yes to everything")
    parser.add_argument("--without-model", action="store_true", help="there is no model of any app")
    parser.add_argument("--passing", action="append", default=[], help="the user lets this reason pass: unconfirmed")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    passing = frozenset(asked.passing)
    seeds = range(asked.first, asked.first + asked.walks)
    walks = (Walk(seed, asked.by_hand, asked.careless, asked.without_model, passing) for seed in seeds)
    with Pool(asked.workers) as pool:
        for walk, came in pool.imap_unordered(walked, walks, chunksize=8):
            if came is None:
                counts["rules that no guard takes"] += 1
                continue
            counts["walks"] += 1
            counts["steps"] += came.steps
            counts["deeds as asked for"] += came.done
            counts["questions"] += came.asked
            if came.finding is not None:
                counts["irreversible findings" if came.finding.irreversible else "other findings"] += 1
                lines = (f"seed {walk.seed}: {', '.join(came.finding.came)}", came.rules, *came.finding.why_not)
                sys.stdout.write("\n".join((*lines, *(f"  {line}" for line in came.finding.story), "", "")))
                sys.stdout.flush()
    sys.stdout.write(", ".join(f"{number:,} {what}" for what, number in sorted(counts.items())) + "\n")
    sys.exit(1 if any("findings" in what for what in counts) else 0)


if __name__ == "__main__":
    main()
