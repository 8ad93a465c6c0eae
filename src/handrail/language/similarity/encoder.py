"""What the model makes of each word of a text: a vector that depends on the word and on those around it."""

from array import array
from collections.abc import Sequence
from importlib import import_module
from threading import Lock
from typing import Any, TypeAlias

from handrail.language.similarity.model_files import WEIGHTS, read
from handrail.language.similarity.tokenizer import cut

Vector: TypeAlias = "array[float]"

MOST_PIECES = 256  # the model was trained on texts up to this length


class EmbeddingModel:
    """The model, loaded at the first text (0.3 s); then about 4 ms for a short text."""

    def __init__(self) -> None:
        self._session: Any = None
        self._lock = Lock()

    def word_vectors(self, words: tuple[str, ...]) -> tuple[Vector, ...] | None:
        """A vector for each word, the mean of its pieces in this text; None for a text longer than the model takes.

        One text a run, never a batch: what a text gives must not depend on what else was asked.
        """
        text = cut(words)
        if len(text.numbers) > MOST_PIECES:
            return None
        matrix = self._matrix(text.numbers)
        places: list[list[int]] = [[] for _ in words]
        for place, word in enumerate(text.word_of):
            if word is not None:
                places[word].append(place)
        return tuple(mean([matrix[place] for place in place]) for place in places)

    def rows(self, numbers: Sequence[int]) -> list[list[float]]:
        """What the model answers to a text of pieces: a row of 384 numbers for each."""
        rows: list[list[float]] = self._matrix(numbers).tolist()
        return rows

    def _matrix(self, numbers: Sequence[int]) -> Any:
        with self._lock:
            if self._session is None:
                self._session = open_session(read(WEIGHTS))
        numpy = import_module("numpy")
        inputs = numpy.array([numbers], dtype=numpy.int64)
        attention_mask, zeros = numpy.ones_like(inputs), numpy.zeros_like(inputs)
        feed = {"input_ids": inputs, "attention_mask": attention_mask, "token_type_ids": zeros}
        return self._session.run(None, feed)[0][0]


def open_session(weights: bytes) -> Any:
    """A session of the runtime: one thread, CPU, so that the same text always gives the same numbers."""
    runtime = import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return runtime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def mean(vectors: Sequence[Sequence[float]]) -> Vector:
    """The vector in the middle of some; an empty one, of a word without pieces such as a space of no width, is none."""
    numpy = import_module("numpy")
    given = [vector for vector in vectors if len(vector)]
    if not given:
        return array("f")
    total = numpy.array(given[0], dtype=numpy.float64)
    for vector in given[1:]:  # one after the other: the sum of these numbers in this order, on every processor
        total += vector
    return array("f", (total / len(given)).astype(numpy.float32).tobytes())
