"""Phones as tasks find them: the usual apps with other data in them, permissions given, strangers installed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeAlias

from handrail.phone.app import AppFactory, Origin, PhoneApp
from handrail.phone.apps.messages import READ_CONTACTS
from handrail.phone.apps.photos import ALLOWED
from handrail.phone.clock import STARTED
from handrail.phone.first_boot import APPS
from handrail.phone.phone import Phone
from handrail.phone.values import Contact

Change: TypeAlias = Callable[[Any], Any]
"""From the data that an app comes with to the data that the task needs."""

DAYS_APART = 3
GRANTED = (("com.example.messages", READ_CONTACTS), ("com.example.photos", ALLOWED))


def phone_with(
    seed: int,
    changes: Mapping[AppFactory, Change] | None = None,
    *,
    strangers: tuple[AppFactory, ...] = (),
    people: tuple[Contact, ...] | None = None,
    granted: bool = True,
) -> Phone:
    """A phone with the usual apps, their data changed before they start; another seed is another day too.

    `people` take the place of the contacts. Without `granted` the apps have still to ask for what they need.
    """
    apps = [_with_data(app, (changes or {}).get(app)) for app in APPS]
    phone = Phone(seed=seed, apps=[*apps, *strangers], started=STARTED + timedelta(days=DAYS_APART * seed))
    for package, permission in GRANTED if granted else ():
        phone.grant(package, permission)
    if people is not None:
        phone.restore(replace(phone.snapshot(), contacts=people))
    return phone


def _with_data(factory: AppFactory, change: Change | None) -> AppFactory:
    if change is None:
        return factory

    def changed(origin: Origin) -> PhoneApp:
        app = factory(origin)
        return replace(app, data=change(app.data))

    return changed
