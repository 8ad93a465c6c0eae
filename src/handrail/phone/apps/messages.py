"""Messages: conversations by SMS, with one person or several. Some of them answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp, Shared, navigate_up
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import question, scaffold
from handrail.phone.ui.view import WRAP, View
from handrail.phone.ui.widgets import button, field, floating, icon_button, line, paragraph, row, scrolling, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.example.messages"
READ_CONTACTS = "android.permission.READ_CONTACTS"
ANSWERS = ("OK!", "Sounds good.", "On my way.", "Can we talk later?", "Thanks!")
ANSWERS_AFTER = timedelta(seconds=45)


@dataclass(frozen=True, slots=True)
class Message:
    """One message; `mine` is what went out."""

    text: str
    mine: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Conversation:
    """All that was said with the same people."""

    number: int
    people: tuple[str, ...]
    messages: tuple[Message, ...]
    unread: bool = False

    @property
    def title(self) -> str:
        """Who takes part."""
        return ", ".join(self.people)


@dataclass(frozen=True, slots=True)
class MessagesData:
    """What the app saves; the conversation touched last comes first."""

    conversations: tuple[Conversation, ...] = ()
    next_number: int = 1

    def conversation(self, number: int) -> Conversation | None:
        """The conversation of that number."""
        return next((conversation for conversation in self.conversations if conversation.number == number), None)

    def without(self, number: int) -> MessagesData:
        """Without a conversation."""
        return replace(
            self,
            conversations=tuple(conversation for conversation in self.conversations if conversation.number != number),
        )

    def first(self, conversation: Conversation) -> MessagesData:
        """With a conversation on top, added or changed."""
        return replace(self, conversations=(conversation, *self.without(conversation.number).conversations))

    def said(self, people: tuple[str, ...], said: Message, *, unread: bool = False) -> MessagesData:
        """With one more message to or from these people."""
        same = [conversation for conversation in self.conversations if sorted(conversation.people) == sorted(people)]
        if same:
            return self.first(replace(same[0], messages=(*same[0].messages, said), unread=unread))
        new = Conversation(self.next_number, people, (said,), unread)
        return replace(self, next_number=self.next_number + 1).first(new)


@dataclass(frozen=True, slots=True)
class Conversations(Page):
    """The page that the icon opens."""

    activity: ClassVar[str] = "ConversationListActivity"

    def view(self, see: Glance[MessagesData]) -> View:
        """One row for each conversation."""
        rows = [
            row(conversation.title, conversation.messages[-1].text, on_click=open_thread, argument=conversation.number,
                on_long_click=ask_delete, id="conversation",
                trailing=text("New", id="unread", width=WRAP) if conversation.unread else None)
            for conversation in see.data.conversations
        ]  # fmt: skip
        new = floating(icon_button("Start chat", start_chat, id="start_chat_fab"))
        return scaffold("Messages", scrolling(*rows, empty="No conversations"), fab=new)


def open_thread(do: HandlerContext[MessagesData, Any], number: int) -> None:
    """Read a conversation; it counts as read from now on."""
    found = do.data.conversation(number)
    if found is not None:
        if found.unread:
            read = tuple(
                replace(conversation, unread=conversation.unread and conversation.number != number)
                for conversation in do.data.conversations
            )
            do.data = replace(do.data, conversations=read)
        do.open(Thread(number))


def ask_delete(do: HandlerContext[MessagesData, Any], number: int) -> None:
    """Ask first."""
    do.open(ConfirmDelete(number))


@dataclass(frozen=True, slots=True)
class ConfirmDelete(Page):
    """Is a conversation to go?"""

    number: int
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[MessagesData]) -> View:
        """The question."""
        words = "This is permanent and can't be undone."
        return question("Delete this conversation?", words, "Delete", delete_conversation)


def delete_conversation(do: HandlerContext[MessagesData, ConfirmDelete]) -> None:
    """The conversation goes."""
    do.data = do.data.without(do.page.number)
    do.back_to(Conversations)


@dataclass(frozen=True, slots=True)
class Thread(Page):
    """One conversation, with a field to go on."""

    number: int
    draft: str = ""
    activity: ClassVar[str] = "ConversationActivity"

    def view(self, see: Glance[MessagesData]) -> View:
        """What was said, the field, the button."""
        found = see.data.conversation(self.number)
        if found is None:
            return scaffold("Messages", paragraph("This conversation was deleted"), up=navigate_up)
        said = [
            paragraph(f"You: {message.text}", "sent_message_text")
            if message.mine
            else paragraph(message.text, "message_text")
            for message in found.messages[-40:]
        ]
        return scaffold(
            found.title,
            scrolling(*said, id="message_list"),
            _compose(self.draft, send_reply),
            up=navigate_up,
            actions=(icon_button("Delete conversation", ask_delete, self.number),),
        )


def _compose(draft: str, send: Any) -> View:
    return line(
        field("draft", draft, "Text message", id="compose_message_text"),
        button("Send", send, id="send_message_button", enabled=bool(draft.strip())),
    )


def send_reply(do: HandlerContext[MessagesData, Thread]) -> None:
    """Send to the people of this conversation."""
    found = do.data.conversation(do.page.number)
    if found is not None and do.page.draft.strip():
        do.data = do.data.said(found.people, Message(do.page.draft, True, do.now))
        do.page = replace(do.page, draft="")


@dataclass(frozen=True, slots=True)
class NewMessage(Page):
    """To whom, and what."""

    to: str = ""
    people: tuple[str, ...] = ()
    draft: str = ""
    activity: ClassVar[str] = "NewConversationActivity"

    def view(self, see: Glance[MessagesData]) -> View:
        """Those chosen, people whose name fits what was typed, the message."""
        wanted = self.to.lower()
        fitting = [contact for contact in see.contacts if wanted and wanted in contact.name.lower()][:5]
        return scaffold(
            "New conversation",
            *[
                row(name, "Tap to remove", on_click=remove_person, argument=name, id="recipient")
                for name in self.people
            ],
            field("to", self.to, "Type names or phone numbers", id="recipient_text_view", on_enter=add_typed),
            scrolling(
                *[
                    row(contact.name, contact.phone, on_click=add_person, argument=contact.name, id="contact")
                    for contact in fitting
                ]
            ),
            _compose(self.draft, send_new),
            up=navigate_up,
        )


def start_chat(do: HandlerContext[MessagesData, Any]) -> None:
    """A new message; names need the permission to read contacts, numbers do not."""
    do.open(NewMessage())
    do.request(READ_CONTACTS)


def add_typed(do: HandlerContext[MessagesData, NewMessage]) -> None:
    """A number typed, or the name of somebody known."""
    typed = do.page.to.strip()
    known = {contact.name.lower(): contact.name for contact in do.contacts}
    if typed.lower() in known:
        add_person(do, known[typed.lower()])
    elif typed and not typed.strip("+0123456789 "):
        add_person(do, typed)
    else:
        do.toast("No such recipient")


def add_person(do: HandlerContext[MessagesData, NewMessage], name: str) -> None:
    """One more recipient."""
    people = do.page.people if name in do.page.people else (*do.page.people, name)
    do.page = replace(do.page, to="", people=people)


def remove_person(do: HandlerContext[MessagesData, NewMessage], name: str) -> None:
    """One recipient less."""
    do.page = replace(do.page, people=tuple(person for person in do.page.people if person != name))


def send_new(do: HandlerContext[MessagesData, NewMessage]) -> None:
    """Send, and show the conversation."""
    if do.page.to.strip():
        add_typed(do)
    page = do.page
    if not page.people or not page.draft.strip():
        do.toast("Add a recipient")
        return
    do.data = do.data.said(page.people, Message(page.draft, True, do.now))
    do.page = Thread(do.data.conversations[0].number)


def receive_shared(shared: Shared) -> Page:
    """What another app shares becomes the draft."""
    return NewMessage(draft=shared.text or f"[{shared.path.rpartition('/')[2]}]")


def answer(do: HandlerContext[MessagesData, Any], _: datetime) -> None:
    """Somebody answers what was written a while ago."""
    for conversation in do.data.conversations[:3]:
        last = conversation.messages[-1]
        if last.mine and timedelta() <= do.now - last.at - ANSWERS_AFTER < timedelta(seconds=15) and do.rng.below(2):
            words = do.rng.choice(ANSWERS)
            do.data = do.data.said(conversation.people, Message(words, False, do.now), unread=True)
            do.notify(conversation.people[0], words)


def receive(do: HandlerContext[MessagesData, Any], sender: str, words: str) -> None:
    """A message that comes from outside of the phone."""
    known = {contact.phone.replace(" ", ""): contact.name for contact in do.contacts if contact.phone}
    name = known.get(sender.replace(" ", ""), sender)
    do.data = do.data.said((name,), Message(words, False, do.now), unread=True)
    do.notify(name, words, heads_up=True)


def _stored(data: MessagesData) -> Mapping[str, object]:
    return {"databases/mmssms.db": data.conversations}


def messages(origin: Origin) -> PhoneApp:
    """Messages, with some conversations."""
    rng, yesterday = origin.rng, origin.now - timedelta(days=1)
    data = MessagesData()
    for people, words in rng.sample(_TALKS, 4):
        data = data.said(people, Message(words, False, yesterday), unread=bool(rng.below(2)))
    manifest = Manifest(PACKAGE, "Messages", ("ConversationListActivity", "NewConversationActivity"),
                        (READ_CONTACTS, "android.permission.SEND_SMS", "android.permission.READ_SMS"),
                        version_name="20.4", version_code=204)  # fmt: skip
    return PhoneApp(manifest, Conversations, data, {"NewConversationActivity": NewMessage}, _stored,
                    receives=receive_shared, background=answer, hears=receive)  # fmt: skip


_TALKS = (
    (("Mum",), "Did you book the table for Sunday?"),
    (("Alice Martin",), "See you at the gym at 7"),
    (("Parcel Service",), "Your parcel arrives tomorrow between 10 and 12."),
    (("My Bank",), "Your one-time code is 493817. Never share it."),
    (("Bob Chen", "Carla Rossi"), "Who brings the cake?"),
    (("Tom Baker",), "Call me when you can"),
)
