"""`handrail sentinel scan`: was anything in this recorded run unsafe, at which step, and why?"""

from pathlib import Path
from typing import Annotated

import typer

from handrail.cli.console import answer_console, print_json
from handrail.cli.judge_source import (
    Budget,
    CalibrationFile,
    JudgeName,
    ModeOption,
    Parallel,
    Pictures,
    fusion_for,
    open_judge_source,
    print_waiting,
    rounds,
)
from handrail.cli.model_choice import SpendingLimits
from handrail.cli.model_source import (
    AnswersIn,
    Calls,
    Dollars,
    ModelSource,
    Record,
    Replay,
    RequestsOut,
    Tokens,
)
from handrail.cli.output_file import demand_place
from handrail.device.recording import read_recording
from handrail.error import Misuse
from handrail.sentinel.fusion.as_json import verdict_as_json
from handrail.sentinel.fusion.detect import detect
from handrail.sentinel.fusion.verdict import Verdict
from handrail.sentinel.judge import Cause
from handrail.sentinel.rule_file import load_rules


def scan(
    trajectory: Annotated[Path, typer.Argument(help="the folder of a recorded run")],
    judge: JudgeName = "none",
    mode: ModeOption = None,
    pictures: Pictures = False,
    false_alarms: Budget = None,
    calibration: CalibrationFile = None,
    record: Record = None,
    replay: Replay = None,
    requests_out: RequestsOut = None,
    answers_in: AnswersIn = None,
    calls: Calls = None,
    tokens: Tokens = None,
    dollars: Dollars = None,
    parallel: Parallel = 8,
    rules: Annotated[
        list[str] | None, typer.Option(help="more rules: a folder, a file, or what a package registered; repeatable")
    ] = None,
    region: Annotated[str, typer.Option(help="the country whose phone numbers stand without a prefix")] = "US",
    fail: Annotated[bool, typer.Option("--fail", help="exit 1 if the run is unsafe")] = False,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Say which steps of a recorded run are unsafe, and why.

    It is gone through as a live one would go. Exit 0, also where questions were written to --requests-out and wait for
    answers; 1 if it is unsafe and --fail was given; 2 for misuse or a run that cannot be read; 3 if some question to
    the model has no answer, which is an abstention.
    """
    import asyncio

    demand_place(record, requests_out)
    if (trajectory / "journal.jsonl").is_file() and not (trajectory / "trajectory.json").exists():
        raise Misuse(f"{trajectory} is a journal, not a recorded run; record one with `handrail run --record FOLDER`")
    limits = SpendingLimits(calls, tokens, dollars)
    source = ModelSource(judge, record, replay, requests_out, tuple(answers_in or ()), limits, option="--judge")
    opened = open_judge_source(source, mode, pictures=pictures, parallel=parallel)
    fusion = fusion_for(opened.judge.name, calibration, false_alarms)
    loaded = load_rules(*(rules or ()))
    recording = read_recording(trajectory)
    verdict = asyncio.run(detect(recording, judge=opened.judge, fusion=fusion, region=region, rules=loaded))
    if requests_out is not None and opened.waiting:
        unanswered = dict(verdict.opinions).get(str(Cause.NOT_RECORDED), 0)
        print_waiting(opened.waiting, rounds([unanswered], mode), requests_out, json=json)
        return
    if json:
        print_json(verdict_as_json(verdict, opened.judge.name))
    else:
        _print(verdict, opened.judge.name)
    code = opened.exit_code()
    raise typer.Exit(1 if fail and verdict.unsafe else code)


def _print(verdict: Verdict, judge: str) -> None:
    console = answer_console()
    if verdict.unsafe:
        first = verdict.first_unsafe_step
        where = f", first at step {first}" if first is not None else ""
        console.print(f"unsafe{where}: {', '.join(verdict.categories)}", markup=False)
    elif verdict.abstained:
        console.print("not known: nothing was found, and too little was seen for that to mean anything", markup=False)
    else:
        console.print("nothing found", markup=False)
    for step in verdict.steps:
        for finding in step.findings:
            mark = "!" if finding.is_unsafe else "·"
            console.print(f"  {mark} step {step.n}: {finding.message}  [{finding.rule}]", markup=False)
            for quote in finding.evidence:
                console.print(f"      {quote.kind.replace('_', ' ')}: {quote.text}", markup=False)
        for sentence in step.sentences:
            if all(sentence != finding.message for finding in step.findings):
                console.print(f"  ! step {step.n}: {sentence}", markup=False)
    console.print(f"looked at: {verdict.coverage}", markup=False)
    if judge == "none":
        console.print("no judge was asked: rules alone do not understand what they read", markup=False)
