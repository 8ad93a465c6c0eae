"""One clause of an instruction: its words, its command, and what it is to the others."""

from dataclasses import dataclass
from enum import StrEnum

from handrail.encoder.offline.grammar import VerbClass


class Role(StrEnum):
    """What a clause is to the others."""

    COMMAND = "command"
    CONDITION = "condition"  # `if there is no table`
    CONSEQUENCE = "consequence"  # what to do if so
    OTHERWISE = "otherwise"  # what to do if not
    DETAIL = "detail"  # no command of its own: says more about the one before


@dataclass(frozen=True, slots=True)
class Clause:
    """Some tokens of the instruction, as their positions, and the command they give.

    `positive` is False for `turn off`, `unfollow`, `do not show`, True for `turn on`, None where nothing was said.
    `tells`: the verb says what is to be done, as `follow` does and `set` does not. `is_next`: after the one before.
    `is_purpose`: what the one before is good for, as `to save power`, if the app has nothing of it.
    """

    positions: tuple[int, ...]
    verb: str
    verb_class: VerbClass | None
    positive: bool | None
    role: Role
    does_nothing: bool = False
    tells: bool = False
    is_next: bool = False
    is_purpose: bool = False

    @property
    def reads(self) -> bool:
        """Whether the user wants to see something rather than to change it."""
        return self.verb_class is not None and self.verb_class.reads

    def is_(self, *classes: VerbClass) -> bool:
        """Whether the verb is of one of these classes."""
        return self.verb_class in classes
