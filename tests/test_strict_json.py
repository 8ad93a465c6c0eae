"""JSON as Handrail reads it: numbers exact, names unique, nothing that JSON does not have."""

import json
import os
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.error import UnreadableInput
from handrail.strict_json import DEEPEST_JSON, LARGEST_FILE, read_json, read_json_file


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.1", Decimal("0.1")),
        ("-0.0", Decimal("-0.0")),
        ("1.10", Decimal("1.10")),
        ("1e400", Decimal("1e400")),
        ("-1E-400", Decimal("-1e-400")),
        ("9007199254740993", Decimal(9007199254740993)),
        ("0.1000000000000000055511151231257827", Decimal("0.1000000000000000055511151231257827")),
        pytest.param("9" * 10_000, Decimal("9" * 10_000), id="10,000 digits"),
    ],
)
def test_numbers_are_read_exactly(text: str, number: Decimal) -> None:
    read = read_json(text)
    assert isinstance(read, Decimal)
    assert str(read) == str(number)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("true", True),
        ('"\\u00e4\\ud83d\\ude00"', "ä😀"),
        (' {"a": [1, {"b": ""}]} \n', {"a": [Decimal(1), {"b": ""}]}),
        ("\ufeff[]", []),
        (b"\xef\xbb\xbf[]", []),
        ('{"": 1, " ": 2}', {"": Decimal(1), " ": Decimal(2)}),
    ],
)
def test_everything_else_is_read_as_usual(text: str | bytes, value: Any) -> None:
    assert read_json(text) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "f.json:1:1"),
        ("[1,]", "f.json:1:"),
        ('{"a": 1,\n "b" 2}', "f.json:2:6"),
        ("[1] [2]", "f.json:1:5"),
        ("NaN", "NaN is not JSON"),
        ("[-Infinity]", "-Infinity is not JSON"),
        ("01", "f.json:1:2"),
        ('"a\nb"', "f.json:1:3"),
        ("1e99999999999999999999", "beyond what decimals hold"),
        ('{"a": 1, "a": 1}', '"a" stands twice'),
        ('[{"x": {"b": 1, "\\u0062": 2}}]', '"b" stands twice'),
        pytest.param("[" * 100_000, "nested too deeply", id="deep lists"),
        pytest.param('{"a":' * 100_000 + "1" + "}" * 100_000, "nested too deeply", id="deep objects"),
        (b"\xff", "byte 0 (line 1) is not UTF-8"),
        (b'"\n\n\xc3', "byte 3 (line 3) is not UTF-8"),
        (b'"\xed\xa0\x80"', "is not UTF-8"),
    ],
)
def test_what_is_not_json_is_refused_with_the_place(text: str | bytes, words: str) -> None:
    with pytest.raises(UnreadableInput) as raised:
        read_json(text, "f.json")
    assert words in str(raised.value)
    assert str(raised.value).startswith("f.json")


values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=8,
)


@given(values)
@settings(max_examples=settings().max_examples // 4)
def test_what_python_writes_is_read_as_the_same_value(value: Any) -> None:
    text = json.dumps(value)
    assert read_json(text) == json.loads(text, parse_float=Decimal)


@given(st.one_of(st.binary(), st.text(st.sampled_from('{}[]",:0123456789eE+-.truefalsn \\u\n'), max_size=20)))
@settings(max_examples=settings().max_examples // 2)
def test_nothing_but_a_refusal_comes_of_a_broken_document(content: bytes | str) -> None:
    with suppress(UnreadableInput):
        read_json(content)


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes('{"ä": 0.1}'.encode())
    assert read_json_file(path) == {"ä": Decimal("0.1")}


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)  # a hole: nothing is written
    with pytest.raises(UnreadableInput, match=f"{LARGEST_FILE + 1:,} bytes"):
        read_json_file(path)


def test_what_is_not_a_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, told in (
        (tmp_path, "Is a directory"),
        (tmp_path / "pipe", "a pipe, not a file"),
        (Path("/dev/zero"), "a device, not a file"),
        (Path("/dev/null"), "a device, not a file"),
        (tmp_path / ("x" * 5000), "File name too long"),
        (tmp_path / "a\0b", "no file can be called so"),
    ):
        with pytest.raises(UnreadableInput) as raised:
            read_json_file(path)
        assert told in str(raised.value)
        assert len(str(raised.value)) < 600


def test_a_document_is_as_deep_as_documents_are(tmp_path: Path) -> None:
    brackets_in_texts = json.dumps(["[" * 500, '\\"{{{' * 500, {"a": "]"}])
    assert read_json(brackets_in_texts) == json.loads(brackets_in_texts)
    deep = "[" * DEEPEST_JSON + "]" * DEEPEST_JSON
    read_json(deep)
    read_json(f"[{','.join([deep[1:-1]] * 100)}]")
    for text in (f"[{deep}]", '{"a":' + deep + "}", '["\\"",' + deep + "]"):
        with pytest.raises(UnreadableInput, match="nested too deeply"):
            read_json(text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"x\.json: No such file"):
        read_json_file(tmp_path / "x.json")
