"""People and keys over the API: everybody sees who they are, operators give keys to agents, admins do the rest."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Protocol, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Response

from handrail.error import Misuse, UnreadableInput
from handrail.guard.journal import Broken
from handrail.server.people.documents import (
    ActDocument,
    AuditDocument,
    InvitationDocument,
    KeyDocument,
    MadeKeyDocument,
    MeDocument,
    NewKeyDocument,
    NewUserDocument,
    RoleDocument,
    UserDocument,
    key_document,
    me_document,
    user_document,
)
from handrail.server.people.gate import GatedRoom, needs
from handrail.server.people.people import Key, RegisteredPeople
from handrail.server.people.person import OF_AGENTS, Person, Role, Scope
from handrail.server.people.registered import Registered

Result = TypeVar("Result")

MOST_ACTS = 200


class HasPeople(GatedRoom, Protocol):
    """A room whose users are kept somewhere, or not."""

    @property
    def people(self) -> RegisteredPeople | None:
        """Who is registered."""
        ...


def people_routes(room: HasPeople) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api", tags=["people"])
    anybody, admin = needs(room), needs(room, Scope.ADMIN, role=Role.ADMIN)

    async def act(change: Callable[[RegisteredPeople], Result]) -> Result:
        """In a thread, as it waits for the database; and every process is to know at once."""
        if room.people is None:
            raise HTTPException(409, "this server keeps no users; start it with a database")
        try:
            return await asyncio.to_thread(change, room.people)
        finally:
            if isinstance(room.access, Registered):
                room.access.forget()

    @routes.get("/me")
    async def me(person: Annotated[Person, Depends(anybody)]) -> MeDocument:
        """Who asks, and what they may."""
        return me_document(person)

    @routes.get("/users", dependencies=[Depends(admin)])
    async def users() -> list[UserDocument]:
        """Everybody who is registered."""
        return [user_document(user) for user in await act(lambda people: people.users())]

    @routes.post("/users", status_code=201)
    async def add(given: NewUserDocument, person: Annotated[Person, Depends(admin)]) -> InvitationDocument:
        """Register somebody, and get the invitation with which they enter once."""
        secret = await act(lambda people: people.add(given.name, given.role, email=given.email, by=person.name))
        return InvitationDocument(name=given.name, path=f"/invited?invitation={secret}")

    @routes.put("/users/{name}/role", status_code=204, response_class=Response)
    async def role(name: str, given: RoleDocument, person: Annotated[Person, Depends(admin)]) -> None:
        """Trust somebody with more or with less."""
        await act(lambda people: people.give_role(name, given.role, by=person.name))

    @routes.post("/users/{name}/invitations", status_code=201)
    async def invite(name: str, person: Annotated[Person, Depends(admin)]) -> InvitationDocument:
        """Another invitation; those before it end."""
        secret = await act(lambda people: people.invite(name, by=person.name))
        return InvitationDocument(name=name, path=f"/invited?invitation={secret}")

    @routes.delete("/users/{name}/cookies", status_code=204, response_class=Response)
    async def sign_out(name: str, person: Annotated[Person, Depends(admin)]) -> None:
        """Sign somebody out of every browser."""
        await act(lambda people: people.sign_out(name, by=person.name))

    @routes.delete("/users/{name}", status_code=204, response_class=Response)
    async def remove(name: str, person: Annotated[Person, Depends(admin)]) -> None:
        """Forget somebody with their keys and cookies."""
        await act(lambda people: people.remove(name, by=person.name))

    @routes.get("/audit", dependencies=[Depends(admin)])
    async def audit() -> AuditDocument:
        """What was done about people and keys, the newest last, and whether the record is whole."""
        return await act(_audit)

    _key_routes(room, routes, act)
    return routes


class _Act(Protocol):
    async def __call__(self, change: Callable[[RegisteredPeople], Result], /) -> Result: ...


def _key_routes(room: HasPeople, routes: APIRouter, act: _Act) -> None:
    giver = needs(room, Scope.READ, role=Role.OPERATOR)

    @routes.get("/keys")
    async def keys(person: Annotated[Person, Depends(giver)]) -> list[KeyDocument]:
        """The keys that one may revoke: an operator's own, and all for an admin."""
        found = await act(lambda people: people.all_keys())
        return [key_document(key) for key in found if _is_theirs(person, key)]

    @routes.post("/keys", status_code=201)
    async def add(given: NewKeyDocument, person: Annotated[Person, Depends(giver)]) -> MadeKeyDocument:
        """Make a key: an operator for agents and in their own name, an admin any. The key is told this one time."""
        user, scopes = given.user or person.name, frozenset(given.scopes)
        if Scope.ADMIN not in person.scopes and (user != person.name or not scopes <= OF_AGENTS):
            raise HTTPException(403, "an operator makes keys for session and app, and in their own name")
        made, secret = await act(
            lambda people: people.add_key(user, scopes, label=given.label, days=given.days, by=person.name)
        )
        return MadeKeyDocument(made=key_document(made), key=secret)

    @routes.delete("/keys/{identifier}", status_code=204, response_class=Response)
    async def revoke(identifier: str, person: Annotated[Person, Depends(giver)]) -> None:
        """Forget a key."""

        def change(people: RegisteredPeople) -> None:
            if not any(key.id == identifier and _is_theirs(person, key) for key in people.all_keys()):
                raise Misuse(f"you have no key {identifier[:80]!r}")
            people.revoke_key(identifier, by=person.name)

        await act(change)


def _is_theirs(person: Person, key: Key) -> bool:
    return Scope.ADMIN in person.scopes or key.user == person.name


def _audit(people: RegisteredPeople) -> AuditDocument:
    acts = [
        ActDocument(
            at=administered.at.isoformat(),
            by=administered.by,
            act=administered.act,
            about=administered.about,
            said=administered.said,
        )
        for administered in people.audit.acts()
    ]
    try:
        found = people.audit.verify()
    except UnreadableInput:
        return AuditDocument(whole=True, said="nothing is on record yet", acts=[])
    whole = not isinstance(found, Broken)
    said = f"{found.entries} acts" if not isinstance(found, Broken) else f"line {found.line}: {found.why}"
    return AuditDocument(whole=whole, said=said, acts=acts[-MOST_ACTS:])
