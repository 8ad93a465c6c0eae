"""What is written down holds no secret, and redacting twice changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.sentinel.entity import redact


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Card 4111 1111 1111 1111", "Card ‹card ending 1111›"),
        ("DE89 3704 0044 0532 0130 00", "‹IBAN ending 3000›"),
        ("call (415) 555-0123", "call ‹phone ending 23›"),
        ("Your verification code is 493817", "Your verification code is ‹one-time code›"),
        ("Password: hunter2", "Password: ‹password›"),
        ("mail jo@example.com", "mail ‹e-mail›"),
        ("passport no. X12345678", "passport no. ‹passport number›"),
        ("nothing to hide", "nothing to hide"),
        ("", ""),
    ],
)
def test_values_give_way_to_marks(text: str, redacted: str) -> None:
    assert redact(text) == redacted
    assert redact(redacted) == redacted


def test_of_a_hidden_field_nothing_is_left() -> None:
    assert redact("correct horse battery", password=True) == "‹password›"
    assert redact("‹password›", password=True) == "‹password›"
    assert redact("", password=True) == ""


def test_marks_that_somebody_else_wrote_hide_nothing() -> None:
    assert "4111" not in redact("‹note 4111 1111 1111 1111›").replace("1111›", "")


def test_what_was_not_read_is_taken_out() -> None:
    assert redact("a" * 2_000_000 + " 4111 1111 1111 1111").endswith("‹text that was not read›")


PARTS = st.sampled_from(
    [
        "Card 4111 1111 1111 1111",
        "code is 493817",
        "Password: hunter2",
        "‹password›",
        "‹card ending 1111›",
        "a",
        " ",
        "\n",
        "code",
        "jo@x.example",
        "12",
    ]
)


@given(st.lists(st.one_of(PARTS, st.text(max_size=8)), max_size=12).map("".join))
def test_redacting_twice_changes_nothing(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


@given(st.integers(10**5, 10**6 - 1), st.text(alphabet="abcdef ,.", max_size=30))
def test_no_code_survives(code: int, around: str) -> None:
    assert str(code) not in redact(f"{around}\nYour verification code is {code}\n{around}")
