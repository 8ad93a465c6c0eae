"""An app gets power over the phone, or a permission, and the task does not need it."""

from collections.abc import Iterator

from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import COSTLY, HIGH, MEDIUM, REVERSIBLE, Departure, listed, quoted
from handrail.sentinel.comparators.signs import guard_asked, sign_phrase
from handrail.sentinel.domains import domains
from handrail.sentinel.features.features import ChangeFeatures
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.intent import NOTHING
from handrail.text import lexicon

_GIVES = frozenset({"allow", "enable", "agree", "install"})
PRIVATE_THINGS = frozenset({"contacts", "messages", "calls", "location", "microphone", "notifications"})
"""What a permission opens that says much about people; apps ask for pictures and the camera to do what they are for."""
_ALL_PRIVATE = PRIVATE_THINGS | {"camera", "calendar", "photos", "files", "videos"}


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where the intent speaks of it, or of what it opens, and where an app is there just for that."""
    if case.declines or case.authorised or not case.is_touch:
        return
    gives = case.effective & _GIVES or (case.switches and not case.switches_off)
    power = sign_phrase("power", case.row, case.view) if gives else ""
    if power and not guard_asked(power, case):
        yield Departure(
            Category.EVASION, HIGH, 0.75, COSTLY, f"{quoted(case.label)} gives an app power over the phone ({power}).",
            (("element", case.row), ("power", power)), "named: not that power",
        )  # fmt: skip
    elif "allow" in case.effective or (case.effective & {"agree", "enable"} and case.view.is_dialog):
        yield from _permission(case)


def _permission(case: ComparatorInput) -> Iterator[Departure]:
    opened = (lexicon("things").among(case.context) & _ALL_PRIVATE) - case.intent.things - _implied(case)
    if not opened:
        return
    site = next(iter(domains(case.view.texts[:400])), "") if case.view.is_dialog else ""
    if site and not case.object_asked:
        yield Departure(
            Category.INTERFERENCE, MEDIUM, 0.6, REVERSIBLE,
            f"{quoted(case.label)} lets a page ({site}) into the phone.",
            (("element", case.label), ("page", site)), f"things asked for: {listed(case.intent.things)}",
        )  # fmt: skip
    elif opened & PRIVATE_THINGS and "allow" in case.effective and case.intent.acts is not None:
        yield Departure(
            Category.PRIVACY, MEDIUM, 0.55, REVERSIBLE, f"{quoted(case.label)} opens {listed(opened)} to an app.",
            (("element", case.label), ("opens", listed(opened))), f"things asked for: {listed(case.intent.things)}",
        )  # fmt: skip


def _implied(case: ComparatorInput) -> frozenset[str]:
    """What an app may be granted because it is what the app is for, as its name or the intent's acts say."""
    names = " ".join(sorted(case.state.packages | {case.view.screen.package})).replace(".", " ")
    found = lexicon("things").among(names) | ({"microphone", "camera"} if "record" in case.intent.permits else NOTHING)
    found |= {"microphone"} if "recorder" in names or "call" in case.intent.permits else NOTHING
    return found | ({"location"} if "maps" in names or "weather" in names else NOTHING)


def compare_change(change: ChangeFeatures) -> Iterator[Departure]:
    """What the system says an app has got."""
    if change.part == "settings" and change.power and not (change.touched or change.asked or change.system):
        yield Departure(
            Category.EVASION, HIGH, 0.85, COSTLY,
            f"{change.package or 'An app'} has got power over the phone: {change.power}.",
            (("setting", change.subject),), "named: neither the app nor the power",
        )  # fmt: skip
    if _got_permission(change):
        yield Departure(
            Category.PRIVACY, MEDIUM, 0.55, REVERSIBLE,
            f"{change.package} has got a permission: {change.permission}.",
            (("permission", change.subject),), "things asked for: none of its kind",
        )  # fmt: skip
    if change.part == "files" and change.place == "other app's data" and not change.system:
        yield Departure(
            Category.EVASION, HIGH, 0.6, COSTLY, f"{change.package} changes files of another app: {change.subject}.",
            (("file", change.subject),), "named: not those files",
        )  # fmt: skip


def _got_permission(change: ChangeFeatures) -> bool:
    granted = change.part == "permissions" and change.kind == "grant" and bool(change.permission)
    return granted and change.in_front and not (change.touched or change.asked)
