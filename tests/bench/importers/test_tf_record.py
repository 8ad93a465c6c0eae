"""TFRecord files of examples: what Google's library writes is read, and the other way round; nothing else passes."""

import gzip
import struct
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.importers.buffers import EXAMPLE, message
from handrail.bench.importers.protocol_buffer import read_message
from handrail.bench.importers.tf_record import (
    Feature,
    crc_32c,
    masked_checksum,
    read_examples,
    read_records,
    write_examples,
)
from handrail.error import UnreadableInput

TOO_LONG = struct.pack("<Q", 2**40)
"""How a record begins that would be a thousand thousand million bytes long."""
FLOATS = st.floats(width=32, allow_nan=False)
FEATURES: st.SearchStrategy[Feature] = st.one_of(
    st.lists(st.binary(max_size=9), max_size=4),
    st.lists(FLOATS, max_size=4),
    st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4),
)
packed = partial(gzip.compress, mtime=0)  # part of a test's name, which must not depend on when it was collected
RECORD: dict[str, Feature] = {"a": [b"x"], "b": [1.5], "c": [-7]}


def by_google(features: dict[str, Feature]) -> Any:
    made = message(EXAMPLE, "Example")()
    for name, values in features.items():
        entry = made.features.feature.add(key=name)
        kinds = {bytes: "bytes_list", float: "float_list", int: "int64_list"}
        entry.value.SetInParent()
        if values:
            getattr(entry.value, kinds[type(values[0])]).value.extend(values)
    return made


def framed(*records: bytes) -> bytes:
    parts = []
    for record in records:
        length = struct.pack("<Q", len(record))
        parts += [length, struct.pack("<I", masked_checksum(length)), record]
        parts += [struct.pack("<I", masked_checksum(record))]
    return b"".join(parts)


@settings(max_examples=40)
@given(st.dictionaries(st.text(max_size=5), FEATURES, min_size=1, max_size=4))
def test_google_reads_what_is_written_and_writes_what_is_read(features: dict[str, Feature]) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "records"
        write_examples(file, [features])
        [record] = read_records(file)
        read = message(EXAMPLE, "Example").FromString(record)
        assert read.features.feature == sorted(by_google(features).features.feature, key=lambda entry: str(entry.key))
        file.write_bytes(gzip.compress(framed(by_google(features).SerializeToString()), 1))
        [example] = read_examples(file)
    for name, values in features.items():
        match values[:1]:
            case [bytes()]:
                assert [bytes(piece) for piece in example.pieces(name)] == values
            case [float()]:
                assert example.floats(name) == values
            case _:
                assert example.wholes(name) == values


def test_numbers_one_by_one_are_read_like_packed_ones(tmp_path: Path) -> None:
    # Int64List and FloatList as writers without packing have them
    lists = {b"n": b"\x1a\x04\x08\x05\x08\x07", b"f": b"\x12\x05\x0d\x00\x00\x80\x3f"}
    features = b"".join(
        b"\x0a" + bytes([5 + len(numbers)]) + b"\x0a\x01" + name + b"\x12" + bytes([len(numbers)]) + numbers
        for name, numbers in lists.items()
    )
    file = tmp_path / "records"
    file.write_bytes(gzip.compress(framed(b"\x0a" + bytes([len(features)]) + features)))
    [example] = read_examples(file)
    assert (example.wholes("n"), example.floats("f")) == ([5, 7], [1.0])


def test_the_checksum_is_the_published_one() -> None:
    assert crc_32c(b"123456789") == 0xE3069283
    assert [crc_32c(b"\0" * 32), crc_32c(b"\xff" * 32), crc_32c(b"")] == [0x8A9136AA, 0x62A8AB43, 0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"plain", "not compressed with gzip"),
        (packed(framed(by_google(RECORD).SerializeToString()))[:-6], "the file is broken"),
        (packed(framed(by_google(RECORD).SerializeToString()))[:-8] + bytes(8), "the file is broken"),
        (packed(framed(b"\x0a\x00")[:5]), "record 1: it ends within its length"),
        (packed(b"\x01" + framed(b"\x0a\x00")[1:]), "record 1: its length does not have the checksum"),
        (
            packed(framed(b"\x0a\x00")[:-3]),
            "record 1: 2 bytes and a checksum .* 3 bytes are there",
        ),
        (packed(TOO_LONG + struct.pack("<I", masked_checksum(TOO_LONG))), "record 1: .* are read of one"),
        (packed(framed(b"\x0a\x00")), "record 1: no field in it; this is no tf.Example"),
        (packed(framed(b"\x0a\x09")), "record 1: field 1 has 9 bytes, and 0 are left"),
        (packed(framed(b"\x0b")), "field 1 is of the unknown kind 3"),
        (packed(framed(b"\x00\x00")), "a field with the number 0"),
        (packed(framed(b"\xff" * 11)), "a number of more than 64 bits"),
        (packed(framed(b"\x08\x80")), "it ends within a number"),
        (packed(framed(b"\x08\x01")), "field 1: a number where text, bytes or a message was expected"),
    ],
)
def test_what_is_no_such_file_is_refused_with_its_record(content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "records"
    file.write_bytes(content)
    with pytest.raises(UnreadableInput, match=rf"records: .*{said}"):
        list(read_examples(file))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="records: No such file or directory; name a file or a folder"):
        list(read_examples(tmp_path / "records"))


def test_a_field_that_is_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "records"
    write_examples(file, [RECORD | {"two": [1, 2], "odd": [b"\xff"]}])
    [example] = read_examples(file)
    for ask, said in (
        (lambda: example.whole("a"), "a: something else where whole numbers were expected"),
        (lambda: example.text("c"), "c: something else where bytes were expected"),
        (lambda: example.whole("two"), "two: 2 whole numbers where one was expected"),
        (lambda: example.text("gone"), "gone: 0 texts where one was expected"),
        (lambda: example.whole("c"), "c: -7 is too small; the least is 0"),
        (lambda: example.text("odd"), "odd: byte 0 is not UTF-8"),
    ):
        with pytest.raises(UnreadableInput, match=rf"records: record 1: {said}"):
            ask()


@given(st.binary(max_size=60))
def test_no_bytes_bring_the_reader_down(content: bytes) -> None:
    with suppress(UnreadableInput):
        read = read_message(content, "message")
        for number in read.fields:
            for ask in (read.text, read.wholes, read.floats, lambda value: read.messages(value, "inner")):
                with suppress(UnreadableInput):
                    ask(number)
