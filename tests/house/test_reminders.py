"""What was written and not registered, listed or trained: each test names the file that is still to be touched.

The six changes that people make most often, and what each of them needs, are in docs/extending.md.
"""

import ast
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from importlib.resources import files
from pathlib import Path

import pytest

from agent.test_open_agent import AGENTS_HELD
from device.test_contract import DRIVERS
from guard.test_by_name import APPROVERS_HELD, DETECTORS_HELD
from handrail.bench.experiments.risk import MODES as ASKED_IN_EXPERIMENTS
from handrail.bench.experiments.risk import JudgeChoice
from handrail.cli.judge_source import JudgeMode
from handrail.device.recording import Recording
from handrail.encoder.prompt import SYSTEM
from handrail.error import MissingExtra, UnreadableInput
from handrail.guard.decision import Condition
from handrail.guard.policy.read import _CAME_LATER
from handrail.language.operators import Operator
from handrail.language.printer import KEYWORDS
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
from handrail.sentinel import judge as judges
from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.judge import Incremental, trajectory_of
from handrail.sentinel.judge.mode import MODES
from handrail.sentinel.offline import model as offline_model
from handrail.sentinel.offline.features import Direction, is_weighed, step_features, weighed_names
from handrail.sentinel.offline.judge import WalkProgress, walk
from house.modules import module
from sentinel.fusion.runs import run
from sentinel.judge.test_contract import JUDGES as JUDGES_HELD

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
    read = {kind.group for kind in KINDS if kind is not RULES}  # rule files are for others: ours are comparators
    assert ours == read, "pyproject.toml and `KINDS` of src/handrail/registry.py differ"


@EVERY_KIND
def test_every_entry_can_be_loaded(kind: ExtensionPoint) -> None:
    assert registered(kind) or kind is RULES, f"pyproject.toml: `{kind.group}` has no entry of ours"
    for point in registered(kind):
        try:
            loaded = entry(kind, point.name, registered(kind))
        except MissingExtra:
            continue
        assert callable(loaded), f"pyproject.toml: {point.value} is not a function"


@EVERY_KIND
def test_what_is_installed_is_what_is_written(kind: ExtensionPoint) -> None:
    left_out = {point.name for point in registered(kind)} - set(names(kind))
    assert not left_out, f"{kind.group}: {left_out} is written and not installed: pip install -e . (or uv sync)"


@dataclass(frozen=True)
class Written:
    """How a class of a kind is recognised, where, and which of them are no entry of their own, with the reason.

    `attributes` may be properties as well: fields, class attributes, or what `__init__` sets.
    """

    kind: ExtensionPoint
    methods: frozenset[str]
    attributes: frozenset[str]
    folders: tuple[str, ...]
    not_by_name: Mapping[str, str]


WRITTEN = [
    Written(
        DEVICES,
        frozenset({"observe", "execute", "resolve_app"}),
        frozenset({"name"}),
        ("device", "phone"),
        {"handrail.device.recorder": "it wraps another device", "handrail.device.device": "the protocol"},
    ),
    Written(
        JUDGES,
        frozenset({"judge"}),
        frozenset({"name"}),
        ("sentinel",),
        {},
    ),
    Written(
        DETECTORS,
        frozenset({"before", "after"}),
        frozenset({"name"}),
        ("guard", "sentinel"),
        {},
    ),
    Written(
        AGENTS,
        frozenset({"next"}),
        frozenset(),
        ("agent", "cli"),
        {
            "handrail.agent.scripted": "it needs a scripted task, which only the suite has",
            "handrail.agent.explore.explorer": "it acts with nobody looking on; `handrail app explore` asks what for",
        },
    ),
    Written(
        APPROVERS,
        frozenset({"__call__"}),
        frozenset({"witnessed"}),
        ("guard/approval",),
        {"handrail.guard.approval.announcing": "stands before another approver"},
    ),
]


@pytest.mark.parametrize("written", WRITTEN, ids=lambda written: written.kind.group)
@pytest.mark.slow
def test_what_is_written_can_be_named(written: Written) -> None:
    forgotten = not_registered(written, SOURCE, registered(written.kind))
    assert not forgotten, (
        f"{', '.join(sorted(forgotten))}: no entry leads there; add one to `{written.kind.group}` in pyproject.toml, or"
        " a reason to `WRITTEN` in tests/house/test_reminders.py"
    )
    stale = [module for module in written.not_by_name if not (SOURCE / _file_of(SOURCE, module)).is_file()]
    assert not stale, f"tests/house/test_reminders.py: `WRITTEN` has a reason for what is gone: {stale}"


NAMED = {
    "a method": "    def name(self): ...",
    "in the constructor": "    def __init__(self, place):\n        self.name, self.lit = place, False",
    "in the constructor with its type": "    def __init__(self, place):\n        self.name: str = place",
    "a constant": "    name = 'ios'",
    "a constant with its type": "    name: ClassVar[str] = 'ios'",
    "a field": "    name: str",
}


@pytest.mark.parametrize("named", NAMED)
def test_a_driver_that_nobody_registered_is_found_however_its_name_is_written(named: str, tmp_path: Path) -> None:
    folder = tmp_path / "handrail" / "device"
    folder.mkdir(parents=True)
    methods = "\n".join(f"    async def {name}(self): ..." for name in ("observe", "execute", "resolve_app"))
    (folder / "ios.py").write_text(f"class Ios:\n{NAMED[named]}\n{methods}\n")
    (folder / "ios_open.py").write_text("def open_ios(place):\n    from handrail.device import ios\n")
    (tmp_path / "handrail" / "phone").mkdir()
    written = WRITTEN[0]
    assert not_registered(written, tmp_path, []) == {"handrail.device.ios"}
    named_there = [EntryPoint("ios", "handrail.device.ios_open:open_ios", DEVICES.group)]
    assert not_registered(written, tmp_path, named_there) == set()


HELD: list[tuple[ExtensionPoint, Collection[str], str]] = [
    (DEVICES, DRIVERS, "`DRIVERS` of tests/device/test_contract.py"),
    (JUDGES, JUDGES_HELD, "`JUDGES` of tests/sentinel/judge/test_contract.py"),
    (DETECTORS, DETECTORS_HELD, "`DETECTORS_HELD` of tests/guard/test_by_name.py"),
    (AGENTS, AGENTS_HELD, "`AGENTS_HELD` of tests/agent/test_open_agent.py"),
    (APPROVERS, APPROVERS_HELD, "`APPROVERS_HELD` of tests/guard/test_by_name.py"),
]
"""What is held to its contract under the name of its entry; models all come through one entry, `open_online`."""


@pytest.mark.parametrize(("kind", "held", "where"), HELD, ids=lambda value: getattr(value, "group", ""))
def test_what_can_be_named_is_held_to_its_contract(kind: ExtensionPoint, held: Collection[str], where: str) -> None:
    left_out = {point.name for point in registered(kind)} - set(held)
    assert not left_out, f"{', '.join(sorted(left_out))}: nothing holds it to its contract; add it to {where}"


def not_registered(written: Written, source: Path, points: list[EntryPoint]) -> set[str]:
    """The modules with a class that looks like one of the kind, and to which no entry leads by its imports."""
    found = {
        ".".join(file.relative_to(source).with_suffix("").parts)
        for folder in written.folders
        for file in (source / "handrail" / folder).rglob("*.py")
        for node in module(file).classes
        if not _is_protocol(node) and _is_like(node, written)
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
    for node in module(file).imports:
        if node.module and node.module.startswith("handrail"):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _file_of(source: Path, module: str) -> Path:
    path = Path(*module.split("."))
    return path / "__init__.py" if (source / path / "__init__.py").is_file() else path.with_suffix(".py")


def _is_like(node: ast.ClassDef, written: Written) -> bool:
    methods = {
        statement.name for statement in node.body if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    return written.methods <= methods and written.attributes <= methods | set(_attributes(node))


def _attributes(node: ast.ClassDef) -> Iterator[str]:
    """The fields and constants of a class, and what its constructor gives a value."""
    for statement in node.body:
        for target in _targets(statement):
            if isinstance(target, ast.Name):
                yield target.id
        if isinstance(statement, ast.FunctionDef) and statement.name in ("__init__", "__post_init__"):
            for target in (expr for inner in ast.walk(statement) for expr in _targets(inner)):
                if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                    yield target.attr


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    given = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    for target in given:
        yield from target.elts if isinstance(target, ast.Tuple) else [target]


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
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and "Origin" in ast.unparse(node.args)
    }
    installed = {(app.__module__, getattr(app, "__qualname__", "")) for app in (*SYSTEM_APPS, *INSTALLED_APPS)}
    assert written - installed == set(), "`APPS` of src/handrail/phone/first_boot.py lacks it"
    assert len(written) > 10


def test_a_policy_that_is_older_than_a_condition_can_still_be_read() -> None:
    later = set(_CAME_LATER["conditions"])
    assert set(Condition) - later == CONDITIONS_OF_THE_FORMAT, (
        "journals and policies that are complete do not have it: say in `_CAME_LATER` of"
        " src/handrail/guard/policy/read.py what they mean by that"
    )


CONDITIONS_OF_THE_FORMAT = {
    *("unknown receiver", "effect unknown", "another object", "repeated", "unconfirmed", "beside the rules"),
    *("also removes", "more than asked", "other spelling", "suspect commitment", "raw", "undone"),
}
"""Those that `handrail.policy/1` has had from its beginning; the list does not grow."""


def test_the_page_of_the_language_has_every_operator_and_every_keyword() -> None:
    page = (ROOT / "docs/language.md").read_text("utf-8")
    written = {cell.removesuffix(" [..]") for cell in first_cells(page)}
    assert set(Operator) <= written, "docs/language.md: the table of operators lacks one"
    (keywords,) = re.findall(r"^The keywords are `([^`]+)`", page, re.MULTILINE)
    assert set(keywords.split()) == KEYWORDS, "docs/language.md: the list of keywords"


def first_cells(page: str) -> list[str]:
    """What stands in backticks in the first column of the tables of a page."""
    return re.findall(r"`([^`]+)`", " ".join(re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE)))


def test_every_operator_stands_in_the_prompt_of_the_encoder() -> None:
    folder = "src/handrail/encoder/prompts"
    prompt = (ROOT / folder / f"{SYSTEM.name}-{SYSTEM.version}.md").read_text("utf-8")
    untold = {operator for operator in Operator if not re.search(rf"`{re.escape(operator)}[` ]", prompt)}
    assert untold == {Operator.NOT_SIMILAR}, (  # nobody asks for it
        f"{folder}/{SYSTEM.name}-{SYSTEM.version}.md does not tell a model of all operators. A change of it is a new"
        f" version: {SYSTEM.name}-{SYSTEM.version + 1}.md in its place, `SYSTEM` in src/handrail/encoder/prompt.py, and"
        " HANDRAIL_WRITE_SNAPSHOTS=1 for tests/encoder/test_prompts.py, which writes down what is sent now"
    )


def test_every_comparator_is_asked() -> None:
    folder = SOURCE / "handrail" / "sentinel" / "comparators"
    written = {
        f"{file.stem}.{name}"
        for file in folder.glob("*.py")
        for name in re.findall(r"^def (compare|compare_change)\(", file.read_text("utf-8"), re.MULTILINE)
    }
    asked = {
        f"{comparator.compare.__module__.rpartition('.')[2]}.{comparator.compare.__name__}"
        for comparator in COMPARATORS
    }
    assert written == asked, "`COMPARATORS` of src/handrail/sentinel/comparators/__init__.py lacks one"


def test_every_mode_of_a_judge_can_be_asked_for_and_has_a_prompt() -> None:
    modes = set(MODES)
    assert {mode.value for mode in JudgeMode} == modes, "`JudgeMode` of src/handrail/cli/judge_source.py lacks a mode"
    inside = [mode.__name__ for mode in MODES.values() if not hasattr(judges, mode.__name__)]
    assert not inside, f"src/handrail/sentinel/judge/__init__.py: programs cannot name {inside}"
    told = first_cells((ROOT / "docs/judges.md").read_text("utf-8"))
    assert modes <= set(told), "docs/judges.md: the table of `--mode` lacks one"
    prompts = files("handrail.sentinel.judge.prompts")
    for mode in sorted(modes):
        found = [path.name for path in prompts.iterdir() if path.name.startswith(f"{mode}-")]
        assert found, f"src/handrail/sentinel/judge/prompts/{mode}-1.md: what is a model asked?"


def test_experiments_ask_in_every_mode_of_which_the_questions_rest_on_no_answer() -> None:
    left_out = set(MODES) - set(ASKED_IN_EXPERIMENTS) - {Incremental.name}
    assert not left_out, f"`MODES` of src/handrail/bench/experiments/risk.py lacks {', '.join(sorted(left_out))}"
    chosen = JudgeChoice.model_json_schema()["properties"]["modes"]["items"]["enum"]
    assert set(chosen) == set(ASKED_IN_EXPERIMENTS), (
        "`modes` of `JudgeChoice` in src/handrail/bench/experiments/risk.py: an experiment cannot name one"
    )


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
    for category in (model.unsafe, *model.categories.values()):
        assert {name for name in category.weights if f"{name.partition('.')[0]}.*" not in known} <= known


def features_of(recording: Recording) -> Iterator[str]:
    intent = Direction((1.0, 0.0), 0.0)
    trajectory = trajectory_of(recording)
    for seen in walk(trajectory, WalkProgress(), COMPARATORS):
        yield from step_features(
            trajectory.instruction, seen.action, seen.features, seen.findings, lambda _: [1.0, 0.0], intent
        )
