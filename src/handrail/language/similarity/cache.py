"""A bounded memory of what a function said: the answer used longest ago is forgotten first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Remembers at most `size` answers of a pure function; safe to share between threads."""

    def __init__(self, function: Callable[[K], V], size: int) -> None:
        self._function = function
        self._size = size
        self._answers: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __call__(self, key: K) -> V:
        """The remembered answer, or a new one. Two threads may compute the same answer; neither waits for the other."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
        answer = self._function(key)
        with self._lock:
            self._answers[key] = answer
            while len(self._answers) > self._size:
                self._answers.popitem(last=False)
        return answer

    def __len__(self) -> int:
        return len(self._answers)
