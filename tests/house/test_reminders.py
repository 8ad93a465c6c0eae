"""What was written and not registered, listed or trained: each test names the file that is still to be touched.

The six changes that people make most often, and what each of them needs, are in docs/extending.md.
"""

import ast
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest

from handrail.cli.judge_source import JudgeMode
from handrail.device.recording import Recording
from handrail.error import MissingExtra, UnreadableInput
from handrail.llm.provider import _KINDS as PROVIDERS
from handrail.phone import models
from handrail.phone.first_boot import APPS as INSTALLED_APPS
from handrail.phone.first_boot import SYSTEM_APPS
from handrail.registry import (
    AGENTS,
    APPROVERS,
    APPS,
    DETECTORS,
    DEVICES,
    JUDGES,
    KINDS,
    MODELS,
    RULES,
    ExtensionPoint,
    entry,
    names,
)
from handrail.sentinel.judge import Mode, trajectory_of
from handrail.sentinel.offline import model as offline_model
from handrail.sentinel.offline.features import Intent, is_weighed, step_features, weighed_names
from handrail.sentinel.offline.judge import Progress, walk
from handrail.sentinel.rule import load_rule_files, load_rules
from sentinel.fusion.runs import run

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def registered(kind: ExtensionPoint) -> list[EntryPoint]:
    """The entries of a kind as pyproject.toml has them, installed or not."""
    named = PYPROJECT["entry-points"].get(kind.group, {})
    return [EntryPoint(name, value, kind.group) for name, value in named.items()]


EVERY_KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.group)


def test_every_group_of_entry_points_is_one_that_somebody_reads() -> None:
    ours = {group for group in PYPROJECT["entry-points"] if group.startswith("handrail.")}
    assert ours == {kind.group for kind in KINDS}, "pyproject.toml and `KINDS` of src/handrail/registry.py differ"


@EVERY_KIND
def test_every_entry_can_be_loaded(kind: ExtensionPoint) -> None:
    assert registered(kind), f"pyproject.toml: `{kind.group}` has no entry of ours"
    for point in registered(kind):
        try:
            loaded = entry(kind, point.name, registered(kind))
        except MissingExtra:
            continue
        assert kind is RULES or callable(loaded), f"pyproject.toml: {point.value} is not a function"


@EVERY_KIND
def test_what_is_installed_is_what_is_written(kind: ExtensionPoint) -> None:
    left_out = {point.name for point in registered(kind)} - set(names(kind))
    assert not left_out, f"{kind.group}: {left_out} is written and not installed: pip install -e . (or uv sync)"


@dataclass(frozen=True)
class Written:
    """How a class of a kind is recognised, where, and which of them are no entry of their own, with the reason."""

    kind: ExtensionPoint
    methods: frozenset[str]
    folders: tuple[str, ...]
    not_by_name: Mapping[str, str]


WRITTEN = [
    Written(
        DEVICES,
        frozenset({"name", "observe", "execute", "resolve_app"}),
        ("device", "phone"),
        {"handrail.device.recorder": "it wraps another device", "handrail.device.device": "the protocol"},
    ),
    Written(
        JUDGES,
        frozenset({"name", "judge"}),
        ("sentinel",),
        {},
    ),
    Written(
        DETECTORS,
        frozenset({"name", "before", "after"}),
        ("guard", "sentinel"),
        {},
    ),
    Written(
        AGENTS,
        frozenset({"next"}),
        ("agent", "cli"),
        {"handrail.agent.scripted": "it needs a scripted task, which only the suite has"},
    ),
    Written(
        APPROVERS,
        frozenset({"__call__", "witnessed"}),
        ("guard/approval",),
        {},
    ),
]


@pytest.mark.parametrize("written", WRITTEN, ids=lambda written: written.kind.group)
def test_what_is_written_can_be_named(written: Written) -> None:
    forgotten = not_registered(written, SOURCE, registered(written.kind))
    assert not forgotten, (
        f"{', '.join(sorted(forgotten))}: no entry leads there; add one to `{written.kind.group}` in pyproject.toml, or"
        " a reason to `WRITTEN` in tests/house/test_reminders.py"
    )
    stale = [module for module in written.not_by_name if not (SOURCE / _file_of(SOURCE, module)).is_file()]
    assert not stale, f"tests/house/test_reminders.py: `WRITTEN` has a reason for what is gone: {stale}"


def test_a_driver_that_nobody_registered_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "handrail" / "device"
    folder.mkdir(parents=True)
    methods = "\n".join(f"    async def {name}(self): ..." for name in ("name", "observe", "execute", "resolve_app"))
    (folder / "ios.py").write_text(f"class Ios:\n{methods}\n")
    (folder / "ios_open.py").write_text("def open_ios(place):\n    from handrail.device import ios\n")
    (tmp_path / "handrail" / "phone").mkdir()
    written = WRITTEN[0]
    assert not_registered(written, tmp_path, []) == {"handrail.device.ios"}
    named = [EntryPoint("ios", "handrail.device.ios_open:open_ios", DEVICES.group)]
    assert not_registered(written, tmp_path, named) == set()


def not_registered(written: Written, source: Path, points: list[EntryPoint]) -> set[str]:
    """The modules with a class that looks like one of the kind, and to which no entry leads by its imports."""
    found = {
        ".".join(file.relative_to(source).with_suffix("").parts)
        for folder in written.folders
        for file in (source / "handrail" / folder).rglob("*.py")
        for node in ast.walk(_parsed(file))
        if isinstance(node, ast.ClassDef) and not _is_protocol(node) and written.methods <= _members(node)
    }
    return found - reached(source, [point.module for point in points]) - set(written.not_by_name)


def reached(source: Path, modules: list[str]) -> set[str]:
    """Those modules and all that they import, also inside of functions."""
    seen: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        file = _file_of(source, module)
        if module in seen or not (source / file).is_file():
            continue
        seen.add(module)
        waiting += _imported(source / file)
    return seen


def _imported(file: Path) -> Iterator[str]:
    for node in ast.walk(_parsed(file)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("handrail"):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def _file_of(source: Path, module: str) -> Path:
    path = Path(*module.split("."))
    return path / "__init__.py" if (source / path / "__init__.py").is_file() else path.with_suffix(".py")


def _members(node: ast.ClassDef) -> frozenset[str]:
    return frozenset(one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def _is_protocol(node: ast.ClassDef) -> bool:
    return any("Protocol" in ast.unparse(base) for base in node.bases)


def test_every_provider_of_models_has_an_entry() -> None:
    entries = {point.name for point in registered(MODELS)}
    assert entries == set(PROVIDERS), "pyproject.toml and `_KINDS` of src/handrail/llm/provider.py differ"


def test_every_model_of_an_app_has_an_entry() -> None:
    entries = {point.name for point in registered(APPS)}
    assert entries - {"generic"} == set(models.names()), (
        "pyproject.toml and the files of src/handrail/phone/models/ differ"
    )


def test_every_app_that_is_written_is_on_the_phone() -> None:
    folder = SOURCE / "handrail" / "phone" / "apps"
    written = {
        (f"handrail.phone.apps.{file.stem}", node.name)
        for file in folder.glob("*.py")
        for node in _parsed(file).body
        if isinstance(node, ast.FunctionDef) and "Origin" in ast.unparse(node.args)
    }
    installed = {(app.__module__, getattr(app, "__qualname__", "")) for app in (*SYSTEM_APPS, *INSTALLED_APPS)}
    assert written - installed == set(), "`APPS` of src/handrail/phone/first_boot.py lacks it"
    assert len(written) > 10


def test_every_rule_file_is_loaded_and_has_examples() -> None:
    folder = SOURCE / "handrail" / "sentinel" / "rules"
    there = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc"}
    loaded = {f"{file.rule.id}.yaml" for file in load_rule_files()}
    assert there == loaded, f"not loaded: {there - loaded}; a rule is src/handrail/sentinel/rules/NAME.yaml"
    for file in load_rule_files():
        assert {one.expect for one in file.examples} == {"finding", "nothing"}, f"{file.rule.id}.yaml: examples"


def test_every_mode_of_a_judge_can_be_asked_for_and_has_a_prompt() -> None:
    modes = {mode.name for mode in get_args(Mode)}
    assert {mode.value for mode in JudgeMode} == modes, "`JudgeMode` of src/handrail/cli/judge_source.py lacks a mode"
    prompts = files("handrail.sentinel.judge.prompts")
    for mode in sorted(modes):
        found = [one.name for one in prompts.iterdir() if one.name.startswith(f"{mode}-")]
        assert found, f"src/handrail/sentinel/judge/prompts/{mode}-1.md: what is a model asked?"


def test_weights_that_were_trained_on_other_features_say_how_to_train_them_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = files("handrail.sentinel.offline").joinpath("weights.json").read_text("utf-8")
    offline_model.read_model(text, "src/handrail/sentinel/offline/weights.json")
    monkeypatch.setattr(offline_model, "weighed_names", lambda: (*weighed_names(), "found.boredom"))
    with pytest.raises(UnreadableInput, match=r"found\.boredom .* python benchmarks/train_offline_judge\.py .*--write"):
        offline_model.read_model(text, "weights.json")


def test_every_feature_that_is_weighed_is_one_of_those_that_weights_remember() -> None:
    known = set(weighed_names())
    weighed = {name for recording in (run(), run(to="Paul")) for name in features_of(recording) if is_weighed(name)}
    unknown = {name for name in weighed if name not in known and f"{name.partition('.')[0]}.*" not in known}
    assert not unknown, "`weighed_names` of src/handrail/sentinel/offline/features.py leaves them out"
    model = offline_model.shipped_model()
    for one in (model.unsafe, *model.categories.values()):
        assert {name for name in one.weights if f"{name.partition('.')[0]}.*" not in known} <= known


def features_of(recording: Recording) -> Iterator[str]:
    intent = Intent((1.0, 0.0), 0.0)
    trajectory = trajectory_of(recording)
    for seen in walk(trajectory, Progress(), load_rules()):
        yield from step_features(
            trajectory.instruction, seen.action, seen.features, seen.findings, lambda _: [1.0, 0.0], intent
        )
