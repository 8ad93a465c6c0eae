"""Who is told: webhooks and subscribed browsers, in the database, and the key by which services for push know us."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from handrail.error import Misuse
from handrail.server.notify.reach import demand_address
from handrail.server.notify.tables import SIGNING_KEYS, SUBSCRIPTIONS, TOLD, WEBHOOKS
from handrail.server.people.audit import Audit
from handrail.server.people.secret import digest, new_secret
from handrail.server.store import Store

MOST_WEBHOOKS = 20
MOST_SUBSCRIPTIONS = 500
REMEMBERED_MS = 30 * 86_400_000
SECRET = "hw_"  # noqa: S105 - how one begins
_SIGNER = "server"


@dataclass(frozen=True, slots=True)
class Webhook:
    """A program that is told; what it is sent is signed with `secret`."""

    id: str
    address: str
    secret: str


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that is told, by the service at `endpoint`; the keys are the browser's, in base64 for addresses."""

    id: str
    endpoint: str
    public_key: str
    secret: str


@dataclass(frozen=True, slots=True)
class Receivers:
    """All of them. The functions wait for the database."""

    store: Store
    audit: Audit
    seconds: Callable[[], float]

    def webhooks(self) -> list[Webhook]:
        """The programs, in the order in which they were added."""
        rows = self.store.read_now(lambda c: c.execute(select(WEBHOOKS).order_by(WEBHOOKS.c.added_ms)).all())
        return [Webhook(row.id, row.address, row.secret) for row in rows]

    def add_webhook(self, address: str, *, by: str) -> Webhook:
        """A program to tell. Raises `Misuse` for an address that is none, or not safe."""
        demand_address(address)
        made = Webhook(digest(new_secret())[:12], address, new_secret(SECRET))

        def change(connection: Connection) -> None:
            if len(connection.execute(select(WEBHOOKS.c.id)).all()) >= MOST_WEBHOOKS:
                raise Misuse(f"there are {MOST_WEBHOOKS} webhooks already; remove one")
            self.audit.note(by, "webhook added", made.id, address.partition("?")[0])
            values = {"id": made.id, "address": address, "secret": made.secret, "added_ms": self._now_ms()}
            connection.execute(insert(WEBHOOKS).values(values))

        self.store.write_now(change)
        return made

    def remove_webhook(self, identifier: str, *, by: str) -> None:
        """Tell it nothing any more."""

        def change(connection: Connection) -> None:
            if not connection.execute(delete(WEBHOOKS).where(WEBHOOKS.c.id == identifier)).rowcount:
                raise Misuse(f"there is no webhook {identifier[:80]!r}")
            self.audit.note(by, "webhook removed", identifier)

        self.store.write_now(change)

    def subscriptions(self) -> list[Subscription]:
        """The browsers."""
        rows = self.store.read_now(lambda c: c.execute(select(SUBSCRIPTIONS)).all())
        return [Subscription(row.id, row.endpoint, row.public_key, row.secret) for row in rows]

    def subscribe(self, endpoint: str, public_key: str, secret: str, *, user: str | None) -> str:
        """A browser to tell; one that subscribes again is told once. Raises `Misuse`."""
        demand_address(endpoint)
        identifier = digest(endpoint)[:16]

        def change(connection: Connection) -> None:
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == identifier))
            if len(connection.execute(select(SUBSCRIPTIONS.c.id)).all()) >= MOST_SUBSCRIPTIONS:
                raise Misuse(f"{MOST_SUBSCRIPTIONS} browsers are told already")
            connection.execute(
                insert(SUBSCRIPTIONS).values(
                    id=identifier,
                    user=user,
                    endpoint=endpoint,
                    public_key=public_key,
                    secret=secret,
                    added_ms=self._now_ms(),
                )
            )

        self.store.write_now(change)
        return identifier

    def unsubscribe(self, endpoint: str) -> None:
        """Tell it nothing any more; whoever has the address of a subscription is the browser."""
        self.store.write_now(lambda c: c.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.endpoint == endpoint)))

    def signing_key(self, make: Callable[[], str]) -> str:
        """The key by which services for push know this server, as PEM; made when it is asked for first."""
        kept = select(SIGNING_KEYS.c.private_pem).where(SIGNING_KEYS.c.name == _SIGNER)

        def change(connection: Connection) -> str:
            found = connection.execute(kept).scalar()
            if found is None:
                found = make()
                connection.execute(insert(SIGNING_KEYS).values(name=_SIGNER, private_pem=found))
            return str(found)

        return str(self.store.read_now(lambda c: c.execute(kept).scalar()) or self.store.write_now(change))

    def claim(self, question: str) -> bool:
        """Whether this process is to tell of a question, as no other one has."""
        now = self._now_ms()

        def change(connection: Connection) -> None:
            connection.execute(delete(TOLD).where(TOLD.c.at_ms < now - REMEMBERED_MS))
            connection.execute(insert(TOLD).values(question=question, at_ms=now))

        try:
            self.store.write_now(change)
        except IntegrityError:
            return False
        return True

    def _now_ms(self) -> int:
        return int(self.seconds() * 1000)
