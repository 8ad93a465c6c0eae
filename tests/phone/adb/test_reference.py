"""References: recorded through the real adbutils client, compared, redacted, read and written."""

import gc
import json
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from handrail.cli.phone import phone_commands
from handrail.error import UnreadableInput
from handrail.phone.adb.reference import (
    COMMANDS,
    HIDDEN,
    SHOWN_SHAPES,
    Printed,
    Reference,
    compare,
    read_reference,
    redact,
    shapes,
    write_reference,
)
from phone.adb.served import Served, serving

SMALL = Reference("Pixel 8", "14", "2026-03-02", {"wm size": Printed("Physical size: 1080x2400\n", 0)})


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


@pytest.fixture(scope="module")
def recorded(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("adbutils", reason="pip install adbutils")
    path = tmp_path_factory.mktemp("reference") / "phone.json"
    done = record(served, "handrail-5554", "--out", str(path))
    assert done.exit_code == 0, done.output
    return path


def record(served: Served, serial: str, *more: str) -> Any:
    environment = {"ANDROID_ADB_SERVER_HOST": "127.0.0.1", "ANDROID_ADB_SERVER_PORT": str(served.server_port)}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        return CliRunner().invoke(phone_commands, ["record-reference", "--serial", serial, *more])


def test_a_phone_is_recorded_and_changed_in_nothing(served: Served, recorded: Path) -> None:
    text = recorded.read_text(encoding="utf-8")
    reference = read_reference(text, "phone.json")
    assert (reference.model, reference.android) == ("Handrail Phone", "14")
    assert tuple(reference.commands) == COMMANDS
    assert reference.commands["wm size"] == Printed("Physical size: 1080x2400\n", 0)
    assert reference.commands["handrail-no-such-command"].status == 127
    assert "handrail-5554" not in text
    assert all(command.before == command.after for command in served.handset.commands)


def test_it_differs_in_nothing_from_itself_and_from_a_fresh_phone(recorded: Path) -> None:
    reference = read_reference(recorded.read_text(encoding="utf-8"), "phone.json")
    assert compare(reference, reference) == ()
    done = CliRunner().invoke(phone_commands, ["compare", str(recorded), "--fail"])
    assert done.exit_code == 0, done.output
    assert done.output.endswith(f"0 of {len(COMMANDS)} commands differ\n")


def test_a_doctored_command_is_the_only_difference(recorded: Path, tmp_path: Path) -> None:
    reference = read_reference(recorded.read_text(encoding="utf-8"), "phone.json")
    doctored = replace(
        reference,
        commands={**reference.commands, "wm size": Printed("Physical size: 1x2\nOverride size: 720x1600\n", 1)},
    )
    path = tmp_path / "doctored.json"
    path.write_text(write_reference(doctored), encoding="utf-8")
    done = CliRunner().invoke(phone_commands, ["compare", str(path), "--json"])
    assert done.exit_code == 0
    assert json.loads(done.output)["differences"] == [
        {
            "command": "wm size",
            "exit": {"reference": 1, "simulator": 0},
            "only_reference": {"shapes": ["Override size: 0x0"], "more": 0},
            "only_simulator": {"shapes": [], "more": 0},
        }
    ]
    said = CliRunner().invoke(phone_commands, ["compare", str(path), "--fail"])
    assert said.exit_code == 1
    assert "exit code 1 on the reference, 0 on the simulator\n  - Override size: 0x0\n" in said.output


def test_no_phone_is_exit_3_and_says_which(served: Served) -> None:
    pytest.importorskip("adbutils", reason="pip install adbutils")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # adbutils leaves its socket to the collector
        done = record(served, "nobody")
        done.exc_info = done.exception = None
        gc.collect()
    assert done.exit_code == 3
    assert "`adb:nobody` does not answer" in done.output


def test_what_is_redacted_is_said() -> None:
    said = " ".join(CliRunner().invoke(phone_commands, ["record-reference", "--help"]).output.split())
    assert "Serial numbers, account names, IMEI, phone numbers, MAC" in said


@pytest.mark.parametrize(
    ("printed", "saved"),
    [
        ("[ro.serialno]: [1A2B3C]", f"[ro.serialno]: [{HIDDEN}]"),
        ("x [HT7A] y", f"x [{HIDDEN}] y"),
        ("Account {name=Anna B, type=com.google}", f"Account {{name={HIDDEN}, type=com.google}}"),
        ("device_name=Anna's phone", f"device_name={HIDDEN}"),
        ("id=1 mSerial=abc, up", f"id=1 mSerial={HIDDEN}, up"),
        ("to anna.b@mail.example.org.", f"to {HIDDEN}."),
        ("android.hardware.gnss@2.1-service.foo", "android.hardware.gnss@2.1-service.foo"),
        ("imei 356938035643809", "imei 0000000000"),
        ("tel +49 170 1234567", "tel +00000000"),
        ("tel (555) 123-4567", "tel 000-000-0000"),
        ("wlan 3c:5A:b4:01:02:ff", "wlan 00:00:00:00:00:00"),
        ("0: 0F02000A:1F90 01", "0: 00000000:0000 01"),
        ("[ro.boot.wifimacaddr]: [3c5ab40102ff]", f"[ro.boot.wifimacaddr]: [{HIDDEN}]"),
        ("ip fe80::3e5a:b4ff:fe01:2ff/64", "ip ::/64"),
        ("ip 2001:db8:0:1:3e5a:b4ff:fe01:2ff", "ip ::"),
        ("at 09:00:00 a::b", "at 09:00:00 a::b"),
        ("ip 192.168.0.17/24", "ip 0.0.0.0/24"),
        ('<node text="Hi Anna" class="a" content-desc="" />', f'<node text="{HIDDEN}" class="a" content-desc="" />'),
        ("2026-03-02 09:00:00 density 420", "2026-03-02 09:00:00 density 420"),
    ],
)
def test_what_tells_who_it_is_does_not_stay(printed: str, saved: str) -> None:
    assert redact(printed, {"HT7A", "", "unknown"}) == saved


@pytest.mark.parametrize(
    ("command", "first", "other"),
    [
        (
            "dumpsys window windows",
            "  mCurrentFocus=Window{ac19a31 u0 com.a/com.a.Main}",
            "mCurrentFocus=Window{1234567 u10 org.b.c/.X}",
        ),
        ("date", "Mon Mar  2 09:00:00 UTC 2026", "Tue Dec 31 23:59:59 CET 2024"),
        ("pm path {launcher}", "package:/system/app/a/base.apk", "package:/data/app/~~x==/b.c-1==/base.apk"),
        ("ps -A", "H\nroot 1 0 2 3 wait 0 S init", "H\nu0_a1 1 0 2 3 0 0 S com.a b"),
        ("getprop", "[a.b]: [1]", "[a.b]: [x y]"),
        ("x", '<?xml?><node a="1"/><node a="2"/>', '<?xml?><node a=""/>'),
    ],
)
def test_lines_of_one_kind_have_one_shape(command: str, first: str, other: str) -> None:
    assert shapes(command, first) == shapes(command, other)


def test_other_words_are_another_shape() -> None:
    assert shapes("wm size", "Physical size: 1x2") != shapes("wm size", "Physical: 1x2")
    assert shapes("getprop", "[a.b]: [1]") != shapes("getprop", "[a.c]: [1]")


def test_a_difference_is_bounded_and_a_command_not_run_is_one() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    long = replace(SMALL, commands={"wm size": Printed("".join(f"word {x}\n" for x in letters), 0)})
    (difference,) = compare(long, SMALL)
    assert len(difference.only_reference.shown) == SHOWN_SHAPES
    assert difference.only_reference.more == len(letters) - SHOWN_SHAPES
    (missing,) = compare(SMALL, replace(SMALL, commands={}))
    assert (missing.reference_status, missing.simulator_status) == (0, None)


def test_what_is_written_is_read_again() -> None:
    assert read_reference(write_reference(SMALL), "x") == SMALL


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{\n "format": }', "this is not JSON"),
        ("[" * 100_000, "r.json: objects and lists are nested too deeply"),
        ("[]", "r.json: not a phone reference; its `format` must be"),
        ('{"format": "other/1"}', "r.json: not a phone reference; its `format` must be"),
        (write_reference(SMALL).replace('"model"', '"modell"'), "`model` is missing; it must be a text"),
        (write_reference(SMALL).replace('"exit": 0', '"exit": true'), "`commands / wm size / exit` must be a whole"),
        (write_reference(SMALL).replace('"output"', '"out"'), "`commands / wm size / output` is missing"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        read_reference(text, "r.json")
    assert said in str(refused.value)


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"{\xff")
    for name, said in (("nowhere", "No such file"), ("binary", "byte 1 (line 1) is not UTF-8")):
        refused = CliRunner().invoke(phone_commands, ["compare", str(tmp_path / name)])
        assert isinstance(refused.exception, UnreadableInput)
        assert said in str(refused.exception)
