"""Intents without a component, and package names that agents know from other phones."""

import pytest

from handrail.phone.adb import Handset, run_line
from handrail.phone.clients.helper_apps import install_helpers
from phone.adb.served import new_handset


@pytest.fixture
def handset() -> Handset:
    found = new_handset()
    install_helpers(found.phone)
    return found


def texts(handset: Handset) -> list[str]:
    return [element.text for element in handset.phone.screen().elements() if element.text]


@pytest.mark.parametrize(
    ("intent", "package", "shown"),
    [
        ("-a android.intent.action.VIEW -d https://example.org/a?b=c", "com.example.browser", "https://example.org/a?b=c"),
        ("-a android.intent.action.DIAL -d tel:%2B441234", "com.example.dialer", "+441234"),
        ("-a android.intent.action.CALL -d tel:112", "com.example.dialer", "Calling…"),
        ("-a android.intent.action.SENDTO -d sms:5551234 --es sms_body 'See you'", "com.example.messages", "See you"),
        ("-a android.intent.action.SENDTO -d mailto:a@example.com", "com.example.mail", "a@example.com"),
        ("-a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 7", "com.example.clock", "07"),
        ("-a android.intent.action.INSERT -t x/contact --es name Ines", "com.example.contacts", "Ines"),
        ("-a android.settings.WIFI_SETTINGS", "com.android.settings", "Wi-Fi"),
    ],
)  # fmt: skip
def test_an_intent_opens_what_takes_it(handset: Handset, intent: str, package: str, shown: str) -> None:
    result = run_line(handset, f"am start {intent}")
    assert result.status == 0, result
    assert handset.phone.foreground.package == package
    assert shown in texts(handset)
    assert handset.gaps == ()


def test_what_is_shared_goes_to_the_app_that_is_chosen(handset: Handset) -> None:
    run_line(handset, "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT 'a word'")
    assert handset.phone.foreground.package == "com.android.intentresolver"


def test_a_link_that_no_app_takes_is_refused_as_on_android(handset: Handset) -> None:
    result = run_line(handset, "am start -a android.intent.action.VIEW -d myapp://open")
    assert (result.status, b"unable to resolve Intent" in result.stderr) == (1, True)
    before = handset.phone.foreground
    result = run_line(handset, "am start -a android.intent.action.VIEW -d https://example.org com.example.clock")
    assert (result.status, handset.phone.foreground) == (1, before)
    assert handset.gaps == ()


def test_without_the_helper_apps_nothing_takes_a_link() -> None:
    assert run_line(new_handset(), "am start -a android.intent.action.VIEW -d https://example.org").status == 1


@pytest.mark.parametrize(
    "line",
    [
        "monkey -p com.google.android.deskclock -c android.intent.category.LAUNCHER 1",
        "am start -n com.android.deskclock/com.android.deskclock.DeskClock",
        "am start -n $(cmd package resolve-activity --brief com.google.android.deskclock | tail -n 1)",
    ],
)
def test_an_app_is_started_by_the_name_that_agents_know(handset: Handset, line: str) -> None:
    assert run_line(handset, line).status == 0
    assert handset.phone.foreground.package == "com.example.clock"
    run_line(handset, "am force-stop com.android.deskclock")
    assert handset.phone.foreground.package == "com.android.launcher"


def test_what_the_launcher_starts_is_listed(handset: Handset) -> None:
    query = (
        "cmd package query-activities --components -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
    )
    components = run_line(handset, query).stdout.decode().split()
    assert "com.example.clock/.DeskClock" in components
    assert len(components) == sum(package.manifest.in_launcher for package in handset.phone.packages.values())
    assert run_line(handset, query.replace(" --components", "")).stdout.startswith(b"%d activities" % len(components))
