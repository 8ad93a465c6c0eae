"""A class of a client that is closed by default: what a later version adds is refused until somebody has read it."""

from collections.abc import Callable
from typing import Any

from handrail.integrations.meaning import NotUnderstood


def public_names(client: type) -> frozenset[str]:
    """What a client's class offers."""
    return frozenset(name for name in dir(client) if not name.startswith("_"))


class ClosedByDefault:
    """Stands before a client's class: of its names only those in `known` (words with blanks) are what they were."""

    def __init_subclass__(cls, *, known: str, refusal: Callable[[str], Exception], **more: Any) -> None:
        super().__init_subclass__(**more)
        for name in public_names(cls) - frozenset(known.split()):
            setattr(cls, name, property(_refused(name, refusal)))


def _refused(name: str, refusal: Callable[[str], Exception]) -> Callable[[object], None]:
    def refuse(_: object) -> None:
        raise refusal(NotUnderstood(f"nobody has said what `{name}` does to the phone").told())

    return refuse
