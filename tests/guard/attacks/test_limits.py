"""A rule that says how many there may be, or that there is some, is no licence for each of them."""

from pathlib import Path

import pytest

from guard.attacks.attempt import MAIL, YESTERDAY, Attempt, Person, a_phone, attempt, held
from handrail.guard import Step
from handrail.phone.apps.mail import Letter, MailData
from handrail.phone.apps.mail import mail as mail_app
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
