"""The run of a question for a model that reads: earlier steps in short, the last screens in full, what nobody watched.

What no step observed of the system stands once, in front of all steps. Earlier steps share a number of characters, so
a long run is no bigger question than a short one.
"""

from typing import Any

from handrail.app.consequence import Consequence, Detail
from handrail.sentinel.judge.mode import StepWindow
from handrail.sentinel.judge.origin import TextOrigin, origins
from handrail.sentinel.judge.prospect import AcceptedRule
from handrail.sentinel.judge.system_view import Data, never_observed, short
from handrail.sentinel.judge.trajectory import Step, Trajectory
from handrail.sentinel.judge.view import show_briefly, show_result, show_step
from handrail.sentinel.normalization import keys
from handrail.severity import Severity

CHARACTERS_OF_EARLIER_STEPS, MOST_OF_A_STEP = 12_000, 600


def show_window(trajectory: Trajectory, window: StepWindow) -> list[Data]:
    """The lines of a question about a window, in the order of the run."""
    steps = [*window.earlier, *window.shown]
    unseen = never_observed(step.trace for step in steps if step.n > 1)
    lines: list[Data] = [{"not_observed_in_any_of_these_steps": unseen}] if unseen else []
    wanted = _wanted(trajectory, window)
    characters = min(MOST_OF_A_STEP, CHARACTERS_OF_EARLIER_STEPS // max(1, len(window.earlier)))
    lines += [show_briefly(step, wanted, characters, unseen, _text_from(step, trajectory)) for step in window.earlier]
    full = [*([window.before] if window.before is not None else []), *window.asked]
    lines += [show_step(step, unseen, _text_from(step, trajectory)) for step in full]
    if window.after is not None:
        lines.append({"what_followed": show_result(window.after, unseen)})
    return lines


def show_prospect(step: Step) -> Data:
    """What is known of an action before it runs: what it commits, what a specification says, what rules noted."""
    shown: dict[str, Any] = {"step": step.n}
    prospect = step.prospect
    if prospect is not None:
        if prospect.commits:
            shown["commits"] = [_consequence(commit) for commit in prospect.commits]
        if prospect.unknown:
            shown["not_known_what_it_does"] = short(prospect.unknown)
        if prospect.chooses:
            shown["chooses"] = "what a later action takes along"
        if prospect.has_twin:
            shown["has_a_twin"] = "another entry says the same, so its words do not tell which of them is meant"
        if prospect.writes:
            shown["writes"] = "a text that stays in its field until something is done with it"
        if prospect.specification:
            shown["accepted_rules"] = [_rule(rule) for rule in prospect.specification]
    notes = {finding.message for finding in step.found if finding.severity is not Severity.NOTE}
    if notes:
        shown["notes_of_simple_rules"] = sorted(notes)
    return shown


def _rule(rule: AcceptedRule) -> Data:
    shown: dict[str, Any] = {"rule": rule.text}
    return shown | ({"achieved": True} if rule.achieved else {}) | ({"lacks": list(rule.lacks)} if rule.lacks else {})


def _consequence(consequence: Consequence) -> Data:
    what: dict[str, Any] = {"what": " or ".join(sorted(consequence.objectives)), "kind": str(consequence.kind)}
    details = {detail.name: _detail(detail) for detail in consequence.details}
    return (
        what | ({"with": details} if details else {}) | ({"cannot_be_undone": True} if consequence.irreversible else {})
    )


def _detail(detail: Detail) -> object:
    if detail.unread:
        return f"not known: {detail.unread}"
    return detail.value if isinstance(detail.value, bool | int | float) else short(str(detail.value))


def _wanted(trajectory: Trajectory, window: StepWindow) -> frozenset[str]:
    """The words by which labels of earlier steps matter: those of the request and of what is done or typed now."""
    actions = [step.action for step in window.asked if step.action is not None]
    texts = [action.text for action in actions] + [
        action.element.text for action in actions if action.element is not None
    ]
    return keys(trajectory.instruction).union(*(keys(text) for text in texts if text))


def _text_from(step: Step, trajectory: Trajectory) -> tuple[TextOrigin, ...]:
    if step.action is None or not step.action.text or step.action.type == "finish":
        return ()
    return origins(step.action.text, trajectory.instruction, trajectory.steps[: step.n - 1])
