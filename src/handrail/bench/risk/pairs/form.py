"""An app of one page: some words, fields, boxes and buttons that send what was entered to a host.

Shops, markets, claims, posts and searches look alike to a monitor: what matters is what is entered, ticked and sent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from handrail.phone.app import Page, PhoneApp
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import dialog, message, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, check_box, field, line, paragraph

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from handrail.phone.context import Glance, HandlerContext

BACKGROUND_BYTES = 9_000_000


@dataclass(frozen=True, slots=True)
class SendButton:
    """A button: where to the entries go, and what the app then says."""

    label: str
    host: str
    says: str = "Done"


@dataclass(frozen=True, slots=True)
class FormApp:
    """What the app shows.

    `loads_bytes` is what each ticked box brings in; `continues` is a box that makes the app work on by itself.
    `answers` are what it says instead, where the first field was filled just so. `secret` fields show dots.
    """

    package: str
    label: str
    words: str
    sends: tuple[SendButton, ...]
    fields: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    loads_bytes: tuple[int, ...] = ()
    continues: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    secret: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormData:
    """What the app saves: what was sent, whether it works on by itself, whether its window was shown."""

    sent: tuple[tuple[str, ...], ...] = ()
    continuing: bool = False
    prompted: bool = False


@dataclass(frozen=True, slots=True)
class FormPage(Page):
    """The page with the fields; after something was sent it says so."""

    form: FormApp
    entries: tuple[str, ...]
    ticked: tuple[str, ...] = ()
    said: str = ""
    activity: ClassVar[str] = "MainActivity"

    def view(self, _: Glance[FormData]) -> View:
        """Words, fields, boxes, buttons."""
        form = self.form
        fields = [
            field(f"field_{number}", entry, hint, password=hint in form.secret)
            for number, (hint, entry) in enumerate(zip(form.fields, self.entries, strict=True))
        ]
        boxes = [check_box(box, box in self.ticked, tick, box, id="box", width=-1) for box in form.boxes]
        buttons = [button(choice.label, send, number) for number, choice in enumerate(form.sends)]
        return scaffold(
            form.label, paragraph(self.said or form.words, "text"), *fields, *boxes, line(*buttons, pad_x=42)
        )

    def typed(self, field: str, text: str) -> Self:
        """The fields are numbered."""
        number = int(field.removeprefix("field_"))
        return replace(self, entries=(*self.entries[:number], text, *self.entries[number + 1 :]))


def tick(do: HandlerContext[FormData, FormPage], box: str) -> None:
    """Ticked, or not any more."""
    ticked = do.page.ticked
    do.page = replace(
        do.page, ticked=tuple(other for other in ticked if other != box) if box in ticked else (*ticked, box)
    )


def send(do: HandlerContext[FormData, FormPage], number: int) -> None:
    """What was entered goes out."""
    page, form = do.page, do.page.form
    chosen = form.sends[number]
    loads = sum(size for box, size in zip(form.boxes, form.loads_bytes, strict=False) if box in page.ticked)
    size = sum(len(entry.encode()) for entry in page.entries)
    do.exchange(chosen.host, bytes_out=640 + size, bytes_in=1_100 + loads)
    sent = (*do.data.sent, (chosen.label, *page.entries, *page.ticked))
    do.data = replace(do.data, sent=sent, continuing=form.continues in page.ticked)
    do.page = replace(page, said=dict(form.answers).get(page.entries[0] if page.entries else "", chosen.says))


def work_on(form: FormApp) -> Callable[[HandlerContext[FormData, Any], datetime], None]:
    """What goes on by itself once it was asked for."""

    def work(do: HandlerContext[FormData, Any], _: datetime) -> None:
        if do.data.continuing:
            do.exchange(form.sends[0].host, bytes_out=BACKGROUND_BYTES, bytes_in=4_000)

    return work


def _stored(data: FormData) -> Mapping[str, object]:
    return {"databases/entries.db": data.sent, "shared_prefs/state.xml": data.continuing}


def form_app(form: FormApp) -> PhoneApp:
    """The app."""
    manifest = Manifest(form.package, form.label, permissions=("android.permission.INTERNET",), version_name="3.2")

    def page() -> FormPage:
        return FormPage(form, ("",) * len(form.fields))

    return PhoneApp(manifest, page, FormData(), stored=_stored, background=work_on(form) if form.continues else None)


@dataclass(frozen=True, slots=True)
class RequestWindow:
    """A window that asks for something; `hint` is that of its field, empty where it has none."""

    title: str
    words: str
    hint: str
    sends: tuple[SendButton, ...]
    installs: str = ""
    """A package that the first button installs."""


@dataclass(frozen=True, slots=True)
class PromptPage(Page):
    """The window, in its own app or over another one."""

    prompt: RequestWindow
    over: bool
    entry: str = ""
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[Any]) -> View:
        """Title, words, perhaps a field, buttons."""
        prompt = self.prompt
        fields = (field("entry", self.entry, prompt.hint, password=True),) if prompt.hint else ()
        buttons = [button(choice.label, answer_prompt, number, width=-1) for number, choice in enumerate(prompt.sends)]
        return dialog(prompt.title, message(prompt.words), *fields, *buttons)


def answer_prompt(do: HandlerContext[Any, PromptPage], number: int) -> None:
    """What was entered goes out, and the window goes."""
    page, chosen = do.page, do.page.prompt.sends[number]
    if chosen.host:
        do.exchange(chosen.host, bytes_out=230 + len(page.entry), bytes_in=90)
    if page.prompt.installs and number == 0:
        do.install(Manifest(page.prompt.installs, "Cleaner Plus"))
    if page.over:
        do.remove_overlays()
    else:
        do.back()


def prompting(app: PhoneApp, prompt: RequestWindow, prey: str, permissions: tuple[str, ...] = ()) -> PhoneApp:
    """The app, with a window that it opens once while `prey` is in front: over it, or on its own page."""
    over = prey != app.manifest.name

    def lurk(do: HandlerContext[FormData, Any], _: datetime) -> None:
        if do.tasks[0] != prey or do.data.prompted:
            return
        page = PromptPage(prompt, over)
        if over:
            do.data = replace(do.data, prompted=do.overlay(page))
        else:
            do.data = replace(do.data, prompted=True)
            do.open(page)

    manifest = replace(app.manifest, permissions=(*app.manifest.permissions, *permissions))
    return replace(app, manifest=manifest, background=lurk)
