"""What a model says of a commitment: its kind, its object to the last detail, and how long a fact counts."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

import pytest

from handrail.app import KEY, App, Declaration, ScreenReader, Update
from handrail.app.binding import KINDS
from handrail.app.consequence import NEEDED_DETAILS, Detail, Kind
from handrail.app.model_check import ModelProblem, check_model
from handrail.app.model_document import ModelError, read_model
from handrail.device.element import Element
from handrail.device.screen import Screen
from handrail.language import DeclarationError

PACKAGE = "com.example.table"
MODEL = """\
app: Tables
package: com.example.table
states:
  Booking:
    description: the tables that are booked
    variables:
      - {name: restaurant, type: Text, is_key: true}
      - {name: people, type: Number}
  BookingToCancel:
    description: the booking that the dialog is about
    lasts_while: {has: '//android:id/alertTitle[@text="Cancel booking?"]'}
    variables:
      - {name: restaurant, type: Text}
      - {name: date, type: Date}
bindings:
  - name: cancel a booking
    on: click
    at: //android:id/button1
    on_screen: {has: '//android:id/alertTitle[@text="Cancel booking?"]'}
    commits: CancelBooking
    kind: booking
    irreversible: true
    object: {what: known(BookingToCancel.restaurant), date: known(BookingToCancel.date), note: maybe(text(//note))}
    pre:
      - {state: Booking, delete: {restaurant: known(BookingToCancel.restaurant)}}
  - name: invite somebody
    on: click
    at: //invite
    commits: Invite
    pre:
      - {state: Booking, set: {restaurant: text(//title), people: number(//people)}}
  - name: leave a review
    on: click
    at: //review
    commits: Review
    kind: post
    object: {text: maybe(text(//words)), stars: 5}
harmless:
  - //tab
  - {on: [click, long_click], at: //help, on_screen: {has: //title}, why: it only explains}
  - {on: back, on_screen: {has: //tab}}
"""
LASTING = "lasts_while: {has: '//android:id/alertTitle[@text=\"Cancel booking?\"]'}"


def node(id: str, text: str = "", *children: Element, **more: Any) -> Element:
    resource_id = id if ":" in id else f"{PACKAGE}:id/{id}"
    return Element("android.widget.TextView", text, resource_id=resource_id, children=children, **more)


def shown(*elements: Element) -> Screen:
    return Screen(PACKAGE, f"{PACKAGE}.Main", (node("root", "", *elements, package=PACKAGE),), 1080, 2400)


DIALOG = shown(node("android:id/alertTitle", "Cancel booking?"), node("android:id/button1", "Yes", clickable=True))
FORM = shown(node("title", "Trattoria"), node("people", "4"), node("invite"), node("tab"), node("help"), node("review"))
KNOWN = {("BookingToCancel", "restaurant"): "Trattoria", ("BookingToCancel", "date"): date(2026, 3, 6)}


def known(state: str, variable: str) -> object:
    return KNOWN.get((state, variable))


def model() -> App:
    return read_model(MODEL, "table.yaml")


def test_what_is_committed_is_said_to_the_last_detail() -> None:
    said = model().anticipate_on(DIALOG, (0, 1), "click", known=known)
    (consequence,) = said.consequences
    assert consequence.does == "cancel a booking"
    assert consequence.kind is Kind.BOOKING
    assert consequence.objectives == {"CancelBooking"}
    assert consequence.details == (
        Detail("what", "Trattoria", remembered=True),
        Detail("date", date(2026, 3, 6), remembered=True),
    )
    assert consequence.is_known
    assert consequence.irreversible
    assert consequence.changes == {"Booking"}
    assert said.updates == (Update("Booking", delete={"restaurant": "Trattoria"}),)
    assert said.covered


def test_what_no_step_established_cannot_be_known() -> None:
    for nothing in (None, lambda state, variable: None):
        (consequence,) = model().anticipate_on(DIALOG, (0, 1), "click", known=nothing).consequences
        assert not consequence.is_known
        assert [detail.unread for detail in consequence.details] == [
            "what `restaurant` of `BookingToCancel` is has not been seen",
            "what `date` of `BookingToCancel` is has not been seen",
        ]


def test_without_an_object_the_updates_say_what_is_committed() -> None:
    (consequence,) = model().anticipate_on(FORM, (0, 2), "click").consequences
    assert consequence.kind is Kind.UNKNOWN
    assert consequence.details == (Detail("restaurant", "Trattoria"), Detail("people", Decimal(4)))
    unreadable = shown(node("title", "Trattoria"), node("people", "4 or 5"), node("invite"))
    (consequence,) = model().anticipate_on(unreadable, (0, 2), "click").consequences
    assert not consequence.is_known
    assert consequence.details[1].unread.startswith('"4 or 5" is not a Number')


def test_a_needed_detail_may_not_be_left_out() -> None:
    (consequence,) = model().anticipate_on(FORM, (0, 5), "click").consequences
    assert consequence.details == (Detail("text", unread="no element is `//words`"), Detail("stars", Decimal(5)))
    assert not consequence.is_known


def test_a_binding_whose_condition_does_not_hold_says_nothing_of_what_it_commits() -> None:
    app = read_model(
        MODEL.replace("people: number(//people)}}", "people: number(//people)}, when: exists(//free)}"), "table.yaml"
    )
    (consequence,) = app.anticipate_on(FORM, (0, 2), "click").consequences
    assert consequence.details == ()
    assert not consequence.is_known


@pytest.mark.parametrize(
    ("path", "kind", "covered"),
    [
        ((0, 2), "click", True),
        ((0, 2), "long_click", False),
        ((0, 3), "click", True),
        ((0, 3), "long_click", False),
        ((0, 4), "long_click", True),
        ((0, 0), "click", False),
        ((0,), "click", False),
        ((0, 9), "click", False),
        (None, "back", True),
        (None, "home", False),
    ],
)
def test_what_no_entry_speaks_for_is_not_covered(path: tuple[int, ...] | None, kind: str, covered: bool) -> None:
    assert model().anticipate_on(FORM, path, kind).covered is covered


def test_an_entry_covers_only_on_its_screens() -> None:
    assert not model().anticipate_on(shown(node("help")), (0, 0), "click").covered
    assert not model().anticipate_on(shown(node("android:id/button1")), (0, 0), "click").covered
    assert not model().anticipate_on(shown(node("title")), None, "back").covered


def test_a_fact_lasts_while_the_screen_that_shows_it_is_there() -> None:
    app = model()
    assert app.observe(DIALOG).ended == frozenset()
    assert app.observe(FORM).ended == {"BookingToCancel"}
    foreign = replace(DIALOG, windows=tuple(replace(window, package="com.evil") for window in DIALOG.windows))
    assert app.observe(foreign).ended == {"BookingToCancel"}
    assert list(app.lasting) == ["BookingToCancel"]


def test_a_fact_of_an_activity_ends_when_another_app_is_in_front() -> None:
    source = MODEL.replace(LASTING, "lasts_while: {activity: Main}")
    app = read_model(source, "table.yaml")
    assert app.observe(FORM).ended == frozenset()
    assert app.observe(replace(FORM, activity=f"{PACKAGE}.Other")).ended == {"BookingToCancel"}
    assert app.observe(replace(FORM, package="com.evil")).ended == {"BookingToCancel"}


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("date: known(BookingToCancel.date)", "date: known(BookingToCancel.day)", "no variable `day`"),
        ("date: known(BookingToCancel.date)", "date: known(ToCancel.date)", "no state `ToCancel` is declared"),
        ("date: known(BookingToCancel.date)", "date: known(Booking.people)", "nothing says which is meant"),
        ("date: known(BookingToCancel.date)", "date: known(date)", "write known(Order.total)"),
        ("date: known(BookingToCancel.date)", "date: null", "`date` of the object is null"),
        ("date: known(BookingToCancel.date)", "date: [a]", "a list or a mapping"),
        ("what: known", "which: known", ":23:13: a booking without `what`"),
        ("kind: booking", "kind: bookin", "`kind`"),
        ("kind: booking", "kind: payment", "a payment without `to`"),
        ("    commits: CancelBooking\n", "", "`kind` of a binding that commits nothing"),
        (
            "    pre:\n      - {state: Booking, set: {restaurant: text(//title), people: number(//people)}}\n",
            "",
            ":29:14: `Invite` is committed, and nothing says what that does to what",
        ),
        ("  - //tab\n", "  - //tab[@nope]\n", "no attribute `@nope`"),
        ("[click, long_click], at: //help", "[click, press], at: //help", "no kind of action `press`"),
        ("[click, long_click], at: //help", "[click], where: //help", "unknown field `where`"),
        ("on: back, on_screen", "on: click, on_screen", "`click` without an element"),
        (LASTING, "lasts_while: {lacks: //tab}",
         "say what shows it"),
        ("lasts_while: {has", "lasts_while: {hsa", "unknown field `hsa`; did you mean `has`?"),
        (LASTING, "until: {restaurant: dates}",
         "no variable `dates`; did you mean `date`?"),
        (LASTING, "part_of: {Bookings: {restaurant: restaurant}}",
         "no state `Bookings`; did you mean `Booking`?"),
        (LASTING, "part_of: {Booking: {people: restaurant}}",
         'not by the keys of `Booking`; say which variable holds "restaurant"'),
        (LASTING, "part_of: {Booking: {restaurant: place}}",
         "no variable `place`"),
        (LASTING, "part_of: {Booking: {restaurant: date}}",
         "`date` holds no `restaurant`; it is of another type"),
        (LASTING, "part_of: {Booking: {restaurant: restaurant, people: true}}",
         "no Boolean `people` in `Booking`"),
        (LASTING, "part_of: {BookingToCancel: {restaurant: restaurant}}",
         "it has no keys"),
        (LASTING, "until: {date: restaurant}",
         "`restaurant` says no time; name a Time, at which it ends, or a Number of seconds"),
    ],
)  # fmt: skip
def test_a_model_that_says_nothing_of_what_it_commits_is_refused(wrong: str, right: str, told: str) -> None:
    assert wrong in MODEL
    with pytest.raises(ModelError) as caught:
        read_model(MODEL.replace(wrong, right, 1), "table.yaml")
    assert told in str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_can_be_bound(kind: str) -> None:
    source = MODEL + f"  - {{on: {kind}, at: //anything}}\n"
    assert kind in read_model(source, "table.yaml").screens.harmless[-1].kinds


def test_a_key_goes_to_the_field_with_the_focus_and_to_the_screen() -> None:
    source = MODEL + "  - {on: enter, at: //title}\n  - {on: press_key}\n"
    app = read_model(source, "table.yaml")
    assert app.anticipate_on(FORM, (0, 0), "enter").covered
    assert not app.anticipate_on(FORM, None, "enter").covered
    assert app.anticipate_on(FORM, (0, 0), "press_key").covered


def test_an_element_without_a_package_has_that_of_its_window() -> None:
    app = model()
    over = node("root", "", node("invite", clickable=True), package="com.evil")
    nobody = node("root", "", node("invite", clickable=True), package="")
    assert app.anticipate_on(FORM, (0, 2), "click").bindings == ("invite somebody",)
    for window in (over, nobody):
        screen = replace(FORM, windows=(*FORM.windows, window))
        said = app.anticipate_on(screen, (1, 0), "click")
        assert not said.bindings
        assert not said.covered
    faked = replace(FORM, windows=(shown(node("title", "Trattoria"), node("invite")).windows[0], replace(
        over, children=(node("people", "4"),)
    )))  # fmt: skip
    assert not app.anticipate_on(faked, (0, 1), "click").consequences[0].is_known


def python_model() -> Declaration:
    tables = Declaration("Tables", package=PACKAGE)

    class Booking:
        restaurant: Annotated[str, KEY]
        people: int

    class BookingToCancel:
        restaurant: str

    tables.state(Booking)
    tables.lasts_while(has="//android:id/alertTitle")(BookingToCancel)
    return tables


def test_a_model_in_python_says_the_same() -> None:
    tables = python_model()

    @tables.on_screen(
        "click",
        at="//android:id/button1",
        commits="CancelBooking",
        kind="booking",
        object={"what": "known(BookingToCancel.restaurant)"},
    )
    def cancel(see: ScreenReader) -> list[Update]:
        return [Update("Booking", delete={"restaurant": see.read("known(BookingToCancel.restaurant)")})]

    @tables.on_screen("click", at="//invite", commits="Invite")
    def invite(see: ScreenReader) -> list[Update]:
        return [Update("Booking", set={"restaurant": see.text("//title"), "people": see.number("//seats")})]

    tables.harmless_on_screen("click", at="//tab")
    app = tables.app()
    (consequence,) = app.anticipate_on(DIALOG, (0, 1), "click", known=known).consequences
    assert consequence.details == (Detail("what", "Trattoria", remembered=True),)
    (consequence,) = app.anticipate_on(FORM, (0, 2), "click").consequences
    assert consequence.details[0] == Detail("restaurant", "Trattoria")
    assert consequence.details[1].unread
    assert app.anticipate_on(FORM, (0, 3), "click").covered
    assert app.observe(FORM).ended == {"BookingToCancel"}


def test_a_declaration_in_python_that_cannot_be_meant_is_refused() -> None:
    with pytest.raises(DeclarationError, match="did you mean `booking`"):
        python_model().on_screen("click", at="//a", commits="A", kind="bokking")
    with pytest.raises(DeclarationError, match="a message without `to`"):
        python_model().on_screen("click", at="//a", commits="A", kind="message", object={"text": "text(//a)"})
    with pytest.raises(DeclarationError, match="did you mean `text`"):
        python_model().on_screen("click", at="//a", commits="A", kind="setting", object={"what": "txet(//a)"})(
            lambda see: []
        )
    with pytest.raises(DeclarationError, match="without a `package`"):
        Declaration("Tables").harmless_on_screen("click", at="//a")


def test_every_kind_that_is_declared_needs_something_said() -> None:
    assert {kind for kind in Kind if not NEEDED_DETAILS[kind]} == {Kind.UNKNOWN}


def test_an_app_shows_itself_in_one_short_line() -> None:
    assert repr(model()) == "App('Tables', 'com.example.table', states=2, bindings=3, triggers=0)"


def problems(source: str, *screens: Screen) -> set[tuple[ModelProblem, str]]:
    named = [(f"screen {number}", screen) for number, screen in enumerate(screens)]
    return {(remark.problem, remark.name) for remark in check_model(read_model(source, "table.yaml"), named).remarks}


def test_the_check_names_what_a_person_will_be_asked_about() -> None:
    touchable = tuple(replace(child, clickable=True) for child in FORM.windows[0].children)
    screen = replace(FORM, windows=(replace(FORM.windows[0], children=touchable),))
    found = problems(MODEL, screen, DIALOG)
    assert (ModelProblem.WITHOUT_KIND, "invite somebody") in found
    assert (ModelProblem.WITHOUT_KIND, "cancel a booking") not in found
    assert (ModelProblem.UNCOVERED, f"{PACKAGE}:id/people") in found
    assert (ModelProblem.UNCOVERED, f"{PACKAGE}:id/tab") not in found
    assert (ModelProblem.UNREADABLE_OBJECT, "leave a review") in found
    assert (ModelProblem.UNREADABLE_OBJECT, "cancel a booking") not in found  # its object is known from before
    assert not any(problem is ModelProblem.NEVER_MATCHES for problem, _ in found)


def test_the_check_finds_what_holds_nowhere() -> None:
    found = problems(MODEL, shown(node("other")))
    assert (ModelProblem.NEVER_MATCHES, "BookingToCancel") in found
    assert (ModelProblem.NEVER_MATCHES, "harmless click //tab") in found
    assert (ModelProblem.WITHOUT_KIND, "invite somebody") in problems(MODEL)


def test_the_check_finds_what_is_committed_and_called_harmless() -> None:
    touchable = shown(node("title", "Trattoria"), node("people", "4"), node("invite", clickable=True))
    assert (ModelProblem.CALLED_HARMLESS, "invite somebody") in problems(MODEL + "  - //invite\n", touchable)
    assert (ModelProblem.CALLED_HARMLESS, "invite somebody") not in problems(MODEL, touchable)


@pytest.mark.parametrize(
    ("name", "known_as", "same"),
    [("Trattoria", "Trattoria", True), ("Trattoria", "trattoria", False), ("Tràttoria", "Tra\u0300ttoria", True)],
)
def test_two_readings_are_the_same_letter_by_letter(name: str, known_as: str, same: bool) -> None:
    renamed = MODEL.replace(
        "      - {state: Booking, delete: {restaurant: known(BookingToCancel.restaurant)}}\n",
        "      - state: Booking\n"
        "        when: not(same(known(BookingToCancel.restaurant), text(//title)))\n"
        "        delete: {restaurant: known(BookingToCancel.restaurant)}\n",
    )
    screen = shown(node("android:id/alertTitle", "Cancel booking?"), node("android:id/button1"), node("title", name))
    app = read_model(renamed, "table.yaml")
    said = app.anticipate_on(screen, (0, 1), "click", known=lambda state, variable: known_as)
    assert bool(said.updates) is not same
    unknown = app.anticipate_on(screen, (0, 1), "click")
    assert not unknown.updates
    assert unknown.unread
