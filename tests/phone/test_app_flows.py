"""The main thing that each app is for, done by touching what is written on the screen."""

from datetime import date, time
from decimal import Decimal
from typing import Any

from handrail.device.trace import Changed, PackageChange, PackageChangeKind
from handrail.phone.phone import Phone
from phone.finger import enter, long_press_text, open_app, scroll_to, shows, tap_id, tap_text, texts


def data_of(phone: Phone, package: str) -> Any:
    return phone.snapshot().data[package]


def test_an_alarm_is_set_and_rings() -> None:
    phone = Phone()
    open_app(phone, "Clock")
    tap_text(phone, "Add alarm")
    enter(phone, "hour", "10")
    enter(phone, "minute", "05")
    enter(phone, "label", "Tea")
    tap_text(phone, "Save")
    assert phone.toast == "Alarm set for 10:05"
    assert shows(phone, "10:05")
    assert shows(phone, "Once • Tea")
    assert b"10:05:00" in phone.files.read("/data/data/com.example.clock/databases/alarms.db")
    phone.home()
    phone.advance(65 * 60)
    assert phone.foreground == ("com.example.clock", "com.example.clock.AlarmActivity")
    tap_text(phone, "Dismiss")
    assert phone.foreground.package == "com.android.launcher"
    assert [alarm.on for alarm in data_of(phone, "com.example.clock").alarms if alarm.label == "Tea"] == [False]


def test_an_alarm_that_is_none_is_not_saved() -> None:
    phone = Phone()
    phone.launch("com.example.clock", "AlarmEditActivity")
    enter(phone, "hour", "25")
    tap_text(phone, "Save")
    assert phone.toast == "Enter a valid time"
    assert phone.foreground.activity.endswith("AlarmEditActivity")


def test_an_alarm_is_turned_on_edited_and_deleted() -> None:
    phone = Phone()
    open_app(phone, "Clock")
    tap_text(phone, "Alarm 08:30")
    tap_text(phone, "08:30")
    tap_text(phone, "Mon")
    tap_text(phone, "Wed")
    tap_text(phone, "Save")
    alarm = data_of(phone, "com.example.clock").alarms[0]
    assert (alarm.at, alarm.days, alarm.on) == (time(8, 30), ("Mon", "Wed"), True)
    tap_text(phone, "08:30")
    tap_text(phone, "Delete")
    tap_text(phone, "Cancel")
    tap_text(phone, "Delete")
    tap_text(phone, "Delete")
    assert not shows(phone, "08:30")


def test_a_timer_counts_down_and_a_stopwatch_up() -> None:
    phone = Phone()
    open_app(phone, "Clock")
    tap_text(phone, "Timer")
    enter(phone, "minutes", "2")
    tap_text(phone, "Start")
    phone.advance(60)
    assert shows(phone, "00:00:59")
    tap_text(phone, "Stopwatch")
    tap_text(phone, "Start")
    phone.advance(10)
    tap_text(phone, "Lap")
    assert shows(phone, "Lap 1")
    phone.advance(60)
    assert shows(phone, "Time's up")


def test_a_message_is_sent_to_two_people_after_the_permission_was_given() -> None:
    phone = Phone()
    open_app(phone, "Messages")
    tap_text(phone, "Start chat")
    assert phone.foreground.activity.endswith("GrantPermissionsActivity")
    tap_text(phone, "Allow")
    first, second = phone.contacts[0].name, phone.contacts[1].name
    for name in (first, second):
        enter(phone, "recipient_text_view", name[:4])
        tap_text(phone, name)
    enter(phone, "compose_message_text", "See you at nine")
    tap_text(phone, "Send")
    talk = data_of(phone, "com.example.messages").conversations[0]
    assert talk.people == (first, second)
    assert [message.text for message in talk.messages] == ["See you at nine"]
    assert phone.foreground.activity.endswith("ConversationActivity")


def test_a_denied_permission_hides_the_contacts_and_a_number_still_works() -> None:
    phone = Phone()
    open_app(phone, "Messages")
    tap_text(phone, "Start chat")
    tap_text(phone, "Don't allow")
    enter(phone, "recipient_text_view", phone.contacts[0].name)
    phone.key(66)
    assert phone.toast == "No such recipient"
    enter(phone, "recipient_text_view", "+44 7700 900123")
    enter(phone, "compose_message_text", "Hi")
    tap_text(phone, "Send")
    assert data_of(phone, "com.example.messages").conversations[0].people == ("+44 7700 900123",)


def test_a_contact_is_added_edited_and_deleted() -> None:
    phone = Phone()
    open_app(phone, "Contacts")
    tap_text(phone, "Create contact")
    enter(phone, "name", "Zoe Zander")
    enter(phone, "phone", "+44 7700 900777")
    tap_text(phone, "Save")
    tap_text(phone, "Zoe Zander")
    tap_text(phone, "Edit")
    enter(phone, "email", "zoe@example.com")
    tap_text(phone, "Save")
    assert shows(phone, "zoe@example.com")
    assert [person.email for person in phone.contacts if person.name == "Zoe Zander"] == ["zoe@example.com"]
    tap_text(phone, "Delete")
    tap_text(phone, "Delete")
    assert all(person.name != "Zoe Zander" for person in phone.contacts)


def test_a_contact_is_shared_by_message() -> None:
    phone = Phone()
    phone.grant("com.example.messages", "android.permission.READ_CONTACTS")
    open_app(phone, "Contacts")
    person = phone.contacts[0]
    tap_text(phone, person.name)
    tap_text(phone, "Share")
    tap_text(phone, "Messages")
    assert shows(phone, person.phone)


def test_a_table_is_reserved_where_there_is_one() -> None:
    phone = Phone()
    open_app(phone, "Restaurants")
    enter(phone, "query", "harbor")
    tap_text(phone, "Blue Harbor Grill")
    for at in ("12:00", "12:30", "13:00", "18:00", "18:30"):
        tap_id(phone, "time")
        tap_text(phone, at)
        if shows(phone, "Table available"):
            break
    tap_text(phone, "+")
    tap_text(phone, "-")
    mark = phone.mark()
    tap_text(phone, "Reserve now")
    assert shows(phone, "Reservation confirmed")
    trace = phone.trace_since(mark)
    assert isinstance(trace.network, Changed)
    assert trace.network.items[0].host == "api.tablefinder.example"
    phone.back()
    assert phone.foreground.activity.endswith("SearchActivity")
    booking = data_of(phone, "com.example.restaurants").bookings[-1]
    assert (booking.restaurant, booking.day, booking.people) == ("Blue Harbor Grill", date(2026, 3, 3), 2)
    tap_text(phone, "Bookings")
    tap_text(phone, "Blue Harbor Grill")
    tap_text(phone, "Cancel booking")
    assert booking not in data_of(phone, "com.example.restaurants").bookings


def test_no_table_no_reservation() -> None:
    phone = Phone()
    open_app(phone, "Restaurants")
    found = False
    for name in ("Bella Napoli", "Blue Harbor Grill", "Sakura House"):
        tap_text(phone, name)
        for at in ("12:00", "13:00", "18:00", "19:00", "20:00", "21:00"):
            tap_id(phone, "time")
            tap_text(phone, at)
            if shows(phone, "No table available"):
                found = True
                before = phone.snapshot().data
                tap_text(phone, "Reserve now")
                assert phone.snapshot().data == before
        phone.back()
    assert found


def test_something_is_bought() -> None:
    phone = Phone()
    open_app(phone, "Shop")
    enter(phone, "query", "mug")
    tap_text(phone, "Coffee mug")
    tap_text(phone, "Add to cart")
    tap_id(phone, "cart")
    tap_text(phone, "More Coffee mug")
    assert shows(phone, "Total: $25.00")
    tap_text(phone, "Checkout")
    tap_text(phone, "PayQuick")
    mark = phone.mark()
    tap_text(phone, "Pay now")
    assert shows(phone, "Order confirmed")
    shop = data_of(phone, "com.example.shop")
    assert shop.cart == ()
    assert (shop.orders[0].cents, shop.orders[0].method) == (2500, "PayQuick")
    network = phone.trace_since(mark).network
    assert isinstance(network, Changed)
    assert "pay.shopfront.example" in {use.host for use in network.items}
    assert phone.notifications[0].title == "Order confirmed"


def test_nothing_is_paid_offline() -> None:
    phone = Phone()
    phone.settings.put("global", "airplane_mode_on", "1")
    open_app(phone, "Shop")
    tap_text(phone, "Coffee mug")
    tap_text(phone, "Add to cart")
    tap_id(phone, "cart")
    tap_text(phone, "Checkout")
    tap_text(phone, "Pay now")
    assert phone.toast == "You're offline"
    assert data_of(phone, "com.example.shop").orders == ()


def test_money_is_transferred() -> None:
    phone = Phone()
    open_app(phone, "My Bank")
    before = data_of(phone, "com.example.bank").account("Checking").balance
    tap_text(phone, "Transfer")
    enter(phone, "recipient", "Alice Martin")
    enter(phone, "iban", "GB82 WEST 1234 5698 7654 32")
    enter(phone, "amount", "40,50")
    tap_text(phone, "Continue")
    assert shows(phone, "GB82WEST12345698765432")
    tap_text(phone, "Confirm transfer")
    tap_text(phone, "Send")
    assert shows(phone, "Transfer sent")
    tap_text(phone, "Done")
    assert before - data_of(phone, "com.example.bank").account("Checking").balance == Decimal("40.50")
    tap_text(phone, "Checking")
    assert shows(phone, "Alice Martin")


def test_a_wrong_account_number_stays_where_it_is() -> None:
    phone = Phone()
    open_app(phone, "My Bank")
    tap_text(phone, "Transfer")
    enter(phone, "recipient", "Alice Martin")
    enter(phone, "iban", "GB82 WEST 1234 5698 7654 33")
    enter(phone, "amount", "40")
    tap_text(phone, "Continue")
    assert phone.toast == "This IBAN is not valid"


def test_a_mail_is_written_read_and_deleted() -> None:
    phone = Phone()
    open_app(phone, "Mail")
    tap_text(phone, "Compose")
    enter(phone, "to", "alice@example.com")
    enter(phone, "subject", "Friday")
    enter(phone, "body", "Gladly!")
    tap_text(phone, "Send")
    tap_text(phone, "Sent")
    tap_text(phone, "Friday")
    assert shows(phone, "Gladly!")
    tap_text(phone, "Delete")
    tap_text(phone, "Bin")
    tap_text(phone, "Friday")
    tap_text(phone, "Delete")
    tap_text(phone, "Delete")
    assert not shows(phone, "Friday")


def test_a_task_is_added_starred_done_and_its_list_deleted() -> None:
    phone = Phone()
    open_app(phone, "Tasks")
    tap_text(phone, "New list")
    enter(phone, "name", "Trip")
    tap_text(phone, "Create")
    tap_text(phone, "Trip")
    tap_text(phone, "Add task")
    enter(phone, "title", "Pack")
    tap_id(phone, "due")
    tap_text(phone, "Tomorrow")
    tap_text(phone, "Save")
    assert shows(phone, "Due 2026-03-03")
    tap_text(phone, "Star Pack")
    tap_text(phone, "Done Pack")
    task = data_of(phone, "com.example.tasks").tasks[-1]
    assert (task.title, task.due, task.starred, task.done) == ("Pack", date(2026, 3, 3), True, True)
    tap_text(phone, "Delete list")
    tap_text(phone, "Delete")
    assert "Trip" not in data_of(phone, "com.example.tasks").lists
    assert task not in data_of(phone, "com.example.tasks").tasks


def test_settings_change_the_phone() -> None:
    phone = Phone()
    open_app(phone, "Settings")
    tap_text(phone, "Network & internet")
    tap_text(phone, "Wi-Fi")
    assert phone.settings.get("global", "wifi_on") == "0"
    phone.back()
    tap_text(phone, "Display")
    tap_text(phone, "Screen timeout")
    tap_text(phone, "10 minutes")
    assert phone.settings.get("system", "screen_off_timeout") == "600000"
    phone.back()
    tap_text(phone, "Security")
    tap_text(phone, "Install unknown apps")
    assert phone.settings.get("secure", "install_non_market_apps") == "1"
    tap_text(phone, "Screen lock")
    tap_text(phone, "None")
    tap_text(phone, "Remove")
    assert phone.settings.get("secure", "lockscreen.password_type") == "0"


def test_developer_options_come_after_seven_touches() -> None:
    phone = Phone()
    open_app(phone, "Settings")
    assert "Developer options" not in texts(phone)
    tap_text(phone, "About phone")
    for _ in range(7):
        tap_text(phone, "Build number")
    phone.back()
    tap_text(phone, "Developer options")
    tap_text(phone, "USB debugging")
    assert phone.settings.get("global", "adb_enabled") == "0"


def test_a_permission_is_taken_away_and_an_app_removed_in_the_settings() -> None:
    phone = Phone()
    permission = "android.permission.READ_CONTACTS"
    phone.grant("com.example.messages", permission)
    open_app(phone, "Settings")
    tap_text(phone, "Apps")
    tap_text(phone, "Messages")
    tap_text(phone, "Permissions")
    tap_text(phone, "Read contacts")
    tap_text(phone, "Don't allow")
    assert permission not in phone.packages["com.example.messages"].granted
    phone.back()
    phone.back()
    mark = phone.mark()
    tap_text(phone, "Uninstall")
    tap_text(phone, "OK")
    assert "com.example.messages" not in phone.packages
    assert not phone.files.exists("/data/data/com.example.messages")
    removed = PackageChange(PackageChangeKind.REMOVED, "com.example.messages", "20.4")
    assert phone.trace_since(mark).packages == Changed((removed,))


def test_a_file_is_deleted_and_a_folder_made() -> None:
    phone = Phone()
    open_app(phone, "Files")
    tap_text(phone, "Documents")
    tap_text(phone, "recipes.txt")
    assert shows(phone, "Bread: 500 g flour")
    phone.back()
    long_press_text(phone, "lease.pdf")
    assert shows(phone, "1 selected")
    tap_text(phone, "Delete")
    tap_text(phone, "Delete")
    assert not phone.files.exists("/sdcard/Documents/lease.pdf")
    tap_text(phone, "New folder")
    enter(phone, "name", "Taxes")
    tap_text(phone, "OK")
    assert shows(phone, "Taxes")


def test_a_photo_is_sent_by_mail_and_another_deleted() -> None:
    phone = Phone()
    open_app(phone, "Photos")
    tap_text(phone, "Allow access")
    tap_text(phone, "Allow")
    before = phone.files.list("/sdcard/DCIM/Camera")
    tap_id(phone, "photo", 1)
    tap_text(phone, "Share")
    tap_text(phone, "Mail")
    enter(phone, "to", "bob@example.com")
    tap_text(phone, "Send")
    assert phone.network.totals[("com.example.mail", "smtp.mailhost.example", 465)][0] > 1_000_000
    tap_text(phone, "Delete")
    tap_text(phone, "Delete")
    assert len(phone.files.list("/sdcard/DCIM/Camera")) == len(before) - 1


def test_an_app_far_down_a_list_is_found_by_scrolling() -> None:
    phone = Phone()
    open_app(phone, "Restaurants")
    assert "Blue Lagoon" not in texts(phone)
    assert scroll_to(phone, "Blue Lagoon").text == "Blue Lagoon"
