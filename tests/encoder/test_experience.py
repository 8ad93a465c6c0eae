"""What is remembered, how far it is trusted, and that the same memory gives the same encoding."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoder.drafts import ALARM, ALARM_RULES, ERRANDS, NOW, answer, encoded, errands, run, said, scripted
from handrail.app.document import read_app
from handrail.encoder import Encoded, Evidence, Experience
from handrail.encoder.experience_line import OFFERED_FROM, EvidenceBalance
from handrail.error import Misuse, UnreadableInput

OTHER_ALARM = "Set an alarm called Gym for 8:15 AM on weekdays"
WRONG_RULES = ('Alarm(label = "Work", days = "Weekdays", time >= 7:30) -> SetAlarm', "SetAlarm -> Done")


def work(rules: tuple[str, ...] = ALARM_RULES, instruction: str = ALARM) -> Encoded:
    return encoded(run(instruction, scripted(answer(rules))))


def remembered(memory: Experience, *evidence: Evidence, rules: tuple[str, ...] = ALARM_RULES) -> str:
    entry = memory.remember(errands(), work(rules), now=NOW)
    for number, kind in enumerate(evidence):
        memory.learn(entry, kind, source=f"task {number}", at=NOW)
    return entry


@pytest.fixture
def memory() -> Iterator[Experience]:
    with Experience.open(":memory:") as opened:
        yield opened


@pytest.fixture
def copy() -> Iterator[Experience]:
    with Experience.open(":memory:") as opened:
        yield opened


def offered(memory: Experience, instruction: str = OTHER_ALARM) -> list[str]:
    return [shown_entry.digest for shown_entry in memory.similar(errands(), instruction)]


def test_what_nobody_confirmed_is_kept_and_not_offered(memory: Experience) -> None:
    entry = remembered(memory)
    assert [entry.digest for entry in memory.entries()] == [entry]
    assert offered(memory) == []
    remembered(memory, Evidence.UNCONFIRMED)
    assert offered(memory) == []


@pytest.mark.parametrize("evidence", [Evidence.CONFIRMED, Evidence.COMPLETED])
def test_confirmed_work_on_a_similar_request_is_shown_to_the_model(memory: Experience, evidence: Evidence) -> None:
    entry = remembered(memory, evidence)
    rules = tuple(rule.replace("Work", "Gym").replace("7:30", "8:15") for rule in ALARM_RULES)
    model = scripted(answer(rules))
    outcome = encoded(run(OTHER_ALARM, model, experience=memory))
    assert outcome.experience == (entry,)
    assert outcome.retrieval.startswith("states: all states; experience: shared words")
    assert json.dumps(ALARM) in said(model.asked[0])
    cold = scripted(answer(rules))
    assert encoded(run(OTHER_ALARM, cold)).experience == ()
    assert "<experience>\n" not in said(cold.asked[0]).split("</app>")[0].split("# What a good")[1]


def test_an_unlike_request_is_shown_nothing(memory: Experience) -> None:
    remembered(memory, Evidence.CONFIRMED)
    assert offered(memory, "Tell Bob that the train is late") == []


def test_a_persons_no_takes_it_away_and_a_later_yes_of_the_same_person_gives_it_back(memory: Experience) -> None:
    entry = remembered(memory, Evidence.CONFIRMED)
    memory.learn(entry, Evidence.REJECTED, source="task 0", at=NOW)
    assert offered(memory) == []
    memory.learn(entry, Evidence.CONFIRMED, source="task 0", at=NOW)
    assert offered(memory) == [entry]
    memory.learn(entry, Evidence.REJECTED, source="another task", at=NOW)
    assert offered(memory) == []


def test_one_task_counts_once(memory: Experience) -> None:
    entry = remembered(memory)
    for _ in range(50):
        memory.learn(entry, Evidence.COMPLETED, source="the same run", at=NOW)
    assert len(memory.entries()[0].line.evidence) == 1


def test_two_that_contradict_each_other_both_lose(memory: Experience) -> None:
    good = remembered(memory, Evidence.CONFIRMED)
    before = memory.entries()[0].trust
    poison = remembered(memory, Evidence.CONFIRMED, rules=WRONG_RULES)
    trust = {entry.digest: entry.trust for entry in memory.entries()}
    assert trust[good] < before
    assert trust[poison] == trust[good]
    assert offered(memory) == []
    memory.learn(good, Evidence.CONFIRMED, source="one more person", at=NOW)
    assert offered(memory) == [good]


def test_another_spelling_of_the_same_rules_contradicts_nothing(memory: Experience) -> None:
    good = remembered(memory, Evidence.CONFIRMED)
    respelled = ('Alarm(on = true, days = "Weekdays", time = 7:30 AM, label = "Work") -> Make', "Make -> Done")
    also = remembered(memory, Evidence.CONFIRMED, rules=respelled)
    assert sorted(offered(memory)) == sorted([good, also])


def test_what_the_app_does_not_accept_any_more_is_passed_over(memory: Experience) -> None:
    remembered(memory, Evidence.CONFIRMED)
    changed = json.loads(json.dumps(ERRANDS).replace('"days"', '"repeat"'))
    assert memory.similar(read_app(changed, "newer"), OTHER_ALARM) == ()


def test_of_another_app_nothing_is_shown(memory: Experience) -> None:
    remembered(memory, Evidence.CONFIRMED)
    other = read_app({**ERRANDS, "app": "Another"}, "another")
    assert memory.similar(other, OTHER_ALARM) == ()


def test_export_and_import_give_the_same_memory(memory: Experience, copy: Experience) -> None:
    remembered(memory, Evidence.CONFIRMED, Evidence.COMPLETED)
    remembered(memory, Evidence.REJECTED, rules=WRONG_RULES)
    lines = list(memory.export())
    found = copy.bring_in(lines, errands(), trusted=True)
    assert (found.added, found.known, found.refused) == (2, 0, ())
    assert copy.state() == memory.state()
    assert copy.bring_in(lines, errands(), trusted=True).known == 2
    assert copy.state() == memory.state()


def test_a_file_cannot_claim_contented_people(memory: Experience, copy: Experience) -> None:
    remembered(memory, *[Evidence.CONFIRMED] * 5)
    copy.bring_in(memory.export(), errands())
    assert [entry.trust for entry in copy.entries()] == [0.0]
    assert offered(copy) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules": ["True -> Done"]}, "do not pass the checks"),
        ({"rules": ['Alarm(label = "Mallory") -> Done']}, "do not pass the checks"),
        ({"rules": ["Alarm(tiem = 7:30) -> Done"]}, "do not pass the checks"),
        ({"app": "Another"}, "do not pass the checks"),
        ({"rules": []}, "rules: "),
        ({"format": "handrail.experience/9"}, "format: "),
        ({"now": "yesterday"}, "now: "),
        ({"evidence": [{"kind": "praised", "source": "x", "at": "2026-03-10"}]}, "evidence.0.kind: "),
    ],
)
def test_a_poisoned_line_is_refused_with_its_place(
    memory: Experience, copy: Experience, change: dict[str, object], reason: str
) -> None:
    remembered(memory, Evidence.CONFIRMED)
    (line,) = memory.export()
    found = copy.bring_in([json.dumps({**json.loads(line), **change})], errands(), trusted=True, name="shared.jsonl")
    assert found.added == 0
    assert len(found.refused) == 1
    assert found.refused[0].startswith("shared.jsonl:1: ")
    assert reason in found.refused[0]
    assert copy.entries() == ()


def test_what_is_no_json_is_refused(memory: Experience) -> None:
    assert len(memory.bring_in(["nonsense", "", "[]"], errands()).refused) == 2


def test_warm_runs_are_reproducible(tmp_path: Path) -> None:
    requests = []
    for name in ("one.sqlite", "two.sqlite"):
        with Experience.open(tmp_path / name) as memory:
            remembered(memory, Evidence.CONFIRMED)
            remembered(memory, Evidence.COMPLETED, rules=WRONG_RULES)
        with Experience.open(tmp_path / name) as memory:
            state = memory.state()
            model = scripted(answer([rule.replace("Work", "Gym").replace("7:30", "8:15") for rule in ALARM_RULES]))
            encoded(run(OTHER_ALARM, model, experience=memory))
            assert memory.state() == state  # reading does not write
            requests.append([request.digest("m") for request in model.asked])
    assert requests[0] == requests[1]


def test_a_file_that_is_no_memory_is_said(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, and long enough to be taken for one" * 20)
    with pytest.raises(UnreadableInput, match=r"notes\.txt"):
        Experience.open(text)
    with pytest.raises(UnreadableInput, match="missing"):
        Experience.open(tmp_path / "missing" / "file.sqlite")
    import sqlite3

    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE something (x)")
    connection.close()
    with pytest.raises(UnreadableInput, match=r"other\.sqlite"):
        Experience.open(other)


def test_evidence_for_nothing_is_misuse(memory: Experience) -> None:
    with pytest.raises(Misuse, match="no entry"):
        memory.learn("abc", Evidence.CONFIRMED, source="x", at=NOW)


@given(st.dictionaries(st.sampled_from(Evidence), st.integers(0, 5)), st.sampled_from(Evidence))
def test_trust_is_a_share_and_follows_the_evidence(evidence: dict[Evidence, int], more: Evidence) -> None:
    before = EvidenceBalance.of(evidence).trust()
    after = EvidenceBalance.of({**evidence, more: evidence.get(more, 0) + 1}).trust()
    assert 0 <= before < 1
    match more:
        case Evidence.CONFIRMED | Evidence.COMPLETED:
            assert after > before
        case Evidence.REJECTED | Evidence.FAILED:
            assert after < before or before == after == 0
        case Evidence.UNCONFIRMED:
            assert after == before
    assert EvidenceBalance.of(evidence).trust((EvidenceBalance(3.0, 0.0),)) <= before


def test_a_run_alone_is_just_enough() -> None:
    assert EvidenceBalance.of({Evidence.COMPLETED: 1}).trust() == OFFERED_FROM
