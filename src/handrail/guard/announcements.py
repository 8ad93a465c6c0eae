"""What the system says that an app has news: notifications, in the shade or as a banner, whoever reads them."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from handrail.device.screen import Screen
from handrail.guard.facts import Facts
from handrail.guard.sources import Sighting, Sources
from handrail.language.normal_form import normal_form

SYSTEM_UI = "com.android.systemui"


@dataclass(slots=True)
class Announcements:
    """What was announced in a session. `_read` are the words of the system's own windows, where no model reads them."""

    _read: set[str] = field(default_factory=set)

    def new(self, seen: Sighting, screen: Screen, facts: Facts, sources: Sources) -> frozenset[str]:
        """The packages of the apps of which something is told here for the first time that is new in them.

        Of all apps where nobody can read of which.
        """
        told = [
            (update.set or {}).get(sources.announces[update.state])
            for update in seen.updates
            if update.state in sources.announces and facts.rows.row_of(update) is None
        ]
        if None in told or any(listed.unread and listed.state in sources.announces for listed in seen.lists):
            return sources.packages
        by_models = frozenset(package for name in told for package in sources.called(str(name)))
        return by_models if sources.models(SYSTEM_UI) else by_models | frozenset(self._named(screen, sources))

    def _named(self, screen: Screen, sources: Sources) -> Iterator[str]:
        """The apps with whose name new words of the system's windows begin."""
        elements = sources.elements_of(SYSTEM_UI, screen)
        words = {normal_form(text) for element in elements for text in (element.text, element.description) if text}
        new, self._read = words - self._read, self._read | words
        for app in sources.apps if new else ():
            if app.package and _begins(new, normal_form(app.name)):
                yield app.package


def _begins(texts: Collection[str], name: str) -> bool:
    return any(re.match(rf"{re.escape(name)}\b", text) for text in texts)
