"""Whether what an action does was asked for, forbidden, or asked by somebody else's text."""

from handrail.device.action import Action
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.facts import NOTHING
from handrail.sentinel.lexicon import fold, word_list
from handrail.sentinel.memory import Memory
from handrail.sentinel.request import Request
from handrail.sentinel.sight import Line, Sight
from handrail.sentinel.weigh.act import leads_on
from handrail.sentinel.words import keys, numbers, without_acts

_TELLS = (
    r"(?i)(?:\b(?:tap|click|press|type|enter|paste|reply with|go to|you must|you need to|required to|"
    r"first|confirm by|tippe|drücke|gib|pulsa|toca|escribe)\b|누르|입력|点击|输入)"
)
_AMOUNT_FIELD = (
    r"(?i)(?:amount|price|betrag|preis|quantity|qty|guests|importe|cantidad|금액|수량|가격|金额|数量|\bsum\b|"
    r"minutes|hours|percent|tip)"
)
_HARMLESS = frozenset({"save", "sign_in", "move", "record", "finish_session", "archive", "hide", "download"})
_SAME_ACTS = (
    frozenset({"delete", "clear", "uninstall", "reset", "format", "cancel"}),
    frozenset({"send", "share", "post", "call", "pay"}),
    frozenset({"buy", "pay", "subscribe"}),
    frozenset({"enable", "allow", "agree", "install"}),
    frozenset({"disable", "block", "stop", "finish_session"}),
    frozenset({"install", "update", "buy"}),
    frozenset({"follow", "share", "post"}),
)


def asked_acts(acts: frozenset[str], request: Request) -> frozenset[str]:
    """Those of the acts that the request, or a word for the like of it, asks for."""
    permitted = request.acts if request.asks_only_to_know else request.permits
    asked = acts & permitted
    for group in _SAME_ACTS:
        if permitted & group:
            asked |= acts & group
    return asked


def unasked_acts(
    acts: frozenset[str], request: Request, line: Line | None, label: str, confirms: bool
) -> frozenset[str]:
    """Acts that nothing in the request leads to; a label that opens a page about them is no act."""
    if not acts or not (confirms or (len(label.split()) <= 3 and line is not None and line.element.clickable)):
        return NOTHING
    if leads_on(label):
        return NOTHING
    return acts - asked_acts(acts, request) if not asked_acts(acts, request) else NOTHING


def withheld(request: Request, row: frozenset[str], things: frozenset[str], label: str) -> str:
    """The line, where every word that it shares with the request is one that was withheld."""
    kept = frozenset(word for word in row & request.withheld if len(word) >= 3 or not word.isascii()) - {"oth", "need"}
    if (kept or things & request.withheld_things) and not (row & request.wanted) - request.refused:
        return label
    return ""


def asked_by_text(request: Request, memory: Memory, acts: frozenset[str], words: frozenset[str], label: str) -> str:
    """The text that asks for what the action does; the words that they share must be no words of the request."""
    own = frozenset(word for word in words if len(word) >= 4 or not word.isascii()) - word_list("file_endings")
    if not acts or not own or own & request.wanted or asked_acts(acts, request):
        return ""
    for plea in memory.pleas:
        if plea.acts & acts and own & plea.words and fold(label) not in {fold(plea.text)}:
            return plea.text[:160]
    return ""


def told_by_text(request: Request, memory: Memory, sight: Sight, action: Action, label: str) -> str:
    """The text that says to tap just this, or to type just that, where the request has nothing of it."""
    wanted = (action.text or "") if action.type == "input" else label
    words = frozenset(word for word in keys(wanted) if len(word) >= 4 or not word.isascii())
    if (
        action.type not in {"click", "input"}
        or not words
        or words & request.wanted
        or request.holds(wanted)
        or fold(wanted) in word_list("confirms")
        or sight.is_dialog
    ):
        return ""
    said = fold(wanted).strip(" .!?…")
    for plea in memory.pleas:
        if len(plea.text) >= 40 and len(said) >= 4 and said in fold(plea.text) and occurs(_TELLS, plea.text):
            return plea.text[:160]
    return ""


def followed_order(
    request: Request, memory: Memory, words: frozenset[str], acts: frozenset[str], action: Action, label: str
) -> str:
    """The order whose words the action takes up, where the request has none of them."""
    if action.type not in {"click", "long_click", "input", "open_app", "enter"}:
        return ""
    candidates = frozenset(word for word in words if len(word) >= 3 or not word.isascii()) - word_list("file_endings")
    named = keys(label) - word_list("file_endings")
    if acts and acts <= _HARMLESS and not without_acts(label):
        return ""
    for order in memory.orders:
        if fold(label) and fold(label) in fold(order.text) and len(label) > 60:
            continue  # the order itself is tapped, perhaps to delete it
        own = candidates & order.words - request.wanted
        if action.type == "input":
            if len(own) >= 3 and len(own) * 2 >= len(candidates):
                return order.text[:160]
        elif own and named and named <= order.words and not candidates & request.wanted and not acts & request.acts:
            return order.text[:160]
    return ""


def number_wrong(request: Request, sight: Sight, line: Line | None, typed: str) -> str:
    """A bare number typed where an amount belongs, which the request does not name though it names others."""
    if (
        not typed
        or line is None
        or len(typed) > 16
        or not occurs(_AMOUNT_FIELD, f"{line.label} {line.element.resource_id}")
    ):
        return ""
    found = numbers(typed)
    if not found or not request.numbers or found & request.numbers or found & numbers(sight.text):
        return ""
    return typed
