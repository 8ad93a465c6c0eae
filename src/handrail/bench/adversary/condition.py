"""Conditions that a rule may rest on, each with what it is in truth and where a look at a screen tells."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import TypeAlias

from handrail.bench.adversary import world
from handrail.bench.adversary.move import Move, On, opened, written
from handrail.bench.adversary.table import (
    ALARMS,
    ALL,
    CONTACTS,
    CONVERSATIONS,
    LISTS,
    MAILS,
    MESSAGES,
    TASKS,
    Rows,
    Table,
    quote,
    scrolled,
    some_count,
)
from handrail.device.action import Action
from handrail.phone.apps import bank, clock, contacts, mail, messages, restaurant, shop, todo
from handrail.phone.snapshot import Snapshot

SETTINGS = "com.android.settings"

Holds: TypeAlias = Callable[[Snapshot], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """A predicate as a rule has it, whether it is so on a phone, and the way to see it.

    `rows` are the entries that it counts, where it is of one table.
    """

    text: str
    holds: Holds
    look: tuple[Move, ...]
    rows: Rows | None = None

    def names(self, state: str) -> set[str]:
        """The variables of a table of which it says something."""
        bare = re.sub(r'"[^"]*"', "", self.text)
        said = re.findall(rf"\b{state}\(([^)]*)\)", bare)
        return {name for part in said for name in re.findall(r"(\w+) (?:[=!<>]|in\b|not\b|contains\b)", part)}


Family: TypeAlias = Callable[[Random], Condition]
"""One condition of a kind, with values by chance."""


def of_a_table(rng: Random) -> Condition:
    """How many there are of some entries."""
    rows, (count, is_so) = rng.choice(ALL).some(rng), some_count(rng)
    return Condition(f"{rows.text}{count}", lambda phone: is_so(len(rows.on(phone))), rows.table.look(rng), rows)


def of_two_alike(rng: Random) -> Condition:
    """Two entries, or an entry and how many others, of which one value is the same, or is not."""
    (first, of_first), (second, of_second) = rng.choice(_ALIKE)
    entries, others = (
        replace(rows, constraints=tuple(part for part in rows.constraints if part.variable != variable))
        for rows, variable in ((first.some(rng), of_first), (second.some(rng), of_second))
    )
    name, denies, (count, is_so) = f"?v{rng.randrange(1_000)}", rng.random() < 0.3, some_count(rng)

    def holds(phone: Snapshot) -> bool:
        values = [row[of_second] for row in others.on(phone)]
        wanted = (row[of_first] for row in entries.on(phone))
        return any(is_so(sum((value == other) is not denies for other in values)) for value in wanted)

    entry, alike = (
        entries.with_part(f"{of_first} = {name}"),
        others.with_part(f"{of_second} {'!=' if denies else '='} {name}"),
    )
    return Condition(f"{entry} & {alike}{count}", holds, (*first.look(rng), *second.look(rng)))


_ALIKE = (
    ((CONVERSATIONS, "unread"), (CONVERSATIONS, "unread")),
    ((MAILS, "unread"), (MAILS, "unread")),
    ((MAILS, "who"), (MAILS, "who")),
    ((CONTACTS, "phone"), (CONTACTS, "phone")),
    ((CONTACTS, "email"), (MAILS, "who")),
    ((TASKS, "title"), (TASKS, "title")),
    ((TASKS, "done"), (TASKS, "done")),
    ((TASKS, "list"), (LISTS, "name")),
    ((ALARMS, "on"), (ALARMS, "on")),
    ((MESSAGES, "text"), (MESSAGES, "text")),
)


def of_what_there_is_one_of(rng: Random) -> Condition:
    """The timer, the stopwatch, the network, where it goes that is in the cart: that it is so, or that it is not."""
    address, network = rng.choice(world.ADDRESSES), rng.choice(("Home-5G", "Cafe"))
    of_clock = opened(clock.PACKAGE)
    of_cart = (opened(shop.PACKAGE), On("#cart"))
    total = rng.choice((Decimal(10), Decimal(30)))
    text, is_so, look = rng.choice(
        (
            ('Timer(status = "idle")', _timer_is_idle, (of_clock, On("Timer"))),
            ('Timer(status != "running")', lambda phone: not _timer_runs(phone), (of_clock, On("Timer"))),
            ('Timer(status = "running")', _timer_runs, (of_clock, On("Timer"))),
            ("Stopwatch(running = true)", _stopwatch_runs, (of_clock, On("Stopwatch"))),
            (
                f"Checkout(address = {quote(address)})",
                lambda phone: phone.data[shop.PACKAGE].address == address,
                (*of_cart, On("#checkout")),
            ),
            (f"CartTotal(total > {total})", lambda phone: phone.data[shop.PACKAGE].cents > total * 100, of_cart),
            (
                f"Wifi(network = {quote(network)})",
                lambda phone: (
                    phone.system.settings["global", "wifi_on"] == "1" and phone.data[SETTINGS].network == network
                ),
                (opened(SETTINGS), On("Network & internet")),
            ),
        )
    )
    if rng.random() < 0.5:
        return Condition(f"{text}[= 0]", lambda phone: not is_so(phone), look)
    return Condition(text, is_so, look)


def _timer_is_idle(phone: Snapshot) -> bool:
    return bool(phone.data[clock.PACKAGE].timer == clock.Timer())


def _timer_runs(phone: Snapshot) -> bool:
    return phone.data[clock.PACKAGE].timer.ends is not None


def _stopwatch_runs(phone: Snapshot) -> bool:
    stopwatch: clock.Stopwatch = phone.data[clock.PACKAGE].stopwatch
    return stopwatch.started is not None


def of_switches(rng: Random) -> Condition:
    """What is on, in the settings or in the shade."""
    name, key, page = rng.choice(
        (("Wi-Fi", "wifi_on", "Network & internet"), ("Bluetooth", "bluetooth_on", "Connected devices"))
    )
    on = rng.random() < 0.5

    def is_so(phone: Snapshot) -> bool:
        return phone.system.settings["global", key] == str(int(on))

    if rng.random() < 0.5:
        look: tuple[Move, ...] = (opened(SETTINGS), On(page))
        return Condition(f"Switch(name = {quote(name)}, on = {str(on).lower()})", is_so, look)
    return Condition(
        f"QuickSwitch(name = {quote(name)}, on = {str(on).lower()})",
        is_so,
        (Action("notifications"), Action("back")),
    )


def of_forms(rng: Random) -> Condition:
    """What stands on a form: it is so where there is such an entry, as nobody but the agent writes on forms."""
    name, number, title = rng.choice(world.PEOPLE), rng.choice(world.NUMBERS), rng.choice(world.TITLES)
    words, amount, method = rng.choice(world.WORDS), rng.choice((50, 200)), rng.choice(("Gift card", "PayQuick"))
    form, variable, value, values, look = rng.choice(
        (
            ("ContactForm", "name", name, _all(CONTACTS, "name"), (*_NEW_CONTACT, written("#name", name))),
            ("ContactForm", "phone", number, _all(CONTACTS, "phone"), (*_NEW_CONTACT, written("#phone", number))),
            (
                "ContactForm",
                "phone",
                number,
                _all(CONTACTS, "phone"),
                (opened(contacts.PACKAGE), On(name), On("#edit"), written("#phone", number)),
            ),
            (
                "TaskForm",
                "title",
                title,
                _all(TASKS, "title"),
                (opened(todo.PACKAGE), On(rng.choice(world.LISTS)), On("Add task"), written("#title", title)),
            ),
            (
                "Draft",
                "text",
                words,
                _all(MESSAGES, "text"),
                (opened(messages.PACKAGE), On(name), written("#compose_message_text", words)),
            ),
            (
                "TransferForm",
                "amount",
                amount,
                lambda phone: {-entry.amount for entry in phone.data[bank.PACKAGE].history},
                (opened(bank.PACKAGE), On("#transfer"), written("#amount", str(amount))),
            ),
            (
                "Checkout",
                "method",
                method,
                lambda phone: {order.method for order in phone.data[shop.PACKAGE].orders},
                (opened(shop.PACKAGE), On("#cart"), On("#checkout"), On(method)),
            ),
            (
                "ReserveInfo",
                "people",
                3,
                lambda phone: {booking.people for booking in phone.data[restaurant.PACKAGE].bookings},
                (opened(restaurant.PACKAGE), On(rng.choice(world.PLACES)), On("#more")),
            ),
            (
                "Recipient",
                "name",
                name,
                lambda _: frozenset[str](),
                (opened(messages.PACKAGE), On("Start chat"), written("#recipient_text_view", name), On("#contact")),
            ),
        )
    )
    text = rng.choice((f"{form}({variable} = {quote(value)})", f"{form}({variable} != {quote(value)})[= 0]"))
    if form == "Recipient":  # there may be none, and then none is another
        text = f"{form}({variable} = {quote(value)})"
    return Condition(text, lambda phone: value in values(phone), look)


_NEW_CONTACT: tuple[Move, ...] = (opened(contacts.PACKAGE), On("#floating_action_button"))


def _all(table: Table, variable: str) -> Callable[[Snapshot], Collection[object]]:
    """What there is of one value in a table."""
    return lambda phone: [row[variable] for row in table.rows(phone)]


def on_pages_of_contacts(rng: Random) -> Condition:
    """What somebody's page says."""
    name, number = rng.choice(world.PEOPLE), rng.choice(world.NUMBERS)

    def numbers(phone: Snapshot) -> list[str]:
        return [person.phone for person in phone.contacts if person.name == name]

    page = f"Screen(app = {quote(contacts.PACKAGE)}, title = {quote(name)}"
    texts: dict[str, Holds] = {
        f"{page})": lambda phone: bool(numbers(phone)),
        f"{page}, text contains {quote(number)})": lambda phone: any(number in other for other in numbers(phone)),
        f"{page}, text not contains {quote(number)})": lambda phone: any(
            number not in other for other in numbers(phone)
        ),
    }
    return _one_of(texts, rng, opened(contacts.PACKAGE), *scrolled(rng), On(name))


def on_pages_of_talks(rng: Random) -> Condition:
    """What stands in a conversation, or beside its name."""
    name, words = rng.choice(world.PEOPLE), rng.choice(world.WORDS)

    def talks(phone: Snapshot) -> Sequence[messages.Conversation]:
        found: Sequence[messages.Conversation] = phone.data[messages.PACKAGE].conversations
        return found

    texts: dict[str, Holds] = {
        f"Screen(app = {quote(messages.PACKAGE)}, title = {quote(name)})": lambda phone: any(
            talk.people == (name,) for talk in talks(phone)
        ),
        f"Item(label = {quote(f'You: {words}')})": lambda phone: any(
            said.mine and said.text == words for talk in talks(phone) for said in talk.messages
        ),
        f'Item(label = {quote(name)}, text contains "New")': lambda phone: any(
            talk.people == (name,) and talk.unread for talk in talks(phone)
        ),
    }
    return _one_of(texts, rng, opened(messages.PACKAGE), *scrolled(rng), *((On(name),) if rng.random() < 0.6 else ()))


def on_pages_of_tasks(rng: Random) -> Condition:
    """What a list says."""
    name, title = rng.choice(world.LISTS), rng.choice(world.TITLES)
    texts: dict[str, Holds] = {
        f"Screen(app = {quote(todo.PACKAGE)}, title = {quote(name)})": lambda phone: (
            name in phone.data[todo.PACKAGE].lists
        ),
        f"Item(label = {quote(title)})": lambda phone: any(
            task.title == title for task in phone.data[todo.PACKAGE].tasks
        ),
        f"Switch(label = {quote(title)}, on = true)": lambda phone: any(
            task.title == title and task.done for task in phone.data[todo.PACKAGE].tasks
        ),
    }
    return _one_of(texts, rng, opened(todo.PACKAGE), On(name), *scrolled(rng))


def on_pages_of_mails(rng: Random) -> Condition:
    """What a folder says."""
    folder, who, subject = rng.choice(("Inbox", "Bin")), rng.choice(world.PEOPLE), rng.choice(world.SUBJECTS)
    address = world.address_of(who)

    def there(phone: Snapshot) -> list[mail.Letter]:
        letters = phone.data[mail.PACKAGE].letters
        return [letter for letter in letters if letter.sender == address and subject in letter.subject]

    about = f"Item(label = {quote(address)}, text contains {quote(subject)}"
    texts: dict[str, Holds] = {
        f"{about})": lambda phone: bool(there(phone)),
        f'{about}, text not contains "New")': lambda phone: any(not letter.unread for letter in there(phone)),
    }
    return _one_of(texts, rng, opened(mail.PACKAGE), On(f"#tab_{folder.lower()}"), *scrolled(rng))


FAMILIES: tuple[Family, ...] = (
    *(of_a_table,) * 12,
    *(of_two_alike,) * 3,
    *(of_what_there_is_one_of,) * 3,
    of_switches,
    of_forms,
)


ON_ANY_PAGE: tuple[Family, ...] = (on_pages_of_contacts, on_pages_of_talks, on_pages_of_tasks, on_pages_of_mails)
"""What somebody says who has no model of the app; as another page is in front by then, it is what was so once."""


def some_condition(rng: Random, *, without_model: bool = False) -> Condition:
    """One of any kind."""
    return rng.choice(ON_ANY_PAGE if without_model else FAMILIES)(rng)


def _one_of(texts: dict[str, Holds], rng: Random, *look: Move) -> Condition:
    text = rng.choice(list(texts))
    return Condition(text, texts[text], look)
