"""The published VeriSafe protocol: its dialogues as its own client leads them, and what broke its own server.

Each test about a defect is named by what it protects.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from handrail.guard.policy import read_policy
from handrail.server.app_port.app_session import AppSession
from handrail.server.app_port.connected_apps import ConnectedApps, with_token
from handrail.server.app_port.effect import EventOutcome, Send
from handrail.server.app_port.limits import AppPortLimits
from handrail.server.app_port.published import PublishedClient
from server.app_port.port import DEFINE, DEFINE_PUBLISHED, HELLO, PACKAGE, TRUSTING, Client, Port, open_port

RULES = """
RestaurantInfo(name = "Sushi Place") & ReserveInfo(time < 19:00) -> Done
"""
QUICK = AppPortLimits(flag_seconds=0.2)
VERIFIED, NOT_VERIFIED = {"Action_Verified": True}, {"Action_Verified": False}


def update(*updates: dict[str, Any], name: str = "stateName") -> dict[str, Any]:
    """As the library sends it."""
    said = [
        {name: entry["state"], **{key: value for key, value in entry.items() if key != "state"}} for entry in updates
    ]
    return {"type": "updateState", "appName": PACKAGE, "updates": said}


SUSHI = {"state": "RestaurantInfo", "name": "Sushi Place", "location": "Tokyo"}
EARLY = {"state": "ReserveInfo", "time": "18:00", "people": "4"}
LATE = {"state": "ReserveInfo", "time": "20:00"}


def play(tmp_path: Path, dialogue: Callable[[Port, Client, AppSession], Awaitable[None]], rules: str = RULES) -> None:
    """An app of the published library under control, in a dialogue."""

    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(limits=QUICK)) as port:
            app = await port.client()
            await app.say(DEFINE_PUBLISHED)
            await port.apps.wait_for(PACKAGE)
            policy = read_policy(TRUSTING)
            async with port.session(app, rules, policy=policy, confirms=False) as session:
                assert await app.hear() == {"Agent_Control": True}
                assert await app.hear() == NOT_VERIFIED
                await dialogue(port, app, session)

    asyncio.run(run())


async def allowed(app: Client, said: dict[str, Any]) -> None:
    """A step that is verified: the flag goes up, and down when the step is over."""
    await app.say(said)
    assert await app.hear() == VERIFIED
    assert await app.hear() == NOT_VERIFIED


def test_the_dialogue_of_the_published_client_with_a_real_device(tmp_path: Path) -> None:
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        await allowed(app, update(SUSHI))
        await allowed(app, update(EARLY))
        assert (await session.finish()).outcome == "finished"
        assert await app.hear() == NOT_VERIFIED
        assert await app.hear() == {"Agent_Control": False}

    play(tmp_path, dialogue)


def test_a_step_that_fails_leaves_the_flag_down(tmp_path: Path) -> None:
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        await app.say(update(SUSHI))
        assert await app.hear() == VERIFIED
        assert await app.hear() == NOT_VERIFIED
        await app.say(update(LATE))
        assert await app.hear() == NOT_VERIFIED
        assert "19:00" in session.guard.feedback

    play(tmp_path, dialogue)


@pytest.mark.parametrize("name", ["stateName", "Predicate", "state"])
def test_an_update_names_its_state_in_any_of_the_published_ways(tmp_path: Path, name: str) -> None:  # defect 1
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        await allowed(app, update(SUSHI, name=name))

    play(tmp_path, dialogue)


def test_an_update_after_a_step_is_a_report_and_breaks_nothing(tmp_path: Path) -> None:  # defect 2
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        await app.say(update(SUSHI))
        assert await app.hear() == VERIFIED
        await app.say(update(EARLY))  # what the step led to
        assert await app.hear() == NOT_VERIFIED
        assert (await session.finish()).outcome == "finished"

    play(tmp_path, dialogue)


def test_a_second_update_while_one_is_judged_waits_its_turn_and_is_not_applied() -> None:  # defects 2 and 3
    published = under_control()
    published.receive(json.dumps(update(SUSHI)), 1)
    (refused,) = published.receive(json.dumps(update(LATE)), 1)
    assert isinstance(refused, Send)
    assert refused.document["code"] == "too_many"
    assert published.reported is not None
    assert published.reported.rows() == ()


def test_an_update_that_comes_at_once_is_judged_like_any_other(tmp_path: Path) -> None:  # defect 3
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        await app.say(update(LATE))  # before anybody has waited for it
        assert await app.hear() == NOT_VERIFIED

    play(tmp_path, dialogue)


def test_a_late_update_is_judged_by_itself_and_not_as_the_next_action() -> None:  # defect 4
    published = under_control()
    first = proposed(published.receive(json.dumps(update(SUSHI)), 1))
    published.answer(first, "block")
    second = proposed(published.receive(json.dumps(update(LATE)), 9))
    assert second != first
    assert published.answer(first, "allow") == []  # what was decided of the first lets nothing of the second run
    assert published.answer(second, "block") == [Send(NOT_VERIFIED)]


def test_no_message_breaks_the_connection_or_another_one(tmp_path: Path) -> None:  # defect 5
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        await app.say_bytes(b"\n\n")  # no message at all
        for said in (b"[]", b"null", b"\xff\xfe", b"no JSON", b'{"type": 7}', b'{"type": "unknown"}'):
            await app.say_bytes(said + b"\n")
            assert (await app.hear())["type"] == "error"
        strange: list[object] = [None, {}, [7], [{"name": "no state"}], [{"stateName": "?"}], [{"stateName": ["x"]}]]
        for updates in strange:
            await app.say({"type": "updateState", "appName": PACKAGE, "updates": updates})
            assert (await app.hear())["type"] == "error"
        await allowed(app, update(SUSHI))

    play(tmp_path, dialogue)


def test_another_client_and_one_that_comes_again_are_served(tmp_path: Path) -> None:  # defect 6
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        other = await port.client()
        await other.say({**DEFINE_PUBLISHED, "appName": "com.example.other"})
        await port.apps.wait_for("com.example.other")
        app.writer.close()
        await session.ended.wait()
        again = await port.client()
        await again.say(DEFINE_PUBLISHED)
        await port.apps.wait_for(PACKAGE)

    play(tmp_path, dialogue)


def test_a_long_line_is_read_whole_and_one_that_is_too_long_is_refused(tmp_path: Path) -> None:  # defect 7
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        await allowed(app, update({**SUSHI, "unheard of": "x" * 1_000_000}))
        other = await port.client()
        await other.say_bytes(b"x" * 1_100_000)
        assert (await other.hear())["code"] == "too_long"
        assert await other.is_over()

    play(tmp_path, dialogue)


def test_a_step_without_updates_is_no_evidence_and_a_person_is_asked(tmp_path: Path) -> None:  # defect 8
    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(limits=QUICK)) as port:
            app = await port.client()
            await app.say(DEFINE_PUBLISHED)
            await port.apps.wait_for(PACKAGE)
            async with port.session(app, RULES, confirms=False):
                assert await app.hear() == {"Agent_Control": True}
                assert await app.hear() == NOT_VERIFIED
                await app.say(update())
                assert await app.hear() == NOT_VERIFIED  # nobody is there to ask

    asyncio.run(run())


def test_who_brings_no_key_is_not_heard_where_one_is_needed(tmp_path: Path) -> None:  # defect 8
    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(with_token("right"))) as port:
            for said in (DEFINE_PUBLISHED, {**DEFINE_PUBLISHED, "token": "wrong"}, {"type": "updateState"}):
                app = await port.client()
                assert (await app.ask(said))["code"] == "unauthorized"
                assert await app.is_over()
            app = await port.client()
            await app.say({**DEFINE_PUBLISHED, "token": "right"})
            await port.apps.wait_for(PACKAGE)

    asyncio.run(run())


def test_a_flag_is_good_for_one_step_and_taken_back_when_it_is_over() -> None:  # defect 9
    published = under_control()
    id = proposed(published.receive(json.dumps(update(SUSHI)), 1.0))
    assert published.answer(id, "allow") == [Send(VERIFIED)]
    assert published.answer(id, "allow") == []
    assert published.tick(1.1) == []
    assert published.tick(1.3) == [Send(NOT_VERIFIED), EventOutcome(id, ran=True)]
    assert published.tick(9.0) == []


def test_without_an_update_no_flag_goes_up() -> None:  # defect 10
    published = under_control()
    assert [published.tick(second) for second in (1.0, 2.0, 3.0)] == [[], [], []]


def test_two_steps_of_one_button_say_what_is_so_each_time(tmp_path: Path) -> None:  # defect 11
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        await allowed(app, update(SUSHI))
        await app.say(update(LATE))
        assert await app.hear() == NOT_VERIFIED
        await allowed(app, update(EARLY))

    play(tmp_path, dialogue)


def test_control_ends_with_the_task_and_with_the_session(tmp_path: Path) -> None:  # defect 14
    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(limits=QUICK)) as port:
            app = await port.client()
            await app.say(DEFINE_PUBLISHED)
            await port.apps.wait_for(PACKAGE)
            async with port.session(app, RULES, confirms=False):
                assert await app.hear() == {"Agent_Control": True}
                assert await app.hear() == NOT_VERIFIED
            assert await app.hear() == NOT_VERIFIED
            assert await app.hear() == {"Agent_Control": False}

    asyncio.run(run())


def test_many_apps_are_in_sessions_of_their_own_at_once(tmp_path: Path) -> None:  # defects 6 and 15
    async def one_session(port: Port, number: int) -> None:
        package = f"com.example.app{number}"
        app = await port.client()
        await app.say({**DEFINE_PUBLISHED, "appName": package})
        await port.apps.wait_for(package)
        policy = read_policy(TRUSTING)
        name = f"s-{number}"
        async with port.session(app, RULES, named=package, name=name, policy=policy, confirms=False) as session:
            assert await app.hear() == {"Agent_Control": True}
            assert await app.hear() == NOT_VERIFIED
            await allowed(app, update(SUSHI))
            await app.say(update(LATE if number % 2 else EARLY))
            assert await app.hear() == (NOT_VERIFIED if number % 2 else VERIFIED)
            if not number % 2:
                assert await app.hear() == NOT_VERIFIED
            assert ((await session.finish()).outcome == "finished") is not bool(number % 2)

    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(limits=QUICK)) as port, asyncio.TaskGroup() as group:
            for number in range(8):
                group.create_task(one_session(port, number))

    asyncio.run(run())


def test_both_protocols_are_spoken_on_one_port(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path) as port:
            published, ours = await port.client(), await port.client()
            await published.say({**DEFINE_PUBLISHED, "appName": "com.example.other"})
            assert (await ours.ask(HELLO))["type"] == "welcome"
            assert (await ours.ask(DEFINE))["type"] == "defined"
            assert "ReserveInfo" in (await port.apps.wait_for("com.example.other")).app.states

    asyncio.run(run())


@pytest.mark.parametrize(
    ("said", "row"),
    [
        ({"people": "4", "outside": "True"}, {"people": 4, "outside": True}),
        ({"people": 4, "outside": False, "Reasoning": "because"}, {"people": 4, "outside": False}),
        ({"outside": "false", "unheard of": 1}, {"outside": False}),
        ({"time": "7:00 PM", "meal": "dinner", "Update_Rule": "Add"}, {"time": "7:00 PM", "meal": "dinner"}),
    ],
)
def test_values_come_as_json_or_as_text(said: dict[str, Any], row: dict[str, Any]) -> None:
    published = defined()
    assert published.receive(json.dumps(update({"state": "ReserveInfo", **said})), 1) == []
    assert published.reported is not None
    assert [row.set for row in published.reported.rows()] == [row]


def test_a_row_is_added_changed_and_deleted_by_its_rule() -> None:
    published = defined()
    assert published.reported is not None
    for rule, rows in (("Add", [{"label": "a", "stars": 3}]), ("Update", [{"label": "a", "stars": 4}]), ("Delete", [])):
        stars = {"Add": "3", "Update": "4", "Delete": "4"}[rule]
        said = {"state": "Favourite", "label": "a", "stars": stars, "Update_Rule": rule}
        assert published.receive(json.dumps(update(said)), 1) == []
        assert [row.set for row in published.reported.rows()] == rows


def test_a_value_that_does_not_fit_is_refused_whole_with_the_reason() -> None:
    published = defined()
    (said,) = published.receive(json.dumps(update(SUSHI, {"state": "ReserveInfo", "people": "many"})), 1)
    assert isinstance(said, Send)
    assert "`people` is a Number" in said.document["message"]
    assert published.reported is not None
    assert published.reported.rows() == ()


def defined() -> PublishedClient:
    published = PublishedClient("c-1", QUICK)
    published.receive(json.dumps(DEFINE_PUBLISHED), 0)
    return published


def under_control() -> PublishedClient:
    published = defined()
    published.take_control("s-1", "")
    return published


def proposed(effects: list[Any]) -> str:
    (effect,) = effects
    return str(effect.event.id)


def test_a_key_that_cannot_be_looked_up_lets_nobody_in(tmp_path: Path) -> None:
    async def breaks(_: str) -> bool:
        raise OSError("the database is gone")

    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(breaks)) as port:
            for said in (HELLO, {**DEFINE_PUBLISHED, "token": "right"}):
                app = await port.client()
                assert (await app.ask(said))["code"] == "unauthorized"
                assert await app.is_over()

    asyncio.run(run())
