"""Detectors and approvers by name, and what each of ours promises."""

from datetime import UTC, datetime
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from handrail.error import MissingExtra, Misuse
from handrail.guard.approval import Approver, callback, first_of, nobody
from handrail.guard.by_name import Opening, open_approver, open_detector
from handrail.guard.detector import Detector
from handrail.guard.watching import sentinel_detector
from handrail.llm import Scripted
from handrail.registry import APPROVERS, DETECTORS
from handrail.sentinel.judge import ContextualJudge, EachStep
from handrail.testing import ApproverContract, DetectorContract
from sentinel.judge.trajectories import unsafe

OURS = "handrail.guard.by_name"
SENTINEL = [EntryPoint("sentinel", f"{OURS}:open_sentinel", DETECTORS.group)]
OWN = [EntryPoint(name, f"{OURS}:open_{name}", APPROVERS.group) for name in ("terminal", "queue", "nobody")]


def opening(folder: Path = Path("journal")) -> Opening:
    return Opening("tell Maria", "Chat", folder, lambda: datetime.now(UTC))


def test_the_sentinel_is_opened_with_its_judge() -> None:
    assert open_detector("sentinel", opening(), SENTINEL).name == "sentinel"
    try:
        assert open_detector("sentinel:offline", opening(), SENTINEL).name == "sentinel with offline"
    except MissingExtra:
        pytest.skip("needs handrail[similarity]")


def test_a_name_that_nobody_has_is_told_those_that_there_are() -> None:
    with pytest.raises(Misuse, match=r"no detector is called `sentinal`; installed are sentinel; did you mean"):
        open_detector("sentinal", opening(), SENTINEL)
    with pytest.raises(Misuse, match=r"^--approve all; installed are nobody, queue, terminal"):
        open_approver("all", opening(), OWN, said="--approve all")
    with pytest.raises(Misuse, match="`nobody` is named without a colon"):
        open_approver("nobody:else", opening(), OWN)


DETECTORS_HELD = ("sentinel", "sentinel with a judge")
APPROVERS_HELD = ("nobody", "yes", "no", "first", "queue", "terminal")


class TestDetector(DetectorContract):
    @pytest.fixture(params=DETECTORS_HELD, autouse=True)
    def chosen(self, request: pytest.FixtureRequest) -> None:
        says = ContextualJudge(Scripted(lambda _: unsafe(1, "Delete all")), EachStep(hindsight=False))
        self._judge = says if request.param == "sentinel with a judge" else None

    def detector(self) -> Detector:
        return sentinel_detector("tell Maria that I come at six", "Chat", judge=self._judge)


class TestApprover(ApproverContract):
    @pytest.fixture(params=APPROVERS_HELD, autouse=True)
    def chosen(self, request: pytest.FixtureRequest, tmp_path: Path) -> None:
        self._name, self._folder = request.param, tmp_path

    def approver(self) -> Approver:
        match self._name:
            case "yes" | "no":
                return callback(lambda _: self._name == "yes")
            case "first":
                return first_of(nobody, callback(lambda _: True))
            case name:
                return open_approver(name, opening(self._folder), OWN)
