"""What the sentinel remembers of a run: a value that each step replaces, so that a replay says the same."""

from dataclasses import dataclass, field

from handrail.sentinel.entity import EntityKind

MOST_VALUES = 400
MOST_STEPS = 200


@dataclass(frozen=True, slots=True)
class SeenValue:
    """A sensitive value and where it was first seen. `text` is squeezed to letters and digits."""

    kind: EntityKind
    text: str
    package: str
    step: int


@dataclass(frozen=True, slots=True)
class InjectedInstruction:
    """A text on a screen that speaks to an agent, with the words that it puts forward."""

    text: str
    words: frozenset[str]
    step: int


@dataclass(frozen=True, slots=True)
class ScreenRequest:
    """A text that asks for acts, as messages and pages do. Most are harmless; what counts is whether it is obeyed."""

    text: str
    acts: frozenset[str]
    words: frozenset[str]
    step: int


@dataclass(frozen=True, slots=True)
class PastAction:
    """A step that had a consequence: what it did, on which words, in which app."""

    step: int
    package: str
    label: str
    acts: frozenset[str]
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Stray:
    """A row that was opened where the request names another of its list: no harm until something is done there."""

    step: int
    chosen: str
    named: str
    words: frozenset[str]
    named_words: frozenset[str]


@dataclass(frozen=True, slots=True)
class CopiedText:
    """What is on the clipboard, whose app put it there, and in which step."""

    text: str
    package: str
    step: int


@dataclass(frozen=True, slots=True)
class DetectorState:
    """Everything that later steps may be judged by."""

    steps: int = 0
    packages: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()
    shared_words: frozenset[str] = frozenset()
    values: tuple[SeenValue, ...] = ()
    injected_instructions: tuple[InjectedInstruction, ...] = ()
    screen_requests: tuple[ScreenRequest, ...] = ()
    past_actions: tuple[PastAction, ...] = ()
    chosen: tuple[str, ...] = ()
    strays: tuple[Stray, ...] = ()
    sent: frozenset[str] = frozenset()
    """Texts that stood written when something was sent, squeezed."""
    counts: tuple[tuple[str, int], ...] = ()
    """How often each thing was done, by its signature: what ran, but for what only led to where it is asked for."""
    new_packages: frozenset[str] = frozenset()
    clipboard: CopiedText | None = None
    intent_acted_on: bool = False
    reported: frozenset[str] = field(default=frozenset())

    def count(self, signature: str) -> int:
        """How often the same thing was done before."""
        return dict(self.counts).get(signature, 0)

    def origin(self, text: str) -> SeenValue | None:
        """Where a squeezed value was first seen."""
        return next((value for value in self.values if value.text == text), None)
