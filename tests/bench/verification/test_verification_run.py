"""A whole evaluation: what the figures come to, and that neither haste nor a stop in the middle changes them."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.verification.recorded import (
    QUESTIONS,
    asked,
    evaluated,
    model,
    questions,
    reply,
    tasks,
    without_times,
)
from handrail.bench.verification.collect import collect
from handrail.bench.verification.encoders import Gold, Online
from handrail.bench.verification.kept import Kept
from handrail.bench.verification.lessons import Lessons
from handrail.bench.verification.question import Question, questions_of
from handrail.bench.verification.sample import Sample
from handrail.encoder import Settings
from handrail.error import UnreadableInput
from handrail.llm import Reply, Request, Scripted, Unreachable


@pytest.fixture(scope="module")
def seven(tmp_path_factory: pytest.TempPathFactory) -> tuple[Question, ...]:
    return questions(tmp_path_factory.mktemp("tasks"))


class Killed(BaseException):
    """The program ended in the middle."""


def test_gold_rules_in_the_place_of_an_encoding_are_right_about_every_path(seven: tuple[Question, ...]) -> None:
    document = without_times(evaluated(seven, Gold()))
    assert document["confusion"] == {"tp": 6, "fp": 0, "fn": 0, "tn": 7}
    assert document["by_name"]["accuracy"] == 1
    assert document["predicates"]["faultless"] == QUESTIONS
    assert [document["predicates"][name] for name in ("missing", "superfluous", "constraint_mismatch")] == [0, 0, 0]


def test_the_figures_of_a_model_that_is_wrong_once_and_declines_once(seven: tuple[Question, ...]) -> None:
    document = without_times(evaluated(seven))
    assert document["confusion"] == {"tp": 6, "fp": 2, "fn": 0, "tn": 5}
    assert (document["accuracy"], document["precision"], document["recall"]) == (11 / 13, 6 / 8, 1)
    assert (document["abstained"], document["ended"]) == (1, {"encoded": 12, "failed": 1})
    assert document["decided"]["confusion"] == {"tp": 6, "fp": 1, "fn": 0, "tn": 5}
    assert document["by_dataset"]["long"]["confusion"] == {"tp": 1, "fp": 1, "fn": 0, "tn": 1}
    assert document["by_app"]["Errands"]["accuracy"] == document["accuracy"]
    assert document["whole_tasks"] == {"tasks": 7, "right": 5}
    assert document["cost"]["attempts"] == 13
    assert document["predicates"]["constraint_mismatch"] == 1
    rows = {(task["id"], task["which"]): task for task in document["tasks"]}
    assert len(rows) == QUESTIONS
    wrong = rows["remind", "spec"]
    assert (wrong["expected"], wrong["accepted"], wrong["optimistic"]["blocked_step"]) == (True, False, 2)
    assert "10:00" in wrong["reason"]
    silent = rows["gossip", "spec"]
    assert (silent["accepted"], silent["spec"], silent["optimistic"]) == (None, [], None)
    assert "I do not gossip" in silent["reason"]


def test_many_at_once_give_the_same_as_one_after_another(seven: tuple[Question, ...]) -> None:
    turns = iter(range(1_000))

    async def in_another_order(request: Request) -> Reply | str:
        for _ in range(next(turns) * 7 % 5):
            await asyncio.sleep(0)
        return reply(request)

    hasty = evaluated(seven, Online(Scripted(in_another_order)), parallel=5)
    assert without_times(hasty) == without_times(evaluated(seven))


def test_a_run_that_was_killed_goes_on_where_it_was(seven: tuple[Question, ...], tmp_path: Path) -> None:
    whole = without_times(evaluated(seven))
    keep = tmp_path / "kept.jsonl"
    before = model()

    def killed_after_five(_: Question) -> None:
        if len(before.asked) == 5:
            raise Killed

    with pytest.raises(Killed):
        evaluated(seven, Online(before), keep=keep, done=killed_after_five)
    after = model()
    assert without_times(evaluated(seven, Online(after), keep=keep)) == whole
    assert len(after.asked) == QUESTIONS - 5
    assert not {asked(request) for request in before.asked} & {asked(request) for request in after.asked}
    nobody = model()
    assert without_times(evaluated(seven, Online(nobody), keep=keep)) == whole
    assert nobody.asked == []


@dataclass(slots=True)
class Counting:
    """The gold rules, and how often they were asked for."""

    gold: Gold
    asked: int = 0

    @property
    def name(self) -> str:
        return self.gold.name

    def circumstances(self, question: Question) -> Mapping[str, object]:
        return self.gold.circumstances(question)

    async def samples(self, question: Question) -> tuple[Sample, ...]:
        self.asked += 1
        return await self.gold.samples(question)


@given(st.data())
@pytest.mark.slow
def test_wherever_the_file_was_cut_off_the_encodings_are_the_same(
    seven: tuple[Question, ...], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    keep = tmp_path_factory.getbasetemp() / "cut.jsonl"
    keep.unlink(missing_ok=True)
    whole = asyncio.run(collect(seven, Counting(Gold()), Kept(keep)))
    content = keep.read_bytes()
    keep.write_bytes(content[: data.draw(st.integers(0, len(content)), label="cut at")])
    kept = keep.read_bytes().count(b"\n")
    again = Counting(Gold())
    assert asyncio.run(collect(seven, again, Kept(keep))) == whole
    assert again.asked == len(seven) - kept
    assert keep.read_bytes() == content


def test_another_setting_or_memory_or_instruction_is_asked_anew(seven: tuple[Question, ...], tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    evaluated(seven[:1], keep=keep)
    lessons = Lessons.of([question.task for question in seven])
    for other in (
        Online(again := model(), Settings(attempts=2)),
        Online(again, Settings(), lessons),
        Online(again, Settings(seed=1)),
    ):
        before = len(again.asked)
        evaluated(seven[:1], other, keep=keep)
        assert len(again.asked) == before + 1
    assert len(keep.read_text("utf-8").splitlines()) == 4


def test_what_a_model_could_not_answer_is_not_kept(seven: tuple[Question, ...], tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    gone = evaluated(seven[:2], Online(Scripted(lambda _: Unreachable("no line"))), keep=keep)
    assert gone.evaluation.whole.ended == {"unanswered": 2}
    assert not keep.exists()
    assert evaluated(seven[:2], keep=keep).evaluation.whole.main.confusion.accuracy == 1


def test_another_kind_of_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    for content in ('{"format":"handrail.encodings/1","app":3}\n', "notes\n", "notes"):
        file = tmp_path / "kept.jsonl"
        file.write_text(content)
        with pytest.raises(UnreadableInput, match=r"kept\.jsonl"):
            Kept(file)
        assert file.read_text() == content


def test_a_warm_run_is_shown_the_other_tasks_and_never_the_same(tmp_path: Path) -> None:
    known = tasks(tmp_path)
    asked_of = questions_of(known)
    remembering = model()
    warm = evaluated(asked_of, Online(remembering, Settings(), Lessons.of(known)))
    assert warm.evaluation.whole.main.confusion.total == QUESTIONS
    own_rules = {request.instruction: request.task.spec or () for request in asked_of}
    shown = 0
    for request in remembering.asked:
        prompt = str(request.messages[1].parts[0])
        memory = prompt.partition("<experience>")[2].partition("</experience>")[0]
        shown += "HaveAlarm" in memory or "SetAlarm" in memory
        for rule in own_rules[asked(request)]:
            if "(" in rule:  # `Send -> Done` is in several tasks
                assert json.dumps(rule)[1:-1] not in memory
    assert shown


def test_a_task_is_not_shown_its_own_words_from_another_task(tmp_path: Path) -> None:
    known = tasks(tmp_path)
    wake = known[0]
    lessons = Lessons.of(known)
    assert len(lessons.lines_for(wake)) == len(known) - 1
    twin = replace(known[1], id="twin", instruction=wake.instruction.upper())
    assert Lessons.of([wake, twin]).lines_for(wake) == ()


def test_two_tasks_of_one_name_and_tasks_that_ask_nothing_are_refused(tmp_path: Path) -> None:
    wake = tasks(tmp_path)[0]
    with pytest.raises(UnreadableInput, match="two tasks of Errands have the id 'wake'"):
        questions_of([wake, wake])
    with pytest.raises(UnreadableInput, match="`instruction` is empty"):
        questions_of([replace(wake, instruction=" ")])
    with pytest.raises(UnreadableInput, match="it has no `now`"):
        questions_of([replace(wake, now=None)])
    (first, second) = questions_of([replace(wake, now=None)], now=wake.now)
    assert (first.now, second.task.now) == (wake.now, wake.now)
