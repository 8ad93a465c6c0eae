"""The guarded embeddings with the real model: what the objections leave to it, and that nothing leaves the machine."""

import socket
from array import array
from collections.abc import Callable

import pytest

from handrail.language.normal_form import normal_form
from handrail.language.similarity import DEFAULT_THRESHOLD, Similarity, encoder
from handrail.language.similarity import embeddings as module
from handrail.language.similarity.cache import Cache
from handrail.language.similarity.embeddings import ALIKE, cosine, embeddings, rescaled, weakest_counterpart
from language.similarity.extra import needs_extra

pytestmark = needs_extra


@pytest.fixture(scope="module")
def by_meaning() -> Similarity:
    return embeddings()


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a similarity opened a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


MEAN_THE_SAME = [
    ("the kids are asleep", "the children are sleeping"),
    ("close the window", "shut the window"),
    ("car insurance", "vehicle insurance"),
    ("show the boarding pass", "display the boarding pass"),
    ("hang the picture in the hallway", "hang the picture in the corridor"),
    ("delete the photo", "remove the photo"),
]
ARE_ONLY_ALIKE = [
    ("sfo to jfk", "jfk to sfo"),
    ("100", "1000"),
    ("enable wifi", "disable wifi"),
    ("call anna", "call anne"),
    ("send the money", "do not send the money"),
    ("meeting today", "meeting tomorrow"),
    ("order a laptop", "order a tablet"),
    ("walk the dog", "feed the dog"),
    ("chess tournament", "poker tournament"),
    ("get milk and eggs", "purchase milk"),
    ("please send the signed contract to the lawyer by noon", "please send the signed contract to the client by noon"),
]


@pytest.mark.parametrize(("wanted", "found"), MEAN_THE_SAME)
def test_texts_that_mean_the_same_match(by_meaning: Similarity, wanted: str, found: str) -> None:
    assert by_meaning.matches(wanted, found, DEFAULT_THRESHOLD)


@pytest.mark.parametrize(("wanted", "found"), ARE_ONLY_ALIKE)
def test_texts_that_are_only_alike_do_not_match(by_meaning: Similarity, wanted: str, found: str) -> None:
    assert not by_meaning.matches(wanted, found, DEFAULT_THRESHOLD)


@pytest.mark.parametrize(("wanted", "found"), MEAN_THE_SAME + ARE_ONLY_ALIKE)
@pytest.mark.slow
def test_likeness_is_symmetric_and_the_same_in_another_instance(
    by_meaning: Similarity, wanted: str, found: str
) -> None:
    likeness = by_meaning.between(wanted, found)
    assert 0 <= likeness <= 1
    assert likeness == by_meaning.between(found, wanted) == embeddings(cache_size=0).between(found, wanted)


def test_equal_texts_are_wholly_alike_even_those_without_words(by_meaning: Similarity) -> None:
    assert [by_meaning.between(text, text) for text in ("close the window", "", "...", "한국")] == [1, 1, 1, 1]
    assert by_meaning.between("", "...") == 0


def test_the_threshold_decides(by_meaning: Similarity) -> None:
    pair = ("close the window", "shut the window")
    likeness = by_meaning.between(*pair)
    assert DEFAULT_THRESHOLD < likeness < 1
    assert by_meaning.matches(*pair, likeness)
    assert not by_meaning.matches(*pair, likeness + 0.001)


def test_a_text_that_the_model_cannot_take_whole_does_not_match(by_meaning: Similarity) -> None:
    filler = normal_form("the garden behind the old house is full of flowers " * 30)
    assert by_meaning.between(f"{filler} close the window", f"{filler} shut the window") == 0


def test_the_name_says_which_model_and_that_it_is_guarded(by_meaning: Similarity) -> None:
    assert by_meaning.name == "all-MiniLM-L6-v2 int8 (guarded)"


def test_the_cut_of_the_calibration_is_the_default_threshold_of_the_language() -> None:
    assert rescaled(ALIKE, ALIKE) == DEFAULT_THRESHOLD
    assert [rescaled(end, ALIKE) for end in (-1.0, 0.0, 1.0)] == [0, 0, 1]
    scores = [rescaled(step / 100, ALIKE) for step in range(101)]
    assert scores == sorted(scores)


def test_a_word_without_a_counterpart_is_the_weakest() -> None:
    get, buy, eggs = array("f", [1.0, 0.0]), array("f", [0.8, 0.6]), array("f", [0.0, 1.0])
    assert weakest_counterpart([get], [buy]) == pytest.approx(0.8)
    assert weakest_counterpart([get, eggs], [get]) == weakest_counterpart([get], [get, eggs]) == 0


def test_cosines_by_hand() -> None:
    assert cosine([3.0, 4.0], [4.0, 3.0]) == pytest.approx(0.96)
    assert cosine([0.0, 0.0], [1.0, 0.0]) == 0


def test_the_model_is_loaded_at_the_first_pair_that_needs_it(
    by_meaning: Similarity, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: bytes) -> None:
        raise AssertionError("the model was loaded")

    monkeypatch.setattr(encoder, "open_session", refuse)
    fresh = embeddings()
    assert fresh.matches("call my mom", "call mum", DEFAULT_THRESHOLD)
    assert not fresh.matches("call anna", "call anne", DEFAULT_THRESHOLD)
    with pytest.raises(AssertionError, match="the model was loaded"):
        fresh.between("close the window", "shut the window")


def test_no_more_texts_are_remembered_than_asked_for(by_meaning: Similarity, monkeypatch: pytest.MonkeyPatch) -> None:
    caches: list[Cache[tuple[str, ...], object]] = []

    class Watched(Cache[tuple[str, ...], object]):
        def __init__(self, function: Callable[[tuple[str, ...]], object], size: int) -> None:
            super().__init__(function, size)
            caches.append(self)

    monkeypatch.setattr(module, "Cache", Watched)
    similarity = embeddings(cache_size=3)
    for wanted, found in MEAN_THE_SAME:
        similarity.between(wanted, found)
    assert [len(cache) for cache in caches] == [3]
