"""The same answers whoever works on a corpus and however it is cut, stored and interrupted."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from cli.command import COMMAND, handrail
from corpora.conftest import RUNS
from handrail import registry
from handrail.corpora import reading
from handrail.corpora.answers_folder import Summary
from handrail.corpora.examination import Do, Questions
from handrail.corpora.run import Settings, run_corpus
from handrail.corpora.worker import WorkerFailed
from handrail.corpora.writing import corpus_writer
from handrail.error import Misuse, UnreadableInput

PLUGIN = Path(__file__).with_name("plugin")
RULES = Questions((Do.REPLAY, Do.SCAN), "none")


def ran(corpus: Path | str, out: Path, settings: Settings | None = None) -> Summary:
    return run_corpus([str(corpus)], out, RULES, settings)


def results(out: Path) -> list[Any]:
    return [json.loads(line) for path in sorted((out / "results").iterdir()) for line in path.read_text().splitlines()]


def poison(out: Path) -> list[Any]:
    return [json.loads(line) for line in (out / "poison.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def once(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Summary]:
    out = tmp_path_factory.mktemp("once") / "out"
    return out, ran(corpus, out, Settings(workers=1, batch=100))


def test_every_run_is_replayed_and_scanned(once: tuple[Path, Summary]) -> None:
    out, summary = once
    said = results(out)
    assert [entry["n"] for entry in said] == list(range(RUNS))
    assert summary.records == RUNS
    assert summary.poison == 0
    assert summary.steps == sum(entry["steps"] for entry in said)
    right, erring, pair = said[:3]
    assert right["replay"]["accepted"], "an agent that does not err keeps to the rules"
    assert not erring["replay"]["accepted"], "and this one's mistake is seen"
    assert pair["replay"] == {"skipped": "the run has no rules"}
    assert all(len(entry["scan"]["steps"]) == entry["steps"] for entry in said)
    assert summary.as_json()["replay"]["skipped"] == sum("skipped" in entry["replay"] for entry in said)


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "batch"), [(3, 1), (2, 3)])
def test_workers_and_batches_change_nothing(
    corpus: Path, once: tuple[Path, Summary], tmp_path: Path, workers: int, batch: int
) -> None:
    assert ran(corpus, tmp_path / "out", Settings(workers=workers, batch=batch)) == once[1]
    assert results(tmp_path / "out") == results(once[0])


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".jsonl.gz", ".jsonl.zst", ".parquet"])
def test_the_kind_of_file_changes_nothing(
    corpus: Path, once: tuple[Path, Summary], tmp_path: Path, ending: str
) -> None:
    same = tmp_path / f"same{ending}"
    with corpus_writer(same) as sink:
        for line in corpus.read_bytes().splitlines():
            sink(line)
    assert ran(same, tmp_path / "out") == once[1]


@pytest.mark.slow
def test_a_corpus_may_lie_at_any_url_and_in_several_files(
    corpus: Path, once: tuple[Path, Summary], tmp_path: Path
) -> None:
    import fsspec  # type: ignore[import-untyped]

    files = fsspec.filesystem("memory")
    lines = corpus.read_bytes().splitlines(keepends=True)
    for name, part in (("a.jsonl", lines[:3]), ("b.jsonl", lines[3:])):
        files.pipe(f"/corpus/{name}", b"".join(part))
    try:
        assert ran("memory://corpus", tmp_path / "out") == once[1]
    finally:
        files.rm("/corpus", recursive=True)


@pytest.mark.slow
def test_ray_says_the_same(corpus: Path, once: tuple[Path, Summary], tmp_path: Path) -> None:
    pytest.importorskip("ray", reason='Ray is 200 MB and not in `make test`: pip install "handrail[ray]"')
    script = (
        "import sys\nfrom pathlib import Path\nfrom corpora.test_run_corpus import ran\n"
        "from handrail.corpora.run import Settings\n"
        "print(ran(sys.argv[1], Path(sys.argv[2]), Settings('ray', workers=2, batch=3)).hash)"
    )  # in a process of its own: Ray leaves sockets open, which are warnings here
    done = subprocess.run(
        [sys.executable, "-c", script, corpus, tmp_path / "out"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
    )
    assert done.stdout.split()[-1] == once[1].hash


def odd(corpus: Path, *instructions: str) -> Path:
    """A corpus of one run with screens, which asks the odd judge for these things one after the other."""
    run = next(text for text in map(json.loads, corpus.read_text().splitlines()) if "rules" not in text)
    steps = run["steps"][:2]
    path = Path(tempfile.mkdtemp(dir=corpus.parent)) / "odd.jsonl"
    asked = (run | {"id": said, "instruction": said, "steps": steps} for said in instructions)
    path.write_text("".join(json.dumps(request) + "\n" for request in asked))
    return path


@pytest.fixture
def odd_judge(monkeypatch: pytest.MonkeyPatch) -> Questions:
    """The judge of another package, which is installed here and where workers look."""
    monkeypatch.syspath_prepend(PLUGIN)
    monkeypatch.setenv("PYTHONPATH", str(PLUGIN))
    monkeypatch.setattr(registry, "_installed", lambda group: tuple(entry_points(group=group)))
    return Questions((Do.JUDGE,), "odd")


@pytest.mark.slow
def test_a_killed_worker_loses_and_repeats_nothing(corpus: Path, tmp_path: Path, odd_judge: Questions) -> None:
    path = odd(corpus, "first", f"die once {tmp_path / 'mark'}", "third")
    killed = run_corpus([str(path)], tmp_path / "killed", odd_judge, Settings(workers=1))
    assert (tmp_path / "mark").exists(), "a worker was killed"
    assert killed.poison == 0
    assert [result["n"] for result in results(tmp_path / "killed")] == [0, 1, 2]
    assert run_corpus([str(path)], tmp_path / "spared", odd_judge, Settings(workers=1)) == killed


@pytest.mark.slow
def test_a_record_that_kills_hangs_or_breaks_is_found_out_alone(
    corpus: Path, tmp_path: Path, odd_judge: Questions
) -> None:
    path = odd(corpus, "fine", "die", "raise", "hang", "allocate", "fine too")
    run_corpus([str(path)], tmp_path, odd_judge, Settings(workers=1, seconds=5))
    assert [result["id"] for result in results(tmp_path)] == ["fine", "fine too"]
    assert [(entry["n"], entry["reason"]) for entry in poison(tmp_path)] == [
        (1, "the process that examined it died each time, 2 times (signal SIGKILL)"),
        (2, "RuntimeError: this judge is odd"),
        (3, "it took longer than 5 seconds"),
        (4, "MemoryError: "),
    ]


@pytest.mark.slow
def test_what_was_killed_as_a_whole_goes_on_where_it_was(corpus: Path, tmp_path: Path, odd_judge: Questions) -> None:
    pipe, out = tmp_path / "pipe", tmp_path / "out"
    path = odd(corpus, "first", "second", f"meet {pipe}", "last")
    words = ["corpus", "run", str(path), f"--out={out}", "--do=judge", "--judge=odd", "--workers=1", "--batch=1"]
    os.mkfifo(pipe)
    with subprocess.Popen([COMMAND, *words]) as command:
        worker = int(pipe.read_text())  # waits for the third record
        command.kill()
    os.kill(worker, signal.SIGKILL)
    pipe.unlink()
    first = out / "results" / "000000000000-000000000000.jsonl"
    before = first.stat().st_mtime_ns
    assert len(results(out)) < 4
    (out / "results" / "000000000002-000000000002.jsonl.part").write_text("half")
    once_more = Settings(workers=1, batch=1)
    with pytest.raises(Misuse, match="`--resume` goes on"):
        run_corpus([str(path)], out, odd_judge, once_more)
    resumed = run_corpus([str(path)], out, odd_judge, replace(once_more, resume=True))
    assert resumed.records == 4
    assert first.stat().st_mtime_ns == before, "what was there is not made again"
    assert not list(out.rglob("*.part"))
    assert run_corpus([str(path)], tmp_path / "whole", odd_judge, Settings(workers=1)) == resumed


def test_a_worker_that_cannot_begin_is_no_fault_of_the_records(
    corpus: Path, tmp_path: Path, odd_judge: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH")  # so that the judge is installed here and not where workers look
    with pytest.raises(WorkerFailed, match=r"ended before it began \(exit code 1\)"):
        run_corpus([str(corpus)], tmp_path, odd_judge, Settings(workers=1))
    assert not list((tmp_path / "results").iterdir())


@pytest.mark.slow
def test_the_command_says_what_there_was(corpus: Path, once: tuple[Path, Summary], tmp_path: Path) -> None:
    words = ("--do=scan,replay", "--judge=none", "--workers=1")
    finished = handrail("corpus", "run", corpus, "--out", tmp_path / "out", *words, "--json")
    assert finished.document == once[1].as_json()
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["hash"] == once[1].hash
    (tmp_path / "bad.jsonl").write_text("[]\n")
    shown = handrail("corpus", "run", tmp_path / "bad.jsonl", "--out", tmp_path / "bad", *words, "--fail")
    assert shown.exit_code == 1
    assert "1 could not be examined" in shown.stdout


def test_records_that_cannot_be_read_stand_apart_with_place_and_reason(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = corpus.read_bytes().splitlines()
    right, pair = json.loads(lines[0]), json.loads(lines[2])
    no_tree, no_states, early = (json.loads(json.dumps(record)) for record in (pair, right, right))
    no_tree["steps"][1]["xml"] = "<hierarchy><node"
    del no_states["states"]
    early["steps"][0]["action"] = [{"name": "terminate", "parameters": {}}]
    bad = [b'{"id": "cut', b'{"id": "x", "steps": 3}', b"\xff", b"[" * 100_000]
    bad += [json.dumps(record).encode() for record in (no_tree, no_states, early)]
    longest = max(map(len, [*lines, *bad]))
    bad.append(b'{"id":"%b"}' % (b"x" * longest))
    monkeypatch.setattr(reading, "LONGEST_RECORD", longest)
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"\n".join([lines[0], b"", *bad, lines[1]]) + b"\n")
    summary = ran(path, tmp_path / "out", Settings(workers=1))
    assert [result["id"] for result in results(tmp_path / "out")] == [json.loads(line)["id"] for line in lines[:2]]
    found = poison(tmp_path / "out")
    assert summary.poison == len(found) == len(bad)
    assert [problem["place"] for problem in found] == [f"{path}:{number}" for number in range(3, 3 + len(bad))]
    for entry, part in zip(
        found,
        ("truncated", "`$.steps`", "malformed", "docs/corpora.md", "step 2: hierarchy:1:", "brings the `states`",
         "step 1 is a finish", "longer than"),
        strict=True,
    ):  # fmt: skip
        assert part in entry["reason"].lower(), entry


def test_what_cannot_be_meant_is_said_before_anything_is_done(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(UnreadableInput, match="no corpus here"):
        ran(tmp_path / "nothing.jsonl", out)
    with pytest.raises(Misuse, match=r"ends in \.jsonl"):
        ran(Path(__file__), out)
    with pytest.raises(Misuse, match="name a path, or a URL such as s3://"):
        ran("moon://craters/runs.jsonl", out)
    with pytest.raises(Misuse, match="is a model"):
        Questions(judge="openai:gpt-4o")
    with pytest.raises(Misuse, match="no engine `rya`; did you mean `ray`"):
        Settings("rya")
    assert not out.exists()
    out.mkdir()
    (out / "mine.txt").touch()
    with pytest.raises(Misuse, match="not empty"):
        ran(corpus, out)


def test_a_folder_goes_on_with_its_own_plan_only(corpus: Path, once: tuple[Path, Summary]) -> None:
    with pytest.raises(Misuse, match="begun with another batch"):
        ran(corpus, once[0], Settings(batch=7, resume=True))
    same = corpus.with_name("copy.jsonl")
    same.write_bytes(corpus.read_bytes())
    with pytest.raises(Misuse, match="begun with another corpus"):
        ran(same, once[0], Settings(batch=100, resume=True))
    assert ran(corpus, once[0], Settings(batch=100, resume=True)) == once[1], "what is complete stays as it is"
