"""A phone at one moment, as a value: to go back to, to compare, to continue from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from handrail.phone.files import Entry
from handrail.phone.network import NetworkState, Totals
from handrail.phone.package import Package
from handrail.phone.rng import rng_for
from handrail.phone.settings import Namespace
from handrail.phone.values import Clip, Contact, LoggedEvent, Notification, Process

if TYPE_CHECKING:
    from handrail.phone.app import PhoneApp
    from handrail.phone.system import System
    from handrail.phone.tasks import StackState


class Mark(NamedTuple):
    """What a trace compares: everything of the system that has a part in it, at one moment."""

    files: Mapping[str, Entry]
    packages: Mapping[str, Package]
    settings: Mapping[tuple[Namespace, str], str]
    totals: Totals
    clipboard: Clip


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that decides how a phone continues. Two are equal if no call could tell the phones apart."""

    seed: int
    started: datetime
    elapsed_ms: int
    generation: int
    thrown: int
    next_churn_ms: int
    background_ran_ms: int
    system: Mark
    network: NetworkState
    stack: "StackState"
    data: Mapping[str, Any]
    contacts: tuple[Contact, ...]
    notifications: tuple[Notification, ...]
    processes: tuple[Process, ...]
    counters: Mapping[str, int]
    toast: tuple[str, int]
    log: tuple[LoggedEvent, ...]
    apps: Mapping[str, "PhoneApp"] = field(repr=False, compare=False)  # behaviour; equal where packages and seed are


def mark(system: "System") -> Mark:
    """This moment, to be compared with a later one."""
    return Mark(
        system.files.entries(),
        dict(system.packages),
        system.settings.values(),
        system.network.totals,
        system.clipboard,
    )


def take(system: "System") -> Snapshot:
    """Everything as it is now. What is immutable is shared, so it costs some microseconds."""
    return Snapshot(
        system.seed,
        system.clock.started,
        system.clock.elapsed_ms,
        system.generation,
        system.rng.thrown,
        system.next_churn_ms,
        system.background_ran_ms,
        mark(system),
        system.network.state(),
        system.stack,
        dict(system.data),
        system.contacts,
        system.notifications,
        system.processes,
        dict(system.counters),
        system.toast,
        tuple(system.events),
        dict(system.apps),
    )


def put_back(system: "System", snapshot: Snapshot) -> None:
    """Be exactly what the snapshot says, of whichever phone it is."""
    system.seed = snapshot.seed
    system.clock.started, system.clock.elapsed_ms = snapshot.started, snapshot.elapsed_ms
    system.generation = snapshot.generation
    system.rng = rng_for(snapshot.seed, "system")
    system.rng.thrown = snapshot.thrown
    system.next_churn_ms, system.background_ran_ms = snapshot.next_churn_ms, snapshot.background_ran_ms
    system.files.restore(snapshot.system.files)
    system.packages = dict(snapshot.system.packages)
    system.settings.restore(snapshot.system.settings)
    system.clipboard = snapshot.system.clipboard
    system.network.restore(snapshot.network)
    system.stack = snapshot.stack
    system.data = dict(snapshot.data)
    system.contacts, system.notifications = snapshot.contacts, snapshot.notifications
    system.processes, system.counters = snapshot.processes, dict(snapshot.counters)
    system.toast = snapshot.toast
    system.events = list(snapshot.log)
    system.apps = dict(snapshot.apps)
