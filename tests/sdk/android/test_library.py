"""The Android library's own tests: the dialogues of the protocol, random schedules, the widgets, the real server."""

import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sdk.android.built import ANDROID, PACKAGED, PROCESSOR, STUBS, TESTS, compiled, java, junit, run_junit

SUITES = sorted(file.stem for room in TESTS for file in (ANDROID / room).rglob("*Test.java"))
pytestmark = pytest.mark.slow


def test_every_suite_of_the_library_passes_with_no_test_skipped(tmp_path: Path) -> None:
    # One test, so that it is compiled and run once however many processes pytest has.
    path = junit()
    classes = compiled(tmp_path / "classes", *STUBS, *PACKAGED, *PROCESSOR, *TESTS, path=path)
    printed = run_junit(classes, path, tmp_path / "reports")
    report = tmp_path / "reports" / "TEST-junit-jupiter.xml"
    assert report.is_file(), printed
    cases = list(ElementTree.parse(report).iter("testcase"))
    wrong = [
        f"{case.get('classname')}, {case.get('name')}: {failure.get('message')}\n{failure.text}"
        for case in cases
        for kind in ("failure", "error", "skipped")
        for failure in case.iter(kind)
    ]
    assert wrong == [], "\n".join(wrong)
    assert sorted({case.get("classname", "").rpartition(".")[2] for case in cases}) == SUITES


def test_what_is_packaged_needs_no_later_platform_than_the_build_file_says(tmp_path: Path) -> None:
    # Android 7 has the classes of Java 8, and javac knows which those are.
    compiled(tmp_path, *STUBS, *PACKAGED, release=8)


def test_the_benchmark_of_the_ui_thread_runs_and_what_is_not_enabled_allocates_nothing(tmp_path: Path) -> None:
    classes = compiled(tmp_path, *STUBS, *PACKAGED, "benchmark/src/main")
    command = [java("java"), "-cp", str(classes), "handrail.android.UiThreadBenchmark", "500"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"not enabled, (\d+) bytes in (\d+) events", said) == [("0", "500")]
    assert len(said.splitlines()) == 4
