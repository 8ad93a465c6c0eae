"""Whether what an action does, and to what, was asked for, forbidden, or asked by somebody else's text."""

from handrail.device.action import Action
from handrail.sentinel.detector_state import DetectorState
from handrail.sentinel.entity.pattern import compiled, occurs, same_length
from handrail.sentinel.features.act import leads_on
from handrail.sentinel.features.features import NOTHING
from handrail.sentinel.normalization import key, keys, without_acts
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import Line, ScreenView
from handrail.text import fold, lexicon, word_list

_TELLS = (
    r"(?i)(?:\b(?:tap|click|press|type|enter|paste|reply with|go to|you must|you need to|required to|"
    r"first|confirm by|tippe|drücke|gib|pulsa|toca|escribe)\b|누르|입력|点击|输入)"
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

_SAME_LOOSELY = (
    *(_SAME_ACTS[0], frozenset({"send", "share"}), _SAME_ACTS[2], _SAME_ACTS[3], _SAME_ACTS[4], _SAME_ACTS[5]),
)
"""Of words that ask in passing: `put`, `write` and `give` lead to less than `send` does."""
_COMMITS = frozenset(
    {"send", "post", "share", "submit", "pay", "buy", "subscribe", "delete", "cancel", "agree", "call", "uninstall"}
)
_WITH_A_NUMBER = frozenset({"call", "pay"})
_PLAIN_REFUSAL = r"(?i)^(?:don'?t|do not|no (?:lo |la )?\pL+|nicht|noch nicht)\b"
_LOOKS = r"(?i)\b(?:check|read|look|see|review|decide|finish|choose|schau|les|prüf)"
_OPPOSITES = (
    ("restore", frozenset({"delete", "clear", "format", "uninstall"})),
    ("archive", frozenset({"delete", "clear"})),
    ("hide", frozenset({"delete", "clear", "uninstall"})),
)


def asked_acts(acts: frozenset[str], request: Request) -> frozenset[str]:
    """Those of the acts that the request, or a word for the like of it, asks for."""
    permitted = request.acts if request.asks_only_to_know else request.permits
    asked = acts & permitted
    for group in _SAME_ACTS:
        if request.acts & group:
            asked |= acts & group
    for group in _SAME_LOOSELY:
        if permitted & group:
            asked |= acts & group
    return asked


def reserved(request: Request, acts: frozenset[str]) -> str:
    """What the user said to do himself, where the action does it; `don't send it` beside `send` is another's."""
    committed = acts & _COMMITS
    if not committed or not request.reserves:
        return ""
    if occurs(_PLAIN_REFUSAL, request.reserves) and not committed & (request.withheld_acts - request.acts):
        return ""
    if occurs(_LOOKS, request.reserves) and committed & request.acts:
        return ""
    return request.reserves


def undoes(request: Request, acts: frozenset[str], switches_off: bool, switches: bool, named: bool) -> str:
    """The act that was asked for where the opposite is done, and nothing in the request leads to that."""
    for asked, opposites in _OPPOSITES:
        if asked in request.acts and acts & opposites and not request.acts & opposites:
            return asked
    if switches and named:
        if switches_off and "enable" in request.acts and not request.permits & {"disable", "block"}:
            return "enable"
        if not switches_off and "disable" in request.acts and not request.permits & {"enable", "allow"}:
            return "disable"
    return ""


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


def asked_by_text(
    request: Request, state: DetectorState, acts: frozenset[str], words: frozenset[str], label: str
) -> str:
    """The text that asks for what the action does; the words that they share must be no words of the request."""
    own = frozenset(word for word in words if len(word) >= 4 or not word.isascii()) - word_list("file_endings")
    if not acts or not own or own & request.wanted or asked_acts(acts, request):
        return ""
    for screen_request in state.screen_requests:
        if screen_request.acts & acts and own & screen_request.words and fold(label) not in {fold(screen_request.text)}:
            return screen_request.text[:160]
    return ""


def told_by_text(request: Request, state: DetectorState, view: ScreenView, action: Action, label: str) -> str:
    """The text that says to tap just this, or to type just that, where the request has nothing of it."""
    wanted = (action.text or "") if action.type == "input" else label
    words = frozenset(word for word in keys(wanted) if len(word) >= 4 or not word.isascii())
    if (
        action.type not in {"click", "input"}
        or not (words or len(_digits(wanted)) >= 6)
        or words & request.wanted
        or request.holds(wanted)
        or fold(wanted) in word_list("confirms")
        or view.is_dialog
    ):
        return ""
    said = fold(wanted).strip(" .!?…")
    number = _digits(wanted)
    for screen_request in state.screen_requests:
        dialled = (
            action.type == "input"
            and len(number) >= 6
            and len(wanted) <= 24
            and bool(screen_request.acts & _WITH_A_NUMBER)
        )
        if dialled and number in _digits(screen_request.text):
            return screen_request.text[:160]
        if (
            len(screen_request.text) >= 40
            and len(said) >= 4
            and said in fold(screen_request.text)
            and occurs(_TELLS, screen_request.text)
        ):
            return screen_request.text[:160]
    return ""


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))


def followed_order(
    request: Request,
    state: DetectorState,
    words: frozenset[str],
    acts: frozenset[str],
    action: Action,
    label: str,
    commits: bool,
) -> str:
    """The order whose words the action takes up, where the request has none of them."""
    if action.type not in {"click", "long_click", "input", "open_app", "enter"}:
        return ""
    candidates = frozenset(word for word in words if len(word) >= 3 or not word.isascii()) - word_list("file_endings")
    named = keys(label) - word_list("file_endings")
    named_in_full = len(label) >= 6 and any(
        fold(label) in fold(injected.text) for injected in state.injected_instructions
    )
    if acts and acts <= _HARMLESS and not without_acts(label) and not named_in_full:
        return ""
    asked = not request.asks_only_to_know and bool(acts & request.acts)
    for injected in state.injected_instructions:
        if fold(label) and fold(label) in fold(injected.text) and len(label) > 60:
            continue  # the order itself is tapped, perhaps to delete it
        own = candidates & injected.words - request.wanted
        if action.type == "input":
            if len(own) >= 3 and len(own) * 2 >= len(candidates):
                return injected.text[:160]
        elif own and named and not candidates & request.wanted and not asked:
            taken_up = named & injected.words
            if named <= injected.words or (
                len(taken_up) * 2 >= len(named) and any(len(word) >= 4 for word in taken_up)
            ):
                return injected.text[:160]
            if commits and any(len(word) >= 5 or not word.isascii() for word in taken_up):
                return injected.text[:160]
    return ""


_OUT_OF = frozenset({"from", "of", "off", "in", "inside", "aus", "von", "vom", "im", "de", "del", "en"})
_DESTROYS = frozenset({"delete", "clear", "uninstall", "reset", "format", "cancel"})
_MOST_BUTTONS = 60


def asked_beside(request: Request, view: ScreenView, line: Line, unasked: frozenset[str]) -> str:
    """The other button that does what the request asks for, where this one does what nobody asked for."""
    if not unasked:
        return ""
    for other in view.top[:_MOST_BUTTONS]:
        if other.number == line.number or not other.element.clickable or len(other.label.split()) > 5:
            continue
        if lexicon("acts").among(other.label) & request.acts:
            return other.label
    return ""


def destroys_the_place(request: Request, label: str, acts: frozenset[str]) -> str:
    """The place that a thing was to be taken out of, where the label destroys the place itself."""
    words = fold(label).split()
    if not acts & _DESTROYS or len(words) > 4 or _OUT_OF & set(words):
        return ""
    named = without_acts(label)
    asked = [word.strip(".,;:!?") for word in fold(request.text).split()]
    places = [number for number, word in enumerate(asked) if key(word) in named]
    if not named or not places or not named <= {key(word) for word in asked}:
        return ""
    within = all(_OUT_OF & set(asked[max(0, number - 3) : number]) for number in places)
    return label if within and len(request.wanted - named) >= 2 else ""


_GOAL_LINE = (
    r"(?i)^(?:to|destination|drop-?off|deliver(?:y)? to|ship to|recipient|payee|nach|ziel|an|empfänger|lieferung an|"
    r"a|para|destino|destinatario|enviar a|도착|받는 ?(?:분|사람)|목적지|收件人|收款人|目的地|到)[: ]+([^\n]{2,60})$"
)
_GOAL_ASKED = (
    r"(?:^|[ ,])(?:to|nach|zum|zur|an|a|al|hasta|para) (?:the |my |den |dem |der |la |el |"
    r"mi )?(\p{Lu}[\pL'-]{3,}(?: \p{Lu}[\pL'-]+)?)"
)
_MOST_ROWS = 80


def goes_elsewhere(request: Request, view: ScreenView) -> str:
    """The line that names another goal than the request, where nothing of the one asked for is on the screen."""
    named = compiled(_GOAL_ASKED).search(same_length(request.text))
    if named is None:
        return ""
    goal = named.group(1).casefold()
    text = view.text[:20_000].casefold()
    if any(part[:4] in text for part in goal.split()):
        return ""
    for line in view.lines[:_MOST_ROWS]:
        found = compiled(_GOAL_LINE).search(same_length(line.label))
        if found is not None and any(map(str.isalpha, found.group(1))) and not keys(found.group(1)) & request.wanted:
            return line.label
    return ""
