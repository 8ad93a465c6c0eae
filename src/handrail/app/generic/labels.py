"""What things are called: the words on them, in them, beside them or above them; last, the name in a resource id."""

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping

from handrail.app.generic.parts import LONGEST_TEXT, Part
from handrail.app.generic.widget import id_of
from handrail.app.screen_tree import ROOT, BoundsLike, ScreenIndex

_PARTS_OF_A_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_TECHNICAL = frozenset(
    {"input", "field", "edit", "text", "et", "view", "box", "widget", "layout", "container", "btn", "button", "iv",
     "img", "image", "icon", "ic", "tv", "txt", "id", "fab", "action", "menu", "item"}
)  # fmt: skip
NEAR = 1.5
"""How far above a field its label may stand, in heights of the field."""

MOST_CAPTIONS = 64
"""So many texts before and behind a field, in document order, are looked at: the cost stays linear in the screen."""


def words_of_id(resource_id: str) -> str:
    """A resource id as words, without what only says that it is a widget: `recipient_text_view` is `recipient`."""
    words = [word.casefold() for word in _PARTS_OF_A_NAME.findall(id_of(resource_id))]
    return " ".join([word for word in words if word not in _TECHNICAL] or words)


class Labels:
    """The words on a screen. `words` are the places, the text, and whether it is one (else a description)."""

    def __init__(self, index: ScreenIndex) -> None:
        self._index = index
        self.words: list[tuple[int, str, bool]] = []
        self.fields: list[int] = []
        self._places: list[int] = []
        self._captions: list[tuple[int, BoundsLike, str]] = []
        self._captioned: list[int] = []

    def settle(self) -> None:
        """What could name a field: words that take no touch themselves. Called once all words are known."""
        index = self._index
        self._captions = [
            (number, index.nodes[number].bounds, text)
            for number, text, is_text in self.words
            if is_text and not index.nodes[number].clickable and index.ends[number] == number + 1
        ]
        self._captioned = [number for number, _, _ in self._captions]

    def below(self, number: int) -> list[tuple[int, str, bool]]:
        """The words on an element and in it, in document order."""
        if len(self._places) < len(self.words):
            self._places = [place for place, _, _ in self.words]
        end = self._index.ends[number]
        return self.words[bisect_left(self._places, number) : bisect_left(self._places, end)]

    def texts(self, number: int, without: Container[int] = ()) -> tuple[str, ...]:
        """The texts on an element and in it; what is only described counts where there is no text at all."""
        found = [(text, is_text) for place, text, is_text in self.below(number) if place not in without]
        texts = [text for text, is_text in found if is_text] or [text for text, _ in found]
        lines = (line for text in texts for line in text[:LONGEST_TEXT].split("\n"))
        return tuple(dict.fromkeys(line for line in lines if line.strip()))

    def of(self, number: int) -> str:
        """What an element is called by its own words: its text, its description, the words in it."""
        element = self._index.nodes[number]
        return (element.text or element.description or " ".join(self.texts(number)))[:LONGEST_TEXT]

    def of_field(self, number: int) -> str:
        """What a text field is called.

        First what the field says of itself: its hint, which stays when something is typed, then its description. Then
        what people go by, the words to its left or above it. A resource id is for programmers, and comes last.
        """
        element = self._index.nodes[number]
        own = element.hint or element.description
        return (own or self.beside(number) or words_of_id(element.resource_id))[:LONGEST_TEXT]

    def is_name_of(self, number: int) -> bool:
        """Whether what stands in a field is only its name: older phones do not tell a hint from a text."""
        element = self._index.nodes[number]
        shown = element.text.casefold().strip(" .…:*")
        known = {text.casefold().strip(" .…:*") for text in (element.description, self.beside(number))}
        name = words_of_id(element.resource_id)
        return shown in known or (bool(name) and set(shown.split()) == set(name.split()))

    def beside(self, number: int) -> str:
        """The words to the left of an element, else those right above it."""
        index = self._index
        box, window = index.nodes[number].bounds, self._window(number)
        height = box.bottom - box.top
        if height <= 0:
            return ""
        left: tuple[int, str] | None = None
        above: tuple[int, str] | None = None
        middle = bisect_left(self._captioned, number)
        for place, other, text in self._captions[max(0, middle - MOST_CAPTIONS) : middle + MOST_CAPTIONS]:
            if number <= place < index.ends[number]:
                continue
            if other.right <= box.left and min(box.bottom, other.bottom) - max(box.top, other.top) > height // 3:
                distance = box.left - other.right
                if (left is None or distance < left[0]) and self._window(place) == window:
                    left = distance, text
            elif other.bottom <= box.top and other.left < box.right and other.right > box.left:
                distance = box.top - other.bottom
                nearer = distance <= NEAR * height and (above is None or distance < above[0])
                if nearer and self._window(place) == window:
                    above = distance, text
        best = left or above
        return best[1] if best is not None else ""

    def loose(self, parts: Mapping[int, Part]) -> Iterator[tuple[int, str]]:
        """The words that stand on the page itself, and on nothing that takes a touch or is a row."""
        index = self._index
        end = -1
        for number, text, is_text in self.words:
            if number < end:
                continue
            around = number
            while around != ROOT and around not in parts:
                around = index.parents[around]
            if around != ROOT:
                end = index.ends[around]
            elif is_text:
                yield number, text

    def _window(self, number: int) -> int:
        while self._index.parents[number] != ROOT:
            number = self._index.parents[number]
        return number
