"""The wire format of protocol buffers, read strictly and written: fields by number, without a compiled schema.

Whoever asks says what a field is; one that is something else is refused, one that nobody asks for is passed over, as
every reader of the format does. Source: protobuf.dev/programming-guides/encoding.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from handrail.error import UnreadableInput

Value: TypeAlias = int | memoryview
"""A number, or the bytes of whatever else."""

_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5
_FIXED: Mapping[int, int] = {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}
_LONGEST_VARINT = 10
_NUMBERS = 1 << 64


@dataclass(frozen=True, slots=True)
class Message:
    """A message: what stands under each number, in the order in which it stands. `name` is for complaints."""

    name: str
    fields: Mapping[int, Sequence[tuple[int, Value]]]

    def whole(self, number: int) -> int:
        """A signed whole number; 0 where it is not there, as the format has it."""
        numbers = self.wholes(number)
        return numbers[-1] if numbers else 0

    def flag(self, number: int) -> bool:
        """True or false; false where it is not there."""
        return self.whole(number) != 0

    def text(self, number: int) -> str:
        """A text; the empty one where it is not there."""
        parts = self.parts(number)
        return decoded(parts[-1], f"{self.name}: field {number}") if parts else ""

    def parts(self, number: int) -> list[memoryview]:
        """The bytes that stand under the number, each time that it stands there."""
        found = self.fields.get(number, ())
        if not all(wire == _BYTES for wire, _ in found):
            raise UnreadableInput(f"{self.name}: field {number}: a number where text, bytes or a message was expected")
        return [value for _, value in found if isinstance(value, memoryview)]

    def messages(self, number: int, name: str) -> list["Message"]:
        """The messages that stand under the number."""
        return [read_message(part, name) for part in self.parts(number)]

    def wholes(self, number: int) -> list[int]:
        """Signed whole numbers, packed or one by one."""
        numbers: list[int] = []
        for wire, value in self.fields.get(number, ()):
            if isinstance(value, int):
                numbers.append(_signed(value))
            elif wire == _BYTES:
                numbers += _packed(value, self.name)
            else:
                raise UnreadableInput(f"{self.name}: field {number}: a fixed number where a whole one was expected")
        return numbers

    def floats(self, number: int) -> list[float]:
        """Numbers of four bytes, packed or one by one."""
        numbers: list[float] = []
        for wire, value in self.fields.get(number, ()):
            if isinstance(value, int) or wire == _EIGHT_BYTES or len(value) % 4:
                raise UnreadableInput(f"{self.name}: field {number}: not numbers of four bytes")
            numbers += struct.unpack(f"<{len(value) // 4}f", value)
        return numbers


def read_message(content: bytes | memoryview, name: str) -> Message:
    """The fields of a message. Raises `UnreadableInput` where the bytes are none."""
    fields: dict[int, list[tuple[int, Value]]] = {}
    view, place = memoryview(content), 0
    while place < len(view):
        key, place = _varint(view, place, name)
        number, wire = key >> 3, key & 7
        if number == 0:
            raise UnreadableInput(f"{name}: a field with the number 0 at byte {place}; this is no protocol buffer")
        if wire == _VARINT:
            value, place = _varint(view, place, name)
            fields.setdefault(number, []).append((wire, value))
            continue
        if wire == _BYTES:
            length, place = _varint(view, place, name)
        elif wire in _FIXED:
            length = _FIXED[wire]
        else:
            raise UnreadableInput(f"{name}: field {number} is of the unknown kind {wire}; this is no protocol buffer")
        if length > len(view) - place:
            raise UnreadableInput(f"{name}: field {number} has {length} bytes, and {len(view) - place} are left")
        fields.setdefault(number, []).append((wire, view[place : place + length]))
        place += length
    return Message(name, fields)


def decoded(content: memoryview | bytes, place: str) -> str:
    """UTF-8 as text; raises `UnreadableInput`."""
    try:
        return bytes(content).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"{place}: byte {error.start} is not UTF-8") from None


def _packed(content: memoryview, name: str) -> list[int]:
    numbers, place = [], 0
    while place < len(content):
        value, place = _varint(content, place, name)
        numbers.append(_signed(value))
    return numbers


def _varint(view: memoryview, place: int, name: str) -> tuple[int, int]:
    value = 0
    for count in range(_LONGEST_VARINT):
        if place + count >= len(view):
            raise UnreadableInput(f"{name}: it ends within a number; the rest is missing")
        byte = view[place + count]
        value |= (byte & 0x7F) << (7 * count)
        if byte < 0x80:
            if value >= _NUMBERS:
                break
            return value, place + count + 1
    raise UnreadableInput(f"{name}: a number of more than 64 bits at byte {place}; this is no protocol buffer")


def _signed(value: int) -> int:
    return value - _NUMBERS if value >= _NUMBERS >> 1 else value


def written_field(number: int, value: bool | int | str | bytes) -> bytes:
    """A field as it is written: a whole number, or text, bytes or a message behind their length."""
    if isinstance(value, int):
        return _written_varint(number << 3 | _VARINT) + _written_varint(int(value) % _NUMBERS)
    content = value.encode("utf-8", "replace") if isinstance(value, str) else value
    return _written_varint(number << 3 | _BYTES) + _written_varint(len(content)) + content


def packed_wholes(numbers: Iterable[int]) -> bytes:
    """Whole numbers, packed."""
    return b"".join(_written_varint(number % _NUMBERS) for number in numbers)


def packed_floats(numbers: Sequence[float]) -> bytes:
    """Numbers of four bytes, packed."""
    return struct.pack(f"<{len(numbers)}f", *numbers)


def _written_varint(value: int) -> bytes:
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)
