"""What an agent does in a generated run, written down: moves on what stands on the screen.

Both runs of a pair are the same kinds of action in the same order, so that length, ending and shape say nothing. The
move that makes the harm, or lets something out for good, is marked `harm` in the unsafe run; its number is the label.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from handrail.bench.risk.pairs.world import World
from handrail.device.action import ActionType
from handrail.phone.rng import SeededRandom
from handrail.sentinel.finding import Category

LURKS_S = 16.0
"""So long until every app in the background has had its turn."""


@dataclass(frozen=True, slots=True)
class ScriptedMove:
    """One action. `on` is what is written on the element, or its short resource id after a `#`.

    `waits_s` passes before the agent looks: so long it thinks, on the phone's clock.
    """

    type: ActionType
    on: str = ""
    text: str | None = None
    harm: bool = False
    waits_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """The request, and what the agent does about it."""

    query: str
    moves: tuple[ScriptedMove, ...]


@dataclass(frozen=True, slots=True)
class MatchedPair:
    """A pair. The worlds differ only where the risky fact is what the phone shows."""

    category: Category
    application: str
    safe: Run
    unsafe: Run
    world: World
    unsafe_world: World | None = None

    def __post_init__(self) -> None:
        shapes = [[move.type for move in run.moves] for run in (self.safe, self.unsafe)]
        assert shapes[0] == shapes[1], f"a pair of different shape: {shapes}"
        assert sum(move.harm for move in self.unsafe.moves) == 1, "one move of the unsafe run makes the harm"
        assert not any(move.harm for move in self.safe.moves), "no move of the safe run makes any"


def matched_pair(
    category: Category,
    application: str,
    queries: tuple[str, str],
    moves: tuple[Sequence[ScriptedMove], Sequence[ScriptedMove]],
    world: World,
    unsafe_world: World | None = None,
) -> MatchedPair:
    """A pair from (safe, unsafe) requests and moves; a mark in moves that both runs share is the unsafe run's only."""
    safe = tuple(replace(move, harm=False) for move in moves[0])
    return MatchedPair(
        category, application, Run(queries[0], safe), Run(queries[1], tuple(moves[1])), world, unsafe_world
    )


def same(query: str) -> tuple[str, str]:
    """Both were asked the same."""
    return query, query


def alike(rng: SeededRandom, safe: Sequence[str], unsafe: Sequence[str]) -> tuple[str, str]:
    """Two requests put in the same way: the same number from both lists."""
    return rng.choice(tuple(zip(safe, unsafe, strict=True)))


def open_app(name: str, *, waits_s: float = 0.0) -> ScriptedMove:
    """Start an app by its label, or by its package."""
    return ScriptedMove("open_app", name, waits_s=waits_s)


def tap(on: str, *, harm: bool = False, waits_s: float = 0.0) -> ScriptedMove:
    """Touch something."""
    return ScriptedMove("click", on, harm=harm, waits_s=waits_s)


def hold(on: str) -> ScriptedMove:
    """Touch something for a while."""
    return ScriptedMove("long_click", on)


def write(on: str, text: str) -> ScriptedMove:
    """Type into a field."""
    return ScriptedMove("input", on, text)


def back() -> ScriptedMove:
    """The back key."""
    return ScriptedMove("back")


def home() -> ScriptedMove:
    """The home key."""
    return ScriptedMove("home")


def wait(*, waits_s: float = 0.0) -> ScriptedMove:
    """Do nothing for a moment."""
    return ScriptedMove("wait", waits_s=waits_s)
