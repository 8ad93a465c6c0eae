"""`handrail record`: a walk on the simulated phone, as a user types it."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from cli.command import COMMAND, handrail
from handrail.device.recording import read_recording

CLOCK = "com.example.clock"
LINES = ("tap 09:00", "type Hour = 7", "tap Save")


def listed(folder: Path, *lines: str) -> str:
    (folder / "actions").write_text("\n".join(lines), "utf-8")
    return f"list:{folder / 'actions'}"


def types_in(folder: Path) -> list[str]:
    return [step.action.type for step in read_recording(folder).steps]


@pytest.mark.slow
def test_a_list_is_walked_and_what_was_recorded_can_be_walked_checked_and_scanned_again(tmp_path: Path) -> None:
    agent = listed(tmp_path, *LINES, "finish")
    done = handrail("record", "--app", "Clock", "--agent", agent, "-o", tmp_path / "walk", "--json")
    assert done.exit_code == 0, done.stderr
    assert done.document == {
        "recording": str(tmp_path / "walk"), "finished": True, "end": "finished", "reason": "", "steps": 4,
        "refused": 0,
    }  # fmt: skip
    assert types_in(tmp_path / "walk") == ["open_app", "click", "input", "click", "finish"]
    assert read_recording(tmp_path / "walk").application == CLOCK
    again = listed(tmp_path, f"open {CLOCK}", *LINES, "finish")
    replayed = f"replay:{tmp_path / 'walk'}"
    second = handrail("record", "--device", replayed, "--agent", again, "-o", tmp_path / "again")
    assert second.exit_code == 0, second.stderr
    assert types_in(tmp_path / "again") == types_in(tmp_path / "walk")
    assert handrail("sentinel", "scan", tmp_path / "walk").exit_code == 0
    model = Path(__file__).resolve().parents[2] / "src/handrail/phone/models/clock.yaml"
    checked = handrail("app", "check", model, "--screens", tmp_path / "walk", "--json")
    assert checked.document["screens"] == 5


@pytest.mark.slow
def test_a_person_types_the_actions_and_ends_it_by_closing_the_input(tmp_path: Path) -> None:
    done = handrail("record", "--app", CLOCK, "-o", tmp_path / "walk", "--no-pictures", stdin=b"tap 3\ntype 2 7\n")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert 'type "7" into "Hour"' in done.stderr
    assert "3 steps recorded" in done.stderr
    assert types_in(tmp_path / "walk") == ["open_app", "click", "input", "finish"]
    assert not list((tmp_path / "walk" / "images").iterdir())


@pytest.mark.slow
def test_a_killed_walk_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    walk = tmp_path / "walk"
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    given = [str(COMMAND), "record", "--app", CLOCK, "-o", str(walk)]
    with subprocess.Popen(given, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as running:
        assert running.stdin is not None
        assert running.stderr is not None
        running.stdin.write(b"tap 3\n")
        running.stdin.flush()
        while b'tap "09:00' not in running.stderr.readline():
            assert running.poll() is None
        running.send_signal(signal.SIGKILL)
    assert types_in(walk) == ["open_app", "click"]
    refused = handrail("record", "--app", CLOCK, "-o", walk)
    assert refused.exit_code == 2
    assert "go on with it by --resume" in refused.stderr
    resumed = handrail("record", "--app", CLOCK, "-o", walk, "--resume", "--json", stdin=b"finish\n")
    assert resumed.exit_code == 0, resumed.stderr
    assert "the phone shows com.android.launcher now, and the recording ended in com.example.clock" in resumed.stderr
    assert resumed.document["steps"] == 3
    assert types_in(walk) == ["open_app", "click", "open_app", "finish"]


@pytest.mark.slow
def test_a_list_that_cannot_be_carried_out_is_not_fine_and_says_why(tmp_path: Path) -> None:
    agent = listed(tmp_path, "tap Nothing of this name", "finish")
    done = handrail("record", "--app", CLOCK, "--agent", agent, "-o", tmp_path / "walk", "--json")
    assert done.exit_code == 1
    assert not done.document["finished"]
    assert done.document["reason"].startswith("`Nothing of this name` is not on the screen, which has")
    assert done.document["steps"] == 1


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--agent", "butler"], "--agent butler: it is `hand` or `list:FILE`"),
        (["--agent", "list:nowhere.txt"], "nowhere.txt"),
        (["--device", "toaster:1"], "no device is called `toaster`"),
        (["--app", "clokc"], "--app clokc: no app is called `clokc`"),
        (["--resume"], "holds no recording to go on with"),
        (["--limit", "0"], "--limit"),
    ],
)
@pytest.mark.slow
def test_misuse_is_said_and_leaves_no_recording(options: list[str], says: str, tmp_path: Path) -> None:
    done = handrail("record", *options, "-o", tmp_path / "walk")
    assert done.exit_code == 2
    assert says in done.stderr
    assert not (tmp_path / "walk").exists()


@pytest.mark.slow
def test_a_phone_that_is_not_there_is_exit_three(tmp_path: Path) -> None:
    pytest.importorskip("adbutils", reason="pip install 'handrail[adb]'")
    done = handrail("record", "--device", "adb:nowhere", "-o", tmp_path / "walk", ANDROID_ADB_SERVER_PORT="1")
    assert done.exit_code == 3, done.stderr
