"""A draft of a model, as values: what the file will say, still open to be changed. Selectors and readings are texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from handrail.app.consequence import Kind
from handrail.language.value import Type


@dataclass(frozen=True, slots=True)
class DraftVariable:
    """A variable of a state: how it is called, of which type it is judged to be, and what people call it."""

    name: str
    type: Type
    key: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class DraftOnScreen:
    """On which screens something holds."""

    activity: str = ""
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftState:
    """A state; `lasts_while` is what is on the screens with which its facts end."""

    name: str
    description: str
    variables: tuple[DraftVariable, ...]
    lasts_while: DraftOnScreen | None = None


@dataclass(frozen=True, slots=True)
class DraftUpdate:
    """An update: readings by variable. Without any it says only that the state changes."""

    state: str
    values: Mapping[str, str] = field(default_factory=dict)
    deletes: bool = False
    each: str = ""
    when: str = ""
    complete: str = ""


@dataclass(frozen=True, slots=True)
class DraftBinding:
    """A binding. `why` says in a comment what it rests on that it commits something; `label` is a pattern."""

    name: str
    on: str
    at: str
    row: str = ""
    on_screen: DraftOnScreen | None = None
    pre: tuple[DraftUpdate, ...] = ()
    post: tuple[DraftUpdate, ...] = ()
    commits: str = ""
    kind: Kind = Kind.UNKNOWN
    irreversible: bool = False
    object: Mapping[str, str] = field(default_factory=dict)
    why: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class DraftHarmless:
    """What is judged to be harmless, and why."""

    at: str
    why: str
    on: tuple[str, ...] = ("click",)
    on_screen: DraftOnScreen | None = None


@dataclass(frozen=True, slots=True)
class DraftObserver:
    """What a screen says whenever it is shown."""

    name: str
    on_screen: DraftOnScreen
    post: tuple[DraftUpdate, ...]


@dataclass(frozen=True, slots=True)
class ModelDraft:
    """A whole model. `open_questions` are what a person has to decide: nothing in the walks says it."""

    app: str
    package: str
    states: tuple[DraftState, ...] = ()
    bindings: tuple[DraftBinding, ...] = ()
    harmless: tuple[DraftHarmless, ...] = ()
    observers: tuple[DraftObserver, ...] = ()
    units: tuple[str, ...] = ()
    numbers: str = ""
    open_questions: tuple[str, ...] = ()
