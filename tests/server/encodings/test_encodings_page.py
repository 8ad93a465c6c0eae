"""Rules for an instruction are put right and accepted in a real browser, tried on runs, and used the next time."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from cli.command import handrail
from server.encodings.encoding_room import EARLIER, HELLO, TABLE, encoding_room, rules_of
from server.in_browser import NEEDS_CHROMIUM, PHONE, chromium, entered
from server.served import AGENTS_KEY, Served

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with encoding_room(tmp_path_factory.mktemp("encodings")) as served:
        yield served


@pytest.fixture(scope="module")
def browser(room: Served) -> Iterator[Browser]:
    with chromium() as started:
        yield started


def identifier(room: Served, instruction: str) -> str:
    found = room.ask("/api/encodings").json()["encodings"]
    (known_id,) = [entry["id"] for entry in found if entry["instruction"] == instruction]
    return str(known_id)


@NEEDS_CHROMIUM
def test_rules_are_put_right_tried_on_runs_of_the_instruction_and_accepted(browser: Browser, room: Served) -> None:
    rules_of(room, "restaurant", TABLE)
    with entered(browser, room) as page:
        expect(page.locator(".tile").first).to_be_visible(timeout=60_000)
        page.keyboard.press("e")
        page.get_by_role("link", name=TABLE, exact=True).click()
        expect(page.locator(".encoded")).to_have_text("to review")
        page.locator("summary", has_text="How the words were read").click()
        expect(page.locator(".origins").first).to_contain_text("18:30 from 18:30")
        area = page.locator("textarea")
        area.fill(EARLIER.strip().replace("date", "dat"))
        expect(page.locator(".marks u")).to_have_text("dat")
        expect(page.get_by_role("button", name="Accept these rules")).to_be_disabled()
        area.fill(EARLIER.strip())
        expect(page.locator(".does").first).to_contain_text("time is before 18:00")
        page.locator(".runs label", has_text="· s-").get_by_role("checkbox").uncheck()
        page.get_by_role("button", name="Try it on these runs").click()
        expect(page.locator(".progress")).to_have_text("1 run of 1 would have gone otherwise.", timeout=60_000)
        expect(page.locator(".change").first).to_have_text("let through → warned")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.get_by_role("button", name="Accept these rules").click()
        expect(page.locator(".encoded")).to_have_text("edited, accepted")
        expect(page.locator("main")).to_contain_text("Accepted by Ann")
        expect(page.locator("main")).to_contain_text("It names a day or a time")
        page.get_by_role("link", name="All instructions").click()
        page.get_by_label("Which instructions").select_option("edited")
        expect(page.locator(".progress")).to_have_text("1 instruction")
    assert rules_of(room, "restaurant", TABLE)[0].startswith("Booking(")  # half past six today is another one tomorrow


def test_accepted_rules_that_name_no_moment_are_those_of_the_next_session(room: Served) -> None:
    read = rules_of(room, "messages", HELLO)
    assert read[0].startswith('Message(to contains "Alice Martin", text ~= "hello")')
    address = f"/api/encodings/{identifier(room, HELLO)}"
    exact = 'Message(to = "Alice Martin", text = "hello") -> SendMessage\nSendMessage -> Done'
    assert room.ask(f"{address}/accept", {"specification": exact}).status == 204
    told = room.ask(address).json()
    assert (told["encoding"]["state"], told["encoding"]["by"], told["is_reused"]) == ("edited", "Ann", True)
    assert rules_of(room, "messages", f"  {HELLO.replace(' ', '  ')}") == exact.split("\n")
    assert rules_of(room, "messages", HELLO.replace("hello", "bye"))[0] != exact.split("\n")[0]
    assert room.ask(f"{address}/accept", {"specification": None}).status == 204
    assert rules_of(room, "messages", HELLO) == read


def test_rules_that_are_wrong_are_not_accepted_and_agents_accept_none(room: Served) -> None:
    rules_of(room, "messages", HELLO)
    address = f"/api/encodings/{identifier(room, HELLO)}"
    wrong = room.ask(f"{address}/accept", {"specification": "Mesage(to = 1) -> Done"})
    assert (wrong.status, "did you mean `Message`?" in wrong.json()["detail"]) == (409, True)
    assert room.ask(f"{address}/accept", {"specification": None}, key=AGENTS_KEY).status == 403
    never = 'Message(to = "Alice Martin") -> PostCard\nPostCard -> Done'
    refused = room.ask(f"{address}/accept", {"specification": never})
    assert (refused.status, "no action of the app commits `PostCard`" in refused.json()["detail"]) == (409, True)
    also = f'{never}\nMessage(to = "Alice Martin") -> SendMessage\nSendMessage -> Done'
    (warned,) = room.ask(f"{address}/check", {"specification": also}).json()["messages"]
    assert (warned["code"], warned["level"], warned["line"]) == ("no-commitment", "warning", 1)


@pytest.mark.parametrize(
    ("app", "instruction"),
    [
        ("restaurant", "Reserve Blue Harbor Grill for today at 18:30"),
        ("messages", "Tell Alice Martin that I am late"),
        ("bank", "Send 20 euros to Alice Martin"),
    ],
)
def test_a_session_gets_the_rules_that_the_command_line_makes(room: Served, app: str, instruction: str) -> None:
    done = handrail("encode", "--app", app, "--instruction", instruction, "--model", "offline", "--json")
    assert rules_of(room, app, instruction) == json.loads(done.stdout)["spec"]
    assert room.ask("/api/encodings/none").status == 404


def test_what_has_a_secret_in_it_is_not_kept(room: Served) -> None:
    rules_of(room, "messages", 'Send Alice Martin the message "4111 1111 1111 1111"')
    kept = room.ask("/api/encodings").json()["encodings"]
    assert not any("4111" in entry["instruction"] for entry in kept)


def test_what_nobody_accepted_goes_with_the_last_run_that_had_the_instruction(room: Served) -> None:
    bye = HELLO.replace("hello", "good bye")
    opened = [room.ask("/api/sessions", {"app": "messages", "instruction": bye}).json()["id"] for _ in range(2)]
    address = f"/api/encodings/{identifier(room, bye)}"
    assert set(room.until(address, lambda told: len(told["runs"]) == 2)["runs"]) == set(opened)
    for name, left in zip(opened, (200, 404), strict=True):
        room.ask(f"/api/sessions/{name}", method="DELETE")
        room.until(f"/api/runs/{name}", lambda told: told["state"] == "stopped")
        assert room.ask(f"/api/runs/{name}", method="DELETE").status == 200
        assert room.ask(address).status == left
