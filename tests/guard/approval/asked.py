"""Questions for the tests of approvals."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from handrail.app.update import Update
from handrail.device.action import Action
from handrail.device.element import Bounds, ElementIdentity
from handrail.guard.approval import Answer, Question, ask, digest_of, pending_queue
from handrail.guard.decision import Reason, Source

NOW = datetime(2025, 3, 10, 9, 0, tzinfo=UTC)
SCREEN = "5c" * 32
SEND = ElementIdentity(
    (0, 1), "android.widget.Button", "android:id/button1", "Send", "", "com.example.bank", Bounds(600, 1200, 800, 1300)
)
ACTION = Action("click", "Send", element=SEND)

Result = TypeVar("Result")


def transfer(amount: object) -> Update:
    return Update("Transfer", set={"recipient": "Jane Doe", "amount": amount})


def question(
    identifier: str = "q1",
    *,
    action: Action = ACTION,
    updates: tuple[Update, ...] = (transfer(Decimal(82_000)),),
    commits: tuple[str, ...] = ("Transfer",),
    step: int = 7,
    seconds: float = 300,
    picture: bytes | None = None,
    instruction: str = "Pay Jane Doe 82,000 for the roof",
    specification: str = "Transfer(amount = 82000) -> Transfer\nTransfer -> Done",
    **more: Any,
) -> Question:
    return Question(
        identifier,
        digest_of(action, SCREEN, updates, commits),
        step,
        instruction,
        action,
        "com.example.bank",
        updates,
        commits,
        (Reason(Source.POLICY, "transfers", "Transfers need the user's own yes: money goes to somebody else."),),
        NOW,
        NOW + timedelta(seconds=seconds),
        specification,
        picture,
        **more,
    )


def clock(seconds: float = 0) -> Callable[[], datetime]:
    return lambda: NOW + timedelta(seconds=seconds)


def wait(coroutine: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(coroutine)


def asked(folder: Path, meanwhile: Callable[[], object], of: Question | None = None) -> Answer:
    """Ask by the queue, and do something the first time that it would wait; then it waits no more than a few times."""
    waits: list[float] = []
    asked_for = of or question()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 1:
            meanwhile()
        if len(waits) > 3:
            raise TimeoutError
        await asyncio.sleep(0)

    return wait(ask(pending_queue(folder, sleep=sleep), asked_for, clock=lambda: asked_for.asked_at))


def asked_while(
    folder: Path,
    meanwhile: Callable[[], object],
    of: Question | None = None,
    *,
    settle: Callable[[Answer], Awaitable[Answer]] | None = None,
    people: Mapping[str, bytes] | None = None,
) -> Answer:
    """Ask by the queue while another thread does something, such as answering and hearing what it counted for."""
    asked_for = of or question()

    async def run() -> Answer:
        begun, done = asyncio.Event(), asyncio.Event()

        async def sleep(_: float) -> None:
            begun.set()
            await asyncio.sleep(0)
            if done.is_set() and not (folder / "pending" / f"{asked_for.identifier}.answer.json").exists():
                raise TimeoutError

        async def other() -> None:
            await begun.wait()
            try:
                await asyncio.to_thread(meanwhile)
            finally:
                done.set()

        queue = pending_queue(folder, sleep=sleep, people=people)
        answer, _ = await asyncio.gather(
            ask(queue, asked_for, clock=lambda: asked_for.asked_at, settle=settle), other()
        )
        return answer

    return wait(run())
