"""10,000 runs on the wall: how long the server takes to list and to find them, and how the page scrolls through them.

    python benchmarks/server_wall.py [--runs 10000] [--times 200]

Over HTTP, one request after the other, of a server in this process. Then, in a real Chromium with a window of a phone's
size and one of a desk's, the whole list is scrolled through a screen at a time: how long each frame took, and the
longest task of the page's own (what takes more than 50 ms is one).
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from playwright.sync_api import Browser, ViewportSize

from server.in_browser import PHONE, chromium
from server.served import KEY, Served, served
from server.store.kept_runs import fill, made_runs

DESK = ViewportSize(width=1600, height=1000)
SCROLLED = """async (steps) => {
  const tasks = [], frames = [];
  const watching = new PerformanceObserver((list) => list.getEntries().forEach((one) => tasks.push(one.duration)));
  watching.observe({ type: "longtask" });
  const frame = () => new Promise((settle) => requestAnimationFrame(settle));
  let before = await frame();
  for (let step = 1; step <= steps; step += 1) {
    scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * step / steps);
    const now = await frame();
    frames.push(now - before);
    before = now;
  }
  await new Promise((settle) => setTimeout(settle, 200));
  return { frames, tasks };
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=200)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = made_runs(Path(folder))
        fill(runs, asked.runs - 3)
        with served(runs) as room:
            for words, path in (
                ("the newest 50", "/api/runs?after=0&limit=50&query="),
                ("50 of the middle", f"/api/runs?after={asked.runs // 2}&limit=50&query="),
                ("a search that finds 1", "/api/runs?after=0&limit=50&query=number+7777"),
                ("a search that finds all", "/api/runs?after=0&limit=50&query=reserve"),
            ):
                print(f"{words:<26}{_took(room, path, asked.times)}; load {os.getloadavg()[0]:.1f}")
            with chromium() as browser:
                for name, size in (("phone", PHONE), ("desk", DESK)):
                    print(f"scrolled, {name:<16}{_scrolled(browser, room, size)}; load {os.getloadavg()[0]:.1f}")


def _took(room: Served, path: str, times: int) -> str:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        assert room.ask(path).status == 200
        took.append((time.perf_counter() - began) * 1000)
    return _said(took)


def _scrolled(browser: Browser, room: Served, size: ViewportSize, steps: int = 600) -> str:
    page = browser.new_page(viewport=size)
    page.set_default_timeout(60_000)
    page.goto(f"{room.address}/enter?key={KEY}")
    page.locator(".tile").first.wait_for()
    found: dict[str, Any] = page.evaluate(SCROLLED, steps)
    page.close()
    longest = max(found["tasks"], default=0.0)
    tasks = f"{len(found['tasks'])} tasks over 50 ms, the longest {longest:.0f} ms" if longest else "no task over 50 ms"
    return f"frames: {_said(found['frames'])}; {tasks}"


def _said(milliseconds: list[float]) -> str:
    found = sorted(milliseconds)
    return f"median {found[len(found) // 2]:.1f} ms, 99 of 100 within {found[int(len(found) * 0.99)]:.1f} ms"


if __name__ == "__main__":
    main()
