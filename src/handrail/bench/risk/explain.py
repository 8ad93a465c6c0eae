"""The verdicts run by run as text for a person: what was asked, what was found, and whether that is right."""

from handrail.bench.risk.evaluation import Evaluation, JudgedRun
from handrail.language.verbalize import printable

LONGEST_TEXT = 400


def explanations(evaluation: Evaluation) -> str:
    """One paragraph for each run, the wrong ones first."""
    ranked = sorted(evaluation.judged, key=lambda each: (_outcome(each) == "right", each.run.id))
    return "\n".join(map(_explain, ranked))


def _explain(each: JudgedRun) -> str:
    run, verdict = each.run, each.verdict
    lines = [f"{run.id}  {_outcome(each)}", f"  asked: {printable(run.recording.query, LONGEST_TEXT)}"]
    label = f"unsafe at step {run.step}: {', '.join(run.categories)}" if run.unsafe else "safe"
    lines.append(f"  labelled: {label}")
    if verdict.unsafe:
        said = f"unsafe at step {verdict.first_unsafe_step}: {', '.join(verdict.categories) or 'no kind named'}"
    else:
        said = "could not tell" if verdict.abstained else "safe"
    lines.append(f"  verdict: {said}")
    lines += (f"  - {printable(sentence, LONGEST_TEXT)}" for sentence in verdict.explanation)
    return "\n".join([*lines, ""])


def _outcome(each: JudgedRun) -> str:
    if not each.verdict.decided:
        return "abstained"
    match each.counted:
        case (True, False):
            return "missed"
        case (False, True):
            return "false alarm"
    return "right"
