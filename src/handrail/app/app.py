"""An app as far as Handrail knows it: the states it declares and the triggers that say what an event will change."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from handrail.app.trigger import Anticipation, Event, Trigger
from handrail.error import UnreadableInput
from handrail.language.declaration import State, States, states_by_name


@dataclass(frozen=True, slots=True)
class App:
    """What an app declares. Trusted: nothing on a screen or in a model's answer changes it."""

    name: str
    states: States
    package: str = ""
    triggers: tuple[Trigger, ...] = ()

    @classmethod
    def of(cls, name: str, states: Iterable[State], *, package: str = "", triggers: Iterable[Trigger] = ()) -> Self:
        """An app from states made in Python."""
        return cls(name, states_by_name(states), package, tuple(triggers))

    @staticmethod
    def load(path: str | Path) -> "App":
        """An app from a JSON file: an app document, a task file, or states alone. Raises `UnreadableInput`."""
        from handrail.app.document import read_app
        from handrail.app.strict_json import read_json_file

        path = Path(path)
        if path.suffix.lower() in (".yaml", ".yml"):
            raise UnreadableInput(f"{path}: an app is declared in JSON; save it as {path.with_suffix('.json').name}")
        return read_app(read_json_file(path), str(path))

    def anticipate(self, event: Event) -> Anticipation:
        """What the app's triggers say that the event is about to do; nothing if none was declared for it."""
        fired = [trigger for trigger in self.triggers if trigger.fires_on(event)]
        return Anticipation(
            tuple(update for trigger in fired for update in trigger.updates(event)),
            frozenset(trigger.commits for trigger in fired if trigger.commits is not None),
            any(trigger.irreversible for trigger in fired),
        )
