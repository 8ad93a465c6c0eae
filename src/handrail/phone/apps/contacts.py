"""Contacts: the people in the contacts provider, shown, added, changed, deleted, shared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp, Shared, navigate_up
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import question, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, field, floating, icon_button, image, line, paragraph, row, scrolling
from handrail.phone.values import Contact

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.example.contacts"


def _person(see: Glance[Any], number: int) -> Contact | None:
    return next((contact for contact in see.contacts if contact.number == number), None)


@dataclass(frozen=True, slots=True)
class People(Page):
    """The page that the icon opens."""

    search: str = ""
    activity: ClassVar[str] = "PeopleActivity"

    def view(self, see: Glance[Any]) -> View:
        """Everybody whose name fits."""
        wanted = self.search.lower()
        rows = [
            row(contact.name, contact.phone, on_click=show_person, argument=contact.number,
                leading=image(contact.name[:1]),
                id="contact")
            for contact in see.contacts
            if wanted in contact.name.lower()
        ]  # fmt: skip
        return scaffold(
            "Contacts",
            field("search", self.search, "Search contacts"),
            scrolling(*rows, empty="No contacts"),
            fab=floating(icon_button("Create contact", create, id="floating_action_button")),
        )


def show_person(do: HandlerContext[Any, People], number: int) -> None:
    """One person."""
    do.open(Person(number))


def create(do: HandlerContext[Any, People]) -> None:
    """A new person."""
    do.open(EditPerson())


@dataclass(frozen=True, slots=True)
class Person(Page):
    """What is known of a person."""

    number: int
    activity: ClassVar[str] = "QuickContactActivity"

    def view(self, see: Glance[Any]) -> View:
        """Their numbers, and what can be done."""
        person = _person(see, self.number)
        if person is None:
            return scaffold("Contact", paragraph("The contact doesn't exist"), up=navigate_up)
        star = icon_button("Remove from favorites" if person.starred else "Add to favorites", turn_star, id="menu_star")
        return scaffold(
            person.name,
            *((row(person.phone, "Mobile", id="phone", trailing=button("Text", text_person)),) if person.phone else ()),
            *((row(person.email, "Email", id="email"),) if person.email else ()),
            line(button("Edit", edit), button("Share", share), button("Delete", ask_delete), pad_x=42),
            up=navigate_up,
            actions=(star,),
        )


def turn_star(do: HandlerContext[Any, Person]) -> None:
    """A favourite, or not any more."""
    person = _person(do, do.page.number)
    if person is not None:
        do.save_contact(replace(person, starred=not person.starred))


def text_person(do: HandlerContext[Any, Person]) -> None:
    """Write to that person."""
    from handrail.phone.apps.messages import PACKAGE as MESSAGES
    from handrail.phone.apps.messages import NewMessage

    person = _person(do, do.page.number)
    if person is not None and not do.start(MESSAGES, NewMessage(people=(person.name,))):
        do.toast("No app can do this")


def share(do: HandlerContext[Any, Person]) -> None:
    """Hand name and number to another app."""
    person = _person(do, do.page.number)
    if person is not None:
        do.share(Shared(f"{person.name} {person.phone}".strip()))


def edit(do: HandlerContext[Any, Person]) -> None:
    """Change what is known."""
    person = _person(do, do.page.number)
    if person is not None:
        do.open(EditPerson(person.number, person.name, person.phone, person.email))


@dataclass(frozen=True, slots=True)
class EditPerson(Page):
    """A new person (number 0) or one that is changed."""

    number: int = 0
    name: str = ""
    phone: str = ""
    email: str = ""
    activity: ClassVar[str] = "ContactEditorActivity"

    def view(self, _: Glance[Any]) -> View:
        """Three fields."""
        return scaffold(
            "Edit contact" if self.number else "Create contact",
            field("name", self.name, "Name"),
            field("phone", self.phone, "Phone"),
            field("email", self.email, "Email"),
            line(button("Cancel", navigate_up), button("Save", save), pad_x=42),
            up=navigate_up,
        )


def save(do: HandlerContext[Any, EditPerson]) -> None:
    """Keep it."""
    page = do.page
    if not page.name.strip():
        do.toast("Add a name")
        return
    before = _person(do, page.number)
    starred = before is not None and before.starred
    do.save_contact(Contact(page.number, page.name.strip(), page.phone.strip(), page.email.strip(), starred))
    do.back()


@dataclass(frozen=True, slots=True)
class ConfirmDelete(Page):
    """Is the person to go?"""

    number: int
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[Any]) -> View:
        """The question."""
        words = "This contact will be permanently deleted from your device."
        return question("Delete contact?", words, "Delete", delete)


def ask_delete(do: HandlerContext[Any, Person]) -> None:
    """Ask first."""
    do.open(ConfirmDelete(do.page.number))


def delete(do: HandlerContext[Any, ConfirmDelete]) -> None:
    """The person goes."""
    do.delete_contact(do.page.number)
    do.back_to(People)


def contacts(_: Origin) -> PhoneApp:
    """Contacts, part of the system."""
    manifest = Manifest(PACKAGE, "Contacts", ("PeopleActivity", "ContactEditorActivity"),
                        ("android.permission.READ_CONTACTS", "android.permission.WRITE_CONTACTS"), system=True,
                        version_name="4.8", version_code=48)  # fmt: skip
    return PhoneApp(manifest, People, activities={"ContactEditorActivity": EditPerson})
