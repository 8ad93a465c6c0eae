"""Watches for questions that wait, and tells whoever wants to know; a receiver that fails holds up nobody.

It reads what guards leave for people, like the page does, so no session waits for it, and each message is on its way by
itself. Of a question it tells once, whatever became of the message.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from httpx2 import AsyncClient

from handrail.error import UnreadableInput
from handrail.guard.approval.queue import asker_now, pending
from handrail.server.fleet import Fleet
from handrail.server.news import News
from handrail.server.notify.delivery import DeliveryStatus, Made, Message, Retries, deliver
from handrail.server.notify.notification import QuestionNotice, notification_of
from handrail.server.notify.reach import is_public
from handrail.server.notify.receivers import Receivers, Subscription, Webhook
from handrail.server.notify.signature import HEADER, sign
from handrail.server.people.binding import is_loopback
from handrail.server.people.secret import digest

MOST_ON_THE_WAY = 200
CONTACT = "mailto:handrail@localhost"
_LOGGER = logging.getLogger("handrail.server.notify")


@dataclass(slots=True)
class Notifier:
    """`address` is where browsers reach the server. `count` is told of each message and what came of it.

    `to_this_computer` lets browsers be told by a service on this computer, as a test has one.
    """

    fleet: Fleet
    news: News
    receivers: Receivers
    address: str
    seconds: Callable[[], float]
    count: Callable[[str, DeliveryStatus], None] = lambda _channel, _outcome: None
    retries: Retries = field(default_factory=Retries)
    to_this_computer: bool = False
    _told: dict[str, frozenset[str]] = field(default_factory=dict)
    _on_the_way: set["asyncio.Task[None]"] = field(default_factory=set)
    _client: AsyncClient | None = None

    async def watch(self) -> None:
        """Tell of every question from now on, until cancelled."""
        async with self.news.listener() as listener:
            try:
                names = frozenset(run.name for run in self.fleet.runs())
                while True:
                    left = await self._look(names)
                    names = left | await listener.take()
            finally:
                for task in self._on_the_way:
                    task.cancel()
                await asyncio.gather(*self._on_the_way, return_exceptions=True)
                if self._client is not None:
                    await self._client.aclose()

    async def _look(self, names: frozenset[str]) -> frozenset[str]:
        """Tell of what is new in these runs. Those that have to be looked at again, as the database did not answer."""
        try:
            for news in await asyncio.to_thread(self._new, names):
                await self._tell(news)
        except Exception:
            _LOGGER.exception("questions could not be told of; they are looked at again when something is new")
            for name in names:
                self._told.pop(name, None)
            return names
        return frozenset()

    def _new(self, names: Iterable[str]) -> list[QuestionNotice]:
        """The questions of these runs that nobody has told of, which are now this process's to tell of."""
        return [
            notification
            for name in names
            for notification in self._of_run(name)
            if self.receivers.claim(notification.name)
        ]

    def _of_run(self, name: str) -> Iterator[QuestionNotice]:
        run = self.fleet.run(name)
        told = self._told.pop(name, frozenset())
        if run is None or not run.questions:
            return
        try:
            waiting = pending(run.folder)
        except UnreadableInput:  # answered or withdrawn in this moment
            waiting = ()
        self._told[name] = told | {awaited.question.identifier for awaited in waiting}
        for awaited in waiting:
            if awaited.question.identifier not in told:
                left = awaited.question.expires_at - asker_now(run.folder, awaited, self.seconds())
                yield notification_of(name, awaited, left.total_seconds(), self.address)

    async def _tell(self, notification: QuestionNotice) -> None:
        webhooks = await asyncio.to_thread(self.receivers.webhooks)
        browsers = await asyncio.to_thread(self.receivers.subscriptions)
        if not (webhooks or browsers):
            return
        if self._client is None:  # what it is made of takes long to read, and who opens the page does not wait for that
            self._client = await asyncio.to_thread(AsyncClient)
        client = self._client
        for webhook in webhooks:
            self._send("webhook", self._by_webhook(client, webhook, notification))
        for browser in browsers:
            self._send("push", self._by_push(client, browser, notification))

    def _send(self, channel: str, sending: Coroutine[Any, Any, DeliveryStatus]) -> None:
        if len(self._on_the_way) >= MOST_ON_THE_WAY:
            sending.close()
            self._came_to(channel, DeliveryStatus.GIVEN_UP)
            return

        async def bring() -> None:
            self._came_to(channel, await sending)

        task = asyncio.create_task(bring())
        self._on_the_way.add(task)
        task.add_done_callback(self._on_the_way.discard)

    def _came_to(self, channel: str, outcome: DeliveryStatus) -> None:
        self.count(channel, outcome)
        if outcome is not DeliveryStatus.DELIVERED:
            _LOGGER.warning("a notification by %s was %s", channel, outcome)

    async def _by_webhook(self, client: AsyncClient, webhook: Webhook, notification: QuestionNotice) -> DeliveryStatus:
        body = notification.body()

        async def message() -> Made:
            signed = sign(webhook.secret, body, int(self.seconds()))
            delivery = digest(f"{webhook.id} {notification.name}")[:32]
            return body, {"Content-Type": "application/json", HEADER: signed, "Handrail-Delivery": delivery}

        return await self._within(notification, client, webhook.address, message)

    async def _by_push(
        self, client: AsyncClient, browser: Subscription, notification: QuestionNotice
    ) -> DeliveryStatus:
        here = self.to_this_computer and is_loopback(urlsplit(browser.endpoint).hostname or "")
        if not (here or await is_public(browser.endpoint)):
            return DeliveryStatus.REFUSED

        async def message() -> Made:
            return await asyncio.to_thread(self._pushed, browser, notification)

        outcome = await self._within(notification, client, browser.endpoint, message)
        if outcome is DeliveryStatus.GONE:
            await asyncio.to_thread(self.receivers.unsubscribe, browser.endpoint)
        return outcome

    def _pushed(self, browser: Subscription, notification: QuestionNotice) -> Made:
        from handrail.server.notify.web_push import push_message

        contact = self.address if self.address.startswith("https://") else CONTACT
        return push_message(
            browser,
            notification.body(),
            self.receivers,
            now=self.seconds(),
            seconds_left=notification.seconds_left,
            contact=contact,
        )

    async def _within(
        self, notification: QuestionNotice, client: AsyncClient, address: str, message: Message
    ) -> DeliveryStatus:
        """Tried for no longer than the question waits."""
        try:
            async with asyncio.timeout(max(1, notification.seconds_left)):
                return await deliver(client, address, message, self.retries)
        except TimeoutError:
            return DeliveryStatus.GIVEN_UP
