"""Sessions of a guard on a simulated phone, and the people who are asked in them."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from guard.hand import clock_of, on, restaurant_phone
from handrail.device.action import Action
from handrail.guard import Guard
from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Question, Rejected
from handrail.language.specification import Specification
from handrail.phone.models import load

TABLES = """
format: handrail.policy/1
name: mine
needs_a_person:
  tables: {why: I want to know, when: [{commits: Reserve}]}
"""

RESTAURANT = load("restaurant")
EVENING = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""
LATER = EVENING.replace("19:00", "21:00")
LOOKING = 'RestaurantInfo(name = "Blue Harbor Grill") -> Look\nRestaurantInfo(name = "Blue Harbor Grill") -> Done'
RIGHT = ("Blue Harbor Grill", "date", "2026-03-02", "time", "18:30", "reserve")
Story = Callable[[Guard], Coroutine[Any, Any, None]]


def run(folder: Path, story: Story, rules: str = EVENING, **settings: Any) -> Path:
    """The journal of a session on a phone."""
    device = restaurant_phone()

    async def play() -> None:
        specification = Specification.parse(rules, RESTAURANT)
        given = {
            "instruction": "Reserve a table",
            "journal": folder / "run",
            "clock": clock_of(device),
            "pictures": False,
        }
        async with Guard(device, RESTAURANT, specification, **{**given, **settings}) as guard:
            await story(guard)

    asyncio.run(play())
    return folder / "run"


def taps(*words: str, finish: bool = True) -> Story:
    async def story(guard: Guard) -> None:
        for word in words:
            await guard.act(on(guard.screen, word))
        if finish:
            await guard.act(Action("finish"))

    return story


async def stale(guard: Guard) -> None:
    old = on(guard.screen, "Blue Harbor Grill")
    await guard.act(old)
    await guard.act(old)
    await guard.act(Action("back"))


def people(*answers: Callable[[Question], Answer]) -> Approver:
    left = list(answers)

    async def answer(question: Question) -> Answer:
        return left.pop(0)(question)

    return answer


def yes(question: Question) -> Answer:
    return Approved(question.digest, "Alice")


def no(question: Question) -> Answer:
    return Rejected("Alice", "not today")


def edit(question: Question) -> Answer:
    return Edited("Alice", 'RestaurantInfo(name = "Blue Harbor Grill") -> Reserve\nReserve -> Done')


LATE = taps("Blue Harbor Grill", "time", "20:30", "20:30", "reserve")
