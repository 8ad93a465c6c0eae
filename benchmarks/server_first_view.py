"""A cold start of `handrail serve`, and the first view in a real Chromium: how long it takes, and what it weighs.

    python benchmarks/server_first_view.py [--runs RUNS] [--times 5]

Each time a new process of the server over the same folder, which is a copy of a few recorded runs unless one is named,
and a new window of a phone's size without a cache. What is weighed is what the page is made of, compressed, without
pictures of screens, which come after it.
"""

import argparse
import gzip
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from playwright.sync_api import Browser, Response

from server.in_browser import PHONE, chromium
from server.store.kept_runs import made_runs


def once(browser: Browser, runs: Path) -> tuple[float, float, int]:
    """Seconds until the server says its address, and from there to the first run in the page; and bytes."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "handrail", "serve", str(runs), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = None
            while address is None:
                line = server.stdout.readline()
                assert line, "the server did not start"
                address = re.search(r"open (http\S+)", line)
            started = time.perf_counter()
            came: list[Response] = []
            page = browser.new_page(viewport=PHONE)
            page.on("response", lambda response: came.append(response))
            page.goto(address[1])
            page.locator(".tile").first.wait_for(timeout=60_000)
            seen = time.perf_counter()
            parts = [
                response
                for response in came
                if response.status == 200 and not re.search("/events|/pictures/", response.url)
            ]
            weight = sum(len(gzip.compress(part.body())) for part in parts)
            page.close()
        finally:
            server.send_signal(signal.SIGTERM)
    return started - began, seen - started, weight


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path)
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = asked.runs or made_runs(Path(folder))
        with chromium() as browser:
            browser.new_page().close()  # how long the browser takes to start is not measured
            measured = [once(browser, runs) for _ in range(asked.times)]
    starts, views, weights = zip(*measured, strict=True)
    print(
        f"address after {statistics.median(starts):.2f} s, first run seen {statistics.median(views):.2f} s later "
        f"(longest {max(views):.2f}); {max(weights):,} bytes compressed"
    )


if __name__ == "__main__":
    main()
