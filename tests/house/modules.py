"""Our modules as the tests of the house look at them: each parsed and walked through once, for all of them."""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Module:
    """What stands in a module, at any depth. `names` are those that it gives or reads, its own among them; `said` is
    what its docstrings and messages say."""

    classes: tuple[ast.ClassDef, ...]
    imports: tuple[ast.ImportFrom, ...]
    names: frozenset[str]
    said: str


@cache
def module(file: Path) -> Module:
    classes: list[ast.ClassDef] = []
    imports: list[ast.ImportFrom] = []
    names = {file.stem}
    said: list[str] = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.ImportFrom():
                imports.append(node)
            case ast.ClassDef(name=name):
                classes.append(node)
                names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.arg(arg=name) | ast.Attribute(attr=name) | ast.Name(id=name):
                names.add(name)
            case ast.Constant(value=str(text)) if " " in text:
                said.append(text)
    return Module(tuple(classes), tuple(imports), frozenset(names), "\n".join(said))
