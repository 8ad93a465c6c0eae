"""From an app that Handrail has never seen to a wrong amount that is not paid, by commands alone.

The app is installed as somebody's own package would be: a module, and an entry point that names its device.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.command import COMMAND, Finished, handrail
from handrail.app import App

APP = Path(__file__).with_name("own_app") / "canteen.py"
MOST_LOOKS = 60
PAY = """
open org.school.canteen
tap {card}
tap €{euros}.00
type Note for the kitchen = {note}
tap Continue
tap Pay now
tap Done
finish
"""


@dataclass(frozen=True)
class Owner:
    """Somebody with an app of their own; `folder` is where they work, `paid` what was really paid on their phone."""

    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """With their package installed."""
        return {"PYTHONPATH": os.pathsep.join([str(self.folder), os.environ.get("PYTHONPATH", "")])}

    @property
    def device(self) -> str:
        """Their phone."""
        return f"canteen:{self.folder / 'paid'}"

    @property
    def paid(self) -> list[str]:
        """What was really paid."""
        place = self.folder / "paid"
        return place.read_text("utf-8").splitlines() if place.exists() else []

    def says(self, *arguments: str | Path) -> Finished:
        """A command."""
        return handrail(*arguments, stdin=b"", **self.environment)

    def writes(self, name: str, text: str) -> Path:
        """A file."""
        place = self.folder / name
        place.write_text(text, "utf-8")
        return place

    def records(self, name: str, **values: object) -> None:
        """One walk, by hand."""
        actions = self.writes(f"{name}.actions", PAY.format(**values))
        walk = ["--app", "Canteen", "--agent", f"list:{actions}", "-o", str(self.folder / "walks" / name)]
        assert self.says("record", "--device", self.device, *walk).exit_code == 0

    def task(self, journal: str, **values: object) -> list[str]:
        """The command that lets an agent pay."""
        actions = self.writes(f"{journal}.actions", PAY.format(**values))
        return [
            "run", "--device", self.device, "--app", str(self.folder / "canteen.yaml"),
            "--spec", str(self.folder / "pay.rules"), "--instruction", "Put 20 euros on Mia's card",
            "--agent", f"list:{actions}", "--journal", str(self.folder / journal), "--yes",
        ]  # fmt: skip


@pytest.fixture(scope="module")
def owner(tmp_path_factory: pytest.TempPathFactory) -> Owner:
    """With their package installed, two walks recorded, a model drafted and two rules written."""
    folder = tmp_path_factory.mktemp("own")
    shutil.copy(APP, folder)
    about = folder / "canteen-3.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: canteen\nVersion: 3.1\n", "utf-8")
    (about / "entry_points.txt").write_text("[handrail.devices]\ncanteen = canteen:open_canteen\n", "utf-8")
    owner = Owner(folder)
    owner.records("first", card="Mia Klein", euros=20, note="no nuts")
    owner.records("second", card="Noah Klein", euros=5, note="vegetarian")
    assert owner.paid == ["Mia Klein 20", "Noah Klein 5"]
    owner.writes("paid", "")
    drafted = owner.says("app", "draft", folder / "walks/first", folder / "walks/second", "-o", folder / "canteen.yaml")
    assert drafted.exit_code == 0
    owner.writes("pay.rules", 'Check(card = "Mia Klein", amount = 20) -> PayNow\nPayNow -> Done\n')
    return owner


@pytest.mark.slow
def test_the_draft_is_a_page_that_says_what_is_paid(owner: Owner) -> None:
    text = (owner.folder / "canteen.yaml").read_text("utf-8")
    assert len(text.splitlines()) < 100
    app = App.load(owner.folder / "canteen.yaml")
    assert app.commitments == ("PayNow",)
    assert set(app.states["Check"].variables) == {"card", "amount", "note"}
    checked = owner.says("app", "check", owner.folder / "canteen.yaml", "--recording", owner.folder / "walks")
    assert checked.exit_code == 0
    assert "0 contradicted" in checked.stdout


@pytest.mark.slow
def test_the_wrong_amount_is_not_paid(owner: Owner) -> None:
    done = owner.says(*owner.task("wrong", card="Mia Klein", euros=50, note="no nuts"))
    assert done.exit_code == 1
    assert "amount should be 20 but is 50" in " ".join(done.stderr.split())
    assert owner.paid == []


@pytest.mark.slow
def test_the_right_one_is_paid_with_a_persons_yes(owner: Owner) -> None:
    journal = owner.folder / "right"
    command = owner.task("right", card="Mia Klein", euros=20, note="no nuts")
    with guarded(owner, [*command, "--approve", "queue"]) as running:
        waiting: list[dict[str, str]] = []
        for _ in range(MOST_LOOKS):
            found = owner.says("approvals", "list", journal, "--json")
            waiting = found.document["pending"] if found.exit_code == 0 else []
            if waiting or running.poll() is not None:
                break
        (question,) = waiting
        assert owner.paid == []
        assert owner.says("approvals", "approve", journal, question["id"], "--by", "Ada").exit_code == 0
        assert running.wait(60) == 0
    assert owner.paid == ["Mia Klein 20"]


@contextmanager
def guarded(owner: Owner, command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A run that goes on meanwhile, and is over afterwards whatever happens."""
    environment = {**os.environ, **owner.environment}
    quiet = subprocess.DEVNULL
    running = subprocess.Popen([COMMAND, *command], stdin=quiet, stdout=quiet, stderr=quiet, env=environment)
    try:
        yield running
    finally:
        running.kill()
        running.wait()
