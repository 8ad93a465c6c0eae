"""Names the tests of the rooms in which something is otherwise than in the last commit: `python tests/changed.py`.

For a quick look while working (`make quick`); what a change does to the rooms above it, `make test` says.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALWAYS = ("tests/house",)


def folders_of(changed: Iterable[str]) -> list[str]:
    """The folders and files of tests that speak of these files, in order."""
    found = set(ALWAYS)
    for name in changed:
        match Path(name).parts:
            case ("src", "handrail", room, _, *_):
                found.add(f"tests/{room}")
            case ("tests", file) if file.startswith("test_"):
                found.add(f"tests/{file}")
            case ("tests", room, _, *_):
                found.add(f"tests/{room}")
            case ("docs", *_) | ("README.md",):
                found.add("tests/docs")
            case _:
                pass
    return sorted(folder for folder in found if (ROOT / folder).exists())


def _changed() -> list[str]:
    """What `git status` lists; in a clean tree, what the last commit changed."""
    now = _git("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames")
    return [entry[3:] for entry in now] or _git("diff", "--name-only", "-z", "HEAD~1", "HEAD")


def _git(*words: str) -> list[str]:
    said = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout
    return [entry for entry in said.split("\0") if entry]


if __name__ == "__main__":
    sys.stdout.write(f"{' '.join(folders_of(_changed()))}\n")
