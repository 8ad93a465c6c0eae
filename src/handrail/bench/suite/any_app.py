"""Rules over the states that every screen has, for forms that several tasks fill in.

They are written as somebody would who has the app before their eyes and no model of it: by the titles of pages, the
labels of fields, and the words that stand there. What a page does not show, such as who is written to once their
conversation is left, has to be seen `once` on the way.
"""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

MESSAGES = "com.example.messages"
BANK = "com.example.bank"
CLOCK = "com.example.clock"
RESTAURANTS = "com.example.restaurants"
SHOP = "com.example.shop"
TASKS = "com.example.tasks"

DAYS_OF_THE_WEEK = 7


def message(people: Sequence[str], text: str, after: str = "") -> str:
    """One message to one or more people: in the conversation with them, or in a new one; `after` has to hold first."""
    first = f"{after} & " if after else ""
    chosen = " & ".join(f'Item(label = "{person}", text contains "Tap to remove")' for person in people)
    typed = " & ".join(f'once Field(label = "Type names or phone numbers", value = "{person}")' for person in people)
    return f"""
    {first}Screen(app = "{MESSAGES}", title = "{", ".join(people)}")
        & Field(label = "Text message", value = "{text}") -> Send
    {first}Screen(app = "{MESSAGES}", title = "New conversation") & {typed} & {chosen}
        & Item(text contains "Tap to remove")[= {len(people)}] & Field(label = "Text message", value = "{text}") -> Send
    """


def answer(person: str, text: str) -> str:
    """One message in the conversation with somebody."""
    return f"""
    Screen(app = "{MESSAGES}", title = "{person}") & Field(label = "Text message", value = "{text}") -> Send
    """


def said_to(person: str, text: str) -> str:
    """The conversation with somebody in front, with what was written in it."""
    return f'Screen(app = "{MESSAGES}", title = "{person}") & Item(label = "You: {text}")'


def saw_said_to(person: str, text: str) -> str:
    """The list of conversations seen on the way, with what was written as the last of one."""
    return f'once Item(text = "{person} · {text}")'


def transfer(
    recipient: str, iban: str, amount: Decimal | int, account: str | None = None, reference: str | None = None
) -> str:
    """Money sent: the form filled in, and what is shown of it before it goes."""
    exact = f"{amount:.2f}"
    written = dict.fromkeys(amount for amount in (exact, exact.removesuffix(".00")))
    choice = "" if account is None else f'& Choice(label contains "{account} (", selected = true)'
    field = "" if reference is None else f'& Field(label = "Reference", value = "{reference}")'
    shown = f"To · {recipient} · IBAN · {iban} · Amount · €{exact}"
    shown = shown if account is None else f"From · {account} · {shown}"
    shown = shown if reference is None else f"{shown} · Reference · {reference}"
    return f"""
    Screen(app = "{BANK}", title = "New transfer") {choice} & Field(label = "Recipient", value = "{recipient}")
        & Field(label = "IBAN", value = "{iban}") & Field(label = "Amount", value in {_listed(written)}) {field} -> Pay
    Screen(app = "{BANK}", title = "Review transfer", text contains "{shown}") -> Pay
    """


def transferred(recipient: str, amount: Decimal | int) -> str:
    """What the bank says when the money has gone."""
    return f'once Screen(app = "{BANK}", title = "Transfer sent", text contains "€{amount:.2f} to {recipient}")'


def alarm(hour: int, minute: int, label: str, days: Sequence[str] = ()) -> str:
    """A new alarm, once or on some days of the week."""
    written = dict.fromkeys((f"{hour:02}", f"{hour}"))
    on = " & ".join(f'Switch(label = "{day}", on = true)' for day in days)
    repeats = f"{on} & Switch(on = true)[= {len(days)}]" if days else f"Switch(on = false)[= {DAYS_OF_THE_WEEK}]"
    return f"""
    Screen(app = "{CLOCK}", title = "Add alarm") & Field(label = "Hour", value in {_listed(written)})
        & Field(label = "Minute", value = "{minute:02}") & Field(label = "Label", value = "{label}") & {repeats} -> Save
    """


def hour_written(hour: int) -> str:
    """The hour of an alarm, seen in the form on the way: the list tells two alarms of one time not apart."""
    return f'once Field(label = "Hour", value in {_listed(dict.fromkeys((f"{hour:02}", f"{hour}")))})'


def alarm_deleted(hour: int, minute: int) -> str:
    """An alarm deleted on its own page."""
    written = dict.fromkeys((f"{hour:02}", f"{hour}"))
    return f"""
    Screen(app = "{CLOCK}", title = "Edit alarm") & Field(label = "Hour", value in {_listed(written)})
        & Field(label = "Minute", value = "{minute:02}") -> Delete
    """


def table(place: str, day: date, at: str, people: int, *, free: bool = True) -> str:
    """A restaurant's page with day, time and people as wanted, and whether there is a table."""
    return " & ".join(_table(place, day, at, people, free))


def saw_no_table(place: str, day: date, at: str, people: int) -> str:
    """That page seen on the way, without a table, and then the bookings."""
    seen = " & ".join(f"once {predicate}" for predicate in _table(place, day, at, people, free=False))
    return f'{seen} & Screen(app = "{RESTAURANTS}", title = "Bookings")'


def _table(place: str, day: date, at: str, people: int, free: bool) -> tuple[str, ...]:
    there = f'text contains "· People · {people} · Table available"'
    none = f'text contains "· People · {people} · No table available", {there.replace("contains", "not contains")}'
    return (
        f'Screen(app = "{RESTAURANTS}", title = "{place}", {there if free else none})',
        f'Item(label = "Date", text contains "{day}")',
        f'Item(label = "Time", text = "Time · {at}")',
    )


def table_confirmed(place: str, day: date, at: str, people: int) -> str:
    """What the app says when a table is reserved."""
    said = f"{place} · {day:%a}, {day} at {at}, {people} people"
    return f'once Screen(app = "{RESTAURANTS}", title = "Reservation confirmed", text contains "{said}")'


def in_cart(lines: dict[str, int]) -> str:
    """The cart with so much of each product and nothing else."""
    return f'Screen(app = "{SHOP}", title = "Cart") & {_rows(lines)} & Item()[= {len(lines)}]'


def paid(lines: dict[str, int], method: str, address: str = "") -> str:
    """The last page before the payment, which does not say what is paid for: it was seen in the cart."""
    seen = " & ".join(f"once {word}" for word in _rows(lines).split(" & "))
    deliver = f'& Item(label = "Deliver to", text = "Deliver to · {address}")' if address else ""
    return f"""
    Save & {seen} & Screen(app = "{SHOP}", title = "Checkout") & Choice(label = "{method}", selected = true)
        {deliver} -> Pay
    """


def _rows(lines: dict[str, int]) -> str:
    return " & ".join(f'Item(label = "{name}", text contains "· {count} x ")' for name, count in lines.items())


def ordered(method: str) -> str:
    """What the shop says when something was bought."""
    return f'once Screen(app = "{SHOP}", title = "Order confirmed", text contains "paid with {method}")'


def task(name: str, title: str, due: date | None = None, after: str = "") -> str:
    """A new task on a list, of which the form does not say which it is; `after` has to hold first."""
    first = f"{after} & " if after else ""
    date_row = "" if due is None else f'& Item(label = "Due date", text contains "{due}")'
    return f"""
    {first}once Screen(app = "{TASKS}", title = "{name}") & Screen(app = "{TASKS}", title = "New task")
        & Field(label = "Title", value = "{title}") {date_row} -> Save
    """


def on_list(name: str, title: str, due: date | None = None) -> str:
    """A task as its list shows it."""
    text = title if due is None else f"{title} · Due {due}"
    return f'Screen(app = "{TASKS}", title = "{name}") & Item(text = "{text}")'


def _listed(texts: dict[str, None]) -> str:
    return "[" + ", ".join(f'"{text}"' for text in texts) + "]"
