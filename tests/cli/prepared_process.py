"""A process that has read the command's modules once, and forks for each call: what `command.handrail` starts.

A call is a process of its own with its own exit code, working directory, environment and standard streams, as if a
shell had started it; only reading the modules, most of what a short command costs, is not done anew.
"""

import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, NoReturn

_LENGTH = 4


class Overdue(Exception):
    """The command has not ended in the time that it was given; it is killed."""


def call(
    arguments: Sequence[str],
    streams: tuple[IO[bytes], IO[bytes], IO[bytes]],
    environment: Mapping[str, str],
    seconds: float,
) -> int:
    """Run the command on these standard streams, which are files; its exit code, negative for a signal."""
    process, connection = _started()
    asked = {"arguments": list(arguments), "environment": dict(environment), "folder": str(Path.cwd())}
    written = json.dumps(asked).encode()
    connection.settimeout(seconds)
    socket.send_fds(connection, [len(written).to_bytes(_LENGTH, "big")], [stream.fileno() for stream in streams])
    connection.sendall(written)
    try:
        return int.from_bytes(_exactly(connection, _LENGTH), "big", signed=True)
    except TimeoutError:
        os.killpg(process.pid, 9)
        _started.cache_clear()
        raise Overdue(f"{arguments} has not ended after {seconds} s") from None


@cache
def _started() -> tuple["subprocess.Popen[bytes]", socket.socket]:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()], start_new_session=True
        )
    atexit.register(_end, process, ours)
    return process, ours


def _end(process: "subprocess.Popen[bytes]", connection: socket.socket) -> None:
    connection.close()
    process.wait()


def _exactly(connection: socket.socket, length: int) -> bytes:
    read = b""
    while len(read) < length:
        more = connection.recv(length - len(read))
        if not more:
            raise EOFError
        read += more
    return read


def _serve(connection: socket.socket) -> int:
    """Answer calls until the other side is gone."""
    while True:
        head, streams, _, _ = socket.recv_fds(connection, _LENGTH, 3)
        if not head:
            return 0
        asked = json.loads(_exactly(connection, int.from_bytes(head, "big")))
        child = os.fork()
        if child == 0:
            connection.close()
            _end_at_once(_run(asked, streams))
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        connection.sendall(os.waitstatus_to_exitcode(status).to_bytes(_LENGTH, "big", signed=True))


def _run(asked: dict[str, Any], streams: Sequence[int]) -> int:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = ["handrail", *asked["arguments"]]
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)), "utf-8")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = io.TextIOWrapper(_written(1), "utf-8")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = io.TextIOWrapper(_written(2), "utf-8", "backslashreplace")  # type: ignore[misc]
    from handrail.cli.main import main

    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _written(number: int) -> io.BufferedWriter:
    return io.BufferedWriter(io.FileIO(number, "w"))


def _end_at_once(exit_code: int) -> NoReturn:
    """End as an interpreter does, but for taking apart one by one all that was read beforehand."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exit_code)


if __name__ == "__main__":
    import handrail.cli

    for module in pkgutil.walk_packages(handrail.cli.__path__, "handrail.cli."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    gc.collect()
    gc.freeze()
    sys.exit(_serve(socket.socket(fileno=int(sys.argv[1]))))
