"""What `import handrail` offers: one list of names, one meaning for each, nothing loaded before it is used."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import handrail
import handrail.guard.decision
import handrail.monitor.verdict
from cli.command import handrail as command

PROJECT = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text("utf-8"))["project"]


def test_dir_lists_what_there_is() -> None:
    assert set(dir(handrail)) == {*handrail.__all__, "__version__"}
    assert all(getattr(handrail, name) is not None for name in dir(handrail))
    assert list(handrail.__all__) == sorted(handrail.__all__)


def test_a_name_that_is_not_there_is_told_those_that_are() -> None:
    with pytest.raises(AttributeError, match="has no `Gaurd`; it exports Allow, App"):
        handrail.Gaurd  # noqa: B018


def test_what_the_guard_decides_has_the_public_names() -> None:
    for name in ("Allow", "Warn", "Block", "Ask"):
        assert getattr(handrail, name) is getattr(handrail.guard.decision, name)
        assert getattr(handrail.monitor, name) is getattr(handrail.monitor.verdict, name)


def test_a_room_is_there_without_an_import_of_its_own() -> None:
    asked = "import handrail; print(handrail.monitor.Allow.__module__, handrail.guard.Guard.__name__)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "handrail.monitor.verdict Guard\n"


def test_importing_loads_no_room() -> None:
    asked = "import sys, handrail; print(sorted(name for name in sys.modules if name.startswith('handrail')))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "['handrail']\n"


def test_the_version_is_said_and_is_that_of_the_package() -> None:
    done = command("--version")
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"handrail {PROJECT['version']}\n", "")
    assert handrail.__version__ == PROJECT["version"]


FOR_ONE_CLIENT = {
    "anthropic",
    "appium",
    "claude-agent-sdk",
    "google-adk",
    "inspect",
    "langchain",
    "openai-agents",
    "pydantic-ai",
}  # fmt: skip  whoever uses one has it, and nobody wants all of them
TOO_LARGE = {"ray"}  # 200 MB that one computer does not need


def test_all_is_every_extra_but_those_for_one_client_and_what_is_too_large() -> None:
    extras = PROJECT["optional-dependencies"]
    (everything,) = extras["all"]
    named = everything.removeprefix("handrail[").removesuffix("]").split(",")
    assert set(named) == set(extras) - {"all", *FOR_ONE_CLIENT, *TOO_LARGE}
