"""Phones on which names collide: two of one name, one title on two lists, one file in two folders, a list too long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import time, timedelta
from random import Random
from typing import TypeVar

from handrail.bench.suite.set_up import phone_with
from handrail.phone.apps import clock, mail, messages, restaurant, shop, todo
from handrail.phone.clock import STARTED
from handrail.phone.phone import Phone
from handrail.phone.values import Contact

PEOPLE = ("Ann Lee", "Bob Chen", "Eve Black", "Mum")
NUMBERS = ("+44 7700 900101", "+44 7700 900102", "+44 7700 900103")
LISTS = ("Home", "Work", "Trip")
TITLES = ("Pay rent", "Call Ann", "Buy milk", "Book flight")
SUBJECTS = ("Invoice", "Lunch", "Offer")
WORDS = ("On my way", "Done", "Call me")
FILES = ("lease.pdf", "notes.txt", "plan.pdf")
FOLDERS = ("/sdcard/Documents", "/sdcard/Download", "/sdcard/Documents/Old")
TIMES = (time(7), time(8, 30), time(22, 15))
LABELS = ("", "Gym", "Work")
PRODUCTS = (("Coffee mug", "12.50"), ("Yoga mat", "24.99"))
ADDRESSES = ("12 Mill Lane, Springfield", "1 High St", "9 Low Rd")
ACCOUNTS = ("DE89370400440532013000", "DE02120300000000202051")
PHOTOS = (
    ("/sdcard/DCIM/Camera/IMG_20260300_189927.jpg", "01 Mar 2026, 20:00"),
    ("/sdcard/DCIM/Camera/IMG_20260297_131740.jpg", "01 Mar 2026, 05:00"),
    ("/sdcard/DCIM/Camera/IMG_20260294_103559.jpg", "28 Feb 2026, 05:00"),
)

PLACES = ("Nordlys", "Chez Margot")
DAYS = tuple(STARTED.date() + timedelta(days=number) for number in (1, 2, 4))
HOURS = ("18:00", "20:00")

_OTHERS = ("Carl Day", "Dora Eng", "Finn Gray", "Gus Hill", "Ida Joy", "Kim Law", "Leo May", "Nia Orr", "Rob Sun")
"""People who only make lists long."""

_LOOK_ALIKE = str.maketrans({"e": "е", "a": "а", "o": "о"})
"""To letters of another script that look the same."""

Kind = TypeVar("Kind")


def address_of(person: str) -> str:
    """Somebody's mail address."""
    return f"{person.split()[0].lower()}@example.com"


def spelled(rng: Random, text: str) -> str:
    """The same text, or, rarely, one that looks or sounds the same."""
    return rng.choice((text.translate(_LOOK_ALIKE), text.lower(), f"{text} ")) if rng.random() < 0.03 else text


def world(rng: Random) -> Phone:
    """A phone that has something to do with all these names, and stands as it was started."""
    made = _World(rng, is_long=rng.random() < 0.3)
    lists = made.some(LISTS, 0.8) or LISTS[:1]
    alarms = [
        clock.Alarm(number, at, rng.choice(LABELS), on=rng.random() < 0.6)
        for number, at in enumerate(rng.choices(TIMES, k=rng.randint(0, 4)), 1)
    ]
    cart = tuple(shop.Line(product, rng.randint(1, 2)) for product, _ in made.some(PRODUCTS, 0.3))
    tables = [
        restaurant.Booking(number, place, day, rng.choice(HOURS), rng.choice((2, 4)))
        for number, (place, day) in enumerate(made.some([(place, day) for place in PLACES for day in DAYS], 0.3), 1)
    ]
    talks, tasks = tuple(made.talks()), tuple(made.tasks(lists))
    phone = phone_with(
        0,
        {
            messages.messages: lambda _: messages.MessagesData(talks, len(talks) + 1),
            todo.todo: lambda _: todo.TasksData(tuple(lists), tasks, len(tasks) + 1),
            mail.mail: lambda data: replace(data, letters=tuple(made.letters())),
            clock.clock: lambda data: replace(data, alarms=tuple(alarms), next_number=len(alarms) + 1),
            restaurant.restaurants: lambda _: restaurant.RestaurantData(tuple(tables), len(tables) + 1),
            shop.shop: lambda data: replace(data, cart=cart),
        },
        people=tuple(made.people()),
    )
    for folder in FOLDERS:
        if not phone.files.exists(folder) and rng.random() < 0.6:
            phone.files.mkdir(folder)
        for name in made.some(FILES, 0.5) if phone.files.exists(folder) else ():
            phone.files.write(f"{folder}/{name}", b"x")
    return phone


@dataclass(slots=True)
class _World:
    rng: Random
    is_long: bool

    def some(self, names: Sequence[Kind], share: float) -> list[Kind]:
        return [name for name in names if self.rng.random() < share]

    def people(self) -> Iterator[Contact]:
        rng = self.rng
        for number, name in enumerate(self.some(PEOPLE, 0.8), 1):
            phone = rng.choice(NUMBERS) if rng.random() < 0.8 else ""
            address = address_of(name) if rng.random() < 0.7 else ""
            yield Contact(number, name, phone, address, starred=rng.random() < 0.3)
        if rng.random() < 0.25:
            yield Contact(50, rng.choice(PEOPLE), "+44 7700 900199", "other@example.com")
        if rng.random() < 0.1:
            yield Contact(51, rng.choice(PEOPLE).translate(_LOOK_ALIKE), rng.choice(NUMBERS))
        for number, name in enumerate(_OTHERS if self.is_long else (), 100):
            yield Contact(number, name, f"+44 7700 900{number}")

    def talks(self) -> Iterator[messages.Conversation]:
        rng = self.rng
        groups: list[tuple[str, ...]] = [(name,) for name in self.some(PEOPLE, 0.7)]
        if rng.random() < 0.4:
            groups.append(tuple(rng.sample(PEOPLE, 2)))
        if rng.random() < 0.1:
            groups.append((rng.choice(PEOPLE),))
        rng.shuffle(groups)
        groups += [(name,) for name in _OTHERS] if self.is_long else []
        for number, people in enumerate(groups, 1):
            said = tuple(
                messages.Message(rng.choice(WORDS), rng.random() < 0.4, STARTED - timedelta(hours=number, minutes=more))
                for more in range(rng.randint(1, 2))
            )
            yield messages.Conversation(number, people, said, unread=rng.random() < 0.3)

    def tasks(self, lists: Sequence[str]) -> Iterator[todo.Task]:
        rng = self.rng
        titles = [(name, title) for name in lists for title in self.some(TITLES, 0.6)]
        if titles and rng.random() < 0.2:
            titles.append(rng.choice(titles))
        titles += [(lists[0], f"Thing {number}") for number in range(14)] if self.is_long else []
        rng.shuffle(titles)
        for number, (name, title) in enumerate(titles, 1):
            due = STARTED.date() if rng.random() < 0.3 else None
            yield todo.Task(
                number, name, spelled(rng, title), due=due, starred=rng.random() < 0.3, done=rng.random() < 0.35
            )

    def letters(self) -> Iterator[mail.Letter]:
        rng = self.rng
        written = [
            (address_of(name), subject) for name in self.some(PEOPLE, 0.7) for subject in self.some(SUBJECTS, 0.5)
        ]
        written += [("news@example.org", f"News {number}") for number in range(12)] if self.is_long else []
        for number, (who, subject) in enumerate(written, 1):
            folder = rng.choice(("Inbox", "Inbox", "Sent", "Bin"))
            sender, to = (mail.ME, who) if folder == "Sent" else (who, mail.ME)
            unread = folder != "Sent" and rng.random() < 0.3
            at = STARTED - timedelta(hours=number)
            yield mail.Letter(number, folder, sender, to, spelled(rng, subject), "Text", at, unread)
