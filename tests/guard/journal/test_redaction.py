"""No secret reaches the disk, equal secrets stay equal, and what is no secret stays as it is."""

from dataclasses import dataclass, fields, is_dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guard.journal.entries import AT, NOTHING_YET, considered, element, entries, opened, session
from handrail.app.consequence import Consequence, Detail, Kind
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.error import Misuse
from handrail.guard.decision import Ask, Block, Reason, Source
from handrail.guard.journal import Journal, Redactor, Verified, is_redacted, read_journal, verify
from handrail.guard.journal.codec import read_record
from handrail.guard.journal.entry import Considered, Decided, Entry, Opened
from handrail.guard.journal.line import KINDS
from handrail.guard.journal.redaction.secret import KnownSecrets
from handrail.guard.journal.redaction.treatment import LABELS, TREATMENTS
from handrail.guard.journal.redaction.walk import holds_text, map_rule_text, walk_of
from handrail.language.normal_form import normal_form
from handrail.language.operators import TABLE, Operator
from handrail.language.value import Type
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
    return [dict(update.set or {}) for update in entry.decision_input.anticipation.updates]


@pytest.mark.parametrize(
    "secret",
    [
        CARD,
        KEY,
        "https://ann:hunter2@example.com/x",
        "CVV 737",
        "Security code: 7371",
        "password: hunter2!",
        "your verification code is 493817",
    ],
)
def test_a_secret_is_never_on_the_disk_wherever_it_stands(secret: str, tmp_path: Path) -> None:
    bare = secret.rpartition(" ")[2] if secret.startswith(("password", "your", "CVV", "Sec")) else secret
    bare = "hunter2" if "://" in secret else bare
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
    assert read.decision_input.proposal.action.text == "‹password #1›"
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
    assert read_entries[0].decision_input.proposal.thought == "I type ‹password #1›, then go on. ‹password #1›!"


def test_whom_and_what_a_message_went_to_cannot_be_made_to_vanish(tmp_path: Path) -> None:
    """Not by typing it into a password field, nor by calling it a password in a thought or in a subject."""
    words = (
        "mallory@evil.example",
        "Quarterly numbers",
        "all of them are attached",
        "invoice.pdf",
        "DE89370400440532013000",
    )
    poison = [typed(word, hides_text=True, called="Secret") for word in words]
    poison += [typed("x", thought=f'password: "{word}"; the code is {word}') for word in words]
    poison += [typed(f"password: {word}", Update("Draft", set={"subject": f"pin: {word}"})) for word in words]
    to, subject, body, file, account = words
    sent = Update("Mail", set={"to": to, "subject": subject, "body": body, "passenger": file, "account": account})
    object_ = (Detail("to", to), Detail("text", body), Detail("what", file), Detail("account", account))
    consequence = Consequence("send", Kind.MESSAGE, frozenset({"SendMail"}), object_)
    commit = typed(to, sent, called="To")
    decision_input = replace(
        commit.decision_input, anticipation=replace(commit.decision_input.anticipation, consequences=(consequence,))
    )
    said = Ask((Reason(Source.POLICY, "message", f'It sends "{body}" to "{to}".'),))
    *_, read, decided = write(
        tmp_path, *poison, replace(commit, decision_input=decision_input), Decided(1, AT, said, said, "", NOTHING_YET)
    )[1]
    assert read.decision_input.proposal.action.text == to
    assert updates_of(read) == [dict(sent.set or {})]
    assert read.decision_input.anticipation.consequences == (consequence,)
    assert decided.decision == said  # what the journal shows anyway is not hidden where it is told why


def test_what_an_app_reads_back_from_a_field_that_hides_it_is_hidden(tmp_path: Path) -> None:
    first = typed("blue horse 7", Update("Lock", set={"entry": "blue horse 7"}), hides_text=True, called="Field")
    later = typed(
        "x", Update("Lock", set={"entry": "blue horse 7", "note": "blue"}), Update("Mail", set={"entry": "a"})
    )
    content, (_, read) = write(tmp_path, first, later)
    assert updates_of(read) == [{"entry": "‹password #1›", "note": "blue"}, {"entry": "a"}]
    assert b"blue horse 7" not in content


@pytest.mark.parametrize(
    "name", ["passenger", "compass", "spinner", "tango", "zip_code", "booking code", "passport_name"]
)
def test_a_name_that_only_sounds_like_that_of_a_secret_hides_nothing(name: str, tmp_path: Path) -> None:
    _, (read,) = write(tmp_path, typed("x", Update("Flight", set={name: "471100", "other": "Mallory"})))
    assert updates_of(read) == [{name: "471100", "other": "Mallory"}]


@pytest.mark.parametrize(
    "name", ["wifiPassword", "wifi_password", "PIN", "cvv", "cardSecurityCode", "otp", "login.pin"]
)
def test_the_name_of_a_secret_is_understood_however_it_is_written(name: str, tmp_path: Path) -> None:
    _, (read,) = write(tmp_path, typed("x", Update("Form", set={name: "4711"})))
    assert updates_of(read)[0][name].startswith("‹")


def test_an_account_is_kept_where_the_decision_rests_on_it_and_hidden_where_it_is_only_said(tmp_path: Path) -> None:
    _, (kept, said) = write(
        tmp_path, typed("x", Update("Pay", set={"to": IBAN})), typed("x", thought="from GB33 BUKB 2020 1555 5555 55")
    )
    assert updates_of(kept) == [{"to": IBAN}]
    assert said.decision_input.proposal.thought == "from ‹IBAN ending 5555 #1›"


def test_a_choice_is_made_for_every_field_of_every_entry() -> None:
    """A field that is forgotten is an error before anything is written; and no choice is made for what is not there."""
    seen: dict[type, set[str]] = {}
    todo: list[Any] = list(KINDS.values())
    while todo:
        kind = todo.pop()
        todo += get_args(kind)
        if not (isinstance(kind, type) and is_dataclass(kind)) or kind in seen:
            continue
        hints = get_type_hints(kind)
        kept = [field.name for field in fields(kind) if field.init and field.compare]
        seen[kind] = {name for name in kept if holds_text(hints[name])}
        todo += [hints[name] for name in kept]
    assert {kind: set(chosen) for kind, chosen in TREATMENTS.items()} == {
        kind: names for kind, names in seen.items() if names
    }
    assert all(name in {field.name for field in fields(kind)} for kind, name in LABELS)


def test_a_field_without_a_choice_is_refused_before_anything_is_written() -> None:
    @dataclass(frozen=True)
    class Forgotten:
        note: str

    with pytest.raises(TypeError, match=r"Forgotten\.note"):
        walk_of(Forgotten)


def test_texts_are_cut_before_they_are_written_and_the_entry_can_be_read(tmp_path: Path) -> None:
    claims = frozenset({"x" * 3_000_000, *(f"Claim{number}" for number in range(3_000))})
    entry = considered(Action("wait", "t" * 3_000_000, "y" * 3_000_000), thought="z" * 3_000_000)
    proposal = replace(entry.decision_input.proposal, commits=claims)
    content, (read,) = write(tmp_path, replace(entry, decision_input=replace(entry.decision_input, proposal=proposal)))
    assert len(content) < 200_000
    shown = read.decision_input.proposal
    assert shown.thought == "z" * 8_000 + "… ‹2,992,000 more characters were cut›"
    assert shown.action.text == "y" * 32_000 + "… ‹2,968,000 more characters were cut›"
    assert len(shown.commits) == 1_001
    assert "‹2,001 more were cut›" in shown.commits


def test_a_secret_at_the_place_of_the_cut_is_not_cut_in_half(tmp_path: Path) -> None:
    content, (read,) = write(tmp_path, typed("x", thought="z " * 3_995 + CARD + " and on" * 100))
    assert b"4111" not in content
    assert read.decision_input.proposal.thought.endswith("‹card ending 1111 #1›… ‹700 more characters were cut›")


def test_what_would_be_too_long_to_be_read_is_refused_and_nothing_of_it_written(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        with pytest.raises(Misuse, match="at most 16,777,216 bytes"):
            journal.append(typed("x", *(Update("S", set={"text": "a" * 30_000}) for _ in range(600))))
        journal.append(typed("y"))
    assert isinstance(verify(tmp_path), Verified)


@given(st.lists(st.text("ab 1.-é", min_size=4, max_size=9), max_size=6), st.text("ab 1.-éÉ", max_size=40))
def test_what_is_remembered_is_found_as_a_search_for_each_would_find_it(secrets: list[str], text: str) -> None:
    remembered = KnownSecrets()
    for secret in secrets:
        remembered.add(secret, EntityKind.PASSWORD)
    found = [text[start:end] for start, end, _ in remembered.find(text)]
    keys = {normal_form(secret) for secret in secrets}
    assert all(
        normal_form(line) in keys or "".join(normal_form(line).split()) in {"".join(k.split()) for k in keys}
        for line in found
    )
    words = text.split(" ")
    for secret in secrets:
        if secret in words and len(normal_form(secret)) >= 4 and secret.isalnum():
            assert any(secret in piece for piece in found)


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
            assert read.decision_input.proposal.action.type == written.decision_input.proposal.action.type
            assert read.decision_input.package == written.decision_input.package
            assert [update.state for update in read.decision_input.anticipation.updates] == [
                update.state for update in written.decision_input.anticipation.updates
            ]
    assert f'"text":"{word}"'.encode() not in content


@given(entries, st.sampled_from((*WORDS, "Work", CARD)), st.booleans())
def test_whatever_is_taken_out_of_an_entry_it_can_be_read(entry: Entry, secret: str, earlier: bool) -> None:
    redactor = Redactor()
    if earlier:
        redactor.write(typed(secret), typed=secret)
    raw = redactor.write(entry, typed="" if earlier else secret)
    assert type(read_record(type(entry), raw)) is type(entry)


def test_a_mask_is_no_password(tmp_path: Path) -> None:
    _, (read,) = write(tmp_path, typed("••••", hides_text=True, called="Field"))
    assert read.decision_input.proposal.action.text == "••••"


def test_equal_secrets_are_equal_and_different_ones_different(tmp_path: Path) -> None:
    update = Update("Pay", set={"first": CARD, "again": CARD, "other": OTHER_CARD, "spelt": "4111111111111111"})
    _, (read, later) = write(tmp_path, typed("x", update), typed(f"from {CARD} to {OTHER_CARD}"))
    (values,) = updates_of(read)
    assert values["first"] == values["again"] == "‹card ending 1111 #1›"
    assert len({values["first"], values["other"], values["spelt"]}) == 3
    assert later.decision_input.proposal.action.text == f"from {values['first']} to {values['other']}"


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
    assert read.decision_input.proposal.action.text == text
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
    texts = [entry.decision_input.proposal.action.text for entry in read_journal(tmp_path).entries]  # type: ignore[union-attr]
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


@pytest.mark.parametrize("operator", [name for name, entry in TABLE.items() if Type.TEXT in entry.operands])
def test_a_constant_belongs_to_its_variable_whatever_the_operator(operator: Operator) -> None:
    constant = '["kettle"]' if "in" in operator.split() else '"kettle"'
    taken = map_rule_text(f"Login(password {operator} {constant}) -> Send", lambda _, label: label, lambda *_: None)
    assert taken == f"Login(password {operator} {constant}) -> Send".replace("kettle", "password")


@given(
    st.sampled_from(VALID_RULES),
    st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=5),
)
def test_whatever_is_taken_out_of_rules_they_still_parse(rule: str, instead: str) -> None:
    from handrail.language.parser import parse

    changed = map_rule_text(rule, lambda said, _: f"{said}{instead}" if said[:1].isalpha() else said, lambda *_: None)
    assert [str(diagnostic) for diagnostic in parse(changed).diagnostics] == []


def test_names_that_handrail_makes_are_never_taken_for_secrets(tmp_path: Path) -> None:
    looks_like_a_card = "4111111111111111" * 4
    _, (read,) = write(tmp_path, opened(session=looks_like_a_card, policy=f"password: {CARD}", states="{}"))
    assert (read.session, read.policy) == (looks_like_a_card, f"password: {CARD}")


def test_a_mark_that_a_screen_shows_is_left_and_redacting_twice_changes_nothing(tmp_path: Path) -> None:
    _, (once,) = write(tmp_path / "once", typed(f"{CARD} and password: hunter2!"))
    _, (twice,) = write(tmp_path / "twice", once)
    assert once == twice
