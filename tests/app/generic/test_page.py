"""A screen read as a person reads it, also where a real phone's tree differs from a tidy one."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.generic.trees import APP, box, button, dialog, page, screen, view, words
from handrail.app.generic import Page, judge
from handrail.app.screen_model import Act
from handrail.device.element import Element
from handrail.device.hierarchy import read_hierarchy, write_hierarchy
from handrail.device.screen import Screen
from handrail.phone.phone import Phone

FIXTURES = Path(__file__).parent / "fixtures"


def on_phone(package: str) -> Page:
    """The first page of an app of the simulated phone."""
    phone = Phone(churn=False)
    assert phone.launch(package)
    return Page.of(phone.screen())


def test_a_list_is_read_with_all_texts_of_its_rows() -> None:
    shown = on_phone("com.android.settings")
    assert shown.title == "Settings"
    assert shown.rows[0].label == "Network & internet"
    assert shown.rows[0].text == "Network & internet · Home-5G"


def test_tabs_are_one_group_and_switches_are_named_by_their_row() -> None:
    shown = on_phone("com.example.clock")
    assert [(choice.label, choice.selected) for choice in shown.choices] == [
        ("Alarm", True), ("Timer", False), ("Stopwatch", False),
    ]  # fmt: skip
    assert len({choice.group for choice in shown.choices}) == 1
    assert [switch.label for switch in shown.switches] == [row.label for row in shown.rows]


def field(**attributes: object) -> Element:
    return view("EditText", bounds=box(200, 300, 1000, 400), clickable=True, **attributes)


LABEL = words("Their name", bounds=box(20, 320, 190, 380))
ABOVE = words("Name of the guest", bounds=box(200, 220, 800, 290))


@pytest.mark.parametrize(
    ("element", "around", "label"),
    [
        (field(hint="Full name", description="guest", resource_id=f"{APP}:id/guest_input"), (LABEL,), "Full name"),
        (field(description="guest", resource_id=f"{APP}:id/guest_input"), (LABEL,), "guest"),
        (field(resource_id=f"{APP}:id/guest_input"), (LABEL, ABOVE), "Their name"),
        (field(resource_id=f"{APP}:id/guest_input"), (ABOVE,), "Name of the guest"),
        (field(resource_id=f"{APP}:id/guest_input"), (), "guest"),
        (field(), (), ""),
    ],
    ids=["hint", "description", "left", "above", "resource id", "nothing"],
)
def test_a_field_is_called_by_what_names_it_most_surely(
    element: Element, around: tuple[Element, ...], label: str
) -> None:
    (found,) = page(*around, element).fields
    assert found.label == label


def test_what_was_typed_does_not_change_what_a_field_is_called() -> None:
    empty, typed = field(text="To", hint="To"), field(text="Ann", hint="To")
    assert [(element.label, element.value) for element in page(empty).fields] == [("To", "")]
    assert [(element.label, element.value) for element in page(typed).fields] == [("To", "Ann")]


def test_a_password_has_no_value() -> None:
    (found,) = page(field(text="••••", hint="Password", password=True)).fields
    assert (found.label, found.value) == ("Password", None)


def test_a_field_that_shows_only_its_name_is_empty_where_the_phone_says_no_hint() -> None:
    (found,) = page(LABEL, field(text="Their name:")).fields
    assert found.value == ""


def rows(*texts: tuple[str, ...], scrollable: bool = False, height: int = 200) -> Element:
    """A list whose rows follow one another from the top."""
    made = [
        view(
            "LinearLayout",
            *[words(text, bounds=box(0, n * height, 1080, n * height + 40)) for text in row_texts],
            clickable=True,
            bounds=box(0, n * height, 1080, (n + 1) * height),
        )
        for n, row_texts in enumerate(texts)
    ]
    end = len(texts) * height
    return view("androidx.recyclerview.widget.RecyclerView", *made, scrollable=scrollable, bounds=box(0, 0, 1080, end))


def test_a_row_at_the_edge_is_whole_only_where_another_row_shows_that_it_is() -> None:
    shown = page(rows(("Ann", "Hi"), ("Bob", "Yes"), ("Carla", "No"), ("Dan",), scrollable=True))
    assert [(row.label, row.whole) for row in shown.rows] == [
        ("Ann", True), ("Bob", True), ("Carla", True), ("Dan", False),
    ]  # fmt: skip
    (listing,) = shown.lists
    assert listing.scrolls


def test_a_row_of_which_the_beginning_may_be_out_of_sight_has_no_name() -> None:
    shown = page(rows(("yesterday",), ("Bob", "Yes"), ("Carla", "No"), scrollable=True))
    assert shown.rows[0].label == ""


def test_a_dialog_in_front_is_read_and_the_page_below_it_too() -> None:
    below = view("FrameLayout", words("Notes", resource_id=f"{APP}:id/toolbar_title"), bounds=box(0, 0, 1080, 2400))
    over = dialog("Delete note?", "It is gone then.", button("Cancel"), button("Delete"))
    shown = Page.of(screen(below, over))
    assert shown.title == "Notes"
    assert shown.dialog is not None
    assert (shown.dialog.title, shown.dialog.text) == ("Delete note?", "It is gone then.")
    assert [element.label for element in shown.dialog.buttons] == ["Cancel", "Delete"]


def read(name: str, package: str = APP) -> Screen:
    """A fixture as a screen."""
    return read_hierarchy((FIXTURES / name).read_text("utf-8")).screen(package, ".Main", 1080, 2400)


def test_a_page_of_compose_is_read_without_any_resource_id() -> None:
    shown = Page.of(read("compose.xml"))
    assert shown.title == "Shopping"
    assert [(element.label, element.value) for element in shown.fields] == [("Add a note", "Oat milk")]
    assert [row.text for row in shown.rows] == ["Bread · 2 loaves", "Apples · 1 kg"]
    assert [(switch.label, switch.on) for switch in shown.switches] == [("Share with family", True)]
    assert "Save" in [element.label for element in shown.buttons]


def test_a_web_page_is_read_by_its_texts_and_descriptions() -> None:
    shown = Page.of(read("web.xml"))
    assert shown.title == "Book a table"
    assert [(element.label, element.value) for element in shown.fields] == [("Guests", "4"), ("Phone number", "")]
    assert [element.label for element in shown.buttons] == ["Back", "Reserve now"]


def test_a_widget_of_another_app_in_the_launcher_is_a_part_of_its_page() -> None:
    shown = Page.of(read("launcher.xml", "com.example.home"))
    assert shown.package == "com.example.home"
    assert "Rain until 5" in shown.text or any("Rain until 5" in row.text for row in shown.rows)
    assert shown.dialog is None


def test_the_page_source_of_appium_is_read_the_same() -> None:
    assert [element.label for element in Page.of(read("appium.xml")).buttons] == ["Navigate up", "Send"]
    assert [(element.label, element.value) for element in Page.of(read("appium.xml")).fields] == [("Message", "Hello")]


def test_a_list_in_a_list_has_its_rows_to_itself() -> None:
    inner = rows(("Ann", "Hi"), ("Bob", "Yes"))
    shown = page(view("ListView", inner, bounds=box(0, 0, 1080, 400)))
    assert [row.label for row in shown.rows] == ["Ann", "Bob"]


def test_windows_of_packages_that_others_speak_for_are_left_out() -> None:
    theirs = view("FrameLayout", words("Theirs"), button("Theirs too"), package="com.other", bounds=box(0, 0, 9, 9))
    ours = view("FrameLayout", words("Ours"), bounds=box(0, 0, 1080, 2400))
    shown = Page.of(screen(ours, theirs), frozenset({"com.other"}))
    assert shown.text == "Ours"
    assert not shown.buttons


LEAVES = st.builds(
    view,
    st.sampled_from(
        ("TextView", "Button", "EditText", "ImageView", "Switch", "CheckBox", "RadioButton", "Spinner", "View",
         "android.view.View", "ListView", "ScrollView", "android.webkit.WebView", "")
    ),
    text=st.text(max_size=12),
    description=st.text(max_size=6),
    hint=st.sampled_from(("", "To", "Search")),
    resource_id=st.sampled_from(("", "android:id/button1", "android:id/alertTitle", f"{APP}:id/toolbar", "title")),
    package=st.sampled_from((APP, "", "com.other", "com.android.permissioncontroller")),
    bounds=st.builds(box, *[st.integers(-50, 2400)] * 4),
    clickable=st.booleans(),
    long_clickable=st.booleans(),
    checkable=st.booleans(),
    checked=st.booleans(),
    selected=st.booleans(),
    scrollable=st.booleans(),
    password=st.booleans(),
    enabled=st.booleans(),
)  # fmt: skip
TREES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda element, children: Element(
            **{name: getattr(element, name) for name in Element.__slots__ if name != "children"},
            children=tuple(children),
        ),
        LEAVES,
        st.lists(inner, max_size=5),
    ),
    max_leaves=30,
)


@given(st.lists(TREES, max_size=3), st.sampled_from(("click", "long_click", "input", "enter", "swipe", "drag", "back")))
@settings(max_examples=150, deadline=None)
@pytest.mark.slow
def test_any_tree_is_read_and_judged_every_row_once_and_always_the_same(windows: list[Element], kind: str) -> None:
    shown = screen(*windows)
    read_once, again = Page.of(shown), Page.of(shown)
    numbers = [row.number for row in read_once.rows]
    assert len(numbers) == len(set(numbers))
    assert (read_once.title, read_once.text, read_once.parts) == (again.title, again.text, again.parts)
    assert read_once.dialog == again.dialog
    for number in range(len(read_once.index)):
        act = Act(kind, read_once.index.path_of(number))
        assert judge(read_once, act) == judge(again, act)


def test_a_tree_is_read_the_same_after_it_was_written_down() -> None:
    phone = Phone(churn=False)
    assert phone.launch("com.example.shop")
    shown = phone.screen()
    again = read_hierarchy(write_hierarchy(shown)).screen(shown.package, shown.activity, 1080, 2400)
    assert Page.of(again).parts == Page.of(shown).parts
