"""What a guarded call costs beside the same call without Handrail: `python benchmarks/mcp_overhead.py`.

The real mobile-mcp on two simulated phones, with the guard between client and server and without, call by call in turn.
Client and guard are in this process, the server in one of its own; the guard reads the phone over plain adb, or with
uiautomator2.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from integrations.mcp.mobile_mcp_server import CLICK, LIST, RESTAURANTS, Assistant, assistant

RUNS = 30
TABS = ("Bookings", "Search")


def looks(agent: Assistant, _: int) -> None:
    assert not agent.call(LIST).is_error


def asks_the_size(agent: Assistant, _: int) -> None:
    assert not agent.call("mobile_get_screen_size").is_error


def taps(agent: Assistant, number: int) -> None:
    answer = agent.call(CLICK, **agent.place(TABS[number % 2]))
    assert not answer.is_error, answer


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    ways = ("bare", "plain", "uiautomator2")
    for way in ways:
        (folder / way).mkdir()
    with (
        assistant(folder / "bare", None) as bare,
        assistant(folder / "plain") as plain,
        assistant(folder / "uiautomator2", plain=False) as helped,
    ):
        clients = dict(zip(ways, (bare, plain, helped), strict=True))
        for client in clients.values():
            client.call("mobile_launch_app", packageName=RESTAURANTS)
        print(f"{'milliseconds, median of ' + str(RUNS):<40}" + "".join(f"{way:>14}" for way in ways))
        row("read: the size of the screen", clients, asks_the_size)
        row("read: the elements on the screen", clients, looks)
        row("act: a tap that may run", clients, taps)


def row(said: str, clients: dict[str, Assistant], does: Callable[[Assistant, int], None]) -> None:
    took: dict[str, list[float]] = {way: [] for way in clients}
    for number in range(RUNS):
        for way, client in clients.items():
            began = time.perf_counter()
            does(client, number)
            took[way].append((time.perf_counter() - began) * 1000)
    print(f"{said:<40}" + "".join(f"{statistics.median(took[way]):>14.1f}" for way in clients))


if __name__ == "__main__":
    main()
