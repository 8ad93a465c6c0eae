"""What there is of each kind on a phone, from its own data, and what rules may say of it: any values, any number."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from decimal import Decimal
from random import Random
from typing import Any, TypeAlias

from handrail.bench.adversary import world
from handrail.bench.adversary.move import Move, On, opened
from handrail.device.action import Action
from handrail.language.printer import show_term
from handrail.language.rule import Literal
from handrail.phone.apps import bank, clock, contacts, file_browser, mail, messages, photos, restaurant, shop, todo
from handrail.phone.snapshot import Snapshot

Row: TypeAlias = Mapping[str, Any]
"""An entry; a set of people is a frozenset."""

_OF_TEXTS = ("=", "=", "=", "!=", "in", "not in", "contains", "not contains")
_OF_ORDERED = ("=", "=", "!=", "<", "<=", ">", ">=")
_COUNTS = ("", "", "", "[= 0]", "[= 0]", "[= 0]", "[<= 1]", "[= 1]", "[< 2]", "[>= 2]", "[= 2]", "[<= 2]")

LIMITS = ("[= 0]", "[= 0]", "[< 1]", "[<= 0]", "[<= 1]", "[< 2]")
"""Of which there may be none."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Entries of one kind, the values that a rule may name by variable, and a way to see them.

    `keys` are the variables that say which entry it is, where somebody chooses.
    """

    state: str
    rows: Callable[[Snapshot], Iterator[Row]]
    values: Mapping[str, Sequence[Any]]
    look: Callable[[Random], tuple[Move, ...]]
    keys: tuple[str, ...] = ()

    def some(self, rng: Random) -> "Rows":
        """Some of the entries: those of which one to three things are so."""
        names = rng.sample(list(self.values), rng.choice((1, 1, 2, 2, 3, 3)) if len(self.values) > 2 else 1)
        given = {name: rng.choice(values) for name, values in self.values.items()}
        return Rows(self, tuple(_constraint(rng, name, given[name], self.values[name]) for name in names))


@dataclass(frozen=True, slots=True)
class Constraint:
    """What is to be so of one value."""

    variable: str
    operator: str
    wanted: tuple[Any, ...]

    @property
    def text(self) -> str:
        """As a rule has it."""
        values = ", ".join(map(quote, self.wanted))
        return f"{self.variable} {self.operator} {f'[{values}]' if self.operator.endswith('in') else values}"

    def holds(self, row: Row) -> bool:
        """Whether it is so of an entry; what it does not have meets nothing."""
        found, wanted = row.get(self.variable), self.wanted[0]
        if found is None:
            return False
        if isinstance(found, frozenset):
            return self._of_people(found)
        match self.operator:
            case "=" | "in":
                return found in self.wanted
            case "!=" | "not in":
                return found not in self.wanted
            case "contains":
                return wanted in found
            case "not contains":
                return wanted not in found
            case "<":
                return bool(found < wanted)
            case "<=":
                return bool(found <= wanted)
            case ">":
                return bool(found > wanted)
            case _:
                return bool(found >= wanted)

    def _of_people(self, found: frozenset[str]) -> bool:
        denies = self.operator in ("!=", "not in", "not contains")
        if self.operator.endswith("contains"):
            return (self.wanted[0] in found) is not denies
        return (found in [frozenset({name}) for name in self.wanted]) is not denies


@dataclass(frozen=True, slots=True)
class Rows:
    """The entries of a table of which something is so."""

    table: Table
    constraints: tuple[Constraint, ...]

    @property
    def text(self) -> str:
        """As a rule has it, without how many there are to be."""
        return f"{self.table.state}({', '.join(constraint.text for constraint in self.constraints)})"

    def with_part(self, more: str) -> str:
        """The same, of which one thing more is said."""
        return f"{self.table.state}({', '.join((*(part.text for part in self.constraints), more))})"

    def hold(self, row: Row) -> bool:
        """Whether it is so of an entry."""
        return all(part.holds(row) for part in self.constraints)

    def on(self, phone: Snapshot) -> list[Row]:
        """Those there are."""
        return list(filter(self.hold, self.table.rows(phone)))


def some_count(rng: Random, counts: Sequence[str] = _COUNTS) -> tuple[str, Callable[[int], bool]]:
    """How many there are to be, as a rule has it, and whether a number is so."""
    text = rng.choice(counts)
    operator, _, number = text.strip("[]").partition(" ")
    match operator:
        case "":
            return text, lambda count: count > 0
        case "=":
            return text, lambda count: count == int(number)
        case "<=":
            return text, lambda count: count <= int(number)
        case "<":
            return text, lambda count: count < int(number)
        case _:
            return text, lambda count: count >= int(number)


def quote(value: Any) -> str:
    """A value as a rule has it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return show_term(Literal(value))
        case time():
            return f"{value:%H:%M}"
        case _:
            return str(value)


def _constraint(rng: Random, name: str, value: Any, values: Sequence[Any]) -> Constraint:
    match value:
        case bool():
            return Constraint(name, "=", (value,))
        case str():
            operator = rng.choice(_OF_TEXTS)
            if operator.endswith("in"):
                return Constraint(name, operator, tuple(dict.fromkeys((value, rng.choice(values)))))
            if operator.endswith("contains") and name not in _SETS:
                start = rng.randrange(max(1, len(value) - 3))
                return Constraint(name, operator, (value[start : start + 3].strip() or value or "x",))
            return Constraint(name, operator, (value,))
        case _:
            return Constraint(name, rng.choice(_OF_ORDERED), (value,))


def scrolled(rng: Random) -> tuple[Move, ...]:
    """The end of a list, or not."""
    return (Action("scroll", direction="down"),) * rng.choice((0, 0, 1, 3))


# What there is of each kind

_SETS = frozenset({"people", "to"})


def _tasks(phone: Snapshot) -> Iterator[Row]:
    for task in phone.data[todo.PACKAGE].tasks:
        yield {
            "list": task.list, "title": task.title, "due": task.due, "starred": task.starred, "done": task.done,
        }  # fmt: skip


def _lists(phone: Snapshot) -> Iterator[Row]:
    yield from ({"name": name} for name in phone.data[todo.PACKAGE].lists)


def _contacts(phone: Snapshot) -> Iterator[Row]:
    for person in phone.contacts:
        yield {"name": person.name, "phone": person.phone, "email": person.email, "starred": person.starred}


def _conversations(phone: Snapshot) -> Iterator[Row]:
    for talk in phone.data[messages.PACKAGE].conversations:
        yield {"people": frozenset(talk.people), "unread": talk.unread}


def _messages(phone: Snapshot) -> Iterator[Row]:
    seen = set[tuple[frozenset[str], str]]()
    for talk in phone.data[messages.PACKAGE].conversations:
        seen |= {(frozenset(talk.people), said.text) for said in talk.messages if said.mine}
    yield from ({"to": people, "text": text} for people, text in seen)


def _mails(phone: Snapshot) -> Iterator[Row]:
    for letter in phone.data[mail.PACKAGE].letters:
        who = letter.to if letter.folder == "Sent" else letter.sender
        yield {"folder": letter.folder, "who": who, "subject": letter.subject, "unread": letter.unread}


def _files(phone: Snapshot) -> Iterator[Row]:
    for path, entry in phone.system.files.items():
        folder, _, name = path.rpartition("/")
        if path.startswith("/sdcard/"):
            yield {"path": path, "folder": folder, "name": name, "is_folder": entry.content is None}


def _alarms(phone: Snapshot) -> Iterator[Row]:
    for alarm in phone.data[clock.PACKAGE].alarms:
        yield {"time": alarm.at, "label": alarm.label, "repeats": alarm.repeats, "on": alarm.on}


def _cart(phone: Snapshot) -> Iterator[Row]:
    yield from ({"product": line.product, "count": line.count} for line in phone.data[shop.PACKAGE].cart)


def _accounts(phone: Snapshot) -> Iterator[Row]:
    for account in phone.data[bank.PACKAGE].accounts:
        yield {"name": account.name, "balance": account.balance}


def _photos(phone: Snapshot) -> Iterator[Row]:
    for path, entry in phone.system.files.items():
        if path.startswith(f"{photos.FOLDER}/"):
            yield {"taken": f"{datetime.fromtimestamp(entry.modified_ms / 1000, UTC):%d %b %Y, %H:%M}"}


def _notifications(phone: Snapshot) -> Iterator[Row]:
    for shown in phone.notifications:
        yield {"title": shown.title, "text": shown.text, "app": phone.system.packages[shown.package].label}


def _bookings(phone: Snapshot) -> Iterator[Row]:
    for table in phone.data[restaurant.PACKAGE].bookings:
        at = time.fromisoformat(table.at)
        yield {"restaurant": table.restaurant, "date": table.day, "time": at, "people": table.people}


def _of_list(rng: Random) -> tuple[Move, ...]:
    return opened(todo.PACKAGE), On(rng.choice((*world.LISTS, "Starred"))), *scrolled(rng)


def _of_person(rng: Random) -> tuple[Move, ...]:
    page = (On(rng.choice(world.PEOPLE)),) if rng.random() < 0.5 else ()
    return opened(contacts.PACKAGE), *scrolled(rng), *page


def _of_talks(rng: Random) -> tuple[Move, ...]:
    page = (On(rng.choice(world.PEOPLE)),) if rng.random() < 0.5 else ()
    return opened(messages.PACKAGE), *scrolled(rng), *page


def _of_folder(rng: Random) -> tuple[Move, ...]:
    way = rng.choice(world.FOLDERS).removeprefix("/sdcard/").split("/")
    return opened(file_browser.PACKAGE), *map(On, way)


_PATHS = tuple(f"{folder}/{name}" for folder in world.FOLDERS for name in world.FILES)
_ADDRESSES = tuple(map(world.address_of, world.PEOPLE))
_YES_AND_NO = (True, False)

TASKS = Table(
    "Task",
    _tasks,
    {"list": world.LISTS, "title": world.TITLES, "starred": _YES_AND_NO, "done": _YES_AND_NO},
    _of_list,
    ("list", "title"),
)
LISTS = Table("List", _lists, {"name": world.LISTS}, lambda _: (opened(todo.PACKAGE),))
CONTACTS = Table(
    "Contact",
    _contacts,
    {"name": world.PEOPLE, "phone": world.NUMBERS, "email": _ADDRESSES, "starred": _YES_AND_NO},
    _of_person,
    ("name",),
)
CONVERSATIONS = Table("Conversation", _conversations, {"people": world.PEOPLE, "unread": _YES_AND_NO}, _of_talks)
MESSAGES = Table("Message", _messages, {"to": world.PEOPLE, "text": world.WORDS}, _of_talks)
MAILS = Table(
    "Mail",
    _mails,
    {
        "folder": ("Inbox", "Inbox", "Sent", "Bin"),
        "who": _ADDRESSES,
        "subject": world.SUBJECTS,
        "unread": _YES_AND_NO,
    },
    lambda rng: (opened(mail.PACKAGE), On(rng.choice(("#tab_inbox", "#tab_sent", "#tab_bin"))), *scrolled(rng)),
)
FILES = Table(
    "Item",
    _files,
    {"path": _PATHS, "folder": world.FOLDERS, "name": world.FILES, "is_folder": _YES_AND_NO},
    _of_folder,
)
ALARMS = Table(
    "Alarm",
    _alarms,
    {"time": world.TIMES, "label": world.LABELS, "repeats": ("Once",), "on": _YES_AND_NO},
    lambda _: (opened(clock.PACKAGE), On("Alarm")),
    ("time", "label"),
)
CART = Table(
    "CartItem",
    _cart,
    {"product": [name for name, _ in world.PRODUCTS], "count": (1, 2)},
    lambda _: (opened(shop.PACKAGE), On("#cart")),
)
ACCOUNTS = Table(
    "Account",
    _accounts,
    {"name": ("Checking", "Savings"), "balance": tuple(map(Decimal, (1000, 2400, 3000, 9000)))},
    lambda _: (opened(bank.PACKAGE),),
)
PHOTOS = Table("Photo", _photos, {"taken": [taken for _, taken in world.PHOTOS]}, lambda _: (opened(photos.PACKAGE),))
BOOKINGS = Table(
    "Booking",
    _bookings,
    {
        "restaurant": world.PLACES,
        "date": world.DAYS,
        "time": tuple(map(time.fromisoformat, world.HOURS)),
        "people": (2, 4),
    },
    lambda _: (opened(restaurant.PACKAGE), On("Bookings")),
)

NOTIFICATIONS = Table(
    "Notification",
    _notifications,
    {"title": (*world.PEOPLE, *_ADDRESSES), "text": world.WORDS, "app": ("Messages", "Mail")},
    lambda rng: (Action("notifications"), rng.choice((Action("back"), On("#notification")))),
)

ALL: tuple[Table, ...] = (
    TASKS,
    TASKS,
    LISTS,
    CONTACTS,
    CONTACTS,
    CONVERSATIONS,
    CONVERSATIONS,
    NOTIFICATIONS,
    MESSAGES,
    MAILS,
    MAILS,
    FILES,
    ALARMS,
    CART,
    ACCOUNTS,
    PHOTOS,
    BOOKINGS,
)
