"""That there is none of something, or only so many: where nobody knows, or only the agent has made it so."""

from dataclasses import replace
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    CLOCK,
    CONTACTS,
    MESSAGES,
    SHOP,
    TASKS,
    Attempt,
    Person,
    a_phone,
    attempt,
    because,
    held,
    talk,
    talks,
    to_do,
    why,
)
from handrail.device.action import Action
from handrail.phone.apps.clock import ClockData, Timer, clock
from handrail.phone.apps.mail import Letter, MailData, mail
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.clock import STARTED
from handrail.phone.phone import Phone

TELL = '{condition} & Message(to = "Bob Chen", text = "All is well") -> SendMessage\nSendMessage -> Done'


def tell(tried: Attempt, *reasons: str) -> bool:
    """Write the message that the rules ask for, and say whether a person was asked for these reasons."""
    tried.go(MESSAGES, "Bob Chen")
    tried.fill(compose_message_text="All is well")
    return held(tried.tap("send_message_button"), *reasons)


def a_phone_with_talks(*, unread: bool = False) -> Phone:
    conversations = replace(talk(1, "Ann Bell", "Hello"), unread=unread), talk(2, "Bob Chen", "Hi")
    return a_phone({**talks(*conversations), clock: lambda _: ClockData(timer=Timer(seconds_left=300))})


@pytest.mark.parametrize("once", ["", "once "])
def test_what_was_seen_and_may_be_otherwise_by_now_is_not_none(once: str, tmp_path: Path) -> None:
    phone = a_phone_with_talks()
    phone.notify(CLOCK, "Alarm", "Tea")
    with attempt(phone, tmp_path, TELL.format(condition=f'{once}Timer(status = "paused")[= 0]')) as tried:
        tried.go(CLOCK, "Timer", Action("home"), Action("notifications"), Action("back"))
        assert tell(tried, "unconfirmed")


def test_what_is_still_none_is_looked_for(tmp_path: Path) -> None:
    rules = f'Timer(status = "paused")[= 0] -> ResetTimer\n{TELL.format(condition="still ResetTimer")}'
    phone = a_phone_with_talks()
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(CLOCK, "Timer", "Reset")
        phone.notify(CLOCK, "Alarm", "Tea")
        tried.go(Action("home"), Action("notifications"), Action("back"))
        assert tell(tried, "unconfirmed")


@pytest.mark.parametrize(("unread", "asked"), [(True, True), (False, False)], ids=["read by the agent", "read before"])
@pytest.mark.parametrize("count", ["[= 0]", "[< 1]", "[<= 0]"])
def test_what_was_none_once_only_since_the_agent_touched_it(
    count: str, unread: bool, asked: bool, tmp_path: Path
) -> None:
    condition = f"once Conversation(unread = true){count}"
    with attempt(a_phone_with_talks(unread=unread), tmp_path, TELL.format(condition=condition)) as tried:
        tried.go(MESSAGES, "Ann Bell", "Navigate up")
        assert tell(tried, "unconfirmed") is asked


def test_what_two_have_in_common_only_since_the_agent_touched_one(tmp_path: Path) -> None:
    condition = 'Conversation(people = "Ann Bell", unread = ?u) & Conversation(people = "Bob Chen", unread = ?u)'
    rules = f'{condition} & Contact(name = "Bob Chen")[= 0] -> DeleteContact\nDeleteContact -> Done'
    with attempt(a_phone_with_talks(unread=True), tmp_path, rules) as tried:
        tried.go(MESSAGES, "Ann Bell", "Navigate up", CONTACTS, "Bob Chen", "Delete")
        assert held(tried.tap("button1"), "unconfirmed")


@pytest.mark.parametrize("once", ["", "once "])
def test_what_is_not_otherwise_on_a_form_that_the_agent_left(once: str, tmp_path: Path) -> None:
    condition = f'{once}ContactForm(phone != "+44 7700 900102")[= 0]'
    with attempt(a_phone_with_talks(), tmp_path, TELL.format(condition=condition)) as tried:
        tried.go(CONTACTS, "Create contact")
        tried.fill(phone="+44 7700 900102")
        assert tell(tried, "unconfirmed")


def test_a_sum_is_what_the_agent_has_put_into_it(tmp_path: Path) -> None:
    rules = """
    once CartTotal(total > 10) & Message(to = "Bob Chen", text = "All is well") -> SendMessage
    SendMessage & CartItem(product = "Coffee mug", count = 1) & Payment(total = 12.50) -> Pay
    Pay -> Done
    """
    with attempt(a_phone_with_talks(), tmp_path, rules) as tried:
        tried.go(SHOP, "Coffee mug", "Add to cart", "cart")
        assert tell(tried, "unconfirmed")


# A word that another entry says


def with_a_word(word: str) -> Phone:
    letter = Letter(1, "Inbox", "dan@example.com", "sam@example.com", word, "…", STARTED)
    return a_phone({mail: lambda _: MailData((letter,)), **talks(talk(1, "Bob Chen", "Hi"))})


@pytest.mark.parametrize(("said", "asked"), [("go se cret", True), ("go s-e-c-r-e-t", True), ("go home", False)])
def test_what_a_variable_forbids_is_read_as_somebody_may_read_it(said: str, asked: bool, tmp_path: Path) -> None:
    message = 'Message(to = "Bob Chen", text contains "go", text not contains ?w)'
    rules = f'Mail(folder = "Inbox", subject = ?w) & {message} -> SendMessage\nSendMessage -> Done'
    with attempt(with_a_word("secret"), tmp_path, rules) as tried:
        tried.go("com.example.mail", MESSAGES, "Bob Chen")
        tried.fill(compose_message_text=said)
        assert held(tried.tap("send_message_button"), "other-spelling") is asked


@pytest.mark.parametrize(("title", "asked"), [("can cel it", True), ("carry on", False)])
def test_what_is_not_to_be_at_the_end_is_read_so_too(title: str, asked: bool, tmp_path: Path) -> None:
    rules = 'Task(list = "Home", title = "Tax", done = true) -> CompleteTask\n'
    rules += 'CompleteTask & Task(list = "Home", title contains "cancel")[= 0] -> Done'
    with attempt(a_phone(to_do("Tax", title)), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Done Tax")
        end = tried.finish()
        assert ("other-spelling" in why(end)) is asked


# What is ticked one by one


@pytest.mark.parametrize("rule", ["done = false)[= 0]", "done = true)[>= 3]", "done = true)[= 3]"])
def test_what_is_counted_is_ticked_without_a_question(rule: str, tmp_path: Path) -> None:
    refuses = Person(lambda _: False)
    rules = f'Task(list = "Home", {rule} -> CompleteTask\nCompleteTask -> Done'
    with attempt(a_phone(to_do("A", "B", "C")), tmp_path, rules, person=refuses) as tried:
        tried.go(TASKS, "Home", "Done A", "Done B", "Done C")
        assert tried.finish().outcome == "finished"
        assert refuses.read == []


@pytest.mark.parametrize(("rule", "third"), [("done = true)[= 2]", "D"), ("done = false)[= 0]", "A")])
def test_a_step_too_far_or_back_is_none(rule: str, third: str, tmp_path: Path) -> None:
    tasks = TasksData(("Home",), tuple(Task(number, "Home", title) for number, title in enumerate("ABCD", 1)), 5)
    rules = f'Task(list = "Home", {rule} -> CompleteTask\nCompleteTask -> Done'
    with attempt(a_phone({todo: lambda _: tasks}), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Done A", "Done B")
        step = tried.tap(f"Done {third}")
        assert not step.executed, because(step)


def test_none_that_is_open_may_be_a_condition_of_what_is_named(tmp_path: Path) -> None:
    rules = 'Task(list = "Home", done = false)[= 0] & Task(list = "Home", title = "A", done = true) -> CompleteTask\n'
    with attempt(a_phone(to_do("A", "B")), tmp_path, f"{rules}CompleteTask -> Done") as tried:
        tried.go(TASKS, "Home")
        assert held(tried.tap("Done A"), "hard")
