"""The routes over policies: the one in force and those before it, and what is wrong with one that somebody writes."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException

from handrail.error import UnreadableInput
from handrail.guard.policy import read_policy
from handrail.guard.policy.read import PolicyError, default_policy_text
from handrail.guard.policy.review import review_policy
from handrail.guard.policy.summary import summary
from handrail.server.messages import message_documents, refusal_document
from handrail.server.people.gate import needs
from handrail.server.people.person import Person, Scope
from handrail.server.policies.documents import (
    PolicyCheckDocument,
    PolicyRequest,
    PolicyTextDocument,
    PolicyVersionsDocument,
    SavedPolicyDocument,
    SavePolicyRequest,
)
from handrail.server.policies.policies import DEFAULT, Policies
from handrail.server.room import Room


def policy_routes(room: Room) -> APIRouter:
    """Over the policies by which runs were decided, and those that somebody writes."""
    routes = APIRouter(prefix="/api/policy")
    reads = Depends(needs(room, Scope.READ))

    def policies() -> Policies:
        if room.policies is None:
            raise HTTPException(503, "the server is starting")
        return room.policies

    @routes.get("", dependencies=[reads])
    async def text(run: str = "", version: int | None = None) -> PolicyTextDocument:
        """The policy in force, a version of it, with 0 the default, or the one by which a run was decided."""
        if not run:
            saved = await policies().text(version) if version != 0 else None
            if saved is None and version:
                raise HTTPException(404, f"there is no version {version} of the policy")
            if saved is None or not saved.policy:
                number = saved.version if saved is not None else 0
                return PolicyTextDocument(name=DEFAULT, policy=default_policy_text(), version=number)
            return saved
        found = await asyncio.to_thread(room.fleet.run, run)
        if found is None or found.timeline is None:
            raise HTTPException(404, f"there is no run {run[:120]!r}; /api/runs lists them")
        return PolicyTextDocument(name=run, policy=found.timeline.opened.policy)

    @routes.get("/versions", dependencies=[reads])
    async def versions() -> PolicyVersionsDocument:
        """Who put which policy in force, and when, the newest first."""
        return PolicyVersionsDocument(versions=await policies().versions())

    @routes.post("", status_code=201)
    async def save(
        given: SavePolicyRequest, person: Annotated[Person, Depends(needs(room, Scope.ADMIN))]
    ) -> SavedPolicyDocument:
        """Put a policy in force for sessions that are opened from now on."""
        try:
            return SavedPolicyDocument(version=await policies().save(given.policy, after=given.after, by=person.name))
        except (PolicyError, UnreadableInput) as error:
            raise HTTPException(422, str(error)) from error

    @routes.post("/check", dependencies=[reads])
    async def checked(given: PolicyRequest) -> PolicyCheckDocument:
        """Whether a policy can be used: every fault and finding with its place, and what it does in words."""
        return await asyncio.to_thread(_checked, given.policy)

    return routes


def _checked(text: str) -> PolicyCheckDocument:
    try:
        policy = read_policy(text)
        found = message_documents(review_policy(text))
    except PolicyError as error:
        return PolicyCheckDocument(usable=False, messages=message_documents(error.diagnostics), summary=[])
    except UnreadableInput as error:
        return PolicyCheckDocument(usable=False, messages=[refusal_document(error)], summary=[])
    return PolicyCheckDocument(usable=True, messages=found, summary=summary(policy).split("\n"))
