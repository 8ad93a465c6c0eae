"""Values stand where their role is, rows that go are gone, and objectives are what the app commits."""

import pytest

from encoder.offline.replayed import MONDAY
from handrail.app.app import App
from handrail.encoder.check import check_draft
from handrail.encoder.offline import Abstained, OfflineEncoder
from handrail.language.declaration import State, Variable
from handrail.language.value import Type
from handrail.phone.models import load


def text(name: str, *, key: bool = False) -> Variable:
    return Variable(name, Type.TEXT, key=key)


RIDES = App.of(
    "Rides",
    [
        State.of("Ride", text("pickup"), text("destination"), description="the ride being ordered"),
        State.of("Parcel", text("sender_city"), text("receiver_city"), text("receiver_name"), description="a parcel"),
        State.of("Note", text("recipient"), text("message_text"), description="the message being written"),
        State.of("Club", text("club_name", key=True), description="clubs that the user is in"),
    ],
)


def rules(encoder: OfflineEncoder, instruction: str, app: App = RIDES) -> list[str]:
    """The rules but for the end; none where it abstains."""
    answer = encoder.encode(instruction, app, now=MONDAY)
    return [] if isinstance(answer, Abstained) else [rule for rule in answer.rules if not rule.endswith("-> Done")]


@pytest.mark.parametrize(
    ("instruction", "wanted"),
    [
        (
            "Order a ride from Elm Plaza to Fox Tower",
            ['pickup contains "Elm Plaza"', 'destination contains "Fox Tower"'],
        ),
        (
            "Order a ride to Fox Tower from Elm Plaza",
            ['pickup contains "Elm Plaza"', 'destination contains "Fox Tower"'],
        ),
        ("Send a parcel from Lyon to Turin", ['sender_city contains "Lyon"', 'receiver_city contains "Turin"']),
        ("Tell Ines that the train is late", ['recipient contains "Ines"', 'message_text ~= "the train is late"']),
        ("Send Ines 'See you'", ['recipient contains "Ines"', 'message_text ~= "See you"']),
    ],
)
def test_a_value_stands_where_its_role_is(encoder: OfflineEncoder, instruction: str, wanted: list[str]) -> None:
    rule, *_ = rules(encoder, instruction)
    assert all(line in rule for line in wanted), rule


def test_what_could_be_swapped_is_not_answered(encoder: OfflineEncoder) -> None:
    assert rules(encoder, "Send a parcel to Omar in Turin") == []


@pytest.mark.parametrize("instruction", ["Leave the club Sundowners", "Delete Sundowners from my clubs"])
def test_a_row_that_goes_is_gone(encoder: OfflineEncoder, instruction: str) -> None:
    (rule,) = rules(encoder, instruction)
    assert "[= 0]" in rule


@pytest.mark.parametrize(
    ("app", "instruction", "wanted"),
    [
        ("contacts", "Delete Tom Baker from my contacts", ['Contact(name contains "Tom Baker")[= 0] -> DeleteContact']),
        ("clock", "Start a timer for 5 minutes", ["TimerInput(minutes = 5) -> StartTimer"]),
        ("clock", "Delete the 9 am alarm", ["Alarm(time = 09:00)[= 0] -> DeleteAlarm"]),
        ("tasks", "Delete the list Groceries", ['List(name contains "Groceries")[= 0] -> DeleteList']),
    ],
)
def test_objectives_are_what_the_app_commits(
    encoder: OfflineEncoder, app: str, instruction: str, wanted: list[str]
) -> None:
    assert rules(encoder, instruction, load(app)) == wanted


def test_a_draft_of_the_offline_encoder_passes_what_any_draft_must(encoder: OfflineEncoder) -> None:
    instruction, app = "Transfer 45 euros to Jane for the concert tickets", load("bank")
    answer = encoder.encode(instruction, app, now=MONDAY)
    assert not isinstance(answer, Abstained)
    assert check_draft(answer.as_draft, app, instruction, MONDAY).refused == ()
    assert all('recipient contains "Jane"' in rule for rule in answer.rules if rule.endswith("-> SendMoney"))
