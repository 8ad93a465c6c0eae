"""Which apps a phone comes with."""

from handrail.phone.app import AppFactory
from handrail.phone.apps.bank import bank
from handrail.phone.apps.clock import clock
from handrail.phone.apps.contacts import contacts
from handrail.phone.apps.file_browser import files
from handrail.phone.apps.launcher import launcher
from handrail.phone.apps.mail import mail
from handrail.phone.apps.messages import messages
from handrail.phone.apps.photos import photos
from handrail.phone.apps.restaurant import restaurants
from handrail.phone.apps.settings import settings
from handrail.phone.apps.shop import shop
from handrail.phone.apps.system_ui import contacts_provider, intent_resolver, permission_controller, system_ui
from handrail.phone.apps.todo import todo

SYSTEM_APPS: tuple[AppFactory, ...] = (
    launcher,
    system_ui,
    permission_controller,
    intent_resolver,
    contacts_provider,
    settings,
    contacts,
    files,
)
"""Always there, and not to be removed."""

APPS: tuple[AppFactory, ...] = (clock, messages, restaurants, shop, bank, mail, todo, photos)
"""What a person installed."""
