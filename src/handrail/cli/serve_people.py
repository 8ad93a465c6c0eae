"""`handrail serve users`, `keys`, `audit`: who may enter, what programs may, and what was done about it."""

import getpass
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from handrail.cli.console import answer_console, print_json
from handrail.error import MissingExtra, Misuse, UnreadableInput, install_line
from handrail.guard.journal import Broken
from handrail.guard.opening import runs_folder
from handrail.server.people.person import Role, Scope

if TYPE_CHECKING:
    from handrail.server.people.people import RegisteredPeople

ADDRESS = "http://127.0.0.1:8770"

Runs = Annotated[Path | None, typer.Option(help="the folder of the runs that are served; else the user's own")]
Database = Annotated[
    str, typer.Option("--store", envvar="HANDRAIL_STORE", help="the database; else one among the runs")
]
Address = Annotated[str, typer.Option(envvar="HANDRAIL_ADDRESS", help="where browsers reach the server")]
Name = Annotated[str, typer.Argument(help="what the user is called here: small letters")]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON document on stdout")]

users_commands = typer.Typer(
    name="users", help="Who may enter, and as what.", no_args_is_help=True, rich_markup_mode=None
)
keys_commands = typer.Typer(
    name="keys", help="Keys for programs, agents and apps.", no_args_is_help=True, rich_markup_mode=None
)


@users_commands.callback()
def users() -> None:
    """Who may enter, and as what."""


@users_commands.command("add")
def add_user(
    name: Name,
    role: Annotated[Role, typer.Option(help="what they are trusted with")],
    email: Annotated[str | None, typer.Option(help="by which the identity provider knows them")] = None,
    runs: Runs = None,
    database: Database = "",
    address: Address = ADDRESS,
) -> None:
    """Register somebody, and print the invitation with which they enter once.

    The first user counts from the next start of the server on. Exit 2 on misuse.
    """
    with _people(runs, database) as people:
        _print_invitation(address, people.add(name, role, email=email, by=_by()))


@users_commands.command("invite")
def invite(name: Name, runs: Runs = None, database: Database = "", address: Address = ADDRESS) -> None:
    """Print another invitation; those before it end. Exit 2 on misuse."""
    with _people(runs, database) as people:
        _print_invitation(address, people.invite(name, by=_by()))


@users_commands.command("list")
def list_users(runs: Runs = None, database: Database = "", json: AsJson = False) -> None:
    """Say who is registered."""
    with _people(runs, database) as people:
        found = people.users()
    if json:
        print_json({"users": [{"name": key.name, "role": key.role, "email": key.email} for key in found]})
    else:
        _print_table(("user", "role", "email"), [(key.name, key.role, key.email or "") for key in found])


@users_commands.command("role")
def give_role(
    name: Name,
    role: Annotated[Role, typer.Argument(help="what they are trusted with from now on")],
    runs: Runs = None,
    database: Database = "",
) -> None:
    """Trust somebody with more or with less. Exit 2 on misuse."""
    with _people(runs, database) as people:
        people.give_role(name, role, by=_by())


@users_commands.command("remove")
def remove(name: Name, runs: Runs = None, database: Database = "") -> None:
    """Forget somebody with their keys and browsers. Exit 2 on misuse."""
    with _people(runs, database) as people:
        people.remove(name, by=_by())


@keys_commands.callback()
def keys() -> None:
    """Keys for programs, agents and apps."""


@keys_commands.command("add")
def add_key(
    user: Name,
    scope: Annotated[list[Scope], typer.Option(help="what it is for; several times for several")],
    label: Annotated[str, typer.Option(help="what it is called in lists")] = "",
    days: Annotated[float | None, typer.Option(help="how long it is good; else until it is revoked")] = None,
    runs: Runs = None,
    database: Database = "",
) -> None:
    """Make a key, and print it this one time.

    read, answer and admin are for people, session and app for agents; no key and no user has both. Exit 2 on misuse.
    """
    with _people(runs, database) as people:
        made, secret = people.add_key(user, frozenset(scope), label=label, days=days, by=_by())
    print(f"{secret}\nthis is key {made.id}; it is not shown again")


@keys_commands.command("list")
def list_keys(runs: Runs = None, database: Database = "", json: AsJson = False) -> None:
    """Say which keys there are."""
    with _people(runs, database) as people:
        found = people.all_keys()
    rows = [(key.id, key.user, " ".join(sorted(key.scopes)), key.label, _until(key.expires_ms)) for key in found]
    if json:
        names = ("id", "user", "scopes", "label", "until")
        print_json({"keys": [dict(zip(names, row, strict=True)) for row in rows]})
    else:
        _print_table(("key", "user", "for", "label", "until"), rows)


@keys_commands.command("revoke")
def revoke(
    identifier: Annotated[str, typer.Argument(help="as `handrail serve keys list` tells it")],
    runs: Runs = None,
    database: Database = "",
) -> None:
    """Forget a key. Exit 2 on misuse."""
    with _people(runs, database) as people:
        people.revoke_key(identifier, by=_by())


def audit(
    runs: Runs = None,
    head: Annotated[str, typer.Option(help="a hash that was noted before: the line must still be there")] = "",
    json: AsJson = False,
) -> None:
    """Say what was done about users and keys.

    Says also whether that record was changed. Exit 0 if it was not, 1 with the line from which on it proves nothing,
    2 if there is none.
    """
    from handrail.server.people.audit import Audit

    record = Audit(_folder(runs))
    acts, found = list(record.acts()), record.verify(head)
    if json:
        told = [
            {"at": administered.at.isoformat(), **{name: getattr(administered, name) for name in _ACT}}
            for administered in acts
        ]
        broken = {"line": found.line, "why": found.why} if isinstance(found, Broken) else None
        print_json({"acts": told, "head": "" if isinstance(found, Broken) else found.head, "broken": broken})
    else:
        rows = [
            (f"{administered.at.astimezone():%Y-%m-%d %H:%M:%S}", *(getattr(administered, name) for name in _ACT))
            for administered in acts
        ]
        _print_table(("when", "by", "act", "about", "what"), rows)
        if isinstance(found, Broken):
            print(f"line {found.line}: {found.why}")
        else:
            print(f"nothing was changed; the last line has the hash {found.head}")
    raise typer.Exit(1 if isinstance(found, Broken) else 0)


_ACT = ("by", "act", "about", "said")


@contextmanager
def _people(runs: Path | None, database: str) -> "Iterator[RegisteredPeople]":
    try:
        from handrail.server.people.audit import Audit
        from handrail.server.people.people import RegisteredPeople
        from handrail.server.store import open_store
        from handrail.server.store.store import STORE_FILE
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the server's users need {error.name}: {install_line('handrail[server]')}") from error
    folder = _folder(runs)
    store = open_store(database or folder / STORE_FILE)
    try:
        yield RegisteredPeople(store, Audit(folder), time.time)
    finally:
        store.close()


def _folder(runs: Path | None) -> Path:
    if runs is None:
        runs = runs_folder()
        runs.mkdir(0o700, parents=True, exist_ok=True)
    if not runs.is_dir():
        raise UnreadableInput(f"{runs}: no such folder; name the one that the server is started with")
    return runs


def _by() -> str:
    return f"{getpass.getuser()} at a terminal"


def _until(expires_ms: int | None) -> str:
    return "" if expires_ms is None else f"{time.strftime('%Y-%m-%d %H:%M', time.localtime(expires_ms / 1000))}"


def _print_invitation(address: str, invitation: str) -> None:
    if "://" not in address:
        raise Misuse(f"--address takes where browsers reach the server, as {ADDRESS}; {address[:80]!r} is none")
    print(f"{address.rstrip('/')}/invited?invitation={invitation}\nit lets in one browser, once, within a day")


def _print_table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    table = Table(*columns, box=None, pad_edge=False, header_style="dim")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    answer_console().print(table)
