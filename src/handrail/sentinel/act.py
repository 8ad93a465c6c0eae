"""What a tap does: by its label, by the question that it answers, by what its element is called."""

from handrail.device.action import Action
from handrail.sentinel.intent.intent import NOTHING, Intent
from handrail.sentinel.screen_view import Line, ScreenView
from handrail.text import fold, lexicon, word_list

CONSEQUENCES = frozenset(
    {
        *("delete", "clear", "reset", "format", "uninstall", "cancel", "send", "post", "share", "call", "pay", "buy"),
        *("submit", "subscribe", "install", "update", "allow", "agree", "enable", "disable", "block", "follow", "stop"),
    }
)
"""Acts after which something is not as it was."""

REACHES = frozenset({"send", "post", "call", "share", "follow", "pay", "buy", "install", "subscribe"})
"""Those that reach somebody, or cost something."""


def acts_of(line: Line | None, label: str, view: ScreenView) -> tuple[frozenset[str], bool]:
    """What a tap does, and whether it is the answer to a question that says it."""
    folded = fold(label).strip(" .!?…")
    if folded in word_list("nothing_chosen") and "protection" in lexicon("signs").among(view.title):
        return frozenset({"disable"}), False
    if folded in word_list("closes") and any(
        lexicon("acts").among(other.label) & CONSEQUENCES for other in view.top if other.element.clickable
    ):
        return NOTHING, False  # the other button is the one that does it
    if folded in word_list("confirms"):
        if "recurring_price" in view.signs:
            return frozenset({"subscribe"}), True
        question = f"{view.title}\n{view.texts}" if view.is_dialog else view.title
        return lexicon("acts").among(question[:600]) | lexicon("acts").among(label), True
    if "recurring_price" in view.signs and view.is_dialog and folded.startswith(tuple(word_list("goes_on"))):
        return frozenset({"subscribe"}), True
    if len(label) <= 60 and len(label.split()) <= 9:
        named = _commanded(label)
        if not named and view.is_dialog and line is not None and (line.is_toggle or len(label.split()) > 1):
            return lexicon("acts").among(view.title), False  # one answer of several to what the title asks
        if named or label:
            return named, view.is_dialog and bool(named & CONSEQUENCES)
    own = line.element.resource_id.rpartition("/")[2].replace("_", " ") if line is not None and not label else ""
    return lexicon("acts").among(own), False


def _commanded(label: str) -> frozenset[str]:
    """The acts of a label's first or last words: what stands in between is what it is about, such as `Buy milk`."""
    folded = fold(label).strip(" .!?…")
    return frozenset(
        mention.concept
        for mention in lexicon("acts").mentions(folded)
        if mention.start == 0 or mention.end >= len(folded) or mention.phrase.endswith("*") or not folded.isascii()
    )


def signature(view: ScreenView, action: Action, label: str, effective: frozenset[str]) -> str:
    """What makes two actions the same thing done again: what takes effect, under the same words, or the very touch."""
    if effective:
        return f"{view.screen.package} {fold(label)} {','.join(sorted(effective))}"
    path = action.element.path if action.element else ""
    return f"{view.screen.package} {action.type} {action.target} {action.text} {path}"


def is_on_the_way(view: ScreenView, effective: frozenset[str], seen: ScreenView | None) -> bool:
    """Whether what would reach somebody is only asked for on the page that the touch has led to: nothing is done yet.

    Whoever goes back there, because a person said no or for another reason, has done nothing a second time.
    """
    if seen is None or not effective & REACHES or not _is_another_page(view, seen):
        return False
    return any(
        acts_of(line, line.label, seen)[0] & REACHES
        for line in seen.top
        if line.element.clickable and not leads_on(line.label) and fold(line.label) not in word_list("closes")
    )


def _is_another_page(view: ScreenView, seen: ScreenView) -> bool:
    place = (view.screen.package, view.screen.activity, view.is_dialog, view.title)
    return place != (seen.screen.package, seen.screen.activity, seen.is_dialog, seen.title)


def leads_on(label: str) -> bool:
    """Whether a label opens the place where something is written or made, and does nothing yet."""
    return fold(label).startswith(tuple(word_list("beginnings")))


_ALIKE = (
    frozenset({"delete", "clear", "uninstall", "reset", "format", "cancel"}),
    frozenset({"send", "share", "post", "call", "submit"}),
    frozenset({"buy", "pay", "subscribe", "submit"}),
    frozenset({"enable", "allow", "agree", "install"}),
    frozenset({"disable", "block", "stop", "finish_session"}),
    frozenset({"install", "update", "buy"}),
    frozenset({"follow", "share", "post"}),
)
"""Acts that people name for one another; whoever asks for one may get the other's button."""


def asked_acts(acts: frozenset[str], intent: Intent) -> frozenset[str]:
    """Those of the acts that the intent asks for, or permits, or for the like of which it asks."""
    asked = acts & (
        intent.permits | ({"send"} if "pay" in intent.permits else NOTHING)
    )  # money is sent, words not paid
    for group in _ALIKE:
        if (intent.acts or NOTHING) & group or intent.permits & group - {"call", "post"}:
            asked |= acts & group
    return asked
