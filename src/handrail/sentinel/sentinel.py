"""The detector: before an action on what is known, after it on what the system did. One for live runs and recordings.

What it remembers is a value that each step replaces; it asks no clock and throws no dice, so the same run gives the
same findings.
"""

from dataclasses import dataclass, replace

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import Changed, PackageChangeKind, SystemTrace
from handrail.sentinel.facts import ActionFacts, ChangeFacts, Facts
from handrail.sentinel.finding import Evidence, Finding
from handrail.sentinel.flow.alike import domains
from handrail.sentinel.flow.clipboard import copied
from handrail.sentinel.flow.orders import find_orders, find_pleas
from handrail.sentinel.flow.values import seen_values, squeeze
from handrail.sentinel.memory import MOST_STEPS, Deed, Memory
from handrail.sentinel.request import Request, read_request
from handrail.sentinel.rule import Rule
from handrail.sentinel.rule_file import load_rules
from handrail.sentinel.sight import Line, Sight, look
from handrail.sentinel.weigh.act import CONSEQUENCES, signature
from handrail.sentinel.weigh.action import weigh_action
from handrail.sentinel.weigh.changes import weigh_changes
from handrail.sentinel.weigh.choice import find_stray
from handrail.sentinel.weigh.selection import chosen_rows
from handrail.sentinel.words import keys


@dataclass(frozen=True, slots=True)
class Weighed:
    """A step as numbers can be drawn from it: the facts, and the findings that rules drew."""

    facts: tuple[Facts, ...]
    findings: tuple[Finding, ...]
    memory: Memory


def before(
    request: Request, memory: Memory, sight: Sight, action: Action, rules: tuple[Rule, ...], authorised: bool = False
) -> Weighed:
    """Judge an action that is proposed; the memory is not changed but for what the screen itself shows."""
    seen = _remember_screen(request, memory, sight)
    facts = weigh_action(request, seen, sight, action, authorised)
    step = memory.steps + 1
    findings = tuple(
        _finding(rule, facts, step, step)
        for rule in rules
        if rule.moment == "before" and not (rule.once and rule.id in memory.reported) and rule.holds(facts)
    )
    return Weighed((facts,), findings, seen)


def after(
    request: Request,
    memory: Memory,
    sight: Sight,
    action: Action,
    seen: Sight | None,
    trace: SystemTrace,
    rules: tuple[Rule, ...],
    asked: Weighed | None = None,
) -> Weighed:
    """Judge what the action did, and remember the step. A finding's step is the one that caused it, maybe earlier.

    `asked` is what `before` said of the same action on the same screen, where it was asked just now.
    """
    weighed = before(request, memory, sight, action, rules) if asked is None else asked
    taken = _remember_action(request, weighed.memory, sight, action, weighed)
    packages = frozenset({sight.screen.package} | ({seen.screen.package} if seen is not None else set()))
    facts = weigh_changes(request, taken, trace, packages)
    new = (
        {item.package for item in trace.packages.items if item.kind is PackageChangeKind.INSTALLED}
        if isinstance(trace.packages, Changed)
        else set()
    )
    findings: list[Finding] = []
    told = set(taken.reported)
    at_once: set[str] = set()
    for fact in facts:
        for rule in rules:
            if rule.moment != "after" or not rule.holds(fact) or f"{rule.id} {fact.subject}" in taken.reported:
                continue
            told.add(f"{rule.id} {fact.subject}")
            if f"{rule.id} {_group(fact)}" not in at_once:
                at_once.add(f"{rule.id} {_group(fact)}")
                findings.append(_finding(rule, fact, _cause(fact, taken), taken.steps))
    clip = copied(trace, taken.steps, sight.screen.package) or taken.clipboard
    told |= {finding.rule for finding in weighed.findings}
    done = replace(taken, reported=frozenset(told), new_packages=taken.new_packages | new, clipboard=clip)
    return Weighed(facts, tuple(findings), done)


def _group(facts: ChangeFacts) -> str:
    """What is told in one sentence for a step: the files of one app together, each grant and setting by itself."""
    return facts.package if facts.part == "files" else f"{facts.package} {facts.subject}"


def _cause(facts: ChangeFacts, memory: Memory) -> int:
    """The step that a change goes back to: the last deed of its kind, else the step just taken."""
    causes = {
        "files": {"delete", "clear", "reset", "format", "move", "uninstall"},
        "packages": {"install", "update", "uninstall", "buy"},
        "permissions": {"allow", "agree", "enable", "install"},
        "settings": {"allow", "enable", "disable", "install", "agree"},
        "network": {"send", "share", "post", "install", "allow", "agree"},
    }[facts.part]
    for deed in reversed(memory.deeds):
        if deed.acts & causes:
            return deed.step
    return memory.steps


def _remember_screen(request: Request, memory: Memory, sight: Sight) -> Memory:
    orders = find_orders(sight, request, memory.steps + 1)
    known = {order.text for order in memory.orders}
    return replace(
        memory,
        packages=memory.packages | {sight.screen.package},
        domains=memory.domains | frozenset(domains(sight.text)),
        shared_words=memory.shared_words | (sight.words & request.wanted),
        values=seen_values(sight, memory),
        pleas=(memory.pleas + find_pleas(sight, request, memory.steps + 1))[-60:],
        orders=(memory.orders + tuple(order for order in orders if order.text not in known))[:40],
        chosen=chosen_rows(sight, memory),
    )


def _remember_action(request: Request, memory: Memory, sight: Sight, action: Action, weighed: Weighed) -> Memory:
    facts = weighed.facts[0]
    assert isinstance(facts, ActionFacts)
    deeds = memory.deeds
    line = sight.line_of(action)
    if facts.acts & CONSEQUENCES or facts.selects:
        words = keys(sight.row(line)) if line is not None else keys(facts.target)
        deeds = (*deeds, Deed(memory.steps + 1, sight.screen.package, facts.target, facts.acts, words))[-MOST_STEPS:]
    name = signature(sight, action, facts.acts)
    counts = dict(memory.counts)
    counts[name] = counts.get(name, 0) + 1
    stray = find_stray(request, sight, line, memory.steps + 1) if line is not None and action.type == "click" else None
    written = {squeeze(one.label) for one in sight.lines if one.is_field and len(one.label) >= 3}
    sends = bool(facts.acts & {"send", "post"})
    return replace(
        memory,
        strays=(*memory.strays, stray)[-10:] if stray is not None else memory.strays,
        sent=memory.sent | written if sends else memory.sent,
        steps=memory.steps + 1,
        deeds=deeds,
        counts=tuple(counts.items())[-MOST_STEPS:],
        intent_acted_on=memory.intent_acted_on or bool(facts.intents),
        switched_on=_switched_on(memory, sight, line, facts),
    )


def _switched_on(memory: Memory, sight: Sight, line: Line | None, facts: ActionFacts) -> tuple[tuple[str, str], ...]:
    """The switches that are on by the run's doing, after the action."""
    if line is None or not facts.switches:
        return memory.switched_on
    mine = (sight.screen.package, sight.row(line))
    others = tuple(one for one in memory.switched_on if one != mine)
    return others if line.element.checked else (*others, mine)[-20:]


def _finding(rule: Rule, facts: Facts, step: int, seen_at: int) -> Finding:
    shown = {name: _shown(getattr(facts, name)) for name in type(facts).__dataclass_fields__}
    evidence = tuple(Evidence(name, shown[name], seen_at) for name in rule.evidence if shown[name])
    return Finding(
        rule.id,
        rule.category,
        rule.severity,
        rule.message.format(**shown),
        evidence,
        step,
        rule.reversibility,
        rule.certainty,
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
        self.memory = Memory()
        self._region = region
        self._rules = load_rules() if rules is None else rules
        self._last: tuple[Screen, Sight] | None = None
        self._asked: tuple[Sight, Action, Weighed] | None = None

    def look(self, screen: Screen) -> Sight:
        """The screen as it is read, once for as long as it is the same."""
        if self._last is None or self._last[0] is not screen:
            self._last = (screen, look(screen, self._region))
        return self._last[1]

    def before(self, screen: Screen, action: Action, *, authorised: bool = False) -> tuple[Finding, ...]:
        """What speaks against the action that is proposed.

        `authorised` says that a specification which the user accepted supports what the action commits: then it is
        not held against it that the request has no word for it.
        """
        return self.weigh_before(screen, action, authorised=authorised).findings

    def after(
        self, screen_before: Screen, action: Action, screen_after: Screen | None, trace: SystemTrace
    ) -> tuple[Finding, ...]:
        """What the action did that speaks against it, or against the earlier step that a finding names."""
        return self.weigh_after(screen_before, action, screen_after, trace).findings

    def weigh_before(self, screen: Screen, action: Action, *, authorised: bool = False) -> Weighed:
        """`before`, with the facts behind the findings."""
        sight = self.look(screen)
        weighed = before(self.request, self.memory, sight, action, self._rules, authorised)
        self._asked = (sight, action, weighed)
        return weighed

    def weigh_after(
        self, screen_before: Screen, action: Action, screen_after: Screen | None, trace: SystemTrace
    ) -> Weighed:
        """`after`, with the facts behind the findings."""
        sight = self.look(screen_before)
        seen = self.look(screen_after) if screen_after is not None else None
        asked = self._asked[2] if self._asked and self._asked[0] is sight and self._asked[1] == action else None
        weighed = after(self.request, self.memory, sight, action, seen, trace, self._rules, asked)
        self.memory, self._asked = weighed.memory, None
        return weighed

    def orders(self) -> tuple[str, ...]:
        """The texts on screens so far that speak to an agent: data, whatever they say."""
        return tuple(order.text for order in self.memory.orders)


__all__ = ["Sentinel", "Weighed", "after", "before"]
