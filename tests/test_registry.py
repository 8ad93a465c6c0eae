"""Names of devices, judges and the rest: one registry, one text for what is unknown, nothing guessed between."""

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from handrail.error import MissingExtra, Misuse
from handrail.registry import DEVICES, BrokenEntry, entry, names, opened


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, DEVICES.group)


MINE = [point("lamp", "pathlib:Path"), point("radio", "pathlib:PurePath")]


def test_what_stands_after_the_colon_goes_to_the_entry_with_what_is_given() -> None:
    assert opened(DEVICES, "lamp:kitchen", "shelf", found=MINE) == Path("kitchen/shelf")
    assert opened(DEVICES, "lamp", found=MINE) == Path()
    assert opened(DEVICES, "lamp:a:b", found=MINE) == Path("a:b")


def test_an_unknown_name_is_told_what_there_is_and_what_may_be_meant() -> None:
    with pytest.raises(Misuse) as raised:
        opened(DEVICES, "toaster:1", found=MINE)
    told = "`toaster:1`: no device is called `toaster`; installed are lamp, radio, as in `adb:SERIAL` or `phone`"
    assert str(raised.value) == told
    with pytest.raises(Misuse, match=r"installed are lamp, radio; did you mean `lamp`\?"):
        entry(DEVICES, "lmap", MINE)
    with pytest.raises(Misuse, match=r"^nothing shines; installed are lamp, radio"):
        entry(DEVICES, "sun", MINE, "nothing shines")
    with pytest.raises(Misuse, match="none is installed, not even those of Handrail"):
        entry(DEVICES, "lamp", [])


def test_a_name_that_two_packages_claim_is_refused() -> None:
    both = [*MINE, point("lamp", "pathlib:PosixPath")]
    with pytest.raises(Misuse, match=r"`lamp` is claimed by pathlib:Path .* and pathlib:PosixPath .*; uninstall all"):
        entry(DEVICES, "lamp", both)
    assert entry(DEVICES, "radio", both) is not None
    assert entry(DEVICES, "lamp", [*MINE, *MINE]) is Path  # the same promise, found twice


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("pathlib:Lamp", "cannot be imported: AttributeError"),
        ("handrail.device.toaster:open", "No module named 'handrail.device.toaster'"),
        ("no_such_package:open", "No module named 'no_such_package'"),
    ],
)
def test_an_entry_that_is_not_there_is_said_to_be_broken(value: str, told: str) -> None:
    with pytest.raises(BrokenEntry, match=told):
        entry(DEVICES, "lamp", [point("lamp", value)])


def test_an_entry_whose_packages_are_missing_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wired_lamp.py").write_text("import copper_wire.thick\n")
    (tmp_path / "cracked_lamp.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MissingExtra, match=r"needs `copper_wire`, which .+ -m pip install copper_wire$"):
        entry(DEVICES, "lamp", [point("lamp", "wired_lamp:open")])
    with pytest.raises(MissingExtra, match=r"pip install 'an unnamed package\[wires\]'"):
        entry(DEVICES, "lamp", [point("lamp", "wired_lamp:open [wires]")])
    with pytest.raises(BrokenEntry, match="ZeroDivisionError"):
        entry(DEVICES, "lamp", [point("lamp", "cracked_lamp:open")])


def test_what_is_installed_is_found_and_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"adb", "phone", "replay"} <= set(names(DEVICES))
    first = entry(DEVICES, "replay")
    monkeypatch.setattr(EntryPoint, "load", lambda _: None)
    assert entry(DEVICES, "replay") is first


def test_the_registry_loads_nothing_of_ours_but_errors() -> None:
    asked = "import sys, handrail.registry; print(sorted(n for n in sys.modules if n.startswith('handrail.')))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "['handrail.error', 'handrail.registry']\n"
