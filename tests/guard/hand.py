"""Actions on what a screen shows, named as a person would, and guards that leave nothing behind."""

from collections.abc import Callable
from datetime import datetime

from handrail.device.action import Action, ActionType
from handrail.device.element import identify
from handrail.device.screen import Screen
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone


def on(screen: Screen, words: str, kind: ActionType = "click", text: str | None = None) -> Action:
    """An action on the element that says exactly that, or whose short resource id it is."""
    found = [
        (path, element)
        for path, element in screen.walk()
        if words in (element.text, element.description, element.resource_id.rpartition("/")[2])
    ]
    assert found, f"`{words}` is not on the screen: {[inner.label for inner in screen.elements() if inner.label]}"
    path, element = max(found, key=lambda pair: pair[0][0])
    return Action(kind, words, text, element=identify(path, element))


def restaurant_phone(*, seed: int = 0) -> PhoneDevice:
    """A phone with the list of restaurants in front."""
    phone = Phone(seed=seed, churn=False)
    assert phone.launch("com.example.restaurants")
    return PhoneDevice(phone)


def clock_of(device: PhoneDevice) -> Callable[[], datetime]:
    """The phone's own clock."""
    return lambda: device.phone.now


def bookings(device: PhoneDevice) -> list[tuple[str, str, int]]:
    """What was really reserved since the phone was new: restaurant, time, people."""
    from phone.model_walk import data_of

    data = data_of(device.phone, "com.example.restaurants")
    return [(taken.restaurant, taken.at, taken.people) for taken in data.bookings if taken.restaurant != "Chez Margot"]
