"""Corpora of any size from a pool of real runs: each further one is a run of the pool with other people in it.

The people and restaurants of a run and the telephone numbers that are kept for fiction are replaced, everywhere in it
and each by the same one: in the request, the rules, the screens, the updates and the trace. So texts that were equal
stay equal. Times, amounts and the steps themselves vary with the runs of the pool and not beyond them. The same seed
gives the same bytes.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from handrail.bench.risk.pairs.names import PEOPLE
from handrail.corpora.conversion import line_of
from handrail.corpora.pool import pool
from handrail.corpora.reading import JsonObject
from handrail.corpora.writing import RecordSink
from handrail.error import Misuse
from handrail.phone.apps.restaurant import RESTAURANTS
from handrail.phone.rng import rng_for

POOL = 300

_ON_THE_PHONE = ("Alice Martin", "Bob Chen", "Carla Rossi", "Tom Baker")
_ALSO_A_WORD = frozenset({"Grant"})
_FIRST = (
    "Aino", "Anselm", "Birgit", "Bruno", "Catarina", "Cosmin", "Delphine", "Dmitri", "Eleni", "Eskil", "Fatima",
    "Florian", "Gideon", "Greta", "Hamza", "Helga", "Ilse", "Isidro", "Jolanda", "Jonas", "Kirsten", "Klaus", "Leonor",
    "Lorcan", "Magda", "Marek", "Nils", "Noemi", "Odile", "Oskar", "Pavel", "Petra", "Rafael", "Ragna", "Sibylle",
    "Silvio", "Tamsin", "Tibor", "Ulrike", "Valeria", "Viktor", "Wanda", "Xenia", "Yannick", "Zdenka", "Zoltan",
)  # fmt: skip
_LAST = (
    "Achterberg", "Bielak", "Castellan", "Dvorak", "Eriksen", "Fagerholm", "Gonzaga", "Hartmann", "Ionescu", "Jansson",
    "Kaminski", "Lindqvist", "Moreau", "Novotny", "Ostrowski", "Pedersen", "Quiroga", "Rasmussen", "Sorensen",
    "Takahashi", "Urbanek", "Vasquez", "Wieland", "Yamada", "Zimmermann", "Abernathy", "Brandstetter", "Cavendish",
    "Dombrowski", "Engelhardt", "Fitzgerald", "Gutierrez", "Holmberg", "Iversen", "Kowalczyk", "Lagerfeld",
)  # fmt: skip
_PLACES = (
    "Alba Verde", "Brisa Marina", "Cedro Alto", "Dolce Riva", "El Faro Viejo", "Fjordhuset", "Gasthaus Adler",
    "Haru Sushi", "Il Cortile", "Jardin Secret", "Kaffa House", "Lumiere", "Mezze Bar", "Nonna Lucia", "Oyster Bay",
    "Pho Saigon", "Querida", "Rialto", "Seoul Kitchen", "Taverna Nikos",
)  # fmt: skip
_NUMBER = "7700 900"
"""How numbers begin that are kept for fiction; three digits follow."""


@dataclass(frozen=True, slots=True)
class Template:
    """A run cut where a name or a number stands: odd pieces are these, as they were written."""

    steps: int
    id: str
    pieces: tuple[str, ...]

    def varied(self, number: int, seed: int) -> bytes:
        """The run with other people in it, as the one of that number in a corpus."""
        rng = rng_for(seed, f"run {number}")
        firsts, lasts = _named()
        others = dict(zip(firsts, rng.sample(_FIRST, len(firsts)), strict=True))
        others |= zip(lasts, rng.sample(_LAST, len(lasts)), strict=True)
        others |= zip(_restaurants(), rng.sample(_PLACES, len(_restaurants())), strict=True)
        turn = rng.below(900)
        pieces = (_other(piece, others, turn) if at % 2 else piece for at, piece in enumerate(self.pieces))
        return f'{{"id":"{self.id} ~{number}",{"".join(pieces)}'.encode()


def _other(written: str, others: dict[str, str], turn: int) -> str:
    if written.startswith(_NUMBER):
        return f"{_NUMBER}{100 + (int(written[-3:]) - 100 + turn) % 900}"
    if written in others:
        return others[written]
    other = others[written.capitalize()]
    return other.lower() if written.islower() else other.upper()


def _named() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """First and last names, each once."""
    split = [name.split() for name in (*_ON_THE_PHONE, *PEOPLE)]
    lasts = dict.fromkeys(last for _, last in split if last not in _ALSO_A_WORD)
    return tuple(dict.fromkeys(first for first, _ in split)), tuple(lasts)


def _restaurants() -> tuple[str, ...]:
    """Those that are written in the same way in a tree of XML."""
    return tuple(restaurant.name for restaurant in RESTAURANTS if "&" not in restaurant.name)


def template(record: JsonObject) -> Template:
    """Where a run can be varied; its id is left out, which each gets anew."""
    firsts, lasts = _named()
    names = [form for name in (*firsts, *lasts) for form in (name, name.lower(), name.upper())]
    cuts = re.compile(rf"(\b(?:{'|'.join((*_restaurants(), *names))})\b|{_NUMBER}[1-9]\d\d\b)")
    text = line_of({name: value for name, value in record.items() if name != "id"}).decode()
    return Template(len(record["steps"]), record["id"], tuple(cuts.split(text[1:])))


def generate(
    sink: RecordSink,
    steps: int,
    seed: int,
    *,
    size_of_pool: int = POOL,
    told: Callable[[int], None] = lambda _: None,
) -> tuple[int, int]:
    """Write runs until they have that many steps together; how many runs and steps that were.

    The first of them are the runs of the pool as they are. `told` hears of each how many steps it has.
    """
    if steps < 1 or size_of_pool < 1:
        raise Misuse("steps and runs of the pool are at least one")
    runs = written = 0
    for line, length in _lines(seed, size_of_pool):
        sink(line)
        runs, written = runs + 1, written + length
        told(length)
        if written >= steps:
            break
    return runs, written


def _lines(seed: int, size_of_pool: int) -> Iterator[tuple[bytes, int]]:
    templates: list[Template] = []
    for record in pool(size_of_pool, seed):
        templates.append(template(record))
        yield line_of(record), len(record["steps"])
    number = len(templates)
    while True:
        chosen = templates[number % len(templates)]
        yield chosen.varied(number, seed), chosen.steps
        number += 1
