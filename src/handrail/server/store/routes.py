"""The routes over journals: stream, verify, report, decide again, archive, delete, and what was noted of them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException
from fastapi.responses import HTMLResponse, StreamingResponse

from handrail.guard.journal import Broken, Scan, read_journal, verify
from handrail.guard.journal.anchor import verify_anchored
from handrail.guard.journal.as_json import replay_as_json, verification_as_json
from handrail.guard.journal.replay import replay
from handrail.guard.policy import read_policy
from handrail.guard.report import render
from handrail.server.followed_run import FollowedRun
from handrail.server.people.gate import needs
from handrail.server.people.person import Person, Role, Scope
from handrail.server.room import Room
from handrail.server.store.anchor_log import NotAnchored
from handrail.server.store.documents import (
    ConsistencyDocument,
    DeletedDocument,
    ProofDocument,
    ReplayDocument,
    ReplayRequest,
    TreeHeadDocument,
    VerificationDocument,
    consistency_document,
    deleted_document,
    tree_document,
)
from handrail.server.store.records import Records

_PIECE_BYTES = 256 * 1024
_LINES = "application/jsonl"


@dataclass(slots=True)
class _Journal:
    """The bytes of a run's journal from some line on, as far as they are whole lines that follow one another."""

    scan: Scan

    def pieces(self, after: int) -> Iterator[bytes]:
        """What is there now and was not taken yet, in pieces of a bounded size but for a long line."""
        piece = bytearray()
        for content, line in self.scan.with_bytes():
            if line.n > after:
                piece += content + b"\n"
            if len(piece) > _PIECE_BYTES:
                yield bytes(piece)
                piece.clear()
        if piece:
            yield bytes(piece)


def journal_routes(room: Room) -> APIRouter:
    """Over the runs of a room."""
    made = APIRouter(prefix="/api", dependencies=[Depends(needs(room, Scope.READ))])

    @made.get("/runs/{name}/journal", response_class=StreamingResponse)
    async def journal(name: str, after: int = 0, follow: bool = False) -> StreamingResponse:
        """The journal as JSON Lines, from the line after `after` on; with `follow` also what is written from now on.

        It ends where the run ends, and before the first line that is not whole or was changed.
        """
        run = await _found(room, name)
        return StreamingResponse(_lines(room, run, after, follow), media_type=_LINES)

    @made.get("/runs/{name}/verify")
    async def verified(name: str) -> VerificationDocument:
        """Whether a line or a screenshot was changed, and whether all is there that was noted in the log of anchors."""
        run, records = await _found(room, name), _records(room)
        elsewhere = records.pictures.read if records.pictures is not None else None
        anchors = await records.log.noted(name)
        found = await asyncio.to_thread(verify, run.folder, elsewhere)
        if not isinstance(found, Broken):
            found = await asyncio.to_thread(verify_anchored, run.folder, *anchors) or found
        return VerificationDocument(**{"why": None, "line": None} | verification_as_json(found), anchors=len(anchors))

    @made.get("/runs/{name}/report", response_class=HTMLResponse)
    async def report(name: str) -> HTMLResponse:
        """The page about a run, in one file, to keep or to send."""
        run, pictures = await _found(room, name), _records(room).pictures
        scan = Scan(run.folder, pictures.read if pictures is not None else None)
        page = await asyncio.to_thread(render, scan, run.folder)
        return HTMLResponse(page, headers={"Content-Disposition": f'attachment; filename="{name}.html"'})

    @made.post("/runs/{name}/replay")
    async def decided_again(name: str, given: ReplayRequest) -> ReplayDocument:
        """Decide a run again by another policy or other rules, and say which decisions change. Nothing is written."""
        run = await _found(room, name)

        def decide() -> dict[str, Any]:
            policy = read_policy(given.policy, "the given policy") if given.policy is not None else None
            again = replay(read_journal(run.folder), policy=policy, specification=given.specification)
            return replay_as_json(again)

        return ReplayDocument(**await asyncio.to_thread(decide))

    @made.post("/runs/{name}/archive", dependencies=[Depends(needs(room, Scope.READ, role=Role.OPERATOR))])
    async def archive(name: str) -> dict[str, int]:
        """Move the pictures of a run that has ended to where those of archived runs are kept."""
        await _found(room, name)
        return {"moved": await asyncio.to_thread(_records(room).removal.move_pictures, name)}

    @made.delete("/runs/{name}")
    async def delete(
        name: str, person: Annotated[Person, Depends(needs(room, Scope.READ, role=Role.OPERATOR))]
    ) -> DeletedDocument:
        """Delete a run that has ended. What stays is its last word in the log of anchors."""
        await _found(room, name)
        word = await asyncio.to_thread(_records(room).removal.delete, name, person.name)
        room.fleet.forget(name)
        room.news.tell((name,))
        return deleted_document(word)

    @made.get("/runs/{name}/anchor")
    async def anchor(name: str) -> ProofDocument:
        """The proof of what was noted of a run last, also of one that was deleted."""
        try:
            proof = await _records(room).log.proof(name)
        except NotAnchored as error:
            raise HTTPException(404, str(error)) from error
        return ProofDocument(**proof.as_json())

    @made.get("/anchors")
    async def tree_head() -> TreeHeadDocument:
        """The signed head of the log of anchors. Its `key` is to be noted elsewhere, and so is a head now and then."""
        return tree_document(await _records(room).log.head())

    @made.get("/anchors/since/{size}")
    async def consistency(size: int) -> ConsistencyDocument:
        """The proof that nothing was changed in the log since it had so many leaves."""
        return consistency_document(await _records(room).log.consistency(size))

    return made


async def _lines(room: Room, run: FollowedRun, after: int, follow: bool) -> AsyncIterator[bytes]:
    journal = _Journal(Scan(run.folder))
    async with room.news.listener() as listener:
        while True:
            pieces = journal.pieces(after)
            while (piece := await asyncio.to_thread(next, pieces, b"")) != b"":
                yield piece
            now = await asyncio.to_thread(room.fleet.run, run.name)
            if not follow or now is None or (not now.goes_on and now.scan.number <= journal.scan.number):
                return
            if now.scan.number <= journal.scan.number:
                await listener.take()


async def _found(room: Room, name: str) -> FollowedRun:
    run = await asyncio.to_thread(room.fleet.run, name)
    if run is not None:
        return run
    word = await _records(room).log.deleted(name)
    if word is not None:
        raise HTTPException(410, f"run {name[:120]!r} was deleted at {word.at} by {word.by}")
    raise HTTPException(404, f"there is no run {name[:120]!r}; /api/runs lists them")


def _records(room: Room) -> Records:
    if room.records is None:
        raise HTTPException(503, "the server is starting")
    return room.records
