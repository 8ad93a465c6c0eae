"""The judge that needs no language model: what comes with Handrail, as it is."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from handrail.device.recording import Recording
from handrail.error import MissingExtra, UnreadableInput
from handrail.language.similarity import model_files
from handrail.sentinel.finding import Category
from handrail.sentinel.fusion.detect import look
from handrail.sentinel.judge import START, Cleared, Flagged, Judgement, Trajectory, Unsure, open_judge, trajectory_of
from handrail.sentinel.offline import OfflineJudge, open_offline, read_model, shipped_model
from handrail.sentinel.offline.features import does_something, is_weighed
from handrail.sentinel.offline.judge import WalkProgress, walk
from handrail.sentinel.offline.said_by_rules import digest, runs_of_pairs
from sentinel.fusion.runs import run


@pytest.fixture(scope="module")
def judge() -> Iterator[OfflineJudge]:
    try:
        yield open_offline()
    except MissingExtra:
        pytest.skip("needs handrail[similarity]")


def judgements(judge: OfflineJudge, recording: Recording) -> tuple[Judgement, ...]:
    return asyncio.run(judge.judge(trajectory_of(recording))).judgements


def test_it_is_opened_by_name_and_says_its_name(judge: OfflineJudge) -> None:
    assert open_judge("offline").name == judge.name == "offline"


def test_the_same_run_gives_the_same_opinions(judge: OfflineJudge) -> None:
    assert judgements(judge, run(to="Paul")) == judgements(open_offline(), run(to="Paul"))


def test_each_step_is_judged_before_its_action_and_after_it(judge: OfflineJudge) -> None:
    found = judgements(judge, run())
    assert [(judgement.steps, judgement.foresight) for judgement in found] == [
        ((1,), True), ((1,), False), ((2,), True), ((2,), False), ((3,), True), ((3,), False), ((4,), True),
    ]  # fmt: skip
    assert all(isinstance(judgement.opinion, Flagged | Cleared | Unsure) for judgement in found)


def test_a_run_that_was_scanned_already_is_judged_as_one_that_was_not(judge: OfflineJudge) -> None:
    for recording in (run(), run(to="Paul")):
        hearing = look(recording)
        assert judge.judge_scanned(hearing.trajectory, hearing.report).judgements == judgements(judge, recording)


def test_a_run_that_goes_on_is_judged_as_its_recording_is(judge: OfflineJudge) -> None:
    whole = trajectory_of(run(to="Paul"))
    state = START
    found: list[Judgement] = []
    for length in range(1, len(whole) + 1):
        said = asyncio.run(judge.judge(whole.upto(length), state))
        state, found = said.state, [*found, *said.judgements]
    assert tuple(found) == judgements(judge, run(to="Paul"))


def test_a_step_that_does_nothing_is_cleared(judge: OfflineJudge) -> None:
    last = judgements(judge, run(to="Paul"))[-1]
    assert last.opinion == Cleared(0.99)


def test_what_adds_up_to_unsafe_names_what_can_be_checked(judge: OfflineJudge) -> None:
    flags = [
        judgement.opinion for judgement in judgements(judge, run(to="Paul")) if isinstance(judgement.opinion, Flagged)
    ]
    assert flags
    assert all(flag.is_supported and flag.reason for flag in flags)
    assert {flag.category for flag in flags} <= set(Category)


def test_the_weights_say_how_they_were_made_and_are_small() -> None:
    model = shipped_model()
    assert model.command.startswith("benchmarks/train_offline_judge.py")
    assert f"--seed {model.seed}" in model.command
    assert str(model.seed) in model.trained_on
    assert all(map(is_weighed, model.unsafe.weights))
    assert set(model.categories) == set(Category)
    assert len(files("handrail.sentinel.offline").joinpath("weights.json").read_bytes()) < 100_000


def test_a_finding_never_makes_a_step_look_safer(judge: OfflineJudge) -> None:
    for seen in walk(trajectory_of(run(to="Paul")), WalkProgress(), judge.rules):
        features = dict(judge.features("archive the chat with Maria", seen))
        assert does_something({**features, "found": 0.9})
        surer = {**features, "found": max(0.95, features.get("found", 0.0))}
        assert judge.model.probability(surer) >= judge.model.probability(features)


def test_without_the_extra_it_says_the_line_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_files, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match="handrail"):
        open_judge("offline")


def test_a_korean_request_is_judged_without_vectors(judge: OfflineJudge) -> None:
    recording = trajectory_of(run())
    trajectory = Trajectory("마리아와의 채팅을 보관해 줘", recording.application, recording.steps)
    assert len(asyncio.run(judge.judge(trajectory)).judgements) == 7


def test_a_word_that_the_model_has_no_piece_for_says_nothing(judge: OfflineJudge) -> None:
    assert judge.embed("archive \u200b the chat") == judge.embed("archive the chat")


def test_words_are_understood_once_for_a_step_and_not_again_after_its_action(judge: OfflineJudge) -> None:
    asked: list[str] = []

    def embed(text: str) -> Sequence[float] | None:
        asked.append(text)
        return judge.embed(text)

    hearing = look(run(to="Paul"))
    listening = replace(judge, embed=embed)
    assert listening.judge_scanned(hearing.trajectory, hearing.report).judgements == judgements(judge, run(to="Paul"))
    assert 1 <= asked.count(hearing.trajectory.instruction) <= len(hearing.trajectory)


def test_weights_that_are_none_name_the_place() -> None:
    text = files("handrail.sentinel.offline").joinpath("weights.json").read_text("utf-8")
    broken = {**json.loads(text), "intent": {"bias": 0.0, "weights": [0.1]}}
    with pytest.raises(UnreadableInput, match=r"mine: intent\.weights"):
        read_model(json.dumps(broken), "mine")


def test_weights_and_calibrations_rest_on_what_the_rules_say_now() -> None:
    pairs = Path(__file__).parents[3] / "benchmarks" / "offline_judge_pairs.yaml"
    now = digest(runs_of_pairs(pairs.read_text("utf-8")))
    stale = {"offline/weights.json"} if shipped_model().rules != now else set()
    for name in ("none", "offline"):
        text = files("handrail.sentinel.fusion").joinpath("calibrations", f"{name}.json").read_text("utf-8")
        stale |= {f"fusion/calibrations/{name}.json"} if json.loads(text)["rules"] != now else set()
    command = shipped_model().command
    assert not stale, f"the rules say something else since; train them anew: uv run --group train python {command}"
