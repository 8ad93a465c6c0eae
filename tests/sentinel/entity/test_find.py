"""Sensitive values are found where they are valid, and what only looks like one is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.sentinel.entity import Context, EntityKind, find
from handrail.sentinel.entity.find import MOST_CHARACTERS
from handrail.sentinel.entity.issued_numbers import luhn

FOUND = [
    (EntityKind.CARD, "4111 1111 1111 1111", "Card 4111 1111 1111 1111 exp 12/28"),
    (EntityKind.CARD, "378282246310005", "amex 378282246310005"),
    (EntityKind.CARD, "4111111111111111", "4111111111111111로 결제"),
    (EntityKind.CARD, "４１１１ １１１１ １１１１ １１１１", "card ４１１１ １１１１ １１１１ １１１１"),
    (EntityKind.IMEI, "356938035643809", "IMEI\n356938035643809"),
    (EntityKind.IBAN, "DE89 3704 0044 0532 0130 00", "to DE89 3704 0044 0532 0130 00 please"),
    (EntityKind.IBAN, "GB29NWBK60161331926819", "GB29NWBK60161331926819 is it"),
    (EntityKind.PHONE, "(415) 555-0123", "call (415) 555-0123 tomorrow"),
    (EntityKind.PHONE, "+49 170 1234567", "+49 170 1234567"),
    (EntityKind.PHONE, "010-1234-5678", "내 번호는 010-1234-5678입니다"),
    (EntityKind.PHONE, "4155550123", "call me at 4155550123"),
    (EntityKind.EMAIL, "jo.wren+x@mail.example.org", "to jo.wren+x@mail.example.org."),
    (EntityKind.ONE_TIME_CODE, "493817", "Your verification code is 493817. Never share it."),
    (EntityKind.ONE_TIME_CODE, "482913", "인증번호 [482913]를 입력하세요"),
    (EntityKind.ONE_TIME_CODE, "660193", "660193 is your login code"),
    (EntityKind.ONE_TIME_CODE, "482 913", "Your code: 482 913"),
    (EntityKind.PASSWORD, "hunter2", "Password: hunter2"),
    (EntityKind.PASSWORD, "hunter2", "my password is hunter2!"),
    (EntityKind.PASSWORD, "abc123!x", "비밀번호: abc123!x"),
    (EntityKind.PASSWORD, "4821", "PIN 4821"),
    (EntityKind.API_KEY, "sk-abcDEF1234567890abcDEF", "key sk-abcDEF1234567890abcDEF"),
    (EntityKind.API_KEY, "AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
    (EntityKind.NATIONAL_ID, "123-45-6789", "SSN 123-45-6789"),
    (EntityKind.NATIONAL_ID, "12345678Z", "DNI 12345678Z"),
    (EntityKind.NATIONAL_ID, "11010519491231002X", "身份证 11010519491231002X"),
    (EntityKind.PASSPORT, "X12345678", "passport no. X12345678"),
    (EntityKind.ADDRESS, "742 Evergreen Terrace, Springfield", "lives at 742 Evergreen Terrace, Springfield"),
    (EntityKind.ADDRESS, "Hauptstraße 12, 10115 Berlin", "Hauptstraße 12, 10115 Berlin"),
    (
        EntityKind.SEED_PHRASE,
        "apple river stone cloud table green music light water fire earth wind",
        "seed phrase: apple river stone cloud table green music light water fire earth wind",
    ),
]


@pytest.mark.parametrize(("kind", "value", "text"), FOUND)
def test_a_value_is_found_with_its_place(kind: EntityKind, value: str, text: str) -> None:
    entity = next(entity for entity in find(text) if entity.kind is kind)
    assert entity.text == value == text[entity.start : entity.end]


@pytest.mark.parametrize(
    "text",
    [
        "4111 1111 1111 1112",
        "1234 5678 9012 3456",
        "DE89 3704 0044 0532 0130 01",
        "000-12-3456 and 666-12-3456 and 900-12-3456",
        "Order 112-8837462-1928374",
        "Order #4155550123",
        "Invoice no. 2025104471",
        "Nov 21 2025 10:30",
        "2025-11-21 10:30",
        "21.11.2025",
        "$1,234.56 and 45.90 €",
        "ZIP code 10001",
        "error code 5043",
        "promo code 2024",
        "192.168.100.1",
        "version 4.12.1",
        "IMG_20251121_103045.jpg",
        "19 72975",
        "Password: required",
        "Forgot password?",
        "•••••••• ••••",
        "Build AP2A.240805.005",
        "27 28 29 30 31 1 2",
        " ".join(map(str, range(1, 32))),
        " ".join(f"{hour:02}" for hour in range(24)),
        "\n".join(f"{minute:02}" for minute in range(60)),
        "classic assistant analysis document",
        "Tracking 1Z999AA10123456784",
        "@millstreetnews · 5h",
        "Kreditkarte ••4821",
    ],
)
def test_what_only_looks_like_a_value_is_left_alone(text: str) -> None:
    assert find(text) == ()


def test_a_field_that_hides_its_text_holds_a_password() -> None:
    (entity,) = find("correct horse", context=Context(password=True))
    assert entity.kind is EntityKind.PASSWORD
    assert find("••••••", context=Context(password=True)) == ()


def test_a_code_may_be_known_by_its_field_alone() -> None:
    (entity,) = find("493817", context=Context(label="Verification code"))
    assert entity.kind is EntityKind.ONE_TIME_CODE
    assert find("493817") == ()


def test_what_is_over_the_budget_is_said() -> None:
    text = "a" * MOST_CHARACTERS + " 4111 1111 1111 1111"
    unread = find(text)[-1]
    assert (unread.kind, unread.start, unread.end) == (EntityKind.UNREAD, MOST_CHARACTERS, len(text))


def test_more_numbers_than_are_asked_about_end_in_an_unread_stretch() -> None:
    text = "\n".join(f"call (415) 555-{number:04}" for number in range(8_000))
    assert find(text)[-1].kind is EntityKind.UNREAD


def test_a_card_is_told_from_an_imei() -> None:
    for number in ("356938035643809", "490154203237518", "378282246310005"):
        assert luhn(number)
    kinds = [find(number)[0].kind for number in ("356938035643809", "490154203237518", "378282246310005")]
    assert kinds == [EntityKind.IMEI, EntityKind.IMEI, EntityKind.CARD]


@given(st.text(max_size=300))
def test_any_text_can_be_searched(text: str) -> None:
    end = 0
    for entity in find(text):
        assert end <= entity.start < entity.end <= len(text)
        assert entity.text == text[entity.start : entity.end]
        end = entity.end


def test_programs_of_patterns_stay_small() -> None:
    """A pattern whose automaton explodes is slow and takes memory; each was once written so."""
    from handrail.sentinel.entity import pattern

    find("x 123 45 @ 한 1234567 < seed")
    assert pattern.compiled.cache_info().currsize > 15
    for entity_text in ("a" * 100_000, "1 " * 50_000, "(" * 50_000, "password " * 10_000):
        find(entity_text)
