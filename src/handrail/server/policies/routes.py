"""The routes over policies: one to begin with, and what is wrong with the one that somebody writes.

Nothing is kept: the server decides by the default policy and what a session brings, and has none of its own to change.
"""

import asyncio

from fastapi import APIRouter, Depends, HTTPException

from handrail.error import UnreadableInput
from handrail.guard.policy import read_policy
from handrail.guard.policy.read import PolicyError, default_policy_text
from handrail.guard.policy.review import review_policy
from handrail.guard.policy.summary import summary
from handrail.server.messages import message_documents, refusal_document
from handrail.server.people.gate import needs
from handrail.server.people.person import Scope
from handrail.server.policies.documents import PolicyCheckDocument, PolicyRequest, PolicyTextDocument
from handrail.server.room import Room


def policy_routes(room: Room) -> APIRouter:
    """Over the policies by which runs were decided, and those that somebody writes."""
    routes = APIRouter(prefix="/api/policy", dependencies=[Depends(needs(room, Scope.READ))])

    @routes.get("")
    async def text(run: str = "") -> PolicyTextDocument:
        """The default policy, or the one by which a run was decided."""
        if not run:
            return PolicyTextDocument(name="default", policy=default_policy_text())
        found = await asyncio.to_thread(room.fleet.run, run)
        if found is None or found.timeline is None:
            raise HTTPException(404, f"there is no run {run[:120]!r}; /api/runs lists them")
        return PolicyTextDocument(name=run, policy=found.timeline.opened.policy)

    @routes.post("/check")
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
