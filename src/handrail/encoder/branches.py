"""Does the instruction have a condition, and do the rules know one way only? The analysis cannot see what is not there.

The task then has one rule for each head, so that nothing follows from the condition not being met. Only a doubt: `if`
also stands where no branch is meant.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from handrail.encoder.grounding import GroundedInstruction
from handrail.language.diagnostic import Diagnostic, Level
from handrail.language.specification import Specification


def missing_branch(specification: Specification, said: GroundedInstruction) -> Iterator[Diagnostic]:
    """A warning at the first rule for `Done`, if the instruction branches and the rules do not."""
    condition = _condition().search(said.text)
    if condition is None or max(Counter(rule.head for rule in specification.rules).values()) > 1:
        return
    yield Diagnostic(
        "missing-branch",
        specification.rules[-1].head_span,
        f"the instruction has a condition (`{condition[0]}`), and the rules know one way only",
        "write a rule for each side of the condition, also for the side on which nothing is to be done",
        Level.WARNING,
    )


@cache
def _condition() -> re.Pattern[str]:
    # `see if`, `check if` and the like ask for nothing by themselves.
    asking = "".join(rf"(?<!\b{verb} )" for verb in ("check", "see", "whether", "as", "even", "wonder", "know"))
    return re.compile(rf"{asking}\bif\b|\botherwise\b|\bunless\b|\belse\b", re.IGNORECASE)
