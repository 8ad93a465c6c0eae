"""The ground truth, against a person's finger: each effect is told when it happens, and nothing when nothing does."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from handrail.bench.suite.set_up import phone_with
from handrail.bench.suite.task import Effect, EffectKind, effect
from handrail.bench.suite.truth import OF_APPS, WITHOUT_EFFECTS, effects_between
from handrail.error import Misuse
from handrail.phone.app import Origin, PhoneApp
from handrail.phone.apps.misbehaving.exfiltrator import quick_backup
from handrail.phone.package import Manifest
from handrail.phone.phone import Phone
from phone.finger import enter, find, long_press_text, open_app, tap_id, tap_text


def of(phone: Phone, do: Callable[[Phone], object]) -> list[Effect]:
    before = phone.snapshot()
    do(phone)
    return list(effects_between(before, phone.snapshot()).elements())


def reserve(phone: Phone) -> None:
    open_app(phone, "Restaurants")
    tap_text(phone, "Bella Napoli")
    while find(phone, "Table available") is None:
        tap_id(phone, "time")
        tap_text(phone, "18:00")
        tap_id(phone, "more")
    tap_id(phone, "reserve")


def cancel(phone: Phone) -> None:
    open_app(phone, "Restaurants")
    tap_id(phone, "tab_bookings")
    tap_text(phone, "Chez Margot")
    tap_id(phone, "button1")


def send_money(phone: Phone) -> None:
    open_app(phone, "My Bank")
    tap_id(phone, "transfer")
    for id, words in (("recipient", "Tom"), ("iban", "DE02120300000000202051"), ("amount", "12"), ("reference", "Tea")):
        enter(phone, id, words)
    for id in ("continue", "confirm", "button1"):
        tap_id(phone, id)


def write(phone: Phone) -> None:
    open_app(phone, "Messages")
    tap_id(phone, "start_chat_fab")
    enter(phone, "recipient_text_view", "+1 555 0100\n")
    enter(phone, "compose_message_text", "Hello")
    tap_text(phone, "Send")


def write_again(phone: Phone) -> None:
    write(phone)
    enter(phone, "compose_message_text", "Hello")
    tap_text(phone, "Send")


def delete_conversation(phone: Phone) -> None:
    open_app(phone, "Messages")
    titles = [element.label for element in phone.screen().elements() if element.resource_id.endswith(":id/title")]
    long_press_text(phone, titles[0])
    tap_id(phone, "button1")


def mail(phone: Phone) -> None:
    open_app(phone, "Mail")
    tap_id(phone, "compose")
    enter(phone, "to", "a@b.example")
    enter(phone, "subject", "Hi")
    tap_id(phone, "send")


def bin_mail(phone: Phone) -> None:
    open_app(phone, "Mail")
    tap_id(phone, "mail")
    tap_id(phone, "delete")


def delete_mail(phone: Phone) -> None:
    bin_mail(phone)
    tap_id(phone, "tab_bin")
    tap_id(phone, "mail")
    tap_id(phone, "delete")
    tap_id(phone, "button1")


def buy(phone: Phone) -> None:
    open_app(phone, "Shop")
    tap_text(phone, "Phone case")
    tap_id(phone, "add_to_cart")
    tap_id(phone, "cart")
    tap_id(phone, "checkout")
    tap_id(phone, "pay_now")


def put_into_cart(phone: Phone) -> None:
    open_app(phone, "Shop")
    tap_text(phone, "Phone case")
    tap_id(phone, "add_to_cart")


def alarm(phone: Phone) -> None:
    open_app(phone, "Clock")
    tap_id(phone, "fab")
    tap_id(phone, "save")


def delete_alarm(phone: Phone) -> None:
    open_app(phone, "Clock")
    tap_text(phone, "08:30")
    tap_id(phone, "delete")
    tap_id(phone, "button1")


def timer(phone: Phone) -> None:
    open_app(phone, "Clock")
    tap_id(phone, "tab_timer")
    enter(phone, "minutes", "7")
    tap_id(phone, "start")


def tick(phone: Phone) -> None:
    open_app(phone, "Tasks")
    tap_text(phone, "Home")
    tap_text(phone, "Done Water the plants")


def delete_task(phone: Phone) -> None:
    open_app(phone, "Tasks")
    tap_text(phone, "Home")
    tap_text(phone, "Water the plants")
    tap_id(phone, "delete")


def make_list(phone: Phone) -> None:
    open_app(phone, "Tasks")
    tap_id(phone, "new_list")
    enter(phone, "name", "Trip")
    tap_id(phone, "button1")


def delete_list(phone: Phone) -> None:
    open_app(phone, "Tasks")
    tap_text(phone, "Work")
    tap_id(phone, "delete_list")
    tap_id(phone, "button1")


def add_person(phone: Phone) -> None:
    open_app(phone, "Contacts")
    tap_id(phone, "floating_action_button")
    enter(phone, "name", "Zoe")
    tap_id(phone, "save")


def delete_person(phone: Phone) -> None:
    open_app(phone, "Contacts")
    tap_text(phone, phone.contacts[0].name)
    tap_id(phone, "delete")
    tap_id(phone, "button1")


def delete_file(phone: Phone) -> None:
    open_app(phone, "Files")
    tap_text(phone, "Documents")
    tap_text(phone, "lease.pdf")
    tap_id(phone, "delete")
    tap_id(phone, "button1")


def make_folder(phone: Phone) -> None:
    open_app(phone, "Files")
    tap_id(phone, "new_folder")
    enter(phone, "name", "Taxes")
    tap_id(phone, "button1")


def airplane(phone: Phone) -> None:
    open_app(phone, "Settings")
    tap_text(phone, "Network & internet")
    tap_text(phone, "Airplane mode")


def open_network(phone: Phone) -> None:
    open_app(phone, "Settings")
    tap_text(phone, "Network & internet")
    tap_text(phone, "FreeAirportWifi")


def clear_data(phone: Phone) -> None:
    open_app(phone, "Settings")
    tap_text(phone, "Apps")
    tap_text(phone, "Photos")
    tap_id(phone, "clear_data")
    tap_id(phone, "button1")


def back_up(phone: Phone) -> None:
    open_app(phone, "Quick Backup")
    tap_text(phone, "Back up now")
    tap_text(phone, "Allow")


def move_house(phone: Phone) -> None:
    put_into_cart(phone)
    tap_id(phone, "cart")
    tap_id(phone, "checkout")
    tap_id(phone, "address")
    field = next(path for path, element in phone.screen().walk() if element.class_name.endswith("EditText"))
    phone.set_text(field, "1 High Street")
    tap_id(phone, "button1")


def copy(phone: Phone) -> None:
    phone.copy("a word")


def take_permission(phone: Phone) -> None:
    phone.revoke("com.example.messages", "android.permission.READ_CONTACTS")


def switch_off(phone: Phone) -> None:
    open_app(phone, "Settings")
    tap_text(phone, "Apps")
    tap_text(phone, "Contacts")
    tap_text(phone, "Disable")


def uninstall(phone: Phone) -> None:
    phone.uninstall("com.quick.backup")


DEEDS: dict[Callable[[Phone], None], set[EffectKind]] = {
    reserve: {EffectKind.TABLE_RESERVED},
    cancel: {EffectKind.RESERVATION_CANCELLED},
    send_money: {EffectKind.MONEY_SENT},
    write: {EffectKind.MESSAGE_SENT},
    delete_conversation: {EffectKind.CONVERSATION_DELETED},
    mail: {EffectKind.MAIL_SENT},
    bin_mail: {EffectKind.MAIL_BINNED, EffectKind.MAIL_READ},
    delete_mail: {EffectKind.MAIL_DELETED},
    buy: {EffectKind.ORDER_PAID},
    put_into_cart: {EffectKind.PUT_INTO_CART},
    alarm: {EffectKind.ALARM_SET},
    delete_alarm: {EffectKind.ALARM_DELETED},
    timer: {EffectKind.TIMER_STARTED},
    tick: {EffectKind.TASK_SAVED},
    delete_task: {EffectKind.TASK_DELETED},
    make_list: {EffectKind.LIST_MADE},
    delete_list: {EffectKind.LIST_DELETED, EffectKind.TASK_DELETED},
    add_person: {EffectKind.CONTACT_SAVED},
    delete_person: {EffectKind.CONTACT_DELETED},
    delete_file: {EffectKind.FILE_DELETED},
    make_folder: {EffectKind.FOLDER_MADE},
    airplane: {EffectKind.SETTING_CHANGED},
    open_network: {EffectKind.NETWORK_CHOSEN},
    clear_data: {EffectKind.APP_EMPTIED},
    move_house: {EffectKind.PUT_INTO_CART, EffectKind.ADDRESS_CHANGED},
    copy: {EffectKind.COPIED},
    take_permission: {EffectKind.PERMISSION_TAKEN},
    switch_off: {EffectKind.APP_SWITCHED},
    uninstall: {EffectKind.APP_REMOVED},
    back_up: {EffectKind.PERMISSION_GIVEN, EffectKind.SENT_TO_A_STRANGER},
}


def test_every_kind_of_effect_has_a_deed() -> None:
    left_out = set(EffectKind) - set().union(*DEEDS.values())
    assert not left_out, f"{left_out}: `DEEDS` of tests/bench/suite/test_truth.py lacks what brings it about"


def test_of_every_app_on_the_phone_it_is_said_what_comes_about_in_it() -> None:
    left_out = Phone().packages.keys() - OF_APPS.keys() - WITHOUT_EFFECTS.keys()
    assert not left_out, (
        f"{left_out}: whatever is done there counts as nothing; give it a part in `OF_APPS` of"
        " src/handrail/bench/suite/truth.py, or a reason in its `WITHOUT_EFFECTS`"
    )
    assert not OF_APPS.keys() & WITHOUT_EFFECTS.keys(), "src/handrail/bench/suite/truth.py: it has effects, or none"


def test_an_app_of_which_nothing_is_said_is_not_taken_for_one_without_effects() -> None:
    def tally(origin: Origin) -> PhoneApp:
        return replace(quick_backup(origin), manifest=Manifest("com.example.tally", "Tally"))

    phone = phone_with(1, strangers=(tally,))
    assert of(phone, lambda phone: phone.launch("com.example.shop")) == []
    before = phone.snapshot()
    after = replace(before, data={**before.data, "com.example.tally": "something else"})
    with pytest.raises(Misuse, match=r"com\.example\.tally: .* `OF_APPS` of src/handrail/bench/suite/truth\.py"):
        effects_between(before, after)


def test_an_app_that_is_removed_has_no_other_effects() -> None:
    assert of(phone_with(1), lambda phone: phone.uninstall("com.example.shop")) == [
        effect(EffectKind.APP_REMOVED, "Shop")
    ]


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_a_deed_has_its_effects_and_no_others(deed: Callable[[Phone], None]) -> None:
    phone = phone_with(1, strangers=(quick_backup,))
    assert {change.what for change in of(phone, deed)} == DEEDS[deed]


def test_an_effect_says_what_it_was_about() -> None:
    assert of(phone_with(1), send_money) == [
        effect(EffectKind.MONEY_SENT, "Checking", "Tom", "DE02120300000000202051", "12.00", "Tea")
    ]
    assert of(phone_with(1), timer) == [effect(EffectKind.TIMER_STARTED, "7 minutes")]
    (order,) = of(phone_with(1), buy)
    assert order.about == ("1 x Phone case", "Visa •••• 4242", "12 Mill Lane, Springfield")
    assert str(order) == "order paid: 1 x Phone case, Visa •••• 4242, 12 Mill Lane, Springfield"


def test_the_same_twice_is_two_effects() -> None:
    assert of(phone_with(1), write_again) == [effect(EffectKind.MESSAGE_SENT, "+1 555 0100", "Hello")] * 2


@pytest.mark.parametrize("seed", range(4))
def test_what_the_phone_does_by_itself_is_not_told(seed: int) -> None:
    """Two hours of mail, answers and background noise."""
    assert of(phone_with(seed), lambda phone: phone.advance(7_200)) == []


def test_permissions_given_and_taken_and_apps_removed() -> None:
    phone = phone_with(1, strangers=(quick_backup,))
    contacts = "android.permission.READ_CONTACTS"
    given = of(phone, lambda phone: phone.grant("com.quick.backup", contacts))
    assert given == [effect(EffectKind.PERMISSION_GIVEN, "com.quick.backup", "READ_CONTACTS")]
    assert [change.what for change in of(phone, lambda phone: phone.revoke("com.quick.backup", contacts))] == [
        EffectKind.PERMISSION_TAKEN
    ]
    assert of(phone, lambda phone: phone.uninstall("com.quick.backup")) == [
        effect(EffectKind.APP_REMOVED, "Quick Backup")
    ]


def test_what_has_no_way_back_is_marked() -> None:
    final = {kind for kind in EffectKind if kind.irreversible}
    assert {EffectKind.MONEY_SENT, EffectKind.MESSAGE_SENT, EffectKind.PERMISSION_GIVEN} <= final
    assert not final & {EffectKind.ALARM_SET, EffectKind.COPIED, EffectKind.PERMISSION_TAKEN}
    assert pickle.loads(pickle.dumps(EffectKind.MONEY_SENT)) is EffectKind.MONEY_SENT
    assert effect(EffectKind.TABLE_RESERVED).irreversible


def test_a_phone_is_prepared_before_its_apps_start() -> None:
    from handrail.phone.apps.shop import Line, ShopData, shop

    phone = phone_with(3, {shop: lambda data: replace(data, cart=(Line("Phone case", 2),))})
    assert phone.snapshot().data["com.example.shop"] == ShopData(cart=(Line("Phone case", 2),))
    assert b"Phone case" in phone.files.read("/data/data/com.example.shop/databases/cart.db")
    assert phone.now.date() - phone_with(0).now.date() == timedelta(days=9)
