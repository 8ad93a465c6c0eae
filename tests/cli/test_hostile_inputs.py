"""Every command with every kind of file that is not what it should be: an exit code and a reason, never a traceback.

The commands and their options are read from the command line itself, so that a new one is tried from its first day.
"""

import inspect
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
from typer.models import ArgumentInfo

from handrail.cli.command_tree import COMMANDS as COMMANDS_BY_NAME
from handrail.cli.command_tree import Tree
from handrail.cli.main import main

DEEP = 30_000


def _fifo(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def _holding(content: bytes, name: str = "file") -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(content)
        return folder / name

    return make


def _under_a_file(folder: Path) -> Path:
    return _holding(b"x")(folder) / "below"


def _recording(trajectory: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / "run").mkdir()
        (folder / "run" / "trajectory.json").write_text(trajectory)
        return folder / "run"

    return make


HOSTILE: dict[str, Callable[[Path], Path]] = {
    "missing": lambda folder: folder / "nowhere" / "x",
    "a folder": lambda folder: folder,
    "without end": lambda _: Path("/dev/zero"),
    "nothing": lambda _: Path("/dev/null"),
    "a pipe": _fifo,
    "too long a name": lambda folder: folder / ("x" * 5000),
    "under a file": _under_a_file,
    "half a character in the name": lambda folder: folder / "\udcff",
    "empty": _holding(b""),
    "binary": _holding(bytes(range(256)) * 10),
    "deep JSON": _holding(b"[" * DEEP, "deep.json"),
    "deep JSON states": _holding(b'{"states":' + b'{"a":[' * DEEP, "states.json"),
    "deep YAML": _holding(b"a: " + b"[" * DEEP, "deep.yaml"),
    "half a character": _holding(b'{"app": "\\ud800", "states": [{"name": "\\udc00"}]}', "x.json"),
    "the wrong document": _holding(b'{"format": "\\u0000", "steps": null}', "wrong.json"),
    "a deep recording": _recording('{"steps":' + "[" * DEEP),
    "a NUL in a recording": _recording(
        json.dumps({"query": "x", "application": "x", "steps": [{"action": "a\0b", "screenshot": "a\0b.png"}]})
    ),
}

VALID = {
    "app": "clock",
    "instruction": "Set an alarm for 9am",
    "serial": "nobody",
    "identifier": "x",
    "entry": "x",
    "format": "app",
    "limit": "1",
    "resamples": "0",
    "model": "offline",
}
ALWAYS = {
    "serve ": ["--port", "99999"],  # which is none: with a folder it would go on for ever
    "app studio": ["--port", "99999"],  # as above
    "run": ["--yes", "--approve", "nobody", "--agent", "list:ACTIONS"],
    "sentinel data generate": ["--pairs", "1"],
}


@dataclass(frozen=True)
class Parameter:
    """One thing that a command takes."""

    name: str
    flag: str | None
    required: bool
    takes_file: bool

    def written(self, value: str) -> list[str]:
        return [value] if self.flag is None else [self.flag, value]


def parameters(command: Callable[..., Any]) -> Iterator[Parameter]:
    for name, parameter in inspect.signature(command).parameters.items():
        kind, info, *_ = get_args(parameter.annotation)
        names = [declared for declared in info.param_decls or () if declared.startswith("--")]
        flag = None if isinstance(info, ArgumentInfo) else names[0] if names else f"--{name.replace('_', '-')}"
        file = name == "app" or Path in (kind, *get_args(kind))
        yield Parameter(name, flag, parameter.default is parameter.empty, file)


def every_command(
    tree: Tree = COMMANDS_BY_NAME, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], list[Parameter]]]:
    for name, (_, place) in tree.items():
        if not isinstance(place, str):
            yield from every_command(place, (*words, name))
            continue
        module, _, attribute = place.partition(":")
        command = getattr(import_module(f"handrail.cli.{module}"), attribute)
        if isinstance(command, typer.Typer):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name), list(parameters(command))


def commands(group: typer.Typer, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Parameter]]]:
    for command in group.registered_commands:
        assert command.callback is not None
        name = command.name or command.callback.__name__.replace("_", "-")
        yield (*words, name), list(parameters(command.callback))
    for below in group.registered_groups:
        assert below.typer_instance is not None
        group_name = below.typer_instance.info.name
        assert isinstance(group_name, str)
        yield from commands(below.typer_instance, (*words, group_name))


PLACES = [*HOSTILE][: [*HOSTILE].index("binary")]
"""The kinds that differ in what stands there; of the others, in what it says."""
ONLY_WRITES = {("demo",)}
"""What is in a file says nothing to who only writes it."""

COMMANDS = [
    (words, taken)
    for words, taken in every_command()
    if any(parameter.takes_file for parameter in taken)
    and words != ("phone", "record-reference")  # asks adb for a phone
]


def test_every_command_that_reads_or_writes_a_file_is_tried() -> None:
    assert len(COMMANDS) > 20


def told(words: list[str]) -> int:
    """Run the command line in this process; its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["handrail", *words])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        try:
            main()
        except SystemExit as end:
            return int(end.code or 0)
    return 0


@pytest.mark.parametrize(
    ("kind", "words", "taken"),
    [
        pytest.param(kind, words, taken, id=f"{kind}-{' '.join(words)}")
        for words, taken in COMMANDS
        for kind in (PLACES if words in ONLY_WRITES else HOSTILE)
    ],
)
@pytest.mark.slow
def test_a_command_says_what_is_wrong_with_a_file(
    kind: str,
    words: tuple[str, ...],
    taken: list[Parameter],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    hostile = str(HOSTILE[kind](tmp_path))
    (tmp_path / "ACTIONS").write_text("finish\n")
    for chosen in [parameter for parameter in taken if parameter.takes_file]:
        line = list(words)
        for parameter in taken:
            if parameter is chosen:
                line += parameter.written(hostile)
            elif parameter.required:
                line += parameter.written(VALID.get(parameter.name, str(tmp_path / "ACTIONS")))
        code = told([*line, *ALWAYS.get(" ".join(words), [])])
        said = capfd.readouterr()
        assert code in (0, 1, 2, 3), line
        assert "Traceback" not in said.err
        assert said.out or said.err or code == 0, line
        assert len(said.err) < 20_000
