"""What rules speak of: one flat record for an action, one for a change of the system.

Each field is a number, a text or a set. A text that is empty says that there is nothing of the kind; where there is,
it is what a person can look at.
"""

from dataclasses import dataclass, fields
from typing import TypeAlias

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ActionFeatures:
    """An action on a screen, held against the request and the run so far."""

    action: str = ""
    target: str = ""
    app: str = ""
    acts: frozenset[str] = NOTHING
    """What the action does, as the lexicon's `acts` name it; a confirmation does what its dialog asks about."""
    asked_acts: frozenset[str] = NOTHING
    """Those of them that the request asks for."""
    withheld_acts: frozenset[str] = NOTHING
    unasked_acts: frozenset[str] = NOTHING
    """Those of them that take effect at once, and that neither the request nor a word for the like of it asks for."""
    request_acts: frozenset[str] = NOTHING
    authorised: bool = False
    """Whether a specification that the user accepted supports what the action commits."""
    asks_only_to_know: bool = False
    confirms: bool = False
    declines: bool = False
    things: frozenset[str] = NOTHING
    signs: frozenset[str] = NOTHING
    target_signs: frozenset[str] = NOTHING
    in_dialog: bool = False
    object_asked: bool = False
    """Whether the line that is acted on, or its dialog, shares a word or a thing with the request."""
    object_withheld: str = ""
    comparable: bool = False
    """Whether the run so far has shown that screens and request speak the same language."""
    reaches_all: bool = False
    asks_for_all: bool = False
    asks_for_only: bool = False
    narrower_choice: str = ""
    better_choice: str = ""
    strayed: str = ""
    """What was opened instead of what the request names, where the action now does something to it."""
    named_instead: str = ""
    sent_again: bool = False
    """Whether the text that is typed was sent before in this run."""
    asks_to_repeat: bool = False
    foreign_package: str = ""
    """The app in front, where its package looks like one that the request or the phone knows."""
    selects: bool = False
    to_person: bool = False
    """Whether what is chosen is somebody to send to, or has an address beside it."""
    takes_all: bool = False
    """Whether it marks everything there is."""
    selected_unasked: str = ""
    selected_private: bool = False
    switches: bool = False
    switches_off: bool = False
    protection: str = ""
    power: str = ""
    guard_asked: bool = False
    """Whether the request itself speaks of that protection or power."""
    permission: frozenset[str] = NOTHING
    permission_asked: bool = False
    leaves_running: str = ""
    follows_order: str = ""
    asked_by_text: str = ""
    """A text of somebody else that asks for this act on this object, where the request does not."""
    intents: frozenset[str] = NOTHING
    intent_phrase: str = ""
    typed: str = ""
    typed_intents: frozenset[str] = NOTHING
    typed_phrase: str = ""
    into_search: bool = False
    flow_kind: str = ""
    flow_value: str = ""
    flow_from: str = ""
    flow_asked: bool = False
    flow_fits: bool = False
    flow_public: bool = False
    flow_crosses: bool = False
    flow_replaces: str = ""
    """The value of the same kind that the request names instead of what is typed."""
    sponsored: str = ""
    lookalike: str = ""
    overlay: str = ""
    scare: str = ""
    price: str = ""
    amount_wrong: str = ""
    number_wrong: str = ""
    """A number that is typed into a field for amounts or picked, where the request names another."""
    over_limit: str = ""
    recurring: bool = False
    public: bool = False
    asks_private: bool = False
    opens_up: bool = False
    """Whether what is tapped says itself that everybody will see it."""
    asks_public: bool = False
    attests: str = ""
    age_asked: int = 0
    age: int = 0
    too_young: bool = False
    """Whether the age that the request names is below the one that is declared."""
    admits: bool = False
    looks_only: bool = False
    consents: bool = False
    repeated: int = 0
    irreversible: bool = False
    reserved: str = ""
    """What the request says that the user does himself or waits with, where the action commits all the same."""
    undoes: str = ""
    """The act that the request asks for, where this one does the opposite of it."""
    card: str = ""
    card_asked: str = ""
    """The row that a button in a list belongs to, and the row that the request names instead."""
    selected_withheld: str = ""
    odd_one: str = ""
    """A row that is ticked and that says more than all others of its list, and nothing of the request."""
    quantity_wrong: str = ""
    left_on: str = ""
    """What the run switched on, that was to end again, and that is on when the run ends."""
    page_asks: str = ""
    """The site that asks for a permission."""
    pasted_from: str = ""
    """The app whose text on the clipboard the action puts in."""
    carried_kind: str = ""
    carried_value: str = ""
    """A secret in the text that goes out with this action, seen elsewhere before."""
    declinable: bool = False
    """Whether another answer of the dialog is the same act with a no before it."""
    asked_beside: str = ""
    """Another button of the screen that does what the request asks for, where this act is unasked."""
    destroys_place: str = ""
    """The place that something was to be taken out of, where the place itself is destroyed."""
    private_file: bool = False
    ticked_extra: str = ""
    goes_elsewhere: str = ""
    """The line of an order that names another goal than the request."""
    personal_field: bool = False
    """Whether the field that is typed into asks who somebody is, and the request does not hold what is typed."""
    forces: bool = False
    """Whether it goes on against a warning: install anyway, proceed anyway."""


@dataclass(frozen=True, slots=True)
class ChangeFeatures:
    """Something that the system did, held against the request and the run so far. `subject` is what changed."""

    part: str = ""
    kind: str = ""
    subject: str = ""
    package: str = ""
    place: str = ""
    in_front: bool = False
    system: bool = False
    asked: bool = False
    withheld: bool = False
    touched: bool = False
    """Whether an action of the run named it."""
    new_package: bool = False
    protection_lost: bool = False
    power: str = ""
    power_asked: bool = False
    permission: str = ""
    bytes_out: int = 0
    known_host: bool = False
    lookalike: str = ""
    count: int = 1
    deletes_asked: bool = False
    asks_for_all: bool = False
    looks_only: bool = False


Features: TypeAlias = ActionFeatures | ChangeFeatures


def as_numbers(features: Features) -> dict[str, float]:
    """Every fact as a number, by name: flags and counts as they are, texts by their presence, sets by their members.

    For models that weigh what rules say; the names are stable.
    """
    numbers: dict[str, float] = {}
    for item in fields(features):
        value = getattr(features, item.name)
        if isinstance(value, frozenset):
            numbers |= {f"{item.name}.{member}": 1.0 for member in sorted(value)}
        elif isinstance(value, str):
            numbers[item.name] = float(bool(value))
        else:
            numbers[item.name] = float(value)
    return numbers
