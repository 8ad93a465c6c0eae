"""A specification beside the models of a session: their states, their names for what is committed, and an end.

A specification made from an instruction says `SetAlarm` where the model of the clock says `SaveAlarm`. Two names are
one only where their verbs do the same kind of thing, and of the same nouns, and where nothing else could be meant:
what is left without a partner is a commitment that nobody asked for, and a person decides. Whoever runs a task is shown
the pairs first.
"""

from collections.abc import Collection, Iterable, Mapping

from handrail.app import Apps
from handrail.error import Misuse
from handrail.guard.built_in import SYSTEM_COMMITMENTS
from handrail.language.achievable import can_end, unachievable
from handrail.language.rule import Objective
from handrail.language.specification import Specification
from handrail.text.verb_kinds import can_mean

_MOST_NAMED = 6


def over_all_states(specification: Specification, apps: Apps, together: Apps) -> Specification:
    """The same rules over the states of all models, so that what any of them says can be read.

    `apps` are those it was made with, `together` also those that a session asks besides.
    """
    for name, state in specification.states.items():
        if apps.members and together.states.get(name) != state:
            raise Misuse(
                f"the specification speaks of a state `{name}` that "
                + ("no app model declares" if name not in together.states else "the app model declares otherwise")
                + "; parse it with the models that the guard is given"
            )
    states = {**specification.states, **together.states}
    return Specification(specification.rules, states, specification.source)


def match_commitments(specification: Specification, commitments: Iterable[str]) -> Mapping[str, str]:
    """The objective for each commitment that has another name and exactly one partner; deterministic."""
    heads = {rule.head.name for rule in specification.rules if isinstance(rule.head, Objective)}
    called = sorted(set(commitments) - heads)
    free = sorted(heads - set(commitments))
    partners = {name: [objective for objective in free if can_mean(objective, name)] for name in called}
    return {
        name: found[0]
        for name, found in partners.items()
        if len(found) == 1 and sum(found == other for other in partners.values()) == 1
    }


def why_it_cannot_end(
    specification: Specification, commitments: Collection[str], renamed: Mapping[str, str]
) -> str | None:
    """Why no way leads to the end of a task: what it waits for, which no app commits. None if it can end.

    Apps that commit nothing at all are those of a loop that says itself what is committed, and are not asked.
    """
    if not commitments or can_end(specification, [*commitments, *SYSTEM_COMMITMENTS], renamed):
        return None
    lacking = [
        f"`{missing.objective}`{f' (the nearest is `{missing.nearest}`)' if missing.nearest else ''}"
        for missing in unachievable(specification, [*commitments, *SYSTEM_COMMITMENTS], renamed)
    ]
    more = len(lacking) - _MOST_NAMED
    named = ", ".join(lacking[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
    return (
        f"the task can never end: no app commits {named}; call the objective as an app's model does, "
        'or say what is meant with `objectives={"NameInTheModel": "NameInTheRules"}`'
    )
