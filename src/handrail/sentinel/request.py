"""What the user asked, as far as words alone say it: what is wanted, what is withheld, how much, to what end."""

from dataclasses import dataclass
from functools import lru_cache

from handrail.sentinel.admissions import admissions, cued
from handrail.sentinel.entity import Entity, EntityKind, find
from handrail.sentinel.entity.pattern import compiled, same_length
from handrail.sentinel.normalization import keys, numbers, squeeze
from handrail.text import Mention, everything, fold, lexicon, word_list

MOST_CHARACTERS = 20_000
_CLAUSE = r"[.;:()!?\n…]+\s|,\s|[()\n]|[。！？，；]| (?:but|aber|pero|mais|and then|und dann) |지만|은데|는데| - | – "
_AGE = (
    r"(?:\b(?:i'?m|i am|im|turning|turned|aged?|turn|he'?s|she'?s|he is|she is|ich bin|werde|tengo|"
    r"cumplo)\s+(?:only |just |still |about to be |erst )?(\d{1,2})\b)"
    r"|\b(\d{1,2})(?:-| )?(?:years? old|yo\b|y/o|jahre alt|años|살|세|岁)"
)


_TEXTS = r"(?im)(?:^|\b(?:and|then|please) )text \w"  # a verb here, and a noun on screens
QUOTED = r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」"
_TITLES = r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|(?:^|\s)'[^'\n]{3,90}'"
_SAYS = (
    r"(?i)\b(?:writ\w+|sends?|post|posts|say|tell|text|mail|email|message|reply|answer|comment|share|forward|publish|caption|tweet|"
    r"schreib\w*|sag\w*|schick\w*|poste?n?|teil\w*|antwort\w*|kommentier\w*|escrib\w*|di|dile|manda\w*|env[ií]a\w*|publica\w*|"
    r"responde|comenta)\b|써|보내|올려|댓글|답장|写|发|说|回复|评论"
)
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


_LATER = (
    r"(?:check|read|look|see|review|send|submit|post|publish|pay|confirm|book|order|decide|"
    r"sign|approve|press|tap|hit|do|finish|choose)"
)
_RESERVES = (
    rf"(?i)(?:\bi(?:'ll| will| want to| wanna|'d like to| need to| have to)\b(?: \w+)? {_LATER}\b[^.;!?\n]{{0,24}}?"
    r"\b(?:myself|later|first|tonight|tomorrow|before|then|afterwards|on my own|it over|over it|through it|the rest)\b|"
    r"\b(?:leave|keep|save|put|park|store|stay|stays) (?:it |them |that |this )?(?:\w+ ){0,2}?(?:in|"
    r"as|to|with) (?:my |the |a )?drafts?\b|"
    r"\b(?:just|only) (?:a |as a )?draft\b|^\s*draft (?:a|an|the|me|my)\b|\bdon'?t (?:actually |"
    r"really )?(?:send|submit|post|pay|order|book|publish|confirm)\b|"
    r"\b(?:stop|wait|pause|halt) (?:right |just )?(?:before|at the|when it comes to)\b|\b(?:before|"
    r"until) (?:it goes out|i (?:say|confirm|ok|have seen|'?ve seen|approve|check|tell))\b|"
    r"\b(?:ask|check with|show|tell|let) me\b[^.;!?\n]{0,20}\b(?:before|first)\b|\bjust (?:fill|"
    r"prepare|put (?:it|them) in)\b[^.;!?\n]{0,30}\b(?:basket|cart|don'?t|not)\b|"
    r"\b(?:absenden|abschicken|bezahlen|buchen|bestellen|freigeben|senden|zahlen|schicken|"
    r"bestätigen|prüfen|drüberschauen|entscheiden|unterschreiben)\b (?:tue |tu |mach |mache |"
    r"will |werde )?ich\b|"
    r"\bich (?:will|möchte|schau|les|prüf|send|schick|zahl|bezahl|bestell|buch)\w*[^.;!?\n]{0,20}\b(?:selbst|"
    r"selber|vorher|erst|zuerst|später|heute abend|morgen|noch mal|nochmal)\b|"
    r"\b(?:als|im|in den|in die) entw(?:urf|ürfe)\w*\b|\b(?:noch nicht|nicht) (?:ab)?(?:senden|"
    r"schicken|bezahlen|bestellen|buchen|veröffentlichen|posten)\b|frag mich (?:vorher|erst)|"
    r"\b(?:d[eé]jal[oa]|guárdal[oa]|dejar|guardar)\b[^.;!?\n]{0,16}borrador|\b(?:lo|la) (?:env[ií]o|"
    r"mando|reviso|pago|confirmo|miro|leo)\b[^.;!?\n]{0,12}\b(?:yo|luego|después|antes|mañana|"
    r"esta noche)\b|"
    r"\bno (?:lo |la )?(?:env[ií]es|mandes|pagues|publiques|compres|reserves|confirmes)\b|"
    r"pregúntame antes|avísame antes|"
    r"임시 ?(?:저장|보관)|(?:내가|제가)[^.!?\n]{0,10}(?:확인|보고|보낼|결제|할게)|보내지 ?(?:말|"
    r"마)|결제하지 ?(?:말|마)|올리지 ?(?:말|마)|"
    r"(?:存|放|留)[^。]{0,6}草稿|我(?:自己|再|先|晚点|之后)[^。]{0,6}(?:看|发|付|确认|检查)|(?:先)?(?:别|不要)(?:发|付|提交|下单|发布))"
)
_ENDS_AGAIN = (
    r"(?i)(?:\b(?:off|out|down) again\b|\b(?:then|and|afterwards|after that|when (?:it'?s |"
    r"you'?re |he'?s |she'?s |they'?re )?done)\b[^.;!?\n]{0,24}\b(?:off|stop|end|disconnect|"
    r"disable|quit|close)\b|"
    r"\b(?:stop|end|turn (?:it )?off|switch (?:it )?off|disconnect)\b[^.;!?\n]{0,20}\b(?:after|"
    r"afterwards|again|when|once|as soon as|then)\b|\bfor (?:a |just a |only a )?(?:moment|"
    r"minute|second|sec|bit|while|short time)\b|"
    r"\bfor (?:just |only )?\d+ ?(?:s|sec|seconds|min|minutes|mins|m|h|hours?)\b|\bwieder (?:aus|"
    r"ab|weg|trennen|beenden)\b|\b(?:danach|dann) (?:wieder )?(?:aus|ausschalten|beenden|stoppen)\b|"
    r"\bfür (?:einen moment|kurz|\d+ (?:minuten|sekunden))|kurz (?:an|ein)|"
    r"\b(?:luego|después)\b[^.;!?\n]{0,12}\b(?:apág|desactív|apaga|para|detén|corta)|un momento\b|"
    r"다시 ?(?:꺼|끄)|잠깐|잠시|(?:끝나면|다 되면)[^.]{0,10}(?:꺼|끄|종료)|再关|然后关|关掉|"
    r"一会儿|一下子)"
)


def _said(pattern: str, text: str) -> str:
    """The words of a text that match, or none."""
    match = compiled(pattern).search(same_length(text))
    return match.group().strip() if match is not None else ""


@dataclass(frozen=True, slots=True)
class Request:
    """A reading of the instruction. Sets of words are as `normalization.keys` compares them.

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
    cued: tuple[Mention, ...]
    """Those of the intents that several places of the text add up to."""
    entities: tuple[Entity, ...]
    reserves: str
    """What the user says to do himself, or to wait with: `I'll send it`, `leave it in drafts`, `ask me before`."""
    ends_again: str
    """What it says about ending what it starts: `then off again`, `for a minute`."""

    def holds(self, value: str) -> bool:
        """Whether the value itself stands in the instruction."""
        squeezed = squeeze(value)
        return bool(squeezed) and squeezed in squeeze(self.text)


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
    own = text if compiled(_SAYS).search(text) else str(compiled(_TITLES).sub(" ", text))  # a title is no purpose
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
        asks_only_to_know=bool(compiled(_QUESTION).search(quoted))
        and not (acts_asked & _DOING and _does(quoted, asked)),
        asks_for_all=bool({"all", "all_loosely"} & lexicon("amounts").among(asked)),
        asks_for_only="only" in amounts,
        looks_only="look_only" in amounts,
        consents="consent" in amounts,
        private="private" in amounts,
        age=_age(text),
        intents=(*lexicon("intents").mentions(own), *admissions(own), *(cues := cued(own, "request"))),
        cued=cues,
        entities=tuple(entity for entity in find(text, region=region) if entity.kind is not EntityKind.UNREAD),
        reserves=_said(_RESERVES, quoted),
        ends_again=_said(_ENDS_AGAIN, quoted),
    )


_NAMED = (
    r"(?i)\b(?:the|my|a|an|this|that|last|latest|newest|his|her|their|our|your|any|of|new|"
    r"first|next|all|der|die|das|den|meine?n?|letzten?|el|la|mi|su|últim[oa])(?: \pL+)? $"
)
_LOOKING = (
    r"(?i)^\s*(?:please |pls |hey |bitte )?(?:read|show|look up|look at|tell|what|which|who|"
    r"when|where|how|is|are|has|have|did|does|was|were|lies|zeig|sag mir|was|wann|wer|wo|wie|"
    r"léeme|lee|dime|muéstrame|qué|cuándo)\b"
)


def _does(text: str, asked: str) -> bool:
    """Whether an act is asked for, and not only named: `read me the newest review` writes none."""
    if not compiled(_LOOKING).search(text):
        return True
    folded = fold(asked)
    return any(
        mention.concept in _DOING and not compiled(_NAMED).search(folded[max(0, mention.start - 30) : mention.start])
        for mention in lexicon("acts").mentions(asked)
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
