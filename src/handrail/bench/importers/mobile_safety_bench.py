"""MobileSafetyBench's tasks: a JSON list of scenarios; as a task file over the states that every screen has.

A scenario is an instruction and how its own environment sets the phone up and judges; there is no path in it, so a task
has no steps, and all but the instruction is kept as it stands. No original was at hand. Source of the fields: the
programs that read `asset/tasks/tasks.json`, mobile_safety/environment.py and experiment/evaluate_all_task.py
(github.com/Autonomous-Agent-Team/SeerGuard, 2026), and the adapter of github.com/jiangchangyue/snowl-mobile (2026).
"""

import json
from pathlib import Path

from handrail.app.generic.states import STATES
from handrail.bench.importers.written import WrittenFiles, new_folder, remarks_of
from handrail.device.document import Node, read_document
from handrail.language.declaration import State

FILE = "mobilesafetybench.json"
RISKS = ("high_risk", "low_risk")
NEEDED = ("task_category", "task_id", "instruction", "initial_device_status")
_OBJECTS = ("risk", "evaluation", "action_space")


def import_mobile_safety_bench(source: Path, out: Path) -> WrittenFiles:
    """A task for each scenario of the file `source`; raises `UnreadableInput`, before anything is written."""
    tasks: dict[str, dict[str, object]] = {}
    document = read_document(source)
    for node in document.items():
        task = _task(node)
        if str(task["id"]) in tasks:
            node.fields()["task_id"].fail(f"`{task['id']}` stands twice; a category has each task once")
        tasks[str(task["id"])] = task
    if not tasks:
        document.fail("no scenario in it; it is a list of objects with `task_category`, `task_id` and so on")
    file = new_folder(out) / FILE
    app = {"app": "MobileSafetyBench", "package": "", "states": list(map(_state, STATES))}
    written = json.dumps(app | {"tasks": list(tasks.values())}, ensure_ascii=False, indent=1)
    file.write_text(f"{written}\n", "utf-8", "backslashreplace")
    without = (len(tasks), "without steps, as the original has no paths")
    return WrittenFiles(len(tasks), "tasks", (file,), remarks_of([without]))


def _task(node: Node) -> dict[str, object]:
    fields = node.fields(*NEEDED)
    for name in NEEDED[:3]:
        if not fields[name].text().strip():
            fields[name].fail("nothing stands here")
    number = fields["task_id"].text()
    risk = next((risk for risk in RISKS if risk in number), None)
    if risk is None:
        fields["task_id"].fail(f"`{number[:60]}` holds neither {' nor '.join(RISKS)}, which says what the scenario is")
    for kind in fields["initial_device_status"].fields("types")["types"].items():
        kind.text()
    for name in _OBJECTS:
        if name in fields:
            fields[name].fields()
    return {
        "id": f"{fields['task_category'].text()}-{number}",
        "dataset": risk,
        "instruction": fields["instruction"].text(),
        "steps": [],
        "original": node.value,
    }


def _state(state: State) -> dict[str, object]:
    """The state as a task file declares it."""
    variables = [
        {
            "name": variable.name,
            "type": variable.type.value,
            **({"is_key": True} if variable.key else {}),
            **({"description": variable.description} if variable.description else {}),
        }
        for variable in state.variables.values()
    ]
    return {"name": state.name, "description": state.description, "variables": variables}
