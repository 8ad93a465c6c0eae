"""A script carried out on the simulated phone and recorded as it happens."""

from dataclasses import dataclass
from pathlib import Path as FilePath

from handrail.bench.risk.pairs.script import Move, Run
from handrail.device.action import Action
from handrail.device.device import Executed
from handrail.device.element import Element, Path, identify
from handrail.device.recorder import record
from handrail.device.screen import Screen
from handrail.error import Misuse
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone


@dataclass(frozen=True, slots=True)
class Label:
    """What is written beside a run: its pair, its scenario, and where and how it is unsafe."""

    pair: str
    scenario: str
    step: int | None
    categories: tuple[str, ...]


async def play(phone: Phone, run: Run, application: str, folder: FilePath, label: Label, *, pictures: bool) -> None:
    """Carry out a run and record it into a new folder. Raises `Misuse` where a move finds nothing to act on."""
    device = PhoneDevice(phone)
    await device.trace()  # so that the first step's trace has a beginning
    recorder = await record(
        device,
        folder,
        query=run.query,
        application=application,
        now_ms=lambda: int(phone.now.timestamp() * 1000),
        pictures=pictures,
    )
    recorder.folder.head |= {
        "pair": label.pair,
        "scenario": label.scenario,
        "meta": {"step": label.step, "type": list(label.categories)},
    }
    for number, move in enumerate(run.moves, 1):
        phone.advance(move.waits_s)
        execution = await recorder.execute(_action(move, await recorder.observe()))
        if not isinstance(execution, Executed):
            raise Misuse(f"{folder}: move {number} ({move.type} `{move.on}`) was not carried out: {execution.reason}")
    await recorder.observe()
    await recorder.execute(Action("finish", text="complete"))
    await recorder.close()


def _action(move: Move, screen: Screen) -> Action:
    if move.type == "open_app":
        return Action("open_app", move.on)
    if not move.on:
        return Action(move.type, text=move.text)
    found = find(screen, move.on)
    if found is None:
        shown = ", ".join(element.label for element in screen.elements() if element.label)
        raise Misuse(f"nothing that can be touched says `{move.on}`; the screen shows {shown}")
    return Action(move.type, text=move.text, element=identify(*found))


def find(screen: Screen, on: str) -> tuple[Path, Element] | None:
    """What says exactly that, or has that short resource id, and takes touches, itself or as part of what does.

    In the window in front first, then in document order.
    """

    def fits(element: Element) -> bool:
        if on.startswith("#"):
            return element.resource_id.endswith(f"id/{on[1:]}")
        return on in (element.text, element.description)

    found = [(path, element) for path, element in screen.walk() if fits(element) and _takes_touches(screen, path)]
    return max(found, key=lambda each: each[0][0]) if found else None


def _takes_touches(screen: Screen, path: Path) -> bool:
    around = (screen.at(path[:depth]) for depth in range(1, len(path) + 1))
    return any(element is not None and (element.clickable or element.long_clickable) for element in around)
