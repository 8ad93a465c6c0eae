"""The shell's language as data: what the parser makes and the interpreter runs."""

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """Characters that stand for themselves; quoted ones are neither split nor matched against file names."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Variable:
    """`$NAME`, `${NAME}`, `${NAME:-default}` or a special one such as `$?`."""

    name: str
    quoted: bool = False
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Substitution:
    """`$(...)` or backticks: what a script prints."""

    script: "Script"
    quoted: bool = False


Piece: TypeAlias = Text | Variable | Substitution
Word: TypeAlias = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Redirection:
    """Where a descriptor goes: `>` or `>>` to a file, `<` from one, `>&` to where another descriptor goes."""

    descriptor: int
    kind: Literal[">", ">>", "<", ">&"]
    target: Word


@dataclass(frozen=True, slots=True)
class Simple:
    """A command with its words, and the variables that are set for it (or for the shell, if there are no words)."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """`{ ... }`, or `( ... )` whose variables and directory are its own."""

    script: "Script"
    own_variables: bool
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """`if ...; then ...; elif ...; else ...; fi`: conditions with what follows them."""

    branches: tuple[tuple["Script", "Script"], ...]
    otherwise: "Script | None"
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class For:
    """`for NAME in WORDS; do ...; done`."""

    name: str
    words: tuple[Word, ...]
    body: "Script"
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class While:
    """`while ...; do ...; done`, or `until`."""

    condition: "Script"
    body: "Script"
    until: bool
    redirections: tuple[Redirection, ...] = ()


Node: TypeAlias = Simple | Group | If | For | While


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands of which each reads what the one before prints."""

    commands: tuple[Node, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A pipeline, and whether it runs whatever went before, after a success (`&&`) or after a failure (`||`)."""

    when: Literal["always", "succeeded", "failed"]
    pipeline: Pipeline


@dataclass(frozen=True, slots=True)
class Script:
    """Steps in their order."""

    steps: tuple[Step, ...]
