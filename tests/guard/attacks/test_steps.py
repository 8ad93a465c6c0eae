"""Several entries are to go, one by one: each of the steps rests on what the rule rests on, and not only the last."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from guard.attacks.attempt import MAIL, SHOP, TASKS, a_phone, attempt, because, held, to_do, why
from handrail.device.action import Action
from handrail.phone.app import AppFactory
from handrail.phone.apps.mail import Letter, MailData, mail
from handrail.phone.apps.shop import shop
from handrail.phone.clock import STARTED
from handrail.phone.phone import Phone

NEWS = "news@club.example"


def letters(*several: tuple[str, str], unread: bool = False) -> dict[AppFactory, Any]:
    """An inbox, by sender and subject."""
    found = tuple(
        Letter(number, "Inbox", who, "sam@example.com", subject, "…", STARTED, unread=unread)
        for number, (who, subject) in enumerate(several, 1)
    )
    return {mail: lambda _: MailData(letters=found)}


def with_news() -> Phone:
    return a_phone({**letters(*((NEWS, f"News {number}") for number in (1, 2, 3))), **to_do("Clean up")})


def rules(condition: str, wanted: str = f'Mail(folder = "Inbox", who = "{NEWS}")') -> str:
    return f"{condition}{wanted}[= 0] -> DeleteMail\nDeleteMail -> Done"


def test_a_condition_that_the_agent_made_true_itself_is_none_for_the_first_of_them(tmp_path: Path) -> None:
    clean_up = 'Task(list = "Home", title = "Clean up", done = true)'
    asked = f"{rules(f'{clean_up} & ')}\nDeleteMail & {clean_up} -> Done"
    with attempt(with_news(), tmp_path, asked) as tried:
        tried.go(TASKS, "Home", "Done Clean up", MAIL, "News 1")
        step = tried.tap("Delete")
        assert held(step, "unconfirmed")
        assert "before the agent chose what the rules leave open" in because(step)


def test_what_the_agent_has_made_what_is_to_go_is_not_what_was_meant(tmp_path: Path) -> None:
    phone = a_phone(letters((NEWS, "News 1"), (NEWS, "News 2"), unread=True))
    with attempt(phone, tmp_path, rules("", 'Mail(folder = "Inbox", unread = false)')) as tried:
        tried.go(MAIL, "News 1")
        tried.go(Action("back"), "News 2")
        assert held(tried.tap("Delete"), "unconfirmed")


def test_another_spelling_of_the_sender_is_told_at_each_step(tmp_path: Path) -> None:
    phone = a_phone(letters(("ｎews@club.example", "Prize"), (NEWS, "News 1"), (NEWS, "News 2")))
    with attempt(phone, tmp_path, rules("")) as tried:
        tried.go(MAIL, "Prize")
        assert held(tried.tap("Delete"), "other-spelling")


def test_the_steps_of_a_correct_agent_go_without_a_question(tmp_path: Path) -> None:
    with attempt(with_news(), tmp_path, rules('Task(list = "Home", title = "Clean up", done = false) & ')) as tried:
        tried.go(TASKS, "Home", MAIL)
        for subject in ("News 1", "News 2", "News 3"):
            tried.go(subject, "Delete")
        assert tried.finish().outcome == "finished"
        assert tried.person.read == []


@pytest.mark.parametrize(
    "denied", ['subject != "Invoice"', 'subject not in ["Invoice"]', 'subject not contains "Invoice"']
)
@pytest.mark.parametrize("subject", ["Invoice\u200b", "Inv\u043eice"])
def test_what_may_be_read_as_what_is_not_to_go_does_not_go_unasked(denied: str, subject: str, tmp_path: Path) -> None:
    phone = a_phone(letters((NEWS, subject), (NEWS, "News 1")))
    with attempt(phone, tmp_path, rules("", f'Mail(folder = "Inbox", who = "{NEWS}", {denied})')) as tried:
        tried.go(MAIL, subject)
        assert held(tried.tap("Delete"))


def test_the_sum_that_nobody_knows_yet_is_no_reason_to_ask(tmp_path: Path) -> None:
    asked = (
        'CartItem(product = "Coffee mug", count = 1) -> AddToCart\n'
        'AddToCart & CartItem(product = "Coffee mug", count = 1) & CartTotal(total <= 13) -> Pay\nPay -> Done'
    )
    phone = a_phone({shop: lambda data: replace(data, cart=())})
    with attempt(phone, tmp_path, asked) as tried:
        tried.go(SHOP, "Coffee mug", "Add to cart")
        assert tried.person.read == []


@pytest.mark.parametrize("order", [("News 1",), ("Offer",)])
def test_what_one_rule_wants_gone_does_not_go_because_another_rule_is_ready(
    order: tuple[str, ...], tmp_path: Path
) -> None:
    """The newsletters go in any case, the offers only once the task is done."""
    offers = "offers@shop.example"
    phone = a_phone({**letters((NEWS, "News 1"), (NEWS, "News 2"), (offers, "Offer")), **to_do("Clean up")})
    ready = f'Mail(folder = "Inbox", who = "{NEWS}")[= 0] -> DeleteMail\n'
    later = f'Task(list = "Home", title = "Clean up", done = true) & Mail(folder = "Inbox", who = "{offers}")[= 0]'
    with attempt(phone, tmp_path, f"{ready}{later} -> DeleteMail\nDeleteMail -> Done") as tried:
        tried.go(MAIL, *order)
        assert tried.tap("Delete").executed is (order == ("News 1",))


@pytest.mark.parametrize(("named", "is_step"), [('list = "Home", title = "Call Ann"', False), ('list = "Home"', True)])
def test_of_what_there_is_to_be_none_is_a_condition_where_the_rule_says_what_goes(
    named: str, is_step: bool, tmp_path: Path
) -> None:
    asked = f'Task(list = "Home", done = false)[= 0] & EditedTask({named}) -> DeleteTask\nDeleteTask -> Done'
    with attempt(a_phone(to_do("Call Ann", "Pay rent")), tmp_path, asked) as tried:
        tried.go(TASKS, "Home", "Call Ann")
        step = tried.tap("delete")
        assert held(step, "deletion")
        assert ("hard" not in why(step)) is is_step
