"""Seven tasks of our own on one small app, a model that encodes them in its own words, and short ways to evaluate.

The model calls no objective as the recordings do. It is right about all but `remind`, for which it takes the wrong
hour, and it never answers about `gossip`.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner, Result

from encoder.drafts import answer
from handrail.bench.task_file import Task, load_tasks
from handrail.bench.verification.collect import collect
from handrail.bench.verification.encoders import Encoder, Online
from handrail.bench.verification.judging import Measures
from handrail.bench.verification.kept import Kept
from handrail.bench.verification.measure import Measured, measure
from handrail.bench.verification.question import Question, questions_of
from handrail.bench.verification.report import measured_as_json
from handrail.cli.eval_verify import verify
from handrail.language.similarity import TRIGRAMS
from handrail.llm import Declined, Reply, Request, Scripted

STATES: dict[str, Any] = {
    "Alarm": {
        "description": "the list of alarms",
        "variables": [{"name": "label", "type": "Text", "is_key": True}, {"name": "time", "type": "Time"}],
    },
    "Table": {
        "description": "the reservation form",
        "variables": [{"day": "Date"}, {"time": "Time"}, {"people": "Number"}],
    },
    "Message": {"description": "the message to write", "variables": [{"to": "Text"}, {"text": "Text"}]},
    "Inbox": {"description": "the messages that came", "variables": [{"sender": "Text"}]},
}


def pre(state: str, **values: Any) -> dict[str, Any]:
    return {"state": state, "set": values, "phase": "pre"}


def post(state: str, **values: Any) -> dict[str, Any]:
    return {"state": state, "set": values, "phase": "post"}


def path(*moves: tuple[list[dict[str, Any]], str | None]) -> list[dict[str, Any]]:
    """Steps from (updates, what is committed), and a finish."""
    steps = [
        {"n": n, "description": f"Step {n}.", "action": {"type": "click", "target": str(n)}, "updates": updates,
         "critical": critical}
        for n, (updates, critical) in enumerate(moves, 1)
    ]  # fmt: skip
    return [*steps, {"n": len(steps) + 1, "action": {"type": "finish"}, "updates": [], "critical": None}]


def recorded(
    name: str,
    asked: str,
    wrong: str | None,
    steps: list[dict[str, Any]],
    spec: Sequence[str],
    wrong_spec: Sequence[str] | None,
    dataset: str = "short",
) -> dict[str, Any]:
    """A task as the file has it."""
    return {
        "id": name, "dataset": dataset, "instruction": asked, "wrong_instruction": wrong, "now": "2026-03-10T09:00",
        "steps": steps, "spec": list(spec), "wrong_spec": None if wrong_spec is None else list(wrong_spec),
    }  # fmt: skip


TASKS: tuple[dict[str, Any], ...] = (
    recorded(
        "wake", "Set an alarm called Work for 7:30 AM", "Set an alarm called Work for 8:30 AM",
        path(
            ([post("Alarm", label="Gym", time="06:00")], None),
            ([pre("Alarm", label="Work", time="07:30")], "SetAlarm"),
        ),
        ['Alarm(label = "Work", time = 7:30) -> SetAlarm', "SetAlarm -> Done"],
        ['Alarm(label = "Work", time = 8:30) -> SetAlarm', "SetAlarm -> Done"],
    ),
    recorded(
        "remind", "Move the alarm called Pills to 10 PM", "Move the alarm called Pills to 11 PM",
        path(
            ([post("Alarm", label="Pills", time="21:00")], None),
            ([pre("Alarm", label="Pills", time="22:00")], "SetAlarm"),
        ),
        ['Alarm(label = "Pills", time = 22:00) -> SetAlarm', "SetAlarm -> Done"],
        ['Alarm(label = "Pills", time = 23:00) -> SetAlarm', "SetAlarm -> Done"],
    ),
    recorded(
        "dine", "Book a table for 4 people tomorrow before 7 PM", "Book a table for 5 people tomorrow before 7 PM",
        path(([pre("Table", day="2026-03-11", time="18:30", people=4)], "Reserve")),
        ["Table(day = Tomorrow, time < 19:00, people = 4) -> Reserve", "Reserve -> Done"],
        ["Table(day = Tomorrow, time < 19:00, people = 5) -> Reserve", "Reserve -> Done"],
    ),
    recorded(
        "greet", "Send 'see you' to Ann", "Send 'see you' to Bob",
        path(([pre("Message", to="Ann")], None), ([pre("Message", text="See you")], None), ([], "Send")),
        ['Message(to = "Ann", text = "see you") -> Send', "Send -> Done"],
        ['Message(to = "Bob", text = "see you") -> Send', "Send -> Done"],
    ),
    recorded(
        "look", "Show the messages from 'Ann'", "Show the messages from 'Bob'",
        path(([post("Inbox", sender="Ann")], None)),
        ['Inbox(sender = "Ann") -> Done'], ['Inbox(sender = "Bob") -> Done'],
    ),
    recorded(
        "evening", "Book a table for 2 people today, then send 'come at 8' to Ann",
        "Book a table for 2 people today, then send 'come at 9' to Ann",
        path(
            ([pre("Table", day="2026-03-10", people=2)], "Reserve"),
            ([pre("Message", to="Ann", text="come at 8")], "Send"),
        ),
        ["Table(day = Today, people = 2) -> Reserve",
         'Message(to = "Ann", text = "come at 8") -> Send', "Reserve & Send -> Done"],
        ["Table(day = Today, people = 2) -> Reserve",
         'Message(to = "Ann", text = "come at 9") -> Send', "Reserve & Send -> Done"],
        dataset="long",
    ),
    recorded(
        "gossip", "Send 'psst' to Cleo", None,
        path(([pre("Message", to="Cleo", text="psst")], "Send")),
        ['Message(to = "Cleo", text = "psst") -> Send', "Send -> Done"], None,
        dataset="long",
    ),
)  # fmt: skip

QUESTIONS = 13

NAMES = {"SetAlarm": "HaveAlarm", "Reserve": "GetTable", "Send": "WriteTo"}


def in_other_words(rules: Sequence[str]) -> list[str]:
    """The rules with the objectives that the model would name."""
    for old, new in NAMES.items():
        rules = [rule.replace(f"-> {old}", f"-> {new}").replace(f"{old} ", f"{new} ") for rule in rules]
    return list(rules)


def drafted(instruction: str) -> list[str]:
    """What the model makes of an instruction of these tasks."""
    for task in TASKS:
        for field, rules in (("instruction", "spec"), ("wrong_instruction", "wrong_spec")):
            if task[field] == instruction:
                wanted = in_other_words(task[rules])
                return [rule.replace("22:00", "10:00") for rule in wanted]
    raise AssertionError(f"nobody asks `{instruction}`")


def asked(request: Request) -> str:
    """The instruction that a question is about."""
    return asked_in(str(request.messages[1].parts[0]))


def asked_in(prompt: str) -> str:
    found = [
        instruction for task in TASKS for instruction in (task["instruction"], task["wrong_instruction"]) if instruction
    ]
    (instruction,) = [text for text in found if f"<instruction>{json.dumps(text)}</instruction>" in prompt]
    return str(instruction)


def reply(request: Request) -> Reply | str:
    """The model: what it says does not depend on when it is asked."""
    instruction = asked(request)
    if "psst" in instruction:
        return Declined("I do not gossip")
    return drafted_answer(instruction)


def drafted_answer(instruction: str) -> str:
    rules = drafted(instruction)
    return answer(rules, sources=[("10:00", "10 PM", "the morning")] if any("10:00" in rule for rule in rules) else ())


def model() -> Scripted:
    return Scripted(reply)


def write(folder: Path, *tasks: dict[str, Any], name: str = "errands.json") -> Path:
    """A task file; all seven unless some are given."""
    file = folder / name
    document = {
        "app": "Errands",
        "package": "com.example.errands",
        "states": STATES,
        "tasks": list(tasks or TASKS),
    }
    file.write_text(json.dumps(document), "utf-8")
    return file


def tasks(folder: Path) -> tuple[Task, ...]:
    return load_tasks(write(folder))


def questions(folder: Path) -> tuple[Question, ...]:
    return questions_of(tasks(folder))


def evaluated(
    asked_of: Sequence[Question], encoder: Encoder | None = None, *, parallel: int = 1, keep: Path | None = None,
    done: Callable[[Question], None] = lambda _: None,
) -> Measured:  # fmt: skip
    """The whole evaluation, without intervals."""
    encoder = encoder or Online(model())
    samples = asyncio.run(collect(asked_of, encoder, Kept(keep), parallel=parallel, done=done))
    return measure(asked_of, samples, encoder.name, Measures(TRIGRAMS), resamples=0)


def without_times(measured: Measured) -> dict[str, Any]:
    """The document, without what depends on the machine."""
    document = measured_as_json(measured, "cold")
    document["cost"].pop("seconds")
    for task in document["tasks"]:
        task.pop("seconds")
    return document


def invoke(*arguments: str | Path) -> Result:
    app = typer.Typer()
    app.command()(verify)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def shown(*arguments: str | Path) -> dict[str, Any]:
    """The document that the command prints."""
    done = invoke(*arguments, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found
