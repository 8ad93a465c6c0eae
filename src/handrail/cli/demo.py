"""`handrail demo`: the main job on the simulated phone, from the instruction to the report of every step."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from handrail.agent.run import Environment, Step
from handrail.bench.suite.demo import TaskInWords, demo_runs
from handrail.bench.suite.episode import TaskInstance
from handrail.cli.console import answer_console, print_json
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.report import write_report

MARK = ".handrail-demo"


def demo(
    out: Annotated[Path, typer.Option(help="the folder for the page and the reports")] = Path("handrail-demo"),
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Watch six agents that err, without Handrail and with it.

    Each runs an errand on a simulated phone, twice. Writes a page with a report of every step. Exit 0 if with
    Handrail nothing wrong happened, 1 if anything did.
    """
    from handrail.bench.suite.demo import tell_run, write_demo_page

    _make_room(out)
    console = answer_console()
    told: list[TaskInWords] = []
    harmed = False
    if not json:
        console.print("Each agent operates a simulated phone and makes one mistake on the way.\n", style="dim")
    for number, run in enumerate(demo_runs(lambda setting: _recorded(setting, out)), 1):
        task = run.guarded.setting.task.id
        report = write_report(out / task)
        errand = tell_run(run, f"{report.parent.name}/{report.name}")
        told.append(errand)
        harmed = harmed or bool(run.guarded.wrong)
        if not json:
            _print(console, number, errand)
    page = out / "index.html"
    write_demo_page(tuple(told), page)
    if json:
        print_json({"errands": [_as_json(told) for told in told], "page": str(page)})
    else:
        console.print("\nEvery step, with its screens and its reasons:", style="bold")
        console.print(f"  {page.resolve().as_uri()}", soft_wrap=True, markup=False)
    raise typer.Exit(1 if harmed else 0)


@asynccontextmanager
async def _recorded(setting: TaskInstance, out: Path) -> AsyncIterator[Environment[Step]]:
    """The guard with its default policy and a user who reads what they are asked, journaled with pictures."""
    from handrail.bench.suite.environments import DiscreetReader, ReadingApprover

    async with Guard(
        setting.device,
        setting.apps,
        setting.specification,
        instruction=setting.scene.instruction,
        approver=DiscreetReader(ReadingApprover(setting.phone, setting.phone.snapshot(), setting.scene.asked)),
        journal=out / setting.task.id,
        clock=lambda: setting.phone.now,
        objectives=setting.scene.objectives,
        agent="a scripted agent that errs",
    ) as guard:
        yield guard


def _make_room(out: Path) -> None:
    """A folder of an earlier demo is replaced; any other is left alone."""
    if out.exists():
        if not (out / MARK).is_file():
            raise Misuse(f"{out} exists and is not of an earlier demo; name another folder with --out")
        shutil.rmtree(out)
    out.mkdir(parents=True)
    (out / MARK).touch()


def _print(console: Console, number: int, told: TaskInWords) -> None:
    console.print(Text.assemble((f"{number}  ", "dim"), (told.instruction, "bold")))
    table = Table.grid(padding=(0, 1))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    table.add_row("the mistake", told.mistake)
    ended = "done as asked" if told.without_completed else "not what was asked for"
    style = "green" if told.without_completed else "red"
    table.add_row("without", Text("; ".join((*told.without, ended)), style=style))
    for line in told.stopped:
        table.add_row("stopped", Text(line, style="yellow"))
    ended = (
        ("then done as asked" if told.stopped else "done as asked")
        if told.completed
        else "not done, and nothing wrong happened"
    )
    table.add_row("with", Text(ended, style="green" if told.completed else "yellow"))
    console.print(Padding(table, (0, 0, 1, 3)))


def _as_json(told: TaskInWords) -> dict[str, Any]:
    return {
        "instruction": told.instruction,
        "mistake": told.mistake,
        "without": {"completed": told.without_completed, "wrong": list(told.without)},
        "with": {"completed": told.completed, "stopped": list(told.stopped), "report": told.report},
    }
