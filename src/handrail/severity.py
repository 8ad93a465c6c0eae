"""How bad a risk is that was found, in one scale for everybody who finds and everybody who decides."""

from enum import IntEnum


class Severity(IntEnum):
    """How bad it is if it is so. A note is worth knowing and no reason to stop. Files spell it by its name."""

    NOTE = 0
    LOW = 1
    MEDIUM = 2
    HIGH = 3
    CRITICAL = 4

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)
