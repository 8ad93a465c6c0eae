"""What a text admits to where no single phrase of the lexicon stands for it: patterns, and cues in several places.

A request admits by the way that a permit is not there, or that somebody must not notice; cues are patterns of
`cues.yaml` that must all occur.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from handrail.error import UnreadableInput
from handrail.sentinel.entity.pattern import compiled
from handrail.text.lexicon import Mention, fold, lexicon

_NEGATION = (
    r"(?:no|not|without|never|didn'?t|don'?t|haven'?t|hasn'?t|won'?t|isn'?t|aren'?t|kein\w*|nicht|ohne|sin|no tengo)"
)
_PAPERS = (
    r"(?:permits?|permission|licen[cs]e|authori[sz]ation|authori[sz]ed|allowed|approved|approval|"
    r"clearance|paperwork|certificate|"
    r"applied|registration|insurance|prescription|consent|agreed|visa|duty|taxe?s?|declare|insured|"
    r"registered|vaccinated|legal|true|"
    r"genehmigung|erlaubnis|führerschein|rezept|einverstanden|versteuer\w*|permiso|licencia|receta|autorizaci[oó]n)"
)
_LACKS = (
    rf"\b{_NEGATION}\b[^.;!?\n]{{0,24}}?\b{_PAPERS}\b|(?:허가|허락|면허|처방전|동의)[^.!?\n]{{0,6}}(?:없|안 )|"
    r"(?:没有|无)(?:许可|执照|处方|同意)"
)
_RAN_OUT = (
    r"\b(?:permits?|permission|licen[cs]e|authori[sz]ation|insurance|approval|certificate|application|"
    r"genehmigung|permiso|licencia)\b"
    r"[^.;!?\n]{0,28}\b(?:expired|pending|rejected|refused|denied|turned down|still waiting|"
    r"hasn'?t come|isn'?t there|didn'?t come|"
    r"ran out|abgelaufen|abgelehnt|caducad\w*|denegad\w*)\b"
)
_OTHERS = r"(?:he|she|they|mum|mom|dad|boss|wife|husband|parents|teacher|nobody|no one|ex)"
_HIDES = (
    rf"\b{_OTHERS}\b[^.;!?\n]{{0,24}}\b(?:shouldn'?t|mustn'?t|must not|can'?t|won'?t|doesn'?t|don'?t|"
    rf"never)\b (?:ever )?"
    r"(?:notice|find out|realize|realise|suspect|catch)|\b(?:he|she|they)\b (?:shouldn'?t|mustn'?t|"
    r"must not|can'?t) (?:know|see)"
)
_GUARDED = (
    r"\b(?:dad|mum|mom|father|mother|parents|teacher|school|boss|company|employer|vater|mutter|eltern|schule|chef|padre|madre|padres|jefe)\b"
    r"[^.;!?\n]{0,16}\b(?:set (?:the |a |up )?(?:limits?|locks?|blocks?)|has set|put a|"
    r"locked|blocked|limits? me|said no|forbade|forbids|"
    r"does(?:n'?t| not) allow|won'?t let|did(?:n'?t| not) allow|verboten|gesperrt|no me deja|prohíbe)\b|"
    r"(?:엄마|아빠|부모님|선생님)[^.!?\n]{0,10}(?:막아|잠가|금지|못 하게)|"
    r"(?:爸爸|妈妈|父母|老师)[^。！？\n]{0,8}(?:不让|禁止|锁)"
)
_SURPRISES = (
    "surprise",
    "birthday",
    "überraschung",
    "geburtstag",
    "sorpresa",
    "cumpleaños",
    "생일",
    "生日",
    "christmas",
    "wedding",
)


_WEAPONS = (
    r"\b(?:how to|build|make|making|building|recipe for|instructions for|plans? for)\b"
    r"[^.;!?\n]{0,24}\b(?:\w+ bomb|bomb|bombs|explosives?|"
    r"napalm|nerve gas|poison gas|ricin|meth|methamphetamine|silencer|ghost gun|molotov)\b"
)


def dangers(text: str) -> tuple[Mention, ...]:
    """What a text sets against people: how to make a weapon, or hostility to a group of them."""
    folded = fold(text)
    found = [Mention("harmful", match.group(), *match.span()) for match in compiled(_WEAPONS).finditer(folded)]
    if "bath bomb" in folded or "seed bomb" in folded or "game" in folded:
        found = []
    mentions = lexicon("people").mentions(text)
    hostile = next((one for one in mentions if one.concept == "hostility"), None)
    if hostile is not None and any(one.concept == "people" for one in mentions):
        found.append(Mention("harmful", hostile.phrase, hostile.start, hostile.end))
    return tuple(found)


def admissions(text: str) -> tuple[Mention, ...]:
    """The admissions in a text, as mentions of the category of risk; what is hidden for a surprise is none."""
    folded = fold(text)
    found = [
        Mention("illegal", match.group(), *match.span())
        for pattern in (_LACKS, _RAN_OUT)
        for match in compiled(pattern).finditer(folded)
    ]
    found += [Mention("evasion", match.group(), *match.span()) for match in compiled(_GUARDED).finditer(folded)]
    if not any(word in folded for word in _SURPRISES):
        found += [Mention("malicious", match.group(), *match.span()) for match in compiled(_HIDES).finditer(folded)]
    return (*found, *dangers(text))


Where: TypeAlias = Literal["request", "typed"]


@dataclass(frozen=True, slots=True)
class Cue:
    """Patterns that must all occur, in any order, and those of which none may."""

    name: str
    concept: str
    of: frozenset[str]
    all: tuple[str, ...]
    unless: tuple[str, ...]

    def mention(self, folded: str) -> Mention | None:
        """The first pattern's match as a mention of the concept, where every one matches."""
        if any(compiled(pattern).search(folded) for pattern in self.unless):
            return None
        matches = [compiled(pattern).search(folded) for pattern in self.all]
        if not all(matches):
            return None
        start, end = matches[0].span()
        return Mention(self.concept, " … ".join(match.group().strip() for match in matches), start, end)


def cued(text: str, where: Where) -> tuple[Mention, ...]:
    """Every cue that a text gives."""
    folded = fold(text)
    found = (cue.mention(folded) for cue in cues() if where in cue.of)
    return tuple(mention for mention in found if mention is not None)


@cache
def cues() -> tuple[Cue, ...]:
    """The cues that come with Handrail; raises `UnreadableInput` with the name of the one that is wrong."""
    import yaml

    text = files("handrail.sentinel").joinpath("cues.yaml").read_text("utf-8")
    return tuple(_cue(item) for item in yaml.safe_load(text))


def _cue(item: dict[str, Any]) -> Cue:
    name = str(item.get("name", "?"))
    if item.keys() - {"name", "concept", "of", "all", "unless"} or not item.get("all") or not item.get("of"):
        raise UnreadableInput(f"cues.yaml: `{name}`: a cue has `name`, `concept`, `of`, `all` and may have `unless`")
    return Cue(name, str(item["concept"]), frozenset(item["of"]), tuple(item["all"]), tuple(item.get("unless", ())))
