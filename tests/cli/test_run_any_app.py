"""`handrail run --app generic` with an instruction and no other model, on every app of the simulated phone.

Nobody has modelled the apps, and no language model writes rules. A person is asked about every commitment and the end:
here one who says yes to what shows all that they asked for, and no to anything else.
"""

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest

from cli.command import Finished, handrail
from handrail.cli.approvals import pending_as_json
from handrail.guard.approval.question import Approved, Rejected
from handrail.guard.approval.queue import answer_pending, pending
from handrail.guard.journal import Verified, verify

BEFORE = timedelta(minutes=1)
"""How long before a question expires it is answered, by the clock of the phone, which stands still."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a user asks for, the words that must stand in what is about to happen, the right way, and a wrong step."""

    instruction: str
    words: tuple[str, ...]
    way: tuple[str, ...]
    right: str
    wrong: str
    ends: tuple[str, ...] = ()


TASKS = {
    "bank": Asked(
        "Transfer 45 euros to Ann Lee, DE89370400440532013000",
        ("45", "Ann Lee", "DE89370400440532013000"),
        (
            "open com.example.bank", "tap Transfer", "type Recipient = Ann Lee",
            "type IBAN = DE89370400440532013000",
        ),
        "type Amount = 45", "type Amount = 450", ("tap Continue", "tap Confirm transfer"),
    ),
    "clock": Asked(
        "Turn on the alarm at 08:30", ("08:30",), ("open com.example.clock",), "tap Alarm 08:30", "tap Alarm 09:00"
    ),
    "contacts": Asked(
        "Save Ann Lee with the number +44 7700 900123", ("Ann Lee", "+44 7700 900123"),
        ("open com.example.contacts", "tap Create contact", "type Name = Ann Lee"),
        "type Phone = +44 7700 900123", "type Phone = +44 7700 900124", ("tap Save",),
    ),
    "files": Asked(
        "Make a folder called Taxes", ("Taxes",), ("open com.example.files", "tap New folder"),
        "type Folder name = Taxes", "type Folder name = Texas", ("tap OK",),
    ),
    "mail": Asked(
        "Mail bob@example.com that I am late, with the subject Tonight", ("bob@example.com", "Tonight", "late"),
        ("open com.example.mail", "tap Compose", "type Subject = Tonight", "type Compose email = I am late"),
        "type To = bob@example.com", "type To = hr@employer.example", ("tap Send",),
    ),
    "messages": Asked(
        "Tell Alice Martin: On my way", ("Alice Martin", "On my way"),
        ("open com.example.messages", "tap Alice Martin"),
        "type Text message = On my way", "type Text message = I quit", ("tap Send",),
    ),
    "photos": Asked(
        "Let Photos see my pictures", ("Photos", "photos"), ("open com.example.photos", "tap Allow access"),
        "tap Allow", "tap Allow",
    ),
    "restaurant": Asked(
        "Book a table at Blue Harbor Grill", ("Blue Harbor Grill",), ("open com.example.restaurants",),
        "tap Blue Harbor Grill", "tap Taj Garden", ("tap Reserve now",),
    ),
    "settings": Asked(
        "Turn on the dark theme", ("Dark theme",), ("open Settings", "tap Display"), "tap Dark theme",
        "tap Auto-rotate screen",
    ),
    "shop": Asked(
        "Put a desk lamp into the cart", ("Desk lamp",), ("open com.example.shop",), "tap Desk lamp", "tap Yoga mat",
        ("tap Add to cart",),
    ),
    "tasks": Asked(
        "Add a task to buy milk", ("Buy milk",), ("open com.example.tasks", "tap Home", "tap Add task"),
        "type Title = Buy milk", "type Title = Buy silk", ("tap Save",),
    ),
}  # fmt: skip


def answered(folder: Path, words: Sequence[str], over: Event) -> list[str]:
    """Answer whatever is asked until the run is over; gives what was refused.

    No to what commits something in which not all of the words stand; yes to the end, and to what commits nothing.
    """
    refused: list[str] = []
    while not over.wait(0.05):
        for awaited in pending(folder) if (folder / "pending").exists() else ():
            document = pending_as_json(awaited)
            happens = json.dumps([document["does"], document["changes"]], ensure_ascii=False)
            wanted = all(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", happens) for word in words)
            right = not document["does"] or wanted
            said = (
                Approved(awaited.question.digest, "user", awaited.question.identifier)
                if right
                else Rejected("user", "no")
            )
            refused += [] if right else [awaited.question.wants]
            answer_pending(folder, awaited, said, now=awaited.question.expires_at - BEFORE)
    return refused


def run(asked: Asked, step: str, folder: Path) -> tuple[Finished, list[str]]:
    actions, journal, over = folder / "actions", folder / "journal", Event()
    actions.write_text("\n".join((*asked.way, step, *asked.ends, "finish")), "utf-8")
    with ThreadPoolExecutor(1) as person:
        answers = person.submit(answered, journal, asked.words, over)
        try:
            done = handrail(
                "run", "--app", "generic", "--instruction", asked.instruction, "--agent", f"list:{actions}",
                "--approve", "queue", "--journal", journal, "--model", "offline", "--json", "--yes",
            )  # fmt: skip
        finally:
            over.set()
        return done, answers.result()


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.slow
def test_what_was_asked_for_is_done_with_a_person_and_no_model(name: str, tmp_path: Path) -> None:
    done, refused = run(TASKS[name], TASKS[name].right, tmp_path)
    assert done.exit_code == 0, (refused, done.stderr)
    assert refused == []
    assert done.document["finished"]
    assert "no rules: nobody has modelled this app" in " ".join(done.stderr.split())
    assert isinstance(verify(tmp_path / "journal"), Verified)


@pytest.mark.parametrize("name", [name for name in TASKS if name != "photos"])
@pytest.mark.slow
def test_what_nobody_asked_for_is_stopped(name: str, tmp_path: Path) -> None:
    done, refused = run(TASKS[name], TASKS[name].wrong, tmp_path)
    assert done.exit_code == 1
    assert len(refused) == 1
    assert done.document["steps"][-2]["outcome"] == "", "what was refused did not run"


@pytest.mark.slow
def test_without_anybody_to_ask_it_is_not_begun(tmp_path: Path) -> None:
    (tmp_path / "actions").write_text("finish\n")
    done = handrail(
        "run", "--app", "generic", "--instruction", "Turn on the dark theme", "--agent", f"list:{tmp_path / 'actions'}",
        "--model", "offline", "--journal", tmp_path / "journal", "--yes",
    )  # fmt: skip
    assert (done.exit_code, done.stdout) == (1, "")
    assert "say who with `--approve`" in done.stderr
    assert not (tmp_path / "journal").exists()
