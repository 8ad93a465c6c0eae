"""No secret reaches the disk, equal secrets stay equal, and what is no secret stays as it is."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guard.journal.entries import AT, NOTHING_YET, considered, element, entries, opened, session
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.guard.decision import Block, Reason, Source
from handrail.guard.journal import Journal, Redactor, Verified, is_redacted, read_journal, verify
from handrail.guard.journal.entry import Considered, Decided, Entry, Opened
from handrail.guard.journal.form import read_record, write_record
from handrail.guard.journal.rule_text import map_rule_text
from handrail.sentinel.entity import EntityKind
from language.rule_strategies import VALID_RULES, spoilt_texts

CARD = "4111 1111 1111 1111"
OTHER_CARD = "5500 0055 5555 5559"
IBAN = "DE89 3704 0044 0532 0130 00"
KEY = "sk-ant-api03-" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY" * 2


def write(folder: Path, *entries: Entry) -> tuple[bytes, tuple[Any, ...]]:
    """The bytes on the disk, and what is read from them."""
    with Journal.create(folder) as journal:
        for entry in entries:
            journal.append(entry)
    assert isinstance(verify(folder), Verified)
    return (folder / "journal.jsonl").read_bytes(), read_journal(folder).entries


def typed(
    text: str, *updates: Update, hides_text: bool = False, called: str = "Message", thought: str = ""
) -> Considered:
    action = Action("input", called, text, element=element(called, called.lower()))
    return considered(action, *updates, hides_text=hides_text, thought=thought)


def updates_of(entry: Considered) -> list[Any]:
    return [dict(update.set or {}) for update in entry.consideration.anticipation.updates]


@pytest.mark.parametrize("secret", [CARD, IBAN, KEY, "password: hunter2!", "your verification code is 493817"])
def test_a_secret_is_never_on_the_disk_wherever_it_stands(secret: str, tmp_path: Path) -> None:
    bare = secret.rpartition(" ")[2] if secret.startswith(("password", "your")) else secret
    reason = Block((Reason(Source.SPECIFICATION, "hard", f"text is not {secret}"),))
    content, _ = write(
        tmp_path,
        opened(instruction=f"Write {secret}", feedback=f"You wrote {secret}"),
        typed(
            secret,
            Update("Note", set={"text": secret, "parts": [secret, {"inner": secret}]}),
            thought=f"I type {secret}",
        ),
        Decided(1, AT, reason, reason, f"Blocked: {secret}", NOTHING_YET),
    )
    for written in (bare, bare.replace(" ", ""), bare.replace(" ", "-")):
        assert written.encode() not in content
    assert "‹".encode() in content


@pytest.mark.parametrize("password", ["hunter2", "4711", "correct horse battery staple", "Zz1!", "s", "12"])
def test_what_is_typed_into_a_field_that_hides_it_is_a_password(password: str, tmp_path: Path) -> None:
    entry = typed(password, Update("Login", set={"field": password}), hides_text=True, called="Field", thought="")
    content, (read,) = write(tmp_path, entry)
    assert read.consideration.proposal.action.text == "‹password #1›"
    assert updates_of(read) == [{"field": "‹password #1›"}]
    assert f'"{password}"'.encode() not in content


def test_a_password_is_taken_out_of_all_that_is_said_from_then_on(tmp_path: Path) -> None:
    spoken = Block((Reason(Source.SPECIFICATION, "soft", 'field is "Hunter2 x", and should be "other"'),))
    content, read_entries = write(
        tmp_path,
        typed("Hunter2 x", hides_text=True, called="Field", thought="I type Hunter2 x, then go on. hunter2  X!"),
        Decided(1, AT, spoken, spoken, "You typed Hunter2 x.", NOTHING_YET),
    )
    assert b"unter2" not in content
    assert read_entries[1].feedback == "You typed ‹password #1›."
    assert read_entries[0].consideration.proposal.thought == "I type ‹password #1›, then go on. ‹password #1›!"


def test_a_short_code_does_not_eat_days_times_and_amounts(tmp_path: Path) -> None:
    update = Update(
        "Plan", set={"day": "2025-07-17", "clock": "20:25", "sum": "1,202.50", "long": "12025", "one": "2025"}
    )
    _, (read,) = write(tmp_path, typed("2025", update, hides_text=True, called="Field"))
    kept = {"day": "2025-07-17", "clock": "20:25", "sum": "1,202.50", "long": "12025"}
    assert updates_of(read) == [{**kept, "one": "‹password #1›"}]


WORDS = (
    "input",
    "click",
    "literal",
    "Transfer",
    "send",
    "android",
    "EditText",
    "specification",
    "unmet_head",
    "Send",
    "high",
)


@pytest.mark.parametrize("word", WORDS)
def test_a_password_that_is_a_word_of_the_journal_does_not_break_it(word: str, tmp_path: Path) -> None:
    sample = [line.entry for line in read_journal(Path(__file__).with_name("sample.jsonl")).lines]
    content, read_entries = write(tmp_path, typed(word, hides_text=True, called="Field"), *sample)
    assert len(read_entries) == 1 + len(sample)
    for read, written in zip(read_entries[1:], sample, strict=True):
        if isinstance(written, Considered):
            assert read.consideration.proposal.action.type == written.consideration.proposal.action.type
            assert read.consideration.package == written.consideration.package
            assert [one.state for one in read.consideration.anticipation.updates] == [
                one.state for one in written.consideration.anticipation.updates
            ]
    assert f'"text":"{word}"'.encode() not in content


@given(entries, st.sampled_from((*WORDS, "Work", CARD)), st.booleans())
def test_whatever_is_taken_out_of_an_entry_it_can_be_read(entry: Entry, secret: str, earlier: bool) -> None:
    redactor = Redactor()
    if earlier:
        redactor.redact({}, typed=secret)
    raw = redactor.redact(write_record(entry), typed="" if earlier else secret)
    assert type(read_record(type(entry), raw)) is type(entry)


def test_a_mask_is_no_password(tmp_path: Path) -> None:
    _, (read,) = write(tmp_path, typed("••••", hides_text=True, called="Field"))
    assert read.consideration.proposal.action.text == "••••"


def test_equal_secrets_are_equal_and_different_ones_different(tmp_path: Path) -> None:
    update = Update("Pay", set={"first": CARD, "again": CARD, "other": OTHER_CARD, "spelt": "4111111111111111"})
    _, (read, later) = write(tmp_path, typed("x", update), typed(f"from {CARD} to {OTHER_CARD}"))
    (values,) = updates_of(read)
    assert values["first"] == values["again"] == "‹card ending 1111 #1›"
    assert len({values["first"], values["other"], values["spelt"]}) == 3
    assert later.consideration.proposal.action.text == f"from {values['first']} to {values['other']}"


def test_the_name_of_a_variable_says_what_its_value_is(tmp_path: Path) -> None:
    update = Update("Login", set={"pin": "4711", "password": "swordfish", "amount": "4711"})
    content, (read,) = write(tmp_path, typed("x", update))
    (values,) = updates_of(read)
    assert values["pin"].startswith("‹")
    assert values["password"].startswith("‹password")
    assert b"swordfish" not in content


def test_a_number_that_is_a_secret_stays_a_number(tmp_path: Path) -> None:
    given = {
        "card": Decimal("4111111111111111"),
        "again": 4111111111111111,
        "pin": 471100,
        "amount": 20,
        "sum": Decimal("19.99"),
    }
    content, (read,) = write(tmp_path, typed("x", Update("Pay", set=given)))
    (values,) = updates_of(read)
    assert values["card"] == values["again"] == Decimal("1E-300")
    assert values["pin"] == Decimal("2E-300")
    assert (values["amount"], values["sum"]) == (20, Decimal("19.99"))
    assert b"4111111111111111" not in content


def test_what_was_taken_out_can_be_told_from_what_was_not(tmp_path: Path) -> None:
    given = {
        "card": CARD,
        "number": 4111111111111111,
        "parts": [{"x": CARD}],
        "amount": 20,
        "sum": Decimal("19.99"),
        "to": "‹Ann›",
    }
    _, (read,) = write(tmp_path, typed("x", Update("Pay", set=given)))
    (values,) = updates_of(read)
    assert [name for name in sorted(values) if is_redacted(values[name])] == ["card", "number", "parts"]


def test_whom_and_where_is_kept(tmp_path: Path) -> None:
    text = "Meet ann@example.com, +1 415 555 2671, at 1600 Amphitheatre Parkway, Mountain View, CA 94043"
    _, (read,) = write(tmp_path, typed(text))
    assert read.consideration.proposal.action.text == text
    with Journal.create(tmp_path / "all", redactor=Redactor(kinds=frozenset(EntityKind))) as journal:
        journal.append(typed(text))
    assert b"ann@example.com" not in (tmp_path / "all" / "journal.jsonl").read_bytes()


def test_an_entry_without_secrets_is_written_as_it_is(tmp_path: Path) -> None:
    _, read_entries = write(tmp_path, *session())
    assert list(read_entries) == session()


def test_after_a_crash_new_secrets_get_new_numbers(tmp_path: Path) -> None:
    update = Update("Pay", set={"card": Decimal("5500005555555559")})
    write(tmp_path, typed(f"from {CARD}"), typed("x", update))
    with Journal.resume(tmp_path) as journal:
        journal.append(typed(f"from {OTHER_CARD}"))
    texts = [entry.consideration.proposal.action.text for entry in read_journal(tmp_path).entries]  # type: ignore[union-attr]
    assert texts[0] == "from ‹card ending 1111 #1›"
    assert texts[2] == "from ‹card ending 5559 #3›"


SECRET_RULES = f"""
# The card is {CARD}
Pay(card = "{CARD}", code in ["493817", "x"], pin != 471100, `wifi key` ~= "hunter2!", note contains "at 9:00") -> Send
Send -> Done
"""


def test_a_specification_without_its_secrets_still_parses(tmp_path: Path) -> None:
    content, (read,) = write(tmp_path, opened(specification=SECRET_RULES))
    assert isinstance(read, Opened)
    for secret in (CARD, "493817", "471100", "hunter2"):
        assert secret.encode() not in content
    assert '# The card is ‹card ending 1111 #1›\nPay(card = "‹card ending 1111 #1›", code in ["‹' in read.specification
    assert read.specification.endswith(', note contains "at 9:00") -> Send\nSend -> Done\n')
    from handrail.language.parser import parse

    assert parse(read.specification).diagnostics == ()


def test_the_secret_of_a_rule_and_of_an_update_is_one_secret(tmp_path: Path) -> None:
    _, (first, second) = write(
        tmp_path,
        opened(specification=f'Pay(card = "{CARD}") -> Send\nSend -> Done'),
        typed("x", Update("Pay", set={"card": CARD})),
    )
    assert f'"{updates_of(second)[0]["card"]}"' in first.specification


@given(spoilt_texts())
@example("\n".join(VALID_RULES))
def test_a_text_of_rules_from_which_nothing_is_taken_stays_as_it_was(text: str) -> None:
    assert map_rule_text(text, lambda said, _: said, lambda *_: None) == text


@given(
    st.sampled_from(VALID_RULES),
    st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=5),
)
def test_whatever_is_taken_out_of_rules_they_still_parse(rule: str, instead: str) -> None:
    from handrail.language.parser import parse

    changed = map_rule_text(rule, lambda said, _: f"{said}{instead}" if said[:1].isalpha() else said, lambda *_: None)
    assert [str(one) for one in parse(changed).diagnostics] == []


def test_names_that_handrail_makes_are_never_taken_for_secrets(tmp_path: Path) -> None:
    looks_like_a_card = "4111111111111111" * 4
    _, (read,) = write(tmp_path, opened(session=looks_like_a_card, policy=f"password: {CARD}", states="{}"))
    assert (read.session, read.policy) == (looks_like_a_card, f"password: {CARD}")


def test_a_mark_that_a_screen_shows_is_left_and_redacting_twice_changes_nothing(tmp_path: Path) -> None:
    _, (once,) = write(tmp_path / "once", typed(f"{CARD} and password: hunter2!"))
    _, (twice,) = write(tmp_path / "twice", once)
    assert once == twice
