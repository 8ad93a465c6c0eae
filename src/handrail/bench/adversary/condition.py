"""Conditions that a rule may rest on, each with what it is in truth and where a look at a screen tells."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from handrail.bench.adversary import world
from handrail.bench.adversary.move import Move, On, opened, written
from handrail.bench.adversary.table import ALL, quote, scrolled, some_count
from handrail.device.action import Action
from handrail.phone.apps import clock, contacts, mail, messages, shop, todo
from handrail.phone.snapshot import Snapshot

SETTINGS = "com.android.settings"

Holds: TypeAlias = Callable[[Snapshot], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """A predicate as a rule has it, whether it is so on a phone, and the way to see it."""

    text: str
    holds: Holds
    look: tuple[Move, ...]


Family: TypeAlias = Callable[[Random], Condition]
"""One condition of a kind, with values by chance."""


def of_a_table(rng: Random) -> Condition:
    """How many there are of some entries."""
    rows, (count, is_so) = rng.choice(ALL).some(rng), some_count(rng)
    return Condition(f"{rows.text}{count}", lambda phone: is_so(len(rows.on(phone))), rows.table.look(rng))


def of_the_timer(rng: Random) -> Condition:
    """Whether it runs."""
    texts: dict[str, Holds] = {
        'Timer(status = "idle")': lambda phone: phone.data[clock.PACKAGE].timer == clock.Timer(),
        'Timer(status = "running")': lambda phone: phone.data[clock.PACKAGE].timer.ends is not None,
    }
    return _one_of(texts, rng, opened(clock.PACKAGE), On("Timer"))


def of_the_shop(rng: Random) -> Condition:
    """Where it goes that is in the cart."""
    address = rng.choice(world.ADDRESSES)
    return Condition(
        f"Checkout(address = {quote(address)})",
        lambda phone: phone.data[shop.PACKAGE].address == address,
        (opened(shop.PACKAGE), On("#cart"), On("#checkout")),
    )


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
    """What stood on a form: so once it was saved."""
    name, number, title = rng.choice(world.PEOPLE), rng.choice(world.NUMBERS), rng.choice(world.TITLES)
    words = rng.choice(world.WORDS)
    texts: dict[str, Holds] = {
        f"ContactForm(name = {quote(name)}, phone = {quote(number)})": lambda phone: any(
            (person.name, person.phone) == (name, number) for person in phone.contacts
        ),
        f"TaskForm(title = {quote(title)})": lambda phone: any(
            task.title == title for task in phone.data[todo.PACKAGE].tasks
        ),
        f"Draft(text = {quote(words)})": lambda phone: any(
            said.mine and said.text == words
            for talk in phone.data[messages.PACKAGE].conversations
            for said in talk.messages
        ),
        f"Recipient(name = {quote(name)})": lambda phone: any(
            name in talk.people for talk in phone.data[messages.PACKAGE].conversations
        ),
    }
    looks: tuple[tuple[Move, ...], ...] = (
        (opened(contacts.PACKAGE), On(name), On("#edit")),
        (opened(contacts.PACKAGE), On("#floating_action_button"), written("#name", name), written("#phone", number)),
        (opened(todo.PACKAGE), On("Add task"), written("#title", title)),
        (opened(messages.PACKAGE), On(name), written("#compose_message_text", words)),
        (opened(messages.PACKAGE), On("#start_chat_fab"), written("#recipient_text_view", name), On(name)),
    )
    return _one_of(texts, rng, *rng.choice(looks))


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


FAMILIES: tuple[Family, ...] = (*(of_a_table,) * 12, of_the_timer, of_the_shop, of_switches)

ONCE: tuple[Family, ...] = (*FAMILIES, of_forms, of_forms)
"""What may have been so once; a form is so only as long as it is in front."""


ON_ANY_PAGE: tuple[Family, ...] = (on_pages_of_contacts, on_pages_of_talks, on_pages_of_tasks, on_pages_of_mails)
"""What somebody says who has no model of the app; as another page is in front by then, it is what was so once."""


def some_condition(rng: Random, *, without_model: bool = False, once: bool = False) -> Condition:
    """One of any kind, of what is so or was so `once`."""
    return rng.choice(ON_ANY_PAGE if without_model else ONCE if once else FAMILIES)(rng)


def _one_of(texts: dict[str, Holds], rng: Random, *look: Move) -> Condition:
    text = rng.choice(list(texts))
    return Condition(text, texts[text], look)
