"""What stands beside the thing that is acted on: the button asked for, the place a thing is taken out of."""

from handrail.sentinel.lexicon import fold, lexicon
from handrail.sentinel.normalization import key, without_acts
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import Line, ScreenView

_OUT_OF = frozenset({"from", "of", "off", "in", "inside", "aus", "von", "vom", "im", "de", "del", "en"})
_DESTROYS = frozenset({"delete", "clear", "uninstall", "reset", "format", "cancel"})
_MOST_LINES = 60


def asked_beside(request: Request, view: ScreenView, line: Line, unasked: frozenset[str]) -> str:
    """The other button that does what the request asks for, where this one does what nobody asked for."""
    if not unasked:
        return ""
    for other in view.top[:_MOST_LINES]:
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
