"""A program that keeps its phone and books a table: what an agent of a client does, tap by tap."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime

from guard.hand import bookings, on, restaurant_phone
from handrail.device.action import Action
from handrail.device.device import Execution
from handrail.device.screen import Screen
from handrail.phone.device import PhoneDevice

RULES = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time = 18:30) -> Reserve
Reserve -> Done
"""
TAPS = ("Blue Harbor Grill", "date", "2026-03-02", "time", "18:30", "reserve")


@dataclass
class Hand:
    """The phone in the program's own hands, and what was really done with it."""

    device: PhoneDevice = field(default_factory=restaurant_phone)
    pressed: list[Action] = field(default_factory=list)

    @property
    def now(self) -> datetime:
        return self.device.phone.now

    @property
    def booked(self) -> bool:
        return bool(bookings(self.device))

    def screen(self) -> Screen:
        return asyncio.run(self.device.observe())

    def press(self, action: Action) -> Execution:
        self.pressed.append(action)
        return asyncio.run(self.device.execute(action))

    def tap(self, words: str) -> Action:
        return on(self.screen(), words)
