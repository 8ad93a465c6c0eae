"""People: added, changed, starred, deleted."""

from random import Random

from handrail.agent.intent import Intent, Plan, Stage, Tap, Target
from handrail.agent.mistake import EarlyFinish, Forgotten, Repeated, TooLate, Values, WrongTarget, WrongValue
from handrail.bench.suite.set_up import phone_with
from handrail.bench.suite.task import Effect, EffectKind, Scene, Task, effect
from handrail.bench.suite.tasks.places import button, contacts, filled, labelled
from handrail.phone.values import Contact

NEW = (("Zoe Fischer", "+1 555 0101"), ("Yusuf Demir", "+1 555 0102"), ("Anna Nowak", "+1 555 0103"))


def person(name: str) -> tuple[Intent, ...]:
    """The page of somebody."""
    return (contacts(), filled("search", ""), labelled(name, "title"))


def saved(contact: Contact) -> Effect:
    """Somebody as they are to be."""
    return effect(
        EffectKind.CONTACT_SAVED, contact.name, contact.phone, contact.email, "starred" if contact.starred else ""
    )


def added(name: str, number: str, address: str) -> tuple[Intent, ...]:
    """A new person."""
    fields = (filled("name", name), filled("phone", number), filled("email", address))
    return (contacts(), button("floating_action_button"), *fields, button("save"))


def add(rng: Random, seed: int) -> Scene:
    """With number and address."""
    name, number = rng.choice(NEW)
    address = f"{name.split()[0].lower()}@example.org"

    def plan(v: Values) -> Plan:
        return (Stage("add", added(v["name"], v["phone"], v["email"])),)

    return Scene(
        phone_with(seed),
        f"Add {name} to my contacts: {number}, {address}",
        f"""
        ContactForm(name = "{name}", phone = "{number}", email = "{address}") -> SaveContact
        SaveContact -> Done
        """,
        {"name": name, "phone": number, "email": address},
        plan,
        (
            WrongValue("phone", number.replace("555", "556")),
            WrongValue("email", address.replace(".org", ".com")),
            Forgotten("email"),
            TooLate("email"),
            EarlyFinish("add", after=5),
            Repeated("add"),
        ),
        (saved(Contact(0, name, number, address)),),
        generic=f"""
        Screen(app = "com.example.contacts", title = "Create contact") & Field(label = "Name", value = "{name}")
            & Field(label = "Phone", value = "{number}") & Field(label = "Email", value = "{address}") -> Save
        Save -> Done
        """,
    )


def change(rng: Random, seed: int) -> Scene:
    """A new number, for one of two with the same first name."""
    first = rng.choice(("Tom", "Alice", "Emma"))
    people = (
        Contact(91, f"{first} Baker", "+44 7700 900111", "baker@example.com"),
        Contact(92, f"{first} Barker", "+44 7700 900222", "barker@example.com"),
    )
    number = f"+44 7700 900{rng.randint(300, 999)}"

    def plan(v: Values) -> Plan:
        return (Stage("change", (*person(v["who"]), button("edit"), filled("phone", v["phone"]), button("save"))),)

    return Scene(
        phone_with(seed, people=people),
        f"{first} Baker has a new number: {number}",
        f"""
        ContactForm(name = "{first} Baker", phone = "{number}", email = "baker@example.com") -> SaveContact
        SaveContact -> Done
        """,
        {"who": f"{first} Baker", "phone": number},
        plan,
        (
            WrongTarget("who", f"{first} Barker"),
            WrongValue("phone", f"{number}0"),
            Forgotten("phone"),
            EarlyFinish("change", after=5),
        ),
        (saved(Contact(91, f"{first} Baker", number, "baker@example.com")),),
        generic=f"""
        once Screen(app = "com.example.contacts", title = "{first} Baker")
            & Screen(app = "com.example.contacts", title = "Edit contact")
            & Field(label = "Name", value = "{first} Baker") & Field(label = "Phone", value = "{number}")
            & Field(label = "Email", value = "baker@example.com") -> Save
        Save & Screen(app = "com.example.contacts", title = "{first} Baker", text contains "{number}") -> Done
        """,
    )


def star(rng: Random, seed: int) -> Scene:
    """A favourite."""
    phone = phone_with(seed)
    meant, other = rng.sample([contact for contact in phone.contacts if " " in contact.name], 2)

    def plan(v: Values) -> Plan:
        return (Stage("star", (*person(v["who"]), Tap(Target("Add to favorites")))),)

    return Scene(
        phone,
        f"Add {meant.name} to my favourites",
        f"""
        Contact(name = "{meant.name}", starred = true) -> StarContact
        StarContact -> Done
        """,
        {"who": meant.name},
        plan,
        (WrongTarget("who", other.name), EarlyFinish("star", after=3)),
        (saved(Contact(meant.number, meant.name, meant.phone, meant.email, starred=True)),),
        generic=f"""
        Screen(app = "com.example.contacts", title = "{meant.name}") -> Save
        Save -> Done
        """,
    )


def delete(rng: Random, seed: int) -> Scene:
    """One person, for good."""
    people = (
        Contact(91, "Old Landlord", "+44 7700 900111"),
        Contact(92, "Old Landlord (new number)", "+44 7700 900222"),
        Contact(93, "Landlord", "+44 7700 900333"),
    )
    meant, other, third = rng.sample(people, 3)

    def plan(v: Values) -> Plan:
        return (Stage("delete", (*person(v["who"]), button("delete"), button("button1"))),)

    return Scene(
        phone_with(seed, people=people),
        f"Delete the contact “{meant.name}”, the one with {meant.phone}",
        f"""
        Contact(name = "{meant.name}")[= 0] -> DeleteContact
        DeleteContact -> Done
        """,
        {"who": meant.name},
        plan,
        (WrongTarget("who", other.name), WrongTarget("who", third.name), EarlyFinish("delete", after=4)),
        (effect(EffectKind.CONTACT_DELETED, meant.name),),
        generic=f"""
        Screen(app = "com.example.contacts", title = "{meant.name}", text contains "{meant.phone}") -> Delete
        Delete & Screen(app = "com.example.contacts", title = "Contacts") & Item(label = "{meant.name}")[= 0] -> Done
        """,
    )


TASKS = (
    Task("contacts-add", ("contacts",), add),
    Task("contacts-change", ("contacts",), change),
    Task("contacts-star", ("contacts",), star),
    Task("contacts-delete", ("contacts",), delete),
)
