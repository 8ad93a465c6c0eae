"""Coverage-guided fuzzing of state updates: `python tests/fuzz/fuzz_updates.py -max_total_time=300`.

Whatever JSON an agent or an app sends as an update, it is fitted to the declaration or refused with a reason; nothing
is raised. Needs atheris (the dependency group `fuzz`); pytest does not collect it. Arguments are libFuzzer's.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def main() -> None:
    """Fuzz until a limit among the arguments is reached or something breaks."""
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["handrail"]):
        from handrail.app.app import App
        from handrail.app.update import Assignment, RefusedUpdate, Removal, Update, read_update
        from handrail.error import UnreadableInput
        from handrail.language.declaration import State, Variable
        from handrail.language.value import Type
        from handrail.strict_json import read_json

    enum = ("Once", "Daily")
    states = App.of(
        "Clock",
        [
            State.of(
                "Alarm",
                Variable("label", Type.TEXT, key=True),
                Variable("time", Type.TIME),
                Variable("on", Type.BOOLEAN),
                Variable("repeat", Type.ENUM, options=enum),
            ),
            State.of("Seat", Variable("row", Type.NUMBER, key=True), Variable("side", Type.ENUM, True, ("L", "R"))),
            State.of(
                "Note",
                *(
                    Variable(value_type.value.lower(), value_type, options=enum if value_type is Type.ENUM else ())
                    for value_type in Type
                ),
                Variable("3d", Type.BOOLEAN),
            ),
        ],
    ).states

    def judge(state: Any, named: Any, deleted: Any) -> None:
        change = read_update(Update(state, named, deleted), states)
        match change:
            case RefusedUpdate(reason=reason):
                assert reason, change
                assert reason.isprintable(), reason
                assert len(reason) < 1_000, reason
            case Assignment(declared, key, values, compared):
                assert named is not None, change
                assert deleted is None, change
                assert values.keys() == compared.keys() == named.keys(), change
                assert len(key) == len(declared.keys), change
                assert None not in key, change
            case Removal(declared, key):
                assert deleted is not None, change
                assert named is None, change
                assert deleted.keys() == set(declared.keys), change
                assert None not in key, change

    def check(data: bytes) -> None:
        # The state, what is set, what is deleted; numbers as decimals, and as Python has them.
        for read in (read_json, json.loads):
            try:
                document = read(data)
            except (UnreadableInput, ValueError, RecursionError):
                continue
            parts = document if isinstance(document, list) else [document]
            judge(*(parts + [None] * 3)[:3])

    seeds = ",".join(str(path) for path in sorted((HERE / "seeds").glob("*.json")))
    atheris.Setup([*sys.argv, f"-seed_inputs={seeds}", f"-dict={HERE / 'updates.dict'}"], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
