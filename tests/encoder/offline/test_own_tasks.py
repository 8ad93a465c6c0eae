"""Instructions about made-up apps of many kinds: the right path is accepted, the path of another request is not.

Each task has an instruction that its path carries out and a wrong one that it does not; docs/language.md says what
accepting a path means.
"""

from statistics import mean

import pytest

from encoder.offline.replayed import MONDAY, accepts, own_tasks
from handrail.bench.task_file import Task
from handrail.encoder.offline import Abstained, OfflineDraft, OfflineEncoder
from handrail.language.specification import diagnose

TASKS = own_tasks()

MISSED = {
    "ChecklistPro-3": "`done` may mean the task or one of its subtasks",
    "ChecklistPro-6": "completed tasks may be the section of them",
    "Facets-11": "`how much time I spend` has no word of `daily average minutes`",
    "Forkful-5": "rating a restaurant is taken for the rating that it has",
    "Marketon-6": "PayPal is placed where the order is, and not where the payment is",
    "Melodia-5": "`a thumbs up` has no word of `Liked`",
    "Threadit-7": "saved posts may be the page of them, or one that is saved",
    "Wavelength-1": "`play` is taken for `played`",
}
"""Right instructions that are not understood yet: they are refused, or the encoder abstains."""


def drafted(encoder: OfflineEncoder, task: Task, instruction: str) -> OfflineDraft | None:
    answer = encoder.encode(instruction, task.app, now=MONDAY)
    return answer.draft if isinstance(answer, Abstained) else answer


def test_there_are_enough_of_them() -> None:
    assert sum(map(len, TASKS.values())) >= 80


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.slow
def test_the_path_of_the_instruction_is_accepted(encoder: OfflineEncoder, name: str) -> None:
    drafts = {task.id: (task, drafted(encoder, task, task.instruction)) for task in TASKS[name]}
    refused = {text for text, (task, draft) in drafts.items() if draft is None or not accepts(task, draft.rules)}
    assert refused == {draft for draft in drafts if draft in MISSED}


@pytest.mark.parametrize("name", TASKS)
def test_the_path_is_refused_for_another_instruction(encoder: OfflineEncoder, name: str) -> None:
    accepted: list[str] = []
    for task in TASKS[name]:
        assert task.wrong_instruction is not None
        draft = drafted(encoder, task, task.wrong_instruction)
        if draft is not None and accepts(task, draft.rules):
            accepted.append(task.wrong_instruction)
    assert accepted == []


@pytest.mark.parametrize("name", TASKS)
def test_every_draft_passes_the_checker_and_traces_its_values(encoder: OfflineEncoder, name: str) -> None:
    for task in TASKS[name]:
        draft = drafted(encoder, task, task.instruction)
        if draft is None:
            continue
        assert diagnose(draft.rules, task.app) == ()
        assert 0 <= draft.confidence <= 1
        for trace in draft.traces:
            assert trace.words == task.instruction[trace.start : trace.end]
            assert trace.words or trace.assumption


@pytest.mark.parametrize(("app", "other"), [("harbour_bank", "hearth"), ("forkful", "tunebox"), ("stride", "taskline")])
def test_it_is_not_sure_of_what_the_app_lacks(encoder: OfflineEncoder, app: str, other: str) -> None:
    declared = TASKS[other][0].app
    answers = [encoder.encode(task.instruction, declared, now=MONDAY) for task in TASKS[app]]
    here = [encoder.encode(task.instruction, task.app, now=MONDAY) for task in TASKS[app]]
    assert mean(answer.confidence for answer in answers) < mean(answer.confidence for answer in here) / 2
    abstained = [answer for answer in answers if isinstance(answer, Abstained)]
    assert len(abstained) * 3 > len(answers)
    assert all(answer.reason for answer in abstained)
