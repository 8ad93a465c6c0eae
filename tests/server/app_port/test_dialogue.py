"""The app protocol over a socket, with a real guard that decides."""

import asyncio
from pathlib import Path

from handrail.guard.journal import read_journal
from server.app_port.port import looked_at, open_port, reserve


def test_what_the_rules_support_is_allowed_and_the_task_ends_verified(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path) as port:
            app = await port.app()
            assert (await app.ask(looked_at())) == {"type": "noted", "id": "r-1", "refused": []}
            async with port.session(app) as session:
                verdict = await app.ask(reserve("e-1"))
                assert verdict["decision"] == "allow", verdict
                success = {"state": "ReserveResult", "set": {"success": True}}
                noted = await app.ask({"type": "outcome", "id": "e-1", "ran": True, "updates": [success]})
                assert noted == {"type": "noted", "id": "e-1", "refused": []}
                step = await session.finish()
                assert step.outcome == "finished", step.feedback
            assert (await app.hear())["on"] is False

    asyncio.run(run())
    assert read_journal(tmp_path / "s-1").fault is None


def test_what_the_rules_speak_against_is_blocked_with_the_reason(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path) as port:
            app = await port.app()
            await app.ask(looked_at())
            async with port.session(app):
                verdict = await app.ask(reserve("e-1", time="20:00"))
                assert (verdict["id"], verdict["decision"]) == ("e-1", "block")
                assert "20:00" in verdict["feedback"]

    asyncio.run(run())
