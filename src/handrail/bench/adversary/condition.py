"""Conditions that a rule may rest on, each with what it is in truth and where a look at a screen tells."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from handrail.bench.adversary import world
from handrail.bench.adversary.move import Move, On, opened, written
from handrail.device.action import Action
from handrail.language.printer import show_term
from handrail.language.rule import Literal
from handrail.phone.apps import bank, clock, contacts, file_browser, mail, messages, photos, restaurant, shop, todo
from handrail.phone.snapshot import Snapshot

SETTINGS = "com.android.settings"

Holds: TypeAlias = Callable[[Snapshot], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """A predicate as a rule has it, whether it is so on a phone, and the way to see it."""

    text: str
    holds: Holds
    look: tuple[Move, ...]


def quote(text: str) -> str:
    """A text as a rule has it."""
    return show_term(Literal(text))


Family: TypeAlias = Callable[[Random], Condition]
"""One condition of a kind, with values by chance."""


def of_tasks(rng: Random) -> Condition:
    """How it stands with a task, or a list."""
    name, title, other_title = rng.choice(world.LISTS), rng.choice(world.TITLES), rng.choice(world.TITLES)
    done = rng.random() < 0.5

    def open_ones(phone: Snapshot) -> list[todo.Task]:
        return [task for task in on_list(phone) if not task.done]

    def on_list(phone: Snapshot) -> list[todo.Task]:
        return [task for task in phone.data[todo.PACKAGE].tasks if task.list == name]

    def called(phone: Snapshot) -> list[todo.Task]:
        return [task for task in on_list(phone) if task.title == title]

    of_list, of_task = f"list = {quote(name)}", f"list = {quote(name)}, title = {quote(title)}"
    texts: dict[str, Holds] = {
        f"Task({of_task}, done = {str(done).lower()})": lambda phone: any(task.done is done for task in called(phone)),
        f"Task({of_task})": lambda phone: bool(called(phone)),
        f"Task({of_task})[= 0]": lambda phone: not called(phone),
        f"Task({of_list}, done = true)": lambda phone: any(task.done for task in on_list(phone)),
        f"Task({of_list}, starred = true)": lambda phone: any(task.starred for task in on_list(phone)),
        f"Task({of_list}, done = false)[= 0]": lambda phone: not open_ones(phone),
        f"Task({of_list})[= 0]": lambda phone: not on_list(phone),
        f"Task({of_list}, done = false)[<= 1]": lambda phone: len(open_ones(phone)) <= 1,
        f"Task({of_list}, done = false)[>= 2]": lambda phone: len(open_ones(phone)) >= 2,
        f"Task({of_list}, title != {quote(title)}, done = false)[= 0]": lambda phone: (
            not [task for task in open_ones(phone) if task.title != title]
        ),
        f"Task({of_list}, title in [{quote(title)}, {quote(other_title)}])[= 0]": lambda phone: (
            not [task for task in on_list(phone) if task.title in (title, other_title)]
        ),
        f"List(name = {quote(name)})": lambda phone: name in phone.data[todo.PACKAGE].lists,
        f"List(name = {quote(name)})[= 0]": lambda phone: name not in phone.data[todo.PACKAGE].lists,
    }
    return _one_of(texts, rng, opened(todo.PACKAGE), On(name), *_scrolled(rng))


def of_contacts(rng: Random) -> Condition:
    """What the book says of somebody."""
    name, number = rng.choice(world.PEOPLE), rng.choice(world.NUMBERS)
    named, with_number = f"name = {quote(name)}", f"phone = {quote(number)}"
    texts: dict[str, Holds] = {
        f"Contact({named}, {with_number})": lambda phone: any(
            (person.name, person.phone) == (name, number) for person in phone.contacts
        ),
        f"Contact({named})": lambda phone: any(person.name == name for person in phone.contacts),
        f"Contact({named}, starred = true)": lambda phone: any(
            person.name == name and person.starred for person in phone.contacts
        ),
        f"Contact({named})[= 0]": lambda phone: all(person.name != name for person in phone.contacts),
        "Contact(starred = true)": lambda phone: any(person.starred for person in phone.contacts),
        f"Contact({with_number})": lambda phone: any(person.phone == number for person in phone.contacts),
        "Contact(starred = true)[= 0]": lambda phone: not any(person.starred for person in phone.contacts),
        f"Contact({with_number})[= 0]": lambda phone: all(person.phone != number for person in phone.contacts),
        f"Contact({named}, phone != {quote(number)})": lambda phone: any(
            person.name == name and person.phone != number for person in phone.contacts
        ),
        f"Contact({named}, phone contains {quote(number[-3:])})": lambda phone: any(
            person.name == name and number[-3:] in person.phone for person in phone.contacts
        ),
    }
    page = (On(name),) if rng.random() < 0.7 else ()
    return _one_of(texts, rng, opened(contacts.PACKAGE), *_scrolled(rng), *page)


def of_conversations(rng: Random) -> Condition:
    """What was said to somebody, and what was not read."""
    name, words = rng.choice(world.PEOPLE), rng.choice(world.WORDS)

    def talks(phone: Snapshot) -> list[messages.Conversation]:
        return [talk for talk in phone.data[messages.PACKAGE].conversations if talk.people == (name,)]

    def said(phone: Snapshot) -> bool:
        return any(said.mine and said.text == words for talk in talks(phone) for said in talk.messages)

    of_whom, what = f"people = {quote(name)}", f"to = {quote(name)}, text = {quote(words)}"
    texts: dict[str, Holds] = {
        f"Conversation({of_whom})": lambda phone: bool(talks(phone)),
        "Conversation(unread = true)": lambda phone: any(
            talk.unread for talk in phone.data[messages.PACKAGE].conversations
        ),
        f"Conversation({of_whom})[= 0]": lambda phone: not talks(phone),
        f"Conversation({of_whom}, unread = true)": lambda phone: any(talk.unread for talk in talks(phone)),
        f"Conversation({of_whom}, unread = false)": lambda phone: any(not talk.unread for talk in talks(phone)),
        f"Message({what})": said,
        f"Message({what})[= 0]": lambda phone: not said(phone),
    }
    page = (On(name),) if rng.random() < 0.6 else ()
    return _one_of(texts, rng, opened(messages.PACKAGE), *_scrolled(rng), *page)


def of_mails(rng: Random) -> Condition:
    """What lies in a folder."""
    folder, who = rng.choice(("Inbox", "Sent", "Bin")), world.address_of(rng.choice(world.PEOPLE))
    subject = rng.choice(world.SUBJECTS)

    def there(phone: Snapshot) -> list[mail.Letter]:
        return [letter for letter in phone.data[mail.PACKAGE].letters if letter.folder == folder]

    def of_subject(phone: Snapshot) -> list[mail.Letter]:
        return [letter for letter in there(phone) if letter.subject == subject]

    def of_both(phone: Snapshot) -> list[mail.Letter]:
        return [letter for letter in of_subject(phone) if who == (letter.to if folder == "Sent" else letter.sender)]

    lies, about = f"folder = {quote(folder)}", f"subject = {quote(subject)}"
    both = f"{lies}, who = {quote(who)}, {about}"
    texts: dict[str, Holds] = {
        f"Mail({both})": lambda phone: bool(of_both(phone)),
        f"Mail({both})[= 0]": lambda phone: not of_both(phone),
        f"Mail({lies}, {about})[= 0]": lambda phone: not of_subject(phone),
        f"Mail({both}, unread = true)": lambda phone: any(letter.unread for letter in of_both(phone)),
        f"Mail({lies}, subject contains {quote(subject[1:4])})": lambda phone: any(
            subject[1:4] in letter.subject for letter in there(phone)
        ),
        f"Mail({lies}, subject not contains {quote(subject[1:4])})[= 0]": lambda phone: all(
            subject[1:4] in letter.subject for letter in there(phone)
        ),
        f"Mail({lies}, who = {quote(who)})": lambda phone: any(
            who == (letter.to if folder == "Sent" else letter.sender) for letter in there(phone)
        ),
        f"Mail({lies}, unread = true)": lambda phone: any(letter.unread for letter in there(phone)),
        f"Mail({lies}, unread = true)[= 0]": lambda phone: not any(letter.unread for letter in there(phone)),
    }
    return _one_of(texts, rng, opened(mail.PACKAGE), On(f"#tab_{folder.lower()}"), *_scrolled(rng))


def of_files(rng: Random) -> Condition:
    """What lies where."""
    folder = rng.choice(world.FOLDERS)
    path = f"{folder}/{rng.choice(world.FILES)}"

    def inside(phone: Snapshot) -> int:
        return sum(other.rpartition("/")[0] == folder for other in phone.system.files)

    texts: dict[str, Holds] = {
        f"Item(path = {quote(path)})": lambda phone: path in phone.system.files,
        f"Item(path = {quote(path)})[= 0]": lambda phone: path not in phone.system.files,
        f"Item(folder = {quote(folder)}, is_folder = false)": lambda phone: any(
            other.rpartition("/")[0] == folder and phone.system.files[other].content is not None
            for other in phone.system.files
        ),
        f"Item(folder = {quote(folder)})[= 0]": lambda phone: not inside(phone),
        f"Item(folder = {quote(folder)})[<= 1]": lambda phone: inside(phone) <= 1,
    }
    way = (On(name) for name in folder.removeprefix("/sdcard/").split("/"))
    return _one_of(texts, rng, opened(file_browser.PACKAGE), *way)


def of_alarms(rng: Random) -> Condition:
    """Which alarms are set."""
    at, label, on = rng.choice(world.TIMES), rng.choice(world.LABELS), rng.random() < 0.5

    def then(phone: Snapshot) -> list[clock.Alarm]:
        return [alarm for alarm in phone.data[clock.PACKAGE].alarms if alarm.at == at]

    texts: dict[str, Holds] = {
        f"Alarm(time = {at:%H:%M}, label = {quote(label)}, on = {str(on).lower()})": lambda phone: any(
            (alarm.label, alarm.on) == (label, on) for alarm in then(phone)
        ),
        "Alarm(on = true)": lambda phone: any(alarm.on for alarm in phone.data[clock.PACKAGE].alarms),
        f"Alarm(time = {at:%H:%M})[= 0]": lambda phone: not then(phone),
        f"Alarm(time = {at:%H:%M}, on = true)": lambda phone: any(alarm.on for alarm in then(phone)),
        "Alarm(on = true)[= 0]": lambda phone: not any(alarm.on for alarm in phone.data[clock.PACKAGE].alarms),
    }
    return _one_of(texts, rng, opened(clock.PACKAGE), On("Alarm"))


def of_the_timer(rng: Random) -> Condition:
    """Whether it runs."""
    texts: dict[str, Holds] = {
        'Timer(status = "idle")': lambda phone: phone.data[clock.PACKAGE].timer == clock.Timer(),
        'Timer(status = "running")': lambda phone: phone.data[clock.PACKAGE].timer.ends is not None,
    }
    return _one_of(texts, rng, opened(clock.PACKAGE), On("Timer"))


def of_the_shop(rng: Random) -> Condition:
    """What is in the cart, and where it goes."""
    (product, _), address = rng.choice(world.PRODUCTS), rng.choice(world.ADDRESSES)
    texts: dict[str, Holds] = {
        f"CartItem(product = {quote(product)})[= 0]": lambda phone: phone.data[shop.PACKAGE].count_of(product) == 0,
        f"CartItem(product = {quote(product)}, count = 1)": lambda phone: (
            phone.data[shop.PACKAGE].count_of(product) == 1
        ),
        f"Checkout(address = {quote(address)})": lambda phone: phone.data[shop.PACKAGE].address == address,
    }
    return _one_of(texts, rng, opened(shop.PACKAGE), On("#cart"), On("#checkout"))


def of_the_bank(rng: Random) -> Condition:
    """What there is left."""
    least = rng.choice((1000, 2400, 3000))
    text = f'Account(name = "Checking", balance >= {least})'
    look = (opened(bank.PACKAGE),)
    return Condition(text, lambda phone: phone.data[bank.PACKAGE].account("Checking").balance >= least, look)


def of_photos(rng: Random) -> Condition:
    """Whether a photo is there."""
    path, taken = rng.choice(world.PHOTOS)
    texts: dict[str, Holds] = {
        f"Photo(taken = {quote(taken)})": lambda phone: path in phone.system.files,
        f"Photo(taken = {quote(taken)})[= 0]": lambda phone: path not in phone.system.files,
    }
    return _one_of(texts, rng, opened(photos.PACKAGE))


def of_bookings(rng: Random) -> Condition:
    """Which tables are reserved."""
    place, day, people = rng.choice(world.PLACES), rng.choice(world.DAYS), rng.choice((2, 4))

    def there(phone: Snapshot) -> list[restaurant.Booking]:
        return [table for table in phone.data[restaurant.PACKAGE].bookings if table.restaurant == place]

    def then(phone: Snapshot) -> list[restaurant.Booking]:
        return [table for table in phone.data[restaurant.PACKAGE].bookings if table.day == day]

    at = f"restaurant = {quote(place)}"
    texts: dict[str, Holds] = {
        f"Booking({at})": lambda phone: bool(there(phone)),
        f"Booking({at})[= 0]": lambda phone: not there(phone),
        f"Booking({at}, date = {day}, people = {people})": lambda phone: any(
            (table.day, table.people) == (day, people) for table in there(phone)
        ),
        f"Booking({at}, people > {people})[= 0]": lambda phone: all(table.people <= people for table in there(phone)),
        f"Booking(date = {day})[= 0]": lambda phone: not then(phone),
        f"Booking({at})[<= 1]": lambda phone: len(there(phone)) <= 1,
    }
    return _one_of(texts, rng, opened(restaurant.PACKAGE), On("Bookings"))


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
        f"QuickSwitch(name = {quote(name)}, on = {str(on).lower()})", is_so, (Action("notifications"), Action("back"))
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
    return _one_of(texts, rng, opened(contacts.PACKAGE), *_scrolled(rng), On(name))


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
    return _one_of(texts, rng, opened(messages.PACKAGE), *_scrolled(rng), *((On(name),) if rng.random() < 0.6 else ()))


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
    return _one_of(texts, rng, opened(todo.PACKAGE), On(name), *_scrolled(rng))


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
    return _one_of(texts, rng, opened(mail.PACKAGE), On(f"#tab_{folder.lower()}"), *_scrolled(rng))


FAMILIES: tuple[Family, ...] = (
    of_tasks,
    of_contacts,
    of_conversations,
    of_mails,
    of_files,
    of_alarms,
    of_the_timer,
    of_the_shop,
    of_the_bank,
    of_photos,
    of_bookings,
    of_switches,
)

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


def _scrolled(rng: Random) -> tuple[Move, ...]:
    return (Action("scroll", direction="down"),) * rng.choice((0, 0, 1, 3))
