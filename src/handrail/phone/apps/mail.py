"""Mail: an inbox, reading, writing, answering, deleting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp, Shared, navigate_up
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import question, scaffold, tab_bar
from handrail.phone.ui.view import WRAP, View
from handrail.phone.ui.widgets import button, field, floating, icon_button, line, paragraph, row, scrolling, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.example.mail"
HOST = "imap.mailhost.example"
OUTGOING_HOST = "smtp.mailhost.example"
ME = "sam@example.com"
FOLDERS = ("Inbox", "Sent", "Bin")
SYNC_EVERY = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail."""

    number: int
    folder: str
    sender: str
    to: str
    subject: str
    body: str
    at: datetime
    unread: bool = False
    attachment: str = ""


@dataclass(frozen=True, slots=True)
class MailData:
    """What the app saves."""

    letters: tuple[Letter, ...] = ()
    synced: datetime | None = None

    def letter(self, number: int) -> Letter | None:
        """The mail of that number."""
        return next((other for other in self.letters if other.number == number), None)

    def with_letter(self, letter: Letter) -> MailData:
        """With a mail added or changed, newest first."""
        others = [other for other in self.letters if other.number != letter.number]
        letters = tuple(sorted((*others, letter), key=lambda kept: (kept.at, kept.number), reverse=True))
        return replace(self, letters=letters)

    def without(self, number: int) -> MailData:
        """Without a mail."""
        return replace(self, letters=tuple(other for other in self.letters if other.number != number))

    @property
    def next_number(self) -> int:
        """A number that is free."""
        return max((other.number for other in self.letters), default=0) + 1


@dataclass(frozen=True, slots=True)
class Folder(Page):
    """The page that the icon opens."""

    folder: str = "Inbox"
    activity: ClassVar[str] = "MailActivity"

    def view(self, see: Glance[MailData]) -> View:
        """One row for each mail."""
        rows = [_letter_row(letter) for letter in see.data.letters if letter.folder == self.folder]
        return scaffold(
            self.folder,
            scrolling(*rows, id="mail_list", empty="Nothing here"),
            fab=floating(icon_button("Compose", compose)),
            tabs=tab_bar(*[(name, name == self.folder) for name in FOLDERS], on_click=choose_folder),
        )


@lru_cache(maxsize=512)
def _letter_row(letter: Letter) -> View:
    whom = f"To: {letter.to}" if letter.folder == "Sent" else letter.sender
    mark = text("New", id="unread", width=WRAP) if letter.unread else None
    return row(whom, letter.subject, on_click=read, argument=letter.number, trailing=mark, id="mail")


def choose_folder(do: HandlerContext[MailData, Folder], folder: str) -> None:
    """Another folder."""
    do.page = Folder(folder)


def read(do: HandlerContext[MailData, Folder], number: int) -> None:
    """Open a mail; it counts as read from now on."""
    letter = do.data.letter(number)
    if letter is not None:
        do.data = do.data.with_letter(replace(letter, unread=False))
        do.open(Reading(number))


def compose(do: HandlerContext[MailData, Any]) -> None:
    """An empty mail."""
    do.open(Compose())


@dataclass(frozen=True, slots=True)
class Reading(Page):
    """One mail."""

    number: int
    activity: ClassVar[str] = "ReadActivity"

    def view(self, see: Glance[MailData]) -> View:
        """Who, what, when, and what to do with it."""
        letter = see.data.letter(self.number)
        if letter is None:
            return scaffold("Mail", paragraph("This mail was deleted"), up=navigate_up)
        attached = (_attachment(letter.attachment),)
        return scaffold(
            letter.subject or "(no subject)",
            row(letter.sender, f"to {letter.to}", id="sender"),
            *(attached if letter.attachment else ()),
            scrolling(paragraph(letter.body, "body"), id="body_view"),
            line(button("Reply", reply), button("Forward", forward), _delete_button(letter.folder), pad_x=42),
            title_description=letter.folder,
            up=navigate_up,
        )


def _attachment(path: str) -> View:
    return row(path.rpartition("/")[2], "Attachment", id="attachment", description=path)


def _delete_button(folder: str) -> View:
    description = "Delete forever" if folder == "Bin" else "Move to bin"
    return button("Delete", delete)._replace(description=description)


def reply(do: HandlerContext[MailData, Reading]) -> None:
    """To the sender."""
    letter = do.data.letter(do.page.number)
    if letter is not None:
        do.open(Compose(letter.sender, f"Re: {letter.subject.removeprefix('Re: ')}"))


def forward(do: HandlerContext[MailData, Reading]) -> None:
    """To somebody else, with what it says."""
    letter = do.data.letter(do.page.number)
    if letter is not None:
        do.open(Compose("", f"Fwd: {letter.subject}", letter.body, letter.attachment))


def delete(do: HandlerContext[MailData, Reading]) -> None:
    """Into the bin; from the bin for good, after a question."""
    letter = do.data.letter(do.page.number)
    if letter is None:
        do.back()
    elif letter.folder == "Bin":
        do.open(ConfirmDelete(letter.number))
    else:
        do.data = do.data.with_letter(replace(letter, folder="Bin"))
        do.back()
        do.toast("Moved to bin")


@dataclass(frozen=True, slots=True)
class ConfirmDelete(Page):
    """Is the mail to go for good?"""

    number: int
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[MailData]) -> View:
        """The question."""
        return question("Delete forever?", "This mail will be permanently deleted.", "Delete", delete_forever)


def delete_forever(do: HandlerContext[MailData, ConfirmDelete]) -> None:
    """The mail goes."""
    do.data = do.data.without(do.page.number)
    do.back_to(Folder)


@dataclass(frozen=True, slots=True)
class Compose(Page):
    """A mail that is being written."""

    to: str = ""
    subject: str = ""
    body: str = ""
    attachment: str = ""
    activity: ClassVar[str] = "ComposeActivity"

    def view(self, _: Glance[MailData]) -> View:
        """Three fields and the button."""
        attached = (_attachment(self.attachment),)
        return scaffold(
            "Compose",
            row("From", ME),
            field("to", self.to, "To"),
            field("subject", self.subject, "Subject"),
            field("body", self.body, "Compose email"),
            *(attached if self.attachment else ()),
            up=navigate_up,
            actions=(icon_button("Send", send),),
        )


def send(do: HandlerContext[MailData, Compose]) -> None:
    """The mail goes out."""
    page = do.page
    to = ", ".join(part.strip() for part in page.to.split(",") if part.strip())
    if not to or any("@" not in part for part in to.split(", ")):
        do.toast("Add a valid recipient")
        return
    size = len(page.body) + len(page.subject)
    if page.attachment:
        size += sum(file.size_bytes for file in do.files(page.attachment.rpartition("/")[0])
                    if file.path == page.attachment)  # fmt: skip
    if not do.exchange(OUTGOING_HOST, port=465, bytes_out=900 + size, bytes_in=310):
        do.toast("You're offline")
        return
    letter = Letter(do.data.next_number, "Sent", ME, to, page.subject, page.body, do.now, attachment=page.attachment)
    do.data = do.data.with_letter(letter)
    do.back()
    do.toast("Sent")


def receive_shared(shared: Shared) -> Page:
    """What another app shares becomes a mail: words or an attachment."""
    return Compose(body=shared.text, attachment=shared.path)


def sync(do: HandlerContext[MailData, Any], _: datetime) -> None:
    """Look for new mail every quarter of an hour."""
    due = do.data.synced is None or do.now - do.data.synced >= SYNC_EVERY
    if not due or not do.exchange(HOST, port=993, bytes_out=690, bytes_in=3_400):
        return
    do.data = replace(do.data, synced=do.now)
    if do.rng.below(3) == 0:
        sender, subject, body = do.rng.choice(_LETTERS)
        do.data = do.data.with_letter(Letter(do.data.next_number, "Inbox", sender, ME, subject, body, do.now, True))
        do.notify(sender, subject)


def _stored(data: MailData) -> Mapping[str, object]:
    return {"databases/mailstore.db": data.letters, "shared_prefs/sync.xml": data.synced}


def mail(origin: Origin) -> PhoneApp:
    """Mail, with something in the inbox."""
    rng, data = origin.rng, MailData(synced=origin.now)
    for number, (sender, subject, body) in enumerate(rng.sample(_LETTERS, 6), 1):
        at = origin.now - timedelta(hours=5 * number + rng.below(4))
        data = data.with_letter(Letter(number, "Inbox", sender, ME, subject, body, at, unread=number < 3))
    manifest = Manifest(PACKAGE, "Mail", ("MailActivity", "ComposeActivity"), ("android.permission.INTERNET",),
                        version_name="2026.1", version_code=20261)  # fmt: skip
    return PhoneApp(manifest, Folder, data, {"ComposeActivity": Compose}, _stored, receives=receive_shared,
                    background=sync)  # fmt: skip


_LETTERS = (
    ("alice@example.com", "Dinner on Friday?", "Hi Sam,\nshall we try the new place at the harbour?\nAlice"),
    ("billing@power.example", "Your invoice for February", "Amount due: €48.20. It will be collected on the 10th."),
    ("news@bikeclub.example", "Spring rides", "Our first ride is on Sunday at 10, from the town hall."),
    ("hr@employer.example", "Holiday planning", "Please enter your holidays until the end of the month."),
    ("bob@example.com", "Photos from the trip", "The best ones are in the shared folder."),
    ("noreply@shopfront.example", "Your parcel is on its way", "It will arrive tomorrow between 10 and 12."),
    ("carla@example.com", "Minutes of Tuesday's meeting", "Three points:\n1. Budget\n2. Move\n3. Summer party"),
    ("support@mybank.example", "New terms", "From May our new terms apply. You need not do anything."),
)
