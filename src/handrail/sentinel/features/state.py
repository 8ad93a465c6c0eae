"""What a screen says is so: what goes on, what is guarded, what is being declared, what a permission opens."""

from handrail.sentinel.detector_state import DetectorState
from handrail.sentinel.entity.pattern import compiled, occurs
from handrail.sentinel.features.deception import domains
from handrail.sentinel.features.features import NOTHING
from handrail.sentinel.normalization import keys
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import ScreenView
from handrail.text import lexicon

_PRIVATE_THINGS = frozenset(
    {
        *("contacts", "location", "microphone", "camera", "messages", "calls", "calendar", "photos", "files", "videos"),
        "notifications",
    }
)
_GOES_ON = (
    r"(?i)\b(?:keep (?:it|on|the|recording|going|running)|leave (?:it|the)|continue|running|"
    r"all night|overnight|background|while i|meanwhile|lass|weiter|deja|sigue)\b|계속|켜 ?둬|一直|保持"
)


def sign_phrase(concept: str, row: str, view: ScreenView) -> str:
    """The words on the row, the title or the dialog that say so."""
    text = (
        f"{row}\n{view.title}\n{view.texts[:2000]}"
        if view.is_dialog or len(view.lines) <= 14
        else f"{row}\n{view.title}"
    )
    return next((one.phrase for one in lexicon("signs").mentions(text) if one.concept == concept), "")


def running(view: ScreenView, request: Request) -> str:
    """What the screen says is going on, where nobody asked that it goes on and a button would have ended it."""
    if "running" not in view.signs:
        return ""
    if occurs(_GOES_ON, request.text):
        return ""
    return next((one.phrase for one in lexicon("signs").mentions(view.text) if one.concept == "running"), "")


def left_on(request: Request, state: DetectorState, view: ScreenView) -> str:
    """What the run switched on and that was to end again, as far as the last screen does not show it off."""
    if not request.ends_again:
        return ""
    off = {line.label for line in view.lines if line.is_toggle and not line.element.checked}
    for _, row in state.switched_on:
        if row.partition("\n")[0] not in off and keys(row) & request.wanted:
            return row.replace("\n", " · ")
    return ""


def attests(view: ScreenView, label: str, acts: frozenset[str], confirms: bool) -> str:
    """What a tap declares to be true."""
    for text in (label, view.texts[:600] if view.is_dialog and (confirms or "agree" in acts) else ""):
        mention = next(
            (one for one in lexicon("signs").mentions(text) if one.concept in {"attest", "attest_age"}), None
        )
        if mention is not None:
            return label
    return ""


def age_asked(view: ScreenView, label: str) -> int:
    """The age that a declaration is about; 18 where it names none."""
    match = compiled(r"\b(1[0-9]|2[0-5])\b").search(f"{label} {view.texts[:400]}" if view.is_dialog else label)
    return int(match.group(1)) if match is not None else 18


def permission(context: str, acts: frozenset[str]) -> frozenset[str]:
    """The private things that a grant opens."""
    if "allow" not in acts:
        return NOTHING
    return lexicon("things").among(context) & _PRIVATE_THINGS


def page_asks(view: ScreenView, acts: frozenset[str]) -> str:
    """The site that a dialog for a permission names: a page asks, and not an app that somebody installed."""
    if not acts & {"allow", "agree", "enable"} or not view.is_dialog:
        return ""
    return next(iter(domains(view.texts[:400])), "")


def implied(view: ScreenView, state: DetectorState) -> frozenset[str]:
    """What an app may be granted because it is what the app is for, as its name says."""
    names = " ".join(sorted(state.packages | {view.screen.package})).replace(".", " ")
    implied = lexicon("things").among(names) | (NOTHING if "recorder" not in names else frozenset({"microphone"}))
    return implied | (frozenset({"location"}) if "maps" in names or "weather" in names else NOTHING)
