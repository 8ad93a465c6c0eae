import json
from dataclasses import replace

import pytest
from hypothesis import given

from device.strategies import file_events, parts, traces
from handrail.device.document import Node, parse_document
from handrail.device.trace import (
    NOTHING_CHANGED,
    Changed,
    ClipboardChange,
    FileEvent,
    FileEventKind,
    NotObserved,
    Part,
    SystemTrace,
    Unchanged,
    nothing_observed,
    one_after_the_other,
)
from handrail.device.trace_json import FIRST_HASH, read_hash, read_trace, write_trace
from handrail.error import UnreadableInput


def state(text: str) -> Node:
    return parse_document(text.encode(), "state.json")


@given(traces)
def test_a_trace_comes_back_as_it_was_written(trace: SystemTrace) -> None:
    written = json.dumps(write_trace(trace))
    assert read_trace(state(written)) == trace


@given(parts(file_events).map(lambda files: replace(NOTHING_CHANGED, files=files)))
def test_the_hash_moves_exactly_when_files_are_seen_to_change(trace: SystemTrace) -> None:
    after = read_hash(state(json.dumps(write_trace(trace, FIRST_HASH))))
    assert (after != FIRST_HASH) == isinstance(trace.files, Changed)


@given(parts(file_events), parts(file_events))
def test_what_was_seen_to_change_outlives_a_gap_and_a_gap_outlives_stillness(
    first: Part[FileEvent], second: Part[FileEvent]
) -> None:
    both = one_after_the_other(replace(NOTHING_CHANGED, files=first), replace(NOTHING_CHANGED, files=second))
    assert replace(both, files=Unchanged()) == NOTHING_CHANGED
    match first, second:
        case Changed(a), Changed(b):
            assert both.files == Changed(a + b)
        case (Changed() as known, _) | (_, Changed() as known):
            assert both.files == known
        case Unchanged(), Unchanged():
            assert both.files == Unchanged()
        case _:
            assert isinstance(both.files, NotObserved)


def test_nothing_after_nothing_is_nothing() -> None:
    assert one_after_the_other(NOTHING_CHANGED, NOTHING_CHANGED) == NOTHING_CHANGED
    unknown = nothing_observed("the phone was away")
    assert one_after_the_other(unknown, NOTHING_CHANGED) == unknown


def test_a_part_that_an_older_recording_leaves_out_is_not_observed() -> None:
    trace = read_trace(state('{"fs": {"hash": "a"}, "screen": {"text": ""}}'))
    assert set(trace.not_observed()) == {"files", "permissions", "packages", "settings", "network", "clipboard"}


@pytest.mark.parametrize(
    ("fs", "before", "expected"),
    [
        ('{"hash": "a"}', None, NotObserved("nothing was recorded before the first step")),
        ('{"hash": "a"}', "a", Unchanged()),
        (
            '{"hash": "b"}',
            "a",
            NotObserved("only a hash was recorded; it changed, and what changed is not known"),
        ),
        ('{"hash": "a", "events": [], "observed": true}', "a", Unchanged()),
        ('{"hash": "a", "events": [], "observed": false}', "a", NotObserved("the recorder marks it as not observed")),
        (
            '{"hash": "b", "events": [{"op": "create", "path": "/x"}], "observed": true}',
            "a",
            Changed((FileEvent(FileEventKind.CREATED, "/x"),)),
        ),
    ],
)
def test_what_is_known_of_the_files(fs: str, before: str | None, expected: object) -> None:
    assert read_trace(state(f'{{"fs": {fs}}}'), before).files == expected


def test_one_clipboard_object_is_a_list_of_one() -> None:
    trace = read_trace(state('{"fs": {"hash": "a"}, "clipboard": {"package": "com.bank", "text": "4711"}}'))
    assert trace.clipboard == Changed((ClipboardChange("4711", "com.bank"),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"screen": {}}', "state.json:1:1: the field `fs` is missing"),
        (
            '{"fs": {"hash": "a",\n "events": [{"op": "create", "path": "/a"}, {"op": "crush", "path": "/b"}]}}',
            "state.json:2:52: fs.events[1].op: `crush` is none of create, modify, delete",
        ),
        ('{"fs": {"hash": 3}}', "state.json:1:17: fs.hash: the number 3 where text was expected"),
        (
            '{"fs": {"hash": "a"}, "network": {"package": "p"}}',
            "state.json:1:34: network: the field `host` is missing",
        ),
        ('{"fs": {"hash": "a"}, "settings": "x"}', 'settings: the text "x" where a list was expected'),
        ('{"fs": {"hash": "a", "hash": "b"}}', '"hash" stands twice in one object'),
        ('{"fs": NaN}', "NaN is not JSON"),
        ('{"fs": ', "state.json:1:8: Expecting value; this is not JSON"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_an_error_names_file_line_and_place(text: str, message: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_trace(state(text))
    assert message in str(caught.value)


def test_bytes_that_are_not_utf8_are_named_with_their_line() -> None:
    with pytest.raises(UnreadableInput, match=r"state\.json: byte 2 \(line 2\) is not UTF-8"):
        parse_document(b"{\n\xff", "state.json")
