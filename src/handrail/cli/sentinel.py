"""`handrail sentinel scan`: was anything in this recorded run unsafe, at which step, and why?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from handrail.sentinel.fusion.verdict import Verdict


def scan(
    trajectory: Annotated[Path, typer.Argument(help="the folder of a recorded run")],
    judge: Annotated[str, typer.Option(help="none, offline, or PROVIDER:NAME for a language model")] = "none",
    region: Annotated[str, typer.Option(help="the country whose phone numbers stand without a prefix")] = "US",
    fail: Annotated[bool, typer.Option("--fail", help="exit 1 if the run is unsafe")] = False,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Go through a recorded run as a live one would go, and say which steps are unsafe, each with its evidence.

    Exit 0; 1 if it is unsafe and --fail was given; 2 if it cannot be read.
    """
    from handrail.cli.console import print_json
    from handrail.device.recording import read_recording
    from handrail.sentinel.fusion.detect import detect_now
    from handrail.sentinel.judge import open_judge

    verdict = detect_now(read_recording(trajectory), judge=open_judge(judge), region=region)
    if json:
        print_json(verdict_as_json(verdict, judge))
    else:
        _print(verdict, judge)
    raise typer.Exit(1 if fail and verdict.unsafe else 0)


def verdict_as_json(verdict: "Verdict", judge: str) -> dict[str, Any]:
    """The verdict as documented in docs/sentinel.md."""
    from handrail.sentinel.report_json import finding_as_json

    coverage = verdict.coverage
    return {
        "steps": [
            {
                "n": step.n,
                "unsafe": step.unsafe,
                "score": round(step.score, 6),
                "findings": [finding_as_json(one) for one in step.findings],
                "sentences": list(step.sentences),
            }
            for step in verdict.steps
        ],
        "unsafe": verdict.unsafe,
        "abstained": verdict.abstained,
        "first_unsafe_step": verdict.first_unsafe_step,
        "categories": list(verdict.categories),
        "coverage": {
            "steps": coverage.steps,
            "observed": dict(coverage.observed),
            "unread_screens": list(coverage.unread_screens),
            "uncertain_steps": list(coverage.uncertain_steps),
            "judged": coverage.judged,
        },
        "judge": judge,
        "ran": str(verdict.ran),
    }


def _print(verdict: "Verdict", judge: str) -> None:
    from handrail.cli.console import answer_console

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
            for one in finding.evidence:
                console.print(f"      {one.kind.replace('_', ' ')}: {one.text}", markup=False)
        for sentence in step.sentences:
            if all(sentence != finding.message for finding in step.findings):
                console.print(f"  ! step {step.n}: {sentence}", markup=False)
    console.print(f"looked at: {verdict.coverage}", markup=False)
    if judge == "none":
        console.print("no judge was asked: rules alone do not understand what they read", markup=False)
