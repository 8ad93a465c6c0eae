"""`handrail serve` with a port for apps, as it is started at a terminal."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_connection
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the control room is an extra: pip install 'handrail[server]'")

from websockets.exceptions import InvalidStatus

from server.app_port.port import HELLO, LONGEST_WAIT_SECONDS
from server.app_port.test_websocket import ask, page


@contextmanager
def started(runs: Path, *options: str) -> Iterator[list[int]]:
    """The server with these options: the port of its page, and that of apps."""
    command = [sys.executable, "-m", "handrail", "serve", str(runs), "--port", "0", "--verisafe", "0", *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        said = "".join(server.stdout.readline() for _ in range(5))
        yield [int(number) for number in re.findall(r"127\.0\.0\.1:(\d+)", said)]
    finally:
        server.terminate()
        server.communicate(timeout=LONGEST_WAIT_SECONDS)


def say(port: int, document: dict[str, Any]) -> Any:
    with create_connection(("127.0.0.1", port), LONGEST_WAIT_SECONDS) as app, app.makefile("rw") as lines:
        lines.write(json.dumps(document) + "\n")
        lines.flush()
        return json.loads(lines.readline())


@pytest.mark.slow
def test_apps_take_part_with_their_key_and_from_pages_that_are_named(tmp_path: Path) -> None:
    with started(tmp_path, "--app-token", "right", "--app-origin", "https://shop.example") as (http, tcp):
        assert say(tcp, HELLO)["code"] == "unauthorized"
        assert say(tcp, {**HELLO, "token": "right"})["type"] == "welcome"
        with page(http, "https://shop.example") as app:
            assert ask(app, {**HELLO, "token": "right"})["type"] == "welcome"
        with pytest.raises(InvalidStatus), page(http, "https://elsewhere.example"):
            pass


@pytest.mark.slow
def test_a_port_that_is_taken_is_named_with_its_option(tmp_path: Path) -> None:
    with started(tmp_path) as (_, tcp):
        command = [sys.executable, "-m", "handrail", "serve", str(tmp_path), "--port", "0", "--verisafe", str(tcp)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_WAIT_SECONDS)
        assert ended.returncode == 2
        assert "--verisafe" in ended.stderr
