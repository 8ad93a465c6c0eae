"""A recorded run decided again: the same where nothing is new, and what changes where something is."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from guard.hand import clock_of, restaurant_phone
from guard.journal.entries import AT, STATES, considered, opened, session
from guard.journal.recorded import record
from guard.journal.sessions import (
    EVENING,
    LATE,
    LATER,
    LOOKING,
    RESTAURANT,
    RIGHT,
    TABLES,
    Story,
    edit,
    no,
    people,
    run,
    stale,
    taps,
    yes,
)
from handrail.app.document import read_app
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.error import Misuse, UnreadableInput
from handrail.guard.decision import Allow, Ask, Block, Source, Warn, reasons_of
from handrail.guard.journal import Journal, Verified, read_journal, verify
from handrail.guard.journal.codec import tag_of, write_record
from handrail.guard.journal.entry import Considered, Decided, Entry, Executing, Opened
from handrail.guard.journal.line import GENESIS, canonical, seal
from handrail.guard.journal.replay import Replay, replay
from handrail.guard.policy import default_policy, read_policy
from handrail.language.diagnostic import SpecificationError
from handrail.language.similarity import Similarity
from handrail.language.specification import Specification
from handrail.strict_json import read_json
from monitor.strategies import Anticipate, Finish, Observe, Script, scripts, specifications, worlds

SESSIONS: dict[str, tuple[Story, dict[str, Any]]] = {
    "right": (taps(*RIGHT), {}),
    "nothing": (taps(finish=False), {}),
    "finish early": (taps(), {}),
    "too soon": (taps("Blue Harbor Grill", "reserve", *RIGHT[1:]), {}),
    "insisted": (LATE, {}),
    "stale": (stale, {}),
    "approved": (taps("Blue Harbor Grill", "reserve"), {"rules": LOOKING, "approver": people(yes)}),
    "rejected": (taps("Blue Harbor Grill", "reserve"), {"rules": LOOKING, "approver": people(no)}),
    "nobody": (taps("Blue Harbor Grill", "reserve"), {"rules": LOOKING}),
    "edited": (taps("Blue Harbor Grill", "reserve"), {"rules": LOOKING, "approver": people(edit)}),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_without_anything_new_every_decision_is_the_same(name: str, tmp_path: Path) -> None:
    story, settings = SESSIONS[name]
    reading = read_journal(run(tmp_path, story, **settings))
    again = replay(reading)
    decided = [entry for entry in reading.entries if isinstance(entry, Decided)]
    assert again.same
    assert again.diverges_at is None
    assert [replayed_step.judged.recorded for replayed_step in again.steps] == decided
    for step, recorded in zip(again.steps, decided, strict=True):
        assert canonical(write_record(step.decision)) == canonical(write_record(recorded.decision))
        assert canonical(write_record(step.proposed)) == canonical(write_record(recorded.proposed))


@given(data=st.data())
@settings(max_examples=settings().max_examples // 4)
def test_any_run_is_decided_again_byte_for_byte(data: st.DataObject) -> None:
    specification = data.draw(specifications(data.draw(worlds())))
    script: Script = data.draw(scripts(specification))
    with TemporaryDirectory() as folder:
        record(Path(folder) / "run", specification, script.steps, script.clock)
        assert isinstance(verify(Path(folder) / "run"), Verified)
        again = replay(read_journal(Path(folder) / "run"))
    for replayed_step in again.steps:
        event(type(replayed_step.recorded).__name__)
    assert [step for step in again.steps if step.changed or step.verdict_changed] == []


def test_other_rules_show_what_changes_and_from_where_the_record_says_no_more(tmp_path: Path) -> None:
    reading = read_journal(run(tmp_path, LATE))
    again = replay(reading, specification=LATER)
    assert [
        (replayed_step.step, type(replayed_step.recorded), type(replayed_step.decision))
        for replayed_step in again.steps
        if replayed_step.otherwise
    ] == [(3, Warn, Allow)]
    assert again.diverges_at == 3
    blocked = again.steps[4]
    assert isinstance(blocked.decision, Block)
    assert blocked.changed
    assert not blocked.otherwise
    assert "should be today" in reasons_of(blocked.decision)[0].text
    assert "19:00" not in reasons_of(blocked.decision)[0].text
    assert replay(reading, specification=EVENING.strip().splitlines()).same


def test_rules_under_which_what_ran_would_not_have_run(tmp_path: Path) -> None:
    reading = read_journal(run(tmp_path, taps(*RIGHT)))
    again = replay(reading, specification="ReserveInfo(people = 4) -> Reserve\nReserve -> Done")
    assert [
        (replayed_step.step, replayed_step.ran, replayed_step.runs)
        for replayed_step in again.steps
        if replayed_step.otherwise
    ] == [
        (6, True, False),
        (7, True, False),  # what was reserved was not what these rules ask for, so the task is not done
    ]


def test_another_policy_shows_what_changes(tmp_path: Path) -> None:
    reading = read_journal(run(tmp_path, taps(*RIGHT)))
    strict = read_policy(TABLES, "mine")
    again = replay(reading, policy=strict)
    assert [
        (replayed_step.step, type(replayed_step.decision)) for replayed_step in again.steps if replayed_step.changed
    ] == [(6, Ask)]
    assert again.diverges_at == 6
    assert {reason.source for reason in reasons_of(again.steps[5].decision)} == {Source.POLICY}
    assert not any(replayed_step.verdict_changed for replayed_step in again.steps)


def test_an_answer_that_was_given_counts_where_a_person_is_asked_again(tmp_path: Path) -> None:
    more = 'RestaurantInfo(kitchen = "Thai") -> Look\n' + LOOKING
    for name, kind in (("approved", Allow), ("rejected", Block)):
        story, settings = SESSIONS[name]
        settings = {**settings, "approver": people(yes if name == "approved" else no)}
        again = replay(read_journal(run(tmp_path / name, story, **settings)), specification=more)
        asked = again.steps[1]
        assert isinstance(asked.proposed, Ask)
        assert isinstance(asked.decision, kind)
        assert any("answer that was given" in remark for remark in again.remarks)


def test_given_rules_stand_instead_of_an_edit(tmp_path: Path) -> None:
    story, settings = SESSIONS["edited"]
    settings = {**settings, "approver": people(edit)}
    again = replay(read_journal(run(tmp_path, story, **settings)), specification=LOOKING)
    assert again.diverges_at == 2
    assert any("changed the specification once" in remark for remark in again.remarks)


CARD, OTHER = "4111 1111 1111 1111", "5500 0055 5555 5559"
PAY = '{"states": {"Pay": {"variables": [{"name": "card", "type": "Text"}, {"name": "code", "type": "Text"}]}}}'


def _pay(folder: Path, shown: str) -> Replay:
    app = read_app(read_json(PAY), "pay")
    specification = Specification.parse(f'Pay(card = "{CARD}", code = "493817") -> Give\nGive -> Done', app)
    steps = (
        Observe((Update("Pay", set={"code": "493817"}),)),
        Anticipate((Update("Pay", set={"card": shown}),)),
        Anticipate((Update("Pay", set={"card": shown}),)),
        Anticipate((Update("Pay", set={"card": shown}),), commits=("Give",)),
    )
    record(folder, specification, steps, AT)
    content = (folder / "journal.jsonl").read_bytes()
    assert CARD.encode() not in content
    assert OTHER.encode() not in content
    assert b"493817" not in content
    return replay(read_journal(folder))


def test_secrets_that_were_taken_out_are_still_equal_and_different(tmp_path: Path) -> None:
    right = _pay(tmp_path / "right", CARD)
    assert right.same
    assert [type(step.decision) for step in right.steps] == [Allow, Allow, Allow]
    wrong = _pay(tmp_path / "wrong", OTHER)
    assert wrong.same
    assert [type(step.decision) for step in wrong.steps] == [Warn, Allow, Block]


def test_what_an_app_calls_otherwise_is_known_to_a_replay(tmp_path: Path) -> None:
    specification = Specification.parse(
        'Transfer(to = "Ann") -> Give\nGive -> Done', read_app(read_json(STATES), "states")
    )
    steps = (
        Observe((Update("Transfer", set={"to": "Ann"}),)),
        Anticipate((Update("Transfer", set={"to": "Ann"}),), commits=("TapGive",)),
        Finish(),
    )
    record(tmp_path, specification, steps, AT, {"TapGive": "Give"})
    again = replay(read_journal(tmp_path))
    assert again.same
    assert [type(replayed_step.decision) for replayed_step in again.steps] == [Allow, Allow]


def _resealed(folder: Path, change: Callable[[Entry], Entry]) -> None:
    """A journal forged with all its hashes made anew."""
    reading = read_journal(folder)
    previous, content = GENESIS, b""
    for n, entry in enumerate(map(change, reading.entries), 1):
        line, previous = seal(tag_of(type(entry)), write_record(entry), n, previous)
        content += line
    (folder / "journal.jsonl").write_bytes(content)
    assert isinstance(verify(folder), Verified)


def test_a_forged_decision_does_not_replay(tmp_path: Path) -> None:
    folder = run(tmp_path, LATE)
    allowed = Allow()

    def forge(entry: Entry) -> Entry:
        if isinstance(entry, Decided) and isinstance(entry.decision, Block):
            return Decided(entry.step, entry.at, allowed, allowed, "", entry.progress)
        return entry

    _resealed(folder, forge)
    again = replay(read_journal(folder))
    assert not again.same
    assert next(replayed_step.step for replayed_step in again.steps if replayed_step.changed) == 5


def test_a_session_that_was_killed_is_replayed_as_far_as_it_goes(tmp_path: Path) -> None:
    folder = run(tmp_path, taps(*RIGHT))
    lines = (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
    for whole in range(1, len(lines)):
        (folder / "journal.jsonl").write_bytes(b"".join(lines[:whole]) + lines[whole][:20])
        reading = read_journal(folder)
        again = replay(reading)
        assert again.same
        assert len(again.steps) == sum(isinstance(entry, Decided) for entry in reading.entries)
        assert "cut off" in again.remarks[0]


def test_a_recorded_run_makes_a_new_session_know_what_the_old_one_knew(tmp_path: Path) -> None:
    from handrail.app import Apps
    from handrail.guard.journal.replay import retell
    from handrail.guard.verification import Verification

    reading = read_journal(run(tmp_path, taps(*RIGHT[:-1], finish=False)))
    began = reading.entries[0]
    assert isinstance(began, Opened)
    state = Verification(Specification.parse(EVENING, RESTAURANT), Apps.of(RESTAURANT), began=began.at)
    assert len(list(retell(state, reading.lines))) == 5
    assert state.known.sources.apps[0] == RESTAURANT
    assert state.session_state.steps == 5
    (reserve, _) = state.progress(began.at).rules
    assert all(predicate.mark == "holds" for predicate in reserve.predicates)


def test_what_was_running_when_the_session_ended_may_have_run(tmp_path: Path) -> None:
    from handrail.app import Apps
    from handrail.guard.journal.replay import retell
    from handrail.guard.verification import Verification

    folder = run(tmp_path, taps(*RIGHT))
    reading = read_journal(folder)
    last = max(n for n, entry in enumerate(reading.entries) if isinstance(entry, Executing))
    state = Verification(
        Specification.parse(EVENING, RESTAURANT), Apps.of(RESTAURANT), began=clock_of(restaurant_phone())()
    )
    list(retell(state, reading.lines[: last + 1]))
    assert state.session_state.done == {"Reserve"}
    assert state.session_state.steps == 5


def test_a_journal_that_opens_no_session_is_refused(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        journal.append(considered(Action("back")))
    with pytest.raises(UnreadableInput, match="no session was opened"):
        replay(read_journal(tmp_path))


def test_rules_that_do_not_fit_are_refused_with_every_error(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        for entry in session():
            journal.append(entry)
    with pytest.raises(SpecificationError, match="no state `Alarm`"):
        replay(read_journal(tmp_path), specification="Alarm(on = true) -> Done", policy=default_policy())


def test_a_similarity_that_is_not_at_hand_has_to_be_given(tmp_path: Path) -> None:
    mine = Similarity("mine", lambda wanted, found: 1.0)
    with Journal.create(tmp_path) as journal:
        journal.append(opened(similarity="mine", states=STATES, policy=default_policy().source))
    with pytest.raises(Misuse, match="`mine`, which is not one of Handrail's"):
        replay(read_journal(tmp_path))
    assert replay(read_journal(tmp_path), similarity=mine).same


def test_no_decision_is_looked_for_where_none_was_recorded(tmp_path: Path) -> None:
    reading = read_journal(run(tmp_path, taps("Blue Harbor Grill", finish=False)))
    assert sum(isinstance(entry, Considered) for entry in reading.entries) == len(replay(reading).steps) == 1
