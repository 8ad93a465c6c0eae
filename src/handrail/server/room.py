"""What the routes work on: the runs, who may look at them, and all that is kept beside them."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import InitVar, dataclass, field

from handrail.server.access import Access
from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.fleet import Fleet
from handrail.server.news import News
from handrail.server.notify.receivers import Receivers
from handrail.server.operations.drain import Drain
from handrail.server.operations.metrics import Metrics
from handrail.server.people.audit import Audit
from handrail.server.people.limits import RateLimits
from handrail.server.people.login import SignIn
from handrail.server.people.people import RegisteredPeople
from handrail.server.policies.policies import Policies
from handrail.server.sessions.sessions import Sessions
from handrail.server.store import Store
from handrail.server.store.keeper import Keeper
from handrail.server.store.records import Records, open_records

LOOKS_EVERY_SECONDS = 0.25


@dataclass(slots=True)
class Room:
    """One server. `seconds` is the system's clock, for questions that expire.

    `people` are the users, where some are kept, and `secure` says that browsers speak to it over TLS alone.
    `expects` says which runs are about to begin, where there is none yet.
    `given` are the sessions, where they are not those of a server by itself over the folder of the fleet.
    """

    fleet: Fleet
    access: Access
    news: News = field(default_factory=News)
    seconds: Callable[[], float] = time.time
    every_seconds: float = LOOKS_EVERY_SECONDS
    limits: RateLimits = field(default_factory=lambda: RateLimits.usual(time.monotonic))
    records: Records | None = None
    people: RegisteredPeople | None = None
    receivers: Receivers | None = None
    sign_in: SignIn | None = None
    secure: bool = False
    policies: Policies | None = None
    drain: Drain = field(default_factory=Drain)
    metrics: Metrics = field(init=False)
    apps: ConnectedApps = field(default_factory=ConnectedApps)
    app_origins: Sequence[str] = ()
    expects: str = ""
    given: InitVar[Sessions | None] = None
    sessions: Sessions = field(init=False)

    def __post_init__(self, given: Sessions | None) -> None:
        self.metrics = Metrics(self.fleet)
        self.sessions = given or Sessions(self.fleet.root)
        self.sessions.take_part(self.apps)
        self.apps.is_ending = lambda: self.drain.begun

    @property
    def store(self) -> Store | None:
        """The database, as soon as there is one."""
        return None if self.records is None else self.records.store

    @asynccontextmanager
    async def keeping_records(self) -> AsyncIterator[Keeper]:
        """With the records of the runs, or else with those in a database of the folder's own, until this is left."""
        opened = None if self.records is not None else await asyncio.to_thread(open_records, self.fleet.root)
        records = self.records = self.records or opened
        assert records is not None
        self.fleet.index = records.index
        self.policies = self.sessions.policies = Policies(records.store, Audit(self.fleet.root), self.seconds)
        keeper = Keeper(records, self.fleet.forget)
        try:
            yield keeper
            await keeper.leave()
        finally:
            if opened is not None:
                opened.store.close()

    async def follow(self) -> None:
        """Read what guards write, and tell who listens, until cancelled."""
        while True:
            self.news.tell(await asyncio.to_thread(self.fleet.refresh))
            await asyncio.sleep(0 if self.fleet.is_behind else self.every_seconds)
