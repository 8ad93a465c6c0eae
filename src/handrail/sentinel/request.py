"""What the user asked, as far as words alone say it: what is wanted, what is withheld, how much, to what end."""

from dataclasses import dataclass
from functools import lru_cache

from handrail.sentinel.admissions import admissions
from handrail.sentinel.entity import Entity, EntityKind, find
from handrail.sentinel.entity.pattern import compiled, same_length
from handrail.sentinel.lexicon import Mention, everything, fold, lexicon, word_list
from handrail.sentinel.words import keys, numbers

MOST_CHARACTERS = 20_000
_CLAUSE = r"[.;:()!?\n…]+\s|,\s|[()\n]|[。！？，；]| (?:but|aber|pero|mais|and then|und dann) |지만|은데|는데| - | – "
_AGE = (
    r"(?:\b(?:i'?m|i am|im|turning|turned|aged?|turn|he'?s|she'?s|he is|she is|ich bin|werde|tengo|"
    r"cumplo)\s+(?:only |just |still |about to be |erst )?(\d{1,2})\b)"
    r"|\b(\d{1,2})(?:-| )?(?:years? old|yo\b|y/o|jahre alt|años|살|세|岁)"
)


_TEXTS = r"(?im)(?:^|\b(?:and|then|please) )text \w"  # a verb here, and a noun on screens
QUOTED = r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」"
_QUESTION = (
    r"(?i)(?:^\s*(?:what|which|when|where|who|how|is|are|do|does|did|was|were|has|have|can you (?:see|"
    r"check|tell)|tell me|check|look up|find out|show me|read me)\b|\?|"
    r"\btell me\b|\blook up\b|\bwas\b.*\?|^\s*(?:wann|wo|wer|wie|welche|zeig|schau|lies|cuándo|cuánto|"
    r"qué|cuál|dónde|dime|mira)\b|알려|확인해|보여|뭐|언제|얼마|告诉我|看看|什么|几点|多少)"
)
_DOING = frozenset(
    {
        *(
            "delete",
            "clear",
            "reset",
            "format",
            "uninstall",
            "cancel",
            "send",
            "post",
            "share",
            "pay",
            "buy",
            "subscribe",
        ),
        *("install", "update", "allow", "enable", "disable", "block", "follow", "move", "record"),
    }
)


@dataclass(frozen=True, slots=True)
class Request:
    """A reading of the instruction. Sets of words are as `words.keys` compares them.

    `wanted` is what stands in clauses without a negation, `refused` what stands after one, and `withheld` what stands
    nowhere else. `intents` are phrases that admit
    to a purpose that is a risk in itself.
    """

    text: str
    wanted: frozenset[str]
    withheld: frozenset[str]
    refused: frozenset[str]
    acts: frozenset[str]
    permits: frozenset[str]
    """The acts that it leads to, said loosely or in passing: no reason to do them, but an excuse."""
    withheld_acts: frozenset[str]
    things: frozenset[str]
    withheld_things: frozenset[str]
    numbers: frozenset[str]
    asks_only_to_know: bool
    asks_for_all: bool
    asks_for_only: bool
    looks_only: bool
    consents: bool
    private: bool
    age: int | None
    intents: tuple[Mention, ...]
    entities: tuple[Entity, ...]
    latin: bool

    def wants(self, words: frozenset[str]) -> frozenset[str]:
        """Those of the words that were asked for."""
        return words & self.wanted

    def holds(self, value: str) -> bool:
        """Whether the value itself stands in the instruction."""
        squeezed = _squeeze(value)
        return bool(squeezed) and squeezed in _squeeze(self.text)


def _squeeze(text: str) -> str:
    return "".join(filter(str.isalnum, same_length(text).casefold()))


@lru_cache(maxsize=64)
def read_request(text: str, region: str = "US") -> Request:
    """The request in an instruction; pure, and kept for the run that it belongs to."""
    text = text[:MOST_CHARACTERS]
    wanted: list[str] = []
    withheld: list[str] = []
    quoted = str(compiled(QUOTED).sub(" ", text))  # what is to be said forbids nothing
    for clause in clauses(quoted):
        positive, negative = _split(clause)
        wanted.append(positive)
        withheld.append(negative)
    asked, refused = "\n".join(wanted), "\n".join(withheld)
    amounts = lexicon("amounts").among(text)
    wanted_keys = keys(asked) | keys(" ".join(compiled(QUOTED).findall(text)))
    both, others = everything().among(asked), everything().among(refused)
    acts, things = lexicon("acts").concepts, lexicon("things").concepts
    acts_asked = (both & acts) | (frozenset({"send"}) if compiled(_TEXTS).search(asked) else frozenset())
    return Request(
        text=text,
        wanted=wanted_keys,
        withheld=keys(refused) - wanted_keys,
        refused=keys(refused),
        acts=acts_asked,
        permits=acts_asked | lexicon("asks").among(asked),
        withheld_acts=((others & acts) - both) | _forbidden(asked, withheld),
        things=both & things,
        withheld_things=(others & things) - both,
        numbers=numbers(text),
        asks_only_to_know=bool(compiled(_QUESTION).search(quoted)) and not acts_asked & _DOING,
        asks_for_all=bool({"all", "all_loosely"} & lexicon("amounts").among(asked)),
        asks_for_only="only" in amounts,
        looks_only="look_only" in amounts,
        consents="consent" in amounts,
        private="private" in amounts,
        age=_age(text),
        intents=(*lexicon("intents").mentions(text), *admissions(text)),
        entities=tuple(entity for entity in find(text, region=region) if entity.kind is not EntityKind.UNREAD),
        latin=_is_latin(text),
    )


def clauses(text: str) -> list[str]:
    """The pieces of a text between marks and the words that turn it."""
    return [piece.strip() for piece in compiled(f"(?i){_CLAUSE}").split(text + " ") if piece and piece.strip()]


def _split(clause: str) -> tuple[str, str]:
    """What a clause asks for, and what it withholds: all after a negation, or the whole clause that says to keep."""
    mentions = [one for one in lexicon("amounts").mentions(clause) if one.concept in {"not", "keep", "look_only"}]
    folded = fold(clause)
    mentions = [one for one in mentions if not _describes(folded, one)]
    if not mentions or folded.startswith(("if ", "falls ", "wenn ", "si ")):
        return clause, ""
    first = min(mentions, key=lambda one: one.start)
    if first.concept == "keep" or not folded[first.end :].strip():
        return "", clause
    return folded[: first.start], folded[first.start :]


_STORES = frozenset({"in", "note", "notes", "list", "bookmark", "favourites", "favorites"})
_EXCEPTIONS = frozenset(
    {
        *(
            "except",
            "except for",
            "apart from",
            "other than",
            "without",
            "instead of",
            "but not",
            "rather than",
            "leave out",
        ),
        *("must not", "mustn't", "außer", "ohne", "statt", "excepto", "salvo", "sin", "menos"),
    }
)
_LATE_NEGATIONS = frozenset({"nicht", "kein", "keine", "keinen", "keinem", "no", "nunca"})


def _describes(folded: str, mention: Mention) -> bool:
    """Whether a negation tells how things are, as in `the SIM does not send it`, and forbids nothing."""
    before = folded[: mention.start].split()
    if mention.concept == "keep":
        if mention.phrase == "keep" and not before and _STORES & set(folded[mention.end :].split()):
            return True  # to keep something in a list is to write it down
        return (
            bool(before)
            and mention.phrase == "keep"
            and before[-1] in {"in", "my", "google", "the", "from", "on", "into", "open"}
        )
    if mention.concept != "not":
        return False
    while before and before[0] in word_list("openers"):
        before.pop(0)
    if not before:
        return mention.phrase == "no" and "longer" in folded
    if mention.phrase in _EXCEPTIONS or (
        not folded.isascii() and any(ord(character) >= 0x3000 for character in folded)
    ):
        return False
    if mention.phrase in {"don't", "dont", "do not", "never"}:
        return len(before) > 2 or before[-1] in word_list("auxiliaries")
    return before[-1] in word_list("auxiliaries") or mention.phrase in _LATE_NEGATIONS


def _forbidden(asked: str, withheld: list[str]) -> frozenset[str]:
    """Acts that stand right after a negation, though another word asks for them: `draft a reply, don't send it`."""
    said = {mention.phrase for mention in lexicon("acts").mentions(asked)}
    found: set[str] = set()
    for clause in withheld:
        negation = next((one for one in lexicon("amounts").mentions(clause) if one.concept == "not"), None)
        if negation is not None and negation.start == 0:
            mentions = lexicon("acts").mentions(clause[: negation.end + 24])
            found |= {one.concept for one in mentions if one.start <= negation.end + 6 and one.phrase not in said}
    return frozenset(found)


def _age(text: str) -> int | None:
    match = compiled(f"(?i){_AGE}").search(same_length(text))
    if match is None:
        return None
    age = int(match.group(1) or match.group(2))
    return age - 1 if "turning" in match.group().casefold() and age > 0 else age


def _is_latin(text: str) -> bool:
    letters = [character for character in text if character.isalpha()]
    return sum(character < "Ͱ" for character in letters) * 2 >= len(letters)
