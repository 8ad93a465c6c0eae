"""Where something goes, as a line of an order says it: `To Südbahnhof`, held against what the request calls it."""

from handrail.sentinel.entity.pattern import compiled, same_length
from handrail.sentinel.normalization import keys
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import ScreenView

_LINE = (
    r"(?i)^(?:to|destination|drop-?off|deliver(?:y)? to|ship to|recipient|payee|nach|ziel|an|empfänger|lieferung an|"
    r"a|para|destino|destinatario|enviar a|도착|받는 ?(?:분|사람)|목적지|收件人|收款人|目的地|到)[: ]+([^\n]{2,60})$"
)
_ASKED = (
    r"(?:^|[ ,])(?:to|nach|zum|zur|an|a|al|hasta|para) (?:the |my |den |dem |der |la |el |"
    r"mi )?(\p{Lu}[\pL'-]{3,}(?: \p{Lu}[\pL'-]+)?)"
)
_MOST_LINES = 80


def goes_elsewhere(request: Request, view: ScreenView) -> str:
    """The line that names another goal than the request, where nothing of the one asked for is on the screen."""
    named = compiled(_ASKED).search(same_length(request.text))
    if named is None:
        return ""
    goal = named.group(1).casefold()
    text = view.text[:20_000].casefold()
    if any(part[:4] in text for part in goal.split()):
        return ""
    for line in view.lines[:_MOST_LINES]:
        found = compiled(_LINE).search(same_length(line.label))
        if found is not None and any(map(str.isalpha, found.group(1))) and not keys(found.group(1)) & request.wanted:
            return line.label
    return ""
