"""Notifications over the API: admins say which programs are told, and whoever answers, which browsers."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Protocol, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Response

from handrail.server.notify.documents import (
    EndpointDocument,
    MadeWebhookDocument,
    NewWebhookDocument,
    PushKeyDocument,
    SubscriptionDocument,
    WebhookDocument,
)
from handrail.server.notify.receivers import Receivers
from handrail.server.people.gate import GatedRoom, needs
from handrail.server.people.person import Person, Role, Scope
from handrail.server.people.registered import Registered

Result = TypeVar("Result")


class Notifies(GatedRoom, Protocol):
    """A room that can tell people who are elsewhere."""

    @property
    def receivers(self) -> Receivers | None:
        """Who is told, where a database keeps it."""
        ...


def notification_routes(room: Notifies) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api", tags=["notifications"])
    admin, answers = needs(room, Scope.ADMIN, role=Role.ADMIN), needs(room, Scope.ANSWER)

    async def act(change: Callable[[Receivers], Result]) -> Result:
        if room.receivers is None:
            raise HTTPException(409, "this server has no database to keep who is told")
        return await asyncio.to_thread(change, room.receivers)

    @routes.get("/webhooks", dependencies=[Depends(admin)])
    async def webhooks() -> list[WebhookDocument]:
        """The programs that are told, without their secrets."""
        found = await act(lambda receivers: receivers.webhooks())
        return [WebhookDocument(id=webhook.id, address=webhook.address) for webhook in found]

    @routes.post("/webhooks", status_code=201)
    async def add_webhook(given: NewWebhookDocument, person: Annotated[Person, Depends(admin)]) -> MadeWebhookDocument:
        """Tell a program of every question that waits; what it is sent is signed with the secret that is told here."""
        made = await act(lambda receivers: receivers.add_webhook(given.address, by=person.name))
        return MadeWebhookDocument(id=made.id, address=made.address, secret=made.secret)

    @routes.delete("/webhooks/{identifier}", status_code=204, response_class=Response)
    async def remove_webhook(identifier: str, person: Annotated[Person, Depends(admin)]) -> None:
        """Tell a program nothing any more."""
        await act(lambda receivers: receivers.remove_webhook(identifier, by=person.name))

    @routes.get("/push/key", dependencies=[Depends(answers)])
    async def push_key() -> PushKeyDocument:
        """With what a browser subscribes to Web Push here."""

        def find(receivers: Receivers) -> str:
            from handrail.server.notify.web_push import public_key

            return public_key(receivers)

        return PushKeyDocument(public_key=await act(find))

    @routes.post("/push/subscriptions", status_code=204, response_class=Response)
    async def subscribe(given: SubscriptionDocument, person: Annotated[Person, Depends(answers)]) -> None:
        """Tell this browser of every question that waits."""
        user = person.name if isinstance(room.access, Registered) else None
        await act(lambda receivers: receivers.subscribe(given.endpoint, given.keys.p256dh, given.keys.auth, user=user))

    @routes.delete("/push/subscriptions", status_code=204, response_class=Response, dependencies=[Depends(answers)])
    async def unsubscribe(given: EndpointDocument) -> None:
        """Tell a browser nothing any more."""
        await act(lambda receivers: receivers.unsubscribe(given.endpoint))

    return routes
