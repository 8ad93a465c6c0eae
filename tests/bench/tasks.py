"""Small task files: one app with a table, a form and an objective to commit, and the steps to write into a file."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from handrail.bench.replay import Replayed, replay
from handrail.bench.task_file import load_tasks

STATES: dict[str, Any] = {
    "Form": {
        "description": "the form",
        "variables": [{"title": "String"}, {"count": "Number"}, {"day": "Date"}, {"time": "Time"}],
    },
    "Result": {"variables": [{"sent": "Boolean"}]},
    "Row": {"variables": [{"name": "String", "is_key": True}, {"on": "Boolean"}]},
}

RULES = ['Form(title = "Milk", count < 3) -> Send', "Send & Result(sent = true) -> Done"]


def pre(state: str, **values: Any) -> dict[str, Any]:
    """An anticipated update."""
    return {"state": state, "set": values, "phase": "pre"}


def post(state: str, **values: Any) -> dict[str, Any]:
    """An observed update."""
    return {"state": state, "set": values, "phase": "post"}


def step(n: Any, *updates: Any, critical: Any = None, action: Any = None) -> dict[str, Any]:
    """One step of a path."""
    return {"n": n, "action": action or {"type": "click"}, "updates": list(updates), "critical": critical}


FINISH = {"type": "finish"}

GOOD_STEPS = (
    step(1, pre("Form", title="milk"), pre("Form", count=2.5)),
    step(2, post("Result", sent=True), critical="Send"),
    step(3, action=FINISH),
)


def task(**fields: Any) -> dict[str, Any]:
    """A task that is accepted, with some fields changed; a field that is `...` is left out."""
    whole = {
        "id": "buy-milk",
        "dataset": "small",
        "instruction": "Send the form for milk",
        "now": "2025-07-17T09:00",
        "steps": list(GOOD_STEPS),
        "spec": RULES,
        **fields,
    }
    return {name: value for name, value in whole.items() if value is not ...}


def write(folder: Path, *tasks: Any, **fields: Any) -> Path:
    """A task file with these tasks."""
    path = folder / "tasks.json"
    document = {"app": "Small", "package": "com.example.small", "states": STATES, "tasks": list(tasks), **fields}
    path.write_text(json.dumps(document), "utf-8")
    return path


def replayed(folder: Path, steps: Sequence[Any], rules: Sequence[str] = RULES, **fields: Any) -> Replayed:
    """What becomes of one path."""
    (loaded,) = load_tasks(write(folder, task(steps=list(steps), spec=list(rules), **fields)))
    return replay(loaded, "spec", loaded.spec or ())
