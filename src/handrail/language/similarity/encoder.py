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


class Encoder:
    """The model, loaded at the first text (0.3 s); then about 4 ms for a short text."""

    def __init__(self) -> None:
        self._session: Any = None
        self._lock = Lock()

    def word_vectors(self, words: tuple[str, ...]) -> tuple[Vector, ...] | None:
        """A vector for each word, the mean of its pieces in this text; none for a text longer than the model takes.

        One text a run, never a batch: what a text gives must not depend on what else was asked.
        """
        text = cut(words)
        if len(text.numbers) > MOST_PIECES:
            return None
        rows_of: list[list[list[float]]] = [[] for _ in words]
        for row, word in zip(self.rows(text.numbers), text.word_of, strict=True):
            if word is not None:
                rows_of[word].append(row)
        return tuple(map(mean, rows_of))

    def rows(self, numbers: Sequence[int]) -> list[list[float]]:
        """What the model answers to a text of pieces: a row of 384 numbers for each."""
        with self._lock:
            if self._session is None:
                self._session = open_session(read(WEIGHTS))
        numpy = import_module("numpy")
        inputs = numpy.array([numbers], dtype=numpy.int64)
        ones, zeros = numpy.ones_like(inputs), numpy.zeros_like(inputs)
        feed = {"input_ids": inputs, "attention_mask": ones, "token_type_ids": zeros}
        rows: list[list[float]] = self._session.run(None, feed)[0][0].tolist()
        return rows


def open_session(weights: bytes) -> Any:
    """A session of the runtime: one thread, CPU, so that the same text always gives the same numbers."""
    runtime = import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return runtime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def mean(vectors: Sequence[Sequence[float]]) -> Vector:
    """The vector in the middle of some."""
    if len(vectors) == 1:  # most words are of one piece
        return array("f", vectors[0])
    count = len(vectors)
    return array("f", [total / count for total in map(sum, zip(*vectors, strict=True))])
