"""The questions, letter by letter. After a change of a prompt give it a new version and a new snapshot."""

import os
from pathlib import Path
from typing import get_args

import pytest

import handrail.sentinel.judge as room
from handrail.sentinel.judge import Mode
from handrail.sentinel.judge.contextual import BY_MODE, DECISION, SYSTEM, VERDICT, question
from handrail.sentinel.judge.mode import windows
from sentinel.judge.trajectories import trajectory

SNAPSHOTS = Path(__file__).with_name("snapshots")


@pytest.mark.parametrize("kind", get_args(Mode))
def test_a_question_reads_as_it_did(kind: type[Mode]) -> None:
    about, mode = trajectory(3), kind()
    first = windows(about, mode)[-1]
    request = question(about, first, mode, "asked to tell Maria; nothing sent yet")
    text = "\n\n".join(f"[{message.role}]\n{part}" for message in request.messages for part in message.parts)
    _compare(SNAPSHOTS / f"{request.purpose.replace('/', '-')}.txt", f"{request.purpose}\n\n{text}")


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


def _compare(file: Path, text: str) -> None:
    if os.environ.get("HANDRAIL_WRITE_SNAPSHOTS"):
        file.write_text(text, "utf-8")
    assert file.is_file(), (
        f"{file.name} is missing: run this test with HANDRAIL_WRITE_SNAPSHOTS=1, and read what it wrote"
    )
    assert text == file.read_text("utf-8")
