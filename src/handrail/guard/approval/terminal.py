"""A person at the terminal that Handrail was started from.

Reads the controlling terminal itself and never standard input, so nothing that is piped into the program can answer;
what was typed before the question was shown does not count. Without a terminal there is no answer.
"""

import asyncio
import os
import shlex
import termios
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from handrail.guard.approval.card import card, choices
from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Person, Question, Rejected, Unanswered
from handrail.guard.approval.shown import plain, shown

CONTROLLING_TERMINAL = Path("/dev/tty")
LONGEST_LINE = 2_000
_AGAIN = "Please answer yes, no or edit."


def terminal_approver(
    *,
    clock: Callable[[], datetime] | None = None,
    device: Path = CONTROLLING_TERMINAL,
    environment: Mapping[str, str] = os.environ,
    by: str = "",
) -> Approver:
    """An approver that asks at a terminal. `by` is who sits there, else the name of the machine's user.

    `clock` is the guard's, else the machine's.
    The editor is `VISUAL`, then `EDITOR` of the `environment`; without one the rules are typed in, up to a line with a
    single dot.
    """

    return _Terminal(clock, device, environment, by)


@dataclass(frozen=True, slots=True)
class _Terminal:
    """A terminal, and who is said to sit there."""

    clock: Callable[[], datetime] | None
    device: Path
    environment: Mapping[str, str]
    by: str

    async def __call__(self, question: Question, /) -> Answer:
        return (await self.witnessed(question))[0]

    async def witnessed(self, question: Question, /) -> tuple[Answer, Person | None]:
        """The answer, from the system's user whose terminal it is."""
        try:
            handle = os.open(self.device, os.O_RDWR | os.O_NOCTTY)
        except OSError as error:
            return Unanswered(f"there is no terminal to ask at ({error.strerror})"), None
        try:
            if not os.isatty(handle):
                return Unanswered(f"{self.device} is not a terminal, and only a person at one may answer"), None
            now = self.clock() if self.clock is not None else datetime.now(question.expires_at.tzinfo)
            user = self.environment.get("USER") or self.environment.get("LOGNAME")
            name = self.by or user or "the person at the terminal"
            prompt = _Prompt(handle, self.environment, f"{name} at {os.ttyname(handle)}")
            return await prompt.put(question, now), Person("system user", str(os.fstat(handle).st_uid))
        finally:
            os.close(handle)

    def acknowledge(self, _: Question, taken: Answer, /) -> None:
        """Say it where the question stood, if an answer came to nothing."""
        if not isinstance(taken, Unanswered):
            return
        handle = os.open(self.device, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            said = f"\r\nIt does not run: {plain(taken.reason, LONGEST_LINE)}.\r\n"
            os.write(handle, said.encode("utf-8", "backslashreplace"))
        finally:
            os.close(handle)


@dataclass(slots=True)
class _Prompt:
    """One question at one terminal."""

    handle: int
    environment: Mapping[str, str]
    by: str
    _typed: bytes = b""

    async def put(self, question: Question, now: datetime) -> Answer:
        """Show the card and wait for a word that can be understood."""
        from rich.console import Console

        with os.fdopen(os.dup(self.handle), "w", encoding="utf-8", errors="backslashreplace") as stream:
            console = Console(file=stream, force_terminal=True, highlight=False, markup=False, emoji=False)
            console.print()
            console.print(card(shown(question), now))
            console.print(choices())
            termios.tcflush(self.handle, termios.TCIFLUSH)  # typed before the question could be read
            self._typed = b""
            while True:
                console.print("\n> ", end="", style="bold")
                stream.flush()
                line = await self._line()
                if line is None:
                    return Unanswered("the terminal was closed before anybody answered")
                answer = await self._understood(line, question)
                if answer is not None:
                    return answer
                console.print(_AGAIN, style="yellow")

    async def _understood(self, line: str, question: Question) -> Answer | None:
        word, _, rest = line.strip().replace(",", " ", 1).partition(" ")
        match word.casefold():
            case "yes" if not rest.strip():
                return Approved(question.digest, self.by, question.identifier)
            case "no" | "n":
                return Rejected(self.by, rest.strip())
            case "edit" | "e":
                return await self._edited(question.specification)
            case _:
                return None

    async def _edited(self, specification: str) -> Answer | None:
        editor = self.environment.get("VISUAL") or self.environment.get("EDITOR")
        changed = await self._in_editor(editor, specification) if editor else await self._typed_in(specification)
        if changed is None or changed.strip() == specification.strip():
            return None
        return Edited(self.by, changed)

    async def _in_editor(self, editor: str, specification: str) -> str | None:
        with TemporaryDirectory(prefix="handrail-") as folder:
            path = Path(folder) / "specification.rules"
            path.write_text(specification, "utf-8")
            process = await asyncio.create_subprocess_exec(
                *shlex.split(editor), str(path), stdin=self.handle, stdout=self.handle, stderr=self.handle
            )
            try:
                code = await process.wait()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise
            return path.read_text("utf-8") if code == 0 else None

    async def _typed_in(self, specification: str) -> str | None:
        rules = "\n".join(f"  {plain(line, LONGEST_LINE)}" for line in specification.split("\n"))
        self._say(f"\nThe rules are now:\n\n{rules}\n\nType the new ones, and a line with a single dot:\n")
        lines: list[str] = []
        while (line := await self._line()) is not None:
            if line.strip() == ".":
                return "\n".join(lines)
            lines.append(line)
        return None

    def _say(self, text: str) -> None:
        os.write(self.handle, text.replace("\n", "\r\n").encode("utf-8", "backslashreplace"))

    async def _line(self) -> str | None:
        """The next line that is typed; None when the terminal is gone. Waits without a thread, so it can stop."""
        loop = asyncio.get_running_loop()
        while b"\n" not in self._typed:
            readable = loop.create_future()
            loop.add_reader(self.handle, _wake, readable)
            try:
                await readable
            finally:
                loop.remove_reader(self.handle)
            try:
                piece = os.read(self.handle, 4_096)
            except OSError:
                return None
            if not piece:
                return None
            self._typed += piece
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")


def _wake(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)
