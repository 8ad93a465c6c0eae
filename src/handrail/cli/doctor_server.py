"""What `handrail doctor` says of the server: its database, and whether its keys and users are in order."""

import stat
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from handrail.cli.doctor import CheckState, DoctorCheck
from handrail.error import HandrailError
from handrail.strict_json import shown_path

if TYPE_CHECKING:
    from handrail.server.store import Store

SHORTEST_KEY = 16
SOON_DAYS = 7
KEYS = ("HANDRAIL_SERVER_KEY", "HANDRAIL_AGENTS_KEY")


def examine_server(environment: Mapping[str, str], runs: Path) -> Iterator[DoctorCheck]:
    """All that is looked at, one after the other; no database is made, and none is brought up to date."""
    from handrail.server.store.store import STORE_FILE

    short = [name for name in KEYS if 0 < len(environment.get(name, "")) < SHORTEST_KEY]
    if short:
        mend = "make one with `openssl rand -base64 24`"
        yield DoctorCheck("server key", CheckState.WRONG, f"{short[0]} is short enough to be guessed", mend)
    if environment.get(KEYS[0]) and environment.get(KEYS[0]) == environment.get(KEYS[1]):
        yield DoctorCheck(
            "server key", CheckState.WRONG, f"{KEYS[0]} and {KEYS[1]} are the same", "agents need one of their own"
        )
    named, file = environment.get("HANDRAIL_STORE", ""), runs / STORE_FILE
    if not named and not file.exists():
        yield DoctorCheck("database", CheckState.ABSENT, "none yet", "`handrail serve` makes one")
        return
    if not named and stat.S_IMODE(file.stat().st_mode) & 0o077:
        said, mend = f"others can read {shown_path(file)}", f"chmod go-rwx {shown_path(file)}"
        yield DoctorCheck("database", CheckState.WRONG, said, mend)
        return
    yield from _database(named or file)


def _database(url: str | Path) -> Iterator[DoctorCheck]:
    from handrail.server.store import open_store
    from handrail.server.store.migrations.runner import is_current

    try:
        store = open_store(url, None)
    except HandrailError as error:
        yield DoctorCheck("database", CheckState.WRONG, str(error), "start it, or name another with HANDRAIL_STORE")
        return
    try:
        if not store.read_now(is_current):
            mend = "`handrail serve` of this version brings an older one up to date; of a newer one, update Handrail"
            yield DoctorCheck("database", CheckState.ABSENT, "its tables are those of another version", mend)
            return
        yield DoctorCheck("database", CheckState.FINE, store.engine.url.render_as_string())
        yield from _people(store)
    finally:
        store.close()


def _people(store: "Store") -> Iterator[DoctorCheck]:
    from handrail.server.people.audit import Audit
    from handrail.server.people.people import RegisteredPeople

    people = RegisteredPeople(store, Audit(Path()), time.time)
    users, keys, now = people.users(), people.all_keys(), people.now_ms
    yield DoctorCheck(
        "users", CheckState.FINE, f"{len(users)} registered" if users else "none; whoever starts it has the key"
    )
    soon = now + SOON_DAYS * 86_400_000
    ending = [key for key in keys if key.expires_ms is not None and key.expires_ms < soon]
    said = f"{len(keys)} kept" + (f", of which {len(ending)} end within {SOON_DAYS} days or ended" if ending else "")
    mend = f"`handrail serve keys revoke {ending[0].id}`, and make another" if ending else ""
    yield DoctorCheck("keys", CheckState.FINE, said, mend)
