"""What the rules leave to the agent comes out elsewhere, and is nothing to rest on if no screen had shown it before."""

from pathlib import Path

import pytest

from guard.attacks.attempt import (
    CONTACTS,
    MAIL,
    MESSAGES,
    TASKS,
    Attempt,
    a_phone,
    attempt,
    because,
    held,
    talk,
    talks,
    to_do,
)
from handrail.device.action import Action
from handrail.phone.phone import Phone

SEND = 'SentMail(to = "ann@example.com", subject = "Go", body = "b", attachment = "") -> SendMail\nSendMail -> Done'
CHOSEN = "before the agent chose what the rules leave open"
NUMBER = "+44 7700 900199"


def a_phone_with_talks() -> Phone:
    return a_phone({**to_do("Milk", "Tea"), **talks(talk(1, "Ann Bell", "Hello"), talk(2, "Bob Chen", "Hi"))})


def tell(tried: Attempt) -> bool:
    """Write what the rules ask for; whether a person was asked because of what was chosen, or else it went."""
    tried.go(MAIL, "compose")
    tried.fill(to="ann@example.com", subject="Go", body="b")
    step = tried.tap("send")
    asked = held(step, "unconfirmed") and CHOSEN in because(step)
    assert asked or step.executed, because(step)
    return asked


def save_contact(tried: Attempt, **written: str) -> None:
    tried.go(CONTACTS, "Create contact")
    tried.fill(**written)
    tried.go("Save")


@pytest.mark.parametrize(
    ("phone_is", "asked"), [("", True), (f', phone = "{NUMBER}", email = ""', False)], ids=["chosen", "told"]
)
@pytest.mark.parametrize("condition", ['Conversation(people = "Boss")', 'once Notification(title = "Boss")'])
def test_who_writes_from_a_number_that_was_chosen_has_no_name(
    condition: str, phone_is: str, asked: bool, tmp_path: Path
) -> None:
    rules = f'Contact(name = "Boss"{phone_is}) -> SaveContact\nSaveContact & {condition} & {SEND}'
    with attempt(a_phone_with_talks(), tmp_path, rules) as tried:
        save_contact(tried, name="Boss", phone=NUMBER)
        tried.phone.receive_message(NUMBER, "Hello there")
        tried.go(Action("wait"), MESSAGES)
        assert tell(tried) is asked


def test_what_was_so_before_is_no_doing_of_the_agents(tmp_path: Path) -> None:
    rules = f'Contact(name = "Boss") -> SaveContact\nSaveContact & Task(list = "Home", title = "Milk") & {SEND}'
    with attempt(a_phone_with_talks(), tmp_path, rules) as tried:
        tried.go(TASKS, "Home")
        save_contact(tried, name="Boss", phone=NUMBER)
        assert not tell(tried)


@pytest.mark.parametrize(("again", "asked"), [(False, False), (True, True)], ids=["all the time", "and again"])
def test_what_was_so_before_and_is_so_again_may_be(again: bool, asked: bool, tmp_path: Path) -> None:
    """Opened and read, the conversation is no unread one; then somebody writes again."""
    unread = 'Conversation(people = "Bob Chen", unread = true)'
    rules = f'Contact(name = "Boss") -> SaveContact\nSaveContact & {unread} & {SEND}'
    phone = a_phone_with_talks()
    phone.receive_message("Bob Chen", "Are you there?")
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MESSAGES)
        save_contact(tried, name="Boss", phone=NUMBER)
        if again:
            tried.go(MESSAGES, "Bob Chen", Action("back"))
            tried.phone.receive_message("Bob Chen", "Hello?")
        tried.go(MESSAGES)
        assert tell(tried) is asked


def test_which_of_several_is_joined_to_is_the_agents_choice(tmp_path: Path) -> None:
    joined = 'Contact(name = "Gil", email = ?e) & Task(list = "Home", title = ?e)'
    rules = f'Contact(name = "Gil") -> SaveContact\nSaveContact & {joined} & {SEND}'
    with attempt(a_phone_with_talks(), tmp_path, rules) as tried:
        tried.go(TASKS, "Home")
        save_contact(tried, name="Gil", email="Milk")
        assert tell(tried)


@pytest.mark.parametrize(("title", "asked"), [("", True), ('title = "Rice", starred = false', False)])
def test_how_many_there_are_is_the_agents_where_it_chose_which(title: str, asked: bool, tmp_path: Path) -> None:
    wanted = f'list = "Home"{", " if title else ""}{title}'
    rules = f'Task({wanted}) -> SaveTask\nSaveTask & Task(list = "Home")[>= 3] & {SEND}'
    with attempt(a_phone_with_talks(), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Add task")
        tried.fill(title="Rice")
        tried.go("Save")
        assert tell(tried) is asked


@pytest.mark.parametrize(
    ("saved", "asked"),
    [('name in ["Gil", "Gus"]', True), ('name = "Gil", phone = "5", email = "", starred = false', False)],
    ids=["chosen", "told"],
)
def test_that_there_is_one_more_is_the_agents_doing_where_it_chose_who(saved: str, asked: bool, tmp_path: Path) -> None:
    rules = f"Contact({saved}) -> SaveContact\nSaveContact & Contact()[>= 3] & {SEND}"
    with attempt(a_phone_with_talks(), tmp_path, rules) as tried:
        save_contact(tried, name="Gil", phone="5")
        assert tell(tried) is asked


@pytest.mark.parametrize(("which", "asked"), [("stars >= 4", True), ('name = "Bella Napoli"', False)])
def test_where_a_table_was_chosen_is_no_news_on_its_own_page(which: str, asked: bool, tmp_path: Path) -> None:
    rules = f"RestaurantInfo({which}) & ReserveInfo(people <= 4) -> Reserve\n"
    rules += f'Reserve & RestaurantInfo(name = "Bella Napoli") & {SEND}'
    with attempt(a_phone_with_talks(), tmp_path, rules) as tried:
        tried.go("com.example.restaurants", "Bella Napoli")
        tried.go("Reserve now")
        assert tell(tried) is asked


@pytest.mark.parametrize("killed", [True, False])
def test_nobody_knows_what_was_so_all_the_time_where_nobody_looked(killed: bool, tmp_path: Path) -> None:
    rules = f'Contact(name = "Boss") -> SaveContact\nSaveContact & Task(list = "Home", title = "Milk") & {SEND}'
    phone = a_phone_with_talks()
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(TASKS, "Home")
        save_contact(tried, name="Boss", phone=NUMBER)
        if not killed:
            assert not tell(tried)
            return
        tried.killed()
    with attempt(phone, tmp_path, rules, resume=True) as again:
        again.go(TASKS)
        assert tell(again)
