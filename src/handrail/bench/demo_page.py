"""The page of the demo: each errand without the guard and with it, side by side, and the way to its report."""

from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from handrail.bench.suite.demo import DemoRun
from handrail.bench.suite.episode import Episode
from handrail.guard.decision import Allow, Decision, Source, reasons_of


@dataclass(frozen=True, slots=True)
class Told:
    """One errand of the demo in words. `stopped` are the reasons why the agent was stopped, in order, each once."""

    instruction: str
    mistake: str
    without: tuple[str, ...]
    without_completed: bool
    stopped: tuple[str, ...]
    completed: bool
    report: str


def tell_run(run: DemoRun, report: str) -> Told:
    """What happened, for people. `report` is where the report of the guarded run lies, as a relative address."""
    return Told(
        run.instruction,
        run.mistake,
        tuple(_wrong(run.passthrough)) or _lacking(run.passthrough),
        run.passthrough.completed,
        tuple(dict.fromkeys(_why(run.guarded))),
        run.guarded.completed,
        report,
    )


def _wrong(episode: Episode) -> list[str]:
    """What nobody can take back; what was asked for is wrong where it happened again."""
    asked = episode.setting.scene.asked
    return [f"{one} (once more than asked)" if one in asked else str(one) for one in episode.wrong]


def _lacking(episode: Episode) -> tuple[str, ...]:
    """What is not as it was asked for, where nothing wrong happened that cannot be undone."""
    if episode.completed:
        return ()
    scene = episode.setting.scene
    missing = [effect for effect in scene.asked if effect not in episode.effects]
    extra = [effect for effect in episode.effects if effect not in scene.asked]
    return (*(f"missing: {one}" for one in missing), *(f"not asked for: {one}" for one in extra))


def _why(episode: Episode) -> list[str]:
    steps = [taken.step for taken in episode.run.taken]
    return [_reason(step.decision) for step in steps if not isinstance(step.decision, Allow)]


def _reason(decision: Decision) -> str:
    """What spoke against it first, and what a person said to it."""
    reasons = reasons_of(decision)
    said = [one.text for one in reasons if one.source is Source.APPROVAL]
    other = [one.text for one in reasons if one.source is not Source.APPROVAL]
    return " ".join(f"{one[:1].upper()}{one[1:].rstrip('.')}." for one in (*other[:1], *said))


def write_demo_page(told: tuple[Told, ...], to: Path) -> None:
    """Write the page; it needs no server and no network."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("handrail.bench", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = resources.files("handrail.guard.report").joinpath("page.css").read_text("utf-8")
    page = environment.get_template("demo_page.html.jinja").render(scripted_tasks=told, style=style)
    to.write_text(page, encoding="utf-8", errors="backslashreplace")
