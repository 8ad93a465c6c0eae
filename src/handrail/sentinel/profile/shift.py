"""How far a profile moves what the rules say of a step: a little, both ways, and never beyond `MOST`.

Lower where everything that the step did is usual for its apps, higher where they did something that none of their safe
runs did. An app seen in fewer than `FEWEST_RUNS` runs has no habits yet, and moves nothing. What cannot be undone is
never made to look better.
"""

from collections.abc import Iterable

from handrail.device.recording import Recording
from handrail.sentinel.finding import Reversibility
from handrail.sentinel.profile.profile import AppProfile, Profiles, Trait, change_traits, element_traits
from handrail.sentinel.scan import ScanReport, StepReport

MOST = 1.0
"""Log-odds: a finding of certainty 0.5 comes to lie between 0.27 and 0.73 and not further."""
FEWEST_RUNS = 5
USUAL = 0.2
"""The share of safe runs from which on something is usual."""


def shifts_of(recording: Recording, report: ScanReport, profiles: Profiles) -> dict[int, float]:
    """The shift of each step that has findings, in log-odds; steps that are left out are not moved."""
    if not profiles.apps:
        return {}
    shifts = {}
    for number, (step, told) in enumerate(zip(recording.steps, report.steps, strict=True)):
        if not told.findings:
            continue
        traits = [(step.screen.package, trait) for trait in element_traits(step)]
        if number + 1 < len(recording.steps):
            traits += change_traits(recording.steps[number + 1].trace)
        moved = shift(traits, told, profiles)
        if moved:
            shifts[told.n] = moved
    return shifts


def shift(traits: Iterable[tuple[str, Trait]], told: StepReport, profiles: Profiles) -> float:
    """The shift of one step by what its apps did in it."""
    known = [
        (profile, trait)
        for package, trait in traits
        if (profile := profiles.apps.get(package)) is not None and profile.runs >= FEWEST_RUNS
    ]
    if not known:
        return 0.0
    new = [profile for profile, trait in known if trait not in profile.traits]
    if new:
        return min(MOST, max(map(_weight, new)))
    if any(finding.reversibility is Reversibility.IRREVERSIBLE for finding in told.findings):
        return 0.0
    if all(profile.share(trait) >= USUAL for profile, trait in known):
        return -min(MOST, min(_weight(profile) for profile, _ in known))
    return 0.0


def _weight(profile: AppProfile) -> float:
    """The more runs were seen, the more their habits count: about a third of `MOST` for five, all of it from 32 on."""
    return min(MOST, MOST * (profile.runs - 1) / 31 + 0.2)
