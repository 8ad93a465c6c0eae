"""What stands around a touch says what it does: windows over the app, forms under pickers, the entry touched before."""

from collections.abc import Mapping

import pytest

from app.generic.trees import APP, box, button, dialog, judged, page, screen, view, words
from handrail.app import App
from handrail.app.generic import Commits, Harmless, Page, Unknown, judge
from handrail.app.screen_model import Act
from handrail.app.update import Update
from handrail.device.element import Element
from handrail.device.screen import Screen

WHOLE = box(0, 0, 1080, 2400)
NOTICE = view(
    "FrameLayout",
    words("A parcel is on its way", package="com.android.systemui"),
    view("Button", text="Reply", clickable=True, package="com.android.systemui"),
    package="com.android.systemui",
    bounds=box(0, 0, 1080, 300),
)


def form(*rows: Element) -> Element:
    """A page that a button at its end commits."""
    title = words("New entry", resource_id=f"{APP}:id/toolbar_title")
    return view("FrameLayout", title, *rows, button("Save"), bounds=WHOLE)


def row(*inside: Element, top: int = 400) -> Element:
    return view("LinearLayout", *inside, clickable=True, bounds=box(0, top, 1080, top + 150))


def listed(*rows: Element) -> Element:
    return view("RecyclerView", *rows, bounds=box(0, 400, 1080, 2000))


def objective(judgement: object) -> str:
    assert isinstance(judgement, Commits), judgement
    return judgement.objective.name


def test_a_notice_over_the_app_hides_neither_its_dialog_nor_stands_on_its_page() -> None:
    asking = dialog("Delete this note?", "It cannot be undone.", button("Delete", resource_id="android:id/button1"))
    below = view("FrameLayout", words("Notes"), bounds=WHOLE)
    alone, under = Page.of(screen(below, asking)), Page.of(screen(below, asking, NOTICE))
    assert under.dialog is not None
    assert (under.dialog.title, under.title, under.text) == ("Delete this note?", alone.title, alone.text)
    assert under.buttons == alone.buttons


def test_a_touch_on_a_window_over_the_app_is_not_known() -> None:
    shown = screen(view("FrameLayout", words("Notes"), bounds=WHOLE), NOTICE)
    read = Page.of(shown)
    assert isinstance(judge(read, Act("click", (1, 1))), Unknown)
    assert isinstance(judge(read, Act("click", (0, 0))), Harmless)


def test_what_android_asks_over_an_app_is_a_part_of_its_page() -> None:
    package = "com.android.permissioncontroller"
    allow = view("Button", text="Allow", clickable=True, package=package, resource_id=f"{package}:id/permission_allow")
    question = words(
        "Allow Notes to see your contacts?", package=package, resource_id=f"{package}:id/permission_message"
    )
    asked = view("FrameLayout", question, allow, package=package, bounds=box(100, 800, 980, 1500))
    shown = Page.of(screen(view("FrameLayout", words("Notes"), bounds=WHOLE), asked))
    assert shown.dialog is not None
    assert objective(judge(shown, Act("click", (1, 1)))) == "Grant"


@pytest.mark.parametrize(
    ("title", "text", "label", "name"),
    [
        ("Send money?", "€63.00 to Tom. This cannot be undone.", "Send", "Pay"),
        ("Quick Backup", "Do you want to uninstall this app?", "OK", "Uninstall"),
    ],
)
def test_of_what_a_dialog_says_the_gravest_counts(title: str, text: str, label: str, name: str) -> None:
    yes = button(label, resource_id="android:id/button1")
    shown = Page.of(screen(view("FrameLayout", words("Home"), bounds=WHOLE), dialog(title, text, yes)))
    assert objective(judged(shown, label)) == name


def test_a_command_with_several_sums_and_nothing_filled_in_is_not_known_and_with_one_it_pays() -> None:
    def accounts(*sums: str) -> Page:
        rows = (row(words(f"Account {n}"), words(text), top=400 + 150 * n) for n, text in enumerate(sums))
        return page(listed(*rows), button("Transfer", bounds=box(0, 2100, 1080, 2200)))

    assert isinstance(judged(accounts("€10.00", "€20.00"), "Transfer"), Unknown)
    assert objective(judged(accounts("€10.00"), "Transfer")) == "Pay"


def picker(title: str) -> Element:
    choices = (row(words(day_name), top=900 + 100 * n) for n, day_name in enumerate(("Today", "Tomorrow")))
    return dialog(title, "", view("ListView", *choices, bounds=box(100, 900, 980, 1300)))


def test_what_is_picked_for_an_entry_of_a_form_is_harmless_and_of_another_menu_not_known() -> None:
    due = listed(row(words("Due date"), words("No date")), row(words("List"), words("Home"), top=550))
    assert isinstance(judged(Page.of(screen(form(due), picker("Due date"))), "Tomorrow"), Harmless)
    assert isinstance(judged(Page.of(screen(form(due), picker("More"))), "Tomorrow"), Unknown)


def setting(name: str, *, clickable: bool, resource_id: str) -> Element:
    switch = view("Switch", description=name, checkable=True, clickable=clickable, resource_id=resource_id)
    return row(words(name), switch, top=400 if name == "Alarm" else 600)


@pytest.mark.parametrize(
    ("clickable", "resource_id", "turns"),
    [(False, f"{APP}:id/on", True), (True, "android:id/switch_widget", True), (True, f"{APP}:id/on", False)],
    ids=["a switch without a touch of its own", "a preference of Android's", "a switch apart from its entry"],
)
@pytest.mark.parametrize("in_list", [True, False], ids=["in a list", "by itself"])
def test_an_entry_turns_its_switch_unless_that_takes_its_own_touch(
    clickable: bool, resource_id: str, turns: bool, in_list: bool
) -> None:
    entry = setting("Alarm", clickable=clickable, resource_id=resource_id)
    shown = screen(view("FrameLayout", listed(entry) if in_list else entry, bounds=WHOLE))
    read = Page.of(shown)
    path = (0, 0, 0) if in_list else (0, 0)
    said = App.generic().anticipate_on(shown, path, "click")
    changed = [update for update in said.updates if update.state == "Switch"]
    assert (changed == [Update("Switch", {"label": "Alarm", "on": True})]) is turns
    assert isinstance(judge(read, Act("click", path)), Commits) is turns


@pytest.mark.parametrize("label", ["Star", "Star Buy milk", "Add to favorites", "Bookmark", "Anheften", "收藏"])
def test_a_mark_is_made_at_once(label: str) -> None:
    assert objective(judged(page(button(label)), label)) == "Save"


@pytest.mark.parametrize("label", ["Starred", "Favorites"])
def test_the_list_of_what_is_marked_is_no_mark(label: str) -> None:
    assert not isinstance(judged(page(button(label)), label), Commits)


def floating(**attributes: str) -> Element:
    return view("ImageButton", description="Chat", clickable=True, bounds=box(900, 2200, 1060, 2360), **attributes)


def test_the_floating_button_of_a_list_leads_on_and_that_of_a_form_is_not_known() -> None:
    by_id = floating(resource_id=f"{APP}:id/chat_fab")
    assert isinstance(judged(page(words("People"), by_id), "Chat"), Harmless)
    assert isinstance(judged(page(words("People"), floating()), "Chat"), Unknown)
    name = view("EditText", hint="Name", clickable=True, bounds=box(0, 400, 1080, 500))
    assert not isinstance(judged(page(words("People"), name, by_id), "Chat"), Harmless)


def test_on_a_page_that_tells_what_has_come_about_a_button_leads_on() -> None:
    def told(title: str, *more: Element) -> Page:
        return page(words(title, resource_id=f"{APP}:id/toolbar_title"), *more, button("Continue shopping"))

    assert isinstance(judged(told("Order confirmed"), "Continue shopping"), Harmless)
    coupon = view("EditText", hint="Coupon", clickable=True, bounds=box(0, 400, 1080, 500))
    assert not isinstance(judged(told("Order confirmed", coupon), "Continue shopping"), Harmless)


# The entry that was touched last

NOTES = listed(row(words("Milk"), words("from the farm")), row(words("Bread"), words("dark"), top=600))
OPENED = Update("Opened", {"app": APP, "label": "Milk", "text": "Milk · from the farm", "alike": 1})


def anticipated(
    shown: Screen, path: tuple[int, ...], known: Mapping[str, str | int] | None = None
) -> tuple[Update, ...]:
    """What a touch is about to change, with what is known of the entry that was touched before."""
    remembered = known or {}
    return App.generic().anticipate_on(shown, path, "click", known=lambda _, name: remembered.get(name)).updates


def test_a_touch_on_an_entry_is_remembered_and_one_in_a_menu_is_not() -> None:
    assert anticipated(screen(view("FrameLayout", NOTES, bounds=WHOLE)), (0, 0, 0)) == (OPENED,)
    menu = screen(view("FrameLayout", NOTES, bounds=WHOLE), picker("Milk"))
    assert anticipated(menu, (1, 2, 0)) == ()


def test_a_dialog_that_does_not_say_what_it_is_about_is_about_the_entry_that_was_touched() -> None:
    asking = dialog("Delete?", "It is gone then.", button("Delete", resource_id="android:id/button1"))
    shown = screen(view("FrameLayout", NOTES, bounds=WHOLE), asking)
    known: dict[str, str | int] = {"app": APP, "label": "Milk", "text": "Milk · from the farm", "alike": 1}
    assert OPENED in anticipated(shown, (1, 2), known)
    assert not [update for update in anticipated(shown, (1, 2)) if update.state == "Opened"]
    [elsewhere] = [
        update.set
        for update in anticipated(shown, (1, 2), {**known, "app": "com.example.another"})
        if update.state == "Opened"
    ]
    assert elsewhere is not None
    assert set(elsewhere.values()) == {None}  # what was touched in another app says nothing here


def test_a_commitment_of_the_whole_page_says_nothing_of_lists_that_it_does_not_change() -> None:
    shown = screen(
        form(view("EditText", text="Milk", hint="Title", clickable=True, bounds=box(0, 300, 1080, 390)), NOTES)
    )
    taken = {update.state for update in anticipated(shown, (0, 3))}
    assert taken == {"Screen", "Field"}


def test_a_state_that_another_model_declares_does_not_end_as_the_generic_one_would() -> None:
    assert "Switch" in App.generic().lasting
    assert "Switch" not in App.generic(without={"Switch"}).lasting
    assert "Field" in App.generic(without={"Switch"}).lasting
