"""`handrail eval risk` and `handrail sentinel scan` with a model: asked live, from a recording, and through batches."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from bench.risk.corpora import generated
from bench.risk.oracle import MODEL, Oracle, oracle_of, served
from handrail.cli.eval_risk import risk
from handrail.cli.sentinel import scan
from handrail.error import HandrailError
from handrail.llm import Declined, Reply, Request, Scripted, Unreachable
from handrail.sentinel.fusion import Calibration, SafeScores, write_calibration
from handrail.sentinel.judge import After, Before, Consecutive, EachStep, Incremental, Mode, Sampled
from handrail.sentinel.judge.contextual import SYSTEM, JudgePrompt
from sentinel.judge.trajectories import ASK

MODES: dict[str, Mode] = {
    "step": EachStep(), "sampled": Sampled(), "consecutive": Consecutive(), "incremental": Incremental(),
}  # fmt: skip
QUICK = ("--resamples", "0", "--json")
EACH = ("--judge", MODEL, "--mode", "step")


def invoke(command: Callable[..., None], *arguments: str | Path) -> Result:
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def shown(command: Callable[..., None], *arguments: str | Path, code: int = 0) -> dict[str, Any]:
    """The document that a command prints."""
    done = invoke(command, *arguments, *(QUICK if command is risk else ("--json",)))
    assert done.exit_code == code, (done.output, done.exception)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def refused(*arguments: str | Path) -> str:
    found = invoke(risk, *arguments).exception
    assert isinstance(found, HandrailError), found
    return str(found)


def without_cost(document: dict[str, Any]) -> dict[str, Any]:
    """A live model reports what it took, a batch something else."""
    return {name: value for name, value in document.items() if name != "cost"}


@pytest.fixture(autouse=True)
def without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HANDRAIL_MODEL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four pairs."""
    return generated(tmp_path_factory.mktemp("few") / "made", pairs=4)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pairs, for what takes as many rounds as a run has steps."""
    return generated(tmp_path_factory.mktemp("two") / "made", pairs=2)


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Request], Reply | str]], Scripted]:
    """Makes a script stand where a model on line would be opened."""

    def stand(script: Callable[[Request], Reply | str]) -> Scripted:
        model = Scripted(script, MODEL)
        monkeypatch.setattr("handrail.cli.model_choice.open_model", lambda *_, **__: model)
        return model

    return stand


Live = Callable[[Callable[[Request], Reply | str]], Scripted]


@pytest.mark.slow
def test_a_judge_that_knows_is_measured_as_one(made: Path, live: Live) -> None:
    oracle = oracle_of(made)
    model = live(oracle.reply)
    document = shown(risk, made, *EACH)
    alone = document["ablation"]["judge only"]
    assert alone["trajectory"]["confusion"] == {"tp": 10, "fp": 0, "fn": 0, "tn": 10}
    assert (alone["trajectory"]["f1"], alone["step"]["score"]["3"]) == (1, 1)
    assert document["trajectory"]["f1"] == 1, "a sure judge outweighs the rules"
    assert list(document["ablation"]) == ["formal rules", "judge only", "strict", "consensus"]
    assert document["judge"] == f"{MODEL} (step, text)"
    opinions = document["opinions"]
    assert (opinions["unsafe"], opinions["unsure"], opinions["abstained"]) == (10, 0, {})
    steps = document["corpus"]["steps"] - len(document["runs"])
    assert opinions["asked"] == steps, "one opinion for each step but the last"
    assert len(model.asked) == oracle.questions < steps, "what twins share is asked once"
    assert document["cost"]["calls"] == len(model.asked)


@pytest.mark.slow
def test_a_model_is_asked_as_in_a_guard_unless_it_is_said_how(few: Path, live: Live) -> None:
    live(oracle_of(few, Before()).reply)
    document = shown(risk, few, "--judge", MODEL)
    assert document == shown(risk, few, "--judge", MODEL, "--mode", "before") | {"cost": document["cost"]}
    assert document["judge"] == f"{MODEL} (before, text)"
    assert document["questions_per_run"] == document["opinions"]["asked_of_a_run"]
    assert document["prevented"] == document["step"]["prevention_rate"] == 1
    assert shown(scan, few / "unsafe_made" / "0001", "--judge", MODEL)["judge"] == f"{MODEL} (before, text)"
    live(oracle_of(few).reply)
    assert not {"questions_per_run", "prevented"} & shown(risk, few, *EACH).keys()


def test_a_judge_that_would_ask_a_person_holds_up_what_it_does_not_call_unsafe(few: Path, live: Live) -> None:
    live(lambda _: ASK)
    document = shown(risk, few, "--judge", MODEL)
    named = ("asked_about_labelled_step", "prevented", "held", "safe_runs_put_to_a_person")
    assert [document[name] for name in named] == [1, document["step"]["prevention_rate"], 1, 1]
    assert document["prevented"] < 1
    answers = [answer for run in document["runs"] for answer in run["answers"]]
    assert {answer["said"] for answer in answers} == {"unsure"}
    assert len(answers) == document["opinions"]["asked"]
    printed = invoke(risk, few, "--judge", MODEL, "--resamples", "0").stdout
    assert "it was stopped or put to a person: 100.0%" in printed


@pytest.mark.parametrize(("mode", "prevented"), [(Before(), 1), (After(), 0)])
def test_a_judge_of_consequential_actions_is_asked_little_and_measured_by_when_it_speaks(
    few: Path, live: Live, mode: Mode, prevented: int
) -> None:
    model = live(oracle_of(few, mode).reply)
    document = shown(risk, few, "--judge", MODEL, "--mode", mode.name)
    rows = (document, document["ablation"]["judge only"])
    assert all((row["trajectory"]["f1"], row["step"]["score"]["3"]) == (1, 1) for row in rows)
    assert all(row["step"]["prevention_rate"] == prevented for row in rows)
    assert document["opinions"]["asked_of_a_run"]["median"] <= 2
    assert len(model.asked) <= document["opinions"]["asked"]


def test_questions_before_actions_go_through_files_in_one_round(few: Path, tmp_path: Path) -> None:
    questions, answers = tmp_path / "1.in", tmp_path / "1.out"
    command = ("--judge", MODEL, "--mode", "before")
    waiting = shown(risk, few, *command, "--requests-out", questions)
    assert len(waiting["rounds"]) == 1
    assert served(questions, answers, oracle_of(few, Before()).to) == waiting["waiting"]
    assert shown(risk, few, *command, "--answers-in", answers)["trajectory"]["f1"] == 1


def test_a_judge_that_refuses_makes_nothing_safe(few: Path, live: Live) -> None:
    live(lambda _: Declined("I would rather not"))
    document = shown(risk, few, *EACH)
    asked = document["opinions"]["asked"]
    assert document["opinions"] == {
        "asked": asked,
        "unsafe": 0,
        "safe": 0,
        "unsure": 0,
        "abstained": {"refused": asked},
        "asked_of_a_run": document["opinions"]["asked_of_a_run"],
    }
    assert document["opinions"]["asked_of_a_run"]["mean"] == asked / len(document["runs"])
    alone = document["ablation"]["judge only"]["trajectory"]
    assert (alone["coverage"], alone["abstained"]) == (0, {"unsafe": 4, "safe": 4})
    assert all(run["unsafe"] or run["abstained"] for run in document["runs"])
    assert document["ablation"]["formal rules"]["trajectory"]["coverage"] == 1, "the rules need no judge"
    done = invoke(risk, few, *EACH, "--resamples", "0")
    (counts,) = [line.split() for line in done.stdout.splitlines() if line.strip().startswith("sentinel ")][-1:]
    of_a_run = f"{document['opinions']['asked_of_a_run']['median']:.1f}"
    assert counts == ["sentinel", str(asked), of_a_run, "0", "0", "0", str(asked)]
    assert "Opinions asked for" in done.stdout
    assert "refused" in done.stdout


def test_a_model_that_is_not_there_is_exit_3(few: Path, live: Live) -> None:
    model = live(lambda _: Unreachable("no connection"))
    done = invoke(risk, few, *EACH, *QUICK)
    assert done.exit_code == 3
    assert json.loads(done.stdout)["opinions"]["abstained"].keys() == {"unreachable"}
    assert "have no answer and count as abstentions; the first: no connection" in done.stderr
    assert len(model.asked) == 8, "a server that is gone is not waited for again and again"
    path = few / "safe_made" / "0001"
    assert invoke(scan, path, *EACH).exit_code == 3


def test_a_budget_stops_the_questions(few: Path, live: Live) -> None:
    model = live(oracle_of(few).reply)
    document = shown(risk, few, *EACH, "--calls", "3", code=3)
    assert len(model.asked) == 3
    assert document["opinions"]["abstained"].keys() == {"over budget"}


def rounds(folder: Path, tmp_path: Path, oracle: Oracle, *options: str | Path) -> tuple[dict[str, Any], list[Any]]:
    """Batches until nothing waits: the document, and what was said of each round."""
    given: list[str | Path] = []
    said: list[Any] = []
    for number in range(1, 40):
        requests, answers = tmp_path / f"{number}.in", tmp_path / f"{number}.out"
        document = shown(risk, folder, "--judge", MODEL, *options, *given, "--requests-out", requests)
        if "waiting" not in document:
            assert not requests.exists()
            return document, said
        assert served(requests, answers, oracle.to) == document["waiting"]
        said.append(document)
        given += ["--answers-in", answers]
    raise AssertionError("the rounds do not end")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.slow
def test_batches_give_the_document_that_the_live_model_gives(two: Path, tmp_path: Path, live: Live, mode: str) -> None:
    oracle = oracle_of(two, MODES[mode])
    model = live(oracle.reply)
    expected = shown(risk, two, "--judge", MODEL, "--mode", mode)
    document, said = rounds(two, tmp_path, oracle, "--mode", mode)
    assert without_cost(document) == without_cost(expected)
    assert sum(entry["waiting"] for entry in said) == len(model.asked)
    assert set(said[0]) == {"waiting", "rounds", "requests_out"}
    if mode == "incremental":
        assert len(said) == len(said[0]["rounds"]) > 1
        assert all(entry["rounds"] == said[0]["rounds"][place:] for place, entry in enumerate(said))
        assert all(entry["waiting"] <= entry["rounds"][0] for entry in said), "twins share questions"
    else:
        assert len(said) == 1
        assert said[0]["waiting"] == oracle.questions


def _of_all_modes(folder: Path) -> Callable[[Request], str]:
    oracles = {name: oracle_of(folder, MODES[name]) for name in ("step", "sampled", "consecutive")}
    return lambda request: oracles[request.purpose.partition(".")[2].partition("/")[0]].reply(request)


@pytest.mark.slow
def test_all_published_modes_are_asked_only_on_demand(few: Path, tmp_path: Path, live: Live) -> None:
    model = live(_of_all_modes(few))
    document = shown(risk, few, *EACH, "--all-modes")
    assert list(document["ablation"])[4:] == [
        "sentinel, sampled", "judge only, sampled", "sentinel, consecutive", "judge only, consecutive",
    ]  # fmt: skip
    published = ("step", "sampled", "consecutive")
    assert len(model.asked) == sum(oracle_of(few, MODES[mode]).questions for mode in published)
    assert document["ablation"]["judge only, sampled"]["opinions"]["asked"] == len(document["runs"])
    waiting = shown(risk, few, *EACH, "--all-modes", "--requests-out", tmp_path / "all.in")["waiting"]
    assert waiting == len(model.asked)


def test_what_was_recorded_is_measured_again_without_the_model(few: Path, tmp_path: Path, live: Live) -> None:
    cassette = tmp_path / "answers.jsonl"
    model = live(oracle_of(few).reply)
    recorded = shown(risk, few, *EACH, "--record", cassette)
    asked = len(model.asked)
    assert len(cassette.read_text("utf-8").splitlines()) == asked
    assert shown(risk, few, *EACH, "--replay", cassette) == recorded
    assert (
        shown(risk, few, "--judge", f"{MODEL}@http://127.0.0.1:1/v1", "--mode", "step", "--replay", cassette)
        == recorded
    )
    assert len(model.asked) == asked


def test_an_answer_to_another_prompt_is_no_answer(
    few: Path, tmp_path: Path, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    cassette = tmp_path / "answers.jsonl"
    live(oracle_of(few).reply)
    recorded = shown(risk, few, *EACH, "--record", cassette)
    monkeypatch.setattr(JudgePrompt, "fill", _changed)
    document = shown(risk, few, *EACH, "--replay", cassette, code=3)
    assert recorded["opinions"]["abstained"] == {}
    assert document["opinions"]["abstained"] == {"not recorded": recorded["opinions"]["asked"]}
    assert all(run["unsafe"] or run["abstained"] for run in document["runs"])


_fill = JudgePrompt.fill


def _changed(prompt: JudgePrompt, values: Any = None) -> str:
    return _fill(prompt, values) + (" " if prompt == SYSTEM else "")


def test_names_of_folders_and_files_reach_no_question(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    invoked = tmp_path / "made"
    from handrail.cli.sentinel_data import data_commands

    done = CliRunner().invoke(data_commands, ["generate", str(invoked), "--pairs", "2", "--pictures"])
    assert done.exit_code == 0, done.output
    words, pictures = tmp_path / "words.in", tmp_path / "pictures.in"
    shown(risk, invoked, "--judge", MODEL, "--requests-out", words)
    shown(risk, invoked, "--judge", MODEL, "--pictures", "--requests-out", pictures)
    names = {part.name for part in invoked.rglob("*") if part.suffix in {"", ".png"}} - {"images"}
    names = {name for name in names if not name.isdecimal()} | {path.stem for path in invoked.rglob("*.png")}
    assert {"safe_made", "unsafe_made"} <= names
    for file in (words, pictures):
        text = file.read_text("utf-8")
        assert not [name for name in (*names, str(tmp_path), "safe_", "unsafe_") if name in text]
    assert "data:image" not in words.read_text("utf-8")
    assert "data:image/png;base64," in pictures.read_text("utf-8")


def test_one_run_is_scanned_as_a_corpus_is(few: Path, tmp_path: Path, live: Live) -> None:
    oracle = oracle_of(few)
    live(oracle.reply)
    run, requests, answers = few / "unsafe_made" / "0001", tmp_path / "1.in", tmp_path / "1.out"
    expected = shown(scan, run, *EACH)
    assert expected["unsafe"]
    assert expected["coverage"]["abstained"] == {}
    waiting = shown(scan, run, *EACH, "--requests-out", requests)
    assert waiting["waiting"] == expected["coverage"]["asked"] == served(requests, answers, oracle.to)
    done = invoke(scan, run, *EACH, "--requests-out", requests, "--fail")
    assert (done.exit_code, done.stdout.split(",")[0]) == (0, f"questions that wait: {waiting['waiting']}")
    assert shown(scan, run, *EACH, "--answers-in", answers) == expected
    assert invoke(scan, run, *EACH, "--answers-in", answers, "--fail").exit_code == 1
    cassette = tmp_path / "answers.jsonl"
    assert shown(scan, run, *EACH, "--record", cassette) == expected
    assert shown(scan, run, *EACH, "--replay", cassette) == expected


@pytest.mark.slow
def test_a_share_of_false_alarms_is_promised_by_a_calibration_of_ones_own(
    few: Path, tmp_path: Path, live: Live
) -> None:
    live(_of_all_modes(few))
    file, strict = tmp_path / "mine.json", tmp_path / "strict.json"
    for scores, path in ((range(-99, 0), file), (range(99), strict)):
        safe = SafeScores.of(scores, "runs of ours")
        path.write_text(write_calibration(Calibration(safe=safe, measured_on="runs of ours")), "utf-8")
    options = (*EACH, "--all-modes", "--false-alarms", "0.05", "--calibration")
    assert "No such file" in refused(few, *options, tmp_path / "nowhere.json")
    promised = shown(risk, few, *options, file)
    assert promised["trajectory"]["confusion"]["tp"] == 4
    assert "at most 5.0% of safe runs like these are flagged" in promised["runs"][0]["explanation"][-1]
    asked_for_more = shown(risk, few, *options, strict)
    for row in (asked_for_more, asked_for_more["ablation"]["sentinel, sampled"]):
        assert row["trajectory"]["confusion"]["tp"] == 0, "nothing is as sure as the surest safe runs of this file"
    run = few / "unsafe_made" / "0001"
    said = shown(scan, run, *EACH, "--false-alarms", "0.05", "--calibration", strict)
    assert (said["unsafe"], "at most 5.0%" in said["ran"]) == (False, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--requests-out", "x"), "name one with --judge PROVIDER:NAME"),
        (("--judge", "offline", "--calls", "3"), "limits"),
        (("--judge", "none", "--all-modes"), "--all-modes"),
        (("--judge", "none", "--mode", "step"), "asks no model, so a mode or pictures"),
        (("--judge", "none", "--pictures"), "asks no model, so a mode or pictures"),
        (("--judge", "nobody"), "is no judge"),
        (("--judge", MODEL), "OPENAI_API_KEY"),
        (("--judge", MODEL, "--requests-out", "x", "--dollars", "1"), "leave out cassettes and limits"),
        (("--judge", MODEL, "--record", "/nowhere/at/all"), "choose a file in a folder that exists"),
        (("--judge", MODEL, "--requests-out", "x", "--false-alarms", "0.05"), "calibrate on safe runs first"),
        (("--judge", MODEL, "--requests-out", "x", "--parallel", "0"), "at least 1"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_way_out(
    few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in refused(few, *arguments)
    assert not list(tmp_path.iterdir())
