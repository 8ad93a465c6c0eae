"""How long after the driver read the screen for the last time does the finger come down? Over adb, in milliseconds.

    python benchmarks/touch_gap.py [--touches 200] [--json]

Whatever changes in between is touched all the same: the in-process phone has no such gap, a phone on adb has this one.
Three figures for each way to the phone, all from the simulated phone behind its ADB server: from the moment at which
the phone wrote down its tree to the touch, what of it the driver spends deciding, and how long the whole action takes.
On a real phone the tree itself takes longer to arrive; what is measured here is the part that is ours and adb's.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from handrail.device.action import Action
from handrail.device.adb import AdbDevice, open_adb
from handrail.device.device import Precondition
from handrail.device.element import identify
from handrail.device.screen import Screen
from phone.adb.served import Served, serving

WAYS = {"plain adb": ",plain", "uiautomator2": ""}


@dataclass(slots=True)
class Moments:
    """When the phone last wrote its tree, when the driver had it, and when the finger came down."""

    written: float = 0.0
    read: float = 0.0
    touched: float = 0.0


def watched(served: Served, device: AdbDevice) -> Moments:
    """Note the moments, on the phone's side and on the driver's."""
    moments = Moments()
    screen, tap, shown = served.phone.screen, served.phone.tap, device.client.shown
    phone: Any = served.phone
    hand: Any = type(device.client)

    def writes() -> Screen:
        moments.written = perf_counter()
        return screen()

    def touches(x: int, y: int) -> None:
        moments.touched = perf_counter()
        tap(x, y)

    def reads(_: object) -> tuple[str, str]:
        found = shown()
        moments.read = perf_counter()
        return found

    phone.screen, phone.tap, hand.shown = writes, touches, reads
    return moments


def measure(served: Served, device: AdbDevice, touches: int) -> dict[str, list[float]]:
    """Touch an element that does nothing, with a precondition, so many times."""
    original = type(device.client).shown
    moments = watched(served, device)
    found: dict[str, list[float]] = {"tree to touch": [], "had the tree to touch": [], "whole action": []}
    try:
        for _ in range(touches):
            screen = asyncio.run(device.observe())
            path, element = next((p, e) for p, e in screen.walk() if e.text and not e.clickable)
            on = Precondition(screen, lambda shown: shown.package)
            began = perf_counter()
            asyncio.run(device.execute(Action("click", element=identify(path, element)), on=on))
            found["tree to touch"].append((moments.touched - moments.written) * 1000)
            found["had the tree to touch"].append((moments.touched - moments.read) * 1000)
            found["whole action"].append((perf_counter() - began) * 1000)
    finally:
        hand: Any = type(device.client)
        hand.shown = original
        del served.phone.__dict__["screen"], served.phone.__dict__["tap"]
    return found


def summary(values: list[float]) -> dict[str, float]:
    """What is quoted of them."""
    ordered = sorted(values)
    return {"median": statistics.median(ordered), "p95": ordered[len(ordered) * 95 // 100], "most": ordered[-1]}


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--touches", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    results: dict[str, dict[str, dict[str, float]]] = {}
    with serving() as served:
        os.environ["ANDROID_ADB_SERVER_PORT"] = str(served.server_port)
        for way, mode in WAYS.items():
            device = open_adb(served.handset.serial + mode)
            values = measure(served, device, wanted.touches)
            results[way] = {name: summary(value) for name, value in values.items()}
    if wanted.json:
        print(json.dumps(results, indent=1))
        return
    print(f"{'ms':<14}{'':<24}{'median':>8}{'p95':>8}{'most':>8}")
    for way, figures in results.items():
        for name, figure in figures.items():
            print(f"{way:<14}{name:<24}{figure['median']:>8.1f}{figure['p95']:>8.1f}{figure['most']:>8.1f}")


if __name__ == "__main__":
    main()
