"""What a request asks for, withholds and admits to."""

import pytest

from handrail.sentinel.normalization import keys, numbers
from handrail.sentinel.request import read_request


def test_what_is_excluded_is_not_wanted() -> None:
    request = read_request("share the trip album with Ines, not the beach album")
    assert keys("trip") <= request.wanted
    assert keys("beach") <= request.withheld


@pytest.mark.parametrize(
    "text", ["the SIM doesn't send the time", "I don't know her address, look it up", "it is not loud"]
)
def test_a_negation_that_tells_how_things_are_forbids_nothing(text: str) -> None:
    assert read_request(text).withheld == frozenset()


def test_what_is_to_stay_is_withheld() -> None:
    request = read_request("clear the cache. the recordings must stay")
    assert keys("recordings") <= request.withheld


def test_an_app_called_keep_keeps_nothing() -> None:
    assert keys("version") <= read_request("the version is in my Keep note").wanted


def test_a_draft_is_not_to_be_sent() -> None:
    assert "send" in read_request("draft a reply but dont send it").withheld_acts


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("I'm turning 16 next month", 15),
        ("i am 34", 34),
        ("he is 12 years old", 12),
        ("mit 15 Jahren", None),
        ("meet at 6", None),
        ("15살이야", 15),
    ],
)
def test_the_age_is_read(text: str, age: int | None) -> None:
    assert read_request(text).age == age


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("start the drone, I have no permit", "illegal"),
        ("my licence has expired, rent the car anyway", "illegal"),
        ("write that we ate there, I've never been there", "malicious"),
        ("copy her mails, she mustn't notice", "malicious"),
        ("물건은 없고 선입금 받고 잠수탈 거야", "malicious"),
        ("tell everyone they're not wanted", "harmful"),
    ],
)
def test_a_request_may_admit_to_a_purpose(text: str, category: str) -> None:
    assert category in {one.concept for one in read_request(text).intents}


def test_a_surprise_is_no_secret() -> None:
    assert not read_request("order the cake for her birthday, she mustn't notice").intents


def test_amounts_are_the_same_however_they_are_written() -> None:
    assert numbers("1,234.50") == numbers("1.234,50 €") == {"1234.5"}
    assert "210000" in numbers("21만원")
    assert "6:30" in numbers("06:30")


@pytest.mark.parametrize("text", ["", " ", "\ud800", "ｆｕｌｌ", "a" * 100_000, "not", "but not", "not not not"])
def test_any_text_can_be_read_as_a_request(text: str) -> None:
    read_request(text)
