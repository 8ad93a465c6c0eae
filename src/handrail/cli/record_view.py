"""What is shown while a walk is recorded: where it begins, each action in a line, and how it ended."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from handrail.agent.passthrough import Outcome
from handrail.agent.run import End, Run
from handrail.device.action import Action
from handrail.device.hidden_text import without_typed
from handrail.device.recording import Recording
from handrail.device.screen import Screen
from handrail.guard.action_words import action_words
from handrail.guard.decision import Proposal


@dataclass(slots=True)
class StepLines:
    """Counts the steps of a recording as they are told; `recorded` are there already."""

    console: Console
    recorded: int = 0

    def begins(self, folder: Path, earlier: Recording | None, screen: Screen) -> None:
        """Where the recording lies, and whether the phone still shows what it ended with."""
        if earlier is None:
            self._say(f"recording into {folder}", "dim")
            return
        self._say(f"going on with {folder}, which holds {self.recorded} steps", "dim")
        last = earlier.steps[-1].screen if earlier.steps else screen
        if (last.package, last.activity) != (screen.package, screen.activity):
            self._say(f"the phone shows {screen.package} now, and the recording ended in {last.package}", "yellow")

    def tell(self, proposed: Proposal, outcome: Outcome, before: Screen) -> None:
        """One line for one action, with nothing in it that a field hides."""
        if proposed.action.type == "finish":
            return
        said = action_words(_named(without_typed(proposed.action, before)))
        self.recorded += outcome.executed
        number = f"{self.recorded:>3}" if outcome.executed else "  –"
        self.console.print(
            Text.assemble((f"{number} ", "green" if outcome.executed else "red"), said), soft_wrap=True, highlight=False
        )

    def _say(self, words: str, style: str) -> None:
        self.console.print(Text(words, style=style), soft_wrap=True)


def _named(action: Action) -> Action:
    """With what whoever acts calls it, for a field and for an element that has no words of its own."""
    element = action.element
    if element is None or not action.target:
        return action
    own = action.type != "input" and (element.text or element.description)
    return action if own else replace(action, element=replace(element, text=action.target))


def print_walked(lines: StepLines, folder: Path, done: Run[Outcome]) -> None:
    """How it ended, and where the recording lies."""
    finished = done.end is End.FINISHED
    counted = "1 step" if lines.recorded == 1 else f"{lines.recorded} steps"
    ended = "finished" if finished else ": ".join(filter(None, ("stopped", _reason(done))))
    console = lines.console
    console.print(Text(f"\n{ended}; {counted} recorded in {folder}", style="green" if finished else "yellow"))
    if not finished:
        console.print(Text("--resume goes on with it", style="dim"))


def _reason(done: Run[Outcome]) -> str:
    """Why it ended before it was finished; empty where nobody said."""
    if done.end is End.OUT_OF_STEPS:
        return f"{len(done.taken)} actions, which is the limit"
    return done.taken[-1].proposal.thought if done.end is End.GAVE_UP else ""


def walked_as_json(lines: StepLines, folder: Path, done: Run[Outcome]) -> dict[str, Any]:
    """How a walk went, for programs. `steps` are those of the whole recording."""
    return {
        "recording": str(folder),
        "finished": done.end is End.FINISHED,
        "end": str(done.end),
        "reason": _reason(done),
        "steps": lines.recorded,
        "refused": done.refused,
    }
