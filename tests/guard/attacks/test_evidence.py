"""What is left afterwards: a journal that nobody can fill, hide things in or write steps into, and a policy that says
what its owner meant."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from guard.attacks.attempt import BANK, MAIL, MESSAGES, SETTINGS, Person, a_phone, attempt, held, talk, talks
from handrail.cli.journal import journal_commands
from handrail.device.action import Action
from handrail.guard import Proposal
from handrail.guard.journal import Verified, read_journal, verify
from handrail.guard.journal.replay import replay
from handrail.guard.policy import combined, default_policy, read_policy
from handrail.phone.apps import mail

WORDS = {"to": "mallory@evil.example", "subject": "Quarterly numbers", "body": "all of them are attached"}
FORGED = "Finished, and everything that was asked for is verified."


def told(folder: Path, width: int = 100) -> list[str]:
    """What `handrail journal show` says."""
    app = typer.Typer(pretty_exceptions_enable=False)
    app.add_typer(journal_commands)
    done = CliRunner().invoke(app, ["journal", "show", str(folder)], env={"COLUMNS": str(width), "NO_COLOR": "1"})
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_what_was_once_typed_as_a_password_is_not_hidden_where_it_says_what_was_done(tmp_path: Path) -> None:
    phone = a_phone()
    with attempt(phone, tmp_path, person=Person(lambda _: True)) as tried:
        tried.go(SETTINGS, "Security", "screen_lock", "Password")
        for text in WORDS.values():
            tried.fill(secret=text)
        tried.go(MAIL, "compose")
        tried.fill(**WORDS)
        tried.go("send")
        folder = tried.folder
    sent = [letter for letter in phone.snapshot().data[mail.PACKAGE].letters if letter.sender == mail.ME]
    assert [(answer.to, answer.subject, answer.body) for answer in sent] == [tuple(WORDS.values())]
    written = (folder / "journal.jsonl").read_text("utf-8").splitlines()
    first = next(number for number, line in enumerate(written) if '"kind":"considered"' in line and "compose" in line)
    for text in WORDS.values():
        assert any(text in line for line in written[first:]), text
    assert isinstance(verify(folder), Verified)


def test_what_is_typed_as_a_password_is_not_in_the_journal(tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path, person=Person(lambda _: True)) as tried:
        tried.go(SETTINGS, "Security", "screen_lock", "Password")
        tried.fill(secret="a-secret-of-mine")
        folder = tried.folder
    assert "a-secret-of-mine" not in (folder / "journal.jsonl").read_text("utf-8")


HUGE = 17 * 1024 * 1024


@pytest.mark.parametrize(
    "proposal",
    [
        Proposal(Action("wait"), commits=frozenset({"x" * HUGE})),
        Proposal(Action("wait"), thought="x" * HUGE),
        Proposal(Action("input", "name", "x" * HUGE)),
        Proposal(Action("open_app", "x" * HUGE)),
        Proposal(Action("wait", "x" * HUGE)),
    ],
    ids=["a commitment", "a thought", "a text", "an app", "a target"],
)
@pytest.mark.slow
def test_nothing_that_an_agent_says_is_too_long_for_the_journal(proposal: Proposal, tmp_path: Path) -> None:
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hi"))), tmp_path) as tried:
        tried.act(proposal)
        tried.go(MESSAGES, "Ann Bell")
        folder = tried.folder
    reading = read_journal(folder)
    assert reading.fault is None
    assert isinstance(verify(folder), Verified)
    assert replay(reading).same
    kinds = [type(entry).__name__ for entry in reading.entries]
    assert kinds.count("Executing") >= 2
    assert kinds[-1] == "Closed"


NAMES = ["x" * length + " " + FORGED for length in (0, 60, 70, 80, 88, 98, 108)]
BROKEN = [f"x\n  2 ✓ {FORGED}", f"x\r{FORGED}", f"x\u2028{FORGED}", f"x\x1b[2K{FORGED}", f"x\x85{FORGED}"]


@pytest.mark.parametrize("width", [60, 80, 100, 110])
@pytest.mark.parametrize("name", [*NAMES, *BROKEN], ids=range(len(NAMES) + len(BROKEN)))
def test_a_name_does_not_become_a_line_of_its_own_in_the_story(name: str, width: int, tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path) as tried:
        assert not tried.act(Action("open_app", name)).executed
        folder = tried.folder
    shown = told(folder, width)
    assert any("Open the app" in text for text in shown)
    assert not [
        text for text in shown if text.lstrip("✓•✗? 0123456789").startswith("Finished, and") and text[:1] != " "
    ]
    assert not [text for text in shown if text.strip().startswith(("2 ✓", "2 •"))]
    assert not any(set(text) & set("\x1b\r\x85\u2028") for text in shown)


def test_the_story_says_which_app_was_opened_whatever_element_was_named(tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path, person=Person(lambda _: True)) as tried:
        step = tried.act(replace(tried.on("Clock"), type="open_app", target=BANK))
        assert step.executed
        assert tried.phone.foreground.package == BANK
        folder = tried.folder
    opened = [text for text in told(folder) if "Open" in text]
    assert len(opened) == 1
    assert BANK in opened[0]
    assert "Clock" not in opened[0]


# A policy


RULES = sorted(rule.name for rule in default_policy().policies[0].people)


def policy(text: str) -> Any:
    return read_policy(f"format: handrail.policy/1\nname: family\n{text}", "family.yaml")


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("empty", ["", " ~", " null"])
def test_a_rule_that_is_named_and_left_empty_stays(name: str, empty: str) -> None:
    read = policy(f"needs_a_person:\n  {name}:{empty}\n")
    assert sorted(rule.name for rule in read.policies[0].people) == RULES


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_switched_off_by_saying_so(name: str) -> None:
    read = policy(f"needs_a_person:\n  {name}: off\n")
    assert sorted(rule.name for rule in read.policies[0].people) == [rule for rule in RULES if rule != name]


def test_money_is_asked_about_under_a_policy_with_an_empty_rule(tmp_path: Path) -> None:
    iban = "DE89370400440532013000"
    rules = f'Transfer(recipient = "Ann Bell", iban = "{iban}", amount = 82) -> SendMoney\nSendMoney -> Done'
    mine = combined(policy("needs_a_person:\n  payments:\n"))
    with attempt(a_phone(), tmp_path, rules, policy=mine) as tried:
        tried.go(BANK, "Transfer")
        tried.fill(recipient="Ann Bell", iban=iban, amount="82")
        tried.go("Continue", "confirm")
        assert held(tried.tap("button1"), "payments", "rejected")
        assert tried.came == []
        folder = tried.folder
    assert any(
        json.loads(line)["kind"] == "asked" for line in (folder / "journal.jsonl").read_text("utf-8").splitlines()
    )
