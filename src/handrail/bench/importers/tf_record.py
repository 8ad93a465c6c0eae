"""TFRecord files, compressed with gzip, of `tf.Example`: a flat object whose fields are lists of bytes or numbers.

No TensorFlow is needed. A record is its length, the length's checksum, the data and the data's checksum. The first is
checked; the second is not computed when reading, as gzip keeps a checksum over the same bytes, and that is checked.
Source: tensorflow.org/tutorials/load_data/tfrecord, and example.proto and feature.proto beside TensorFlow's core.
"""

import gzip
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NoReturn, TypeAlias

from handrail.bench.importers.protocol_buffer import (
    Message,
    decoded,
    packed_floats,
    packed_wholes,
    read_message,
    written_field,
)
from handrail.error import UnreadableInput
from handrail.strict_json import open_file, shown_path

LARGEST_RECORD = 512 * 1024 * 1024
_GZIP_START = b"\x1f\x8b"
_POLYNOMIAL = 0x82F63B78
"""Castagnoli's, from the lowest bit: CRC-32C."""
_MASK = 0xA282EAD8

Feature: TypeAlias = list[bytes] | list[float] | list[int]


@dataclass(frozen=True, slots=True)
class Example:
    """A `tf.Example`, with the place for complaints; a field is asked for by what it is."""

    place: str
    features: Mapping[str, Message]

    def fail(self, name: str, found: str) -> NoReturn:
        """Raise `UnreadableInput` about a field."""
        raise UnreadableInput(f"{self.place}: {name}: {found}")

    def pieces(self, name: str) -> list[memoryview]:
        """A list of bytes; empty where the field is not there."""
        return [part for inner in self._list(name, 1, "bytes") for part in inner.parts(1)]

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        return [decoded(part, f"{self.place}: {name}") for part in self.pieces(name)]

    def floats(self, name: str) -> list[float]:
        """A list of numbers."""
        return [number for inner in self._list(name, 2, "numbers") for number in inner.floats(1)]

    def wholes(self, name: str) -> list[int]:
        """A list of whole numbers."""
        return [number for inner in self._list(name, 3, "whole numbers") for number in inner.wholes(1)]

    def text(self, name: str) -> str:
        """The one text of a field."""
        texts = self.texts(name)
        if len(texts) != 1:
            self.fail(name, f"{len(texts)} texts where one was expected")
        return texts[0]

    def whole(self, name: str, least: int = 0) -> int:
        """The one whole number of a field."""
        numbers = self.wholes(name)
        if len(numbers) != 1:
            self.fail(name, f"{len(numbers)} whole numbers where one was expected")
        if numbers[0] < least:
            self.fail(name, f"{numbers[0]} is too small; the least is {least}")
        return numbers[0]

    def _list(self, name: str, kind: int, said: str) -> list[Message]:
        feature = self.features.get(name)
        if feature is None or not feature.fields:
            return []
        if set(feature.fields) != {kind}:
            self.fail(name, f"something else where {said} were expected")
        return feature.messages(kind, f"{self.place}: {name}")


def read_examples(path: Path) -> Iterator[Example]:
    """The examples of a file, one after the other. Raises `UnreadableInput` with file and record, counted from 1."""
    for number, content in enumerate(read_records(path), 1):
        place = f"{shown_path(path)}: record {number}"
        features: dict[str, Message] = {}
        for message in read_message(content, place).messages(1, place):
            for entry in message.messages(1, place):
                [*_, value] = entry.messages(2, place) or [Message(place, {})]
                features[entry.text(1)] = value
        if not features:
            raise UnreadableInput(f"{place}: no field in it; this is no tf.Example")
        yield Example(place, features)


def is_compressed(path: Path) -> bool:
    """Whether a file begins as gzip does; raises `UnreadableInput` where it cannot be opened."""
    try:
        with open_file(path) as file:
            return file.read(2) == _GZIP_START
    except OSError as error:
        raise UnreadableInput(f"{shown_path(path)}: {error.strerror or error}; name a file or a folder") from error


def read_records(path: Path) -> Iterator[bytes]:
    """The records of a gzip file. Raises `UnreadableInput`."""
    name = shown_path(path)
    if not is_compressed(path):
        raise UnreadableInput(f"{name}: not compressed with gzip, as the original's TFRecord files are")
    try:
        with open_file(path) as file, gzip.GzipFile(fileobj=file) as content:
            number = 0
            while head := content.read(12):
                number += 1
                yield _record(content, head, f"{name}: record {number}")
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableInput(f"{name}: {getattr(error, 'strerror', None) or error}; the file is broken") from error


def _record(content: gzip.GzipFile, head: bytes, place: str) -> bytes:
    if len(head) < 12:
        raise UnreadableInput(f"{place}: it ends within its length; the rest is missing")
    length, checksum = struct.unpack("<QI", head)
    if checksum != masked_checksum(head[:8]):
        raise UnreadableInput(f"{place}: its length does not have the checksum behind it; this is no TFRecord file")
    if length > LARGEST_RECORD:
        raise UnreadableInput(f"{place}: {length:,} bytes; at most {LARGEST_RECORD:,} are read of one")
    data = content.read(length + 4)
    if len(data) < length + 4:
        raise UnreadableInput(
            f"{place}: {length:,} bytes and a checksum are announced, and {len(data):,} bytes are there"
        )
    return data[:-4]


def write_examples(path: Path, examples: Iterable[Mapping[str, Feature]]) -> None:
    """Write a file of examples; the same ones give the same bytes."""
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as content:
        for example in examples:
            entries = (written_field(1, name) + written_field(2, _feature(example[name])) for name in sorted(example))
            data = written_field(1, b"".join(written_field(1, entry) for entry in entries))
            length = struct.pack("<Q", len(data))
            content.write(length + struct.pack("<I", masked_checksum(length)))
            content.write(data)
            content.write(struct.pack("<I", masked_checksum(data)))


def _feature(values: Feature) -> bytes:
    if not values:
        return b""  # a list of nothing, of no kind
    if all(isinstance(value, bytes) for value in values):
        return written_field(1, b"".join(written_field(1, value) for value in values if isinstance(value, bytes)))
    if any(isinstance(value, float) for value in values):
        return written_field(2, written_field(1, packed_floats([float(value) for value in values])))
    return written_field(3, written_field(1, packed_wholes(int(value) for value in values)))


def masked_checksum(content: bytes) -> int:
    """CRC-32C, turned by 15 bits and moved on, as TFRecord has it so that a checksum of checksums is none."""
    checksum = crc_32c(content)
    return ((checksum >> 15 | checksum << 17) + _MASK) & 0xFFFFFFFF


def crc_32c(content: bytes) -> int:
    """The checksum of bytes: some megabytes a second, as it is computed here."""
    first, two, three, four = _tables()
    checksum, in_fours = 0xFFFFFFFF, len(content) // 4 * 4
    for (word,) in struct.iter_unpack("<I", memoryview(content)[:in_fours]):
        checksum ^= word
        checksum = four[checksum & 255] ^ three[checksum >> 8 & 255] ^ two[checksum >> 16 & 255] ^ first[checksum >> 24]
    for byte in content[in_fours:]:
        checksum = first[(checksum ^ byte) & 255] ^ checksum >> 8
    return checksum ^ 0xFFFFFFFF


@cache
def _tables() -> tuple[list[int], ...]:
    """What a byte makes of a checksum when it is the last one, and when one, two and three more are behind it."""
    first = []
    for number in range(256):
        for _ in range(8):
            number = number >> 1 ^ (_POLYNOMIAL if number & 1 else 0)
        first.append(number)
    tables = [first]
    while len(tables) < 4:
        tables.append([first[value & 255] ^ value >> 8 for value in tables[-1]])
    return tuple(tables)
