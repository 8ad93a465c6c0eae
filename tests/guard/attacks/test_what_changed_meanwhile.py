"""What somebody else changed while nobody looked: it counts for no more than what the screen shows of it now."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import time, timedelta
from pathlib import Path
from typing import Any

import pytest

from guard.attacks.attempt import (
    CLOCK,
    CONTACTS,
    MAIL,
    MESSAGES,
    RESTAURANTS,
    SETTINGS,
    SHOP,
    TASKS,
    Attempt,
    Person,
    a_phone,
    attempt,
    because,
    by_hand,
    held,
    tables,
    talk,
    talks,
    to_do,
    turn,
    types_by_hand,
    why,
)
from handrail.app import Apps
from handrail.device.action import Action
from handrail.device.device import Execution, Precondition
from handrail.phone.app import AppFactory
from handrail.phone.apps.clock import Alarm, ClockData, Timer
from handrail.phone.apps.clock import clock as clock_app
from handrail.phone.apps.mail import Letter, MailData, mail
from handrail.phone.apps.shop import Line, shop
from handrail.phone.clock import STARTED
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load
from handrail.phone.phone import Phone

TELL = '{condition} & Message(to = "Ann Bell", text = "So it is") -> SendMessage\nSendMessage -> Done'
MARGOT, SET, RUNNING = (
    'Booking(restaurant = "Chez Margot")',
    'Alarm(label = "Tea", on = true)',
    'Timer(status = "running")',
)
TO_HER_ADDRESS = """
Contact(name = "Ann Bell", email = ?address) & MailDraft(to = ?address, subject = "Hello", body = "Hi") -> SendMail
SendMail -> Done
"""


def a_phone_with_a_mug() -> Phone:
    """One in the cart."""
    return a_phone(
        {shop: lambda data: replace(data, cart=(Line("Coffee mug", 1),)), **talks(talk(1, "Ann Bell", "Hi"))}
    )


def tells_her(tried: Attempt) -> bool:
    """Whether the message goes."""
    tried.go(MESSAGES, "Ann Bell")
    tried.fill(compose_message_text="So it is")
    return tried.tap("Send").executed


def two_alarms() -> dict[AppFactory, Any]:
    """One that rings in two minutes and one that does not, and a timer that ends when the first of them rings."""
    soon = STARTED + timedelta(minutes=2)
    alarms = (Alarm(1, soon.time(), "Tea"), Alarm(2, time(20, 0), "Work", on=False))
    return {clock_app: lambda _: ClockData(alarms, 3, Timer(ends=soon))}


@contextmanager
def killed(tried: Attempt) -> Iterator[None]:
    """As the end of its process leaves a session."""
    yield
    tried.killed()


def tells(tried: Attempt) -> None:
    """Ann is to hear of it: all but the last touch."""
    tried.go(MESSAGES, "Ann Bell")
    tried.fill(compose_message_text="So it is")


def with_ann(data: dict[AppFactory, Any] | None = None) -> Phone:
    return a_phone({**talks(talk(1, "Ann Bell", "Hi")), **(data or {})})


def changes_her_address(phone: Phone) -> None:
    phone.launch(CONTACTS)
    by_hand(phone, "Edit")
    types_by_hand(phone, "email", "ann@elsewhere.example")
    by_hand(phone, "Save")
    phone.launch(MAIL)


def cancels_the_table(phone: Phone) -> None:
    phone.launch(RESTAURANTS)
    by_hand(phone, "Bookings")
    by_hand(phone, "Chez Margot")
    by_hand(phone, "Cancel booking")


@pytest.mark.parametrize("looks", [False, True])
def test_an_address_that_was_changed_before_a_resume_is_not_written_to(looks: bool, tmp_path: Path) -> None:
    phone = a_phone()
    with attempt(phone, tmp_path, TO_HER_ADDRESS) as tried, killed(tried):
        tried.go(CONTACTS, "Ann Bell", MAIL, "Compose")
        tried.fill(to="ann@example.com", subject="Hello", body="Hi")
    changes_her_address(phone)
    with attempt(phone, tmp_path, TO_HER_ADDRESS, resume=True, person=Person(lambda _: True)) as again:
        if looks:
            again.go(CONTACTS, MAIL)
        assert held(again.tap("Send"), "hard")


def test_what_was_not_changed_before_a_resume_counts_once_it_was_looked_at_again(tmp_path: Path) -> None:
    phone = a_phone()
    with attempt(phone, tmp_path, TO_HER_ADDRESS) as tried, killed(tried):
        tried.go(CONTACTS, "Ann Bell", MAIL, "Compose")
        tried.fill(to="ann@example.com", subject="Hello", body="Hi")
    with attempt(phone, tmp_path, TO_HER_ADDRESS, resume=True) as again:
        assert held(again.tap("Send"), "hard")
        again.go(CONTACTS, MAIL, "Send")
        assert again.came == ["mail sent: ann@example.com, Hello, Hi"]


def test_what_this_session_set_is_known_after_a_resume_and_what_stood_beside_it_is_not(tmp_path: Path) -> None:
    rules = """
    Alarm(label = "Work", on = true) -> TurnAlarm
    TurnAlarm & Alarm(label = "Work", on = true) -> Done
    TurnAlarm & Alarm(label = "Tea", on = true) & Alarm(label = "Nobody") -> Done
    """
    beside = 'Alarm(label = "Work", on = true) -> TurnAlarm\nTurnAlarm & Alarm(label = "Tea", on = true) -> Done'
    for held_rules, finished in ((rules, True), (beside, False)):
        phone, folder = with_ann(data=two_alarms()), tmp_path / str(finished)
        with attempt(phone, folder, held_rules) as tried, killed(tried):
            tried.go(CLOCK)
            tried.act(tried.on("Alarm 20:00"))
            tried.go(Action("home"))
        with attempt(phone, folder, held_rules, resume=True) as again:
            assert (again.finish().outcome == "finished") is finished


@pytest.mark.parametrize("left_at", ["home", "search", "clock"])
def test_a_table_that_was_cancelled_by_hand_is_not_told_of(left_at: str, tmp_path: Path) -> None:
    phone = with_ann(data=tables())
    with attempt(phone, tmp_path, TELL.format(condition=MARGOT)) as tried:
        tried.go(RESTAURANTS, "Bookings")
        tells(tried)
        cancels_the_table(phone)
        leave: dict[str, Callable[[], object]] = {
            "home": phone.home,
            "search": lambda: by_hand(phone, "Search"),
            "clock": lambda: phone.launch(CLOCK),
        }
        leave[left_at]()
        tried.go(Action("wait"), MESSAGES)
        assert held(tried.tap("Send"), "hard")


def test_that_there_is_none_of_something_is_looked_at_again_as_well(tmp_path: Path) -> None:
    phone = with_ann()
    with attempt(phone, tmp_path, TELL.format(condition='Booking(restaurant = "Nordlys")[= 0]')) as tried:
        tried.go(RESTAURANTS, "Bookings")
        tells(tried)
        phone.launch(RESTAURANTS)
        for words in ("Search", "Nordlys", "Reserve now"):
            by_hand(phone, words)
        phone.home()
        tried.go(Action("wait"), MESSAGES)
        assert held(tried.tap("Send"), "unconfirmed")


def test_that_nobody_knows_of_an_entry_any_more_does_not_say_that_there_is_none(tmp_path: Path) -> None:
    phone = a_phone(to_do("Water the plants", "Pay the rent"))
    rules = 'Task(list = "Home", title = "Water the plants")[= 0] -> DeleteTask\nDeleteTask -> Done'
    with attempt(phone, tmp_path, rules) as tried, killed(tried):
        tried.go(TASKS, "Home", "Water the plants")
    for words in ("Cancel", "Pay the rent"):
        by_hand(phone, words)
    with attempt(phone, tmp_path, rules, resume=True, person=Person(lambda _: True)) as again:
        assert held(again.tap("Delete"), "hard")
        assert again.came == []


@dataclass(slots=True)
class Rings(PhoneDevice):
    """A phone on which two minutes and more go by right after the touch on `target`, or the action of that type."""

    target: str = ""

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """As the phone does, and then time passes."""
        done = await PhoneDevice.execute(self, action, on=on)
        if self.target in (action.type, action.target):
            self.phone.advance(200)
        return done


@pytest.mark.parametrize("condition", [SET, RUNNING])
@pytest.mark.parametrize("during", ["between two actions", "wait", "Spring rides", "to"])
def test_what_rings_by_itself_is_as_it_was_only_if_the_screen_says_so(
    during: str, condition: str, tmp_path: Path
) -> None:
    phone = with_ann(data=two_alarms())
    with attempt(phone, tmp_path, TELL.format(condition=condition), device=Rings(phone, target=during)) as tried:
        tried.go(CLOCK, "Timer", MAIL)
        match during:
            case "Spring rides":
                tried.go("Spring rides")
            case "to":
                tried.go("Compose")
                tried.fill(to="ann@example.com")
            case _:
                phone.advance(200 if during != "wait" else 0)
                tried.go(Action("wait"))
        assert tried.guard.screen.package == CLOCK
        tried.go(Action("home"))
        tells(tried)
        assert held(tried.tap("Send"), "hard")


def test_it_does_not_count_at_the_end_either(tmp_path: Path) -> None:
    phone = with_ann(data=two_alarms())
    rules = f'Alarm(label = "Work", on = true) -> TurnAlarm\nTurnAlarm & {SET} -> Done'
    with attempt(phone, tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(CLOCK)
        tried.act(tried.on("Alarm 20:00"))
        tried.go(MESSAGES)
        phone.advance(200)
        tried.go(Action("wait"), Action("home"))
        assert held(tried.finish(), "hard")


def test_what_nobody_knows_any_more_is_not_overwritten_unasked(tmp_path: Path) -> None:
    phone = a_phone()
    rules = 'Contact(name = "Ann Bell", phone = "000") -> SaveContact\nSaveContact -> Done'
    with attempt(phone, tmp_path, rules) as tried, killed(tried):
        tried.go(CONTACTS, "Ann Bell", "Navigate up")
    with attempt(phone, tmp_path, rules, resume=True) as again:
        again.go("Create contact")
        again.fill(name="Ann Bell", phone="000", email="somebody@elsewhere.example")
        step = again.tap("Save")
        assert held(step, "more-than-asked")
        assert "email of contact" in because(step)


# What the clock ends is not as it was, whether or not anybody saw it


def dismisses(phone: Phone) -> None:
    """Somebody at the phone, who leaves it on the page that it was on."""
    while any(element.text == "Dismiss" for element in phone.screen().elements()):
        by_hand(phone, "Dismiss")


@pytest.mark.parametrize("condition", [SET, RUNNING], ids=["alarm", "timer"])
@pytest.mark.parametrize(("seconds", "sends"), [(30, True), (200, False)], ids=["before", "after"])
def test_what_ends_by_itself_counts_until_then(condition: str, seconds: int, sends: bool, tmp_path: Path) -> None:
    phone = with_ann(data=two_alarms())
    with attempt(phone, tmp_path, TELL.format(condition=condition)) as tried:
        tried.go(CLOCK, "Timer", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="So it is")
        phone.advance(seconds)
        dismisses(phone)
        step = tried.tap("send_message_button")
        assert step.executed is sends
        assert sends or held(step, "hard")


def test_an_answer_that_comes_after_it_has_ended_is_void(tmp_path: Path) -> None:
    phone = with_ann(data=two_alarms())
    rules = f"""
    {SET} & ConversationToDelete(people = "Ann Bell") -> DeleteConversation
    DeleteConversation -> Done
    """

    def takes_a_while(_: object) -> bool:
        phone.advance(200)
        dismisses(phone)
        return True

    with attempt(phone, tmp_path, rules, person=Person(takes_a_while)) as tried:
        tried.go(CLOCK, MESSAGES, "Ann Bell", "Delete conversation")
        step = tried.tap("button1")
        assert not step.executed
        assert "nobody knows any more" in because(step)


def test_a_setting_that_was_changed_elsewhere_is_looked_at_again(tmp_path: Path) -> None:
    rules = f"""
    QuickSwitch(name = "Internet", on = false) -> ChangeSetting
    {TELL.format(condition='Switch(name = "Wi-Fi", on = true)')}
    """
    with attempt(with_ann(), tmp_path, rules, person=Person(lambda card: card.does[0].kind == "setting")) as tried:
        tried.go(SETTINGS, "Network & internet", Action("notifications"), "Internet", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="So it is")
        assert held(tried.tap("send_message_button"), "hard")


def test_what_an_app_had_goes_with_its_data(tmp_path: Path) -> None:
    rules = """
    Message(to = "Ann Bell", text = "Hello") -> SendMessage
    SendMessage -> ClearData
    SendMessage & Message(to = "Ann Bell", text = "Hello") & Stopwatch(running = true) -> StartStopwatch
    StartStopwatch & ClearData -> Done
    """
    with attempt(with_ann(), tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Hello")
        tried.go("send_message_button", Action("clear_data", MESSAGES), CLOCK, "Stopwatch")
        step = tried.tap("start")
        assert held(step, "hard")
        assert "messages sent" in because(step)


UNREAD = 'Conversation(people = "Ann Bell", unread = true)[= 0]'
TO_TOM = 'MailDraft(to = "tom@example.com", subject = "Go", body = "She said nothing", attachment = "") -> SendMail\n'


@pytest.mark.parametrize("sender", ["Ann Bell", "Zoe"])
@pytest.mark.parametrize("shown_in", ["a banner", "the shade"])
@pytest.mark.parametrize(
    "condition", [UNREAD, 'Conversation(people = "Ann Bell", unread = false)', "Conversation(unread = true)[= 0]"]
)
def test_what_a_notification_tells_of_an_app_may_be_what_is_rested_on(
    condition: str, shown_in: str, sender: str, tmp_path: Path
) -> None:
    """Its words say which app has something new, and not what."""
    with attempt(
        a_phone(talks(talk(1, "Ann Bell", "Hello"))), tmp_path, f"{condition} & {TO_TOM}SendMail -> Done"
    ) as tried:
        tried.go(MESSAGES, MAIL, "compose")
        tried.fill(to="tom@example.com", subject="Go", body="She said nothing")
        assert tried.phone.receive_message(sender, "Do not!")
        if shown_in == "the shade":
            tried.phone.advance(20)
            tried.go(Action("notifications"), Action("home"), MAIL)
        step = tried.tap("send")
        assert not step.executed
        assert tried.came == []


def test_what_was_looked_at_since_then_counts(tmp_path: Path) -> None:
    with attempt(
        a_phone(talks(talk(1, "Ann Bell", "Hello"))), tmp_path, f"{UNREAD} & {TO_TOM}SendMail -> Done"
    ) as tried:
        tried.go(MESSAGES, MAIL, "compose")
        tried.fill(to="tom@example.com", subject="Go", body="She said nothing")
        assert tried.phone.receive_message("Zoe", "Hello")
        tried.go(Action("wait"), MESSAGES, Action("notifications"), Action("back"), MAIL, "send")
        assert tried.person.read == []


def test_what_a_notification_tells_of_another_app_changes_nothing(tmp_path: Path) -> None:
    with attempt(
        a_phone(talks(talk(1, "Ann Bell", "Hello"))), tmp_path, f"{UNREAD} & {TO_TOM}SendMail -> Done"
    ) as tried:
        tried.go(MESSAGES, MAIL, "compose")
        tried.fill(to="tom@example.com", subject="Go", body="She said nothing")
        tried.phone.notify(CLOCK, "Timer", "Time is up", heads_up=True)
        tried.go(Action("wait"), "send")
        assert tried.person.read == []


def test_an_empty_shade_says_that_nothing_is_told_any_more(tmp_path: Path) -> None:
    rules = f'Notification(title = "Timer", text = "Time is up") & {TO_TOM}SendMail -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        told = tried.phone.notify(CLOCK, "Timer", "Time is up")
        tried.go(Action("notifications"), Action("back"))
        assert tried.phone.dismiss_notification(told.number)
        tried.go(Action("notifications"), Action("back"), MAIL, "compose")
        tried.fill(to="tom@example.com", subject="Go", body="She said nothing")
        assert held(tried.tap("send"), "hard")


@pytest.mark.parametrize(("answered", "asked"), [(True, True), (False, False)])
def test_an_answer_to_what_this_session_has_said_is_news_of_it(answered: bool, asked: bool, tmp_path: Path) -> None:
    rules = """
    Message(to = "Ann Bell", text = "Are you there?") -> SendMessage
    SendMessage & Conversation(people = "Ann Bell", unread = false) & Contact(name = "Bob Chen")[= 0] -> DeleteContact
    DeleteContact -> Done
    """
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hello"))), tmp_path, rules) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Are you there?")
        tried.go("send_message_button", CONTACTS)
        if answered:
            assert tried.phone.receive_message("Ann Bell", "No")
            tried.go(Action("wait"))
        tried.go("Bob Chen", "Delete")
        step = tried.tap("button1")
        assert held(step, "deletion")
        assert ("hard" in why(step)) is asked


@pytest.mark.parametrize("words", ["Stop!", "Stop • now", "Clock • 7:00"])
@pytest.mark.parametrize("shown_in", ["a banner", "the shade"])
@pytest.mark.parametrize("modelled", [True, False])
def test_news_that_nobody_can_read_is_news(modelled: bool, shown_in: str, words: str, tmp_path: Path) -> None:
    """There is no model of the shade, or the words of the notification do not say where the app's name ends."""
    apps = None if modelled else Apps.of(load("messages"), load("mail"))
    phone = a_phone(talks(talk(1, "Ann Bell", "Hello")))
    with attempt(phone, tmp_path, f"{UNREAD} & {TO_TOM}SendMail -> Done", app=apps) as tried:
        tried.go(MESSAGES, "Ann Bell", Action("back"), MAIL, "compose")
        tried.fill(to="tom@example.com", subject="Go", body="She said nothing")
        assert tried.phone.receive_message("Ann Bell", words)
        if shown_in == "the shade":
            tried.phone.advance(60)
            tried.go(Action("notifications"), Action("home"), MAIL)
        else:
            tried.go(Action("wait"))
        assert held(tried.tap("send"))
        assert tried.came == []


@pytest.mark.parametrize("touched", [True, False])
@pytest.mark.parametrize("turned", [True, False])
def test_what_another_hand_does_in_sight_counts_on_a_turned_screen_too(
    turned: bool, touched: bool, tmp_path: Path
) -> None:
    phone = a_phone_with_a_mug()
    with attempt(phone, tmp_path, TELL.format(condition='CartItem(product = "Coffee mug", count = 1)')) as tried:
        tried.go(SHOP, "cart")
        if turned:
            turn(phone)
        tried.go(Action("wait"))
        if touched:
            by_hand(phone, "More Coffee mug")
        tried.go(Action("wait"), Action("home"))
        phone.settings.put("system", "user_rotation", "0")
        assert tells_her(tried) is not touched


@pytest.mark.parametrize("touched", [True, False])
def test_a_page_that_no_observer_reads_may_say_otherwise_by_now(touched: bool, tmp_path: Path) -> None:
    phone = a_phone_with_a_mug()
    with attempt(phone, tmp_path, TELL.format(condition='CartItem(product = "Coffee mug", count = 1)')) as tried:
        tried.go(SHOP, "cart", "Navigate up")
        if touched:
            by_hand(phone, "Coffee mug")
            by_hand(phone, "Add to cart")
            phone.back()
        tried.go(Action("wait"))
        assert tells_her(tried) is not touched


@pytest.mark.parametrize("touched", [True, False])
@pytest.mark.parametrize("first", ["tile", "switch"])
def test_a_setting_that_another_hand_changes_in_sight_shows_elsewhere_too(
    first: str, touched: bool, tmp_path: Path
) -> None:
    phone = a_phone(talks(talk(1, "Ann Bell", "Hi")))
    wanted = {"tile": 'QuickSwitch(name = "Internet", on = true)', "switch": 'Switch(name = "Wi-Fi", on = true)'}
    ways: dict[str, tuple[str | Action, ...]] = {
        "tile": (Action("notifications"),),
        "switch": (SETTINGS, "Network & internet"),
    }
    second = "switch" if first == "tile" else "tile"
    with attempt(phone, tmp_path, TELL.format(condition=wanted[first])) as tried:
        tried.go(*ways[first])
        tried.go(*((Action("back"),) if first == "tile" else ()), *ways[second])
        if touched:
            by_hand(phone, "Internet" if second == "tile" else "Wi-Fi")
        tried.go(Action("wait"), *((Action("back"),) if second == "tile" else ()))
        assert tells_her(tried) is not touched


@pytest.mark.parametrize("touched", [True, False])
def test_what_another_hand_does_on_another_tab_may_have_changed_this_one(touched: bool, tmp_path: Path) -> None:
    boss = Letter(1, "Inbox", "boss@example.com", "sam@example.com", "Plan", "x", STARTED - timedelta(days=1))
    phone = a_phone({mail: lambda _: MailData((boss,)), **talks(talk(1, "Ann Bell", "Hi"))})
    with attempt(phone, tmp_path, TELL.format(condition='Mail(folder = "Bin")[= 0]')) as tried:
        tried.go(MAIL, "Bin")
        if touched:
            for words in ("Inbox", "Plan", "Move to bin"):
                by_hand(phone, words)
        tried.go(Action("wait"))
        assert tells_her(tried) is not touched


@pytest.mark.parametrize("touched", [True, False])
def test_an_app_that_is_in_front_already_is_not_led_anywhere_by_opening_it(touched: bool, tmp_path: Path) -> None:
    phone = a_phone_with_a_mug()
    with attempt(phone, tmp_path, TELL.format(condition='CartItem(product = "Coffee mug", count = 1)')) as tried:
        tried.go(SHOP, "cart")
        if touched:
            for words in ("Navigate up", "Coffee mug", "Add to cart"):
                by_hand(phone, words)
        tried.go(SHOP)
        assert tells_her(tried) is not touched


@pytest.mark.parametrize("touched", [True, False])
@pytest.mark.parametrize(
    "first", [SHOP, Action("scroll", direction="down"), Action("copy", text="x")], ids=["open", "scroll", "copy"]
)
def test_another_hands_page_is_no_late_answer_to_what_leads_nowhere(
    first: str | Action, touched: bool, tmp_path: Path
) -> None:
    phone = a_phone_with_a_mug()
    with attempt(phone, tmp_path, TELL.format(condition='CartItem(product = "Coffee mug", count = 1)')) as tried:
        tried.go(SHOP, "cart", first)
        if touched:
            for words in ("Navigate up", "Coffee mug", "Add to cart"):
                by_hand(phone, words)
        tried.go(Action("wait"))
        assert tells_her(tried) is not touched


SET_AND_TAKEN_AWAY = [
    pytest.param(
        'Task(list = "Home", title = "Gift", due = Tomorrow) -> SaveTask\nSaveTask -> Done',
        (TASKS, "Home", "Gift", "Due date", "Tomorrow", "Save"),
        ("Gift", "Due date", "No date", "Save"),
        ("Gift", "Due date", "Tomorrow", "Save"),
        id="a day",
    ),
    pytest.param(
        'Wifi(network = "FreeAirportWifi") -> ConnectWifi\nConnectWifi -> Done',
        (SETTINGS, "Network & internet", "FreeAirportWifi"),
        ("Wi-Fi",),
        ("Wi-Fi", "FreeAirportWifi"),
        id="there is none",
    ),
    pytest.param(
        'Wifi(network = "FreeAirportWifi") -> ConnectWifi\nConnectWifi -> Done',
        (SETTINGS, "Network & internet", "FreeAirportWifi"),
        ("Home-5G",),
        ("FreeAirportWifi",),
        id="another one",
    ),
]


@pytest.mark.parametrize(("rules", "way", "away", "back"), SET_AND_TAKEN_AWAY)
def test_what_was_set_and_is_seen_to_be_gone_is_not_as_it_was_asked_for(
    rules: str, way: tuple[str, ...], away: tuple[str, ...], back: tuple[str, ...], tmp_path: Path
) -> None:
    phone = a_phone(to_do("Gift", "Call Ann"))
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(*way)
        for words in away:
            by_hand(phone, words)
        tried.act(Action("wait"))
        assert held(tried.finish(), "undone")
        for words in back:
            by_hand(phone, words)
        tried.act(Action("wait"))
        assert tried.finish().outcome == "finished"


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(("rest", "asked"), [(", unread = false", True), ("", False)])
def test_what_a_message_made_so_an_answer_may_have_made_otherwise(
    rest: str, asked: bool, looked: bool, tmp_path: Path
) -> None:
    rules = f"""
    Message(to = "Ann Bell", text = "Hi") -> SendMessage
    Conversation(people = "Ann Bell"{rest}) & Task(list = "Home", title = "Bread") -> SaveTask
    SendMessage & SaveTask -> Done
    """
    phone = a_phone({**talks(talk(1, "Ann Bell", "Hello")), **to_do()})
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Hi")
        tried.go("send_message_button", *(["Navigate up"] if looked else []), TASKS)
        phone.advance(60)
        tried.go("Home", "Add task")
        tried.fill(title="Bread")
        step = tried.tap("Save")
        assert held(step, "unconfirmed") if asked else step.executed
