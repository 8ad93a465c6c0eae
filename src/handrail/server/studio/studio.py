"""The studio: in control of an app that takes part while its developer taps, with rules on trial or with none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from handrail.app import Update
from handrail.app.lint import LintRemark
from handrail.language.specification import Specification
from handrail.monitor import Allow, Ask, Block, Feedback, Monitor, Warn
from handrail.server.app_port.connected_app import ConnectedApp
from handrail.server.app_port.declared import ProposedEvent
from handrail.server.studio.walked import Touched, Walked


@dataclass(slots=True)
class Studio:
    """A walk with one app. `touched`, `changed` and `remarked` are told what there is to show, as it happens."""

    connected: ConnectedApp
    walked: Walked
    monitor: Monitor | None
    touched: Callable[[Touched], None]
    changed: Callable[[Update], None]
    remarked: Callable[[LintRemark], None]
    why_over: str = ""
    _running: str = ""
    _shown: set[LintRemark] = field(default_factory=set)

    @classmethod
    def over(
        cls,
        connected: ConnectedApp,
        rules: str | Sequence[str] | None,
        touched: Callable[[Touched], None],
        changed: Callable[[Update], None],
        remarked: Callable[[LintRemark], None],
    ) -> "Studio":
        """A walk with an app that has declared itself. Raises `SpecificationError` for rules that are wrong."""
        app = connected.app
        monitor = None if rules is None else Monitor(Specification.parse(rules, app))
        return cls(connected, Walked(app), monitor, touched, changed, remarked)

    def proposed(self, event: ProposedEvent) -> None:
        """The developer tapped: what the rules say of it is the answer, and without rules it runs."""
        self._settle(ran=True)  # whoever taps on without a word has let the one before run
        self.look()
        touched = self._decided(event)
        self.walked.touch(touched)
        self.touched(touched)
        match touched.decision:
            case "allow":
                self.connected.answer(event.id, "allow")
            case "warn":
                self.connected.answer(event.id, "warn", touched.reasons, " ".join(touched.reasons))
            case _:
                self.connected.answer(event.id, "block", touched.reasons, " ".join(touched.reasons))
        self._remark()

    def told(self, id: str, ran: bool | None) -> None:
        """What became of it: what ran stands, and the rest is taken back."""
        if id == self._running:
            self._settle(ran is True)
        self.look()

    def lost(self, why: str) -> None:
        """The app is its user's again."""
        self.why_over = why

    def look(self) -> None:
        """Show what the app reported since."""
        changed = self.walked.report(self.connected.reported.rows())
        if changed and self.monitor is not None:
            self.monitor.observe(changed)
        for update in changed:
            self.changed(update)
        self._remark()

    def _decided(self, event: ProposedEvent) -> Touched:
        said = event.anticipation
        if self.monitor is None:
            return Touched(event, "allow")
        words = Feedback.about(self.walked.app.states, self.monitor.similarity)
        verdict = self.monitor.anticipate(said.updates, said.commits, action=(event.event.kind, event.event.target))
        match verdict:
            case Allow():
                self._running = event.id
                return Touched(event, "allow")
            case Warn():
                return Touched(event, "warn", (words.verdict(verdict),))
            case Block():
                return Touched(event, "block", (words.verdict(verdict),))
            case Ask():
                self.monitor.revert()
                return Touched(event, "ask", (words.verdict(verdict),))
            case _:
                assert_never(verdict)

    def _settle(self, ran: bool) -> None:
        if self.monitor is not None and self._running:
            (self.monitor.commit if ran else self.monitor.revert)()
        self._running = ""

    def _remark(self) -> None:
        for remark in self.walked.remarks():
            if remark not in self._shown:
                self._shown.add(remark)
                self.remarked(remark)
