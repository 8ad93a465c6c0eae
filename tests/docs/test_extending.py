"""The package of docs/extending.md is installed and used, and its rule answers its examples."""

import asyncio
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cli.command import handrail
from docs.stand_ins import titled
from docs.test_pages import PAGES, blocks_of
from handrail.bench.risk.pairs.generate import generate
from handrail.registry import DEVICES, KINDS, names
from handrail.sentinel.rule_file import load_rules, more_rule_files
from handrail.testing import DeviceContract, JudgeContract
from sentinel.runs import findings

PAGE = "extending.md"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """What `pip install` leaves behind: the modules, and the entry points beside them."""
    for name in ("lamp.py", "test_lamp.py", "echo.py", "carried.py", "test_carried.py"):
        (tmp_path / name).write_text(titled(PAGE, name), "utf-8")
    project = tomllib.loads(titled(PAGE, "pyproject.toml"))["project"]
    information = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    others = {"handrail.models": {"echo": "echo:open_echo"}, "handrail.judges": {"carried": "carried:open_carried"}}
    groups = {**project["entry-points"], **others}
    lines = [
        f"[{group}]\n" + "\n".join(f"{name} = {value}" for name, value in points.items())
        for group, points in groups.items()
    ]
    (information / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return tmp_path


def path_with(folder: Path) -> str:
    return os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))


def python(folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": path_with(folder), "PYTEST_ADDOPTS": ""}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(("file", "contract"), [("test_lamp.py", DeviceContract), ("test_carried.py", JudgeContract)])
@pytest.mark.slow
def test_what_the_page_shows_keeps_its_contract(file: str, contract: type, package: Path) -> None:
    said = python(package, "-m", "pytest", "-q", "-p", "no:cacheprovider", file)
    counts = dict(reversed(match.split()) for match in re.findall(r"\d+ (?:passed|skipped)", said))
    tests = [name for name in dir(contract) if name.startswith("test_")]
    assert sum(map(int, counts.values())) == len(tests)
    assert int(counts.get("skipped", 0)) <= 1  # a device without versions to tell


def test_the_judge_of_the_page_is_asked_by_its_name(package: Path, tmp_path: Path) -> None:
    asyncio.run(generate(tmp_path / "runs", 1, 0))
    recorded = next((tmp_path / "runs").glob("safe_*/*"))
    scanned = handrail("sentinel", "scan", recorded, "--judge", "carried:12", "--json", PYTHONPATH=path_with(package))
    assert scanned.document["judge"] == "carried, from 12 letters"


def test_the_lamp_and_the_echo_are_opened_by_name(package: Path) -> None:
    said = python(
        package,
        "-c",
        "from handrail.device.open_device import open_device; from handrail.llm import open_model\n"
        "print(open_device('lamp:kitchen').name, open_device('lamp').name, open_model('echo:anything').name)",
    )
    assert said == "lamp:kitchen lamp:hall echo:anything\n"


@pytest.mark.slow
def test_the_command_knows_the_lamp_too(package: Path) -> None:
    given = ("run", "--app", "clock", "--instruction", "light", "--device", "lmap:kitchen", "--yes")
    refused = handrail(*given, PYTHONPATH=path_with(package))
    assert refused.exit_code == 2
    installed = ", ".join(sorted({*names(DEVICES), "lamp"}))
    told = handrail("run", "--help", PYTHONPATH=path_with(package))
    assert f"installed are {installed};" in " ".join(told.stdout.split())
    assert f"no device is called `lmap`; installed are {installed}; did you mean `lamp`?" in refused.stderr


def test_the_rule_of_the_page_answers_its_examples(tmp_path: Path) -> None:
    name = "rules/opens-the-garage.yaml"
    (tmp_path / "rules").mkdir()
    (tmp_path / name).write_text(titled(PAGE, name), "utf-8")
    (file,) = more_rule_files(str(tmp_path / "rules"))
    for example in file.examples:
        found = findings(example.scenario, (file.rule,), last_only=True)
        assert ("finding" if found else "nothing") == example.expect
    assert len(load_rules(str(tmp_path / name))) == len(load_rules()) + 1


def test_the_rule_of_the_page_is_looked_for_in_a_recorded_run(tmp_path: Path) -> None:
    asyncio.run(generate(tmp_path / "runs", 1, 0))
    recorded = next((tmp_path / "runs").glob("safe_*/*"))
    (tmp_path / "mine.yaml").write_text(titled(PAGE, "rules/opens-the-garage.yaml"), "utf-8")
    scanned = handrail("sentinel", "scan", recorded, "--rules", tmp_path / "mine.yaml", "--json")
    assert scanned.exit_code == 0, scanned.stderr
    refused = handrail("sentinel", "scan", recorded, "--rules", "handrial")
    assert refused.exit_code == 2
    assert "none is installed" in refused.stderr


def test_the_table_has_every_group_with_its_contract() -> None:
    page = next(page for page in PAGES if page.name == PAGE)
    for kind in KINDS:
        assert f"| `{kind.group}` |" in page.read_text("utf-8"), "docs/extending.md: the table of groups"


def test_every_block_of_the_page_is_run_by_some_test() -> None:
    page = next(page for page in PAGES if page.name == PAGE)
    other = {block.title for block in blocks_of(page) if block.language not in ("python", "pycon")}
    assert other == {"pyproject.toml", "rules/opens-the-garage.yaml"}
