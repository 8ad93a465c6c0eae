"""Malformed messages at both ports for apps of a real `handrail serve`: each is told what is wrong, and nothing ends.

    python benchmarks/server_malformed.py [--messages 10000]

Messages that are cut, changed, nested, too long or of a wrong kind go to the TCP port and to the WebSocket after a
`hello`, each followed by a `ping` that has to be answered unless the connection was ended with an error. Afterwards an
app is welcomed as before. `python benchmarks/server_load.py malformed` is the same for HTTP.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.app_port.port import DEFINE, DEFINE_PUBLISHED, HELLO, looked_at, reserve

WHOLE = [json.dumps(message).encode() for message in (HELLO, DEFINE, DEFINE_PUBLISHED, looked_at(), reserve("e-1"))]
PING = b'{"type": "ping"}'
CONNECTIONS = 16
ANSWERED_WITHIN_SECONDS = 30.0
ENDED = "connection ended"


def damaged(chosen: random.Random, number: int) -> bytes:
    """A message of one line that is not what it should be, or only by chance."""
    whole = chosen.choice(WHOLE)
    match number % 8:
        case 0:
            return whole[: chosen.randrange(1, len(whole))]
        case 1:
            at = chosen.randrange(len(whole))
            return whole[:at] + bytes([chosen.randrange(128, 256)]) + whole[at + 1 :]
        case 2:
            return json.dumps({"type": chosen.choice(["hello", "define", "propose", "outcome", "x", 5])}).encode()
        case 3:
            return json.dumps({**json.loads(whole), "type": chosen.choice([None, [], {}, "welcome"])}).encode()
        case 4:
            return (b"[" if chosen.random() < 0.5 else b'{"x":') * chosen.randrange(200, 20_000)
        case 5:
            return chosen.randbytes(chosen.randrange(1, 2_000)).replace(b"\n", b" ").replace(b"\r", b" ")
        case 6 if number % 400 == 6:
            return b'{"type": "' + b"x" * (1024 * 1024 + 10) + b'"}'
        case _:
            return json.dumps(chosen.choice([None, 1, "x", [1], {}, {"type": "report", "updates": 5}])).encode()


async def over_tcp(port: int, messages: list[bytes], told: "Counter[str]") -> None:
    """Send them one after the other, on a new connection where one was ended."""
    writer: asyncio.StreamWriter | None = None
    reader: asyncio.StreamReader | None = None
    for message in messages:
        if writer is None or reader is None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**21)
            writer.write(json.dumps(HELLO).encode() + b"\n")
        with suppress(ConnectionError):
            writer.write(message + b"\n" + PING + b"\n")
            await writer.drain()
        if not await _answered(reader.readline, told):
            writer.close()
            writer = None
    if writer is not None:
        writer.close()


async def over_websocket(port: int, messages: list[bytes], told: "Counter[str]") -> None:
    """The same, a message in each frame: text where it is such, else bytes."""
    at = 0
    while at < len(messages):
        async with connect(f"ws://127.0.0.1:{port}/app", max_size=2**21) as socket:

            async def hear() -> bytes:
                with suppress(ConnectionClosed):
                    heard = await socket.recv()
                    return heard.encode() if isinstance(heard, str) else heard
                return b""

            await socket.send(json.dumps(HELLO))
            going = True
            while going and at < len(messages):
                message, at = messages[at], at + 1
                with suppress(ConnectionClosed):
                    await socket.send(message.decode() if message.isascii() else message)
                    await socket.send(PING.decode())
                going = await _answered(hear, told)


async def _answered(hear: Callable[[], Awaitable[bytes]], told: "Counter[str]") -> bool:
    """Until the pong; False where the connection was ended, which an error has to say first."""
    said = "nothing"
    async with asyncio.timeout(ANSWERED_WITHIN_SECONDS):
        while True:
            try:
                line = await hear()
            except ConnectionError:
                line = b""
            if not line:
                told[f"{said}, {ENDED}"] += 1
                return False
            entry = json.loads(line)
            if entry["type"] == "pong":
                told[said] += 1
                return True
            if entry["type"] == "error":
                assert entry["message"], entry
                said = entry["code"]
            elif entry["type"] not in ("welcome", "defined"):
                said = entry["type"]


async def _measure(name: str, port: int, send: Callable[..., Awaitable[None]], number: int) -> None:
    chosen, told = random.Random(0), Counter[str]()
    messages = [damaged(chosen, index) for index in range(number)]
    began = time.perf_counter()
    await asyncio.gather(*(send(port, messages[first::CONNECTIONS], told) for first in range(CONNECTIONS)))
    took = time.perf_counter() - began
    print(f"{name}: {number:,} messages in {took:.0f} s: {dict(told.most_common())}", flush=True)
    assert told.total() == number, told


async def _welcomed(port: int) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(json.dumps(HELLO).encode() + b"\n")
    answer: str = json.loads(await reader.readline())["type"]
    writer.close()
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=10_000, help="to each port")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "handrail", "serve", folder, "--port", "0", "--verisafe", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                page = apps = 0
                while not (page and apps):
                    line = server.stdout.readline()
                    assert line, "the server did not start"
                    page = int(found[1]) if (found := re.search(r"open http://127\.0\.0\.1:(\d+)", line)) else page
                    apps = int(found[1]) if (found := re.search(r"take part at .*:(\d+)$", line.strip())) else apps
                before = _memory_mib(server.pid)
                asyncio.run(_measure("TCP port for apps", apps, over_tcp, asked.messages))
                asyncio.run(_measure("WebSocket for apps", page, over_websocket, asked.messages))
                print(
                    f"an app that comes then: {asyncio.run(_welcomed(apps))}; {before:.0f} MiB before, "
                    f"{_memory_mib(server.pid):.0f} after; load {os.getloadavg()[0]:.1f}"
                )
            finally:
                server.send_signal(signal.SIGTERM)


def _memory_mib(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    main()
