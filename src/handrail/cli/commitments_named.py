"""Objectives of a specification that no action of the apps commits, said before anything is started."""

from collections.abc import Sequence

from handrail.guard.commitments import match_commitments
from handrail.language.achievable import unachievable
from handrail.language.diagnostic import Diagnostic, excerpt
from handrail.language.specification import Specification


def without_commitment(specification: Specification, commitments: Sequence[str]) -> tuple[Diagnostic, ...]:
    """A warning for each; none where the apps say of no action what it commits, as a list of states does."""
    from handrail.language.diagnostic import Diagnostic, Level

    if not commitments:
        return ()
    renamed = match_commitments(specification, commitments)
    listed = f"the app's actions commit {', '.join(f'`{excerpt(name)}`' for name in commitments[:12])}"
    return tuple(
        Diagnostic(
            "no-commitment",
            one.span,
            f"no action of the app commits `{excerpt(one.objective)}`, so it can never be achieved",
            listed if one.nearest is None else f"did you mean `{one.nearest}`?",
            Level.WARNING,
        )
        for one in unachievable(specification, commitments, renamed)
    )
