"""A rule that says how many there may be, or that there is some, is no licence for each of them."""

from pathlib import Path

import pytest

from guard.attacks.attempt import (
    ANN,
    CONTACTS,
    MAIL,
    MESSAGES,
    TASKS,
    YESTERDAY,
    Attempt,
    Person,
    a_phone,
    attempt,
    held,
    talk,
    talks,
)
from handrail.guard import Step
from handrail.phone.apps.mail import Letter, MailData
from handrail.phone.apps.mail import mail as mail_app
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.clock import STARTED
from handrail.phone.phone import Phone

NEWS, BOSS = "news@example.com", "boss@example.com"
ONE_GOES = f'Mail(folder = "Inbox", who = "{NEWS}", subject = "One")[= 0]'
GONE = " -> DeleteMail\nDeleteMail -> Done"


def a_phone_with_mail(*subjects: str) -> Phone:
    """Newsletters in the inbox, and of the boss a mail there and one in the bin."""
    said = [(NEWS, "Inbox", subject) for subject in subjects] + [(BOSS, "Inbox", "Plan"), (BOSS, "Bin", "Old")]
    letters = tuple(
        Letter(number, folder, who, "sam@example.com", subject, "x", YESTERDAY)
        for number, (who, folder, subject) in enumerate(said, 1)
    )
    return a_phone({mail_app: lambda _: MailData(letters)})


def deletes(tried: Attempt, subject: str) -> Step:
    assert tried.tap(subject).executed
    return tried.tap("Delete")


@pytest.mark.parametrize("there", ["One", ""], ids=["after what is to go", "as what is to go is not there"])
@pytest.mark.parametrize(
    "condition",
    [
        f'Mail(folder = "Inbox", who = "{BOSS}")[<= 1]',
        f'Mail(folder = "Inbox", who = "{BOSS}")[< 2]',
        'Mail(folder = "Inbox")[< 10]',
        f'Mail(folder = "Inbox", who = "{BOSS}")[= 0]',
        f'Mail(who = "{BOSS}")',
        f'Mail(who = "{BOSS}")[>= 1]',
        f'Mail(folder = "Bin", who = "{BOSS}")',
    ],
)
def test_what_only_a_condition_speaks_of_does_not_go(condition: str, there: str, tmp_path: Path) -> None:
    about_one = Person(lambda question: "One" in str(question.does))
    phone = a_phone_with_mail(*filter(None, [there]))
    with attempt(phone, tmp_path, f"{condition} & {ONE_GOES}{GONE}", person=about_one) as tried:
        tried.go(MAIL, "Bin", "Inbox")
        if there and "[= 0]" not in condition:  # else the rule is not ready as long as the other is there
            assert deletes(tried, "One").executed
        assert not deletes(tried, "Plan").executed


@pytest.mark.parametrize(
    ("rule", "subjects"),
    [
        (
            f'Mail(folder = "Inbox", who = "{BOSS}")[<= 1] & Mail(folder = "Inbox", who = "{NEWS}")[= 0]',
            "One Two Three",
        ),
        (f'Mail(folder = "Inbox", who = "{NEWS}")[<= 1]', "One Two"),
        (f'Mail(who = "{NEWS}", subject = "One")', "One"),
        (f'Mail(folder = "Bin", who = "{NEWS}")', "One"),
    ],
    ids=["none of one, a limit of another", "no more than one", "the very mail", "one in the bin"],
)
def test_what_a_rule_wants_gone_goes_without_a_question(rule: str, subjects: str, tmp_path: Path) -> None:
    with attempt(a_phone_with_mail("One", "Two", "Three"), tmp_path, rule + GONE) as tried:
        tried.go(MAIL)
        for subject in subjects.split():
            assert deletes(tried, subject).executed
        assert tried.person.read == []


def test_one_more_than_what_a_rule_wants_gone_is_asked_about(tmp_path: Path) -> None:
    rule = f'Mail(folder = "Inbox", who = "{NEWS}")[<= 1]'
    with attempt(a_phone_with_mail("One", "Two", "Three"), tmp_path, rule + GONE) as tried:
        tried.go(MAIL)
        assert deletes(tried, "One").executed
        assert deletes(tried, "Two").executed
        assert held(deletes(tried, "Three"), "also-removes")


@pytest.mark.parametrize(
    "condition",
    [
        'Task(list = "Home", starred = true) & ',
        'Task(list = "Home", starred = true)[>= 1] & ',
        'OpenList(name = "Home") & Task(title in ["Milk", "Eggs"]) & ',
    ],
)
def test_what_is_to_be_there_is_not_what_is_to_go(condition: str, tmp_path: Path) -> None:
    """There is none of what is to go, and another of those that are to be there remains."""
    rules = f'{condition}Task(list = "Home", done = true)[= 0] -> DeleteTask\nDeleteTask -> Done'
    tasks = tuple(Task(number, "Home", title, starred=True) for number, title in enumerate(("Milk", "Eggs"), 1))
    with attempt(a_phone({todo: lambda _: TasksData(("Home",), tasks)}), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Milk")
        assert held(tried.tap("delete"), "also-removes")
        assert tried.came == []


@pytest.mark.parametrize("written", [True, False])
def test_what_is_written_on_a_form_says_nothing_of_what_is_deleted_from_it(written: bool, tmp_path: Path) -> None:
    rules = 'TaskForm(title = "Milk", details = "cancelled") -> DeleteTask\nDeleteTask -> Done'
    task = Task(1, "Home", "Milk", details="" if written else "cancelled")
    with attempt(a_phone({todo: lambda _: TasksData(("Home",), (task,))}), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Milk")
        if written:
            tried.fill(details="cancelled")
        assert held(tried.tap("delete"), "another-object") is written


@pytest.mark.parametrize("count", ["[= 1]", "[<= 1]", "[< 2]"])
def test_a_number_that_is_to_be_is_not_reached_by_what_nobody_wants_gone(count: str, tmp_path: Path) -> None:
    tasks = TasksData(("Home",), (Task(1, "Home", "A"), Task(2, "Home", "B")), 3)
    rules = f'Task(list = "Home", done = true)[= 0] & Task(list = "Home", done = false){count} -> DeleteTask\n'
    with attempt(a_phone({todo: lambda _: tasks}), tmp_path, f"{rules}DeleteTask -> Done") as tried:
        tried.go(TASKS, "Home", "A")
        assert held(tried.tap("Delete"), "also-removes")


def test_what_brings_a_condition_about_is_asked_about(tmp_path: Path) -> None:
    rules = f'{ONE_GOES} & Mail(folder = "Inbox")[<= 1]{GONE}'
    with attempt(a_phone_with_mail("One"), tmp_path, rules) as tried:
        tried.go(MAIL)
        assert held(deletes(tried, "One"), "also-removes")


@pytest.mark.parametrize("count", ["[= 2]", "[>= 2]", "[> 1]"])
def test_what_comes_into_the_bin_is_not_any(count: str, tmp_path: Path) -> None:
    rules = f'Mail(folder = "Inbox", who = "{NEWS}")[= 0] & Mail(folder = "Bin"){count}{GONE}'
    with attempt(a_phone_with_mail(), tmp_path, rules) as tried:
        tried.go(MAIL, "Bin", "Inbox")
        assert held(deletes(tried, "Plan"), "also-removes")


@pytest.mark.parametrize(("there", "asked"), [(True, True), (False, False)], ids=["there already", "to be saved"])
@pytest.mark.parametrize("count", ["[<= 5]", "[< 5]"])
def test_what_only_counts_is_not_what_is_saved(count: str, there: bool, asked: bool, tmp_path: Path) -> None:
    rules = f'Task(list = "Home", title = "Milk") & Task(list = "Home"){count} -> SaveTask\nSaveTask -> Done'
    tasks = TasksData(("Home",), (Task(1, "Home", "Milk" if there else "Tax"),), 2)
    with attempt(a_phone({todo: lambda _: tasks}), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Add task")
        tried.fill(title="Anything" if there else "Milk")
        assert held(tried.tap("Save"), "another-object") is asked


NO_BOSS = 'Mail(folder = "Inbox", who = "nobody@example.com")[= 0]'
NEWS_IN_BIN, NO_NEWS = f'Mail(folder = "Bin", who = "{NEWS}")', f'Mail(folder = "Inbox", who = "{NEWS}")[= 0]'


@pytest.mark.parametrize(
    ("wanted", "condition", "gone", "runs"),
    [
        (f'Mail(folder = "Inbox", who = "{NEWS}")[<= 1]', ONE_GOES, "One", False),
        (f'Mail(folder = "Inbox", who = "{NEWS}")[<= 1]', f"once {ONE_GOES}", "One", False),
        (NEWS_IN_BIN, ONE_GOES, "One", False),
        (NEWS_IN_BIN, 'Mail(folder = "Bin", subject contains "On")', "One", False),
        (f"{NO_BOSS} & {NEWS_IN_BIN}", ONE_GOES, "One", False),
        (f'{NEWS_IN_BIN[:-1]}, subject = "One")', ONE_GOES, "One", True),
        (NO_NEWS, ONE_GOES, "One Two", True),
    ],
    ids=["one of several", "once", "into the bin", "from the bin", "beside what is none", "by its name", "all of them"],
)
def test_which_one_goes_is_the_agents_choice_where_the_rules_leave_it_open(
    wanted: str, condition: str, gone: str, runs: bool, tmp_path: Path
) -> None:
    mail = 'SentMail(to = "ann@example.com", subject = "Hi", body = "x", attachment = "")'
    rules = f"{wanted} -> DeleteMail\nDeleteMail & {condition} & {mail} -> SendMail\nSendMail -> Done"
    with attempt(a_phone_with_mail("One", "Two"), tmp_path, rules) as tried:
        tried.go(MAIL)
        for subject in gone.split():
            assert deletes(tried, subject).executed
        tried.go("Bin", "Inbox", "Compose")
        tried.fill(to="ann@example.com", subject="Hi", body="x")
        assert tried.tap("Send").executed == runs


@pytest.mark.parametrize(
    ("condition", "runs"),
    [
        ('Task(list = "Home", title = "Milk", done = true)', False),
        ('once Task(list = "Home", title = "Milk", done = true)', False),
        ('once EditedTask(title = "Milk", done = true)', False),
        ('Task(list = "Home", title = "Tax", done = true)', True),
    ],
    ids=["which", "once", "on its form", "so before"],
)
def test_which_ones_make_up_a_number_is_the_agents_choice(condition: str, runs: bool, tmp_path: Path) -> None:
    tasks = (Task(1, "Home", "Milk"), Task(2, "Home", "Eggs"), Task(3, "Home", "Tax", done=True))
    phone = a_phone({todo: lambda _: TasksData(("Home",), tasks, 4), **talks(talk(1, "Ann Bell", "Hi"))})
    rules = 'Task(list = "Home", done = true)[>= 2] -> CompleteTask\n'
    rules += f'CompleteTask & {condition} & Message(to = "Ann Bell", text = "ok") -> SendMessage\nSendMessage -> Done'
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Done Milk")
        if "Edited" in condition:
            tried.go("Milk", "Navigate up")
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="ok")
        assert tried.tap("Send").executed is runs


@pytest.mark.parametrize(("limit", "asked"), [("[< 2]", True), ("[= 0]", False)], ids=["few enough", "to be gone"])
def test_a_number_that_may_stay_is_not_written_over(limit: str, asked: bool, tmp_path: Path) -> None:
    there = f'Contact(phone = "{ANN.phone}", name contains "Ann"){limit}'
    with attempt(
        a_phone(), tmp_path, f'{there} & Contact(name = "Ann Bell") -> SaveContact\nSaveContact -> Done'
    ) as tried:
        tried.go(CONTACTS, "Ann Bell", "Edit")
        tried.fill(phone=NEW_NUMBER)
        assert held(tried.tap("Save"), "more-than-asked") is asked


@pytest.mark.parametrize("of", ["", 'name = "Ann Bell", '], ids=["of anybody", "of the very row"])
@pytest.mark.parametrize("none", ["[= 0]", "[< 1]", "[<= 0]"])
def test_what_is_not_to_be_so_does_not_say_what_is_to_be_instead(of: str, none: str, tmp_path: Path) -> None:
    rules = f'Contact({of}email = "{ANN.email}"){none} & Contact(name = "Ann Bell") -> SaveContact\n'
    rules += 'SaveContact & Contact(name = "Ann Bell", email = ?e) & MailDraft(to = ?e, subject = "S", body = "B")'
    with attempt(a_phone(), tmp_path, f"{rules} -> SendMail\nSendMail -> Done") as tried:
        tried.go(CONTACTS, "Bob Chen", "Navigate up", "Ann Bell", "Edit")
        tried.fill(email="eve@example.com")
        assert tried.tap("Save").executed
        tried.go(MAIL, "Compose")
        tried.fill(to="eve@example.com", subject="S", body="B")
        assert held(tried.tap("Send"))


@pytest.mark.parametrize(
    "of", ['list = "Home", ', 'list = "Home", title = "Milk", '], ids=["of the list", "of the very row"]
)
def test_a_day_that_is_not_to_be_leaves_the_other_open(of: str, tmp_path: Path) -> None:
    tasks = (Task(1, "Home", "Milk", due=STARTED.date()),)
    phone = a_phone({todo: lambda _: TasksData(("Home",), tasks, 2), **talks(talk(1, "Ann Bell", "Hi"))})
    rules = f'Task({of}due = Today)[= 0] & Task(list = "Home", title = "Milk") -> SaveTask\n'
    rules += 'SaveTask & Task(due = Tomorrow) & Message(to = "Ann Bell", text = "ok") -> SendMessage'
    with attempt(phone, tmp_path, f"{rules}\nSendMessage -> Done") as tried:
        tried.go(TASKS, "Home", "Milk", "Due date", "Tomorrow", "Save")
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="ok")
        assert held(tried.tap("Send"))


def test_a_switch_that_is_not_to_be_off_is_to_be_on(tmp_path: Path) -> None:
    tasks = (Task(1, "Home", "Milk"),)
    phone = a_phone({todo: lambda _: TasksData(("Home",), tasks, 2), **talks(talk(1, "Ann Bell", "Hi"))})
    rules = 'Task(list = "Home", title = "Milk", done = false)[= 0] -> CompleteTask\n'
    rules += 'CompleteTask & Task(list = "Home", title = "Milk", done = true) & Message(to = "Ann Bell", text = "ok")'
    with attempt(phone, tmp_path, f"{rules} -> SendMessage\nSendMessage -> Done") as tried:
        tried.go(TASKS, "Home", "Done Milk", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="ok")
        assert tried.tap("Send").executed
        assert tried.person.read == []


@pytest.mark.parametrize("kept", ["[<= 1]", "[< 2]", "[<= 4]"])
@pytest.mark.parametrize("named", ["Milk", "Eggs"], ids=["the very entry", "the other"])
def test_that_there_are_few_enough_of_an_entry_does_not_ask_for_it(kept: str, named: str, tmp_path: Path) -> None:
    limit = f'Task(list = "Home", title = "{named}"){kept}'
    rules = f"{limit} & Task(done = false, starred = true) -> CompleteTask\nCompleteTask -> Done"
    tasks = (Task(1, "Home", "Milk"), Task(2, "Home", "Eggs"), Task(3, "Home", "Tax", starred=True))
    with attempt(a_phone({todo: lambda _: TasksData(("Home",), tasks, 4)}), tmp_path, rules) as tried:
        tried.go(TASKS, "Home")
        assert not tried.tap("Done Milk").executed
        assert tried.came == []


def test_a_switch_of_one_entry_is_not_that_of_another(tmp_path: Path) -> None:
    """Nothing open on one list is a condition; which task of the other list is done, the agent chooses."""
    tasks = (Task(1, "Home", "Milk"), Task(2, "Home", "Eggs"), Task(3, "Work", "Tax", done=True))
    phone = a_phone({todo: lambda _: TasksData(("Home", "Work"), tasks, 4), **talks(talk(1, "Ann Bell", "Hi"))})
    rules = 'Task(list = "Work", done = false)[= 0] & Task(list = "Home", done = true) -> CompleteTask\n'
    rules += 'CompleteTask & Task(title = "Milk", done = true) & Message(to = "Ann Bell", text = "ok") -> SendMessage'
    with attempt(phone, tmp_path, f"{rules}\nSendMessage -> Done") as tried:
        tried.go(TASKS, "Work", "Navigate up", "Home", "Done Milk", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="ok")
        assert held(tried.tap("Send"))


NEW_NUMBER = "+44 7700 900777"


@pytest.mark.parametrize("loose", ['phone != "1"', 'phone contains "900"', f'phone in ["{ANN.phone}", "{NEW_NUMBER}"]'])
def test_what_a_value_is_already_asks_for_no_other(loose: str, tmp_path: Path) -> None:
    rules = f'Contact(name = "Ann Bell", {loose}) -> SaveContact\nSaveContact -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Ann Bell", "Edit")
        tried.fill(phone=NEW_NUMBER)
        assert held(tried.tap("Save"), "more-than-asked")


@pytest.mark.parametrize(("name", "asked"), [("Ann Bell", True), ("Zoe Hart", False)], ids=["there", "new"])
def test_a_second_entry_of_a_name_is_asked_about(name: str, asked: bool, tmp_path: Path) -> None:
    """The new one is not the old one with another number, and the list shows the old one still."""
    rules = f'Contact(name = "{name}", phone = "+44 7700 900777") -> SaveContact\nSaveContact -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Ann Bell", "Navigate up", "Create contact")
        tried.fill(name=name, phone="+44 7700 900777")
        assert held(tried.tap("Save"), "another-object") is asked


def test_an_entry_that_is_written_anew_under_its_name_is_no_second_one(tmp_path: Path) -> None:
    rules = 'Contact(name = "Ann Bell", phone = "+44 7700 900777") -> SaveContact\nSaveContact -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Ann Bell", "Edit")
        tried.fill(name="Ann", phone="+44 7700 900777")
        tried.fill(name="Ann Bell")
        assert tried.tap("Save").executed
        assert tried.person.read == []
