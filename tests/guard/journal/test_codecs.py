"""Entries as JSON and back: what is read is what was written, whatever it was."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import jsonschema
import pytest
from hypothesis import event, given, settings

from guard.journal.entries import AT, considered, entries, opened, session
from handrail.app.trigger import Anticipation
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.error import Misuse, UnreadableInput
from handrail.guard.journal.codec import read_record, tag_of, write_record
from handrail.guard.journal.codec.codec import read_moment, show_moment
from handrail.guard.journal.entry import Closed, Entry, Executing, UpdatesJudged
from handrail.guard.journal.line import FORMAT, GENESIS, KINDS, canonical, fault_of, journal_schema, read_line, seal

SAMPLE = Path(__file__).with_name("sample.jsonl")
SCHEMA = jsonschema.Draft202012Validator(journal_schema())


def as_line(entry: Entry, n: int = 1, previous: str = GENESIS) -> bytes:
    return seal(tag_of(type(entry)), write_record(entry), n, previous)[0]


@given(entries)
@settings(max_examples=settings().max_examples // 4)
def test_what_is_read_is_what_was_written(entry: Entry) -> None:
    event(type(entry).__name__)
    line = as_line(entry)
    read = read_line(line[:-1], "line")
    assert read.entry == entry
    assert as_line(read.entry) == line
    assert line.count(b"\n") == 1
    assert fault_of(line[:-1], 1, GENESIS) is None


@given(entries)
@pytest.mark.slow
def test_every_line_is_as_its_schema_says(entry: Entry) -> None:
    SCHEMA.validate(json.loads(as_line(entry)))


@given(entries)
def test_no_line_shows_what_a_terminal_would_act_upon(entry: Entry) -> None:
    shown = as_line(entry).decode()
    assert not set(shown) & set("\x00\x1b\x7f\x9b\u200b\u202e\u2028\ufeff")


def test_a_schema_knows_a_wrong_line() -> None:
    line = json.loads(as_line(session()[3]))
    SCHEMA.validate(line)
    for damage in ({"n": 0}, {"kind": "opened"}, {"hash": "x"}, {"more": 1}, {"entry": {"step": "1"}}):
        with pytest.raises(jsonschema.ValidationError):
            SCHEMA.validate({**line, **damage})


def test_a_journal_of_the_first_version_is_read_for_ever() -> None:
    previous = GENESIS
    seen = set()
    for n, line in enumerate(SAMPLE.read_bytes().splitlines(), 1):
        assert fault_of(line, n, previous) is None
        read = read_line(line, f"sample:{n}")
        seen.add(type(read.entry))
        previous = read.hash
    assert seen == set(KINDS.values()) - {UpdatesJudged}  # which came later


def test_equal_sets_are_equal_lines() -> None:
    names = [f"objective {number}" for number in range(200)]
    orders = (names, names[::-1], sorted(names, key=len))
    assert len({canonical(write_record(Anticipation(commits=frozenset(order)))) for order in orders}) == 1


@pytest.mark.parametrize(
    ("value", "named"),
    [(object(), "object"), (b"1", "bytes"), ({1: 2}, "object"), (2**5_000, "number"), (float, "type")],
)
def test_a_value_that_could_not_be_read_again_is_not_written(value: object, named: str) -> None:
    entry = considered(Action("back"), Update("Transfer", set={"to": value}))
    with pytest.raises(Misuse, match=rf"consideration\.anticipation\.updates\.0\.set\.to: .*{named}"):
        write_record(entry)


def test_lists_and_objects_are_not_nested_without_end() -> None:
    value: object = "Ann"
    for _ in range(100_000):
        value = [value]
    with pytest.raises(Misuse):
        write_record(considered(Action("back"), Update("Transfer", set={"to": value})))


def test_an_action_of_an_unknown_type_is_not_written() -> None:
    with pytest.raises(Misuse, match=r"proposal\.action\.type: one of click"):
        write_record(considered(Action("teleport")))  # type: ignore[arg-type]


def test_a_complaint_about_an_entry_does_not_tell_its_secret() -> None:
    entry = considered(Action("hunter2"))  # type: ignore[arg-type]
    with pytest.raises(Misuse) as complaint:
        write_record(entry)
    assert "hunter2" not in str(complaint.value)


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ({"reason": 1}, "reason: a string belongs here, not a number"),
        ({"finished": "true"}, "finished: a boolean belongs here, not a text"),
        ({"at": "yesterday"}, "at: a date with a time"),
        ({"colour": "red"}, 'unknown field "colour"; a newer Handrail'),
    ],
)
def test_an_entry_that_is_not_what_it_should_be_is_refused(damage: dict[str, Any], complaint: str) -> None:
    record: Any = {**write_record(Closed(AT, True, "finished")), **damage}
    with pytest.raises(UnreadableInput, match=complaint):
        read_record(Closed, record)


def test_a_missing_field_is_refused_unless_it_has_a_default() -> None:
    record = write_record(considered(Action("back")))
    del record["hides_text"]
    assert read_record(KINDS["considered"], record) == considered(Action("back"))
    del record["digest"]
    with pytest.raises(UnreadableInput, match='"digest" is missing'):
        read_record(KINDS["considered"], record)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"[]", "the format is None"),
        (b"{", "not JSON"),
        (b'{"format":"handrail.journal/2"}', "handrail.journal/2"),
        (b'{"format":"handrail.journal/1","kind":["opened"]}', "is no kind of entry"),
        (b'{"format":"handrail.journal/1","kind":"vanished"}', "'vanished' is no kind of entry"),
        (b'{"format":"handrail.journal/1","kind":"closed"}', "entry"),
    ],
)
def test_a_line_of_something_else_is_refused(line: bytes, complaint: str) -> None:
    with pytest.raises(UnreadableInput, match=complaint):
        read_line(line, "journal.jsonl:1")


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2025, 10, 26, 2, 30, tzinfo=ZoneInfo("Europe/Berlin")),
        datetime(2025, 10, 26, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Berlin")),
        datetime(2025, 1, 1, 9, 0, 0, 5, tzinfo=UTC),
        datetime(2025, 1, 1, 9, 0, tzinfo=timezone(timedelta(hours=5, minutes=45))),
        datetime(2025, 1, 1, 9, 0),  # noqa: DTZ001 - naive means local, and is kept so
    ],
)
def test_a_moment_keeps_its_zone(moment: datetime) -> None:
    read = read_moment(show_moment(moment))
    assert read is not None
    assert (read, read.utcoffset(), read.fold) == (moment, moment.utcoffset(), moment.fold)
    assert getattr(read.tzinfo, "key", None) == getattr(moment.tzinfo, "key", None)


@pytest.mark.parametrize(
    "text", ["", "today", "2025-01-01T09:00:00[Europe/Berlin]", "2025-01-01T09:00:00+01:00[Europe"]
)
def test_what_is_no_moment_is_none(text: str) -> None:
    assert read_moment(text) is None


def test_an_unknown_zone_leaves_the_offset() -> None:
    read = read_moment("2025-01-01T09:00:00+01:00[Mars/Olympus]")
    assert read == datetime(2025, 1, 1, 8, 0, tzinfo=UTC)


def test_the_kinds_of_entries_are_part_of_the_format() -> None:
    assert FORMAT == "handrail.journal/1"
    assert list(KINDS) == [
        *("opened", "considered", "asked", "answered", "specification_changed", "decided", "executing", "ran", "saw"),
        *("updates_judged", "resumed", "closed"),
    ]


def test_a_line_names_its_kind() -> None:
    assert json.loads(as_line(Executing(1, AT, "x")))["kind"] == "executing"
    assert json.loads(as_line(opened()))["entry"]["threshold"] == 0.7
