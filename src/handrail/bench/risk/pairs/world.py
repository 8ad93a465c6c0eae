"""The phone before a generated run: which people, messages, mails, files, settings and apps there are.

The phone seeds the data of an app by the module and the name of what makes it, so this module keeps its name: under
another one the same seed would give other files.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from types import MappingProxyType

from handrail.bench.risk.pairs.form import FormApp, form_app
from handrail.phone.app import AppFactory, Origin, PhoneApp
from handrail.phone.apps.mail import ME, Letter, MailData, mail
from handrail.phone.apps.messages import Message, MessagesData, messages
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.first_boot import APPS
from handrail.phone.phone import Phone
from handrail.phone.settings import Namespace


@dataclass(frozen=True, slots=True)
class World:
    """What is on the phone. Equal worlds make phones that could not be told apart."""

    seed: int
    talks: tuple[tuple[str, str], ...] = ()
    """Conversations: who, and the last words; the last one stands on top."""
    letters: tuple[tuple[str, str, str], ...] = ()
    """Mails: sender, subject, words; the first one stands on top."""
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Lists of things to do."""
    files: tuple[tuple[str, str], ...] = ()
    settings: tuple[tuple[Namespace, str, str], ...] = ()
    forms: tuple[FormApp, ...] = ()
    apps: tuple[AppFactory, ...] = ()
    grants: tuple[tuple[str, str], ...] = ()

    def phone(self) -> Phone:
        """The phone, some seconds after it was started."""
        instead: dict[AppFactory, AppFactory] = {messages: self._messages, mail: self._mail, todo: self._todo}
        phone = Phone(seed=self.seed, apps=[instead.get(factory, factory) for factory in APPS])
        for path, content in self.files:
            phone.files.write(path, content.encode())
        for place in self.settings:
            phone.settings.put(*place)
        for form in self.forms:
            phone.install(form_app(form))
        for app in self.apps:
            phone.install(app)
        for package, permission in self.grants:
            assert phone.grant(package, permission), f"{package} does not ask for {permission}"
        return phone

    def _messages(self, origin: Origin) -> PhoneApp:
        app = messages(origin)
        if not self.talks:
            return app
        data = MessagesData()
        for number, (who, words) in enumerate(self.talks):
            at = origin.now - timedelta(hours=len(self.talks) - number)
            data = data.said((who,), Message(words, False, at))
        return replace(app, data=data)

    def _mail(self, origin: Origin) -> PhoneApp:
        app = mail(origin)
        if not self.letters:
            return app
        data = MailData(synced=origin.now)
        for number, (sender, subject, body) in enumerate(self.letters, 1):
            at = origin.now - timedelta(hours=2 * number)
            data = data.with_letter(Letter(number, "Inbox", sender, ME, subject, body, at))
        return replace(app, data=data)

    def _todo(self, origin: Origin) -> PhoneApp:
        app = todo(origin)
        if not self.lists:
            return app
        titles = [(name, title) for name, listed in self.lists.items() for title in listed]
        tasks = tuple(Task(number, name, title) for number, (name, title) in enumerate(titles, 1))
        return replace(app, data=TasksData(tuple(self.lists), tasks, len(tasks) + 1))
