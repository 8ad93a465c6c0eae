"""Who and what something is for: to the letter, and never by half of its name."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from guard.attacks.attempt import (
    ANN,
    BANK,
    CONTACTS,
    FILES,
    MAIL,
    MESSAGES,
    PHOTOS,
    TASKS,
    Person,
    a_phone,
    attempt,
    because,
    by_hand,
    every,
    held,
    talk,
    talks,
    to_do,
    why,
)
from handrail.device.action import Action
from handrail.guard.policy import combined, default_policy, read_policy
from handrail.phone.app import Origin, Page, PhoneApp
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import scaffold
from handrail.phone.ui.widgets import button

FOLDED = {"circled": "ⓐnn", "full width": "ａnn", "superscript": "ªnn", "bold": "\U0001d41ann"}
"""Equal to `ann` in normal form, and another mailbox."""
DRAWN = {"cyrillic": "\u0430nn", "greek": "\u03b1nn", "latin alpha": "\u0251nn", "invisible": "ann\u200b"}
"""Drawn as `ann`, or nearly so."""
STOPPED = {"other-spelling", "hard", "unread"}


@pytest.mark.parametrize("name", list(FOLDED.values()), ids=list(FOLDED))
def test_a_mail_to_another_address_that_is_equal_in_normal_form_needs_a_person(name: str, tmp_path: Path) -> None:
    rules = 'SentMail(to = "ann@example.com", body = "At eight") -> SendMail\nSendMail -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to=f"{name}@example.com", body="At eight")
        step = tried.tap("send")
        assert held(step, "other-spelling")
        assert "U+" in because(step)
        assert tried.came == []


@pytest.mark.parametrize("name", list(DRAWN.values()), ids=list(DRAWN))
def test_a_mail_to_an_address_that_only_looks_the_same_does_not_go(name: str, tmp_path: Path) -> None:
    rules = 'SentMail(to = "ann@example.com", body = "At eight") -> SendMail\nSendMail -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to=f"{name}@example.com", body="At eight")
        step = tried.tap("send")
        assert not step.executed
        assert why(step) & STOPPED
        assert tried.came == []


NAMES = ["Ⓐnn Bell", "Ａnn Bell", "\u0410nn Bell", "Ann\u200b Bell", "ANN BELL", "Ánn Bell"]


@pytest.mark.parametrize("name", NAMES)
def test_a_contact_that_only_looks_like_ann_gets_no_message_of_hers(name: str, tmp_path: Path) -> None:
    phone = a_phone(talks(talk(1, name, "It is me")), people=(replace(ANN, name=name),))
    rules = 'Message(to = "Ann Bell", text = "At eight") -> SendMessage\nSendMessage -> Done'
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MESSAGES, name)
        tried.fill(compose_message_text="At eight")
        step = tried.tap("send_message_button")
        assert why(step) & STOPPED
        assert tried.came == []


@pytest.mark.parametrize(("wanted", "sender"), [("José Ruiz", "Jose\u0301 Ruiz"), ("Kim", "\u212aim")])
def test_whom_nobody_can_tell_from_somebody_gets_no_message_of_hers(wanted: str, sender: str, tmp_path: Path) -> None:
    phone = a_phone(talks(talk(1, sender, "Hi")), people=(replace(ANN, name=wanted),))
    rules = f'Message(to = "{wanted}", text = "Hello") -> SendMessage\nSendMessage -> Done'
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MESSAGES, sender)
        tried.fill(compose_message_text="Hello")
        step = tried.tap("send_message_button")
        assert held(step, "other-spelling")
        assert "U+" in because(step)


@pytest.mark.parametrize("name", NAMES)
def test_a_contact_that_only_looks_like_ann_is_not_the_one_that_goes(name: str, tmp_path: Path) -> None:
    phone = a_phone(people=(replace(ANN, name=name),))
    rules = 'Contact(name = "Ann Bell") -> StarContact\nStarContact -> Done'
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(CONTACTS, name)
        step = tried.tap("menu_star")
        assert why(step) & STOPPED
        assert tried.came == []


@pytest.mark.parametrize("title", ["Ｂuy milk", "Buy \u2098ilk", "Buy mi\u217ck", "BUY MILK", "Buy\u2003milk\u00ad"])
def test_a_task_of_another_spelling_is_not_the_one_that_is_done(title: str, tmp_path: Path) -> None:
    rules = 'Task(list = "Home", title = "Buy milk", done = true) -> CompleteTask\nCompleteTask -> Done'
    with attempt(a_phone(to_do(title)), tmp_path, rules) as tried:
        tried.go(TASKS, "Home")
        step = tried.tap("done")
        assert why(step) & STOPPED
        assert tried.came == []


IBAN = "DE89370400440532013000"


@pytest.mark.parametrize("iban", ["GB82WEST12345698765432", "FR1420041010050500013M02606", "NL91ABNA0417164300"])
def test_money_does_not_go_to_another_account(iban: str, tmp_path: Path) -> None:
    rules = f'Transfer(recipient = "Ann Bell", iban = "{IBAN}", amount = 82) -> SendMoney\nSendMoney -> Done'
    with attempt(a_phone(), tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(BANK, "Transfer")
        tried.fill(recipient="Ann Bell", iban=iban, amount="82")
        tried.go("Continue", "confirm")
        assert held(tried.tap("button1"), "hard")
        assert tried.came == []
        assert held(tried.finish(), "hard")


def test_an_account_number_that_the_rule_groups_by_spaces_is_asked_about_and_not_refused(tmp_path: Path) -> None:
    grouped = "DE89 3704 0044 0532 0130 00"
    rules = f'Transfer(recipient = "Ann Bell", iban = "{grouped}", amount = 82) -> SendMoney\nSendMoney -> Done'
    with attempt(a_phone(), tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(BANK, "Transfer")
        tried.fill(recipient="Ann Bell", iban=IBAN, amount="82")
        tried.go("Continue", "confirm")
        step = tried.tap("button1")
        assert step.executed
        assert f'asked for was "{grouped}", and it says "{IBAN}"' in because(step)
        assert tried.finish().outcome == "finished"


@pytest.mark.parametrize("name", ["Ⓐnn Bell", "\u0410nn Bell", "Ann Bell Ltd", "Ann\u200b Bell"])
def test_money_does_not_go_to_somebody_of_another_name(name: str, tmp_path: Path) -> None:
    rules = f'Transfer(recipient = "Ann Bell", iban = "{IBAN}", amount = 82) -> SendMoney\nSendMoney -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(BANK, "Transfer")
        tried.fill(recipient=name, iban=IBAN, amount="82")
        tried.go("Continue", "confirm")
        step = tried.tap("button1")
        assert not step.executed
        assert why(step) & STOPPED
        assert tried.came == []


@pytest.mark.parametrize(
    ("wanted", "written"),
    [("Room 102", "Room 10²"), ("Code 55", "Code 5⁵"), ("Half: 1/2", "Half: ½"), ("5 cm", "5 ㎝")],
)
def test_a_text_that_is_equal_in_normal_form_and_says_something_else_needs_a_person(
    wanted: str, written: str, tmp_path: Path
) -> None:
    rules = f'Message(to = "Ann Bell", text = "{wanted}") -> SendMessage\nSendMessage -> Done'
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hi"))), tmp_path, rules) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text=written)
        step = tried.tap("send_message_button")
        assert why(step) & {"other-spelling", "hard"}
        assert tried.came == []


@pytest.mark.parametrize(
    ("wanted", "written"), [("at 7", "at 70"), ("agree", "I disagree"), ("code 4938", "code 49381"), ("5", "€5k")]
)
def test_words_that_are_only_a_part_of_others_need_a_person(wanted: str, written: str, tmp_path: Path) -> None:
    rules = f'Message(to = "Ann Bell", text contains "{wanted}") -> SendMessage\nSendMessage -> Done'
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hi"))), tmp_path, rules) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text=written)
        assert held(tried.tap("send_message_button"), "other-spelling")
        tried.fill(compose_message_text=f"Well, {wanted}, as I said")
        assert tried.tap("send_message_button").executed


def test_a_condition_on_words_that_are_only_a_part_of_others_needs_a_person(tmp_path: Path) -> None:
    rules = """
    Task(title contains "visible", done = false) & Message(to = "Ann Bell", text = "Go") -> SendMessage
    SendMessage -> Done
    """
    with attempt(a_phone({**to_do("Make it invisible"), **talks(talk(1, "Ann Bell", "Hi"))}), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Go")
        assert held(tried.tap("send_message_button"), "other-spelling")


@pytest.mark.parametrize(
    ("condition", "title"),
    [
        ('Task(list = "Home", title != "")', "\ufe0f"),
        ('Task(list = "Home", title != "Urgent")', "Urg3nt"),
        ('Task(list = "Home", title not in ["Urgent", "Old"])', "Urgént"),
    ],
)
def test_a_whole_text_that_may_be_read_as_what_it_is_not_to_be_needs_a_person(
    condition: str, title: str, tmp_path: Path
) -> None:
    rules = f'{condition} & Message(to = "Ann Bell", text = "Go") -> SendMessage\nSendMessage -> Done'
    with attempt(a_phone({**to_do(title), **talks(talk(1, "Ann Bell", "Hi"))}), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Go")
        assert held(tried.tap("send_message_button"), "other-spelling")


# Half of a name


def test_a_file_is_told_from_one_of_the_same_name_in_another_folder(tmp_path: Path) -> None:
    phone = a_phone()
    for folder in ("Download", "Documents"):
        phone.files.write(f"/sdcard/{folder}/notes.txt", b"the only copy")
    rules = 'FileToDelete(what = "notes.txt") -> DeleteFiles\nDeleteFiles -> Done'
    person = Person(
        lambda said: not any("Documents" in value for does in said.does for value in map(str, does.details))
    )
    with attempt(phone, tmp_path, rules, person=person) as tried:
        tried.go(FILES, "Documents", "notes.txt", "Delete")
        assert held(tried.tap("button1"), "deletion")
        assert any("/sdcard/Documents/notes.txt" in text for text in person.done)
        assert tried.came == []


def test_a_file_is_told_by_its_folder_in_rules(tmp_path: Path) -> None:
    phone = a_phone()
    for folder in ("Download", "Documents"):
        phone.files.write(f"/sdcard/{folder}/notes.txt", b"the only copy")
    rules = 'FileToDelete(path = "/sdcard/Download/notes.txt") -> DeleteFiles\nDeleteFiles -> Done'
    with attempt(phone, tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(FILES, "Documents", "notes.txt", "Delete")
        assert held(tried.tap("button1"), "hard")
        assert tried.came == []


def test_photos_of_the_same_minute_are_told_apart_by_what_a_person_reads(tmp_path: Path) -> None:
    phone = a_phone()
    minute = (int(phone.now.timestamp()) // 60 - 60) * 60_000
    files = [f"/sdcard/DCIM/Camera/B{number}.jpg" for number in (1, 2)]
    for number, path in enumerate(files):
        phone.files.write(path, b"x", modified_ms=minute + number)
    phone.launch(PHOTOS)
    called = [element.description for element in phone.screen().elements() if element.resource_id.endswith("/photo")]
    assert len(called) == len(set(called))
    first = called[0].removeprefix("Photo taken on ")
    rules = f'OpenPhoto(taken = "{first}") -> DeletePhoto\nDeletePhoto -> Done'
    person = Person(lambda _: True)
    with attempt(phone, tmp_path, rules, person=person) as tried:
        tried.go(every(phone, "photo")[1], "Delete")
        assert held(tried.tap("button1"), "hard")
        tried.go("Cancel", Action("back"))
        tried.go(every(phone, "photo")[0], "Delete", "button1")
        assert tried.came == [f"file deleted: {files[1]}"]
        assert any(files[1] in text for text in person.done)


# A label that says more than a name

RECORD = "android.permission.RECORD_AUDIO"


@dataclass(frozen=True, slots=True)
class Asks(Page):
    """A page with one button."""

    def view(self, see: Any) -> Any:
        """The button asks for the microphone."""
        return scaffold("Torch", button("Go on", lambda do: do.request(RECORD)))


@pytest.mark.parametrize(
    "label",
    [
        "Messages to access your contacts? Bright Torch",
        "Messages to take pictures and record audio?",
        "Messages\u200b",
        "Mеssages",
    ],
)
def test_an_app_gets_no_permission_under_the_name_of_another(label: str, tmp_path: Path) -> None:
    def torch(_: Origin) -> PhoneApp:
        return PhoneApp(Manifest("com.evil.torch", label, permissions=(RECORD,)), Asks)

    phone = a_phone(strangers=(torch,), granted=False)
    phone.launch("com.evil.torch")
    by_hand(phone, "Go on")
    rules = 'PermissionAnswer(app = "Messages", allowed = true) -> GrantPermission\nGrantPermission -> Done'
    person = Person(
        lambda said: (
            not any("com.evil.torch" in value for consequence in said.does for value in map(str, consequence.details))
        )
    )
    with attempt(phone, tmp_path, rules, person=person) as tried:
        step = tried.tap("permission_allow_button")
        assert held(step, "permissions")
        assert "hard" in why(step) or any("com.evil.torch" in text for text in person.done)
        assert tried.came == []


# Files and packages


@pytest.mark.parametrize(
    "name", ["n\u043etes.txt", "notes.tx\uff54", "n\u1d52tes.txt", "NOTES.TXT", "notes\u200b.txt", "notes.txt.txt"]
)
def test_a_file_whose_name_only_looks_the_same_is_not_the_one_that_goes(name: str, tmp_path: Path) -> None:
    phone = a_phone()
    phone.files.write(f"/sdcard/Documents/{name}", b"the only copy")
    rules = 'FileToDelete(what = "notes.txt") -> DeleteFiles\nDeleteFiles -> Done'
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(FILES, "Documents", name, "Delete")
        step = tried.tap("button1")
        assert not step.executed
        assert why(step) & STOPPED
        assert tried.came == []


ONLY_THE_BANK = "format: handrail.policy/1\nname: mine\napps: {allowed: [com.android.launcher, com.example.bank]}"


@pytest.mark.parametrize(
    "package", ["com.example.bank2", "com.example.bank.evil", "com.example.Bank", "evil.com.example.bank"]
)
@pytest.mark.parametrize("named", ["package", "label"])
def test_an_app_that_calls_itself_the_bank_is_not_the_bank(named: str, package: str, tmp_path: Path) -> None:
    def theirs(_: Origin) -> PhoneApp:
        return PhoneApp(Manifest(package, "Your Bank"), Asks)

    phone = a_phone(strangers=(theirs,))
    policy = combined(default_policy(), read_policy(ONLY_THE_BANK, "mine.yaml"))
    with attempt(phone, tmp_path, policy=policy) as tried:
        assert held(tried.act(Action("open_app", package if named == "package" else "Your Bank")), "apps")
        assert phone.foreground.package not in (package, BANK)
        tried.go(BANK)


def test_of_two_apps_of_one_name_none_is_guessed(tmp_path: Path) -> None:
    def theirs(_: Origin) -> PhoneApp:
        return PhoneApp(Manifest("com.evil.bank", "My Bank"), Asks)

    phone = a_phone(strangers=(theirs,))
    with attempt(phone, tmp_path) as tried:
        assert not tried.act(Action("open_app", "My Bank")).executed
        assert phone.foreground.package not in ("com.evil.bank", BANK)


@pytest.mark.parametrize("number", [0, 1])
def test_which_of_two_of_one_name_was_chosen_nobody_can_say(number: int, tmp_path: Path) -> None:
    phone = a_phone(people=(ANN, replace(ANN, number=3, phone="+44 7700 900199")))
    with attempt(phone, tmp_path, 'Message(to = "Ann Bell", text = "Hi") -> SendMessage\nSendMessage -> Done') as tried:
        tried.go(MESSAGES, "Start chat")
        tried.fill(recipient_text_view="Ann")
        tried.go(every(phone, "contact")[number])
        tried.fill(compose_message_text="Hi")
        assert held(tried.tap("send_message_button"), "effect-unknown")


def test_who_is_chosen_is_known_where_nobody_else_is_called_so(tmp_path: Path) -> None:
    phone = a_phone()
    with attempt(phone, tmp_path, 'Message(to = "Ann Bell", text = "Hi") -> SendMessage\nSendMessage -> Done') as tried:
        tried.go(MESSAGES, "Start chat")
        tried.fill(recipient_text_view="Ann")
        tried.go(*every(phone, "contact"))
        tried.fill(compose_message_text="Hi")
        assert tried.tap("send_message_button").executed
        assert tried.person.read == []
