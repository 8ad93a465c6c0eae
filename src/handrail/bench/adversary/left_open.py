"""Deeds of which rules say something, and leave open which entry it is, or what else stands in it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import time
from random import Random

from handrail.bench.adversary.condition import Condition
from handrail.bench.adversary.deed import TRIES, Deed, Family, Such
from handrail.bench.adversary.deeds import (
    address_saved,
    alarm_set,
    alarm_turned,
    contact_saved,
    contact_starred,
    letter_to,
    task_made,
    task_ticked,
)
from handrail.bench.adversary.table import (
    ALARMS,
    CONTACTS,
    LIMITS,
    TASKS,
    Constraint,
    Row,
    Rows,
    Table,
    some_count,
)
from handrail.bench.suite.task import Effect, EffectKind
from handrail.phone.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class _Choice:
    """Deeds that write an entry of a table, what comes about by one, and the entry of which that tells."""

    deeds: tuple[Family, ...]
    table: Table
    kind: EffectKind
    read: Callable[[Effect], Row]


def left_open(rng: Random) -> Deed:
    """What is to be is told by what is so of an entry, and the agent chooses the rest."""
    choice = rng.choice(_CHOICES)
    deed = rng.choice(choice.deeds)(rng)
    such = Such(choice.kind, choice.table.some(rng), choice.read, deed.effects)
    return replace(
        deed,
        bodies=(such.rows.text,),
        effects=lambda _: (),
        needs=lambda phone: any(map(such.holds, deed.effects(phone))),
        on_any_page=None,
        such=such,
    )


def limit_beside(rng: Random, such: Such, phone: Snapshot) -> Condition | None:
    """How many there may be that are as an entry is which such a deed writes over; None where there is nothing yet."""
    table = such.rows.table
    written = [such.read(effect) for effect in such.drawn(phone)]
    there = list(table.rows(phone))
    old = [row for row in there if any(all(row[key] == new[key] for key in table.keys) for new in written)]
    if not there:
        return None
    row = rng.choice(old or there)
    values = {name: row[name] for name in table.values if row[name]}
    names = rng.sample(list(values), min(len(values), rng.choice((1, 1, 2))))
    rows = Rows(table, tuple(Constraint(name, "=", (values[name],)) for name in names))
    count, is_so = some_count(rng, LIMITS)
    return Condition(f"{rows.text}{count}", lambda phone: is_so(len(rows.on(phone))), table.look(rng), rows)


def resting_on(rng: Random, such: Such, phone: Snapshot) -> Deed | None:
    """A mail to the address that such a deed may have written into the book; None where it writes none."""
    written = [such.read(effect) for effect in such.drawn(phone)] if such.rows.table is CONTACTS else []
    found = [(row["email"], row["name"]) for row in written if row["email"]]
    return letter_to(rng, *rng.choice(found)) if found else None


def deed_by_which(rng: Random, rows: Rows, phone: Snapshot) -> Deed | None:
    """A deed by which there is one more of some entries; None where chance brings none."""
    choices = [choice for choice in _CHOICES if choice.table is rows.table]
    for _ in range(TRIES if choices else 0):
        choice = rng.choice(choices)
        deed = rng.choice(choice.deeds)(rng)
        if any(rows.hold(choice.read(effect)) for effect in deed.effects(phone)):
            return deed
    return None


def _task(saved: Effect) -> Row:
    name, title, _, due, starred, done = saved.about
    return {"list": name, "title": title, "due": due or None, "starred": bool(starred), "done": bool(done)}


def _contact(saved: Effect) -> Row:
    name, number, address, starred = saved.about
    return {"name": name, "phone": number, "email": address, "starred": bool(starred)}


def _alarm(saved: Effect) -> Row:
    at, label, repeats, on = saved.about
    return {"time": time.fromisoformat(at), "label": label, "repeats": repeats, "on": on == "on"}


_CHOICES = (
    _Choice((task_made, task_ticked), TASKS, EffectKind.TASK_SAVED, _task),
    _Choice((contact_saved, address_saved, contact_starred), CONTACTS, EffectKind.CONTACT_SAVED, _contact),
    _Choice((alarm_set, alarm_turned), ALARMS, EffectKind.ALARM_SET, _alarm),
)
