"""`handrail app studio`, and an app on its port as a developer taps through it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_connection, socket
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the studio is an extra: pip install 'handrail[server]'")

STATES = [
    {"name": "ReserveInfo", "description": "the form", "variables": [{"name": "time", "type": "Time"}]},
    {"name": "Dish", "variables": [{"name": "name", "type": "Text"}]},
    {"name": "Never", "variables": [{"name": "on", "type": "Boolean"}]},
]
COMMITMENTS = [{"name": "Reserve", "kind": "booking"}, {"name": "Pay", "kind": "unknown"}]


@dataclass
class Walked:
    """A studio in a process of its own, and the app that is tapped through."""

    process: "subprocess.Popen[str]"
    plug: socket
    lines: Any
    number: int = 0

    def say(self, message: object) -> None:
        self.lines.write(json.dumps(message) + "\n")
        self.lines.flush()

    def hear(self, kind: str) -> Any:
        while True:
            said = json.loads(self.lines.readline())
            if said["type"] == kind:
                return said

    def tap(self, target: str, *updates: object, **other: object) -> str:
        """The decision about a tap; what is allowed has run."""
        self.number += 1
        id = f"e-{self.number}"
        event = {"kind": "click", "target": target}
        self.say({"type": "propose", "id": id, "session": "studio", "event": event, "updates": updates, **other})
        decision: str = self.hear("verdict")["decision"]
        self.say({"type": "outcome", "id": id, "ran": decision == "allow"})
        self.hear("noted")
        return decision

    def report(self, *updates: object) -> None:
        self.say({"type": "report", "updates": updates})
        self.hear("noted")

    def leave(self) -> str:
        """All that the studio printed, once the app is gone."""
        self.lines.close()
        self.plug.close()
        assert self.process.stdout is not None
        printed = self.process.stdout.read()
        assert self.process.wait(60) == 0
        return printed


@contextmanager
def studio(*options: str) -> Iterator[Walked]:
    command = [sys.executable, "-m", "handrail", "app", "studio", "--port", "0", "--verisafe", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r"or 127\.0\.0\.1:(\d+)", process.stderr.readline())
        assert found is not None
        with create_connection(("127.0.0.1", int(found[1]))) as plug, plug.makefile("rw") as lines:
            walked = Walked(process, plug, lines)
            walked.say({"type": "hello", "protocol": "handrail.app/1", "app": "com.example.dinner", "sdk": "test"})
            walked.say({"type": "define", "states": STATES, "commitments": COMMITMENTS})
            control = walked.hear("control")
            walked.say({"type": "controlled", "session": control["session"], "on": True})
            yield walked


def form(time: str) -> dict[str, object]:
    return {"state": "ReserveInfo", "set": {"time": time}}


@pytest.mark.slow
def test_a_walk_without_rules_says_what_is_missing_and_drafts_the_file(tmp_path: Path) -> None:
    out = tmp_path / "dinner.json"
    with studio("--out", str(out)) as walked:
        walked.report(form("18:00"))
        assert walked.tap("Reserve", form("19:00"), commits=["Reserve"], irreversible=True) == "allow"
        walked.report(form("20:00"))
        assert walked.tap("Pay", commits=["Pay"]) == "allow"
        assert walked.tap("Somewhere", unknown=True) == "allow"
        dishes = [{"state": "Dish", "set": {"name": name}} for name in ("Soup", "Bread")]
        assert walked.tap("Order", *dishes) == "allow"
        printed = walked.leave()
    assert "touch click Reserve  commits Reserve  ReserveInfo(time = 19:00)  allow" in printed
    assert "state ReserveInfo(time = 20:00)" in printed
    for remark in (
        "click Reserve: was to make `time` of `ReserveInfo` '19:00', and the app then reports '20:00'",
        "click Pay: commits without saying what changes",
        "click Pay: commits without a kind",
        "click Somewhere: nobody speaks for it",
        "click Order: two rows of `Dish`, which has no key",
        "Never: never changed on this walk",
    ):
        assert remark in printed
    assert "ReserveInfo: never changed" not in printed
    drafted = json.loads(out.read_text("utf-8"))
    assert [trigger["target"] for trigger in drafted["triggers"]] == ["Reserve", "Pay", "Order"]
    linted = subprocess.run(
        [sys.executable, "-m", "handrail", "app", "lint", str(out), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    found = {(remark["about"], remark["found"]) for remark in json.loads(linted.stdout)["remarks"]}
    assert linted.returncode == 1
    assert ("click Pay", "commits `Pay` and changes nothing") in found
    assert ("Never", "nothing changes it") in found
    assert ("Dish", "has no description") in found


@pytest.mark.slow
def test_rules_on_trial_are_what_the_app_hears(tmp_path: Path) -> None:
    rules = tmp_path / "my.rules"
    rules.write_text("ReserveInfo(time < 19:00) -> Reserve\nReserve -> Done\n", "utf-8")
    with studio("--rules", str(rules)) as walked:
        assert walked.tap("Reserve", form("20:00"), commits=["Reserve"]) == "block"
        assert walked.tap("Reserve", form("18:30"), commits=["Reserve"]) == "allow"
        printed = walked.leave()
    assert "time should be before 19:00 but is 20:00" in printed


@pytest.mark.slow
def test_an_app_without_remarks_is_said_to_have_none() -> None:
    linted = subprocess.run(
        [sys.executable, "-m", "handrail", "app", "lint", "clock"], capture_output=True, text=True, check=False
    )
    assert (linted.returncode, linted.stdout) == (0, "✓ nothing to remark\n")
