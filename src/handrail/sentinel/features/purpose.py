"""The purpose that a request or a typed text admits to, told from worry about it and from quotations."""

from handrail.device.action import Action
from handrail.sentinel.entity.pattern import compiled, occurs
from handrail.sentinel.features.act import CONSEQUENCES, leads_on
from handrail.sentinel.features.features import NOTHING
from handrail.sentinel.normalization import keys
from handrail.sentinel.request import QUOTED, Request
from handrail.sentinel.screen_view import Line
from handrail.text import Mention

SEARCH_FIELD = r"(?i)(?:search|suche|such |url|address bar|find|buscar|검색|搜索|查找|where to)"
_DOUBTS = (
    r"(?i)(?:\b(?:is this|is it|is that|whether|check if|report|block|how to recognise|warn|avoid|"
    r"complain|ist das|melde|prüf\w* ob|es esto|denuncia)\b|신고|차단|인지 확인|是不是|举报)"
)
_WHETHER = (
    r"(?i)(?:\b(?:is this|is it|is that|whether|check if|how to recognise|ist das|prüf\w* ob|"
    r"es esto)\b|인지 확인|是不是)"
)
_REPORTED = (
    r"(?i)[^.!?\n]*(?:\b(?:says|said|claims|claimed|wrote|writes|calls for|according to|sagt|schreibt|"
    r"behauptet|dice|dicen)\b|말했|적혀|写着)[^.!?\n]*"
)


def purposes(request: Request) -> frozenset[str]:
    """The categories of risk that the request names as its purpose, not as its worry."""
    if occurs(_WHETHER, request.text):
        return NOTHING
    if occurs(_DOUBTS, request.text):
        return admitted(request.cued)  # a cue says itself what speaks against it
    return admitted(request.intents)


def admitted(mentions: tuple[Mention, ...]) -> frozenset[str]:
    """The categories that phrases add up to: a plain one suffices, a hint needs another beside it."""
    plain = {one.concept for one in mentions if not one.concept.endswith("_hint")}
    hints = [(one.concept.removesuffix("_hint"), one.start) for one in mentions if one.concept.endswith("_hint")]
    return frozenset(
        plain
        | {concept for concept, place in hints if any(other == concept and start != place for other, start in hints)}
    )


def in_own_name(text: str) -> str:
    """What is said in one's own name: without quotations and without sentences that report what others say."""
    text = compiled(_REPORTED).sub(" ", text)
    return str(compiled(QUOTED).sub(" ", text))


def carries_out(
    request: Request, action: Action, line: Line | None, acts: frozenset[str], confirms: bool, asks: bool
) -> bool:
    """Whether it is more than finding one's way: text that is no search, or a tap with a consequence."""
    if action.type == "input":
        return line is None or not occurs(SEARCH_FIELD, f"{line.label} {line.element.resource_id}")
    if line is not None and action.type == "click" and (asks or line.is_toggle) and (confirms or line.is_toggle):
        return True
    label = line.label if line is not None else ""
    answers = line is not None and action.type == "click" and (asks or line.element.class_name.endswith("Button"))
    if answers and len(label.split()) <= 3 and keys(label) & request.wanted and not leads_on(label):
        return True
    goes_on = len(label.split()) > 3 or leads_on(label) or any(map(str.isdigit, label))
    return bool(acts & (CONSEQUENCES | {"record", "move", "save", "download"})) and (confirms or not goes_on)
