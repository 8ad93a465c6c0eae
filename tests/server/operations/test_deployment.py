"""The files for deployment fit the commands, and the container's steps, made without a container, give a server."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from cli.command import handrail
from handrail.cli.serve import PORT
from handrail.server.operations.serving import ENDS_WITHIN_SECONDS
from server.operations.command import running
from server.served import Served

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
_OPTION = re.compile(r"--[a-z-]+")


@dataclass(frozen=True, slots=True)
class Instruction:
    """One line of a Containerfile, and the stage that it is in, from 0."""

    stage: int
    word: str
    rest: str


def containerfile() -> list[Instruction]:
    found: list[Instruction] = []
    stage = -1
    for line in (DEPLOY / "Containerfile").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            stage += word == "FROM"
            found.append(Instruction(stage, word, rest))
    return found


def only(word: str, stage: int = 1) -> str:
    (found,) = (
        instruction.rest for instruction in containerfile() if (instruction.word, instruction.stage) == (word, stage)
    )
    return found


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def unit() -> ConfigParser:
    read = ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string((DEPLOY / "handrail.service").read_text("utf-8"))
    return read


def test_every_option_and_variable_that_the_files_name_is_one_of_the_server() -> None:
    told = handrail("serve", "--help").stdout
    started = [
        json.loads(only("ENTRYPOINT")) + json.loads(only("CMD")),
        compose()["services"]["server"]["command"],
        shlex.split(unit()["Service"]["ExecStart"]),
    ]
    for words in started:
        for option in (word for word in words if word.startswith("--")):
            assert option in _OPTION.findall(told), option
    assert started[0][:2] == shlex.split(unit()["Service"]["ExecStart"])[:2]
    variables = compose()["services"]["server"]["environment"]
    assert {name for name in variables if name.startswith("HANDRAIL_")} == {"HANDRAIL_ADDRESS", "HANDRAIL_STORE"}
    assert all(name in told for name in variables if name.startswith("HANDRAIL_"))


def test_the_files_agree_with_the_server_and_with_each_other() -> None:
    server, network = compose()["services"]["server"], compose()["networks"]["default"]["ipam"]["config"][0]
    assert only("EXPOSE") == str(PORT)
    assert server["ports"] == [f"127.0.0.1:{PORT}:{PORT}"]
    assert server["command"][server["command"].index("--behind-proxy") + 1] == network["gateway"]
    assert f"http://127.0.0.1:{PORT}/readyz" in server["healthcheck"]["test"][-1]
    assert server["volumes"] == [f"runs:{only('VOLUME')}"]
    assert int(server["stop_grace_period"].removesuffix("s")) > ENDS_WITHIN_SECONDS
    assert int(unit()["Service"]["TimeoutStopSec"]) > ENDS_WITHIN_SECONDS
    assert "XDG_STATE_HOME=/var/lib " in f"{only('ENV')} "
    assert unit()["Service"]["Environment"] == "XDG_STATE_HOME=/var/lib"
    assert "ProcSubset" not in unit()["Service"]  # /proc/locks says who still writes a journal


def test_the_container_runs_as_a_user_who_owns_nothing_else() -> None:
    last = [instruction for instruction in containerfile() if instruction.stage == 1]
    assert only("USER") == "handrail"
    after = last[[instruction.word for instruction in last].index("USER") :]
    assert all(instruction.word != "RUN" for instruction in after)
    assert all(
        "password" not in instruction.rest.casefold() and "key" not in instruction.rest.casefold()
        for instruction in last
    )


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "handrail.service").read_text("utf-8").replace("/opt/handrail/bin/handrail", sys.executable)
    (tmp_path / "handrail.service").write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / "handrail.service"], capture_output=True, text=True
    )
    assert "handrail.service" not in done.stderr.replace("User=handrail", ""), done.stderr


@pytest.mark.night
def test_the_steps_of_the_container_made_here_give_a_server(tmp_path: Path) -> None:
    """The first stage's steps in folders of the test; then what the container is started with."""
    source, made = tmp_path / "source", tmp_path / "handrail"
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for instruction in (instruction for instruction in containerfile() if instruction.stage == 0):
        rest = instruction.rest.replace("/opt/handrail", str(made)).replace("/source", str(source))
        match instruction.word:
            case "ENV":
                environment |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            case "COPY":
                *names, into = shlex.split(rest)
                for name in names:
                    _copy(ROOT / name, Path(into))
            case "RUN" if not rest.startswith("pip "):  # uv is here
                subprocess.run(rest, shell=True, cwd=source, env=environment, check=True, timeout=600)
            case _:
                assert instruction.word in ("FROM", "WORKDIR", "RUN")
    assert {path.name for path in made.glob("lib/python3*/site-packages/pytest*")} == set()
    runs = tmp_path / "state" / "handrail" / "runs"
    entry = [word.replace("/opt/handrail", str(made)) for word in json.loads(only("ENTRYPOINT"))]
    state = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    refused = subprocess.run([*entry, *json.loads(only("CMD"))], env=state, capture_output=True, text=True, timeout=120)
    assert (refused.returncode, "users add" in refused.stderr) == (2, True)
    added = [*entry, "users", "add", "ann", "--role", "admin"]
    assert "/invited?invitation=" in subprocess.run(added, env=state, capture_output=True, text=True).stdout
    with running(runs, "--logs", "json", command=entry[0]) as server:
        assert Served(server.port).ask("/readyz", key=None).json() == {"ready": True}
        assert server.end() in (0, -15)


def _copy(what: Path, into: Path) -> None:
    if what.is_dir():
        shutil.copytree(what, into, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        into.mkdir(exist_ok=True)
        shutil.copy(what, into)
