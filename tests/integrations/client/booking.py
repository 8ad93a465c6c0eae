"""A simulated phone behind its ADB server, and the table that agents book on it: too late, or as it was asked."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handrail.phone.models import load
from handrail.phone.snapshot import Snapshot
from phone.adb.served import Served, serving
from phone.model_walk import data_of

RESTAURANTS = "com.example.restaurants"
BEFORE_SEVEN = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""
TOO_LATE = "time should be before 19:00 but is 19:00"
CORRECTION = ("Date", "2026-03-02", "Time", "18:30", "Reserve now")


@dataclass(frozen=True)
class Booking:
    """The phone and what a guard for the table is given; `page` is the page of the restaurant, the wrong time on it."""

    served: Served
    folder: Path
    page: Snapshot

    @property
    def serial(self) -> str:
        return self.served.handset.serial

    def task(self, name: str = "journal") -> dict[str, Any]:
        return {
            "app": load("restaurant"),
            "specification": BEFORE_SEVEN,
            "instruction": "Book a table at Blue Harbor Grill today before seven.",
            "journal": self.folder / name,
        }

    def place(self, words: str) -> tuple[int, int]:
        """The middle of what says that, read from the phone itself."""
        found = [
            element for element in self.served.phone.screen().elements() if words in (element.text, element.description)
        ]
        return found[-1].bounds.center

    def shows(self, text: str) -> bool:
        return any(element.text == text for element in self.served.phone.screen().elements())

    def tables(self) -> list[tuple[str, str, int]]:
        """The truth: the tables that are booked, beside the one of the beginning."""
        data: Any = data_of(self.served.phone, RESTAURANTS)
        return [
            (str(taken.day), taken.at, taken.people) for taken in data.bookings if taken.restaurant != "Chez Margot"
        ]

    def truth(self) -> tuple[object, ...]:
        """All that a way around could have changed."""
        phone = self.served.phone
        return phone.screen(), sorted(phone.packages), self.tables()


@contextmanager
def booking(folder: Path) -> Iterator[Booking]:
    """The phone at the page of the restaurant; clients find its ADB server by the environment."""
    with serving() as served:
        served.phone.launch(RESTAURANTS)
        place = served.shown("Blue Harbor Grill").bounds.center
        served.phone.tap(*place)
        changed = {
            "ANDROID_ADB_SERVER_PORT": str(served.server_port),
            "ANDROID_ADB_SERVER_HOST": "127.0.0.1",
            "ANDROID_SERIAL": served.handset.serial,
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_RUNTIME_DIR": str(folder / "run"),
        }
        before = {name: os.environ.get(name) for name in changed}
        os.environ.update(changed)
        try:
            yield Booking(served, folder, served.phone.snapshot())
        finally:
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
