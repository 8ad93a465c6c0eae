"""Whatever breaks, nothing runs that is not in the journal, and nothing that commits runs on a failure."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from guard.faulty import Broken, Cues, FaultyApprover, FaultyDetector, FaultyDevice
from guard.hand import restaurant_phone
from handrail.app import App, Event, Trigger, Update
from handrail.device.action import Action, ActionType
from handrail.device.element import identify
from handrail.device.screen import Screen
from handrail.guard import DecisionInput, Guard, Step, Timeouts
from handrail.guard.decision import Ask, Decision
from handrail.guard.journal import CutOff, Journal, Verified, read_journal, verify
from handrail.guard.journal.entry import Considered, Entry, Executing
from handrail.guard.policy import PolicySet, decide, default_policy, is_committing
from handrail.language.specification import Specification
from handrail.phone.models import load

PLACES = (
    "observe", "screenshot", "before execution", "after execution", "trace", "detector before", "detector after",
    "approval", "model", "journal", "journal, written", "policy", "clock",
)  # fmt: skip
RUNS = int(os.environ.get("HANDRAIL_FAULT_RUNS", "60"))
PROPOSALS = 12


def some_action(random: Random, screen: Screen) -> Action:
    """What an agent without any sense might do; often what commits."""
    touchable = [(path, element) for path, element in screen.walk() if element.clickable]
    if not touchable or random.random() < 0.25:
        kinds: tuple[ActionType, ...] = ("back", "finish", "wait", "home", "clear_data", "clear_data", "clear_data")
        kind = random.choice(kinds)
        return Action(kind, target="com.example.restaurants" if kind == "clear_data" else None)
    committing = [pair for pair in touchable if pair[1].resource_id.endswith("reserve")]
    path, element = random.choice(committing or touchable)
    return Action("click", element=identify(path, element))


def model(cues: Cues) -> App:
    """The model of the restaurants, with a trigger that breaks on cue."""

    def breaks(_: Event) -> Iterator[Update]:
        cues.now("model")
        return iter(())

    app = load("restaurant")
    return App(app.name, app.states, app.package, (Trigger("click", None, breaks),), app.screens)


def one_run(seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A session in which parts break; gives the faults that were hit. Everything that must hold is asserted."""
    random = Random(seed)
    places = frozenset(random.sample(PLACES, random.randint(1, 4)))
    cues = Cues(random, 0.25, frozenset())  # nothing breaks before the session is open
    journal_append = Journal.append
    written: list[Entry] = []

    def append(self: Journal, entry: Entry, *, durable: bool = False) -> str:
        cues.now("journal")
        head = journal_append(self, entry, durable=durable)
        written.append(entry)
        cues.now("journal, written")
        return head

    def breakable_decide(policy: PolicySet, decision_input: DecisionInput, *, insisted: bool) -> Decision:
        cues.now("policy")
        return decide(policy, decision_input, insisted=insisted)

    monkeypatch.setattr(Journal, "append", append)
    monkeypatch.setattr("handrail.guard.verification.decide", breakable_decide)
    in_journal: list[bool] = []
    device = FaultyDevice(
        restaurant_phone(seed=seed), cues, lambda _: in_journal.append(isinstance(written[-1], Executing))
    )

    def clock() -> datetime:
        cues.now("clock")
        return device.device.phone.now

    app = model(cues)
    specification = Specification.parse("ReserveInfo(people < 4) -> Reserve\nReserve -> Done", app)
    steps: list[tuple[Step, list[str]]] = []

    async def story() -> None:
        guard = Guard(
            device,
            app,
            specification,
            journal=folder,
            clock=clock,
            detectors=[FaultyDetector(cues)],
            approver=FaultyApprover(cues),
            timeouts=Timeouts(0.001, 0.001, 0.05),
        )
        async with guard:
            cues.places = places
            for _ in range(PROPOSALS):
                if guard.finished:
                    break
                before = len(cues.hit)
                steps.append((await guard.act(some_action(random, guard.screen)), cues.hit[before:]))
            cues.places = frozenset()

    try:
        asyncio.run(story())
    except Broken:  # the last word of a journal that broke, and nothing else
        assert {"journal", "journal, written"} & set(cues.hit)
    assert all(in_journal)
    assert len(device.executed) <= sum(isinstance(entry, Executing) for entry in written)
    for step, hit in steps:
        if step.executed and step.decision_input is not None:
            committing = is_committing(default_policy(), step.decision_input)
            assert not (committing and step.decision_input.failures), step
            assert not (committing and {"model", "policy", "detector before"} & set(hit)), (step, hit)
            assert not (isinstance(step.proposed, Ask) and "approval" in hit), (step, hit)
    assert isinstance(verify(folder), Verified | CutOff)
    recorded = [entry for entry in read_journal(folder).entries if isinstance(entry, Considered)]
    considered = [step.decision_input for step, _ in steps if step.decision_input is not None]
    assert [entry.decision_input.step for entry in recorded][: len(considered)] == [
        decision_input.step for decision_input in considered
    ]
    return cues.hit


@pytest.mark.slow
def test_nothing_runs_unjournaled_and_nothing_commits_on_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`HANDRAIL_FAULT_RUNS` says how many sessions; each has some three faults."""
    hit: list[str] = []
    for seed in range(RUNS):
        with monkeypatch.context() as patch:
            hit += one_run(seed, tmp_path / str(seed), patch)
    assert set(hit) == set(PLACES)


CHILD = """
import asyncio, sys
from pathlib import Path
from random import Random
sys.path[:0] = sys.argv[3:]
from guard.faulty import Cues, FaultyDevice
from guard.hand import restaurant_phone
from guard.test_faults import model, some_action
from handrail.guard import Guard
from handrail.language.specification import Specification

random = Random(int(sys.argv[2]))
cues = Cues(random, 0.0, frozenset())
device = FaultyDevice(restaurant_phone(), cues, lambda action: print("executing", flush=True))
app = model(cues)

async def story():
    specification = Specification.parse("ReserveInfo(people < 4) -> Reserve\\nReserve -> Done", app)
    clock = lambda: device.device.phone.now
    async with Guard(device, app, specification, journal=Path(sys.argv[1]), clock=clock, pictures=False) as guard:
        while True:
            action = some_action(random, guard.screen)
            if action.type != "finish":
                await guard.act(action)

asyncio.run(story())
"""


@pytest.mark.parametrize("lines", [1, 2, 7, 20])
@pytest.mark.slow
def test_a_killed_session_leaves_a_valid_journal_with_everything_that_ran(lines: int, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, "-c", CHILD, str(folder), str(lines), *sys.path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(lines)]
        child.send_signal(signal.SIGKILL)
        told += child.stdout.readlines()
    assert isinstance(verify(folder), Verified | CutOff)
    executing = [entry for entry in read_journal(folder).entries if isinstance(entry, Executing)]
    assert len(executing) >= sum(line == "executing\n" for line in told) >= lines
