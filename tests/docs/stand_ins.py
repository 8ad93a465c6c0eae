"""What the programs of the pages leave to their reader: a device, an agent, a recording, a model; small, and real."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from docs.test_pages import ROOT, blocks_of
from handrail.agent.by_hand import ActionList, read_action_list
from handrail.app import App, Apps, Declaration, Event
from handrail.app.link import connect
from handrail.bench.risk.pairs.generate import generate
from handrail.device.action import Action
from handrail.device.recording import read_recording
from handrail.device.screen import Screen
from handrail.guard import Allow, Guard, Proposal, Verification, verify
from handrail.language import Specification
from handrail.llm import Scripted
from handrail.phone import models
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone
from handrail.sentinel.judge import ContextualJudge, EachStep

Names = dict[str, Any]

ALARM = """
open com.example.clock
tap Add alarm
type 08 = 9
type 00 = 00
tap Save
finish
"""
RULES = "Alarm(time = 09:00) -> SaveAlarm\nSaveAlarm -> Done"
SILENT = '{"unsafe": "no", "category": null, "step": null, "evidence": [], "confidence": 0.9, "reason": "Nothing."}'


def guarding(folder: Path) -> Names:
    """A phone, its clock's model in a file, rules, and an agent that sets an alarm and says that it is done."""
    (folder / "clock.yaml").write_text((Path(models.__file__).parent / "clock.yaml").read_text("utf-8"), "utf-8")
    (folder / "actions").write_text(ALARM)
    app = App.load(folder / "clock.yaml")
    return {
        "device": PhoneDevice(Phone(churn=False)),
        "agent": ActionList(read_action_list(folder / "actions")),
        "app": app,
        "apps": Apps.of(app),
        "specification": Specification.parse(RULES, app),
        "journal": folder / "journal",
    }


def pressing(folder: Path) -> Names:
    """An open guard, and somebody who keeps the phone to themselves."""
    names = guarding(folder)
    press = names["device"].execute
    guard = Guard(names["device"], names["app"], names["specification"], journal=folder / "journal")
    return {
        **names,
        "guard": guard,
        "press": press,
        "action": Action("open_app", "com.example.clock"),
    }


def verifying(folder: Path) -> Names:
    """What `verify` is given by a program that has no guard."""
    names = guarding(folder)
    return {
        **names,
        "Verification": Verification,
        "verify": verify,
        "Allow": Allow,
        "action": Action("home"),
        "screen": asyncio.run(names["device"].observe()),
        "now": datetime(2026, 3, 2, 9, 0, tzinfo=UTC),
    }


def judging(folder: Path) -> Names:
    """One recorded run, and a model that finds nothing in it."""
    asyncio.run(generate(folder / "runs", 1, 0, pictures=True))
    run = next((folder / "runs").glob("safe_*/*"))
    judge = ContextualJudge(Scripted(lambda _: SILENT), EachStep(hindsight=False))
    recording = read_recording(run)
    return {"folder": run, "recording": recording, "judge": judge, "instruction": recording.query}


def nothing(_: Path) -> Names:
    """A program that brings all that it needs."""
    return {"Screen": Screen, "Proposal": Proposal}


def titled(page: str, title: str) -> str:
    """The block of a page that is a file of this name."""
    return next(block.text for block in blocks_of(ROOT / "docs" / page) if block.title == title)


def installed(page: str, title: str) -> Callable[[Path], Names]:
    """The file of the page that its programs import, where Python finds it."""

    def install(folder: Path) -> Names:
        (folder / title).write_text(titled(page, title), "utf-8")
        return {}

    return install


def errand(folder: Path) -> Names:
    """The rules that the tutorial has saved."""
    (folder / "errand.rules").write_text(titled("tutorial.md", "errand.rules"), "utf-8")
    return {}


def taking_part(_: Path) -> Names:
    """An app with a window and a check box, and its link, with nobody in control."""
    link = connect(Declaration("Restaurants", package="com.example.restaurants").app(), "127.0.0.1:9")
    window, terrace = SimpleNamespace(after_idle=lambda work: work()), SimpleNamespace(set=lambda value: value)
    return {"link": link, "Event": Event, "window": window, "terrace": terrace, "book_the_terrace": lambda: None}


STAND_INS: Mapping[tuple[str, int], Callable[[Path], Names]] = {
    ("README.md", 0): nothing,
    ("agents.md", 0): nothing,
    ("encoder.md", 0): guarding,
    ("extending.md", 0): nothing,
    ("extending.md", 1): installed("extending.md", "lamp.py"),
    ("extending.md", 2): nothing,
    ("extending.md", 3): nothing,
    ("extending.md", 4): installed("extending.md", "carried.py"),
    ("extending.md", 5): nothing,
    ("guard.md", 0): guarding,
    ("guard.md", 1): pressing,
    ("guard.md", 2): guarding,
    ("guard.md", 3): verifying,
    ("judges.md", 0): judging,
    ("judges.md", 1): judging,
    ("judges.md", 2): judging,
    ("judges.md", 3): judging,
    ("models.md", 0): nothing,
    ("sdk-python.md", 0): taking_part,
    ("similarity.md", 0): guarding,
    ("tutorial.md", 0): errand,
    ("write-a-device.md", 0): nothing,
    ("write-a-device.md", 1): installed("write-a-device.md", "panel.py"),
    ("write-a-device.md", 2): installed("write-a-device.md", "panel.py"),
}
"""For each program, by its page and its place among the page's programs."""
