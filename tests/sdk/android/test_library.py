"""The Android library's own tests: the dialogues of the protocol, random schedules, the widgets, the real server."""

import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sdk.android.built import ANDROID, PACKAGED, STUBS, TESTS, compiled, java, junit, run_junit

SUITES = sorted(file.stem for room in TESTS for file in (ANDROID / room).rglob("*Test.java"))
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[ElementTree.Element]]:
    """Each test that ran, by the suite it is of."""
    folder = tmp_path_factory.mktemp("android")
    path = junit()
    classes = compiled(folder / "classes", *STUBS, *PACKAGED, *TESTS, path=path)
    printed = run_junit(classes, path, folder / "reports")
    report = folder / "reports" / "TEST-junit-jupiter.xml"
    assert report.is_file(), printed
    found: dict[str, list[ElementTree.Element]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        found.setdefault(case.get("classname", "").rpartition(".")[2], []).append(case)
    return found


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_passes_with_no_test_skipped(suite: str, cases: dict[str, list[ElementTree.Element]]) -> None:
    assert cases.get(suite), "the suite ran no test"
    for case in cases[suite]:
        wrong = [one for kind in ("failure", "error", "skipped") for one in case.iter(kind)]
        assert wrong == [], f"{case.get('name')}: {wrong[0].get('message')}\n{wrong[0].text}"


def test_no_suite_ran_that_is_not_known(cases: dict[str, list[ElementTree.Element]]) -> None:
    assert sorted(cases) == SUITES


def test_what_is_packaged_needs_no_later_platform_than_the_build_file_says(tmp_path: Path) -> None:
    # Android 7 has the classes of Java 8, and javac knows which those are.
    compiled(tmp_path, *STUBS, *PACKAGED, release=8)


def test_the_benchmark_of_the_ui_thread_runs_and_what_is_not_enabled_allocates_nothing(tmp_path: Path) -> None:
    classes = compiled(tmp_path, *STUBS, *PACKAGED, "benchmark/src/main")
    command = [java("java"), "-cp", str(classes), "handrail.android.UiThreadBenchmark", "500"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"not enabled, (\d+) bytes in (\d+) events", said) == [("0", "500")]
    assert len(said.splitlines()) == 4
