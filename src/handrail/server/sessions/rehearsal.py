"""What is read with the first session, word lists and grammars, is read soon after the start.

It takes most of a second. A session that is taken over from a process that was killed must not wait for it as well.
"""

import asyncio
import tempfile
from pathlib import Path

from handrail.device.action import Action
from handrail.guard.decision import Proposal
from handrail.server.sessions.documents import OpenDocument
from handrail.server.sessions.remote_device import ClientReport
from handrail.server.sessions.screens import NOTHING_SEEN
from handrail.server.sessions.sessions import Sessions

BEGINS_AFTER_SECONDS = 2.0
"""Whoever opens the page with the start of the server is served first."""


async def rehearse_soon() -> None:
    """Rehearse in a thread, beside what the server does."""
    await asyncio.sleep(BEGINS_AFTER_SECONDS)
    await asyncio.to_thread(lambda: asyncio.run(rehearse()))


async def rehearse() -> None:
    """A session with one action, of which nothing is kept."""
    with tempfile.TemporaryDirectory() as folder:
        sessions = Sessions(Path(folder))
        app = {"app": "rehearsal", "states": {"Rehearsal": {"variables": [{"name": "done", "type": "Boolean"}]}}}
        name = (await sessions.open(OpenDocument(app, "Rehearsal(done = true) -> Done"), "")).id
        session = await sessions.with_phone(name, "")
        await session.propose("wait", b"", Proposal(Action("wait")), ClientReport(NOTHING_SEEN))
        await sessions.leave()
