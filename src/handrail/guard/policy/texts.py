"""What the reasons of a policy say: to the agent, what would be right; to people, why.

Whatever comes from a screen, a model or the agent stands in quotation marks, shortened and on one line, so that it is
read as evidence and not as an instruction. None of these texts says whether to propose the action again: that is said
once, for the whole decision.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from handrail.device.action import Action
from handrail.guard.decision import Circumstance, Condition, DecisionInput, Failure, Reversibility
from handrail.guard.detector import Finding
from handrail.guard.policy.name_pattern import NamePattern
from handrail.guard.policy.policies import PersonRule
from handrail.language.verbalize import printable, quoted

LONGEST_TEXT = 1_200
LONGEST_EVIDENCE = 200
MOST_NAMED = 6

_PACKAGE = re.compile(r"[A-Za-z]\w*(?:\.\w+)+")


def bounded(text: str) -> str:
    """A text on one line, without control and bidirectional characters."""
    return printable(text, LONGEST_TEXT)


def is_package(name: str) -> bool:
    """Whether this is how Android calls an app, and not how a person does."""
    return _PACKAGE.fullmatch(name) is not None


def evidence(text: str, longest: int = LONGEST_EVIDENCE) -> str:
    """What somebody else wrote, in quotation marks that it cannot end, on one line and cut."""
    return '"' + printable(text, longest).replace('"', "'") + '"'


def broken_policy(error: Exception) -> str:
    """The policy itself could not be applied."""
    return f"The policy could not be applied, so nothing is allowed: {evidence(str(error))}."


def failure(failed: Failure, reversibility: Reversibility) -> str:
    """A part of the verification broke off."""
    return (
        f"The verification did not come to an end ({evidence(failed.stage, 40)}: {evidence(failed.what)}), "
        f"and this action is {reversibility.value}. Look at the screen before going on."
    )


def no_verdict() -> str:
    """Nobody judged the action by the specification."""
    return "The action was not judged by the specification."


def insisted(said: str) -> str:
    """A warning was given before, and the agent stays with its action."""
    return f"The agent insisted on it after a warning. {said}".rstrip()


OTHERWISE = "Do something else that the task needs, unless the user agrees."
"""What is said to the agent alone: a person who is asked is the user."""


def unrequested(said: str) -> str:
    """Nobody asked for what the action does."""
    return f"{said} {OTHERWISE}"


def circumstance(found: Circumstance, said: str) -> str:
    """What the guard found, unless the specification's verdict says the same already."""
    told = bounded(found.text)
    if told and told.rstrip(". ").casefold() not in bounded(said).casefold():
        return told
    return SUSPECT_COMMITMENT if found.condition is Condition.SUSPECT_COMMITMENT else f"{found.condition.value}."


SUSPECT_COMMITMENT = "A value looks wrong in an action that commits something, so the user decides."


def raw(action: Action) -> str:
    """An action that goes past the screen."""
    about = f" with {evidence(action.target)}" if action.target else ""
    return f"No model of an app foresees what `{printable(action.type, 40)}`{about} changes, so the user decides."


def unknown_kind(names: Iterable[str]) -> str:
    """A commitment of which no model declares the kind; a claim of the agent is not named."""
    said = named(sorted(name for name in names if name))
    return f"No app's model says what kind of thing {said or 'the action'} commits, so the user decides."


def finding(found: Finding) -> str:
    """What a detector found. Its words may be those of a model that read the screen, so they are evidence too."""
    shown = f", shown by {', '.join(quoted(text) for text in found.evidence[:3])}" if found.evidence else ""
    return f"A detector reports {evidence(found.category, 60)}: {evidence(found.message)}{shown}."


def person(rule: PersonRule, commits: Collection[str]) -> str:
    """A person has to agree, whatever was asked for."""
    what = named(sorted(commits)) if commits else "this"
    return f"{rule.name[0].upper()}{rule.name[1:]}: {what} needs the user's own yes, because {rule.why}."


def again(names: Iterable[str]) -> str:
    """The same irreversible thing a second time."""
    return (
        f"{named(sorted(names))} ran already in this session and cannot be taken back. "
        "Check whether it is done; a second time needs the user's own yes."
    )


def app(package: str, allowed: Sequence[NamePattern]) -> str:
    """The agent wants to act where it may not."""
    return (
        f"The app {quoted(package)} is not one of those that this task may use ({patterns(allowed)}). "
        "Go back, or open one of these."
    )


def app_came_to_front(package: str, allowed: Sequence[NamePattern]) -> str:
    """An action led to an app where the agent may not act."""
    return (
        f"The action brought {quoted(package)} to the front, which is not one of the apps that this task may use "
        f"({patterns(allowed)}). Go back before anything else."
    )


def no_model(decision_input: DecisionInput) -> str:
    """Nobody knows what a tap does in this app."""
    does = decision_input.proposal.action.type
    possible = "Reading and scrolling" if does == "back" else "Reading, scrolling and going back"
    return (
        f"There is no model of the app {quoted(decision_input.package)}, so nobody can say what this {does} changes. "
        f"{possible} are possible."
    )


def no_binding(decision_input: DecisionInput) -> str:
    """The app has a model, which is silent about this element."""
    return (
        f"The model of {quoted(decision_input.package)} says nothing of this {decision_input.proposal.action.type}. "
        "Use an element whose effect is known."
    )


def unread(reasons: Sequence[str]) -> str:
    """Something that is about to be committed could not be read from the screen."""
    listed = "; ".join(evidence(reason, 120) for reason in reasons[:3])
    more = f"; and {len(reasons) - 3} more" if len(reasons) > 3 else ""
    return (
        f"What is about to be committed could not be read from the screen: {listed}{more}. Bring all of it into view."
    )


def refusals(after: int) -> str:
    """Too many proposals in a row were refused."""
    return f"{after} proposals in a row were refused, so the user is asked about this one."


def too_many_steps(most: int) -> str:
    """The session has done enough."""
    return f"The session has run {most:,} actions, as many as the policy allows. Finish, or let the user decide."


def too_long(most: int) -> str:
    """The session has lasted long enough."""
    return f"The session has lasted {most:,} seconds, as long as the policy allows. Finish."


def too_insistent(most: int) -> str:
    """The agent stayed with its actions against warnings too often."""
    return f"The agent has insisted against warnings {most:,} times. Do what the warning asks for."


def named(names: Sequence[str]) -> str:
    """Some names, quoted, and how many more."""
    shown = ", ".join(quoted(name) for name in names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown


def patterns(found: Sequence[NamePattern]) -> str:
    """The apps that a policy allows."""
    if not found:
        return "none"
    shown = ", ".join(pattern.source for pattern in found[:MOST_NAMED])
    return f"{shown} and others" if len(found) > MOST_NAMED else shown
