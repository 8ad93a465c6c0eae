"""The intent as the lexicon reads it: the fallback where nobody who understands was asked.

It compares phrases and understands nothing, so it says *unknown* wherever no phrase stands for what is meant.
"""

from enum import StrEnum
from functools import lru_cache

from handrail.sentinel.entity import EntityKind, find
from handrail.sentinel.entity.pattern import compiled, occurs, same_length
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.amounts import amounts, limit
from handrail.sentinel.intent.clauses import QUOTED, forbidden_acts, sides
from handrail.sentinel.intent.identifiers import without_identifiers
from handrail.sentinel.intent.intent import NOTHING, Intent, Purpose, Reader, Scope
from handrail.sentinel.normalization import keys, numbers
from handrail.text import Mention, everything, fold, lexicon, word_list

MOST_CHARACTERS = 20_000
_TEXTS = r"(?im)(?:^|\b(?:and|then|please) )text \w"  # a verb here, and a noun on screens
_TITLE = rf"{QUOTED}|(?:^|\s)'[^'\n]{{3,90}}'"
_NAME = r"\p{Lu}[\pL'’-]+(?: \p{Lu}[\pL'’-]+)*"
_AGE = (
    r"(?i)(?:\b(?:i'?m|i am|im|aged?|he'?s|she'?s|he is|she is|ich bin|tengo)\s+"
    r"(?:only |just |still |erst )?(\d{1,2})\b)"
    r"|\b(\d{1,2})(?:-| )?(?:years? old|yo\b|y/o|jahre alt|años|살|세|岁)"
)
_CATEGORIES = {
    "malicious": Category.MALICIOUS,
    "illegal": Category.LEGAL,
    "harmful": Category.HARMFUL,
    "evasion": Category.EVASION,
}


@lru_cache(maxsize=64)
def read_words(text: str, region: str = "US") -> Intent:
    """What the words of an instruction say; pure, and kept for the run that it belongs to."""
    text = text[:MOST_CHARACTERS]
    both = sides(text)
    quoted = " ".join(compiled(QUOTED).findall(text))
    refused = "\n".join(both.withheld)
    named = keys(both.asked) | keys(quoted)
    said, others = everything().among(both.asked), everything().among(refused)
    acts, things = lexicon("acts").concepts, lexicon("things").concepts
    told = _acts(both.asked)
    amounts_said = lexicon("amounts").among(text)
    kinds = _kinds(text, both.asked)
    known = _Clause.UNKNOWN not in kinds and bool(kinds & {_Clause.COMMAND, _Clause.LOOKS})
    entities = find(text, region=region)
    amounting = without_identifiers(text, entities)
    asks = known and _Clause.COMMAND not in kinds and not told & DOING
    loosely = (said & acts) | lexicon("asks").among(text)
    return Intent(
        text=text,
        reader=Reader.WORDS,
        acts=(NOTHING if asks else told) if known else None,
        permits=NOTHING if asks else told | loosely,
        forbidden=((others & acts) - said) | forbidden_acts(both.asked, both.withheld),
        reserved=_reserved(text),
        named=named or None,
        kept=keys(refused) - named,
        things=said & things,
        kept_things=(others & things) - said,
        recipients=_recipients(text) or None,
        numbers=numbers(amounting),
        amounts=amounts(amounting) or None,
        limit=limit(amounting),
        scope=_scope(both.asked, text),
        only_looks=True if "look_only" in amounts_said else None,
        private=True if "private" in amounts_said else None,
        public=True if {"public", "all"} & amounts_said or occurs(r"(?i)\blinks?\b|링크|链接|enlace", text) else None,
        repeats=True if "repeats" in lexicon("stances").among(text) else None,
        consents=True if "consent" in amounts_said else None,
        age=_age(text),
        purposes=purposes(text) or None,
        entities=tuple(entity for entity in entities if entity.kind is not EntityKind.UNREAD),
    )


DOING = frozenset(
    {
        *("delete", "clear", "reset", "format", "uninstall", "cancel", "send", "post", "share", "call", "pay", "buy"),
        *("subscribe", "submit", "install", "update", "allow", "enable", "disable", "block", "follow", "move"),
        "record",
    }
)
"""Acts that whoever only wants to know something does not ask for."""


def _acts(asked: str) -> frozenset[str]:
    """The acts that are told to be done; what stands after an article is the name of a thing, as in `the order`."""
    folded = fold(asked)
    found = {mention.concept for mention in lexicon("acts").mentions(asked) if not _is_noun(folded, mention)} | (
        {"send"} if occurs(_TEXTS, asked) else set()
    )
    return frozenset(found)


def _is_noun(folded: str, mention: Mention) -> bool:
    before = folded[: mention.start].split()
    return bool(before) and before[-1] in word_list("articles")


class _Clause(StrEnum):
    """What a clause is, as far as its first and last words tell."""

    COMMAND = "says to do something"
    LOOKS = "says to look something up, or asks"
    ASIDE = "says when, where or with what"
    UNKNOWN = "says something else"


def _kinds(text: str, asked: str) -> frozenset[_Clause]:
    """The kinds of clauses that an instruction has; commands that nobody could list are unknown."""
    if any(phrase in fold(text) for phrase in word_list("vague")):
        return frozenset({_Clause.UNKNOWN})
    clauses = [fold(clause).strip() for clause in asked.split("\n") if any(map(str.isalnum, clause))]
    asks = clauses and any(_begins(clauses[0], opening) for opening in word_list("questions"))
    return frozenset(_kind(clause) for clause in clauses[bool(asks) :]) | ({_Clause.LOOKS} if asks else frozenset())


def _kind(clause: str) -> _Clause:
    words = clause.strip(" ,.!?'\"").split()
    while words and words[0].strip(",") in word_list("openers"):
        words.pop(0)
    bare = " ".join(words)
    mentions = [mention for mention in lexicon("acts").mentions(bare) if bare[mention.end : mention.end + 1] != "'"]
    unspaced = any(ord(character) >= 0x1100 for character in bare)
    if not words or words[0] in word_list("asides") or not any(map(str.isalpha, words[0])):
        return _Clause.COMMAND if unspaced and mentions else _Clause.ASIDE
    if any(_begins(bare, opening) for opening in word_list("questions") | word_list("looks")):
        return _Clause.LOOKS
    if words[0] in word_list("commands"):
        return _Clause.COMMAND
    ends = len(bare) - 1 if word_list("capitalised_nouns") & set(words) else len(bare) + 1  # where verbs come last
    if any(mention.start == 0 or mention.end >= ends or unspaced for mention in mentions) or occurs(_TEXTS, bare):
        return _Clause.COMMAND
    looks = word_list("questions") | word_list("looks")
    return _Clause.LOOKS if unspaced and any(look in bare for look in looks if not look.isascii()) else _Clause.UNKNOWN


def _begins(text: str, phrase: str) -> bool:
    return text.startswith(phrase) and not text[len(phrase) : len(phrase) + 1].isalnum()


def _reserved(text: str) -> str:
    """The words with which the user keeps something for himself, or waits with it."""
    mentions = lexicon("stances").mentions(compiled(QUOTED).sub(" ", text))
    return next((mention.phrase for mention in mentions if mention.concept == "reserved"), "")


def _scope(asked: str, text: str) -> Scope | None:
    """All, only what was named, or unknown: a bare plural may mean either."""
    said = lexicon("amounts").among(asked)
    if said & {"all", "all_loosely"}:
        return Scope.ALL
    names_one = bool(set(fold(asked).split()) & word_list("single")) or bool(numbers(text)) or bool(_names(text))
    return Scope.NAMED if "only" in lexicon("amounts").among(text) or names_one else None


def _names(text: str) -> frozenset[str]:
    """The words of proper names: capitals that no sentence begins with. German writes every noun so: there, none."""
    if set(fold(text).split()) & word_list("capitalised_nouns"):
        return NOTHING
    own = str(compiled(_TITLE).sub(" ", text))
    found = [
        match.group().partition(" ")[2] if _begins_a_sentence(own, match.start()) else match.group()
        for match in compiled(_NAME).finditer(own)
    ]
    return keys(" ".join(found))


def _recipients(text: str) -> frozenset[str]:
    """The names that follow a word for giving or telling, and those that are listed with them."""
    own = str(compiled(QUOTED).sub(" ", text))
    found: list[str] = []
    end = -1
    for match in compiled(_NAME).finditer(own):
        first, _, rest = match.group().partition(" ")
        before = own[: match.start()]
        listed = end >= 0 and before[end:].strip(" ,") in {"", "and", "und", "y", "&"} and before[end:] != " "
        if listed or before.rstrip().rpartition(" ")[2].casefold() in word_list("giving"):
            found.append(match.group())
        elif rest and fold(first) in word_list("giving"):
            found.append(rest)
        else:
            continue
        end = match.end()
    return keys(" ".join(found))


def _begins_a_sentence(text: str, place: int) -> bool:
    before = text[:place].rstrip()
    return not before or before[-1] in ".!?:;\n。"


def purposes(text: str) -> tuple[Purpose, ...]:
    """The purposes that phrases admit to: a plain one suffices, a hint needs another beside it.

    A title in quotation marks is none, unless something is to be said in it.
    """
    says = lexicon("acts").among(text) | lexicon("asks").among(text)
    own = text if says & {"send", "post", "share"} else str(compiled(_TITLE).sub(" ", text))
    if "doubt" in lexicon("stances").among(own):
        return ()
    return admitted(lexicon("intents").mentions(own))


def admitted(mentions: tuple[Mention, ...]) -> tuple[Purpose, ...]:
    """What phrases add up to, a purpose for each category."""
    found: dict[Category, list[Mention]] = {}
    for mention in mentions:
        found.setdefault(_CATEGORIES[mention.concept.removesuffix("_hint")], []).append(mention)
    return tuple(
        Purpose(category, ", ".join(dict.fromkeys(mention.phrase for mention in group)))
        for category, group in found.items()
        if len({mention.start for mention in group}) > 1 or not group[0].concept.endswith("_hint")
    )


def _age(text: str) -> int | None:
    match = compiled(_AGE).search(same_length(text))
    return int(match.group(1) or match.group(2)) if match is not None else None
