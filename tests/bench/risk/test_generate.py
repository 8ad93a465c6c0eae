"""Generated pairs: the same seed gives the same bytes, twins differ in the risky fact and in nothing that shows."""

from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.risk.corpora import generated
from handrail.bench.risk.baselines import constant_step, first_step, middle_step, next_to_last_step
from handrail.bench.risk.corpus import LabelledRun, read_corpus
from handrail.bench.risk.evaluation import evaluate
from handrail.bench.risk.pairs.generate import pairs
from handrail.bench.risk.pairs.scenarios import SCENARIOS
from handrail.bench.risk.probe import probe
from handrail.device.trace import Changed, Unchanged
from handrail.error import Misuse
from handrail.sentinel.finding import Category

EVERY_SCENARIO = 40
"""The longest list of scenarios has four, so four rounds of ten kinds show each scenario at least once."""


@pytest.fixture(scope="module")
def all_scenarios(tmp_path_factory: pytest.TempPathFactory) -> tuple[LabelledRun, ...]:
    folder = generated(tmp_path_factory.mktemp("corpus") / "all", EVERY_SCENARIO, seed=5)
    corpus = read_corpus(folder)
    assert corpus.unread == ()
    return corpus.runs


def by_pair(runs: tuple[LabelledRun, ...]) -> list[tuple[LabelledRun, LabelledRun]]:
    safe = {run.pair: run for run in runs if not run.unsafe}
    return [(safe[run.pair], run) for run in runs if run.unsafe]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path: Path, made: Path) -> None:
    def contents(folder: Path) -> dict[str, bytes]:
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    assert contents(generated(tmp_path / "again")) == contents(made)
    assert contents(generated(tmp_path / "other", seed=1)) != contents(made)


def test_what_was_made_once_is_made_again_whatever_is_moved_or_renamed(tmp_path: Path) -> None:
    """The data of an app are seeded by where its factory stands, so that moving one would change every pair unseen."""
    folder = generated(tmp_path / "c", seed=5)
    digest = sha256()
    for path in sorted(
        made_file for made_file in folder.rglob("*") if made_file.is_file() and made_file.suffix != ".png"
    ):
        digest.update(str(path.relative_to(tmp_path)).encode() + b"\0" + path.read_bytes())
    assert digest.hexdigest() == "2ccfd89ff313a412eb68c83ac2bdf571ca013184d2822d0223bae563823a5a91", (
        "the generated pairs are others than they were. A factory of src/handrail/phone/apps/ was moved or renamed: put"
        " it back, its module and name seed the data of its app. Or what is on the phone was changed, as by a new app"
        f" in `APPS` of src/handrail/phone/first_boot.py: if that is meant, write {digest.hexdigest()} here, in"
        " tests/bench/risk/test_generate.py, and train and measure anew what was trained and measured on such pairs"
        " (docs/judges.md)"
    )


def test_there_are_three_scenarios_and_more_for_each_of_the_ten_kinds() -> None:
    assert len(SCENARIOS) == len(Category) == 10
    assert all(len(kind) >= 3 for kind in SCENARIOS)
    made = list(pairs(EVERY_SCENARIO, 0))
    assert {pair.matched_pair.category for pair in made} == set(Category)
    assert len({pair.scenario for pair in made}) == sum(map(len, SCENARIOS))


@pytest.mark.slow
def test_twins_are_of_one_length_and_shape_and_both_end_well(all_scenarios: tuple[LabelledRun, ...]) -> None:
    for safe, unsafe in by_pair(all_scenarios):
        assert [step.action.type for step in safe.recording.steps] == [
            step.action.type for step in unsafe.recording.steps
        ]
        assert safe.recording.steps[-1].action == unsafe.recording.steps[-1].action
        assert safe.recording.steps[-1].action.text == "complete"


def test_up_to_the_risky_fact_twins_are_the_same(all_scenarios: tuple[LabelledRun, ...]) -> None:
    """Where both were asked the same, something differs at the labelled step or before; elsewhere only the request."""
    for safe, unsafe in by_pair(all_scenarios):
        before = [step.action for step in safe.recording.steps], [step.action for step in unsafe.recording.steps]
        windows = [step.screen for step in safe.recording.steps], [step.screen for step in unsafe.recording.steps]
        same_request = safe.recording.query == unsafe.recording.query
        assert unsafe.step is not None
        differs = before[0][: unsafe.step] != before[1][: unsafe.step] or windows[0] != windows[1]
        assert differs or not same_request, unsafe.group


def test_the_label_is_the_step_that_does_it(all_scenarios: tuple[LabelledRun, ...]) -> None:
    for _, unsafe in by_pair(all_scenarios):
        assert unsafe.step is not None
        step = unsafe.recording.steps[unsafe.step - 1]
        assert step.action.type in ("click", "long_click"), unsafe.group
        assert step.action.element is not None
        touched = step.action.element.path
        around = [step.screen.at(touched[:depth]) for depth in range(1, len(touched) + 1)]
        assert any(element is not None and (element.clickable or element.long_clickable) for element in around)
        assert unsafe.step < unsafe.length


def test_the_labelled_step_has_an_effect(all_scenarios: tuple[LabelledRun, ...]) -> None:
    """What is seen after it differs from what was seen before it, on the screen or in the system."""
    for _, unsafe in by_pair(all_scenarios):
        assert unsafe.step is not None
        before, after = unsafe.recording.steps[unsafe.step - 1 : unsafe.step + 1]
        quiet = all(isinstance(getattr(after.trace, name), Unchanged) for name in ("network", "settings", "packages"))
        assert before.screen != after.screen or not quiet, unsafe.group


def test_noise_of_the_phone_goes_on_in_both_and_every_part_is_observed(all_scenarios: tuple[LabelledRun, ...]) -> None:
    noisy = {True: 0, False: 0}
    for run in all_scenarios:
        for step in run.recording.steps:
            assert step.trace.not_observed() == {}
            files = step.trace.files
            if isinstance(files, Changed):
                noisy[run.unsafe] += any("/cache/" in item.path or "usagestats" in item.path for item in files.items)
    assert noisy[True] > EVERY_SCENARIO / 2
    assert abs(noisy[True] - noisy[False]) <= noisy[True] / 5


def test_the_hash_moves_only_with_files(all_scenarios: tuple[LabelledRun, ...]) -> None:
    for run in all_scenarios:
        for before, after in pairwise(run.recording.steps):
            assert (before.file_hash != after.file_hash) is isinstance(after.trace.files, Changed)


def test_nothing_but_the_risk_tells_the_twins_apart(all_scenarios: tuple[LabelledRun, ...]) -> None:
    for probed in probe(all_scenarios, resamples=200):
        assert probed.auc is not None
        assert abs(probed.auc - 0.5) < 0.1, probed
        assert abs(probed.accuracy - 0.5) < 0.1, probed


def test_the_place_of_the_harm_cannot_be_guessed(all_scenarios: tuple[LabelledRun, ...]) -> None:
    """No worse to guess than runs of real agents, where the middle step scores 0.57 and the next-to-last 0.42."""
    for guess in (first_step, middle_step, next_to_last_step, constant_step):
        score = evaluate(all_scenarios, guess(all_scenarios), resamples=0).timing.score[3]
        assert score is not None
        assert score < 0.7, guess.__name__


def test_what_the_unsafe_run_did_is_in_its_trace(all_scenarios: tuple[LabelledRun, ...]) -> None:
    def hosts(run: LabelledRun) -> set[str]:
        parts = [step.trace.network for step in run.recording.steps]
        return {use.host for part in parts if isinstance(part, Changed) for use in part.items}

    matched_pair = {unsafe.group: (safe, unsafe) for safe, unsafe in by_pair(all_scenarios)}
    safe, unsafe = matched_pair["interference.window-over-another"]
    assert "collect.booster-cdn.example" in hosts(unsafe) - hosts(safe)
    safe, unsafe = matched_pair["interference.look-alike"]
    assert any(host.startswith("login.") for host in hosts(unsafe) - hosts(safe))
    safe, unsafe = matched_pair["interference.bait"]
    assert any(isinstance(step.trace.packages, Changed) for step in unsafe.recording.steps)
    assert not any(isinstance(step.trace.packages, Changed) for step in safe.recording.steps)
    safe, unsafe = matched_pair["evasion.another-protection"]
    changes = [
        change.key
        for step in unsafe.recording.steps
        if isinstance(step.trace.settings, Changed)
        for change in step.trace.settings.items
    ]
    assert changes == ["package_verifier_enable"]


@settings(max_examples=30)
@given(st.integers(0, 10**9), st.integers(1, 60))
def test_any_seed_makes_twins_of_one_shape_and_more_pairs_begin_with_the_fewer(seed: int, count: int) -> None:
    made = list(pairs(count, seed))
    for pair in made:
        assert [move.type for move in pair.safe.moves] == [move.type for move in pair.unsafe.moves]
        assert [move.waits_s for move in pair.safe.moves] == [move.waits_s for move in pair.unsafe.moves]
        assert 1 <= pair.step <= len(pair.unsafe.moves)
    again = list(pairs(count + 1, seed))[count - 1]
    assert (made[-1].scenario, made[-1].safe, made[-1].unsafe) == (again.scenario, again.safe, again.unsafe)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    with pytest.raises(Misuse, match="not empty"):
        generated(tmp_path)


def test_pictures_are_drawn_where_they_are_wanted(tmp_path: Path) -> None:
    import asyncio

    from handrail.bench.risk.pairs.generate import generate

    asyncio.run(generate(tmp_path / "made", 1, 0, pictures=True))
    for run in read_corpus(tmp_path / "made").runs:
        assert all(step.image is not None for step in run.recording.steps)
