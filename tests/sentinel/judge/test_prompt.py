"""The questions, letter by letter. After a change of a prompt give it a new version and a new snapshot."""

from pathlib import Path
from typing import get_args

import pytest

import handrail.sentinel.judge as room
from handrail.sentinel.judge import Mode
from handrail.sentinel.judge.contextual import BY_MODE, DECISION, SYSTEM, VERDICT, question
from handrail.sentinel.judge.mode import windows
from sentinel.judge.trajectories import trajectory
from snapshot import hold_to_file

SNAPSHOTS = Path(__file__).with_name("snapshots")


@pytest.mark.parametrize("kind", get_args(Mode))
def test_a_question_reads_as_it_did(kind: type[Mode]) -> None:
    about, mode = trajectory(3), kind()
    first = windows(about, mode)[-1]
    request = question(about, first, mode, "asked to tell Maria; nothing sent yet")
    text = "\n\n".join(f"[{message.role}]\n{part}" for message in request.messages for part in message.parts)
    file = SNAPSHOTS / f"{request.purpose.replace('/', '-')}.txt"
    hold_to_file(f"{request.purpose}\n\n{text}", file, "A change of a prompt is a new version of it.")


def test_every_prompt_has_its_version_in_its_name_and_leaves_no_place_empty() -> None:
    folder = Path(room.__file__).parent / "prompts"
    asked = {f"{prompt.name}-{prompt.version}.md" for prompt in (*BY_MODE.values(), SYSTEM, VERDICT, DECISION)}
    there = {file.name for file in folder.iterdir()}
    assert there == asked, (
        f"src/handrail/sentinel/judge/prompts: to be written are {sorted(asked - there)}, and nobody asks"
        f" {sorted(there - asked)}; versions other than 1 are said in contextual.py beside it"
    )
    with pytest.raises(KeyError):
        BY_MODE["step"].fill({"steps": "1"})
