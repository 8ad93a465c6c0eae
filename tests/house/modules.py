"""Our modules as the tests of the house look at them: each parsed and walked through once, for all of them."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Module:
    """What stands in a module, at any depth. `names` are those that it gives or reads, its own among them; `variables`
    those of variables and parameters, each with the line that first binds it, without the fields of classes; `said` is
    what its docstrings and messages say."""

    classes: tuple[ast.ClassDef, ...]
    imports: tuple[ast.ImportFrom, ...]
    names: frozenset[str]
    variables: Mapping[str, int]
    said: str


@cache
def module(file: Path) -> Module:
    classes: list[ast.ClassDef] = []
    imports: list[ast.ImportFrom] = []
    names = {file.stem}
    variables: dict[str, int] = {}
    fields: set[ast.expr] = set()
    said: list[str] = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.ImportFrom():
                imports.append(node)
            case ast.ClassDef(name=name):
                classes.append(node)
                names.add(name)
                fields.update(part.target for part in node.body if isinstance(part, ast.AnnAssign))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
                if node not in fields:
                    variables.setdefault(name, node.lineno)
            case (
                ast.arg(arg=name)
                | ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                names.add(name)
                variables.setdefault(name, node.lineno)
            case ast.Attribute(attr=name) | ast.Name(id=name):
                names.add(name)
            case ast.Constant(value=str(text)) if " " in text:
                said.append(text)
    return Module(tuple(classes), tuple(imports), frozenset(names), variables, "\n".join(said))
