"""Exploring the simulated phone's apps: the walk, and what it did, told by the phone alone."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from handrail.agent.explore.exploring import Bounds, Exploration, explore
from handrail.agent.passthrough import Outcome
from handrail.bench.suite.task import INCIDENTAL, Effect
from handrail.bench.suite.truth import effects_between
from handrail.device.element import Element
from handrail.device.screen import Screen
from handrail.guard.decision import Proposal
from handrail.phone.app import Page
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone

APPS = tuple(
    name
    for name, package in Phone(churn=False).packages.items()
    if package.manifest.in_launcher and name != "com.android.launcher"
)
"""Every app with an icon."""


@dataclass(frozen=True)
class Explored:
    """An exploration with what the phone knows of it. `fronts` and `typed_into` are in the order of the actions."""

    exploration: Exploration
    effects: Counter[Effect]
    pages: frozenset[str]
    fronts: tuple[str, ...]
    typed_into: tuple[Element, ...]

    @property
    def wrong(self) -> list[str]:
        """What came about that is more than having read something."""
        return [str(effect) for effect in self.effects if effect.what not in INCIDENTAL]


def explored(package: str, bounds: Bounds, seed: int = 0, *, churn: bool = False) -> Explored:
    """One app of a new phone, explored."""
    phone = Phone(seed=seed, churn=churn)
    before = phone.snapshot()
    pages: set[str] = set()
    fronts: list[str] = []
    typed: list[Element] = []

    def tell(proposed: Proposal, _: Outcome, screen: Screen) -> None:
        opened = phone.snapshot().stack.tasks[-1].pages[-1]
        fronts.append(opened.package)
        if opened.package == package:
            pages.add(type(opened.page).__name__)
        if proposed.action.type == "input":
            element = screen.at(proposed.action.element.path) if proposed.action.element is not None else None
            assert element is not None
            typed.append(element)

    found = asyncio.run(explore(PhoneDevice(phone), package, bounds, lambda: phone.now, tell=tell))
    return Explored(found, effects_between(before, phone.snapshot()), frozenset(pages), tuple(fronts), tuple(typed))


def pages_of(package: str) -> frozenset[str]:
    """The names of all pages of an app, dialogs among them, reachable or not."""
    home = Phone(churn=False).snapshot().apps[package].home()
    module = type(home).__module__
    return frozenset(page_class.__name__ for page_class in _below(Page) if page_class.__module__.startswith(module))


def _below(kind: type[Page]) -> Iterator[type[Page]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _below(subclass)
