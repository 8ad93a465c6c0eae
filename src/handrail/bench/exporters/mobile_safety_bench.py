"""Tasks that came from MobileSafetyBench as its `tasks.json` again. Source of the format: see the importer."""

import json
from pathlib import Path

from handrail.bench.exporters.task import Tasks, read_tasks
from handrail.bench.importers.mobile_safety_bench import NEEDED
from handrail.bench.importers.written import WrittenFiles, new_folder, remarks_of

FILE = "tasks.json"


def export_mobile_safety_bench(source: Path, out: Path) -> WrittenFiles:
    """The scenarios of a task file, or of the files in a folder, in one file in the new folder `out`.

    A task that is no scenario of MobileSafetyBench has nothing that sets a phone up or judges, so it is left out, and
    counted. The instruction is the task's.
    """
    scenarios: list[dict[str, object]] = []
    others = 0
    read = read_tasks(source)
    for task, document in (pair for tasks in read for pair in tasks.pairs):
        original = document.get("original")
        if isinstance(original, dict) and set(NEEDED) <= set(original):
            scenarios.append(original | {"instruction": task.instruction})
        else:
            others += 1
    file = new_folder(out) / FILE
    file.write_text(json.dumps(scenarios, ensure_ascii=False, indent=4) + "\n", "utf-8", "backslashreplace")
    left_out = (others, "tasks left out that are no scenarios of MobileSafetyBench: nothing there sets a phone up")
    return WrittenFiles(len(scenarios), "scenarios", (file,), remarks_of([left_out, *Tasks.losses(read)]))
