"""`handrail guard mcp` as an assistant starts it: a process on stdin and stdout, and over HTTP."""

import asyncio
import json
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastmcp", reason="needs the extra: pip install 'handrail[mcp]'")

import mcp_types
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from cli.command import COMMAND, handrail
from integrations.mcp.mobile_mcp_server import BEFORE_SEVEN, CLICK, RESTAURANTS, mobile_mcp, started
from phone.adb.served import serving

pytestmark = pytest.mark.slow

LIST, LAUNCH = "mobile_list_elements_on_screen", "mobile_launch_app"


async def said(client: Client[Any], tool: str, **arguments: Any) -> tuple[bool, str]:
    result = await client.call_tool_mcp(tool, arguments)
    return bool(result.is_error), "\n".join(
        part.text for part in result.content if isinstance(part, mcp_types.TextContent)
    )


async def books_wrongly(client: Client[Any], serial: str) -> tuple[bool, str]:
    await said(client, LAUNCH, device=serial, packageName=RESTAURANTS)
    for words in ("Blue Harbor Grill", "Reserve now"):
        _, listed = await said(client, LIST, device=serial)
        ref = re.search(rf'^(@e\d+) \w+ text="{words}"', listed, re.MULTILINE)
        assert ref is not None, listed
        answer = await said(client, CLICK, device=serial, ref=ref[1])
    return answer


def words(rules: Path, *options: str) -> list[str]:
    given = ["--app", "restaurant", "--spec", str(rules), "--journal", str(rules.parent / "journals"), *options]
    return [str(COMMAND), "guard", "mcp", *given, "--", *mobile_mcp()]


def is_closed(journals: Path) -> None:
    """The one journal there is whole, to its last line."""
    [journal] = journals.iterdir()
    checked = handrail("journal", "verify", journal)
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert '"closed"' in (journal / "journal.jsonl").read_text("utf-8").splitlines()[-1]


def test_one_line_before_the_command_stops_the_wrong_booking(tmp_path: Path) -> None:
    rules = tmp_path / "table.rules"
    rules.write_text(BEFORE_SEVEN)

    async def work(environment: dict[str, str], serial: str) -> tuple[bool, str]:
        command = words(rules)
        transport = StdioTransport(command[0], command[1:], env=environment, log_file=tmp_path / "log")
        async with Client(transport, mode="legacy") as client:
            names = {tool.name for tool in await client.list_tools()}
            assert "handrail_finish" in names
            assert "handrail_task" not in names
            return await books_wrongly(client, serial)

    with serving() as served, started(served, tmp_path) as environment:
        is_error, text = asyncio.run(work(environment, served.handset.serial))
    assert is_error
    assert "time should be before 19:00 but is 19:00" in text
    is_closed(tmp_path / "journals")


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_several_clients_over_http_on_this_computer(ended_by: signal.Signals, tmp_path: Path) -> None:
    rules = tmp_path / "table.rules"
    rules.write_text(BEFORE_SEVEN)

    async def work(port: str, serial: str) -> tuple[bool, str]:
        address = f"http://127.0.0.1:{port}/mcp"
        async with Client(address, mode="legacy") as client, Client(address, mode="legacy") as other:
            await books_wrongly(client, serial)
            _, listed = await said(other, CLICK, device=serial, ref="@e18")
            assert LIST in listed  # the references of one client are not those of another
            return await said(other, CLICK, device=serial, x=210, y=1022)

    with serving() as served, started(served, tmp_path) as environment:
        process = subprocess.Popen(
            words(rules, "--http", "0"), env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        try:
            assert process.stderr is not None
            line = next((line for line in process.stderr if "http://" in line), "")
            found = re.search(r"http://127\.0\.0\.1:(\d+)/mcp", line)
            assert found is not None, line
            is_error, text = asyncio.run(work(found[1], served.handset.serial))
        finally:
            os.kill(process.pid, ended_by)
            process.communicate(timeout=30)
    assert is_error
    assert "time should be before 19:00" in text
    is_closed(tmp_path / "journals")


def test_a_signal_to_end_does_not_wait_for_the_client(tmp_path: Path) -> None:
    rules = tmp_path / "table.rules"
    rules.write_text(BEFORE_SEVEN)
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    with serving() as served, started(served, tmp_path) as environment:
        process = subprocess.Popen(
            words(rules),
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}) + "\n")
        process.stdin.flush()
        assert "protocolVersion" in process.stdout.readline()
        process.terminate()
        assert process.wait(timeout=30) == 128 + signal.SIGTERM
        process.stdin.close()
        process.stdout.close()
    is_closed(tmp_path / "journals")


@pytest.mark.parametrize(
    ("options", "said_why"),
    [
        (["--profile", "zebra", "--", "true"], "no profile is called `zebra`"),
        (["--no-task", "--instruction", "x", "--", "true"], "exclude each other"),
        (["--app", "zebra", "--device", "phone", "--", "true"], "no app of the simulated phone"),
        ([], "command"),
    ],
)
def test_what_cannot_be_meant_is_said(options: list[str], said_why: str) -> None:
    done = handrail("guard", "mcp", *options)
    assert done.exit_code == 2
    assert said_why in done.stderr
