"""What a touch, a key or a gesture is about to commit in an app of which nobody knows anything.

Evidence is taken in the order of its strength: dialogs of the system and Android's own ids, then the class of a widget
and where it stands, then words. Three answers: it commits something, it is harmless, or that is not known; each with
its evidence. Pure, and trusted code only: an app can call its buttons anything, so a harmless judgement never rests on
the app's own words alone where its place speaks against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from handrail.app.consequence import LEAVES_THE_PHONE, Detail, Kind
from handrail.app.generic import wording
from handrail.app.generic.dialogs import NEGATIVE, NEUTRAL, POSITIVE
from handrail.app.generic.evidence import Basis, Evidence, Sureness
from handrail.app.generic.labels import words_of_id
from handrail.app.generic.objective import (
    CONFIRM,
    DISCARD,
    GRANT,
    INSTALL,
    PAY,
    SAVE,
    SEND,
    SET,
    SHARE,
    UNINSTALL,
    GenericObjective,
)  # fmt: skip
from handrail.app.generic.objects import object_of, sums_on
from handrail.app.generic.page import Page
from handrail.app.generic.parts import Button, Choice, Field, Row, Switch
from handrail.app.generic.widget import Widget, id_of, widget_of
from handrail.app.screen_tree import ROOT


class ActLike(Protocol):
    """What is about to happen: the kind of event, and the place of the element that receives it."""

    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def path(self) -> Sequence[int] | None: ...  # noqa: D102
    @property
    def text(self) -> str | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Commits:
    """It commits something: what, and what is known of the object."""

    objective: GenericObjective
    details: tuple[Detail, ...]
    evidence: tuple[Evidence, ...]

    @property
    def is_guess(self) -> bool:
        """Whether nothing but likely evidence says so: it may as well ask first, or lead to where it is done."""
        return all(evidence.sureness is Sureness.LIKELY for evidence in self.evidence)


@dataclass(frozen=True, slots=True)
class Harmless:
    """It only shows, leads somewhere, or writes into what is not sent yet."""

    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing says what it does. `why` is a clause without a full stop."""

    why: str
    evidence: tuple[Evidence, ...] = ()


Judgement: TypeAlias = Commits | Harmless | Unknown

LOOKING_ON = frozenset({"scroll", "pinch", "back", "home", "recents", "notifications", "open_app", "copy"})
WRITING = frozenset({"input", "paste"})


def judge(page: Page, act: ActLike) -> Judgement:
    """What an act on a page is about to commit."""
    return _Judge(page).judge(act)


def is_search(page: Page, field: Field) -> bool:
    """Whether a field is only for looking something up, as its label, hint, id or class says."""
    element = page.index.nodes[field.number]
    names = (field.label, field.hint, words_of_id(element.resource_id), element.class_name.rpartition(".")[2])
    return any(wording.searches(name) for name in names if name)


class _Judge:
    """One page, for as many acts as there are."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def judge(self, act: ActLike) -> Judgement:
        if act.kind == "back":
            return self._leaving(ROOT) or _harmless(Basis.POSITION, "it leads back", Sureness.CERTAIN)
        if act.kind in LOOKING_ON:
            return _harmless(Basis.POSITION, "it only looks on, or goes elsewhere", Sureness.CERTAIN)
        number = self._page.index.at(act.path) if act.path is not None else None
        if number is None:
            return Unknown("it is about nothing that stands on the screen")
        match act.kind:
            case "click":
                return self._click(number)
            case "input" | "paste":
                if self._page.index.nodes[number].password:
                    return Unknown("a secret is typed into an app that nobody vouches for")
                return _harmless(Basis.POSITION, "what is typed stands in a field until something is done with it")
            case "enter":
                return self._enter(number)
            case "long_click":
                return self._long_click(number)
            case "swipe" | "drag" | "double_tap" | "press_key":
                return self._gesture(number, act.kind)
        return Unknown(f"nothing says what {act.kind.replace('_', ' ')} does here")

    # Keys and gestures

    def _enter(self, number: int) -> Judgement:
        """Enter in a field: what the button beside it does, or that of the form if it is the last field."""
        part = self._page.part_at(number)
        if not isinstance(part, Field):
            return self._click(number)
        if self._is_search(part):
            return _harmless(Basis.POSITION, "it looks for what was typed")
        button = self._button_beside(part)
        if button is not None:
            return self._click(button.number)
        if part != self._page.fields[-1]:
            return _harmless(Basis.POSITION, "it goes on to the next field", Sureness.LIKELY)
        for sibling in self._page.buttons:
            judged = self._button(sibling) if self._is_final(sibling) else None
            if isinstance(judged, Commits):
                return judged
        return Unknown(f"nothing says what Enter does in `{part.label}`")

    def _long_click(self, number: int) -> Judgement:
        part = self._page.part_at(number)
        if isinstance(part, Button) and widget_of(self._page.index.nodes[number].class_name) is Widget.BUTTON:
            return Unknown("nothing says what a long touch on a button does")
        return _harmless(Basis.POSITION, "a long touch opens a menu or selects", Sureness.LIKELY)

    def _gesture(self, number: int, kind: str) -> Judgement:
        part, element = self._page.part_at(number), self._page.index.nodes[number]
        if isinstance(part, Field) and kind != "drag":
            return _harmless(Basis.POSITION, "it moves the cursor or selects what was typed")
        if part is None or (element.scrollable and kind == "swipe"):
            return _harmless(Basis.POSITION, "it moves what is shown", Sureness.LIKELY)
        name = kind.replace("_", " ")
        return Unknown(f"nothing says what the {name} does: it may archive, delete or move something")

    # Touches

    def _click(self, number: int) -> Judgement:
        if self._page.lies_over(number):
            return Unknown("it stands in a window of another app that lies over the page")
        part = self._page.part_at(number)
        if part is None or isinstance(part, Field):
            return _harmless(Basis.POSITION, "nothing happens but that a field gets the focus", Sureness.CERTAIN)
        known = self._by_id(part)
        if known is not None:
            return known
        match part:
            case Button():
                return self._button(part)
            case Row():
                return self._row(part)
            case Choice():
                return self._choice(part)
            case Switch():
                return self._switch(part)

    def _by_id(self, part: Button | Row | Choice | Switch) -> Judgement | None:
        """What Android's own dialogs and ids say: in whichever language, and whatever the app calls it."""
        index = self._page.index
        element = index.nodes[part.number]
        package, name = index.packages[part.number], id_of(element.resource_id)
        if package.endswith((".permissioncontroller", ".packageinstaller")):
            return self._by_system(part, name)
        if package.endswith(".intentresolver") and isinstance(part, Row):
            return self._commits(SHARE, part.number, Basis.SYSTEM_DIALOG, "Android asks with whom to share")
        if element.resource_id == POSITIVE:
            return self._positive(part, Basis.STANDARD_ID)
        if element.resource_id in (NEGATIVE, NEUTRAL):
            said = None if wording.refuses(part.label) else wording.command(part.label)
            if said is not None or element.resource_id == NEUTRAL:
                return None
            return _harmless(Basis.STANDARD_ID, "it is the button of a dialog that declines")
        return None

    def _by_system(self, part: Button | Row | Choice | Switch, name: str) -> Judgement | None:
        if "deny" in name or "no_upgrade" in name or "cancel" in name or wording.refuses(part.label):
            return _harmless(Basis.SYSTEM_DIALOG, "it declines what Android asks", Sureness.CERTAIN)
        if "allow" in name or "grant" in name:
            return self._commits(GRANT, part.number, Basis.SYSTEM_DIALOG, "Android asks for a permission")
        if name in ("ok_button", "button1") or name.startswith("install"):
            dialog = self._page.dialog
            words = " ".join((part.label, dialog.title, dialog.text) if dialog else (part.label, self._page.text))
            said = wording.asked(words)
            removes = said is not None and said.objective is UNINSTALL
            why = "Android asks whether an app is to be " + ("removed" if removes else "installed")
            return self._commits(UNINSTALL if removes else INSTALL, part.number, Basis.SYSTEM_DIALOG, why)
        return None

    def _positive(self, part: Button | Row | Choice | Switch, basis: Basis) -> Judgement:
        """The button of a dialog that goes on: what it says, else what the dialog says."""
        page, dialog, label = self._page, self._page.dialog, part.label
        if wording.refuses(label):
            return _harmless(Basis.WORDS, f"`{label}` declines")
        said = wording.command(label)
        if said is not None and said.objective is CONFIRM:
            said = None
        own, input_held = said is not None and not wording.confirms(label), self._holds_input()
        title, text = (dialog.title, dialog.text) if dialog is not None else (page.title, page.text)
        if said is None:
            said = wording.graver(wording.asked(title), None if input_held else wording.asked(text))
        elif own and dialog is not None:  # `Send` in `Send money?` pays
            said = wording.graver(said, wording.asked(title))
        if said is not None and said.objective is not None and (own or said.objective is not SAVE or not input_held):
            return self._commits(said.objective, part.number, basis, f"the dialog goes on with `{said.phrase}`")
        if dialog is not None and input_held:
            if self._has_form_below():
                why = "what the dialog asks for goes into the form below it"
                return _harmless(Basis.POSITION, why, Sureness.LIKELY)
            return self._commits(SAVE, part.number, basis, "the dialog takes what stands in it")
        buttons, title = (dialog.buttons, dialog.title) if dialog is not None else (page.buttons, page.title)
        if len(buttons) == 1 and wording.confirms(label) and "?" not in title:
            return _harmless(Basis.POSITION, "it only closes what was read", Sureness.LIKELY)
        if said is not None:
            return Unknown(f"the dialog speaks of `{said.phrase}`, and nothing says of which kind that is")
        return self._commits(CONFIRM, part.number, basis, "it says yes to what the dialog asks")

    def _button(self, button: Button) -> Judgement:
        label = self._own_words(button)
        turned = self._page.turned_by(button)
        if turned is not None:
            return self._setting(turned)
        if wording.refuses(label):
            return self._leaving(button.number) or _harmless(Basis.WORDS, f"`{label}` declines or leads back")
        if self._is_positive(button):
            return self._positive(button, Basis.POSITION)
        return self._by_words(button) or self._by_place(button) or Unknown(_nothing_says(button))

    def _own_words(self, button: Button) -> str:
        """The words of a button without those of the entry in which it stands: others may have written these."""
        row = self._page.row_around(button.number)
        called = row.label.strip() if row is not None else ""
        own = button.label.replace(called, " ").strip() if called else ""
        return own or button.label

    def _leaving(self, number: int) -> Commits | None:
        """Leaving a page on which something is written: an app may keep that as a draft, or throw it away."""
        written = [field for field in self._fields() if field.value]
        if self._page.dialog is not None or not written:
            return None
        why = f"what is written in `{written[0].label}` may be thrown away"
        return self._commits(DISCARD, number, Basis.POSITION, why, Sureness.LIKELY)

    def _by_words(self, button: Button) -> Judgement | None:
        """What the label says; without one, or where it says nothing, the name of its id."""
        name = words_of_id(button.icon) if button.icon else ""
        for label in (self._own_words(button), name):
            if not label:
                continue
            said = wording.command(label)
            if wording.begins(label):
                if self._fields() and said is not None and said.objective is SAVE and button.row is None:
                    why = f"`{label}` adds what stands in the fields"
                    return self._commits(SAVE, button.number, Basis.WORDS, why)
                return _harmless(Basis.WORDS, f"`{label}` leads to where something is written")
            if wording.leads(label) and (said is None or not said.alone):
                return _harmless(Basis.WORDS, f"`{label}` shows something or leads there")
            if wording.is_open(label) and not self._fields() and self._page.dialog is None:
                return _harmless(Basis.WORDS, f"`{label}` asks next for the rest", Sureness.LIKELY)
            if wording.marks(label):
                return self._commits(SAVE, button.number, Basis.WORDS, f"`{label}` marks what it stands beside")
            if wording.goes_on(label):
                return self._going_on(label)
            if said is not None and said.objective is not None and said.objective is not CONFIRM:
                if self._lacks_an_object(said, button):
                    return self._without_object(label, said)
                is_sure = self._page.dialog is not None or (self._fields() and not said.objective.irreversible)
                sure = Sureness.SURE if is_sure else Sureness.LIKELY  # what cannot be taken back mostly asks first
                return self._commits(said.objective, button.number, Basis.WORDS, f"it says `{said.phrase}`", sure)
            if wording.confirms(label) or (said is not None and said.objective is CONFIRM):
                return self._confirming(button, label)
            if said is not None:
                return Unknown(f"it says `{said.phrase}`, and nothing says of which kind that is")
        return None

    def _lacks_an_object(self, said: wording.Said, button: Button) -> bool:
        """Whether nothing stands there that could be sent, posted or paid: the words may lead to where it is written.

        A page whose title says the same is where it is done.
        A list of several sums is none that could be paid, unless it is chosen there how. Where the title counts what is
        selected it is about that, and what stands in a field goes nowhere but by the button beside it.
        """
        is_written = bool(self._fields()) and not (self._counts() and self._field_beside(button) is None)
        if is_written or self._page.dialog is not None or said.objective in (None, self._objective_of_title()):
            return False
        if said.objective.kind is Kind.PAYMENT:
            sums = sums_on(self._page)
            return not sums or (said.objective is PAY and said.alone and len(sums) > 1 and not self._page.choices)
        return said.objective.kind in (Kind.MESSAGE, Kind.POST, Kind.SHARE)

    def _without_object(self, label: str, said: wording.Said) -> Judgement:
        if wording.answers(label):
            return _harmless(Basis.WORDS, f"`{label}` leads to where something is written", Sureness.LIKELY)
        if said.objective is SHARE and said.alone:
            why = "Android asks next with whom to share"
            return _harmless(Basis.WORDS, why, Sureness.LIKELY)
        return Unknown(f"it says `{said.phrase}`, and nothing stands there that this could be about")

    def _going_on(self, label: str) -> Judgement:
        """A button that goes on to another page: the last of several pages says so in its own words."""
        if self._page.dialog is None and not self._page.scrolls and self._fields():
            return Unknown(f"`{label}` goes on, and nothing says whether that is the last step")
        return _harmless(Basis.WORDS, f"`{label}` goes on to the next page", Sureness.LIKELY)

    def _confirming(self, button: Button, label: str) -> Judgement:
        """A button that says yes on a page: to what its title says."""
        page = self._page
        if wording.has_happened(page.title) and not self._fields():
            return _harmless(Basis.WORDS, "the page only tells what has come about", Sureness.LIKELY)
        title = wording.asked(page.title)
        given = bool(self._fields() or page.choices or page.switches or sums_on(page))
        if title is not None and title.objective is not None and given:
            why = f"`{label}` goes on with `{title.phrase}`"
            return self._commits(title.objective, button.number, Basis.WORDS, why, Sureness.LIKELY)
        if self._fields() or self._page.switches:
            return self._commits(CONFIRM, button.number, Basis.WORDS, f"`{label}` takes what stands on the page")
        return Unknown(f"nothing says what `{label}` says yes to")

    def _by_place(self, button: Button) -> Judgement | None:
        """Where it stands: the arrow beside a text field sends, and beside a committing button all else is a part."""
        field = self._field_beside(button)
        if field is not None and not self._is_search(field) and not button.label:
            why = f"it has no words and stands behind the field `{field.label}`"
            return self._commits(SEND, button.number, Basis.POSITION, why, Sureness.LIKELY)
        others = (sibling for sibling in self._page.buttons if sibling is not button)
        if button.label and button.row is None and any(self._is_final(other) for other in others):
            return _harmless(Basis.POSITION, "another button of the page commits what is chosen here", Sureness.LIKELY)
        if self._floats(button) and not self._page.fields:
            return _harmless(Basis.STANDARD_ID, "the floating button leads to where something is made", Sureness.LIKELY)
        held = self._page.fields or self._page.choices or self._page.switches
        if wording.has_happened(self._page.title) and button.label and button.row is None and not held:
            return _harmless(Basis.POSITION, "the page only tells what has come about", Sureness.LIKELY)
        return None

    def _row(self, row: Row) -> Judgement:
        turned = self._page.turned_by(row)
        if turned is not None:
            return self._setting(turned)
        if any(self._is_in(switch.number, row.number) for switch in self._page.switches):
            return Unknown(f"a touch on `{row.label}` may turn its switch")
        said = wording.command(row.label) if len(row.texts) == 1 else None
        if self._in_menu(row):
            if said is not None and said.objective is not None:
                return self._commits(said.objective, row.number, Basis.WORDS, f"the menu says `{said.phrase}`")
            if wording.leads(row.label) or wording.begins(row.label):
                return _harmless(Basis.WORDS, f"`{row.label}` shows something or leads there")
            if self._picks_for_form():
                return _harmless(Basis.POSITION, "what is picked goes into the form below it", Sureness.LIKELY)
            return Unknown(f"nothing says what `{row.label}` in a menu does")
        if said is not None and not (wording.begins(row.label) or wording.leads(row.label)):
            return Unknown(f"the entry says `{said.phrase}`, and may do that at once")
        if self._is_one_in_use(row):
            return Unknown(f"another entry of the list is in use, and a touch may put `{row.label}` in its place")
        if self._chooses_receiver():
            return Unknown(f"on a page called `{self._page.title}` an entry may be who gets it, at once")
        return _harmless(Basis.POSITION, "an entry of a list leads to what it is about", Sureness.LIKELY)

    def _is_one_in_use(self, row: Row) -> bool:
        """Whether one of the entries built like this one says below its name that it is the one in use."""
        own = self._page.index.nodes[row.number].resource_id
        listing = next((listing for listing in self._page.lists if row in listing.rows), None)
        alike = [
            row
            for row in (listing.rows if listing is not None else ())
            if self._page.index.nodes[row.number].resource_id == own
        ]
        return len(alike) > 1 and any(wording.is_in_use(text) for similar in alike for text in similar.texts[1:])

    def _chooses_receiver(self) -> bool:
        """Whether the page asks to whom something is to go, and has no button that then sends it."""
        objective = self._objective_of_title()
        if objective is None or objective.kind not in LEAVES_THE_PHONE:
            return False
        return not any(self._is_final(sibling) for sibling in self._page.buttons)

    def _objective_of_title(self) -> GenericObjective | None:
        """What the page is there for, where its title says so and does not tell of what has come about."""
        title = self._page.title
        said = None if wording.has_happened(title) else wording.command(title)
        return None if said is None else said.objective

    def _choice(self, choice: Choice) -> Judgement:
        element = self._page.index.nodes[choice.number]
        if not element.checkable or widget_of(element.class_name) in (Widget.TAB, Widget.CHIP, Widget.SPINNER):
            return _harmless(Basis.POSITION, "it chooses what is shown")
        return self._setting(choice)

    def _switch(self, switch: Switch) -> Judgement:
        return self._setting(switch)

    def _setting(self, part: Choice | Switch) -> Judgement:
        """What is chosen takes effect at once, unless something else on the page or dialog commits it."""
        page, dialog = self._page, self._page.dialog
        is_switch = page.index.nodes[part.number].class_name.endswith(("Switch", "SwitchCompat", "SwitchMaterial"))
        if dialog is not None and self._is_in(part.number, dialog.number):
            held = any(self._is_positive(reply) for reply in dialog.buttons) or self._has_form_below()
        else:
            held = bool(self._fields()) or any(self._takes_chosen(button, is_switch) for button in page.buttons)
            held = held or (not is_switch and self._waits())
        if held:
            return _harmless(Basis.POSITION, "a button commits what is chosen here", Sureness.LIKELY)
        if page.scrolls and not is_switch and dialog is None:
            why = "it takes effect at once, unless a button that is out of sight commits it"
            return self._commits(SET, part.number, Basis.POSITION, why, Sureness.LIKELY)
        return self._commits(SET, part.number, Basis.POSITION, "it takes effect at once")

    def _takes_chosen(self, button: Button, is_switch: bool) -> bool:
        """Whether a button does something with what is chosen: switches act at once, what is counted is selected."""
        if self._is_final(button):
            return True
        counted = self._counts() and not is_switch and button.row is None
        return counted and wording.command(button.label) is not None

    def _counts(self) -> bool:
        """Whether the title says how many entries are selected."""
        return wording.counts(self._page.title)

    def _waits(self) -> bool:
        """Whether a button that commits the page takes no touch yet: what is chosen is for it."""
        nodes = self._page.index.nodes
        return any(
            widget_of(node.class_name) is Widget.BUTTON
            and not node.clickable
            and self._says_final(node.text or node.description)
            for node in nodes
        )

    # What stands where

    def _is_in(self, number: int, around: int) -> bool:
        return around < number < self._page.index.ends[around]

    def _in_menu(self, row: Row) -> bool:
        """Whether it is an entry of a menu: in a window of its own that has no buttons."""
        dialog = self._page.dialog
        return dialog is not None and not dialog.buttons and self._is_in(row.number, dialog.number)

    def _floats(self, button: Button) -> bool:
        """Whether it is the one button that floats over a page: by its class, or by the usual name of its id."""
        element = self._page.index.nodes[button.number]
        name = id_of(element.resource_id).casefold()
        by_id = "fab" in name.split("_") or "floating_action_button" in name
        return button.row is None and (by_id or element.class_name.endswith("FloatingActionButton"))

    def _picks_for_form(self) -> bool:
        """Whether the menu is called as an entry of the form below it is: it was opened to fill that in."""
        dialog, page = self._page.dialog, self._page
        if dialog is None or not self._has_form_below():
            return False
        below = [row.label for row in page.rows if not self._is_in(row.number, dialog.number)]
        return bool(dialog.title) and wording.plain(dialog.title) in map(wording.plain, below)

    def _is_positive(self, button: Button) -> bool:
        """Whether it is the one of a dialog's buttons that goes on: it does not decline, and stands last."""
        dialog = self._page.dialog
        if dialog is None or not self._is_in(button.number, dialog.number):
            return False
        nodes = self._page.index.nodes
        if nodes[button.number].resource_id == POSITIVE:
            return True
        going_on = [
            reply for reply in dialog.buttons if reply.row is None and reply.label and not wording.refuses(reply.label)
        ]  # fmt: skip
        return bool(going_on) and going_on[-1] is button and not wording.leads(button.label)

    def _is_final(self, button: Button) -> bool:
        """Whether a button commits a page as a whole: it says so, stands in no row and takes nothing away."""
        if button.row is not None or wording.refuses(button.label):
            return False
        return self._says_final(button.label or words_of_id(button.icon))

    def _says_final(self, label: str) -> bool:
        if wording.refuses(label) or wording.begins(label) or wording.leads(label):
            return False
        said = wording.command(label)
        if said is not None and said.objective is not None:
            return not said.objective.irreversible
        return wording.confirms(label)

    def _holds_input(self) -> bool:
        """Whether the dialog asks for something: a field, a choice, a switch."""
        dialog = self._page.dialog
        if dialog is None:
            return False
        parts = (self._page.fields, self._page.choices, self._page.switches)
        return any(self._is_in(part.number, dialog.number) for group in parts for part in group)

    def _has_form_below(self) -> bool:
        dialog, page = self._page.dialog, self._page
        if dialog is None:
            return False
        outside = [field for field in page.fields if not self._is_in(field.number, dialog.number)]
        if any(not self._is_search(field) for field in outside):
            return True
        return any(self._is_final(button) for button in page.buttons if not self._is_in(button.number, dialog.number))

    def _fields(self) -> list[Field]:
        """The fields in front that are not only for looking something up."""
        dialog = self._page.dialog
        return [
            field
            for field in self._page.fields
            if not self._is_search(field) and (dialog is None or self._is_in(field.number, dialog.number))
        ]

    def _is_search(self, field: Field) -> bool:
        return is_search(self._page, field)

    def _field_beside(self, button: Button) -> Field | None:
        """The field that a button stands behind, in one line."""
        nodes = self._page.index.nodes
        box = nodes[button.number].bounds
        for field in self._page.fields:
            other = nodes[field.number].bounds
            if other.right <= box.left + 8 and min(box.bottom, other.bottom) - max(box.top, other.top) > 0:
                return field
        return None

    def _button_beside(self, field: Field) -> Button | None:
        return next(
            (
                sibling
                for sibling in self._page.buttons
                if self._field_beside(sibling) == field and self._sends(sibling)
            ),
            None,
        )

    def _sends(self, button: Button) -> bool:
        return isinstance(self._button(button), Commits)

    def _commits(
        self, objective: GenericObjective, number: int, basis: Basis, why: str, sureness: Sureness = Sureness.SURE
    ) -> Commits:
        return Commits(objective, object_of(objective, self._page, number), (Evidence(basis, why, sureness),))


def _harmless(basis: Basis, why: str, sureness: Sureness = Sureness.SURE) -> Harmless:
    return Harmless((Evidence(basis, why, sureness),))


def _nothing_says(button: Button) -> str:
    called = button.label or button.icon
    return f"nothing says what `{called}` does" if called else "it has no words, and nothing says what it does"
