"""The states that every screen has, and what a page says of them.

Rows last as long as their page. A list that can still be scrolled takes nothing away, and of a row that is cut off only
what can be seen is said.
"""

from collections.abc import Iterable
from typing import Final

from handrail.app.generic.page import Page
from handrail.app.generic.parts import Choice, Field, Row, Switch
from handrail.app.screen_model import ListedRow
from handrail.app.update import Raw, Update
from handrail.language.declaration import State, Variable
from handrail.language.normal_form import normal_form
from handrail.language.value import Type

STATES: Final = (
    State.of(
        "Screen",
        Variable("app", Type.TEXT),
        Variable("title", Type.TEXT),
        Variable("text", Type.TEXT),
        description="the page in front",
    ),
    State.of(
        "Field",
        Variable("label", Type.TEXT, key=True),
        Variable("value", Type.TEXT),
        description="the text fields of the page",
    ),
    State.of(
        "Choice",
        Variable("label", Type.TEXT, key=True),
        Variable("selected", Type.BOOLEAN),
        description="radio buttons, tabs, chips, and what is chosen in a list that opens",
    ),
    State.of(
        "Switch",
        Variable("label", Type.TEXT, key=True),
        Variable("on", Type.BOOLEAN),
        description="switches and boxes to tick",
    ),
    State.of(
        "Item",
        Variable("label", Type.TEXT, key=True),
        Variable("text", Type.TEXT),
        description="the entries of the lists of the page",
    ),
    State.of(
        "Dialog",
        Variable("title", Type.TEXT),
        Variable("text", Type.TEXT),
        description="the dialog in front of the page",
    ),
    State.of(
        "Opened",
        Variable("app", Type.TEXT, description="the package of the app"),
        Variable("label", Type.TEXT, description="the first text of the entry"),
        Variable("text", Type.TEXT, description="all texts of the entry, as in `Item`"),
        Variable("alike", Type.NUMBER, description="how many entries in sight were called so"),
        description="the entry of a list that was touched last: what a page or a dialog that says less is about",
    ),
)


def screen_update(page: Page) -> Update:
    """The page in front."""
    return Update("Screen", {"app": page.package, "title": page.title, "text": page.text})


def dialog_update(page: Page) -> Update | None:
    """The dialog in front of it, if there is one."""
    dialog = page.dialog
    return None if dialog is None else Update("Dialog", {"title": dialog.title, "text": dialog.text})


def updates_of(page: Page) -> list[Update]:
    """Everything that a page says, each row once; of rows with one label the first."""
    dialog = dialog_update(page)
    found = [screen_update(page), *([dialog] if dialog is not None else [])]
    return found + [update for state, rows in rows_of(page) for update in once(state, rows)]


def rows_of(page: Page) -> list[tuple[str, list[dict[str, Raw]]]]:
    """The rows by state; those that have no name are left out."""
    return [(state, [row for _, row in rows]) for state, rows in placed_rows_of(page)]


def placed_rows_of(page: Page) -> list[tuple[str, list[tuple[int, dict[str, Raw]]]]]:
    """The same, each row with the number of its element."""
    return [
        ("Field", [(field.number, field_row(field)) for field in page.fields if field.label]),
        ("Choice", [(choice.number, choice_row(choice)) for choice in page.choices if choice.label]),
        ("Switch", [(switch.number, switch_row(switch)) for switch in page.switches if switch.label]),
        ("Item", [(row.number, item_row(row)) for row in page.rows if row.label]),
    ]


def listed_rows(page: Page, updates: Iterable[Update]) -> dict[str, tuple[ListedRow, ...]]:
    """By state where each row stands of which there is an update, in the order of the updates."""
    places = {
        (state, normal_form(str(row["label"]))): number
        for state, rows in placed_rows_of(page)
        for number, row in reversed(rows)  # of rows with one label the first
    }
    found: dict[str, list[ListedRow]] = {}
    for update in updates:
        number = places.get((update.state, normal_form(str((update.set or {}).get("label")))))
        if number is not None:
            is_cut = page.index.is_cut(number)
            hidden = frozenset({"text"} if update.state == "Item" and "text" not in (update.set or {}) else ())
            row = ListedRow(update, page.index.nodes[number].bounds, is_cut, hidden)
            found.setdefault(update.state, []).append(row)
    return {state: tuple(rows) for state, rows in found.items()}


def field_row(field: Field) -> dict[str, Raw]:
    """What a field says; nothing of a password."""
    return {"label": field.label, "value": field.value}


def choice_row(choice: Choice) -> dict[str, Raw]:
    """What a choice says."""
    return {"label": choice.label, "selected": choice.selected}


def switch_row(switch: Switch) -> dict[str, Raw]:
    """What a switch says."""
    return {"label": switch.label, "on": switch.on}


def item_row(row: Row) -> dict[str, Raw]:
    """What an entry says; where it is cut off, nothing of what may be out of sight."""
    return {"label": row.label, "text": row.text} if row.whole else {"label": row.label}


def once(state: str, rows: Iterable[dict[str, Raw]]) -> list[Update]:
    """One update for each row."""
    named: dict[str, Update] = {}
    for row in rows:
        named.setdefault(normal_form(str(row["label"])), Update(state, row))
    return list(named.values())


def twins(state: str, rows: Iterable[dict[str, Raw]]) -> list[Update]:
    """Rows that have the same label as one before them: which is meant nobody can say."""
    seen: set[str] = set()
    found = []
    for row in rows:
        name = normal_form(str(row["label"]))
        if name in seen:
            found.append(Update(state, {"label": row["label"]}))
        seen.add(name)
    return found
