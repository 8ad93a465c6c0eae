"""A question as a card for a terminal, drawn with rich. All texts are plain: no markup is read from them."""

from datetime import datetime
from typing import TYPE_CHECKING

from handrail.guard.approval.shown import ShownChange, ShownConsequence, ShownQuestion

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

WIDEST = 100
WIDEST_NAME = 28
NARROWEST_VALUE = 20


def card(question: ShownQuestion, now: datetime) -> "RenderableType":
    """The card: what the agent wants, what to know first, what it does, what would change, and why a person is asked.

    What the agent says of it comes last, apart from what models of the apps say.
    """
    from rich import box
    from rich.console import Group
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.text import Text

    wants = Text()
    wants.append("The agent wants to ", style="bold")
    wants.append(question.title, style="bold yellow")
    parts: list[RenderableType] = [wants, Text()]
    if question.first:
        parts += [_list("!", question.first, "bold red"), Text()]
    rows = _rows()
    if question.instruction:
        rows.add_row("You asked for", Text(question.instruction, style="italic"))
    if question.does_in_short:
        rows.add_row("By this", Text(question.wants))
    rows.add_row("In", Text(question.where))
    parts += [rows, Text(), Text("This does, whatever the agent says", style="bold cyan")]
    if question.does:
        parts.append(Padding(_consequences(question.does), (0, 0, 1, 2)))
    else:
        parts += [Padding(Text(question.does_nothing, style="dim"), (0, 0, 1, 2))]
    if question.changes:
        parts += [Text("What would change", style="bold cyan"), Padding(_changes(question.changes), (0, 0, 1, 2))]
    else:
        parts += [Text("No change is known that it would make.", style="dim"), Text()]
    parts += [Text("Why you are asked", style="bold cyan"), Padding(_list("•", question.reasons), (0, 0, 0, 2))]
    if question.agent_says:
        said = Text("The agent says", style="bold cyan")
        said.append(" (nobody has verified it)", style="dim")
        parts += [Text(), said, Padding(_list("•", question.agent_says, "dim"), (0, 0, 0, 2))]
    return Panel(
        Padding(Group(*parts), (1, 2)),
        title=Text(f" Your yes is needed · step {question.step} ", style="bold"),
        title_align="left",
        subtitle=Text(f" without an answer it does not run · {_left(question, now)} left ", style="dim"),
        subtitle_align="right",
        border_style="yellow",
        box=box.ROUNDED,
        width=WIDEST,
    )


def choices() -> "RenderableType":
    """What can be answered, and how."""
    from rich.padding import Padding
    from rich.text import Text

    rows = _rows()
    for key, said, style in (
        ("yes", "it may run, once, exactly as shown", "not dim bold green"),
        ("no", "it may not; the agent is told why if you add it: no, the other account", "not dim bold red"),
        ("edit", "the rules are wrong: change them, and the action is judged again", "not dim bold blue"),
    ):
        rows.add_row(Text(key, style=style), Text(said, style="dim"))
    return Padding(rows, (0, 0, 0, 3))


def _rows(padding: tuple[int, int, int, int] = (0, 2, 0, 0)) -> "Table":
    from rich.table import Table

    rows = Table.grid(padding=padding)
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column(overflow="fold")
    return rows


def _list(mark: str, lines: tuple[str, ...], style: str = "") -> "Table":
    from rich.text import Text

    rows = _rows((0, 1, 0, 0))
    for line in lines:
        rows.add_row(Text(mark, style=style), Text(line, style=style))
    return rows


def _consequences(consequences: tuple[ShownConsequence, ...]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True, overflow="ellipsis", max_width=WIDEST_NAME)
    table.add_column(overflow="fold", min_width=NARROWEST_VALUE)
    for consequence in consequences:
        said = Text(consequence.what, style="bold")
        said.append(
            f"  {consequence.kind}{', cannot be taken back' if consequence.irreversible else ''}",
            style="not bold magenta",
        )
        table.add_row(Text("does"), said)
        for detail in consequence.details:
            table.add_row(Text(f"  {detail.name}"), Text(detail.value, style="bold" if detail.known else "bold red"))
    return table


def _changes(changes: tuple[ShownChange, ...]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, overflow="ellipsis", max_width=WIDEST_NAME)
    table.add_column(style="dim", no_wrap=True, overflow="ellipsis", max_width=WIDEST_NAME)
    table.add_column(overflow="fold", min_width=NARROWEST_VALUE)
    for change in changes:
        what = Text(f"{change.what}{' (goes away)' if change.goes else ''}", style="red" if change.goes else "")
        if not change.values:
            table.add_row(what, "", "")
        for number, (name, value) in enumerate(change.values):
            table.add_row(what if number == 0 else "", Text(name), Text(value, style="bold"))
    return table


def _left(question: ShownQuestion, now: datetime) -> str:
    seconds = max(0, round((question.expires_at - now).total_seconds()))
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60:,} min"
