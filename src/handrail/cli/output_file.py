"""Files that a command is told to write: refused at once where they cannot be, written at the end."""

from pathlib import Path

from handrail.error import Misuse


def demand_place(*paths: Path | None) -> None:
    """Refuse now what could not be written after hours of work; None is no file."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise Misuse(f"{path}: nothing can be written there; choose a file in a folder that exists")


def write_file(path: Path, text: str) -> None:
    """Write it, half a character as its number; raises `Misuse` where that fails."""
    try:
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise Misuse(f"{path}: {error.strerror or error}; choose another file") from None
