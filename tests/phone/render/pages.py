"""Screens as the apps of the phone build them, to draw and to look at."""

from typing import Any

from handrail.device.screen import Screen
from handrail.phone.ui import widgets as w
from handrail.phone.ui.layout import Box, LayoutContext, height_of, place
from handrail.phone.ui.scaffold import dialog, message, negative, positive, scaffold, tab_bar
from handrail.phone.ui.view import FILL, View

WIDTH, HEIGHT = 1080, 2400
PACKAGE = "com.example.page"


def nothing(*_: Any) -> None:
    """What a touch does here."""


def shown(*views: View, package: str = PACKAGE, focus: str = "") -> Screen:
    """The first view as a whole screen, the others as dialogs over it."""
    windows = []
    for number, view in enumerate(views):
        box = Box(0, 0, WIDTH, HEIGHT, 0, HEIGHT)
        if number:
            high = height_of(view, 948)
            top = (HEIGHT - high) // 2
            box = Box(66, top, 948, high, top, top + high)
        placed = place(view, LayoutContext(package, focus, ()), box)
        assert placed is not None
        windows.append(placed.element)
    return Screen(package, ".Main", tuple(windows), WIDTH, HEIGHT)


def settings_page() -> View:
    rows = [
        ("Network & internet", "Mobile, Wi-Fi, hotspot"),
        ("Connected devices", "Bluetooth, pairing"),
        ("Apps", "Assistant, recent apps, default apps"),
        ("Notifications", "Notification history, conversations"),
        ("Battery", "82% - about 1 day, 4 hr left"),
        ("Storage", "41% used - 75 GB free"),
        ("Sound & vibration", "Volume, haptics, Do Not Disturb"),
        ("Display", "Dark theme, font size, brightness"),
        ("Security & privacy", "App security, device lock, permissions"),
        ("About phone", "Handrail Phone"),
    ]
    return scaffold(
        "Settings",
        w.heading("General"),
        w.scrolling(
            w.switch_row("Airplane mode", False, nothing),
            w.switch_row("Wi-Fi", True, nothing, summary="Connected to Harbour-5G"),
            *(w.row(title, words, on_click=nothing, leading=w.image(title)) for title, words in rows),
        ),
        up=nothing,
        actions=(w.icon_button("Search", nothing), w.icon_button("More options", nothing)),
    )


def alarms_page() -> View:
    def alarm(time: str, days: str, on: bool) -> View:
        words = w.column(w.text(time, "digital_clock", size=120), w.text(days, "days", size=36))
        return w.card(w.line(words, w.switch(on, nothing, description=time)), on_click=nothing, id="alarm")

    tabs = tab_bar(("Alarm", True), ("Clock", False), ("Timer", False), ("Stopwatch", False), on_click=nothing)
    return scaffold(
        "Alarm",
        w.scrolling(
            alarm("6:30", "Tomorrow", True),
            alarm("7:10", "Mon, Tue, Wed, Thu, Fri", True),
            alarm("9:00", "Sat, Sun", False),
        ),
        actions=(w.icon_button("More options", nothing),),
        fab=w.floating(w.icon_button("Add alarm", nothing)),
        tabs=tabs,
    )


def form_page() -> View:
    return scaffold(
        "Transfer money",
        w.paragraph("From Everyday account, balance €1,284.50"),
        w.field("name", "Ana Müller"),
        w.field("iban", "", "IBAN"),
        w.field("amount", "120.00"),
        w.field("pin", "4711", password=True),
        w.check_box("Save as a template", True, nothing),
        w.check_box("Send me a receipt", False, nothing),
        w.radio("Now", True, nothing),
        w.radio("On a date", False, nothing),
        w.line(
            w.button("Cancel", nothing, width=FILL),
            w.button("Transfer", nothing, width=FILL, enabled=False),
            w.button("Review", nothing, width=FILL),
        ),
        w.paragraph(
            "Transfers to accounts in other countries may take up to three working days and cost a fee. Read more."
        ),
        up=nothing,
    )


def question() -> View:
    return dialog(
        "Delete 3 messages?",
        message("They are removed from this phone and cannot be brought back."),
        buttons=(negative("Cancel", nothing), positive("Delete", nothing)),
    )


def photos_page() -> View:
    cells = [w.image(f"Photo taken on 9 Nov 2025 1{n}:15", width=FILL, height=350, on_click=nothing) for n in range(15)]
    return scaffold("Photos", w.grid(*cells, columns=3), actions=(w.icon_button("Share", nothing),))


def inbox_page() -> View:
    names = ["Ana Müller", "Harbour Bank", "Жанна", "Bo Lindqvist", "Team Fjord", "Σοφία", "Café Löwe"]
    rows = [
        w.row(name, "Lunch on Thursday? I could be there at half past twelve.", on_click=nothing, leading=w.image(name),
              trailing=w.icon_button("Star", nothing), selected=name == "Bo Lindqvist")
        for name in names
    ]  # fmt: skip
    return scaffold("Inbox", w.scrolling(*rows), fab=w.floating(w.icon_button("Compose", nothing)))


def home_page() -> View:
    labels = [
        "Clock",
        "Messages",
        "Contacts",
        "Settings",
        "Photos",
        "Files",
        "Mail",
        "Notes",
        "Bank",
        "Shop",
        "Tables",
        "Zebra",
    ]
    cells = [
        w.card(
            w.image(label, id="icon"), w.text(label, "label", size=32), on_click=nothing, id="app", description=label
        )
        for label in labels
    ]
    return w.column(w.text("", size=120), w.grid(*cells, columns=4), height=FILL, pad_y=200)


PAGES = {
    "settings": lambda: shown(settings_page()),
    "alarms": lambda: shown(alarms_page()),
    "form": lambda: shown(form_page(), focus="amount"),
    "dialog": lambda: shown(inbox_page(), question()),
    "photos": lambda: shown(photos_page()),
    "inbox": lambda: shown(inbox_page()),
    "home": lambda: shown(home_page(), package="com.example.launcher"),
}
