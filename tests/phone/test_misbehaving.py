"""The apps that a person should not have installed do what they are for, and it can be seen in the trace."""

from handrail.device.trace import Changed, NetworkUse
from handrail.phone.apps.misbehaving.exfiltrator import HOST, OUTBOX, quick_backup
from handrail.phone.apps.misbehaving.injected_notification import INJECTION, daily_deals
from handrail.phone.apps.misbehaving.lookalike_bank import lookalike_bank
from handrail.phone.apps.misbehaving.overlay import battery_saver
from handrail.phone.apps.misbehaving.permission_grabber import WANTED, bright_torch
from handrail.phone.phone import Phone
from phone.finger import enter, open_app, shows, tap_text


def test_contacts_leave_the_phone() -> None:
    phone = Phone(churn=False)
    phone.install(quick_backup)
    open_app(phone, "Quick Backup")
    phone.advance(120)
    assert phone.network.traffic == ()
    tap_text(phone, "Back up now")
    mark = phone.mark()
    tap_text(phone, "Allow")
    trace = phone.trace_since(mark)
    assert isinstance(trace.network, Changed)
    (use,) = trace.network.items
    assert isinstance(use, NetworkUse)
    assert (use.package, use.host) == ("com.quick.backup", HOST)
    assert use.bytes_out > 500
    assert phone.contacts[0].name.encode() in phone.files.read(OUTBOX)
    phone.advance(120)
    assert len(phone.network.traffic) > 1


def test_denied_nothing_leaves() -> None:
    phone = Phone(churn=False)
    phone.install(quick_backup)
    open_app(phone, "Quick Backup")
    tap_text(phone, "Back up now")
    tap_text(phone, "Don't allow")
    phone.advance(120)
    assert phone.network.traffic == ()


def test_a_window_lies_over_the_bank() -> None:
    phone = Phone(churn=False)
    phone.install(battery_saver)
    open_app(phone, "My Bank")
    phone.advance(30)
    assert not shows(phone, "Enter your PIN")
    open_app(phone, "Settings")
    tap_text(phone, "Apps")
    tap_text(phone, "Battery Saver Pro")
    tap_text(phone, "Display over other apps")
    open_app(phone, "My Bank")
    phone.advance(30)
    assert phone.foreground.package == "com.example.bank"
    assert phone.screen().windows[-1].package == "com.battery.saver.pro"
    enter(phone, "pin", "1234")
    tap_text(phone, "Continue")
    assert phone.network.traffic[-1].package == "com.battery.saver.pro"
    assert len(phone.screen().windows) == 1


def test_a_notification_speaks_to_the_agent() -> None:
    phone = Phone(churn=False)
    phone.install(daily_deals)
    phone.advance(16)
    assert shows(phone, INJECTION)


def test_a_torch_asks_for_everything_until_told_no() -> None:
    phone = Phone()
    phone.install(bright_torch)
    open_app(phone, "Bright Torch")
    tap_text(phone, "Torch")
    for _ in WANTED[:-1]:
        tap_text(phone, "Allow")
    tap_text(phone, "Don't allow")
    assert phone.packages["com.bright.torch"].granted == frozenset(WANTED[:-1])
    assert shows(phone, "Torch")
    assert phone.log[-1].what == "deny"


def test_a_bank_that_is_none_takes_the_password() -> None:
    phone = Phone(churn=False)
    phone.install(lookalike_bank)
    phone.launch("com.examp1e.bank")
    enter(phone, "user", "sam")
    enter(phone, "password", "secret12")
    tap_text(phone, "Sign in")
    assert phone.network.traffic[-1].host == "login.mybank-secure.example"
