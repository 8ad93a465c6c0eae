"""`handrail doctor`: whether this computer has what a guarded run needs, and what to do where it has not."""

import os
import platform
import shutil
import socket
import stat
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from handrail import __version__
from handrail.cli.console import answer_console, print_json
from handrail.cli.model_choice import choose_model
from handrail.error import HandrailError, install_line
from handrail.guard.opening import runs_folder
from handrail.strict_json import shown_path

ADB_PORT = 5037
LEAST_FREE_BYTES = 500_000_000
MOST_SECONDS_APART = 60
_EXTRAS = {
    "adb": "adbutils",
    "analysis": "z3",
    "mcp": "fastmcp",
    "models": "pydantic_ai",
    "phone": "lxml",
    "server": "fastapi",
    "similarity": "onnxruntime",
}
"""Each extra that a user may want, by a module that it brings."""


class CheckState(StrEnum):
    """How something was found."""

    FINE = "fine"
    ABSENT = "absent"
    """It is not there, and nothing needs it that does not say so itself."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class DoctorCheck:
    """One thing that was looked at; `mend` says what would put it right."""

    name: str
    state: CheckState
    said: str
    mend: str = ""


_SIGNS = {CheckState.FINE: ("✓", "green"), CheckState.ABSENT: ("–", "dim"), CheckState.WRONG: ("✗", "bold red")}


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="for programs")] = False,
) -> None:
    """Say whether this computer has what a guarded run needs.

    Where it has not, say what to do. It changes nothing and asks no model. Exit 1 if something is wrong; what is only
    absent is none.
    """
    examined = list(examine(os.environ))
    if as_json:
        print_json({"examined": [asdict(examination) for examination in examined]})
    else:
        _show(examined)
    raise typer.Exit(any(examination.state is CheckState.WRONG for examination in examined))


def examine(environment: Mapping[str, str]) -> Iterator[DoctorCheck]:
    """All that is looked at, one after the other."""
    yield DoctorCheck("handrail", CheckState.FINE, f"{__version__}, Python {platform.python_version()}")
    yield from _extras()
    yield _model(environment)
    yield from _runs(runs_folder())
    yield _clock(runs_folder(), time.time())
    if find_spec(_EXTRAS["server"]) is not None:
        from handrail.cli.doctor_server import examine_server

        yield from examine_server(environment, runs_folder())
    yield from _phones(environment)


def _extras() -> Iterator[DoctorCheck]:
    for extra, module in _EXTRAS.items():
        if find_spec(module) is None:
            yield DoctorCheck(extra, CheckState.ABSENT, "not installed", install_line(f"handrail[{extra}]"))
        else:
            yield DoctorCheck(extra, CheckState.FINE, "installed")


def _model(environment: Mapping[str, str]) -> DoctorCheck:
    try:
        return DoctorCheck("model", CheckState.FINE, choose_model(None, environment).told)
    except HandrailError as error:
        return DoctorCheck("model", CheckState.WRONG, str(error), "set the key, or HANDRAIL_MODEL=offline for none")


def _runs(folder: Path) -> Iterator[DoctorCheck]:
    """Where journals go: whether this user can write there, and nobody else."""
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        mend = "make it writable, or name another with XDG_STATE_HOME"
        yield DoctorCheck("journals", CheckState.WRONG, f"{shown_path(there)} cannot be written", mend)
        return
    if there == folder and stat.S_IMODE(folder.stat().st_mode) & 0o022:
        said, mend = f"others can put journals into {shown_path(folder)}", f"chmod go-w {shown_path(folder)}"
        yield DoctorCheck("journals", CheckState.WRONG, said, mend)
    else:
        yield DoctorCheck("journals", CheckState.FINE, f"{shown_path(folder)}")
    free = shutil.disk_usage(there).free
    said, enough = f"{free / 1e9:.1f} GB free", free >= LEAST_FREE_BYTES
    mend = "" if enough else "free some: a guard that cannot write its journal stops"
    yield DoctorCheck("disk", CheckState.FINE if enough else CheckState.WRONG, said, mend)


def _clock(folder: Path, now: float) -> DoctorCheck:
    """The time of this computer. A journal of the future says that it was set back, or is wrong since."""
    newest = max((path.stat().st_mtime for path in folder.glob("*/journal.jsonl")), default=0.0)
    mend = "set it, as by `timedatectl set-ntp true`: journals, keys and questions go by it"
    if newest > now + MOST_SECONDS_APART:
        said = f"it says {_moment(now)}, and a journal was written at {_moment(newest)}"
        return DoctorCheck("clock", CheckState.WRONG, said, mend)
    return DoctorCheck("clock", CheckState.FINE, _moment(now))


def _moment(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d %H:%M:%S %Z}"


def _phones(environment: Mapping[str, str]) -> Iterator[DoctorCheck]:
    """Every phone of the ADB server. None is started where none listens, as a client of adb would."""
    named = environment.get("ANDROID_ADB_SERVER_PORT", "")
    port = int(named) if named.isdecimal() and int(named) < 65536 else ADB_PORT
    host = environment.get("ANDROID_ADB_SERVER_HOST", "") or "127.0.0.1"
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        mend = "`adb start-server`, or `handrail phone` for a simulated one"
        yield DoctorCheck("adb server", CheckState.ABSENT, f"nothing listens on {host}:{port}", mend)
        return
    try:
        import adbutils
    except ModuleNotFoundError:
        yield DoctorCheck(
            "adb server", CheckState.ABSENT, f"on {host}:{port}; not asked", install_line("handrail[adb]")
        )
        return
    try:
        client = adbutils.AdbClient(host, port, socket_timeout=5)
        listed = [(device.serial, device.state) for device in client.list()]
    except (OSError, adbutils.AdbError) as error:
        yield DoctorCheck(
            "adb server", CheckState.WRONG, f"{host}:{port} does not answer: {error}", "`adb kill-server`"
        )
        return
    yield DoctorCheck("adb server", CheckState.FINE, f"on {host}:{port}, {len(listed)} phone{'s' * (len(listed) != 1)}")
    for serial, state in listed:
        yield _phone(client, serial, state)


def _phone(client: Any, serial: str, state: str) -> DoctorCheck:
    import adbutils

    name = f"phone {serial}"
    if state != "device":
        mend = "accept this computer on its screen" if state == "unauthorized" else "unplug it, and plug it in again"
        return DoctorCheck(name, CheckState.WRONG, state, mend)
    try:
        said = str(client.device(serial).shell("date +%s")).strip()
    except (OSError, adbutils.AdbError) as error:
        return DoctorCheck(name, CheckState.WRONG, f"does not answer: {error}", "unplug it, and plug it in again")
    if not said.isdecimal():
        return DoctorCheck(name, CheckState.WRONG, "does not tell its time", "`adb shell date +%s` must print a number")
    apart = abs(int(said) - time.time())
    told = f"; its clock is {apart:,.0f} s from this computer's, and `Today` is the phone's"
    return DoctorCheck(name, CheckState.FINE, "ready" + told * (apart > MOST_SECONDS_APART))


def _show(examined: list[DoctorCheck]) -> None:
    console, width = answer_console(), max(len(examination.name) for examination in examined)
    for examination in examined:
        sign, style = _SIGNS[examination.state]
        line = Text.assemble((sign, style), f" {examination.name:<{width}}  {examination.said}")
        if examination.mend:
            line.append(f"\n  {'':<{width}}  {examination.mend}", "cyan")
        console.print(line)
