"""A guard that works in a thread of its own, with its journal among those of a control room."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from guard.hand import bookings, clock_of, on, restaurant_phone
from handrail.device.action import Action
from handrail.guard import Guard
from handrail.guard.approval import pending_queue
from handrail.guard.policy import read_policy
from handrail.guard.step import Step
from handrail.language.specification import Specification
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load

INSTRUCTION = "Reserve Blue Harbor Grill for today at half past six"
RULES = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time = 18:30) -> Reserve
Reserve -> Done
"""
ASKED_ABOUT = """
format: handrail.policy/1
name: bookings are asked about
needs_a_person:
  bookings:
    why: somebody waits at the table
    when: {commits: [Reserve]}
"""


async def _reserve(device: PhoneDevice, folder: Path) -> list[Step]:
    app = load("restaurant")
    async with Guard(
        device,
        app,
        Specification.parse(RULES, app),
        instruction=INSTRUCTION,
        policy=read_policy(ASKED_ABOUT),
        approver=pending_queue(folder, every_seconds=0.01),
        journal=folder,
        clock=clock_of(device),
        agent="a test",
    ) as guard:
        touched = ("Blue Harbor Grill", "date", "2026-03-02", "time", "18:30", "reserve")
        steps = [await guard.act(on(guard.screen, words)) for words in touched]
        return [*steps, await guard.act(Action("finish"))]


@contextmanager
def reserving(folder: Path) -> Iterator[tuple[PhoneDevice, "Future[list[Step]]"]]:
    """A run that asks a person before it books: the phone, and its steps when it has ended. It ends with this."""
    device = restaurant_phone()
    with start_blocking_portal() as portal:
        steps: Future[list[Step]] = portal.start_task_soon(_reserve, device, folder)
        try:
            yield device, steps
        finally:
            steps.cancel()


def booked(device: PhoneDevice) -> bool:
    """Whether a table was reserved."""
    return bool(bookings(device))
