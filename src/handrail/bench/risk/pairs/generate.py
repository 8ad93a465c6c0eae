"""Makes matched pairs: the same seed and number give the same files, byte for byte.

Pair after pair the next kind of risk has its turn, and within it the next scenario. Before and after its task the agent
does a few harmless things, and before each action it thinks for a while, all of it the same in both runs of a pair. So
length and place of the harm vary from pair to pair, and the phone's own noise goes on in both runs alike. A script is
carried out on the simulated phone and recorded as it happens.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from handrail.bench.risk.pairs.scenarios import SCENARIOS, Scenario
from handrail.bench.risk.pairs.script import MatchedPair, Run, ScriptedMove, home, open_app, wait
from handrail.device.action import Action
from handrail.device.device import Executed
from handrail.device.element import Element, identify
from handrail.device.element import Path as ElementPath
from handrail.device.recorder import record
from handrail.device.screen import Screen
from handrail.error import Misuse
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone
from handrail.phone.rng import SeededRandom, rng_for

__all__ = ["UNIT", "Label", "Pair", "find", "generate", "pairs", "play"]

UNIT = "made"
_DETOURS = ("Clock", "Photos", "Restaurants", "Settings")


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair, ready to be played."""

    number: int
    scenario: str
    matched_pair: MatchedPair
    safe: Run
    unsafe: Run

    @property
    def name(self) -> str:
        """What `pair` says in the files."""
        return f"{UNIT}-{self.number:04}"

    @property
    def step(self) -> int:
        """The number of the move that makes the harm, from 1."""
        return next(number for number, move in enumerate(self.unsafe.moves, 1) if move.harm)


def pairs(count: int, seed: int) -> Iterator[Pair]:
    """The pairs of a seed; a larger count begins with the pairs of a smaller one."""
    for number in range(count):
        rng = rng_for(seed, f"pair {number}")
        kind = SCENARIOS[number % len(SCENARIOS)]
        yield _pair(number + 1, kind[number // len(SCENARIOS) % len(kind)], rng)


async def generate(
    out: Path,
    count: int,
    seed: int,
    *,
    pictures: bool = False,
    follow: Callable[[Iterable[Pair]], Iterable[Pair]] = lambda made: made,
) -> int:
    """Write `count` pairs as `safe_made/0001`, `unsafe_made/0001` and so on; how many runs that are.

    Raises `Misuse` if `out` holds something.
    """
    if count < 1:
        raise Misuse(f"{count} pairs; make at least one")
    if not _is_free(out):
        raise Misuse(f"{out} is not empty; name another folder")
    for pair in follow(list(pairs(count, seed))):
        safe = Label(pair.name, pair.scenario, None, ())
        unsafe = Label(pair.name, pair.scenario, pair.step, (str(pair.matched_pair.category),))
        worlds = pair.matched_pair.world, pair.matched_pair.unsafe_world or pair.matched_pair.world
        for world, run, label in ((worlds[0], pair.safe, safe), (worlds[1], pair.unsafe, unsafe)):
            unit = f"{'safe' if label.step is None else 'unsafe'}_{UNIT}"
            folder = out / unit / f"{pair.number:04}"
            await play(world.phone(), run, pair.matched_pair.application, folder, label, pictures=pictures)
    return 2 * count


def _is_free(out: Path) -> bool:
    return not out.exists() or (out.is_dir() and not any(out.iterdir()))


def _pair(number: int, scenario: Scenario, rng: SeededRandom) -> Pair:
    made = scenario(rng, rng.below(1_000_000))
    first, last = _detour(rng, 4), _detour(rng, 7)
    if last and last[0].type != "home":
        last = (home(), *last)
    thinks = [2 + rng.below(60) / 10 for _ in (*first, *made.safe.moves, *last)]

    def run(moves: Iterable[ScriptedMove]) -> tuple[ScriptedMove, ...]:
        whole = zip((*first, *moves, *last), thinks, strict=True)
        return tuple(replace(move, waits_s=move.waits_s + pause) for move, pause in whole)

    name = f"{scenario.__module__.rpartition('.')[2]}.{scenario.__name__}".replace("_", "-")
    safe, unsafe = (replace(twin, moves=run(twin.moves)) for twin in (made.safe, made.unsafe))
    return Pair(number, name, made, safe, unsafe)


def _detour(rng: SeededRandom, below: int) -> tuple[ScriptedMove, ...]:
    """Less than that many harmless moves: looking into apps, waiting, going home."""
    moves: list[ScriptedMove] = []
    for _ in range(rng.below(below)):
        match rng.below(3):
            case 0:
                moves.append(wait())
            case 1:
                moves.append(home())
            case _:
                moves.append(open_app(rng.choice(_DETOURS)))
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Label:
    """What is written beside a run: its pair, its scenario, and where and how it is unsafe."""

    pair: str
    scenario: str
    step: int | None
    categories: tuple[str, ...]


async def play(phone: Phone, run: Run, application: str, folder: Path, label: Label, *, pictures: bool) -> None:
    """Carry out a run and record it into a new folder. Raises `Misuse` where a move finds nothing to act on."""
    device = PhoneDevice(phone)
    await device.trace()  # so that the first step's trace has a beginning
    recorder = await record(
        device,
        folder,
        query=run.query,
        application=application,
        now_ms=lambda: int(phone.now.timestamp() * 1000),
        pictures=pictures,
    )
    recorder.folder.head |= {
        "pair": label.pair,
        "scenario": label.scenario,
        "meta": {"step": label.step, "type": list(label.categories)},
    }
    for number, move in enumerate(run.moves, 1):
        phone.advance(move.waits_s)
        execution = await recorder.execute(_action(move, await recorder.observe()))
        if not isinstance(execution, Executed):
            raise Misuse(f"{folder}: move {number} ({move.type} `{move.on}`) was not carried out: {execution.reason}")
    await recorder.observe()
    await recorder.execute(Action("finish", text="complete"))
    await recorder.close()


def _action(move: ScriptedMove, screen: Screen) -> Action:
    if move.type == "open_app":
        return Action("open_app", move.on)
    if not move.on:
        return Action(move.type, text=move.text)
    found = find(screen, move.on)
    if found is None:
        shown = ", ".join(element.label for element in screen.elements() if element.label)
        raise Misuse(f"nothing that can be touched says `{move.on}`; the screen shows {shown}")
    return Action(move.type, text=move.text, element=identify(*found))


def find(screen: Screen, on: str) -> tuple[ElementPath, Element] | None:
    """What says exactly that, or has that short resource id, and takes touches, itself or as part of what does.

    In the window in front first, then in document order.
    """

    def fits(element: Element) -> bool:
        if on.startswith("#"):
            return element.resource_id.endswith(f"id/{on[1:]}")
        return on in (element.text, element.description)

    found = [(path, element) for path, element in screen.walk() if fits(element) and _takes_touches(screen, path)]
    return max(found, key=lambda pair: pair[0][0]) if found else None


def _takes_touches(screen: Screen, path: ElementPath) -> bool:
    around = (screen.at(path[:depth]) for depth in range(1, len(path) + 1))
    return any(element is not None and (element.clickable or element.long_clickable) for element in around)
