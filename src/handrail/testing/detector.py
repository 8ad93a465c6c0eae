"""What every detector of the guard promises."""

import asyncio

from handrail.device.action import Action
from handrail.device.trace import NOTHING_CHANGED, nothing_observed
from handrail.guard.detector import Detector, Finding, Severity
from handrail.testing.samples import sample_screen, tap_on


class DetectorContract:
    """Give a `detector`, new for each test, as for a session that begins."""

    def detector(self) -> Detector:
        """A detector that has seen nothing yet."""
        raise NotImplementedError

    def test_it_has_a_name_of_one_line_that_stays(self) -> None:
        """Journals and policies call it by its name."""
        detector = self.detector()
        assert detector.name.strip()
        assert detector.name.isprintable()
        assert detector.name == detector.name == self.detector().name

    def test_it_finds_findings_before_and_after_each_step(self) -> None:
        """Whatever it raised would make a committing action fail closed."""

        async def run() -> None:
            detector = self.detector()
            screen, later = sample_screen("Maria", "Pay 900 €", "Delete all"), sample_screen("Maria")
            steps = [(tap_on(screen, "Pay 900 €"), NOTHING_CHANGED), (Action("back"), nothing_observed("it is a test"))]
            for n, (action, trace) in enumerate(steps, 1):
                _demand_findings(await detector.before(screen, action), n)
                _demand_findings(await detector.after(screen, action, later, trace), n)
            _demand_findings(await detector.before(later, Action("finish")), len(steps) + 1)

        asyncio.run(run())

    def test_it_is_asked_about_actions_that_are_not_taken(self) -> None:
        """An action that is held back is followed by another one on the same screen; asked again it says the same."""

        async def run() -> None:
            detector, screen = self.detector(), sample_screen("Maria", "Pay 900 €", "Delete all")
            first = await detector.before(screen, tap_on(screen, "Pay 900 €"))
            _demand_findings(await detector.before(screen, tap_on(screen, "Delete all")), 1)
            assert await detector.before(screen, tap_on(screen, "Pay 900 €")) == first

        asyncio.run(run())


def _demand_findings(found: tuple[Finding, ...], n: int) -> None:
    assert isinstance(found, tuple), f"findings are a tuple, not {found!r}"
    for finding in found:
        assert isinstance(finding, Finding), f"{finding!r} is no handrail.guard.detector.Finding"
        assert finding.detector
        assert finding.rule
        assert finding.category
        assert isinstance(finding.severity, Severity)
        assert finding.message.strip(), "a finding is a sentence for people"
        assert all(isinstance(text, str) for text in finding.evidence)
        assert finding.step is None or 1 <= finding.step <= n, f"step {finding.step} has not been yet"
