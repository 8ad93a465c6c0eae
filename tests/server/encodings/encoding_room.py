"""A control room that turns instructions into rules without a model, and keeps what came of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import move

from guard.journal.sessions import RIGHT, run, taps
from handrail.server.access import Access
from handrail.server.encodings.encodings import Encodings
from handrail.server.fleet import Fleet
from handrail.server.room import Room
from handrail.server.sessions.encoding import encoder_of
from handrail.server.sessions.sessions import Sessions
from handrail.server.store.records import open_records
from server.served import AGENTS_KEY, KEY, Served, serving

TABLE = "Reserve Blue Harbor Grill for today at 18:30"
HELLO = 'Send Alice Martin the message "hello"'
EARLIER = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 18:00) -> Reserve
Reserve -> Done
"""


@contextmanager
def encoding_room(folder: Path) -> Iterator[Served]:
    """It has a run that booked the table at half past six."""
    runs = folder / "runs"
    runs.mkdir()
    move(run(folder, taps(*RIGHT), instruction=TABLE), runs / "table")
    records = open_records(runs)
    encodes = encoder_of("offline", Encodings(records.store, lambda: datetime.now(UTC)))
    access = Access.with_key(KEY, "Ann", AGENTS_KEY)
    room = Room(Fleet(runs), access, every_seconds=0.02, records=records, given=Sessions(runs, encodes))
    try:
        with serving(room) as server:
            yield server
    finally:
        records.store.close()


def rules_of(server: Served, app: str, instruction: str) -> list[str]:
    """The rules of a session that is opened by an instruction."""
    answer = server.ask("/api/sessions", {"app": app, "instruction": instruction})
    assert answer.status == 201, answer.body
    rules: list[str] = answer.json()["specification"]
    return rules
