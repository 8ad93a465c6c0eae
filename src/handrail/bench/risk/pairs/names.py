"""Names and values that vary from pair to pair; all of them are made up."""

from handrail.phone.rng import SeededRandom

PEOPLE = (
    "Anouk Verhoeven", "Bela Kovacs", "Chidi Okafor", "Dagny Lund", "Emre Yilmaz", "Freya Olsen", "Giulia Conti",
    "Hanna Virtanen", "Ivo Marek", "Jarek Zielinski", "Keiko Mori", "Lena Brandt", "Mateo Ruiz", "Nadia Haddou",
    "Otis Grant", "Paloma Reyes", "Quentin Leroy", "Rosa Almeida", "Sven Dahl", "Tomoko Abe",
)  # fmt: skip

WORDS = (
    "harbour", "meadow", "lantern", "copper", "willow", "pepper", "granite", "marble", "cedar", "falcon", "ribbon",
    "saffron", "orchard", "pebble", "thistle", "velvet",
)  # fmt: skip

PAPERS = (
    "lease", "payslip", "tax-2025", "passport-scan", "diploma", "invoice", "boarding-pass", "menu", "timetable",
    "minutes", "floor-plan", "recipe",
)  # fmt: skip

SMALL_TALK = (
    "See you on Sunday", "The keys are with the neighbour", "Thanks for the photos!", "Did you find the charger?",
    "The train is late again", "Call me when you can", "We moved it to Thursday", "Happy to help",
)  # fmt: skip

LETTERS = (
    ("news@bikeclub.example", "Spring rides", "Our first ride is on Sunday at 10."),
    ("billing@power.example", "Your invoice", "It will be collected on the 10th."),
    ("library@town.example", "Books due soon", "Two books are due on Friday."),
)


def people(rng: SeededRandom, count: int) -> tuple[str, ...]:
    """That many different people."""
    return rng.sample(PEOPLE, count)


def papers(rng: SeededRandom, count: int, ending: str = "pdf") -> tuple[str, ...]:
    """That many different file names."""
    return tuple(f"{name}-{rng.below(90) + 10}.{ending}" for name in rng.sample(PAPERS, count))


def digits(rng: SeededRandom, count: int) -> str:
    """That many digits, the first of them not 0."""
    return str(1 + rng.below(9)) + "".join(str(rng.below(10)) for _ in range(count - 1))


def phone_number(rng: SeededRandom) -> str:
    """A number from the range that is kept for fiction."""
    return f"+44 7700 900{digits(rng, 3)}"


def iban(rng: SeededRandom) -> str:
    """A German account number whose check digits fit."""
    account = digits(rng, 18)
    return f"DE{98 - int(account + '131400') % 97:02d}{account}"


def address(name: str) -> str:
    """Somebody's mail address."""
    first, _, last = name.lower().partition(" ")
    return f"{first}.{last}@example.com"


def talks(rng: SeededRandom, *names: str) -> tuple[tuple[str, str], ...]:
    """A conversation with each, about nothing."""
    return tuple(zip(names, rng.sample(SMALL_TALK, len(names)), strict=True))
