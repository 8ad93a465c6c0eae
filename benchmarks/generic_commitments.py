"""What the generic app calls committing, against what the phone did: `python benchmarks/generic_commitments.py`.

All models are hidden. Truth comes from the simulated phone: did the action change anything outside the screen? Two sets
of actions: those that the correct agent does in the tasks of the suite, and every touch and long touch that each screen
on the way offers, tried on a copy of the phone. That a mail counts as read because it was opened is not a change that
anybody commits. `--errors` lists what was judged wrong. `--risk FOLDER` adds recorded screens in the layout of
MobileRisk, with the truth that a person read from the recordings.

The rows "without what one app alone shows" leave out an app at a time: a judgement whose rule no other app shows counts
as wrong, since that rule may have been made for this one.
"""

import argparse
import asyncio
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path

import yaml

from handrail.agent.passthrough import Passthrough
from handrail.app.generic.judgement import Commits, Harmless, Judgement, Unknown, judge
from handrail.app.generic.objective import CONFIRM
from handrail.app.generic.page import Page
from handrail.app.screen_model import Act
from handrail.bench.suite.episode import TaskInstance, play, prepare
from handrail.bench.suite.task import EffectKind
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.truth import effects_between
from handrail.device.action import Action
from handrail.device.element import identify
from handrail.device.reception import Received, receive
from handrail.device.recording import read_recording
from handrail.device.screen import Screen, focus_of
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone

BY_THE_WAY = frozenset({EffectKind.MAIL_READ})
"""What comes about by looking at something."""

TOUCHES = ("click", "long_click")
ON_ELEMENTS = ("click", "long_click", "enter")
TRUTH = Path(__file__).with_name("generic_commitments_truth.yaml")


@dataclass(frozen=True, slots=True)
class Judged:
    """One action: what it was judged to do, and what it did; `effects` is empty where nothing changed."""

    walk: str
    app: str
    language: str
    where: str
    judgement: Judgement
    commits: bool
    effects: tuple[str, ...] = ()


def judged_action(action: Action, screen: Screen) -> Judgement:
    """What an action is judged to do: the gravest of what each view that receives something is said to do."""
    reception = receive(action, screen)
    if not isinstance(reception, Received):
        return Unknown("nobody can say who receives it")
    page = Page.of(screen)
    found = [judge(page, Act(event.kind, event.path, event.text)) for event in reception.events]
    for sort in (Commits, Unknown):
        for circumstance in found:
            if isinstance(circumstance, sort):
                return circumstance
    return found[0] if found else Harmless(())


def _app(screen: Screen, action: Action) -> str:
    reception = receive(action, screen)
    packages = [event.package for event in reception.events] if isinstance(reception, Received) else []
    return (packages[0] if packages else screen.package).rpartition(".")[2]


def _said(action: Action, screen: Screen) -> str:
    element = screen.at(action.element.path) if action.element is not None else None
    called = "" if element is None else element.label or element.resource_id.rpartition("/")[2]
    title = Page.of(screen).title
    return f"{title} | {action.type} {called or action.target or ''}"


@dataclass(slots=True)
class Walk:
    """What was judged on the way, each screen's elements once."""

    judged: list[Judged] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    async def done(self, name: str, action: Action, screen: Screen, device: PhoneDevice, *, keep: bool) -> None:
        """Carry out one action and note what it did; the phone is as before unless it is kept."""
        before = device.phone.snapshot()
        judgement = judged_action(action, screen)
        await device.execute(action)
        effects = effects_between(before, device.phone.snapshot())
        said = tuple(sorted(str(effect) for effect in effects if effect.what not in BY_THE_WAY))
        if not keep:
            device.phone.restore(before)
        self.judged.append(Judged(name, _app(screen, action), "en", _said(action, screen), judgement, bool(said), said))

    async def around(self, phone: Phone) -> None:
        """Every touch that a screen offers, on a copy."""
        screen = phone.screen()
        name = repr([(inner.class_name, inner.resource_id, inner.text, inner.checked) for inner in screen.elements()])
        if name in self.seen:
            return
        self.seen.add(name)
        device = PhoneDevice(phone)
        page = Page.of(screen)
        for number in sorted(page.parts):
            path = page.index.path_of(number)
            element = screen.at(path)
            if element is None or not element.enabled:
                continue
            kinds = [kind for kind in TOUCHES if (element.clickable if kind == "click" else element.long_clickable)]
            for kind in kinds:
                action = Action(kind, element=identify(path, element))  # type: ignore[arg-type]
                if isinstance(receive(action, screen), Received):
                    await self.done("every touch", action, screen, device, keep=False)


class Watching:
    """The bare phone, with a look at everything that could be done before what is done."""

    def __init__(self, inner: Passthrough, walk: Walk, phone: Phone) -> None:
        self._inner, self._walk, self._phone = inner, walk, phone

    @property
    def screen(self) -> Screen:
        return self._inner.screen

    @property
    def feedback(self) -> str:
        return self._inner.feedback

    @property
    def finished(self) -> bool:
        return self._inner.finished

    async def act(self, proposed):  # type: ignore[no-untyped-def]
        await self._walk.around(self._phone)
        action, screen = proposed.action, self._inner.screen
        before = self._phone.snapshot()
        judgement = judged_action(action, screen)
        step = await self._inner.act(proposed)
        effects = effects_between(before, self._phone.snapshot())
        said = tuple(sorted(str(effect) for effect in effects if effect.what not in BY_THE_WAY))
        if action.type != "finish":
            self._walk.judged.append(
                Judged("tasks", _app(screen, action), "en", _said(action, screen), judgement, bool(said), said)
            )
        return step


async def walk_suite(seeds: Iterable[int]) -> list[Judged]:
    """Every task with the correct agent."""
    walk = Walk()

    @asynccontextmanager
    async def opener(setting: TaskInstance) -> AsyncIterator[Watching]:
        async with Passthrough(setting.device) as inner:
            yield Watching(inner, walk, setting.phone)

    for task in all_tasks():
        for seed in seeds:
            await play(prepare(task, seed), opener)
    return walk.judged


def recorded(folder: Path) -> Iterator[Judged]:
    """The touches of recordings, against what a person read from them: see the truth beside this file.

    These trees are flat, every element a window of its own, so the element that is named is judged, and not who would
    receive the touch.
    """
    truth = yaml.safe_load(TRUTH.read_text("utf-8"))
    for place in sorted(folder.glob("*/*/trajectory.json")):
        recording, kind, name = read_recording(place.parent), place.parent.parent.name, place.parent.name
        for number, step in enumerate(recording.steps, 1):
            action = step.action
            if action.type not in ON_ELEMENTS or number in truth["left_out"].get(kind, {}).get(name, ()):
                continue
            path = action.element.path if action.element is not None else focus_of(step.screen)
            judgement = judge(Page.of(step.screen), Act(action.type, path))
            where = f"{kind}/{name} step {number}: {_said(action, step.screen)}"
            commits = number in truth["commits"].get(kind, {}).get(name, ())
            yield Judged("recorded", step.screen.package, _language(step.screen), where, judgement, commits)


def _language(screen: Screen) -> str:
    """Of the words on a screen: by script, and by small words that only one language has."""
    text = " ".join(element.label for element in screen.elements())
    if any("\uac00" <= line <= "\ud7af" for line in text):
        return "ko"
    words = set(text.casefold().split())
    marks = {"de": word_list_of("de"), "es": word_list_of("es"), "en": word_list_of("en")}
    return max(marks, key=lambda mark: len(words & marks[mark]))


def word_list_of(language: str) -> frozenset[str]:
    """The small words of a language."""
    lists = yaml.safe_load(files("handrail.text").joinpath("words.yaml").read_text("utf-8"))
    return frozenset(lists["silent"][language])


def table(judged: list[Judged]) -> str:
    """Shares by walk, app and language."""
    lines = [
        "| actions | commit | called harmless | called unknown | commit nothing | called committing | called unknown |",
        "|---|---|---|---|---|---|---|",
    ]
    groups: dict[str, list[Judged]] = {}
    for judgement in judged:
        groups.setdefault(judgement.walk, []).append(judgement)
        groups.setdefault(
            f"{judgement.walk}: {judgement.app if judgement.walk != 'recorded' else judgement.language}", []
        ).append(judgement)
    for name, judgeds in sorted(groups.items()):
        yes = [judged for judged in judgeds if judged.commits]
        no = [judged for judged in judgeds if not judged.commits]
        shares = (
            _share(yes, Harmless), _share(yes, Unknown), _share(no, Commits), _share(no, Unknown),
        )  # fmt: skip
        lines.append(f"| {name} | {len(yes)} | {shares[0]} | {shares[1]} | {len(no)} | {shares[2]} | {shares[3]} |")
    return "\n".join(lines)


def left_out(judged: list[Judged]) -> list[Judged]:
    """Each as if its app had not been there when rules were made: wrong where no other app shows its rule."""
    apps: dict[str, set[str]] = {}
    for judgement in judged:
        apps.setdefault(_rule(judgement.judgement), set()).add(judgement.app)
    return [
        judgement
        if isinstance(judgement.judgement, Unknown) or len(apps[_rule(judgement.judgement)]) > 1
        else replace(judgement, judgement=Harmless(()) if judgement.commits else Commits(CONFIRM, (), ()))
        for judgement in judged
    ]


def _rule(judgement: Judgement) -> str:
    """What a judgement rests on, without the words of the screen."""
    rests_on = () if isinstance(judgement, Unknown) else judgement.evidence
    said = rests_on[0].why if rests_on else ""
    return f"{type(judgement).__name__} {re.sub(r'`[^`]*`', '…', said)}"


def left_out_rows(judged: list[Judged]) -> str:
    """The same shares by set alone."""
    worst = [
        replace(judgement, walk=f"{judgement.walk}, without what one app alone shows", app="all", language="all")
        for judgement in left_out(judged)
    ]
    return "\n".join(line for line in table(worst).splitlines()[2:] if ": all |" not in line)


def _share(judgeds: list[Judged], sort: type) -> str:
    if not judgeds:
        return "-"
    count = sum(isinstance(judged.judgement, sort) for judged in judgeds)
    return f"{count / len(judgeds):.1%} ({count})"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--risk", type=Path)
    parser.add_argument("--only-risk", action="store_true")
    options = parser.parse_args()
    judged = [] if options.only_risk else asyncio.run(walk_suite(range(options.seeds)))
    if options.risk is not None:
        judged += recorded(options.risk)
    print(table(judged), left_out_rows(judged), sep="\n")
    if options.errors:
        for wrong, sort, commits in (
            ("HARMLESS", Harmless, True),
            ("COMMITS", Commits, False),
            ("UNKNOWN", Unknown, False),
        ):
            found = Counter(
                (
                    judgement.walk,
                    judgement.app,
                    judgement.where,
                    *judgement.effects,
                    str(getattr(getattr(judgement.judgement, "objective", None), "name", "")),
                )
                for judgement in judged
                if isinstance(judgement.judgement, sort) and judgement.commits is commits
            )
            for line, times in found.most_common():
                print(wrong, times, *line, sep=" | ", file=sys.stderr)


if __name__ == "__main__":
    main()
