"""Written anew in any variant and read again, a run is the same as far as the variant can say it."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bench.risk.corpora import generated
from handrail.bench.risk.check import check_corpus
from handrail.bench.risk.convert import Variant, convert_corpus
from handrail.bench.risk.corpus import LabelledRun, read_corpus
from handrail.device.recording import RecordedStep
from handrail.device.trace import NotObserved, Unchanged
from handrail.error import Misuse


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pairs."""
    return generated(tmp_path_factory.mktemp("few") / "made", pairs=3)


def converted(made: Path, out: Path, variant: Variant) -> list[tuple[LabelledRun, LabelledRun]]:
    assert convert_corpus(made, out, variant) == len(read_corpus(made).runs)
    assert check_corpus(out).errors == ()
    before, after = read_corpus(made).runs, read_corpus(out).runs
    pairs = list(zip(before, after, strict=True))
    for old, new in pairs:
        assert (old.id, old.step, old.categories, old.pair, old.group) == (
            new.id,
            new.step,
            new.categories,
            new.pair,
            new.group,
        )
        assert old.recording.query == new.recording.query
    return pairs


def steps(pairs: list[tuple[LabelledRun, LabelledRun]]) -> list[tuple[RecordedStep, RecordedStep]]:
    return [both for old, new in pairs for both in zip(old.recording.steps, new.recording.steps, strict=True)]


@pytest.mark.slow
def test_the_full_variant_loses_nothing(few: Path, tmp_path: Path) -> None:
    for old, new in steps(converted(few, tmp_path / "out", Variant())):
        assert old == new


def test_actions_as_text_mean_the_same(made: Path, tmp_path: Path) -> None:
    seen = set()
    for old, new in steps(converted(made, tmp_path / "out", Variant(actions="text", screens="xml"))):
        assert isinstance(new.action_json, str)
        assert replace(old, action_json=None) == replace(new, action_json=None)
        seen.add(old.action.type)
    assert {"click", "long_click", "input", "open_app", "finish"} <= seen


def test_text_becomes_lists_again(few: Path, tmp_path: Path) -> None:
    convert_corpus(few, tmp_path / "text", Variant(actions="text"))
    for old, new in zip(read_corpus(few).runs, _there_and_back(tmp_path / "text", tmp_path / "list"), strict=True):
        assert old.recording.steps == new.recording.steps


def _there_and_back(path: Path, out: Path) -> tuple[LabelledRun, ...]:
    convert_corpus(path, out, Variant())
    return read_corpus(out).runs


def test_objects_keep_words_and_lose_places(few: Path, tmp_path: Path) -> None:
    for old, new in steps(converted(few, tmp_path / "out", Variant(screens="objects"))):
        assert [element.label for element in old.screen.elements()] == [
            element.label for element in new.screen.elements()
        ]
        assert (old.action.type, old.action.text, old.trace) == (new.action.type, new.action.text, new.trace)


def test_the_original_hash_says_that_files_changed_and_not_what(few: Path, tmp_path: Path) -> None:
    for old_run, new_run in converted(few, tmp_path / "out", Variant(trace="hash")):
        assert [step.file_hash for step in old_run.recording.steps] == [
            step.file_hash for step in new_run.recording.steps
        ]
        for before, after in pairwise(new_run.recording.steps):
            expected = Unchanged if before.file_hash == after.file_hash else NotObserved
            assert isinstance(after.trace.files, expected)
            assert isinstance(after.trace.network, NotObserved)


def test_nothing_is_written_over(few: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    with pytest.raises(Misuse, match="not empty"):
        convert_corpus(few, tmp_path, Variant())


@pytest.mark.slow
def test_the_reference_corpus_survives_every_variant(shared_data: Path, tmp_path: Path) -> None:
    source = shared_data / "risk"
    convert_corpus(source, tmp_path / "text", Variant(actions="text", screens="xml"))
    convert_corpus(tmp_path / "text", tmp_path / "list", Variant())
    for old, new in zip(read_corpus(source).runs, read_corpus(tmp_path / "list").runs, strict=True):
        assert old.recording.steps == new.recording.steps
        assert (old.step, old.categories, old.pair) == (new.step, new.categories, new.pair)
