"""`handrail encode` and `handrail experience`: what they print, and how they exit."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from encoder.drafts import ALARM, ALARM_RULES, ERRANDS, NOW, answer, errands, scripted
from handrail.cli.encode import encode
from handrail.cli.experience import experience_commands
from handrail.cli.model_choice import SpendingLimits, choose_model
from handrail.encoder import Encoded, EncodingFailed
from handrail.encoder import encode as encode_instruction
from handrail.error import HandrailError, Misuse, UnreadableInput
from handrail.examples import example
from handrail.llm import Budget, Recording

RESTAURANT = "Reserve a table for 4 people today before 7 PM"
RESTAURANT_RULES = ["ReserveInfo(date = Today, time < 19:00, people = 4) -> Reserve", "Reserve -> Done"]


@pytest.fixture
def app_file(tmp_path: Path) -> Path:
    file = tmp_path / "errands.json"
    file.write_text(json.dumps(ERRANDS))
    return file


@pytest.fixture(autouse=True)
def without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HANDRAIL_MODEL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def invoke(*arguments: str | Path) -> Result:
    app = typer.Typer()
    app.command("encode")(encode)
    app.add_typer(experience_commands)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def refused(*arguments: str | Path) -> str:
    """What the command says where `handrail` exits with 2."""
    found = invoke(*arguments).exception
    assert isinstance(found, HandrailError), found
    return str(found)


def cassette(path: Path, app_file: Path, instruction: str, *answers: str) -> Path:
    """A recording of these answers, made as `--record` makes it."""
    import asyncio

    from handrail.app.app import App

    file = path / "answers.jsonl"
    recording = Recording(scripted(*answers), file)
    asyncio.run(encode_instruction(instruction, App.load(app_file), now=NOW, model=recording))
    return file


def test_with_no_key_the_offline_encoder_answers(app_file: Path) -> None:
    pytest.importorskip("onnxruntime")
    done = invoke(
        "encode", "--app", app_file, "--instruction", "Set an alarm for 9am", "--now", "2026-03-10T09:00", "--json"
    )
    assert done.exit_code == 0, done.output
    assert "model: offline (no key of a model is set)" in done.stderr
    document = json.loads(done.stdout)
    assert any("time = 09:00" in rule for rule in document["spec"])
    assert document["spec"][-1].endswith("-> Done")
    assert (document["attempts"], document["cost"]["calls"]) == (1, 0)
    assert document["model"] == "offline"


def test_a_recorded_model_answers_again(app_file: Path, tmp_path: Path) -> None:
    file = cassette(tmp_path, app_file, ALARM, answer(["True -> Done"]), answer(ALARM_RULES))
    common = ("encode", "--app", app_file, "--instruction", ALARM, "--now", "2026-03-10T09:00", "--replay", file)
    done = invoke(*common, "--json")
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert (document["attempts"], document["spec"][-1]) == (2, "SetAlarm -> Done")
    shown = invoke(*common)
    assert shown.exit_code == 0
    assert shown.stdout.startswith('Alarm(label = "Work", time = 07:30')
    assert "✓ 2 drafts, scripted, 2 calls" in shown.stdout
    assert '07:30 ← "7:30 AM"' in shown.stdout


def test_a_changed_question_is_a_miss_and_exits_with_3(app_file: Path, tmp_path: Path) -> None:
    file = cassette(tmp_path, app_file, ALARM, answer(ALARM_RULES))
    done = invoke(
        "encode", "--app", app_file, "--instruction", ALARM + "!", "--now", "2026-03-10T09:00", "--replay", file
    )
    assert done.exit_code == 3
    assert "the recording has no answer to this question" in done.stdout


def test_no_specification_exits_with_1_and_says_why_and_what_to_do(app_file: Path, tmp_path: Path) -> None:
    file = cassette(tmp_path, app_file, ALARM, *[answer(["True -> Done"])] * 3)
    common = ("encode", "--app", app_file, "--instruction", ALARM, "--now", "2026-03-10T09:00", "--replay", file)
    done = invoke(*common)
    assert done.exit_code == 1
    assert "✗ no specification: none of 3 drafts passed" in done.stdout
    assert "help: say more exactly what is wanted" in done.stdout
    document = json.loads(invoke(*common, "--json").stdout)
    assert (document["outcome"], document["spec"], document["attempts"]) == ("failed", [], 3)
    assert {diagnostic["code"] for diagnostic in document["diagnostics"]} == {"asks-nothing", "uncovered"}


def test_a_model_out_of_reach_exits_with_3(app_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from handrail.cli import model_choice
    from handrail.llm import Unreachable

    def gone(*_: Any, **__: Any) -> model_choice.ChosenModel:
        return model_choice.ChosenModel(scripted(Unreachable("connection refused")), "scripted")

    monkeypatch.setattr("handrail.cli.encode.choose_model", gone)
    done = invoke("encode", "--app", app_file, "--instruction", ALARM)
    assert done.exit_code == 3
    assert "cannot be reached" in done.stdout


def test_what_cannot_be_meant_is_said(app_file: Path, tmp_path: Path) -> None:
    common = ("encode", "--app", app_file, "--instruction", ALARM)
    assert "OPENAI_API_KEY" in refused(*common, "--model", "openai:gpt-4.1")
    assert "names no model" in refused(*common, "--model", "nonsense")
    assert "2026-03-10T09:00" in refused(*common, "--now", "soon")
    assert "votes" in refused(*common, "--votes", "0")
    assert "no such file" in refused(*common, "--replay", tmp_path / "none.jsonl").lower()
    assert "nothing to record" in refused(*common, "--record", tmp_path / "new.jsonl")
    assert "instruction is empty" in refused("encode", "--app", app_file, "--instruction", " ", "--model", "offline")
    assert "missing.json" in refused("encode", "--app", tmp_path / "missing.json", "--instruction", ALARM)


def test_any_file_that_declares_states_will_do(tmp_path: Path) -> None:
    for states in ("restaurant.json", "restaurant-tasks.json"):
        file = cassette(tmp_path, example(states), RESTAURANT, answer(RESTAURANT_RULES))
        done = invoke(
            *("encode", "--app", example(states), "--instruction", RESTAURANT),
            *("--now", "2026-03-10T09:00", "--replay", file, "--json"),
        )
        assert done.exit_code == 0, done.output


@pytest.mark.slow
def test_the_model_that_is_named_comes_first_then_the_environment_then_none() -> None:
    assert choose_model(None, {}).model == "offline"
    by_key = choose_model(None, {"ANTHROPIC_API_KEY": "k"})
    assert not isinstance(by_key.model, str)
    assert by_key.model.name.startswith("anthropic:")
    assert "ANTHROPIC_API_KEY is set" in by_key.told
    assert choose_model(None, {"HANDRAIL_MODEL": "offline", "OPENAI_API_KEY": "k"}).model == "offline"
    assert choose_model("offline", {"OPENAI_API_KEY": "k"}).told == "offline"
    limited = choose_model("openai:x", {"OPENAI_API_KEY": "k"}, limits=SpendingLimits(calls=1))
    assert isinstance(limited.model, Budget)
    with pytest.raises(Misuse, match="exclude"):
        choose_model(None, {}, record=Path("a"), replay=Path("a"))
    with pytest.raises(UnreadableInput):
        choose_model(None, {}, replay=Path("/no/such/file"))


def test_no_key_is_ever_told() -> None:
    chosen = choose_model("openai:x", {"OPENAI_API_KEY": "sk-very-secret"})
    assert "sk-very-secret" not in chosen.told + repr(chosen)


def test_experience_is_kept_confirmed_shown_and_carried(app_file: Path, tmp_path: Path) -> None:
    memory = tmp_path / "memory.sqlite"
    file = cassette(tmp_path, app_file, ALARM, answer(ALARM_RULES))
    common = ("encode", "--app", app_file, "--instruction", ALARM, "--now", "2026-03-10T09:00", "--replay", file)
    done = invoke(*common, "--experience", memory)
    assert done.exit_code == 0, done.output
    entry = done.stderr.split("remembered, not confirmed yet: ")[1].split()[0]
    assert "trust 0.00" in invoke("experience", "list", memory).stdout
    assert invoke("experience", "yes", memory, entry[:8]).exit_code == 0
    listed = json.loads(invoke("experience", "list", memory, "--json").stdout)
    assert [(shown_entry["entry"], shown_entry["trust"]) for shown_entry in listed["entries"]] == [(entry, 0.75)]
    assert invoke(*common, "--experience", memory).exit_code == 3  # the question has the experience in it now
    lines = tmp_path / "lines.jsonl"
    lines.write_text(invoke("experience", "export", memory).stdout)
    other = tmp_path / "other.sqlite"
    brought = invoke("experience", "import", other, lines, "--app", app_file)
    assert (brought.exit_code, brought.stdout) == (0, "1 added, 0 known already, 0 refused\n")
    assert "trust 0.00" in invoke("experience", "list", other).stdout
    assert invoke("experience", "no", memory, entry[:8]).exit_code == 0
    assert "trust 0.00" in invoke("experience", "list", memory).stdout
    assert "no such file" in refused("experience", "list", tmp_path / "misspelt.sqlite")
    assert "0 entries begin with" in refused("experience", "yes", memory, "zzz")


def test_the_offline_encoder_is_one_more_way_through_the_door() -> None:
    pytest.importorskip("onnxruntime")
    import asyncio

    app = errands()
    found = asyncio.run(encode_instruction("Set an alarm for 9am", app, now=NOW))
    assert isinstance(found, Encoded)
    assert found.confidence is not None
    assert found.confidence > 0
    again = asyncio.run(encode_instruction("Set an alarm for 9am", app, now=NOW))
    assert isinstance(again, Encoded)
    assert again.specification == found.specification


@pytest.mark.parametrize("with_draft", [True, False])
def test_the_offline_encoder_may_abstain_and_its_reason_is_told(
    with_draft: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    from handrail.encoder import encoding
    from handrail.encoder.offline import Abstained, OfflineDraft, Trace

    traces = (Trace('Alarm.label = "Work"', "Work", 20, 24), Trace("state Alarm", "", 0, 0, "it fits best"))
    draft = OfflineDraft(ALARM_RULES, {"SetAlarm": "set an alarm"}, 0.2, traces)

    class Unsure:
        def encode(self, *_: object, **__: object) -> Abstained:
            return Abstained("it could not place `on weekdays`", 0.2, draft if with_draft else None)

    monkeypatch.setattr(encoding, "_encoder", Unsure)
    lost = asyncio.run(encode_instruction(ALARM, errands(), now=NOW))
    assert isinstance(lost, EncodingFailed)
    assert (lost.stopped, lost.reason) == ("abstained", "it could not place `on weekdays`")
    assert "name a model" in lost.advice
    assert (lost.attempts[0].draft is not None) == with_draft


def test_a_draft_of_the_offline_encoder_must_pass_the_same_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    from handrail.encoder import encoding
    from handrail.encoder.offline import OfflineDraft

    class Wrong:
        def encode(self, *_: object, **__: object) -> OfflineDraft:
            return OfflineDraft(("Alarm(time = 8:30) -> Done",), {}, 0.99, ())

    monkeypatch.setattr(encoding, "_encoder", Wrong)
    lost = asyncio.run(encode_instruction(ALARM, errands(), now=NOW))
    assert isinstance(lost, EncodingFailed)
    assert lost.stopped == "checks"
    assert "nobody said `08:30`" in lost.reason
