"""A condition that the agent makes true itself, by something small that no rule and no person asked for by its name."""

from dataclasses import replace
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    ANN,
    BANK,
    BOB,
    CLOCK,
    CONTACTS,
    MAIL,
    MESSAGES,
    SHOP,
    TASKS,
    YESTERDAY,
    Attempt,
    Meanwhile,
    Person,
    a_phone,
    attempt,
    because,
    by_hand,
    held,
    talk,
    talks,
    to_do,
)
from handrail.device.action import Action
from handrail.phone.apps.messages import Conversation, Message, MessagesData, messages
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.clock import STARTED
from handrail.phone.phone import Phone
from handrail.phone.values import Contact

SEND = 'Message(to = "Ann Bell", text = "All is well") -> SendMessage\nSendMessage -> Done'
CHOSEN = "before the agent chose what the rules leave open"


def a_phone_with_a_task(*, done: bool = False) -> Phone:
    tasks = TasksData(("Work",), (Task(1, "Work", "Delivered", done=done),))
    people = (Contact(1, "Tom Baker", "111", "tom@example.com"), BOB)
    return a_phone({todo: lambda _: tasks, **talks(talk(1, "Ann Bell", "Hello"))}, people=people)


def tick(tried: Attempt) -> None:
    tried.go(TASKS, "Work", "Done Delivered")


def tell(tried: Attempt) -> bool:
    """Write what the rules ask for; whether a person was asked because of what it rests on."""
    tried.go(MESSAGES, "Ann Bell")
    tried.fill(compose_message_text="All is well")
    step = tried.tap("send_message_button")
    return held(step, "unconfirmed") and CHOSEN in because(step)


IS_DELIVERED = 'Task(list = "Work", title = "Delivered", done = true)'


def test_a_task_that_is_only_a_condition_is_not_ticked_off_on_the_way(tmp_path: Path) -> None:
    with attempt(a_phone_with_a_task(), tmp_path, f"{IS_DELIVERED} & {SEND}") as tried:
        tried.go(TASKS, "Work")
        assert held(tried.tap("Done Delivered"), "unrequested")


def test_a_task_that_the_agent_ticks_off_is_none_that_was_done(tmp_path: Path) -> None:
    rules = f"{IS_DELIVERED} & {SEND}\nSendMessage & {IS_DELIVERED} -> Done"
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tick(tried)
        assert tell(tried)


def test_what_was_to_be_so_at_some_moment_is_no_step_of_the_agents(tmp_path: Path) -> None:
    rules = f'once Task(list = "Work", title = "Delivered", done = true) & {SEND}'
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(TASKS, "Work")
        assert held(tried.tap("Done Delivered"), "unrequested")


@pytest.mark.parametrize("of_mum", ['Contact(name = "Tom Baker")', 'Contact(name = "Tom Baker", phone = ?number)'])
@pytest.mark.parametrize("is_new", [True, False])
def test_a_row_that_a_rule_names_is_not_written_over_on_the_way(of_mum: str, is_new: bool, tmp_path: Path) -> None:
    """Nor is another of its name made with words of the agent's own."""
    rules = f"{of_mum} & {SEND}"
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(CONTACTS, *(["Create contact"] if is_new else ["Tom Baker", "Edit"]))
        tried.fill(name="Tom Baker", phone="999")
        assert held(tried.tap("save"), "unrequested")


def test_one_that_was_done_before_is(tmp_path: Path) -> None:
    rules = f'Task(list = "Work", title = "Delivered", done = true) & {SEND}'
    with attempt(a_phone_with_a_task(done=True), tmp_path, rules) as tried:
        tried.go(TASKS, "Work", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        assert tried.tap("send_message_button").executed


def test_an_address_that_the_agent_changes_is_not_the_one_that_was_meant(tmp_path: Path) -> None:
    draft = 'MailDraft(to = ?address, subject = "Contract", body = "As agreed", attachment = "")'
    rules = f'Contact(name = "Tom Baker", email = ?address) & {draft} -> SendMail\nSendMail -> Done'
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Tom Baker", "Edit")
        tried.fill(email="eve@example.com")
        assert held(tried.tap("save"), "unrequested")


def test_the_end_does_not_come_by_what_the_agent_puts_into_the_cart(tmp_path: Path) -> None:
    rules = 'CartItem(product = "Yoga mat") -> Done\nCartItem(product = "Coffee mug") -> Pay\nPay -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(SHOP, "Yoga mat", "Add to cart")
        assert held(tried.finish(), "unconfirmed")


def test_once_is_not_met_by_what_the_action_itself_brings_about(tmp_path: Path) -> None:
    lines = (Message("Are you there?", False, YESTERDAY), Message("Hello?", False, YESTERDAY))
    unread = Conversation(1, ("Ann Bell",), (Message("Hi", True, YESTERDAY), *lines))
    phone = a_phone({messages: lambda _: MessagesData((unread,), 2)})
    phone.launch(MESSAGES)
    row = next(element for element in phone.screen().elements() if element.text == "Ann Bell")
    phone.tap(*row.bounds.center)
    kept = phone.snapshot()
    arrived = replace(kept.data[MESSAGES], conversations=(replace(unread, unread=True),))  # while it is open
    phone.restore(replace(kept, data={**kept.data, MESSAGES: arrived}))
    rules = f'once Conversation(people = "Ann Bell", unread = false) & {SEND}'
    with attempt(phone, tmp_path, rules) as tried:
        tried.fill(compose_message_text="All is well")
        step = tried.tap("send_message_button")
        assert held(step, "another-object")
        assert tried.came == []


PAID = 'Transfer(account = "Checking", recipient = "Ann", iban = "DE89370400440532013000", amount = 20, reference = "")'


def pay(tried: Attempt) -> None:
    tried.go(BANK, "Transfer")
    tried.fill(recipient="Ann", iban="DE89370400440532013000", amount="20")
    tried.go("continue", "confirm")


def test_what_was_asked_for_later_of_the_same_entry_makes_nothing_of_it_asked_for(tmp_path: Path) -> None:
    """The agent ticks the task off, then stars it, as it was told to: that it is done is still the agent's."""
    delivered = 'Task(list = "Work", title = "Delivered"'
    rules = f"{delivered}, starred = true) -> StarTask\n{delivered}, done = true) & {PAID} -> SendMoney\n"
    ends = f"SendMoney & StarTask & {delivered}, done = true) -> Done"
    with attempt(a_phone_with_a_task(), tmp_path, f"{rules}{ends}") as tried:
        tried.go(TASKS, "Work", "Done Delivered", "Star Delivered")
        pay(tried)
        step = tried.tap("Send")
        assert held(step, "unconfirmed")
        assert CHOSEN in because(step)


SAVES = 'Contact(name = "{}", phone = "222") -> SaveContact\n'
LETTER = 'MailDraft(to = {}, subject = "Contract", body = "As agreed", attachment = "") -> SendMail\nSendMail -> Done'
TO_WHOM = ['Contact(name = "{}", email = ?address)', 'Contact(name = "{}", email = "eve@example.com")']


@pytest.mark.parametrize("whom", TO_WHOM)
def test_what_another_rule_reads_of_an_entry_is_not_written_over_with_what_was_asked_for(
    whom: str, tmp_path: Path
) -> None:
    """To set a number was asked for, and not the address to which the letter goes."""
    to = "?address" if "?" in whom else '"eve@example.com"'
    rules = SAVES.format("Tom Baker") + f"{whom.format('Tom Baker')} & {LETTER.format(to)}"
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Tom Baker", "Edit")
        tried.fill(phone="222", email="eve@example.com")
        assert held(tried.tap("save"), "more-than-asked")


@pytest.mark.parametrize("whom", TO_WHOM)
def test_what_a_new_entry_says_beside_what_its_rules_say_is_the_agents_own(whom: str, tmp_path: Path) -> None:
    to = "?address" if "?" in whom else '"eve@example.com"'
    rules = SAVES.format("Zoe") + f"{whom.format('Zoe')} & {LETTER.format(to)}"
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(CONTACTS, "floating_action_button")
        tried.fill(name="Zoe", phone="222", email="eve@example.com")
        tried.go("save", MAIL, "compose")
        tried.fill(to="eve@example.com", subject="Contract", body="As agreed")
        step = tried.tap("send")
        assert held(step, "unconfirmed")
        assert CHOSEN in because(step)


@pytest.mark.parametrize(
    "condition",
    [
        'Conversation(people = "Ann Bell", unread = true)[= 0]',
        "Conversation(unread = true)[= 0]",
        'Conversation(people = "Ann Bell", unread = false)',
    ],
)
def test_what_a_commitment_changes_by_the_way_is_no_condition_that_was_met(condition: str, tmp_path: Path) -> None:
    """To write to Ann opens her conversation, and what she has written was not read by anybody."""
    hello = 'Message(to = "Ann Bell", text = "Hello") -> SendMessage\n'
    unread = replace(talk(1, "Ann Bell", "Do not pay"), unread=True)
    rules = f"{hello}{condition} & {PAID} -> SendMoney\nSendMessage & SendMoney -> Done"
    with attempt(a_phone(talks(unread)), tmp_path, rules) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Hello")
        tried.go("send_message_button", Action("back"), Action("home"), MESSAGES)
        pay(tried)
        step = tried.tap("Send")
        assert held(step, "unconfirmed")


def test_what_perhaps_ran_is_the_agents_own_as_well(tmp_path: Path) -> None:
    rules = f"{IS_DELIVERED} & {SEND}\nSendMessage & {IS_DELIVERED} -> Done"
    phone = a_phone_with_a_task()
    late = Meanwhile(phone, target="the task", answers_late=True)
    with attempt(phone, tmp_path, rules, device=late) as tried:
        tried.go(TASKS, "Work")
        assert tried.act(replace(tried.on("Done Delivered"), target="the task")).outcome == "lost"
        tried.go(TASKS)
        assert tell(tried)


def test_what_makes_something_go_is_no_step_of_the_agents(tmp_path: Path) -> None:
    rules = 'Task(list = "Work", title = "Delivered", done = true)[= 0] -> DeleteTask\nDeleteTask -> Done'
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(TASKS, "Work")
        assert held(tried.tap("Done Delivered"), "unrequested")


def test_what_was_otherwise_in_between_counts_as_otherwise(tmp_path: Path) -> None:
    """Read when it was first seen; then news comes in sight, and the agent reads them."""
    rules = 'Conversation(people = "Ann Bell", unread = false)[= 0] -> DeleteConversation\nDeleteConversation -> Done'
    phone = a_phone(talks(talk(1, "Ann Bell", "Hello"), talk(2, "Bob Chen", "Hi")), people=(ANN, BOB))
    agrees = Person(lambda question: not any("was otherwise when" in reason for reason in question.reasons))
    with attempt(phone, tmp_path, rules, person=agrees) as tried:
        tried.go(MESSAGES)
        phone.receive_message("Ann Bell", "Are you there?")
        phone.advance(60)  # what came up over the list is gone
        tried.go(Action("wait"), "Ann Bell", "delete_conversation")
        step = tried.tap("Delete")
        assert held(step, "unconfirmed")
        assert tried.came == []


def test_a_sum_that_no_rule_names_is_told(tmp_path: Path) -> None:
    rules = 'Transfer(account = "Checking", recipient = "Ann", iban = "DE89370400440532013000") -> SendMoney\n'
    with attempt(a_phone(), tmp_path, f"{rules}SendMoney -> Done") as tried:
        pay(tried)
        step = tried.tap("Send")
        assert held(step, "more-than-asked")
        assert 'amount "20.00"' in because(step)


@pytest.mark.parametrize(("title", "asks"), [("Pay rent", False), ("Secret", True)])
@pytest.mark.parametrize("more", ["", ", starred = false", ', list = "Home"'])
def test_what_was_so_once_is_a_licence_for_no_other_entry(more: str, title: str, asks: bool, tmp_path: Path) -> None:
    rules = f'once Task(title = "Pay rent"{more}) -> StarTask\nStarTask -> Done'
    with attempt(a_phone(to_do("Pay rent", "Secret")), tmp_path, rules) as tried:
        tried.go(TASKS, "Home")
        step = tried.tap(f"Star {title}")
        assert step.executed is not asks
        assert not asks or held(step, "beside-the-rules")


def test_what_was_so_once_elsewhere_does_not_say_which_entry_is_meant(tmp_path: Path) -> None:
    rules = 'once Conversation(people = "Ann Bell") -> StarTask\nStarTask -> Done'
    with attempt(a_phone({**talks(talk(1, "Ann Bell", "Hi")), **to_do("Secret")}), tmp_path, rules) as tried:
        tried.go(MESSAGES, "Ann Bell", TASKS, "Home")
        step = tried.tap("Star Secret")
        assert held(step, "beside-the-rules")
        assert 'not that task "Home", "Secret" is meant' in because(step)


@pytest.mark.parametrize(
    ("more", "reason"),
    [("", "suspect-commitment"), (' & Contact(name = "Tom Baker", phone = "111")', "unrequested")],
)
def test_what_leads_away_from_what_the_rules_want_is_no_step_of_it(more: str, reason: str, tmp_path: Path) -> None:
    """Nor is it where another rule says something else of the same entry, which is so; nor by insisting."""
    rules = f'Contact(name = "Tom Baker", starred = false){more} & {SEND}'
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Tom Baker")
        assert held(tried.tap("menu_star"), reason)
        assert tried.came == []


# What is written on the way to what was asked for

PAY = 'Transfer(recipient = "Tom", amount = 10) -> SendMoney\nSendMoney -> Done'


@pytest.mark.parametrize(
    ("rule", "number", "asked"),
    [
        ('phone != "+44 7700 900199"', ANN.phone, True),  # it was other than that before
        ('phone = "+44 7700 900103"', ANN.phone, True),  # a number is lost
        ('phone = "+44 7700 900103"', "", False),
    ],
)
def test_what_the_user_has_is_not_written_over_on_the_way(rule: str, number: str, asked: bool, tmp_path: Path) -> None:
    rules = f'{PAY}\nSendMoney & Contact(name = "Ann Bell", {rule}) -> Done'
    with attempt(a_phone(people=(replace(ANN, phone=number), BOB)), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Ann Bell", "edit")
        tried.fill(phone="+44 7700 900103")
        assert held(tried.tap("Save"), "unrequested") is asked


@pytest.mark.parametrize(("there", "asked"), [(("Milk",), True), ((), False)])
def test_an_entry_of_the_name_of_one_that_is_there_is_no_step(
    there: tuple[str, ...], asked: bool, tmp_path: Path
) -> None:
    rules = f'{PAY}\nSendMoney & Task(list = "Home", title = "Milk", done = false) -> Done'
    with attempt(a_phone(to_do(*there)), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Add task")
        tried.fill(title="Milk")
        assert held(tried.tap("Save"), "unrequested") is asked


def test_nor_is_one_of_which_there_is_to_be_none(tmp_path: Path) -> None:
    rules = f'Task(list = "Home", title = "Milk")[= 0] & Task(list = "Home", done = false) & {PAY}'
    with attempt(a_phone(to_do("Tax")), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Add task")
        tried.fill(title="Milk")
        assert held(tried.tap("Save"), "unrequested")


# What the rules leave open, or only bound, in what they ask for

THEN_TELL = 'SaveTask & {} & Message(to = "Ann Bell", text = "All is well") -> SendMessage\nSendMessage -> Done'


@pytest.mark.parametrize(
    ("rule", "condition", "asked"),
    [
        ('list = "Home", due = Tomorrow', 'Task(title = "Bread")', True),
        ('list = "Home", title in ["Bread", "Brie"]', 'Task(title = "Bread")', True),
        ('list = "Home", title in ["Bread", "Butter"]', 'Task(title = "Bread")', True),
        ('title = "Bread"', 'Task(list = "Home")', True),
        ('list = "Home", title = "Bread"', 'Task(list = "Home", title = "Bread")', False),
        ('list = "Home", title = "Bread"', 'Task(title contains "ea")', False),
        ('list = "Home", due = Tomorrow', 'Task(list = "Home", due = Tomorrow)', False),
    ],
)
def test_what_the_agent_chose_among_what_was_asked_for_is_its_own(
    rule: str, condition: str, asked: bool, tmp_path: Path
) -> None:
    phone = a_phone({**to_do(), **talks(talk(1, "Ann Bell", "Hello"))})
    rules = f"Task({rule}) -> SaveTask\n{THEN_TELL.format(condition)}"
    with attempt(phone, tmp_path, rules, person=Person(lambda _: False)) as tried:
        tried.go(TASKS, "Home", "Add task")
        tried.fill(title="Bread")
        if "due" in rule:
            tried.go("due", "Tomorrow")
        tried.go("Save", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        assert held(tried.tap("send_message_button"), "unconfirmed") is asked


@pytest.mark.parametrize(
    "beside",
    [
        'CartItem(product = "Backpack")[= 0]',
        "CartItem()[>= 1]",
        'CartItem(product = "Coffee mug")',
        "CartItem(product = ?product)",
    ],
)
def test_a_number_is_counted_no_further_than_the_rules_want(beside: str, tmp_path: Path) -> None:
    """Another rule that speaks of the table, and not of that number, is no licence for more."""
    rules = f'{beside} & CartItem(product = "Coffee mug", count = 2) & CartTotal(total = 25) -> Pay\nPay -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(SHOP, "Coffee mug", "Add to cart")
        tried.go("Navigate up", "Coffee mug", "Add to cart")
        tried.go("Navigate up", "Coffee mug")
        assert held(tried.tap("Add to cart"), "unrequested")


@pytest.mark.parametrize(
    ("rule", "condition", "asked"),
    [
        ("starred = true", 'Contact(name = "Tom Baker", starred = true)', True),
        ('name = "Tom Baker", starred = true', "Contact(starred = true)", False),
        ('name contains "Tom", starred = true', 'Contact(name = "Tom Baker", starred = true)', True),
    ],
)
def test_which_entry_it_is_that_was_asked_for_is_the_agents_choice(
    rule: str, condition: str, asked: bool, tmp_path: Path
) -> None:
    rules = f"Contact({rule}) -> StarContact\nStarContact & {condition} & {SEND}"
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Tom Baker", "menu_star")
        assert tell(tried) is asked


def test_what_another_rule_for_the_same_says_is_not_told(tmp_path: Path) -> None:
    rules = f"""
    Task(list = "Home", title = "Bread") -> SaveTask
    Task(list = "Home", title = "Milk", due = Tomorrow) -> SaveTask
    SaveTask & Task(title = "Bread", due = Tomorrow) & {SEND}
    """
    with attempt(a_phone({**to_do(), **talks(talk(1, "Ann Bell", "Hello"))}), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Add task")
        tried.fill(title="Bread")
        tried.go("due", "Tomorrow", "Save")
        assert tell(tried)


@pytest.mark.parametrize("end", ["SendMessage & {} -> Done", "SendMessage -> Done\n{} -> Done"])
def test_what_is_an_aim_elsewhere_is_not_made_a_condition_of_something_else(end: str, tmp_path: Path) -> None:
    """At the end it is not to be done; only for the message it is, and that is a condition."""
    at_the_end = end.format(IS_DELIVERED.replace("true", "false"))
    rules = f'{IS_DELIVERED} & Message(to = "Ann Bell", text = "All is well") -> SendMessage\n{at_the_end}'
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(TASKS, "Work")
        assert held(tried.tap("Done Delivered"), "unrequested")


@pytest.mark.parametrize(("started", "asked"), [("True", True), ('Timer(status = "running")', False)])
def test_what_there_is_one_of_is_the_agents_own_but_for_what_the_rules_say(
    started: str, asked: bool, tmp_path: Path
) -> None:
    rules = f'{started} -> StartTimer\nTimer(status = "running") & {SEND}'
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(CLOCK, "Timer")
        tried.fill(minutes="5")
        tried.go("Start")
        assert tell(tried) is asked


def test_what_no_rule_says_is_not_written_on_the_way(tmp_path: Path) -> None:
    """Not typed, and nothing stood there: a day is chosen."""
    rules = f'{PAY.replace("SendMoney -> Done", "")}SendMoney & Task(list = "Home", title = "Milk") -> Done'
    with attempt(a_phone(to_do("Milk")), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Milk", "due", "Tomorrow")
        assert held(tried.tap("Save"), "unrequested")


@pytest.mark.parametrize(
    ("to", "asked"), [('to in ["eve@example.com", "bob@example.com"]', True), ('to = "eve@example.com"', False)]
)
def test_what_was_chosen_stands_in_other_tables_too(to: str, asked: bool, tmp_path: Path) -> None:
    rules = f"""
    SentMail({to}, subject = "Go", body = "b", attachment = "") -> SendMail
    Mail(folder = "Sent", who = "eve@example.com") & {SEND}
    """
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to="eve@example.com", subject="Go", body="b")
        tried.go("send", "tab_sent")
        assert tell(tried) is asked


@pytest.mark.parametrize(
    ("subject", "asked"),
    [('subject contains "plan"', True), ('subject = "Approved plan"', False)],
    ids=["open", "told"],
)
def test_a_page_that_names_what_was_chosen_says_nothing_of_it(subject: str, asked: bool, tmp_path: Path) -> None:
    rules = f"""
    SentMail(to = "bob@example.com", {subject}, body = "b", attachment = "") -> SendMail
    OpenMail(subject = "Approved plan") & {SEND}
    """
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to="bob@example.com", subject="Approved plan", body="b")
        tried.go("send", "tab_sent", "Approved plan")
        assert tell(tried) is asked


@pytest.mark.parametrize(
    ("label", "asked"), [("", True), (', label = "Tea", repeats = "Once", on = true', False)], ids=["open", "told"]
)
def test_what_was_chosen_shows_later_too(label: str, asked: bool, tmp_path: Path) -> None:
    rules = f'Alarm(time = 9:05{label}) -> SaveAlarm\nonce RingingAlarm(title contains "Tea") & {SEND}'
    with attempt(a_phone_with_a_task(), tmp_path, rules) as tried:
        tried.go(CLOCK, "Add alarm")
        tried.fill(hour="09", minute="05", label="Tea")
        tried.go("Save")
        tried.phone.advance((STARTED.replace(hour=9, minute=5) - tried.phone.now).total_seconds() + 5)
        tried.go(Action("wait"))
        by_hand(tried.phone, "Dismiss")
        tried.go(Action("wait"))
        assert tell(tried) is asked
        assert any("message sent" in came for came in tried.came) is not asked


@pytest.mark.parametrize("term", ["?a", "?e"])
@pytest.mark.parametrize(
    ("saves", "asked"),
    [
        ('ContactForm(email = ?e) & Contact(name = "Gil", email = ?e)', True),
        ('Task(list = "Work", title = ?e) & Contact(name = "Gil", email = ?e)', False),
    ],
    ids=["written twice", "from elsewhere"],
)
def test_what_stands_for_itself_is_not_told(saves: str, asked: bool, term: str, tmp_path: Path) -> None:
    mail = f'SentMail(to = {term}, subject = "Go", body = "b", attachment = "")'
    rules = f'{saves} -> SaveContact\nSaveContact & Contact(name = "Gil", email = {term}) & {mail} -> SendMail\n'
    rules += "SendMail -> Done"
    phone = a_phone({todo: lambda _: TasksData(("Work",), (Task(1, "Work", "gil@example.com"),), 2)})
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(TASKS, "Work", CONTACTS, "Create contact")
        tried.fill(name="Gil", email="gil@example.com")
        tried.go("Save", MAIL, "compose")
        tried.fill(to="gil@example.com", subject="Go", body="b")
        assert tried.tap("send").executed is not asked


@pytest.mark.parametrize(("count", "asked"), [("count >= 2", True), ("count = 2", False)])
def test_a_sum_is_the_agents_where_what_it_comes_of_is_its_choice(count: str, asked: bool, tmp_path: Path) -> None:
    rules = f"""
    CartItem(product = "Coffee mug", {count}) -> ChangeCart
    ChangeCart & CartTotal(total >= 25) & {SEND}
    """
    phone = a_phone_with_a_task()
    with attempt(phone, tmp_path, f'CartItem(product = "Coffee mug", count = 1) -> AddToCart\n{rules}') as tried:
        tried.go(SHOP, "Coffee mug", "Add to cart", "cart", "more")
        assert tell(tried) is asked
