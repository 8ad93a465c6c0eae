"""An app that refuses what was committed, and all that could be taken for proof that it came about after all."""

from dataclasses import replace
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    BANK,
    FILES,
    MAIL,
    MESSAGES,
    SHOP,
    TASKS,
    YESTERDAY,
    Attempt,
    Person,
    a_phone,
    attempt,
    because,
    by_hand,
    held,
    talk,
    talks,
    turn,
)
from handrail.app import App, Apps
from handrail.device.action import Action
from handrail.phone.apps.mail import Letter, MailData, mail
from handrail.phone.apps.shop import Line, shop
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.phone import Phone

TO_DAN = 'SentMail(to = "dan@example.com", subject = "Plan", body = "As agreed") -> SendMail'
IBAN = "DE02120300000000202051"


def offline(phone: Phone, yes: bool = True) -> None:
    phone.settings.put("global", "airplane_mode_on", "1" if yes else "0")


def sent(number: int, to: str, subject: str) -> Letter:
    return Letter(number, "Sent", "sam@example.com", to, subject, "…", YESTERDAY)


def a_phone_with(*letters: Letter) -> Phone:
    news = Letter(9, "Inbox", "news@example.com", "sam@example.com", "News", "…", YESTERDAY)
    return a_phone({mail: lambda _: MailData((news, *letters)), **talks(talk(1, "Ann Bell", "Hello"))})


def write(tried: Attempt, to: str = "dan@example.com", subject: str = "Plan") -> None:
    tried.go("compose")
    tried.fill(to=to, subject=subject, body="As agreed")


def give_up_the_form(tried: Attempt) -> None:
    tried.fill(to="", subject="", body="")
    tried.go("Navigate up")


@pytest.mark.parametrize(
    "old",
    [
        sent(1, "dan@example.com", "Something else"),
        sent(1, "eve@example.com", "Plan"),
        sent(1, "dan@example.com", "Plan"),
    ],
    ids=["another subject", "another receiver", "the same long ago"],
)
def test_an_old_mail_that_is_seen_now_is_not_the_one_that_was_refused(old: Letter, tmp_path: Path) -> None:
    phone = a_phone_with(old)
    offline(phone)
    rules = f"""
    {TO_DAN}
    SendMail & Message(to = "Ann Bell", text = "I wrote to Dan") -> SendMessage
    SendMessage -> Done
    """
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL)
        write(tried)
        tried.go("send")
        give_up_the_form(tried)
        tried.go("Sent", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="I wrote to Dan")
        assert held(tried.tap("send_message_button"), "unconfirmed")
        assert held(tried.finish())


def test_the_end_does_not_count_what_was_refused_for_an_old_one(tmp_path: Path) -> None:
    phone = a_phone_with(sent(1, "dan@example.com", "Plan"))
    offline(phone)
    with attempt(phone, tmp_path, f"{TO_DAN}\nSendMail -> Done") as tried:
        tried.go(MAIL)
        write(tried)
        tried.go("send")
        give_up_the_form(tried)
        tried.go("Sent")
        assert held(tried.finish(), "unconfirmed")


@pytest.mark.parametrize("seen_before", [True, False])
def test_of_two_mails_the_end_does_not_count_an_old_one(seen_before: bool, tmp_path: Path) -> None:
    rules = """
    SentMail(to = "dan@example.com", subject = "Plan") -> SendMail
    SentMail(to = "eve@example.com", subject = "Bill") -> SendMail
    SendMail & Mail(folder = "Sent", who = "dan@example.com", subject = "Plan")
        & Mail(folder = "Sent", who = "eve@example.com", subject = "Bill") -> Done
    """.replace("\n        &", " &")
    with attempt(
        a_phone_with(sent(1, "eve@example.com", "Bill")), tmp_path, rules, person=Person(lambda card: False)
    ) as tried:
        tried.go(MAIL, *(["Sent", "Inbox"] if seen_before else []))
        write(tried)
        step = tried.tap("send")
        assert step.executed, because(step)
        tried.go("Sent")
        assert held(tried.finish(), "unconfirmed")
        assert tried.came == ["mail sent: dan@example.com, Plan, As agreed"]


def pay(tried: Attempt) -> None:
    tried.go(BANK, "Transfer")
    tried.fill(recipient="Ann Bell", iban=IBAN, amount="10")
    tried.go("Continue", "Confirm transfer", "Send")


def agrees_to_pay(shown: object) -> bool:
    return "not known to have come about" not in str(shown)


@pytest.mark.parametrize("works", [True, False], ids=["paid", "refused"])
def test_a_dialog_that_closes_on_the_page_before_it_is_no_sign_of_success(works: bool, tmp_path: Path) -> None:
    phone = a_phone()
    offline(phone, not works)
    rules = f'Transfer(recipient = "Ann Bell", iban = "{IBAN}", amount = 10) -> SendMoney\nSendMoney -> Done'
    with attempt(phone, tmp_path, rules, person=Person(agrees_to_pay)) as tried:
        pay(tried)
        end = tried.finish()
        assert (end.outcome == "finished") is works
        assert works or held(end, "unconfirmed")


@pytest.mark.parametrize("works", [True, False], ids=["paid", "refused"])
def test_a_screen_that_was_turned_is_no_other_page(works: bool, tmp_path: Path) -> None:
    phone = a_phone({shop: lambda data: replace(data, cart=(Line("Coffee mug", 1),))})
    offline(phone, not works)
    rules = 'Screen(app = "com.example.shop") & Item(label = "Total: $12.50") -> Pay\nPay -> Done'
    with attempt(phone, tmp_path, rules, person=Person(agrees_to_pay), app=Apps.of(App.generic())) as tried:
        tried.go(SHOP, "cart", "Checkout", "Pay now")
        turn(phone)
        tried.go(Action("wait"))
        assert (tried.finish().outcome == "finished") is works


def test_what_was_refused_may_be_tried_again_if_a_person_says_so(tmp_path: Path) -> None:
    phone = a_phone()
    offline(phone)
    rules = f'Transfer(recipient = "Ann Bell", iban = "{IBAN}", amount = 10) -> SendMoney\nSendMoney -> Done'
    with attempt(phone, tmp_path, rules, person=Person(lambda card: True)) as tried:
        pay(tried)
        offline(phone, False)
        tried.go("Confirm transfer")
        again = tried.tap("Send")
        assert again.executed
        assert "ran already with exactly this" in because(again)
        assert tried.finish().outcome == "finished"
        assert [text for text in tried.came if text.startswith("money")] == [
            f"money sent: Checking, Ann Bell, {IBAN}, 10.00"
        ]


def test_that_none_is_open_is_not_made_true_by_deleting_them_unsaid(tmp_path: Path) -> None:
    open_task = Task(1, "Trip", "Buy tickets")
    phone = a_phone({todo: lambda _: TasksData(("Trip", "Home"), (open_task,))})
    rules = 'Task(list = "Trip", done = false)[= 0] & List(name = "Trip")[= 0] -> DeleteList\nDeleteList -> Done'
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(TASKS, "Trip", "Delete list")
        step = tried.tap("Delete")
        assert held(step, "also-removes")
        assert 'it removes task "Trip", "Buy tickets"' in because(step)


def test_a_condition_on_what_is_deleted_is_not_made_true_by_deleting_it_unsaid(tmp_path: Path) -> None:
    phone = a_phone({todo: lambda _: TasksData(("Home",), (Task(1, "Home", "Buy milk", starred=True),))})
    row = 'list = "Home", title = "Buy milk"'
    rules = f"Task({row}, starred = true)[= 0] & Task({row})[= 0] -> DeleteTask\nDeleteTask -> Done"
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Buy milk")
        assert held(tried.tap("Delete"), "also-removes")


@pytest.mark.parametrize("text", ["I can\u00adcel dinner", "I can\u200bcel dinner", "I \u0441\u0430ncel dinner"])
def test_a_word_that_a_rule_forbids_does_not_pass_in_disguise(text: str, tmp_path: Path) -> None:
    phone = a_phone(talks(talk(1, "Ann Bell", "Tonight?")))
    says = 'to = "Ann Bell", text contains "dinner", text not contains "cancel"'
    with attempt(phone, tmp_path, f"Message({says}) -> SendMessage\nSendMessage -> Done") as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text=text)
        assert held(tried.tap("send_message_button"), "other-spelling")
        assert tried.came == []


def test_leaving_by_hand_is_not_the_apps_going_on(tmp_path: Path) -> None:
    phone = a_phone_with(sent(1, "dan@example.com", "Plan"))
    offline(phone)
    with attempt(phone, tmp_path, f"{TO_DAN}\nSendMail -> Done") as tried:
        tried.go(MAIL)
        write(tried)
        tried.go("send", Action("home"))
        assert held(tried.finish(), "unconfirmed")


def test_a_folder_that_the_app_refused_is_no_step_to_what_follows_once_the_agent_left_its_page(tmp_path: Path) -> None:
    rules = """
    Item(name = "a/b", is_folder = true) -> CreateFolder
    CreateFolder & Message(to = "Ann Bell", text = "It is there") -> SendMessage
    SendMessage -> Done
    """
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hi"))), tmp_path, rules) as tried:
        tried.go(FILES, "new_folder")
        tried.fill(name="a/b")
        tried.go("button1", "button2", "Documents", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="It is there")
        assert held(tried.tap("send_message_button"), "unconfirmed")


@pytest.mark.parametrize("refused", [True, False])
def test_a_form_that_somebody_else_leaves_after_a_while_was_not_sent_by_that(refused: bool, tmp_path: Path) -> None:
    phone = a_phone_with()
    with attempt(phone, tmp_path, f"{TO_DAN}\nSendMail -> Done") as tried:
        tried.go(MAIL)
        write(tried)
        offline(phone, refused)
        tried.go("send", *[Action("wait")] * 3)
        if refused:
            by_hand(phone, "Navigate up")
            tried.go(Action("wait"))
        assert (tried.finish().outcome == "finished") is not refused
