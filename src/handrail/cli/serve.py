"""`handrail serve`: the control room over a folder of runs, for browsers and programs here or elsewhere."""

import asyncio
import gc
import getpass
import logging
import os
import secrets
import socket
import sys
import tempfile
import time
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple
from urllib.parse import urlsplit

import typer

from handrail.cli.model_choice import choose_model
from handrail.error import MissingExtra, Misuse, UnreadableInput, install_line
from handrail.guard.opening import runs_folder
from handrail.strict_json import shown_path

if TYPE_CHECKING:
    from handrail.server.access import Access
    from handrail.server.app_port.connected_apps import ConnectedApps
    from handrail.server.notify.notifier import Notifier
    from handrail.server.people.binding import NetworkBinding
    from handrail.server.people.login import SignIn
    from handrail.server.room import Room
    from handrail.server.sessions.sessions import Sessions
    from handrail.server.store import Store
    from handrail.server.store.records import Records

LOOPBACK = "127.0.0.1"
PORT = 8770
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
PAUSE_SECONDS = 1.2
OIDC_SECRET = "HANDRAIL_OIDC_SECRET"  # noqa: S105 - the name of a variable


class LogFormat(StrEnum):
    """How logs are written."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """The database, and how long runs are kept that are over, in days."""

    database: str
    keep: int | None
    archive: int | None
    pictures: str

    def opened(self, runs: Path) -> "Records":
        """The records of a folder of runs. Raises `Misuse`, `StoreFailed`."""
        from handrail.server.store import open_store
        from handrail.server.store.records import Keeping, open_records

        delete_after, move_after = (None if days is None else timedelta(days) for days in (self.keep, self.archive))
        keeping = Keeping(delete_after, move_after, self.pictures)
        return open_records(runs, open_store(self.database) if self.database else None, keeping)


class AppPortOptions(NamedTuple):
    """Where and how apps take part."""

    port: int | None
    token: str
    origins: list[str]


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """What the server was started with."""

    runs: Path
    demo: bool
    port: int
    key: str
    agents_key: str
    listen: str
    store: "StoreSettings"
    model: str | None
    apps: AppPortOptions
    address: str
    certificate: Path | None
    private_key: Path | None
    proxies: tuple[str, ...]
    issuer: str
    client: str


def serve(
    runs: Annotated[
        Path | None, typer.Argument(help="the folder in which journals are, each in its own; else the user's own")
    ] = None,
    port: Annotated[int, typer.Option(help="the port on this computer; 0 for any free one")] = PORT,
    demo: Annotated[bool, typer.Option("--demo", help="six agents work on simulated phones, and ask you")] = False,
    model: Annotated[
        str | None, typer.Option(help="turns the instructions of sessions into rules; else they bring their rules")
    ] = None,
    key: Annotated[str, typer.Option(envvar="HANDRAIL_SERVER_KEY", help="the key to enter with; else a new one")] = "",
    agents_key: Annotated[
        str, typer.Option(envvar="HANDRAIL_AGENTS_KEY", help="the key of agents, who answer nothing; else a new one")
    ] = "",
    listen: Annotated[
        str, typer.Option(help="the address to listen on; further than this computer takes users")
    ] = LOOPBACK,
    database: Annotated[
        str, typer.Option("--store", envvar="HANDRAIL_STORE", help="sqlite:///PATH or postgresql://USER@HOST/NAME")
    ] = "",
    keep: Annotated[int | None, typer.Option(min=1, help="delete runs so many days after their end")] = None,
    archive: Annotated[
        int | None, typer.Option(min=0, help="move pictures to --pictures so many days after the end of a run")
    ] = None,
    pictures: Annotated[str, typer.Option(help="where pictures of archived runs are: a folder, or a URL")] = "",
    address: Annotated[
        str, typer.Option(envvar="HANDRAIL_ADDRESS", help="where browsers reach it, as https://handrail.example")
    ] = "",
    tls_certificate: Annotated[Path | None, typer.Option(help="the certificate, with those that vouch for it")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="the private key of the certificate")] = None,
    behind_proxy: Annotated[
        list[str] | None, typer.Option(help="the address of a proxy that ends TLS, and says who asks")
    ] = None,
    oidc_issuer: Annotated[str, typer.Option(envvar="HANDRAIL_OIDC_ISSUER", help="where people log in")] = "",
    oidc_client: Annotated[str, typer.Option(envvar="HANDRAIL_OIDC_CLIENT", help="as what it knows this server")] = "",
    logs: Annotated[LogFormat, typer.Option(help="how logs are written, to stderr")] = LogFormat.TEXT,
    verbose: Annotated[bool, typer.Option("--verbose", help="log every request, too")] = False,
    verisafe: Annotated[
        int | None, typer.Option(help="a port for apps that take part, also over the published VeriSafe protocol")
    ] = None,
    app_token: Annotated[
        str,
        typer.Option(envvar="HANDRAIL_APP_TOKEN", help="the key that apps bring; without one, any app"),
    ] = "",
    app_origin: Annotated[
        list[str] | None, typer.Option(help="a web page that may take part, as in https://shop.example")
    ] = None,
) -> None:
    """Open the control room.

    A page that shows what every guarded run does, and what waits for a person. Where nobody is registered it prints
    the address to open, which has the key in it; `handrail serve users --help` says how to register people, and
    `keys --help` and `audit --help` the rest. Ends with Ctrl-C. Exit 2 on misuse.
    """
    with ExitStack() as kept:
        if demo:
            if runs is not None:
                raise Misuse("`--demo` keeps its runs in a folder of its own; leave out the folder")
            runs = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="handrail-demo-")))
        elif runs is not None:
            _make_folder(runs)
        else:
            runs = runs_folder()
            runs.mkdir(0o700, parents=True, exist_ok=True)
        if archive is not None and not pictures:
            raise Misuse("`--archive` needs to know where pictures go: name it with --pictures")
        wanted = ServeOptions(
            runs,
            demo,
            port,
            key or secrets.token_urlsafe(24),
            agents_key or secrets.token_urlsafe(24),
            listen,
            StoreSettings(database, keep, archive, pictures),
            model,
            AppPortOptions(verisafe, app_token, app_origin or []),
            address.rstrip("/"),
            tls_certificate,
            tls_key,
            tuple(behind_proxy or ()),
            oidc_issuer,
            oidc_client,
        )
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(wanted, logs, verbose))


async def _serve(wanted: ServeOptions, logs: LogFormat, verbose: bool) -> None:
    try:
        from handrail.server.app_port.tcp import open_tcp
        from handrail.server.application import application
        from handrail.server.operations.logs import log_to
        from handrail.server.operations.serving import server_of
        from handrail.server.operations.tracing_wanted import is_configured
        from handrail.server.sessions.rehearsal import rehearse_soon
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the control room needs {error.name}: {install_line('handrail[server]')}") from error
    log_to(sys.stderr, as_json=logs is LogFormat.JSON, level=logging.INFO if verbose else logging.WARNING)
    with ExitStack() as kept:
        records = wanted.store.opened(wanted.runs)
        kept.callback(records.store.close)
        listening = listen_on(wanted.listen, wanted.port)
        kept.callback(listening.close)
        port = listening.getsockname()[1]
        room, binding = _room(wanted, records, port)
        beside = [_notifier(wanted, room, port).watch, rehearse_soon]
        if wanted.demo:
            room.expects = "Six agents are starting on simulated phones; the first is here in some seconds."
            beside.append(lambda: _demonstrate(wanted.runs, records))
        if is_configured(os.environ):
            beside.append(lambda: _trace(room))
        made = application(room, hosts=_hosts(wanted), beside=beside)
        server = server_of(
            made, room.drain, binding, certificate=_file(wanted.certificate), key=_file(wanted.private_key)
        )
        _say(wanted, room, port)
        gc.freeze()  # what was read to start stays until the end, and is not looked through for garbage again
        async with AsyncExitStack() as ports:
            if wanted.apps.port is not None:
                for_apps = listen_on(wanted.listen, wanted.apps.port, "--verisafe")
                print(f"apps take part at {wanted.listen}:{for_apps.getsockname()[1]}", flush=True)
                await ports.enter_async_context(open_tcp(room.apps, for_apps))
            await server.serve(sockets=[listening])


def _room(wanted: ServeOptions, records: "Records", port: int) -> "tuple[Room, NetworkBinding]":
    """The room of people who are registered, or of whoever starts it where nobody is. Raises `Misuse`."""
    from handrail.server.access import Access
    from handrail.server.fleet import Fleet
    from handrail.server.notify.receivers import Receivers
    from handrail.server.people.audit import Audit
    from handrail.server.people.binding import bind
    from handrail.server.people.people import RegisteredPeople
    from handrail.server.people.registered import Registered
    from handrail.server.room import Room

    if (wanted.certificate is None) != (wanted.private_key is None):
        raise Misuse("--tls-certificate and --tls-key go together")
    store = records.store
    people = RegisteredPeople(store, Audit(wanted.runs), time.time)
    has_users = people.any()
    binding = bind(
        wanted.listen, has_users=has_users, has_certificate=wanted.certificate is not None, proxies=wanted.proxies
    )
    access = Registered(people) if has_users else Access.with_key(wanted.key, getpass.getuser(), wanted.agents_key)
    sign_in = _sign_in(wanted, store) if wanted.issuer else None
    room = Room(
        Fleet(wanted.runs),
        access,
        records=records,
        people=people,
        sign_in=sign_in,
        secure=binding.secure,
        given=_sessions(wanted, records, port),
        apps=_apps(wanted, access),
        app_origins=tuple(wanted.apps.origins),
    )
    room.receivers = Receivers(store, people.audit, time.time)
    return room, binding


def _apps(wanted: ServeOptions, access: "Access") -> "ConnectedApps":
    """The apps that take part: those with a key where there are users, or where one was named."""
    from handrail.server.app_port.connected_apps import ConnectedApps, with_token
    from handrail.server.people.registered import Registered

    if isinstance(access, Registered):
        return ConnectedApps(access.admits_app)
    return ConnectedApps(with_token(wanted.apps.token) if wanted.apps.token else None)


def _notifier(wanted: ServeOptions, room: "Room", port: int) -> "Notifier":
    from handrail.server.notify.notifier import Notifier

    assert room.receivers is not None
    notifications = room.metrics.notifications
    return Notifier(
        room.fleet,
        room.news,
        room.receivers,
        _address(wanted, port),
        time.time,
        count=lambda channel, outcome: notifications.labels(channel, outcome).inc(),
    )


async def _trace(room: "Room") -> None:
    from handrail.server.operations.tracing import trace, usual_processor

    await trace(room.fleet, room.news, usual_processor())


def _sign_in(wanted: ServeOptions, store: "Store") -> "SignIn":
    from handrail.server.notify.reach import demand_address
    from handrail.server.people.oidc import OpenIdConnect

    demand_address(wanted.issuer)
    secret = os.environ.get(OIDC_SECRET, "")
    if not (wanted.client and wanted.address and secret):
        raise Misuse(f"a login elsewhere takes --oidc-client, --address, and the client's secret in {OIDC_SECRET}")
    return OpenIdConnect(wanted.issuer, wanted.client, secret, wanted.address, store, time.time)


def _say(wanted: ServeOptions, room: "Room", port: int) -> None:
    from handrail.server.people.registered import Registered

    address = _address(wanted, port)
    print(f"runs in {wanted.runs}")
    if isinstance(room.access, Registered):
        print(f"open {address}\nwho is registered may enter; Ctrl-C ends", flush=True)
        return
    print(f"open {address}/enter?key={wanted.key}\nthe key lets whoever has it answer in your name; Ctrl-C ends")
    print(f"agents that open sessions take this one, which answers nothing: {wanted.agents_key}", flush=True)


def _address(wanted: ServeOptions, port: int) -> str:
    scheme = "https" if wanted.certificate is not None else "http"
    return wanted.address or f"{scheme}://{_host(wanted)}:{port}"


def _host(wanted: ServeOptions) -> str:
    return f"[{wanted.listen}]" if ":" in wanted.listen else wanted.listen


def _hosts(wanted: ServeOptions) -> tuple[str, ...]:
    """The names under which the server may be asked: another site's name is refused."""
    here = (LOOPBACK, "localhost", "[::1]", _host(wanted))
    if wanted.address:
        named = urlsplit(wanted.address).hostname
        if named is None:
            raise Misuse(f"--address takes where browsers reach it, as https://handrail.example, not {wanted.address}")
        return (*here, f"[{named}]" if ":" in named else named)
    if wanted.listen in EVERYWHERE:
        raise Misuse(f"at {wanted.listen} it has no name of its own; say with --address where browsers reach it")
    return here


def _file(path: Path | None) -> str | None:
    if path is None:
        return None
    if not path.is_file():
        raise UnreadableInput(f"{shown_path(path)}: no such file")
    return str(path)


def _sessions(wanted: ServeOptions, records: "Records", port: int) -> "Sessions":
    """The sessions of agents, of which other processes on the same database find out where they are."""
    from handrail.server.encodings.encodings import Encodings
    from handrail.server.sessions.encoding import encoder_of
    from handrail.server.sessions.leases import StoreLeases
    from handrail.server.sessions.sessions import Sessions

    owner = f"{_address(wanted, port)}#{secrets.token_hex(8)}"
    encodings = Encodings(records.store, lambda: datetime.now(UTC))
    model = choose_model(wanted.model, os.environ).model if wanted.model is not None else None
    encodes = encoder_of(model, encodings) if model is not None else None
    return Sessions(wanted.runs, encodes, leases=StoreLeases(records.store), owner=owner)


async def _demonstrate(runs: Path, records: "Records") -> None:
    try:  # in a thread: the page need not wait until the phones are there
        demonstration = await asyncio.to_thread(import_module, "handrail.server.demonstration")
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the demo needs {error.name}: {install_line('handrail[server]')}") from error
    from handrail.server.encodings.encodings import Encodings

    await demonstration.leave_drafts(Encodings(records.store, lambda: datetime.now(UTC)))
    await demonstration.demonstrate(runs, lambda: asyncio.sleep(PAUSE_SECONDS))


def _make_folder(runs: Path) -> None:
    """Say that it is new: a misspelt folder must not look like one in which nothing runs."""
    try:
        is_new = not runs.exists()
        runs.mkdir(0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # a path may be too long, or have a NUL in it
        why = getattr(error, "strerror", None) or error
        raise UnreadableInput(
            f"{shown_path(runs)}: {why}; name a folder for runs, which is made if it is new"
        ) from None
    if is_new:
        print(
            f"handrail: {shown_path(runs)} is new; the runs of guards that journal into it will show", file=sys.stderr
        )


def listen_on(host: str, port: int, option: str = "--port") -> socket.socket:
    """A socket that listens. Raises `Misuse` where the port is taken."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # whoever is quicker than the server waits for it
    except (OSError, OverflowError) as error:
        listening.close()
        raise Misuse(
            f"port {port}: {getattr(error, 'strerror', None) or error}; choose another with {option}"
        ) from None
    return listening
