"""Several apps on one phone: a task may walk through more than one, and system windows have models of their own."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from handrail.app.app import App
from handrail.error import Misuse
from handrail.language.declaration import State, States


@dataclass(frozen=True, slots=True)
class Apps:
    """Models that are asked together; `states` are those of all of them, for specifications that speak of several."""

    members: tuple[App, ...]
    states: States = field(init=False, repr=False)

    def __post_init__(self) -> None:
        states: dict[str, State] = {}
        for app in self.members:
            for name, state in app.states.items():
                if states.setdefault(name, state) != state:
                    raise Misuse(
                        f"`{app.name}` and another app both declare a state `{name}`, and not the same one; "
                        "load only the models that the task needs, or rename the state in one of them"
                    )
        object.__setattr__(self, "states", states)

    @classmethod
    def of(cls, *apps: "App | Apps") -> "Apps":
        """All of them, each once, in the order given. Raises `Misuse` where two declare one state differently."""
        members = [member for one in apps for member in (one.members if isinstance(one, Apps) else (one,))]
        return cls(tuple(member for number, member in enumerate(members) if member not in members[:number]))

    @property
    def name(self) -> str:
        """The names of all, as in `Clock and Bank`."""
        return " and ".join(app.name for app in self.members)

    @property
    def commitments(self) -> tuple[str, ...]:
        """What all of them call the objectives that their actions commit."""
        return tuple(dict.fromkeys(name for app in self.members for name in app.commitments))

    def __iter__(self) -> Iterator[App]:
        return iter(self.members)
