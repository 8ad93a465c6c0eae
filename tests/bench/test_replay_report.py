"""The JSON document of a replay, field by field, as docs/replay.md has it."""

import json
from pathlib import Path

from bench.tasks import GOOD_STEPS, post, pre, replayed, step
from handrail.bench.replay import diagnostic_as_json, replayed_as_json, replays_as_json
from handrail.language.diagnostic import Diagnostic, Level
from handrail.language.rule import Span
from handrail.language.similarity import TRIGRAMS


def test_an_accepted_path(tmp_path: Path) -> None:
    assert replayed_as_json(replayed(tmp_path, GOOD_STEPS)) == {
        "id": "buy-milk",
        "which": "spec",
        "accepted": True,
        "blocked_step": None,
        "soft_at": [],
        "done": True,
        "reason": "",
        "unrequested": [],
        "update_errors": [],
        "spec_errors": [],
    }


def test_a_rejected_path(tmp_path: Path) -> None:
    steps = [step(1, pre("Form", title="Tea")), step(2, post("Zebra"), critical="Close"), step(3, critical="Send")]
    document = replayed_as_json(replayed(tmp_path, steps))
    reason = document.pop("reason")
    assert isinstance(reason, str)
    assert reason.startswith("step 3: ")
    (error,) = document.pop("update_errors")
    assert error["n"] == 2
    assert error["reason"].startswith("no state `Zebra` is declared")
    assert document == {
        "id": "buy-milk",
        "which": "spec",
        "accepted": False,
        "blocked_step": 3,
        "soft_at": [1],
        "done": False,
        "unrequested": [{"n": 2, "objective": "Close"}],
        "spec_errors": [],
    }


def test_a_refused_specification(tmp_path: Path) -> None:
    document = replayed_as_json(replayed(tmp_path, GOOD_STEPS, ["Form(titel = 1) -> Done"]))
    assert (document["accepted"], document["blocked_step"], document["soft_at"]) == (False, None, [])
    assert document["spec_errors"] == [
        {
            "severity": "error",
            "code": "unknown-variable",
            "line": 1,
            "column": 6,
            "length": 5,
            "found": "no variable `titel` in `Form`",
            "help": "did you mean `title`?",
        }
    ]


def test_a_diagnostic() -> None:
    warning = Diagnostic("odd", Span(7, 3, 2), "something odd", "", Level.WARNING)
    assert diagnostic_as_json(warning) == {
        "severity": "warning",
        "code": "odd",
        "line": 7,
        "column": 3,
        "length": 2,
        "found": "something odd",
        "help": "",
    }


def test_all_replays_are_one_document_that_names_the_measure_of_similarity(tmp_path: Path) -> None:
    judged = replayed(tmp_path, GOOD_STEPS)
    document = replays_as_json([judged, judged], ["other"], TRIGRAMS, 0.7)
    assert document["tasks"] == [replayed_as_json(judged), replayed_as_json(judged)]
    assert document["skipped"] == ["other"]
    assert document["similarity"] == {"name": TRIGRAMS.name, "threshold": 0.7}
    assert json.loads(json.dumps(document)) == document
