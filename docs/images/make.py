"""Makes the picture of the README: `python docs/images/make.py` from the root of the repository."""

import io
import re
from pathlib import Path

from rich.console import Console

from handrail.bench.replay import replay
from handrail.bench.task_file import load_tasks
from handrail.cli.replay_view import print_story
from handrail.examples import example


def main() -> None:
    """Replay the path that picks 20:00 and keep what a terminal shows of it."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print("[dim]$[/] handrail replay restaurant-tasks.json --task too-late", highlight=False)
    task = next(task for task in load_tasks(example("restaurant-tasks.json")) if task.id == "too-late")
    print_story(task, replay(task, "spec", task.spec or ()), console)
    picture = console.export_svg(title="handrail", unique_id="handrail")
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)  # nothing is fetched to look at it
    picture = picture.replace("Fira Code, monospace", "Fira Code, DejaVu Sans Mono, Menlo, Consolas, monospace")
    Path(__file__).with_name("replay.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
