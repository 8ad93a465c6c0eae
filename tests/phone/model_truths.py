"""What each simulated app really has, read from its own data and pages, and what to type into its fields."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from handrail.device import key_code
from handrail.phone import tasks
from handrail.phone.apps import (
    bank,
    clock,
    contacts,
    file_browser,
    mail,
    messages,
    photos,
    restaurant,
    settings,
    settings_apps,
    settings_security,
    shop,
    system_ui,
    todo,
)
from handrail.phone.apps.misbehaving import exfiltrator, overlay
from handrail.phone.package import OVERLAY_PERMISSION, Manifest
from handrail.phone.phone import HEIGHT_PIXELS, Phone
from phone import finger
from phone.model_walk import Subject, Truth, data_of, page_of

Rows = dict[str, list[dict[str, Any]]]


def whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() else None


def unique(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for row in rows:
        if dict(row) not in found:
            found.append(dict(row))
    return found


def clock_truth(phone: Phone) -> Truth:
    package = clock.PACKAGE
    data = data_of(phone, package)
    truth: Rows = {
        "Alarm": [
            {"time": alarm.at, "label": alarm.label, "repeats": alarm.repeats, "on": alarm.on} for alarm in data.alarms
        ],
        "Stopwatch": [{"running": data.stopwatch.started is not None}],
        "Timer": [{"status": "running" if data.timer.ends else "paused" if data.timer.seconds_left else "idle"}],
    }
    tabs = page_of(phone, package, clock.Tabs)
    if tabs is not None:
        truth["SelectedTab"] = [{"tab": tabs.tab}]
        if tabs.tab == "Timer" and truth["Timer"][0]["status"] == "idle":
            truth["TimerInput"] = [{"minutes": whole(tabs.minutes)}]
    editor = page_of(phone, package, clock.EditAlarm)
    if editor is not None:
        truth["AlarmEditor"] = [{"hour": whole(editor.hour), "minute": whole(editor.minute), "label": editor.label}]
        truth["AlarmDay"] = [{"day": day, "chosen": day in editor.days} for day in clock.WEEK]
        saved = data.alarm(editor.number)
        if saved is not None:
            hour, minute = saved.at.hour, saved.at.minute
            truth["EditedAlarm"] = [{"time": saved.at, "label": saved.label, "hour": hour, "minute": minute}]
    ringing = page_of(phone, package, clock.Ringing)
    if ringing is not None:
        truth["RingingAlarm"] = [{"title": ringing.title}]
    return truth


def restaurant_truth(phone: Phone) -> Truth:
    data = data_of(phone, restaurant.PACKAGE)
    truth: Rows = {
        "Booking": unique(
            {"restaurant": booking.restaurant, "date": booking.day, "time": booking.at, "people": booking.people}
            for booking in data.bookings
        )
    }
    page = page_of(phone, restaurant.PACKAGE, restaurant.Details)
    if page is not None:
        place = next(known for known in restaurant.RESTAURANTS if known.name == page.name)
        truth["RestaurantInfo"] = [
            {"name": place.name, "kitchen": place.kitchen, "district": place.district, "stars": float(place.stars)}
        ]
        truth["ReserveInfo"] = [{"date": page.day, "time": page.at, "people": page.people, "available": page.free}]
    asked = page_of(phone, restaurant.PACKAGE, restaurant.ConfirmCancel)
    if asked is not None:
        meant = next(booking for booking in data.bookings if booking.number == asked.number)
        truth["BookingToCancel"] = [
            {"restaurant": meant.restaurant, "date": meant.day, "time": meant.at, "people": meant.people}
        ]
    return truth


def contacts_truth(phone: Phone) -> Truth:
    package = contacts.PACKAGE
    truth: Rows = {
        "Contact": [
            {"name": contact.name, "phone": contact.phone, "email": contact.email, "starred": contact.starred}
            for contact in phone.contacts
        ]
    }
    page = page_of(phone, package, contacts.EditPerson)
    if page is not None:
        truth["ContactForm"] = [{"name": page.name, "phone": page.phone, "email": page.email}]
        saved = next((contact for contact in phone.contacts if contact.number == page.number), None)
        if saved is not None:
            truth["EditedContact"] = [{"name": saved.name, "starred": saved.starred}]
    return truth


def messages_truth(phone: Phone) -> Truth:
    package = messages.PACKAGE
    data = data_of(phone, package)
    truth: Rows = {
        "Message": unique(
            {"to": conversation.title, "text": said.text}
            for conversation in data.conversations
            for said in conversation.messages
            if said.mine
        ),
        "Conversation": [
            {"people": conversation.title, "unread": conversation.unread} for conversation in data.conversations
        ],
    }
    thread, new = page_of(phone, package, messages.Thread), page_of(phone, package, messages.NewMessage)
    if thread is not None or new is not None:
        truth["Draft"] = [{"text": (thread or new).draft}]
    if new is not None:
        truth["Recipient"] = [{"name": name} for name in new.people]
    asked = page_of(phone, package, messages.ConfirmDelete)
    meant = data.conversation(asked.number) if asked is not None else None
    if meant is not None:
        truth["ConversationToDelete"] = [{"people": meant.title}]
    return truth


def shop_truth(phone: Phone) -> Truth:
    package = shop.PACKAGE
    data = data_of(phone, package)
    truth: Rows = {
        "CartItem": [{"product": line.product, "count": line.count} for line in data.cart],
    }
    product = page_of(phone, package, shop.Details)
    if product is not None:
        found = next(known for known in shop.PRODUCTS if known.name == product.name)
        truth["Product"] = [{"name": found.name, "price": found.cents / 100, "in_stock": found.in_stock}]
    if page_of(phone, package, shop.Checkout) is not None:
        truth["Checkout"] = [{"method": data.method, "address": data.address}]
        lines = [f"{line.count} x {shop.price(shop._BY_NAME[line.product].cents)}" for line in data.cart]
        products = [line.product for line in data.cart]
        truth["OrderInCheckout"] = [{"products": "; ".join(products), "counts": "; ".join(lines)}]
    if page_of(phone, package, shop.Cart) is not None:
        truth["CartTotal"] = [{"total": data.cents / 100}]
    address = page_of(phone, package, shop.EditAddress)
    if address is not None:
        truth["AddressForm"] = [{"address": address.address}]
    if data.orders:
        last = data.orders[-1]
        truth["Payment"] = [{"method": last.method, "total": last.cents / 100, "address": last.address}]
    return truth


def bank_truth(phone: Phone) -> Truth:
    package = bank.PACKAGE
    data = data_of(phone, package)
    truth: Rows = {"Account": [{"name": account.name, "balance": account.balance} for account in data.accounts]}
    form = page_of(phone, package, bank.Transfer)
    if form is not None:
        amount = whole(form.amount)
        truth["TransferForm"] = [
            {
                "account": form.account,
                "recipient": form.recipient,
                "iban": form.iban,
                "amount": amount,
                "reference": form.reference,
            }
        ]
    review = page_of(phone, package, bank.Review)
    if review is not None:
        truth["TransferReview"] = [sent_by(review.form)]
    sent = page_of(phone, package, bank.Sent)
    if sent is not None:
        truth["Transfer"] = [
            {
                "account": sent.entry.account,
                "recipient": sent.entry.with_whom,
                "amount": -sent.entry.amount,
                "reference": sent.entry.reference,
            }
        ]
    return truth


def sent_by(form: bank.Transfer) -> dict[str, Any]:
    return {
        "account": form.account,
        "recipient": form.recipient,
        "iban": bank.read_iban(form.iban),
        "amount": bank.read_amount(form.amount),
        "reference": form.reference,
    }


def mail_truth(phone: Phone) -> Truth:
    package = mail.PACKAGE
    data = data_of(phone, package)
    truth: Rows = {
        "Mail": [
            {
                "folder": letter.folder,
                "who": letter.to if letter.folder == "Sent" else letter.sender,
                "subject": letter.subject,
                "unread": letter.unread,
            }
            for letter in data.letters
        ]
    }
    folder = page_of(phone, package, mail.Folder)
    if folder is not None:
        truth["MailFolder"] = [{"name": folder.folder}]
    reading = page_of(phone, package, mail.Reading)
    letter = data.letter(reading.number) if reading is not None else None
    if letter is not None:
        truth["OpenMail"] = [
            {"from": letter.sender, "subject": letter.subject or "(no subject)", "folder": letter.folder}
        ]
    form = page_of(phone, package, mail.Compose)
    if form is not None:
        truth["MailDraft"] = [
            {"to": form.to, "subject": form.subject, "body": form.body, "attachment": form.attachment}
        ]
    just_sent = [
        letter for letter in data.letters if letter.sender == mail.ME and phone.now - letter.at < timedelta(seconds=3)
    ]
    if just_sent:  # later it may be deleted, and who sent what last is nowhere to be seen
        last = max(just_sent, key=lambda letter: letter.number)
        truth["SentMail"] = [{"to": last.to, "subject": last.subject, "body": last.body, "attachment": last.attachment}]
    return truth


def from_starred(phone: Phone) -> bool:
    """Whether the page behind the one in front shows tasks of all lists, which does not say on which list one is."""
    pages = [opened.page for opened in tasks.front(phone._system.stack).pages]
    return any(isinstance(page, todo.TaskList) and not page.name for page in pages)


def tasks_truth(phone: Phone) -> Truth:
    package = todo.PACKAGE
    data = data_of(phone, package)
    truth: Rows = {
        "List": [{"name": name} for name in data.lists],
        "Task": [
            {"list": task.list, "title": task.title, "due": task.due, "starred": task.starred, "done": task.done}
            for task in data.tasks
        ],
    }
    shown = page_of(phone, package, todo.TaskList)
    if shown is not None:
        truth["OpenList"] = [{"name": shown.name or "Starred"}]
    form = page_of(phone, package, todo.EditTask)
    if form is not None:
        truth["TaskForm"] = [{"title": form.title, "details": form.details, "due": form.due}]
        saved = data.task(form.number)
        if saved is None:
            truth["EditedTask"] = [{"list": form.list, "starred": False, "done": False}]
        else:
            listed = {"list": saved.list} if shown is not None or not from_starred(phone) else {}
            truth["EditedTask"] = [
                {**listed, "title": saved.title, "due": saved.due, "starred": saved.starred, "done": saved.done}
            ]
    return truth


def files_truth(phone: Phone) -> Truth:
    page = page_of(phone, file_browser.PACKAGE, file_browser.Folder)
    asked = page_of(phone, file_browser.PACKAGE, file_browser.ConfirmDelete)
    question: Rows = {}
    if asked is not None:
        names = [path.rpartition("/")[2] for path in asked.paths]
        what = names[0] if len(names) == 1 else f"{len(names)} items"
        question["FileToDelete"] = [{"what": what, "path": "\n".join(asked.paths)}]
    if page is None:
        return question
    entries = [phone.files.stat(f"{page.path}/{name}") for name in phone.files.list(page.path)]
    truth: Rows = {
        **question,
        "Item": [
            {
                "name": entry.path.rpartition("/")[2],
                "is_folder": entry.is_directory,
                "selected": entry.path in page.chosen,
                "path": entry.path,
            }
            for entry in entries
            if entry is not None
        ],
    }
    if not page.chosen:
        name = "Files" if page.path == "/sdcard" else page.path.rpartition("/")[2]
        truth["Folder"] = [{"name": name, "path": page.path}]
    return truth


def photos_truth(phone: Phone) -> Truth:
    package = photos.PACKAGE
    if photos.ALLOWED not in phone.packages[package].granted:
        return {}
    stats = [phone.files.stat(f"{photos.FOLDER}/{name}") for name in phone.files.list(photos.FOLDER)]
    truth: Rows = {
        "Photo": [{"taken": photos._taken(stat)} for stat in stats if stat is not None and not stat.is_directory]
    }
    page = page_of(phone, package, photos.Photo)
    if page is not None and (found := phone.files.stat(page.path)) is not None:
        truth["OpenPhoto"] = [{"taken": photos._taken(found), "path": page.path}]
    return truth


def launcher_truth(phone: Phone) -> Truth:
    package = phone.packages[phone.foreground.package]
    return {"OpenedApp": [{"name": package.label}]} if package.manifest.in_launcher else {}


SWITCHES = {
    "Wi-Fi": ("global", "wifi_on"),
    "Mobile data": ("global", "mobile_data"),
    "Airplane mode": ("global", "airplane_mode_on"),
    "Bluetooth": ("global", "bluetooth_on"),
    "Auto-rotate screen": ("system", "accelerometer_rotation"),
    "Install unknown apps": ("secure", "install_non_market_apps"),
    "Scan apps for harm": ("global", "package_verifier_enable"),
    "Use developer options": ("global", "development_settings_enabled"),
    "USB debugging": ("global", "adb_enabled"),
    "Stay awake": ("global", "stay_on_while_plugged_in"),
}
SHOWN_ON = {
    settings.NetworkPage: ("Wi-Fi", "Mobile data", "Airplane mode"),
    settings.BluetoothPage: ("Bluetooth",),
    settings.DisplayPage: ("Auto-rotate screen",),
    settings.SecurityPage: ("Install unknown apps", "Scan apps for harm"),
    settings.DeveloperPage: ("Use developer options", "USB debugging", "Stay awake"),
}
CHOICES = {
    "Brightness level": ("system", "screen_brightness"),
    "Screen timeout": ("system", "screen_off_timeout"),
    "Font size": ("system", "font_scale"),
}


def settings_truth(phone: Phone) -> Truth:
    package = "com.android.settings"
    truth: Rows = {}
    switches: list[dict[str, Any]] = []
    for kind, names in SHOWN_ON.items():
        if page_of(phone, package, kind) is not None:
            switches += [{"name": name, "on": phone.settings.get(*SWITCHES[name]) == "1"} for name in names]
    if page_of(phone, package, settings.DisplayPage) is not None:
        switches.append({"name": "Dark theme", "on": phone.settings.get("secure", "ui_night_mode") == "2"})
        truth["Choice"] = [
            {
                "name": name,
                "value": next((label for label, offered in settings._CHOICES[key] if offered == value), value),
            }
            for name, (namespace, key) in CHOICES.items()
            if (value := phone.settings.get(namespace, key)) is not None
        ]
    if switches:
        truth["Switch"] = switches
    if page_of(phone, package, settings.NetworkPage) is not None and phone.settings.get("global", "wifi_on") == "1":
        truth["Wifi"] = [{"network": data_of(phone, package).network}]
    if page_of(phone, package, settings.SecurityPage) is not None:
        value = phone.settings.get("secure", "lockscreen.password_type")
        truth["ScreenLock"] = [
            {"kind": next((name for name, lock_kind in settings.LOCKS if lock_kind == value), "None")}
        ]
    info = page_of(phone, package, settings_apps.AppInfo)
    if info is not None and info.package in phone.packages:
        shown = phone.packages[info.package]
        truth["AppInfo"] = [{"name": shown.label, "package": shown.name}]
        if OVERLAY_PERMISSION in shown.declared_permissions:
            allowed = OVERLAY_PERMISSION in shown.granted
            permission = "Display over other apps"
            truth["Permission"] = [
                {"app": shown.label, "permission": permission, "allowed": allowed, "package": shown.name}
            ]
    opened_page = page_of(phone, package, settings_apps.PermissionPage)
    if opened_page is not None:
        shown = phone.packages[opened_page.package]
        name = settings_apps.short_name(opened_page.permission)
        allowed = opened_page.permission in shown.granted
        truth["Permission"] = [{"app": shown.label, "permission": name, "allowed": allowed, "package": shown.name}]
    removing = page_of(phone, package, settings_security.RemoveLock)
    if removing is not None:
        truth["LockToSet"] = [{"kind": removing.kind}]
    return truth


SUBJECTS = {
    "clock": Subject(
        clock.PACKAGE,
        "clock.yaml",
        clock_truth,
        {"hour": ("7", "99"), "minute": ("45",), "label": ("Work", ""), "minutes": ("10", "x")},
        unsure=frozenset(
            {"start the timer", "start the timer with enter", "save a new alarm", "save an alarm that was there"}
        ),
        traceless=frozenset(
            {
                "DiscardAlarm",
                "DismissAlarm",
                "PauseTimer",
                "ResetTimer",
                "StartStopwatch",
                "StopStopwatch",
                "ResetStopwatch",
                "TakeLap",
            }
        ),
    ),
    "restaurant": Subject(restaurant.PACKAGE, "restaurant.yaml", restaurant_truth, {"query": ("French",)}),
    "contacts": Subject(
        contacts.PACKAGE,
        "contacts.yaml",
        contacts_truth,
        {"search": ("a",), "name": ("Zoe", ""), "phone": ("+1 555 0100",), "email": ("zoe@example.com",)},
        traceless=frozenset({"DiscardContact"}),
    ),
    "messages": Subject(
        messages.PACKAGE,
        "messages.yaml",
        messages_truth,
        {"compose_message_text": ("On my way", ""), "recipient_text_view": ("+1 555 0199", "nobody", "")},
        incidental={"open a conversation": "data of com.example.messages"},
        unsure=frozenset({"send to somebody whose name is only typed"}),
        traceless=frozenset({"DiscardMessage"}),
    ),
    "shop": Subject(
        shop.PACKAGE,
        "shop.yaml",
        shop_truth,
        {"query": ("mouse",), "address": ("1 New Street", "")},
        incidental={"choose how to pay": "data of com.example.shop"},
        unsure=frozenset({"save the address"}),
    ),
    "bank": Subject(
        bank.PACKAGE,
        "bank.yaml",
        bank_truth,
        {
            "recipient": ("Alice Martin",),
            "iban": ("DE02120300000000202051",),
            "amount": ("120", "x"),
            "reference": ("Rent",),
        },
        traceless=frozenset({"DiscardTransfer"}),
    ),
    "mail": Subject(
        mail.PACKAGE,
        "mail.yaml",
        mail_truth,
        {"to": ("bob@example.com", "nobody"), "subject": ("Hello",), "body": ("See you soon",)},
        incidental={"read a mail": "data of com.example.mail"},
        traceless=frozenset({"DiscardMail"}),
    ),
    "tasks": Subject(
        todo.PACKAGE,
        "tasks.yaml",
        tasks_truth,
        {"name": ("Garden", "Home", ""), "title": ("Buy milk", ""), "details": ("Two bottles",)},
        traceless=frozenset({"DiscardTask"}),
    ),
    "files": Subject(
        file_browser.PACKAGE,
        "files.yaml",
        files_truth,
        {"name": ("New things", "a/b")},
        unsure=frozenset({"share what is chosen", "make a folder"}),
        traceless=frozenset({"ShareFile"}),  # what is done with it is done in another app
    ),
    "photos": Subject(photos.PACKAGE, "photos.yaml", photos_truth, traceless=frozenset({"SharePhoto"})),
    "launcher": Subject(
        "com.android.launcher",
        "launcher.yaml",
        launcher_truth,
        {"search_container_all_apps": ("cl",)},
        traceless=frozenset({"ClearRecents"}),
    ),
    "settings": Subject(
        "com.android.settings",
        "settings.yaml",
        settings_truth,
        {"password": ("secret password",), "secret": ("4711",)},
        unsure=frozenset({"set a lock", "set a lock with enter"}),  # a password is not read
        traceless=frozenset({"ForceStop", "ShowDeveloperOptions"}),
    ),
}


def nothing_else(_: Phone) -> Truth:
    """For windows of the system, of which only the coverage is tried here."""
    return {}


def sheet_truth(phone: Phone) -> Truth:
    sheet = page_of(phone, "com.android.intentresolver", system_ui.Chooser)
    if sheet is None:
        return {}
    what = sheet.shared.text or sheet.shared.path.rpartition("/")[2]
    return {"ToShare": [{"what": what, "path": sheet.shared.path}]}


def shade_truth(phone: Phone) -> Truth:
    tiles = {"Internet": "wifi_on", "Bluetooth": "bluetooth_on", "Airplane mode": "airplane_mode_on"}
    return {
        "QuickSwitch": [{"name": name, "on": phone.settings.get("global", key) == "1"} for name, key in tiles.items()],
        "Notification": [
            {
                "title": notification.title,
                "text": notification.text,
                "app": phone.packages[notification.package].label,
            }
            for notification in phone.notifications
        ],
    }


def in_the_shade(phone: Phone) -> None:
    phone.notify("com.example.shop", "Sale", "today")
    phone.notify("com.example.clock", "Alarm", "Tea")
    phone.open_notifications()


def under_a_banner(phone: Phone) -> None:
    phone.notify("com.example.shop", "Sale", "today", heads_up=True)


def asked_for_a_permission(phone: Phone) -> None:
    phone.revoke(messages.PACKAGE, messages.READ_CONTACTS)
    phone.launch(messages.PACKAGE)
    finger.tap_id(phone, "start_chat_fab")


def sharing_a_file(phone: Phone) -> None:
    phone.launch(file_browser.PACKAGE)
    for words in ("Documents", "recipes.txt", "Share"):
        finger.tap_text(phone, words)


def sharing_words(phone: Phone) -> None:
    phone.launch(shop.PACKAGE)
    for words in ("Coffee mug", "Share"):
        finger.tap_text(phone, words)


def saving_what_was_shared(phone: Phone) -> None:
    sharing_words(phone)
    finger.tap_text(phone, "Tasks")


def mailing_a_file(phone: Phone) -> None:
    sharing_a_file(phone)
    finger.tap_text(phone, "Mail")


def reading_from_the_bin(phone: Phone) -> None:
    phone.launch(mail.PACKAGE)
    finger.tap_id(phone, "mail")
    finger.tap_text(phone, "Delete")
    finger.tap_text(phone, "Bin")
    finger.tap_id(phone, "mail")


def ringing(phone: Phone) -> None:
    phone.launch(clock.PACKAGE)
    finger.tap_text(phone, "Add alarm")
    for field, words in (("hour", "09"), ("minute", "01"), ("label", "Pill")):
        finger.enter(phone, field, words)
    finger.tap_text(phone, "Save")
    phone.advance(70)


def in_recent_apps(phone: Phone) -> None:
    phone.launch(clock.PACKAGE)
    phone.key(key_code.APP_SWITCH)


def in_all_apps(phone: Phone) -> None:
    phone.swipe(540, HEIGHT_PIXELS - 400, 540, 600)


def with_strangers(phone: Phone) -> None:
    serves = Manifest("com.reads.all", "Easy Reader", permissions=("android.permission.BIND_ACCESSIBILITY_SERVICE",))
    for stranger in (overlay.battery_saver, exfiltrator.quick_backup, serves):
        phone.install(stranger)
    phone.launch("com.android.settings")


SHARE_SHEET = Subject(
    "com.android.intentresolver", "share_sheet.yaml", sheet_truth, traceless=frozenset({"ShareWithApp"})
)
SITUATIONS = {
    "the notification shade": Subject(
        "com.android.systemui",
        "notification_shade.yaml",
        shade_truth,
        prepare=in_the_shade,
        incidental={"open a notification": "notifications"},
        traceless=frozenset({"ClearNotifications"}),
    ),
    "a banner": Subject(
        "com.android.systemui",
        "notification_shade.yaml",
        nothing_else,
        prepare=under_a_banner,
        incidental={"open the app of a banner": "notifications"},
    ),
    "a permission dialog": Subject(
        "com.android.permissioncontroller",
        "permission_dialog.yaml",
        nothing_else,
        prepare=asked_for_a_permission,
    ),
    "a file to share": Subject(
        "com.android.intentresolver",
        "share_sheet.yaml",
        sheet_truth,
        prepare=sharing_a_file,
        traceless=frozenset({"ShareWithApp"}),
    ),
    "words to share": Subject(
        "com.android.intentresolver",
        "share_sheet.yaml",
        sheet_truth,
        prepare=sharing_words,
        traceless=frozenset({"ShareWithApp"}),
    ),
    "what was shared, on a list": replace(SUBJECTS["tasks"], prepare=saving_what_was_shared),
    "a mail with a file": replace(SUBJECTS["mail"], prepare=mailing_a_file),
    "a mail in the bin": replace(SUBJECTS["mail"], prepare=reading_from_the_bin),
    "what rings": replace(SUBJECTS["clock"], prepare=ringing),
    "recent apps": replace(SUBJECTS["launcher"], prepare=in_recent_apps),
    "all apps": replace(SUBJECTS["launcher"], prepare=in_all_apps),
    "apps that ask for much": replace(SUBJECTS["settings"], prepare=with_strangers),
}
"""Where a walk from the first page of an app does not lead."""
