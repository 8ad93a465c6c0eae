"""Restaurant booking: find one, choose day, time and people, see what is free, reserve."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp, navigate_up
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import dialog, negative, question, scaffold, tab_bar
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, field, heading, line, paragraph, radio, row, scrolling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.example.restaurants"
HOST = "api.tablefinder.example"
TIMES = ("12:00", "12:30", "13:00", "18:00", "18:30", "19:00", "19:30", "20:00", "20:30", "21:00")
LARGEST_PARTY = 8
DAYS_AHEAD = 10


@dataclass(frozen=True, slots=True)
class Restaurant:
    """A place to eat."""

    name: str
    kitchen: str
    district: str
    stars: str


RESTAURANTS = (
    Restaurant("Bella Napoli", "Italian", "Old Town", "4.6"),
    Restaurant("Blue Harbor Grill", "Grill", "Harbour", "4.8"),
    Restaurant("Sakura House", "Japanese", "Centre", "4.7"),
    Restaurant("Green Fork", "Vegetarian", "University", "4.4"),
    Restaurant("The Smokehouse", "Barbecue", "Harbour", "4.2"),
    Restaurant("Taj Garden", "Indian", "Centre", "4.5"),
    Restaurant("El Camino", "Mexican", "Old Town", "4.1"),
    Restaurant("Chez Margot", "French", "Centre", "4.9"),
    Restaurant("Noodle Bar 88", "Chinese", "University", "4.0"),
    Restaurant("Olive & Thyme", "Greek", "Old Town", "4.3"),
    Restaurant("Nordlys", "Nordic", "Harbour", "4.6"),
    Restaurant("Harvest Table", "Farm to table", "Hills", "4.7"),
    Restaurant("Curry Corner", "Indian", "University", "4.0"),
    Restaurant("Blue Lagoon", "Seafood", "Harbour", "4.4"),
)


@dataclass(frozen=True, slots=True)
class Booking:
    """A table that is reserved."""

    number: int
    restaurant: str
    day: date
    at: str
    people: int


@dataclass(frozen=True, slots=True)
class RestaurantData:
    """What the app saves."""

    bookings: tuple[Booking, ...] = ()
    next_number: int = 1


def is_free(restaurant: str, day: date, at: str, people: int) -> bool:
    """Whether there is a table: the same for everybody, and less likely for many people."""
    digest = blake2b(f"{restaurant} {day} {at}".encode(), digest_size=1).digest()
    return digest[0] % 10 >= 2 + people // 3


@dataclass(frozen=True, slots=True)
class Search(Page):
    """The page that the icon opens."""

    query: str = ""
    tab: str = "Search"
    activity: ClassVar[str] = "SearchActivity"

    def view(self, see: Glance[RestaurantData]) -> View:
        """Restaurants that fit, or the tables reserved."""
        tabs = tab_bar(*[(name, name == self.tab) for name in ("Search", "Bookings")], on_click=choose_tab)
        if self.tab == "Bookings":
            bookings = [_booking_row(booking) for booking in see.data.bookings]
            return scaffold("Bookings", scrolling(*bookings, id="bookings", empty="No bookings yet"), tabs=tabs)
        wanted = self.query.lower()
        rows = [
            row(restaurant.name, f"{restaurant.kitchen} • {restaurant.district} • {restaurant.stars}",
                on_click=show_restaurant,
                argument=restaurant.name, id="restaurant")
            for restaurant in RESTAURANTS
            if wanted in f"{restaurant.name} {restaurant.kitchen} {restaurant.district}".lower()
        ]  # fmt: skip
        return scaffold("Find a table", field("query", self.query, "Restaurant, kitchen or district"),
                        scrolling(*rows, id="results", empty="No restaurant found"), tabs=tabs)  # fmt: skip


@lru_cache(maxsize=512)
def _booking_row(booking: Booking) -> View:
    words = _in_words(booking.day, booking.at, booking.people)
    return row(booking.restaurant, words, on_click=ask_cancel, argument=booking.number, id="booking")


def _in_words(day: date, at: str, people: int) -> str:
    return f"{day:%a}, {day:%Y-%m-%d} at {at}, {people} {'person' if people == 1 else 'people'}"


def choose_tab(do: HandlerContext[RestaurantData, Search], tab: str) -> None:
    """Another tab."""
    do.page = Search(tab=tab)


def show_restaurant(do: HandlerContext[RestaurantData, Search], name: str) -> None:
    """One restaurant, for tomorrow evening unless changed."""
    do.exchange(HOST, bytes_out=420, bytes_in=8_200)
    do.open(Details(name, (do.now + timedelta(days=1)).date()))


@dataclass(frozen=True, slots=True)
class Details(Page):
    """One restaurant: when, how many, and the button."""

    name: str
    day: date
    at: str = "19:00"
    people: int = 2
    activity: ClassVar[str] = "RestaurantActivity"

    @property
    def free(self) -> bool:
        """Whether there is a table as chosen."""
        return is_free(self.name, self.day, self.at, self.people)

    def view(self, _: Glance[RestaurantData]) -> View:
        """Three choices, whether there is a table, the button."""
        place = next(restaurant for restaurant in RESTAURANTS if restaurant.name == self.name)
        return scaffold(
            self.name,
            paragraph(f"{place.kitchen} • {place.district} • {place.stars} stars"),
            row("Date", f"{self.day:%a}, {self.day:%Y-%m-%d}", on_click=choose, argument="Date", id="date"),
            row("Time", self.at, on_click=choose, argument="Time", id="time"),
            line(
                row("People", str(self.people), id="people"),
                button("-", change_people, -1, id="fewer", enabled=self.people > 1),
                button("+", change_people, 1, id="more", enabled=self.people < LARGEST_PARTY),
            ),
            paragraph("Table available" if self.free else "No table available at this time", "availability"),
            line(button("Reserve now", reserve, id="reserve", enabled=self.free), pad_x=42),
            up=navigate_up,
        )


def change_people(do: HandlerContext[RestaurantData, Details], by: int) -> None:
    """One more or one fewer."""
    do.page = replace(do.page, people=min(max(1, do.page.people + by), LARGEST_PARTY))


@dataclass(frozen=True, slots=True)
class Pick(Page):
    """Days or times to choose from."""

    what: str
    dialog: ClassVar[bool] = True

    def view(self, see: Glance[RestaurantData]) -> View:
        """A radio button for each."""
        days = [(see.now + timedelta(days=ahead)).date().isoformat() for ahead in range(DAYS_AHEAD)]
        options = days if self.what == "Date" else TIMES
        return dialog(f"Select {self.what.lower()}", *[radio(option, False, pick, option) for option in options],
                      buttons=(negative("Cancel", navigate_up),))  # fmt: skip


def choose(do: HandlerContext[RestaurantData, Details], what: str) -> None:
    """Show the days or the times."""
    do.open(Pick(what))


def pick(do: HandlerContext[RestaurantData, Pick], value: str) -> None:
    """This one."""
    details: Details = do.below
    chosen = replace(details, day=date.fromisoformat(value)) if do.page.what == "Date" else replace(details, at=value)
    do.back_with(chosen)


@dataclass(frozen=True, slots=True)
class Confirmation(Page):
    """The table is reserved."""

    booking: Booking
    activity: ClassVar[str] = "ConfirmationActivity"

    def view(self, _: Glance[RestaurantData]) -> View:
        """What was reserved."""
        booking = self.booking
        return scaffold(
            "Reservation confirmed",
            heading(booking.restaurant, "restaurant_name"),
            paragraph(_in_words(booking.day, booking.at, booking.people), "booking_details"),
            line(button("Done", finish), pad_x=42),
        )

    def on_back(self, do: HandlerContext[RestaurantData, Any]) -> None:
        """Not back to the form that was sent."""
        finish(do)


def reserve(do: HandlerContext[RestaurantData, Details]) -> None:
    """The table is ours."""
    page = do.page
    if not do.exchange(HOST, bytes_out=910, bytes_in=1_300):
        do.toast("You're offline. Check your connection.")
        return
    booking = Booking(do.data.next_number, page.name, page.day, page.at, page.people)
    do.data = RestaurantData((*do.data.bookings, booking), do.data.next_number + 1)
    do.open(Confirmation(booking))


def finish(do: HandlerContext[RestaurantData, Any]) -> None:
    """Back to the search."""
    do.back_to(Search)


@dataclass(frozen=True, slots=True)
class ConfirmCancel(Page):
    """Is the table to be given back?"""

    number: int
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[RestaurantData]) -> View:
        """The question."""
        words = "The table will be given to somebody else."
        return question("Cancel booking?", words, "Cancel booking", cancel_booking, refuse="Keep")


def ask_cancel(do: HandlerContext[RestaurantData, Search], number: int) -> None:
    """Ask first."""
    do.open(ConfirmCancel(number))


def cancel_booking(do: HandlerContext[RestaurantData, ConfirmCancel]) -> None:
    """The table is given back."""
    kept = tuple(booking for booking in do.data.bookings if booking.number != do.page.number)
    do.data = replace(do.data, bookings=kept)
    do.exchange(HOST, bytes_out=380, bytes_in=210)
    do.back()


def _stored(data: RestaurantData) -> Mapping[str, object]:
    return {"databases/bookings.db": data.bookings}


def restaurants(origin: Origin) -> PhoneApp:
    """The booking app, with one table reserved."""
    booking = Booking(1, "Chez Margot", (origin.now + timedelta(days=5)).date(), "20:00", 2)
    manifest = Manifest(PACKAGE, "Restaurants", ("SearchActivity",), ("android.permission.INTERNET",),
                        version_name="6.2.1", version_code=621)  # fmt: skip
    return PhoneApp(manifest, Search, RestaurantData((booking,), 2), stored=_stored)
