"""The server that a process of the tests runs; it reads little, so that a process is there soon."""

import secrets
from multiprocessing.connection import Connection
from pathlib import Path
from socket import socket

import uvicorn

from handrail.server.access import Access
from handrail.server.application import application
from handrail.server.fleet import Fleet
from handrail.server.room import Room
from handrail.server.sessions.leases import StoreLeases
from handrail.server.sessions.sessions import Sessions
from handrail.server.store import open_store

LEASE_SECONDS = 1.0


def serve(runs: Path, database: str, key: str, says: "Connection[int, int]") -> None:
    """Until killed; tells its port."""
    listening = socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    port = listening.getsockname()[1]
    owner = f"http://127.0.0.1:{port}#{secrets.token_hex(8)}"
    sessions = Sessions(runs, leases=StoreLeases(open_store(database)), owner=owner, lease_seconds=LEASE_SECONDS)
    room = Room(Fleet(runs), Access.with_key("the key of people", "Ann", key), given=sessions)
    says.send(port)
    uvicorn.Server(uvicorn.Config(application(room), log_level="error")).run(sockets=[listening])
