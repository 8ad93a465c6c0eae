"""What a draft is: rules as they were written, and where each of their values comes from."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ValueSource:
    """Where one value of the rules comes from.

    `what` is the value as the rules write it, a constraint, or the variable that is compared. `words` are those of the
    instruction, from character `start` to `end`; empty for what nobody said. `assumption` says how they were read where
    they are not the value itself, or why a value that nobody said stands there.
    """

    what: str
    words: str = ""
    start: int = -1
    end: int = -1
    assumption: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Words of the instruction that no rule needs, and why."""

    words: str
    why: str


@dataclass(frozen=True, slots=True)
class Draft:
    """Rules that nobody has checked yet. `objectives` says in words what each one means."""

    rules: tuple[str, ...]
    objectives: tuple[tuple[str, str], ...] = ()
    traces: tuple[ValueSource, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    added: tuple[str, ...] = field(default=())
    """Rules that the encoder put there, as a common end of several goals."""
