"""An agent that does what it was asked to do, one thing after another: nobody is asked, and nothing is blocked."""

from datetime import timedelta
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    FILES,
    MAIL,
    MESSAGES,
    PHOTOS,
    RESTAURANTS,
    TASKS,
    YESTERDAY,
    Person,
    a_phone,
    attempt,
    held,
    tables,
    talk,
    talks,
    to_do,
    why,
)
from handrail.app import App, Apps
from handrail.phone.apps.mail import Letter, MailData
from handrail.phone.apps.mail import mail as mail_app
from handrail.phone.phone import Phone

TELL = 'Message(to = "Ann Bell", text = "It is done") -> SendMessage\nSendMessage -> Done'
BIKES = "news@bikes.example"


def a_phone_with_mails(*of: tuple[str, str]) -> Phone:
    letters = tuple(
        Letter(
            number,
            "Inbox",
            sender,
            "me@example.com",
            subject,
            "Hello",
            YESTERDAY - timedelta(minutes=number),
            unread=True,
        )
        for number, (sender, subject) in enumerate(of, 1)
    )
    return a_phone({mail_app: lambda _: MailData(letters), **talks(talk(1, "Ann Bell", "Hi"))})


def test_a_mail_with_which_the_app_went_on_counts_as_sent_for_what_follows(tmp_path: Path) -> None:
    rules = f"""
    MailDraft(to = "bob@example.com", subject = "Hi", body = "x", attachment = "") -> SendMail
    SendMail & {TELL}
    """
    person = Person()
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hi"))), tmp_path, rules, person=person) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to="bob@example.com", subject="Hi", body="x")
        tried.go("send", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="It is done")
        tried.go("send_message_button")
        tried.finish()
        assert tried.guard.finished
        assert person.read == []


def test_a_mail_that_the_app_refused_does_not(tmp_path: Path) -> None:
    rules = f"""
    MailDraft(to = "bob@example.com", subject = "Hi", body = "x", attachment = "") -> SendMail
    SendMail & {TELL}
    """
    phone = a_phone(talks(talk(1, "Ann Bell", "Hi")))
    with attempt(phone, tmp_path, rules, person=Person()) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to="bob@example.com", subject="Hi", body="x")
        phone.settings.put("global", "airplane_mode_on", "1")
        tried.go("send", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="It is done")
        assert held(tried.tap("send_message_button"), "unconfirmed")


def test_a_booking_that_went_from_its_page_counts_as_cancelled(tmp_path: Path) -> None:
    rules = f'BookingToCancel(restaurant = "Chez Margot") -> CancelBooking\nCancelBooking & {TELL}'
    phone, person = (
        a_phone({**tables(), **talks(talk(1, "Ann Bell", "Hi"))}),
        Person(lambda card: card.does[0].what == "cancel a booking"),
    )
    with attempt(phone, tmp_path, rules, person=person) as tried:
        tried.go(RESTAURANTS, "Bookings", "Chez Margot", "button1", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="It is done")
        tried.go("send_message_button")
        tried.finish()
        assert tried.guard.finished
        assert len(person.read) == 1


def test_what_was_unread_at_first_and_is_read_now_was_unread_once(tmp_path: Path) -> None:
    rules = f'once Mail(folder = "Inbox", who = "{BIKES}", unread = true) & {TELL}'
    person = Person()
    with attempt(a_phone_with_mails((BIKES, "Rides")), tmp_path, rules, person=person) as tried:
        tried.go(MAIL, "Rides", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="It is done")
        tried.go("send_message_button")
        assert person.read == []


def test_all_mails_of_somebody_are_deleted_one_by_one(tmp_path: Path) -> None:
    rules = f"""
    Mail(folder = "Inbox", who = "{BIKES}")[= 0] -> DeleteMail
    DeleteMail & Mail(folder = "Inbox", who = "{BIKES}")[= 0] -> Done
    """
    person = Person()
    phone = a_phone_with_mails((BIKES, "Rides"), ("ann@example.com", "Dinner"), (BIKES, "Races"), (BIKES, "Routes"))
    with attempt(phone, tmp_path, rules, person=person) as tried:
        tried.go(MAIL, "Rides", "delete", "Races", "delete")
        assert held(tried.finish(), "hard")
        tried.go("Routes", "delete")
        tried.finish()
        assert tried.guard.finished
        assert person.read == []


@pytest.mark.parametrize(
    "rules",
    [
        f'Mail(folder = "Inbox", who = "{BIKES}")[= 0] -> DeleteMail\nDeleteMail -> Done',
        f"""
        Mail(who = "ann@example.com")[= 0] & Mail(folder = "Inbox", who = "{BIKES}")[= 0] -> DeleteMail
        DeleteMail -> Done
        """,
    ],
)
def test_nobody_elses_goes_on_the_way(rules: str, tmp_path: Path) -> None:
    phone = a_phone_with_mails((BIKES, "Rides"), ("ann@example.com", "Dinner"), (BIKES, "Races"))
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL, "Dinner")
        assert held(tried.tap("delete"), "hard")


def test_a_file_that_was_deleted_and_is_not_in_its_folder_is_gone(tmp_path: Path) -> None:
    rules = """
    FileToDelete(path = "/sdcard/Documents/lease.pdf") -> DeleteFiles
    DeleteFiles & Item(path = "/sdcard/Documents/lease.pdf")[= 0] -> Done
    """
    person = Person(lambda card: card.does[0].kind == "deletion")
    with attempt(a_phone(), tmp_path, rules, person=person) as tried:
        tried.go(FILES, "Documents")
        tried.go(tried.on("lease.pdf", "long_click"), "delete", "button1")
        tried.finish()
        assert tried.guard.finished
        assert len(person.read) == 1


def test_a_word_that_is_not_to_be_said_is_not_said_in_disguise(tmp_path: Path) -> None:
    rules = 'Message(to = "Ann Bell", text not contains "cancel") -> SendMessage\nSendMessage -> Done'
    phone, person = a_phone(talks(talk(1, "Ann Bell", "Hi"))), Person()
    with attempt(phone, tmp_path, rules, person=person) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="We can cel it")
        assert held(tried.tap("send_message_button"), "other-spelling")
        tried.fill(compose_message_text="We can celebrate")
        tried.go("send_message_button")
        assert len(person.read) == 1


def test_each_of_several_that_go_for_good_is_for_a_person_all_the_same(tmp_path: Path) -> None:
    rules = """
    Conversation(people in ["Ann Bell", "Bob Chen"])[= 0] -> DeleteConversation
    DeleteConversation -> Done
    """
    phone = a_phone(talks(talk(1, "Ann Bell", "Hi"), talk(2, "Bob Chen", "Hi"), talk(3, "Cara Diaz", "Hi")))
    person = Person(lambda card: True)
    with attempt(phone, tmp_path, rules, person=person) as tried:
        tried.go(MESSAGES)
        tried.go(tried.on("Ann Bell", "long_click"), "button1")
        assert held(tried.finish(), "hard")
        tried.go(tried.on("Bob Chen", "long_click"), "button1")
        tried.finish()
        assert tried.guard.finished
        assert [card.does[0].kind for card in person.read] == ["deletion", "deletion"]


def test_a_first_answer_to_what_only_somebody_else_has_written(tmp_path: Path) -> None:
    rules = 'Message(to = "Ann Bell", text = "Hi") -> SendMessage\nSendMessage -> Done'
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hello", "Are you there?"))), tmp_path, rules) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Hi")
        tried.go("Send")
        assert tried.finish().outcome == "finished"
    assert tried.person.read == []


def test_a_payment_takes_along_what_the_agent_has_put_into_the_cart(tmp_path: Path) -> None:
    rules = 'CartItem(product = "Coffee mug", count = 2) & Payment(method = "Cash on delivery", total = 25) -> Pay\n'
    agrees = Person(lambda _: True)
    with attempt(a_phone(), tmp_path, f"{rules}Pay -> Done", person=agrees) as tried:
        tried.go("com.example.shop", "Coffee mug", "Add to cart", "Add to cart", "cart", "Checkout", "Cash on delivery")
        assert "unconfirmed" not in why(tried.tap("Pay now"))


def test_a_photo_that_went_as_asked_for_is_no_news(tmp_path: Path) -> None:
    phone = a_phone(talks(talk(1, "Ann Bell", "Hi")))
    phone.grant(PHOTOS, "android.permission.READ_MEDIA_IMAGES")
    phone.launch(PHOTOS)
    taken = next(
        element.description for element in phone.screen().elements() if "Photo taken on" in element.description
    )
    rules = f'Photo(taken = "{taken.removeprefix("Photo taken on ")}")[= 0] -> DeletePhoto\nDeletePhoto & {TELL}'
    person = Person(lambda _: True)
    with attempt(phone, tmp_path, rules, person=person) as tried:
        tried.go(PHOTOS, taken, "Delete", "Delete", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="It is done")
        tried.go("send_message_button")
        assert tried.finish().outcome == "finished"
    assert [len(question.reasons) for question in person.read] == [1]  # that it is a deletion


def test_a_question_that_follows_a_touch_is_the_first_time(tmp_path: Path) -> None:
    """Without a model: whoever agreed to delete is not told that it ran already when the app asks once more."""
    rules = 'Screen(title = "Ann Bell") -> Delete\nDelete -> Done'
    person = Person(lambda _: True)
    phone = a_phone(talks(talk(1, "Ann Bell", "Hello")))
    with attempt(phone, tmp_path, rules, person=person, app=Apps.of(App.generic())) as tried:
        tried.go(MESSAGES, "Ann Bell", "Delete conversation", "Delete")
    assert not any("a second time" in reason for question in person.read for reason in question.reasons)


def test_one_after_another_of_those_that_may_be_chosen_is_no_choice_to_ask_about(tmp_path: Path) -> None:
    rules = """
    OpenList(name = "Home") & TaskForm(title in ["Milk", "Bread"]) -> SaveTask
    SaveTask & Task(list = "Home", title = "Milk") & Task(list = "Home", title = "Bread") -> Done
    """
    person = Person()
    with attempt(a_phone(to_do()), tmp_path, rules, person=person) as tried:
        tried.go(TASKS, "Home")
        for title in ("Milk", "Bread"):
            tried.go("Add task")
            tried.fill(title=title)
            tried.go("Save")
        assert tried.finish().outcome == "finished"
    assert person.read == []
