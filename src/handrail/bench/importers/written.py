"""What an importer or an exporter left behind, and the folder that it may write into."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from handrail.error import Misuse


@dataclass(frozen=True, slots=True)
class WrittenFiles:
    """How many of what were written to which files; `remarks` say what was not there, or was left out."""

    count: int
    what: str
    files: tuple[Path, ...]
    remarks: tuple[str, ...] = ()


def new_folder(path: Path) -> Path:
    """The folder, made now; raises `Misuse` where something is in it, or where it cannot be made."""
    try:
        if path.exists() and any(path.iterdir()):
            raise Misuse(f"{path} is not empty; name another folder")
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse(f"{path}: {error.strerror or error}; name a folder that can be made") from None
    return path


def remarks_of(counts: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """What happened at least once, with how often."""
    return tuple(f"{count} {said}" for count, said in counts if count)
