"""A caller who gives up waiting has heard nothing: no warning counts, and what was given to the phone may have run."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from guard.hand import on
from guard.stage import Stage, guarding, letter
from guard.test_attacks import Watcher
from handrail.device.action import Action
from handrail.device.device import Execution, Precondition
from handrail.device.screen import Screen
from handrail.guard import Guard, Step
from handrail.guard.decision import Ask, Block, Warn, reasons_of
from handrail.guard.detector import Finding, Severity
from handrail.guard.journal import read_journal
from handrail.guard.journal.replay import replay

TO_ANN_WITH_HELLO = 'Letter(to = "Ann", text = "Hello") -> SendLetter\nSendLetter -> Done'
ODD = Finding("watcher", "odd", "oddity", Severity.MEDIUM, "This is odd.")


def play(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


class Thinking(Watcher):
    """Finds something odd, if anything; thinks for ever as long as it is asked to."""

    def __init__(self, *found: Finding) -> None:
        super().__init__(lambda: found)
        self.thinks = False
        self.began = asyncio.Event()

    async def before(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        if self.thinks:
            self.began.set()
            await asyncio.Event().wait()
        return await super().before(screen, action)


async def given_up(guard: Guard, action: Action, thinking: Thinking) -> None:
    """The caller's own time is over while the detector thinks."""
    thinking.thinks = True

    async def in_the_callers_time() -> None:
        async with asyncio.timeout(None) as limit:
            waiting = asyncio.ensure_future(thinking.began.wait())
            waiting.add_done_callback(lambda _: limit.reschedule(0))
            await guard.act(action)

    with pytest.raises(TimeoutError):
        await in_the_callers_time()
    thinking.thinks = False


def is_warned_of(step: Step) -> bool:
    return isinstance(step.decision, Warn) and not step.executed


@pytest.mark.parametrize("warner", ["the specification", "a detector"])
def test_a_warning_that_nobody_heard_is_given_again(warner: str, tmp_path: Path) -> None:
    stage, heard = Stage(letter()), warner == "a detector"

    async def story() -> None:
        thinking = Thinking(*([ODD] if heard else []))
        async with guarding(stage, tmp_path, TO_ANN_WITH_HELLO, detectors=[thinking]) as guard:
            odd = on(guard.screen, "logo") if heard else on(guard.screen, "body", "input", "Goodbye")
            await given_up(guard, odd, thinking)
            assert is_warned_of(await guard.act(odd))
            assert (await guard.act(odd)).executed  # now it was heard, and is insisted on

    play(story())
    assert len(stage.executed) == 1
    assert replay(read_journal(tmp_path / "run")).same


def test_who_heard_a_warning_and_gives_up_insisting_may_insist_again(tmp_path: Path) -> None:
    stage = Stage(letter())

    async def story() -> None:
        thinking = Thinking()
        async with guarding(stage, tmp_path, TO_ANN_WITH_HELLO, detectors=[thinking]) as guard:
            odd = on(guard.screen, "body", "input", "Goodbye")
            assert is_warned_of(await guard.act(odd))
            await given_up(guard, odd, thinking)
            assert stage.executed == []
            assert (await guard.act(odd)).executed

    play(story())
    assert replay(read_journal(tmp_path / "run")).same


def test_what_is_given_up_while_the_phone_is_at_it_may_have_run(tmp_path: Path) -> None:
    class Slow(Stage):
        async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
            done = await Stage.execute(self, action, on=on)
            if not reached.is_set():
                reached.set()
                await asyncio.Event().wait()
            return done

    stage, reached = Slow(letter()), asyncio.Event()

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            task = asyncio.create_task(guard.act(on(guard.screen, "send")))
            await reached.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            again = await guard.act(on(guard.screen, "send"))
            assert isinstance(again.proposed, Ask)
            assert "again" in {reason.rule for reason in reasons_of(again.proposed)}
            assert isinstance((await guard.act(Action("finish"))).decision, Block)  # and nothing is claimed of it

    play(story())
    assert len(stage.executed) == 1
    assert replay(read_journal(tmp_path / "run")).same
