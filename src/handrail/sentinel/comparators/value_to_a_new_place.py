"""A private value goes where the intent does not send it: into another app, a chat, a public field."""

from collections.abc import Iterator

from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import FOR_GOOD, HIGH, MEDIUM, Departure, quoted
from handrail.sentinel.entity import SECRET, EntityKind
from handrail.sentinel.features.features import ChangeFeatures
from handrail.sentinel.finding import Category
from handrail.sentinel.flow import PRIVATE, Flow, carried
from handrail.sentinel.intent.intent import NOTHING, Intent
from handrail.text import lexicon

_GOING_OUT = frozenset({"send", "post", "share", "submit"})
_GIVEN = frozenset({"share", "send", "allow"})
_PERSONAL = frozenset({EntityKind.PHONE, EntityKind.ADDRESS, EntityKind.EMAIL, EntityKind.IMEI})
_NUMBERS = PRIVATE - SECRET
MUCH = 500_000
"""Bytes that are more than an app reports by the way."""


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent about what the intent names or holds, and about a field that asks for just that."""
    if case.declines:
        return
    if case.typed and not case.into_search:
        yield from (found for flow in case.flows[:8] for found in _flow(case, flow))
    if case.acts & _GOING_OUT and case.is_touch:
        going = carried(case.view, case.state, case.intent)
        if going is not None:
            yield _departure(going, "goes out with this text", case.label, 0.7)
    if case.is_touch and not case.authorised:
        yield from _opened(case)


def _flow(case: ComparatorInput, flow: Flow) -> Iterator[Departure]:
    if flow.asked:
        return
    origin = flow.origin is not None or case.clip is not None
    replaces = _replaced(case.intent, flow)
    if replaces and flow.kind not in {EntityKind.PASSWORD, EntityKind.ONE_TIME_CODE}:
        yield _departure(flow, f"is typed, and you gave {quoted(replaces)}", case.label, 0.7)
    elif flow.kind in SECRET and not flow.fits_field and (origin or flow.kind is EntityKind.API_KEY):
        yield _departure(flow, "leaves the app that it belongs to", case.label, 0.85)
    elif flow.public and flow.kind in _PERSONAL | _NUMBERS:
        yield _departure(flow, "goes where everybody can read it", case.label, 0.7)
    elif flow.kind in _NUMBERS and origin:
        yield _departure(flow, "goes to another place, and you did not ask for that", case.label, 0.65)
    elif flow.kind in _PERSONAL and flow.crosses_apps:
        yield _departure(flow, "goes to another app, and you did not ask for that", case.label, 0.55)


def _replaced(intent: Intent, flow: Flow) -> str:
    return next((entity.text for entity in intent.entities if entity.kind is flow.kind), "")


def _departure(flow: Flow, what: str, place: str, confidence: float) -> Departure:
    origin = f"seen in {flow.origin.package}, step {flow.origin.step}" if flow.origin is not None else "not seen before"
    return Departure(
        Category.PRIVACY, HIGH if confidence >= 0.6 else MEDIUM, confidence, FOR_GOOD, f"A value ({flow.kind}) {what}.",
        (("value", flow.shown), ("origin", origin), ("place", place)), f"values asked for: no {flow.kind}",
    )  # fmt: skip


def _opened(case: ComparatorInput) -> Iterator[Departure]:
    """What everybody will see, where the intent wants it private, or shares it with somebody in particular."""
    own = "public" in lexicon("amounts").among(case.label) and len(case.label.split()) <= 6
    told = case.intent.private or case.intent.only_asks_to_know or (case.intent.acts or NOTHING) & _GIVEN
    commits = bool(case.acts & (_GOING_OUT | {"save"}))
    said = commits and "public" in lexicon("amounts").among(f"{case.row}\n{case.view.texts[:600]}\n{case.options}")
    if (said and case.intent.private) or (own and told and not case.intent.public and not case.switches_off):
        yield Departure(
            Category.PRIVACY, HIGH, 0.6, FOR_GOOD,
            f"{quoted(case.label)} lets everybody see it, and you did not ask for that.",
            (("element", case.label),), "private" if case.intent.private else "public: not asked for",
        )  # fmt: skip


def compare_change(change: ChangeFeatures) -> Iterator[Departure]:
    """Much that leaves the phone for a host that nobody knows, by an app that is not in front."""
    if change.part != "network" or change.in_front or change.known_host or change.system or change.asked:
        return
    if change.bytes_out >= MUCH or (change.new_package and not change.touched):
        yield Departure(
            Category.PRIVACY if change.bytes_out >= MUCH else Category.EVASION, HIGH, 0.65, FOR_GOOD,
            f"{change.package} sends {change.bytes_out} bytes to {change.subject} in the background.",
            (("host", change.subject), ("package", change.package)), "named: neither the app nor the host",
        )  # fmt: skip
