"""The detector: before an action on what is known, after it on what the system did. One for live runs and recordings.

What it remembers is a value that each step replaces; it asks no clock and draws no random number, so the same run
gives the same findings.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import Changed, PackageChangeKind, SystemTrace
from handrail.sentinel.act import CONSEQUENCES, is_on_the_way, signature
from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators import COMPARATORS, AfterComparator, BeforeComparator, Departure
from handrail.sentinel.comparators.lists import chosen_rows, is_choice
from handrail.sentinel.comparators.loop import sent_key
from handrail.sentinel.comparators.other_object import find_stray
from handrail.sentinel.detector_state import MOST_STEPS, DetectorState, PastAction
from handrail.sentinel.features.action import action_features
from handrail.sentinel.features.changes import change_features
from handrail.sentinel.features.features import ActionFeatures, ChangeFeatures, Features
from handrail.sentinel.finding import Evidence, GradedFinding
from handrail.sentinel.flow import copied, seen_values
from handrail.sentinel.injected_instructions import find_injected_instructions, find_screen_requests
from handrail.sentinel.intent import Intent, read_words
from handrail.sentinel.intent.intent import NOTHING
from handrail.sentinel.normalization import keys
from handrail.sentinel.rule import Rule, WrittenRule
from handrail.sentinel.screen_view import ScreenView, ViewOf, look


@dataclass(frozen=True, slots=True)
class StepResult:
    """A step as numbers can be drawn from it: the facts, and the findings that rules drew."""

    features: tuple[Features, ...]
    findings: tuple[GradedFinding, ...]
    state: DetectorState


def before(
    intent: Intent,
    state: DetectorState,
    view: ScreenView,
    action: Action,
    rules: tuple[Rule, ...],
    authorised: bool = False,
) -> StepResult:
    """Judge an action that is proposed; the memory is not changed but for what the screen itself shows."""
    case = ComparatorInput(intent, _remember_screen(intent, state, view), view, action, authorised)
    said = [
        (rule.id, departure)
        for rule in rules
        if isinstance(rule, BeforeComparator)
        for departure in rule.compare(case)
        if not (departure.once and rule.id in state.reported)
    ]
    features = action_features(case, frozenset(name for name, _ in said))
    step = state.steps + 1
    written = tuple(
        _finding(rule, features, step, step)
        for rule in rules
        if isinstance(rule, WrittenRule)
        and rule.moment == "before"
        and not (rule.once and rule.id in state.reported)
        and rule.holds(features)
    )
    departures = tuple(_departure(name, difference, case.intent, step, step) for name, difference in said)
    return StepResult((features,), departures + written, case.state)


def after(
    intent: Intent,
    state: DetectorState,
    view: ScreenView,
    action: Action,
    seen: ScreenView | None,
    trace: SystemTrace,
    rules: tuple[Rule, ...],
    asked: StepResult | None = None,
) -> StepResult:
    """Judge what the action did, and remember the step. A finding's step is the one that caused it, maybe earlier.

    `asked` is what `before` said of the same action on the same screen, where it was asked just now.
    """
    result = before(intent, state, view, action, rules) if asked is None else asked
    taken = _remember_action(intent, result.state, view, action, result, seen)
    packages = frozenset({view.screen.package} | ({seen.screen.package} if seen is not None else set()))
    features = change_features(intent, taken, trace, packages)
    new = (
        {item.package for item in trace.packages.items if item.kind is PackageChangeKind.INSTALLED}
        if isinstance(trace.packages, Changed)
        else set()
    )
    findings: list[GradedFinding] = []
    told = set(taken.reported)
    at_once: set[str] = set()
    for fact in features:
        for name, finding in _said_of_change(rules, intent, fact, taken):
            if f"{name} {fact.subject}" in taken.reported:
                continue
            told.add(f"{name} {fact.subject}")
            if f"{name} {_group(fact)}" not in at_once:
                at_once.add(f"{name} {_group(fact)}")
                findings.append(finding)
    clip = copied(trace, taken.steps, view.screen.package) or taken.clipboard
    told |= {finding.rule for finding in result.findings}
    done = replace(taken, reported=frozenset(told), new_packages=taken.new_packages | new, clipboard=clip)
    return StepResult(features, tuple(findings), done)


def _said_of_change(
    rules: tuple[Rule, ...], intent: Intent, change: ChangeFeatures, state: DetectorState
) -> Iterator[tuple[str, GradedFinding]]:
    step = _cause(change, state)
    for rule in rules:
        if isinstance(rule, AfterComparator):
            for departure in rule.compare(change):
                yield rule.id, _departure(rule.id, departure, intent, step, state.steps)
        elif isinstance(rule, WrittenRule) and rule.moment == "after" and rule.holds(change):
            yield rule.id, _finding(rule, change, step, state.steps)


def _departure(name: str, said: Departure, intent: Intent, step: int, seen_at: int) -> GradedFinding:
    """What a comparator says, as a finding; which part of the intent it is against stands with the evidence."""
    evidence = tuple(Evidence(kind, shown(text), seen_at) for kind, text in said.facts if text)
    against = Evidence(f"intent, read by {intent.reader}", said.against, seen_at)
    return GradedFinding(
        name,
        said.category,
        said.severity,
        said.message,
        (*evidence, against),
        step,
        said.reversibility,
        said.confidence,
        seen_at,
    )


def _group(features: ChangeFeatures) -> str:
    """What is told in one sentence for a step: the files of one app together, each grant and setting by itself."""
    return features.package if features.part == "files" else f"{features.package} {features.subject}"


def _cause(features: ChangeFeatures, state: DetectorState) -> int:
    """The step that a change goes back to: the last action of its kind, else the step just taken."""
    causes = {
        "files": {"delete", "clear", "reset", "format", "move", "uninstall"},
        "packages": {"install", "update", "uninstall", "buy"},
        "permissions": {"allow", "agree", "enable", "install"},
        "settings": {"allow", "enable", "disable", "install", "agree"},
        "network": {"send", "share", "post", "install", "allow", "agree"},
    }[features.part]
    for past_action in reversed(state.past_actions):
        if past_action.acts & causes:
            return past_action.step
    return state.steps


def _remember_screen(intent: Intent, state: DetectorState, view: ScreenView) -> DetectorState:
    injected_instructions = find_injected_instructions(view, intent, state.steps + 1)
    known = {injected.text for injected in state.injected_instructions}
    return replace(
        state,
        packages=state.packages | {view.screen.package},
        domains=state.domains | view.domains,
        shared_words=state.shared_words | (view.words & intent.words),
        values=seen_values(view, state),
        screen_requests=(state.screen_requests + find_screen_requests(view, intent, state.steps + 1))[-60:],
        injected_instructions=(
            state.injected_instructions
            + tuple(injected for injected in injected_instructions if injected.text not in known)
        )[:40],
        chosen=chosen_rows(view, state),
    )


def _remember_action(
    intent: Intent,
    state: DetectorState,
    view: ScreenView,
    action: Action,
    result: StepResult,
    seen: ScreenView | None,
) -> DetectorState:
    features = result.features[0]
    assert isinstance(features, ActionFeatures)
    past_actions = state.past_actions
    line = view.line_of(action)
    if features.acts & CONSEQUENCES or (line is not None and is_choice(view, line)):
        words = keys(features.row)
        past_actions = (
            *past_actions,
            PastAction(state.steps + 1, view.screen.package, features.target, features.acts, words),
        )[-MOST_STEPS:]
    effective = features.acts & CONSEQUENCES if features.confirms or not features.harmless else NOTHING
    counts = dict(state.counts)
    if not is_on_the_way(view, effective, seen):
        name = signature(view, action, features.target, effective)
        counts[name] = counts.get(name, 0) + 1
    stray = find_stray(intent, view, line, state.steps + 1) if line is not None and action.type == "click" else None
    written = {
        sent_key(intent, view, cart_line.label)
        for cart_line in view.lines
        if cart_line.is_field and len(cart_line.label) >= 3
    }
    sends = bool(features.acts & {"send", "post"}) and not features.harmless
    return replace(
        state,
        strays=(*state.strays, stray)[-10:] if stray is not None else state.strays,
        sent=state.sent | written if sends else state.sent,
        steps=state.steps + 1,
        past_actions=past_actions,
        counts=tuple(counts.items())[-MOST_STEPS:],
        intent_acted_on=state.intent_acted_on or "risky-purpose" in features.departs,
    )


def _finding(rule: WrittenRule, features: Features, step: int, seen_at: int) -> GradedFinding:
    facts = {name: shown(getattr(features, name)) for name in type(features).__dataclass_fields__}
    evidence = tuple(Evidence(name, facts[name], seen_at) for name in rule.evidence if facts[name])
    return GradedFinding(
        rule.id,
        rule.category,
        rule.severity,
        rule.message.format(**facts),
        evidence,
        step,
        rule.reversibility,
        rule.confidence,
        seen_at,
    )


def shown(value: object) -> str:
    """A fact as findings show it: on one line, and of bounded length."""
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    return " ".join(str(value).split())[:200]


class Sentinel:
    """A detector for one run: ask `before` an action, tell it `after`.

    `intent` is what the user asked for; an instruction alone is read by its words, which understand little. `before`
    may be asked for several actions on the same screen and leaves no trace; `after` moves on by one step.
    """

    def __init__(
        self,
        intent: str | Intent,
        *,
        region: str = "US",
        rules: tuple[Rule, ...] | None = None,
        view_of: ViewOf = look,
    ) -> None:
        self.intent = read_words(intent, region) if isinstance(intent, str) else intent
        self.state = DetectorState()
        self._region = region
        self._view_of = view_of
        self._rules: tuple[Rule, ...] = COMPARATORS if rules is None else rules
        self._last: tuple[Screen, ScreenView] | None = None
        self._asked: tuple[ScreenView, Action, StepResult] | None = None

    def look(self, screen: Screen) -> ScreenView:
        """The screen as it is read, once for as long as it is the same."""
        if self._last is None or self._last[0] is not screen:
            self._last = (screen, self._view_of(screen, self._region))
        return self._last[1]

    def before(self, screen: Screen, action: Action, *, authorised: bool = False) -> tuple[GradedFinding, ...]:
        """What speaks against the action that is proposed.

        `authorised` says that a specification which the user accepted supports what the action commits: then it is
        not held against it that the request has no word for it.
        """
        return self.features_before(screen, action, authorised=authorised).findings

    def after(
        self, screen_before: Screen, action: Action, screen_after: Screen | None, trace: SystemTrace
    ) -> tuple[GradedFinding, ...]:
        """What the action did that speaks against it, or against the earlier step that a finding names."""
        return self.features_after(screen_before, action, screen_after, trace).findings

    def features_before(self, screen: Screen, action: Action, *, authorised: bool = False) -> StepResult:
        """`before`, with the facts behind the findings."""
        view = self.look(screen)
        result = before(self.intent, self.state, view, action, self._rules, authorised)
        self._asked = (view, action, result)
        return result

    def features_after(
        self, screen_before: Screen, action: Action, screen_after: Screen | None, trace: SystemTrace
    ) -> StepResult:
        """`after`, with the facts behind the findings."""
        view = self.look(screen_before)
        seen = self.look(screen_after) if screen_after is not None else None
        asked = self._asked[2] if self._asked and self._asked[0] is view and self._asked[1] == action else None
        result = after(self.intent, self.state, view, action, seen, trace, self._rules, asked)
        self.state, self._asked = result.state, None
        return result

    def injected_instructions(self) -> tuple[str, ...]:
        """The texts on screens so far that speak to an agent: data, whatever they say."""
        return tuple(injected.text for injected in self.state.injected_instructions)
