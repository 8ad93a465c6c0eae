"""Handrail: a safety layer for AI agents that operate phones. Every action is verified before it runs.

    app = handrail.App.load("restaurant.json")
    specification = handrail.Specification.parse('ReserveInfo(time < 19:00) -> Reserve\\nReserve -> Done', app)
    monitor = handrail.Monitor(specification)
    verdict = monitor.anticipate([handrail.Update("ReserveInfo", set={"time": "20:00"})], commits=["Reserve"])

The folders, in the order of the road from what a user says to what is measured of it:

    language      The rule language, in which a task is specified: values, parser, printer, checker, analysis.
    app           Models of apps: what their screens show, and what each action is about to change.
    encoder       From an instruction in plain words to a specification, with a language model or without one.
    monitor       Runtime verification of one session: does an action keep to the specification of the task?
    sentinel      Risk detection: is an action unsafe, whatever was asked?
    guard         The safety layer between agent and phone: it asks monitor, sentinel, policy and people, then acts.
    agent         Agents that operate a phone, the environment they act in, and what the guard is compared with.
    device        A phone as it is driven: screens, actions and traces, with drivers for ADB and for recordings.
    phone         A simulated Android phone for tests, demos and measurements: pure state, seeded, without I/O.
    llm           Language and vision models behind one protocol: providers, budgets, recordings, typed answers.
    text          What texts of apps and people say, in several languages: phrases, numbers, dates, word forms.
    integrations  The guard in front of the clients, servers and agent frameworks that people already run.
    server        The control room: sessions, approvals and runs over HTTP, and the pages on which people watch.
    client        A program whose phone is its own, and a server that decides: sessions over HTTP from Python.
    bench         Data sets, tasks and attacks, and the experiments that measure all this on them.
    corpora       Corpora of any size, made, replayed, judged and scanned by many processes at once.
    cli           The commands, one file each: they parse, call one function, print and exit.
    testing       What Handrail promises of a device, a model, a judge, as tests: run them against your own.
    examples      Examples that come with Handrail: an app, a specification, and recorded paths of an agent.
    registry      What can be named: devices, models, judges and the rest, ours and others', by entry point.
    error         The one family of errors that Handrail raises on purpose.
    severity      How bad a risk is that was found, in one scale for everybody who finds and everybody who decides.
    strict_json   JSON as Handrail reads it: numbers exact, names unique, nothing that JSON does not have.

The names below are imported when they are first used, so that a command that needs one room does not load them all.
`Allow`, `Warn`, `Block` and `Ask` are what the guard decides; a monitor by itself answers with those of
`handrail.monitor`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handrail.app import App, Apps, Declaration, Event, Update
    from handrail.encoder.short import NoSpecification, encode
    from handrail.error import HandrailError
    from handrail.guard import Allow, Ask, Block, Decision, Guard, Warn
    from handrail.language import Specification, SpecificationError
    from handrail.monitor import Feedback, Monitor, Observation

__all__ = [
    "Allow",
    "App",
    "Apps",
    "Ask",
    "Block",
    "Decision",
    "Declaration",
    "Event",
    "Feedback",
    "Guard",
    "HandrailError",
    "Monitor",
    "NoSpecification",
    "Observation",
    "Specification",
    "SpecificationError",
    "Update",
    "Warn",
    "encode",
]
__version__ = "0.1.0"

_ROOMS = {
    "handrail.app": ("App", "Apps", "Declaration", "Event", "Update"),
    "handrail.client": (),
    "handrail.encoder.short": ("NoSpecification", "encode"),
    "handrail.error": ("HandrailError",),
    "handrail.guard": ("Allow", "Ask", "Block", "Decision", "Guard", "Warn"),
    "handrail.language": ("Specification", "SpecificationError"),
    "handrail.monitor": ("Feedback", "Monitor", "Observation"),
}


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def __getattr__(name: str) -> object:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(room), name)
    if f"{__name__}.{name}" in _ROOMS:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module `handrail` has no `{name}`; it exports {', '.join(__all__)}")
