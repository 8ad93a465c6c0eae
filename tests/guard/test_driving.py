"""The ways to drive a guard: without an event loop, two on one phone, without rules, and how a session ends."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from guard.hand import on, restaurant_phone
from guard.stage import NOW, Stage, guarding, letter, letters, sends
from guard.test_session import RIGHT, guarded, walk
from handrail.app import App
from handrail.device.action import Action
from handrail.error import Misuse
from handrail.guard import Guard, Verification, verify
from handrail.guard.approval.question import Answer, Approved, Edited, Question
from handrail.guard.decision import Allow, Ask, Block, reasons_of
from handrail.guard.journal import Journal, JournalFailed, Verified, read_journal
from handrail.guard.journal import verify as verify_journal
from handrail.guard.journal.entry import Closed
from handrail.guard.journal.replay import replay
from handrail.guard.report import write_report
from handrail.language.declaration import State, Variable
from handrail.language.specification import Specification
from handrail.language.value import Type
from handrail.phone.device import PhoneDevice


def play(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


async def yes(question: Question) -> Answer:
    return Approved(question.digest, "Ann")


def last(folder: Path) -> Closed:
    entry = read_journal(folder / "run").entries[-1]
    assert isinstance(entry, Closed)
    return entry


# Without an event loop


def test_a_task_without_an_event_loop(tmp_path: Path) -> None:
    stage = Stage(letter(), sends)
    with guarding(stage, tmp_path) as guard:
        assert guard.act(on(guard.screen, "send")).executed
        assert not guard.over
        assert "may end now" in guard.feedback
        assert guard.act(Action("finish")).outcome == "finished"
        assert guard.finished
        assert guard.over
    assert last(tmp_path).finished
    assert replay(read_journal(tmp_path / "run")).same


def test_the_callers_own_hand_without_an_event_loop(tmp_path: Path) -> None:
    pressed: list[Action] = []
    with guarding(Stage(letter()), tmp_path) as guard:
        send = on(guard.screen, "send")
        assert guard.act(send, execute=pressed.append).executed
    assert pressed == [send]


def test_inside_an_event_loop_it_says_what_to_write_instead(tmp_path: Path) -> None:
    async def story() -> None:
        with pytest.raises(Misuse, match="async with"), guarding(Stage(letter()), tmp_path):
            raise AssertionError("it was opened")

    play(story())
    assert not (tmp_path / "run").exists()


def test_an_act_inside_an_event_loop_says_what_to_write_instead(tmp_path: Path) -> None:
    with guarding(Stage(letter()), tmp_path) as guard:

        async def story() -> None:
            with pytest.raises(Misuse, match="await guard"):
                guard.act(Action("wait"))

        play(story())
        assert guard.act(Action("wait")).executed


def test_an_error_in_the_block_is_the_last_word_of_the_journal(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the agent broke"), guarding(Stage(letter()), tmp_path):
        raise ValueError("the agent broke")
    assert "the agent broke" in last(tmp_path).reason


# One phone, one holder


def test_a_second_guard_on_one_phone_is_told_so_until_the_first_ends(tmp_path: Path) -> None:
    device = restaurant_phone()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()

    async def story() -> None:
        async with guarded(PhoneDevice(device.phone), tmp_path / "two") as second:
            async with guarded(device, tmp_path / "one") as first:
                await walk(first, RIGHT[0])
                refused = await second.act(Action("back"))
                assert isinstance(refused.decision, Block)
                assert [reason.rule for reason in reasons_of(refused.decision)] == ["leased"]
                await walk(first, *RIGHT[1:])
            assert (await second.act(Action("back"))).executed

    play(story())
    assert replay(read_journal(tmp_path / "two" / "run")).same


def test_a_session_that_is_gone_on_with_takes_its_phone_over(tmp_path: Path) -> None:
    device = restaurant_phone()

    async def story() -> None:
        killed = guarded(device, tmp_path)
        await killed.__aenter__()
        await walk(killed, RIGHT[0])
        killed._log.close()  # as if its process had ended here, with the lease in its hands
        async with guarded(device, tmp_path, resume=True) as guard:
            await walk(guard, *RIGHT[1:])

    play(story())


# How it ends


@pytest.mark.parametrize("end", ["finished", "infeasible", "broken"])
def test_a_loop_that_asks_whether_it_is_over_ends(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> str:
        raise JournalFailed("the disk is full")

    async def story() -> None:
        async with guarding(Stage(letter(), sends), tmp_path) as guard:
            assert not guard.over
            if end == "finished":
                assert (await guard.act(on(guard.screen, "send"))).executed
                assert not guard.over
                await guard.act(Action("finish"))
            elif end == "infeasible":
                await guard.act(Action("finish", text="infeasible"))
            else:
                with monkeypatch.context() as patch:
                    patch.setattr(Journal, "append", fails)
                    await guard.act(on(guard.screen, "logo"))
            assert guard.over
            assert guard.finished == (end == "finished")

    play(story())


def test_a_task_that_cannot_be_done_ends_as_not_done(tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            for number in range(1, 4):
                step = await guard.act(Action("finish"))
                assert isinstance(step.decision, Block)
                assert ('the text "infeasible"' in guard.feedback) == (number == 3)
            step = await guard.act(Action("finish", text="infeasible"))
            assert step.outcome == "infeasible"
            assert not step.executed
            assert not guard.finished
            assert "not done" in step.feedback
            with pytest.raises(Misuse):
                await guard.act(Action("finish"))

    play(story())
    assert not last(tmp_path).finished
    assert "cannot be done" in last(tmp_path).reason
    assert "cannot be done" in write_report(tmp_path / "run").read_text("utf-8")
    assert isinstance(verify_journal(tmp_path / "run"), Verified)
    assert replay(read_journal(tmp_path / "run")).same


# Without rules


def test_without_rules_the_policy_decides_and_the_rest_is_as_ever(tmp_path: Path) -> None:
    stage = Stage(letter("Bob"), sends)

    async def story() -> None:
        async with guarding(stage, tmp_path, specification=Specification.none(), approver=yes) as guard:
            assert (await guard.act(on(guard.screen, "logo"))).executed
            assert (await guard.act(Action("back"))).executed  # which discards a letter: a person is asked
            assert (await guard.act(Action("finish"))).outcome == "finished"

    play(story())
    reading = read_journal(tmp_path / "run")
    assert isinstance(verify_journal(tmp_path / "run"), Verified)
    again = replay(reading)
    assert again.same
    assert [type(step.proposed) for step in again.steps] == [Allow, Ask, Allow]
    assert "no rules" in write_report(tmp_path / "run").read_text("utf-8")


def test_without_rules_a_payment_still_asks(tmp_path: Path) -> None:
    model = tmp_path / "till.yaml"
    model.write_text(
        "format: handrail.model/1\napp: Till\npackage: com.example.letters\nstates: {}\nbindings:\n"
        "  - {name: pay, on: click, at: //send, commits: Pay, kind: payment,\n"
        "     object: {to: text(//to), amount: text(//body)}}\n",
        "utf-8",
    )
    stage = Stage(letter())

    async def story() -> None:
        async with guarding(stage, tmp_path, specification=Specification.none(), app=App.load(model)) as guard:
            step = await guard.act(on(guard.screen, "send"))
            assert isinstance(step.proposed, Ask)
            assert "payments" in {reason.rule for reason in reasons_of(step.proposed)}
            assert not step.executed

    play(story())
    assert replay(read_journal(tmp_path / "run")).same


def test_without_rules_a_session_can_be_gone_on_with(tmp_path: Path) -> None:
    stage, none = Stage(letter()), Specification.none()

    async def story() -> None:
        killed = guarding(stage, tmp_path, specification=none)
        await killed.__aenter__()
        assert (await killed.act(on(killed.screen, "logo"))).executed
        killed._log.close()
        async with guarding(stage, tmp_path, specification=none, resume=True) as guard:
            assert (await guard.act(Action("finish"))).outcome == "finished"

    play(story())
    assert replay(read_journal(tmp_path / "run")).same


# A task that can never end


ENDLESS = 'Letter(to = "Ann") -> SendParcel\nSendParcel -> Done'


def test_a_task_that_can_never_end_is_not_started(tmp_path: Path) -> None:
    stage = Stage(letter())
    with pytest.raises(Misuse, match=r"`SendParcel` \(the nearest is `SendLetter`\).*objectives"):
        guarding(stage, tmp_path, ENDLESS)
    guarding(stage, tmp_path, ENDLESS, objectives={"SendLetter": "SendParcel"})
    guarding(stage, tmp_path, f'{ENDLESS}\nLetter(to = "Ann") -> Done')  # another way leads to the end
    assert not (tmp_path / "run").exists()


def test_nobody_can_change_a_task_into_one_that_can_never_end(tmp_path: Path) -> None:
    async def edits(_: Question) -> Answer:
        return Edited("Ann", ENDLESS)

    async def story() -> None:
        rules = 'Letter(to = "Ann") -> Done'
        async with guarding(Stage(letter()), tmp_path, rules, approver=edits) as guard:
            step = await guard.act(on(guard.screen, "send"))
            assert isinstance(step.decision, Block)
            assert "SendParcel" in step.feedback
            assert guard.specification.show() == Specification.parse(rules, letters(tmp_path)).show()

    play(story())


def test_apps_that_commit_nothing_by_themselves_are_not_asked(tmp_path: Path) -> None:
    app = App.of("Bare", [State.of("Letter", Variable("to", Type.TEXT))])
    rules = Specification.parse(ENDLESS, app)
    Guard(Stage(letter()), app, rules, journal=tmp_path / "run")
    state = Verification(rules, app, began=NOW)
    state.look(letter(), now=NOW)
    assert isinstance(verify(Action("finish"), letter(), state, now=NOW), Block)
