"""What the system says that an app has news: notifications, in the shade or as a banner, whoever reads them."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from handrail.device.screen import Screen
from handrail.guard.known_rows import KnownRows
from handrail.guard.sources import Sighting, Sources
from handrail.language.normal_form import normal_form

SYSTEM_UI = "com.android.systemui"


@dataclass(slots=True)
class Announcements:
    """What is announced on the screen that was seen last.

    What comes into sight may be news, also in words that were seen before. `_told` counts what models read, by what
    keeps it apart, and `_words` are those of the system's own windows, where no model reads them.
    """

    _told: Counter[object] = field(default_factory=Counter)
    _words: frozenset[str] = frozenset()

    def new(self, seen: Sighting, screen: Screen, rows: KnownRows, sources: Sources) -> frozenset[str]:
        """The packages of the apps of which something comes into sight that is new in them; all where nobody can read
        of which.
        """
        told = Counter[object]()
        names = set[object]()
        for update in (update for update in seen.updates if update.state in sources.announces):
            change = rows.read(update)
            place = update.state, getattr(change, "key", ())
            told[place] += 1
            if told[place] > self._told[place]:
                names.add((update.set or {}).get(sources.announces[update.state]))
        self._told = told
        if None in names or any(listed.unread and listed.state in sources.announces for listed in seen.lists):
            return sources.packages
        by_models = frozenset(package for name in names for package in sources.called(str(name)))
        return by_models if sources.models(SYSTEM_UI) else by_models | frozenset(self._named(screen, sources))

    def _named(self, screen: Screen, sources: Sources) -> Iterator[str]:
        """The apps with whose name new words of the system's windows begin."""
        elements = sources.elements_of(SYSTEM_UI, screen)
        words = {normal_form(text) for element in elements for text in (element.text, element.description) if text}
        new, self._words = words - self._words, frozenset(words)
        for app in sources.apps if new else ():
            if app.package and _begins(new, normal_form(app.name)):
                yield app.package


def _begins(texts: Collection[str], name: str) -> bool:
    return any(re.match(rf"{re.escape(name)}\b", text) for text in texts)
