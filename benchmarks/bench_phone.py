"""What does the simulated phone cost by itself, in process?

    make bench

A step is a tap on something clickable and the new tree; the target is 5,000 a second on one core, 200 microseconds.
A new phone may cost 10 ms and 1 MB. `python benchmarks/bench_phone.py` prints the memory, which has no benchmark.
"""

import gc
import random
import tracemalloc
from collections.abc import Callable
from typing import Any, Protocol

import pytest

from handrail.phone.phone import Phone
from handrail.phone.renderer import Renderer

APPS = ("clock", "messages", "restaurants", "shop", "bank", "mail", "tasks")
PHONES = 200


class Benchmark(Protocol):
    """What pytest-benchmark hands to a benchmark."""

    group: str

    def __call__(self, work: Callable[..., Any], *arguments: Any) -> Any: ...


@pytest.mark.parametrize("app", APPS)
def bench_step(benchmark: Benchmark, app: str) -> None:
    benchmark.group = "1. a tap and the tree, looking for what can be tapped included: target 200 us"
    phone, rng = Phone(seed=1), random.Random(1)
    package = f"com.example.{app}"
    phone.launch(package)

    def step() -> None:
        targets = [element for element in phone.screen().elements() if element.clickable]
        if not targets or phone.foreground.package != package:
            phone.launch(package)
            return
        phone.tap(*rng.choice(targets).bounds.center)
        phone.screen()

    benchmark(step)


def bench_new_phone(benchmark: Benchmark) -> None:
    benchmark.group = "2. a new phone: target 10 ms"
    benchmark(Phone)


def bench_snapshot_and_restore(benchmark: Benchmark) -> None:
    benchmark.group = "3. keeping and going back"
    phone = Phone()
    benchmark(lambda: phone.restore(phone.snapshot()))


@pytest.mark.parametrize("app", APPS)
def bench_frame(benchmark: Benchmark, app: str) -> None:
    benchmark.group = "4. a frame as PNG that was not drawn before: target 25 ms"
    phone = Phone(seed=1)
    phone.launch(f"com.example.{app}")
    screen = phone.screen()
    benchmark(lambda: Renderer().png(screen, "9:00", ""))


def main() -> None:
    """Print what a phone takes of memory."""
    Phone()
    tracemalloc.start()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    phones = [Phone(seed=seed) for seed in range(PHONES)]
    for phone in phones:
        phone.launch("com.example.shop")
        phone.screen()
    gc.collect()
    print(f"{(tracemalloc.get_traced_memory()[0] - before) / PHONES / 1024:.0f} KB a phone, {PHONES} of them alive")


if __name__ == "__main__":
    main()
