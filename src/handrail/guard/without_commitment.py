"""Objectives of a specification that no action of the apps commits, said before anything is started."""

from collections.abc import Sequence

from handrail.guard.commitments import match_commitments, why_it_cannot_end
from handrail.language.achievable import unachievable
from handrail.language.diagnostic import Diagnostic, Level, excerpt
from handrail.language.specification import Specification


def without_commitment(specification: Specification, commitments: Sequence[str]) -> tuple[Diagnostic, ...]:
    """One for each, an error where the task could never end, as a guard refuses it, else a warning.

    None where the apps say of no action what it commits, as a list of states does.
    """
    if not commitments:
        return ()
    renamed = match_commitments(specification, commitments)
    level = Level.WARNING if why_it_cannot_end(specification, commitments, renamed) is None else Level.ERROR
    listed = f"the app's actions commit {', '.join(f'`{excerpt(name)}`' for name in commitments[:12])}"
    return tuple(
        Diagnostic(
            "no-commitment",
            missing.span,
            f"no action of the app commits `{excerpt(missing.objective)}`, so it can never be achieved",
            listed if missing.nearest is None else f"did you mean `{missing.nearest}`?",
            level,
        )
        for missing in unachievable(specification, commitments, renamed)
    )
