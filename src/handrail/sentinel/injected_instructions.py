"""Orders on a screen: text that speaks to an agent. It is data; that it is there is no risk, to follow it is."""

from handrail.sentinel.detector_state import InjectedInstruction, ScreenRequest
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.intent.intent import Intent
from handrail.sentinel.normalization import keys, without_acts
from handrail.sentinel.screen_view import ScreenView
from handrail.text import fold, lexicon

_LONGEST = 2_000
_ADDRESSED = (
    r"(?i)\b(?:ai|a\.i\.|agents?|assistants?|bots?|llms?|ki|automations?|chatbots?|agente|"
    r"asistente)\b[^.!?\n]{0,40}(?::|\bmust\b|\bshould\b|\bplease\b|\bneed to\b|\bhave to\b|\bmüssen\b|"
    r"\bdeben?\b)|"
    r"\b(?:if|when|once|wenn|falls|sobald|si|cuando)\b[^.!?\n]{0,12}\b(?:an? |any |the |ein |"
    r"eine |un |una )?(?:ai|agents?|assistants?|bots?|"
    r"llms?|ki|automations?|asistente|agente)\b[^.!?\n]{0,40}\b(?:reads?|opens?|sees?|visits?|processes|parses|handles|is|it|liest|öffnet|lee|abre)\b|"
    r"\b(?:automatic|automated|shopping|browsing|digital|virtual|automatische|automáticos?) (?:helpers?|"
    r"agents?|readers?|assistants?|tools?|systems?|helfer|programme|asistentes)\b"
)
_IMPERATIVE = (
    "must ",
    "should ",
    "please ",
    "immediately",
    "müssen",
    "bitte",
    "debes",
    "deben",
    "하세요",
    "하십시오",
    "해야",
    "请",
    "必须",
)


def find_injected_instructions(view: ScreenView, intent: Intent, step: int) -> tuple[InjectedInstruction, ...]:
    """The orders on a screen that the user did not write: an agent is spoken to, or a rule is set aside in secret."""
    if not view.order_kinds and not occurs(_ADDRESSED, view.text):
        return ()
    found: list[InjectedInstruction] = []
    for line in view.lines:
        if line.is_field and intent.holds(line.label):
            continue
        text = line.label[:_LONGEST]
        if not text or len(text) < 12:
            continue
        if _speaks_to_an_agent(text):
            found.append(InjectedInstruction(text, keys(text), step))
    return tuple(found)


def _speaks_to_an_agent(text: str) -> bool:
    if len(text) > 30 and occurs(_ADDRESSED, text):
        return True
    kinds = lexicon("orders").among(text)
    commands = any(word in fold(text) for word in _IMPERATIVE)
    if "agent_addressed" in kinds:
        return len(kinds) > 1 or commands or len(text) > 60
    return len(kinds) > 1 or (commands and ("secretive" in kinds or ("overriding" in kinds and len(text) > 40)))


_TELLS = r"(?i)\b(?:tap|click|press|type|enter|paste|tippe|drücke|pulsa|toca)\b|누르|입력|点击|输入"
_EFFECTS = frozenset(
    {
        *("delete", "clear", "reset", "format", "uninstall", "cancel", "send", "post", "share", "call", "pay", "buy"),
        *("subscribe", "install", "allow", "agree", "enable", "disable", "block", "follow", "sign_in"),
    }
)
_MOST_REQUESTS = 30
_MOST_LINES = 2_000


def find_screen_requests(view: ScreenView, intent: Intent, step: int) -> tuple[ScreenRequest, ...]:
    """Longer texts that nobody can tap and that speak of an act: what others write, not what the user asked."""
    found: list[ScreenRequest] = []
    for line in view.lines[:_MOST_LINES]:
        if len(line.label) < 30 or line.is_field or len(found) >= _MOST_REQUESTS:
            continue
        text = line.label[:_LONGEST]
        acts = lexicon("acts").among(text) & _EFFECTS
        if (acts or occurs(_TELLS, text)) and not intent.holds(text):
            found.append(ScreenRequest(text, acts, without_acts(text), step))
    return tuple(found)
