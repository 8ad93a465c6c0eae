"""The detector: before an action on what is known, after it on what the system did. One for live runs and recordings.

What it remembers is a value that each step replaces; it asks no clock and throws no dice, so the same run gives the
same findings.
"""

from dataclasses import dataclass, replace

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import Changed, PackageChangeKind, SystemTrace
from handrail.sentinel.detector_state import MOST_STEPS, DetectorState, PastAction
from handrail.sentinel.features.act import CONSEQUENCES, signature
from handrail.sentinel.features.action import action_features
from handrail.sentinel.features.changes import change_features
from handrail.sentinel.features.choice import chosen_rows, find_stray
from handrail.sentinel.features.deception import domains
from handrail.sentinel.features.features import ActionFeatures, ChangeFeatures, Features
from handrail.sentinel.finding import Evidence, GradedFinding
from handrail.sentinel.flow import copied, seen_values
from handrail.sentinel.injected_instructions import find_injected_instructions, find_screen_requests
from handrail.sentinel.normalization import keys, squeeze
from handrail.sentinel.request import Request, read_request
from handrail.sentinel.rule import Rule, load_rules
from handrail.sentinel.screen_view import Line, ScreenView, look


@dataclass(frozen=True, slots=True)
class StepResult:
    """A step as numbers can be drawn from it: the facts, and the findings that rules drew."""

    features: tuple[Features, ...]
    findings: tuple[GradedFinding, ...]
    state: DetectorState


def before(
    request: Request,
    state: DetectorState,
    view: ScreenView,
    action: Action,
    rules: tuple[Rule, ...],
    authorised: bool = False,
) -> StepResult:
    """Judge an action that is proposed; the memory is not changed but for what the screen itself shows."""
    seen = _remember_screen(request, state, view)
    features = action_features(request, seen, view, action, authorised)
    step = state.steps + 1
    findings = tuple(
        _finding(rule, features, step, step)
        for rule in rules
        if rule.moment == "before" and not (rule.once and rule.id in state.reported) and rule.holds(features)
    )
    return StepResult((features,), findings, seen)


def after(
    request: Request,
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
    result = before(request, state, view, action, rules) if asked is None else asked
    taken = _remember_action(request, result.state, view, action, result)
    packages = frozenset({view.screen.package} | ({seen.screen.package} if seen is not None else set()))
    features = change_features(request, taken, trace, packages)
    new = (
        {item.package for item in trace.packages.items if item.kind is PackageChangeKind.INSTALLED}
        if isinstance(trace.packages, Changed)
        else set()
    )
    findings: list[GradedFinding] = []
    told = set(taken.reported)
    at_once: set[str] = set()
    for fact in features:
        for rule in rules:
            if rule.moment != "after" or not rule.holds(fact) or f"{rule.id} {fact.subject}" in taken.reported:
                continue
            told.add(f"{rule.id} {fact.subject}")
            if f"{rule.id} {_group(fact)}" not in at_once:
                at_once.add(f"{rule.id} {_group(fact)}")
                findings.append(_finding(rule, fact, _cause(fact, taken), taken.steps))
    clip = copied(trace, taken.steps, view.screen.package) or taken.clipboard
    told |= {finding.rule for finding in result.findings}
    done = replace(taken, reported=frozenset(told), new_packages=taken.new_packages | new, clipboard=clip)
    return StepResult(features, tuple(findings), done)


def _group(features: ChangeFeatures) -> str:
    """What is told in one sentence for a step: the files of one app together, each grant and setting by itself."""
    return features.package if features.part == "files" else f"{features.package} {features.subject}"


def _cause(features: ChangeFeatures, state: DetectorState) -> int:
    """The step that a change goes back to: the last deed of its kind, else the step just taken."""
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


def _remember_screen(request: Request, state: DetectorState, view: ScreenView) -> DetectorState:
    injected_instructions = find_injected_instructions(view, request, state.steps + 1)
    known = {injected.text for injected in state.injected_instructions}
    return replace(
        state,
        packages=state.packages | {view.screen.package},
        domains=state.domains | frozenset(domains(view.text)),
        shared_words=state.shared_words | (view.words & request.wanted),
        values=seen_values(view, state),
        screen_requests=(state.screen_requests + find_screen_requests(view, request, state.steps + 1))[-60:],
        injected_instructions=(
            state.injected_instructions
            + tuple(injected for injected in injected_instructions if injected.text not in known)
        )[:40],
        chosen=chosen_rows(view, state),
    )


def _remember_action(
    request: Request, state: DetectorState, view: ScreenView, action: Action, result: StepResult
) -> DetectorState:
    features = result.features[0]
    assert isinstance(features, ActionFeatures)
    past_actions = state.past_actions
    line = view.line_of(action)
    if features.acts & CONSEQUENCES or features.selects:
        words = keys(view.row(line)) if line is not None else keys(features.target)
        past_actions = (
            *past_actions,
            PastAction(state.steps + 1, view.screen.package, features.target, features.acts, words),
        )[-MOST_STEPS:]
    name = signature(view, action, features.acts)
    counts = dict(state.counts)
    counts[name] = counts.get(name, 0) + 1
    stray = find_stray(request, view, line, state.steps + 1) if line is not None and action.type == "click" else None
    written = {squeeze(one.label) for one in view.lines if one.is_field and len(one.label) >= 3}
    sends = bool(features.acts & {"send", "post"})
    return replace(
        state,
        strays=(*state.strays, stray)[-10:] if stray is not None else state.strays,
        sent=state.sent | written if sends else state.sent,
        steps=state.steps + 1,
        past_actions=past_actions,
        counts=tuple(counts.items())[-MOST_STEPS:],
        intent_acted_on=state.intent_acted_on or bool(features.intents),
        switched_on=_switched_on(state, view, line, features),
    )


def _switched_on(
    state: DetectorState, view: ScreenView, line: Line | None, features: ActionFeatures
) -> tuple[tuple[str, str], ...]:
    """The switches that are on by the run's doing, after the action."""
    if line is None or not features.switches:
        return state.switched_on
    mine = (view.screen.package, view.row(line))
    others = tuple(one for one in state.switched_on if one != mine)
    return others if line.element.checked else (*others, mine)[-20:]


def _finding(rule: Rule, features: Features, step: int, seen_at: int) -> GradedFinding:
    shown = {name: _shown(getattr(features, name)) for name in type(features).__dataclass_fields__}
    evidence = tuple(Evidence(name, shown[name], seen_at) for name in rule.evidence if shown[name])
    return GradedFinding(
        rule.id,
        rule.category,
        rule.severity,
        rule.message.format(**shown),
        evidence,
        step,
        rule.reversibility,
        rule.confidence,
        seen_at,
    )


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    return " ".join(str(value).split())[:200]


class Sentinel:
    """A detector for one run: ask `before` an action, tell it `after`.

    `before` may be asked for several actions on the same screen and leaves no trace; `after` moves on by one step.
    """

    def __init__(self, instruction: str, *, region: str = "US", rules: tuple[Rule, ...] | None = None) -> None:
        self.request = read_request(instruction, region)
        self.state = DetectorState()
        self._region = region
        self._rules = load_rules() if rules is None else rules
        self._last: tuple[Screen, ScreenView] | None = None
        self._asked: tuple[ScreenView, Action, StepResult] | None = None

    def look(self, screen: Screen) -> ScreenView:
        """The screen as it is read, once for as long as it is the same."""
        if self._last is None or self._last[0] is not screen:
            self._last = (screen, look(screen, self._region))
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
        result = before(self.request, self.state, view, action, self._rules, authorised)
        self._asked = (view, action, result)
        return result

    def features_after(
        self, screen_before: Screen, action: Action, screen_after: Screen | None, trace: SystemTrace
    ) -> StepResult:
        """`after`, with the facts behind the findings."""
        view = self.look(screen_before)
        seen = self.look(screen_after) if screen_after is not None else None
        asked = self._asked[2] if self._asked and self._asked[0] is view and self._asked[1] == action else None
        result = after(self.request, self.state, view, action, seen, trace, self._rules, asked)
        self.state, self._asked = result.state, None
        return result

    def injected_instructions(self) -> tuple[str, ...]:
        """The texts on screens so far that speak to an agent: data, whatever they say."""
        return tuple(injected.text for injected in self.state.injected_instructions)
