"""`handrail app show`: what rules can be written about an app, its states and what its actions commit."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.text import Text

from handrail.app.app import App
from handrail.app.consequence import DeclaredCommitment
from handrail.cli.app_model import APP, load_app
from handrail.cli.console import answer_console, print_json
from handrail.language.declaration import Variable
from handrail.language.value import Type


def show(
    app: Annotated[str, typer.Argument(help=APP)],
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Say what rules can be written about an app.

    Its states with their variables, and the objectives that its actions commit. Exit 2 if a file cannot be read.
    """
    loaded = load_app(app)
    if json:
        print_json(app_as_json(loaded))
        return
    console = answer_console()
    for line in _lines(loaded):
        console.print(line, soft_wrap=True)


def app_as_json(app: App) -> dict[str, Any]:
    """What an app declares, for programs."""
    return {
        "name": app.name,
        "package": app.package,
        "states": [
            {
                "name": state.name,
                "description": state.description,
                "variables": [
                    {
                        "name": variable.name,
                        "type": type_words(variable),
                        "key": variable.key,
                        "description": variable.description,
                    }
                    for variable in state.variables.values()
                ],
            }
            for state in app.states.values()
        ],
        "objectives": [
            {
                "name": commitment.name,
                "kinds": [kind.value for kind in commitment.kinds],
                "irreversible": commitment.irreversible,
            }
            for commitment in app.declared
        ],
    }


def type_words(variable: Variable) -> str:
    """The type as a rule has to respect it, as `Text` or one of the values of an `Enum`."""
    if variable.type is Type.ENUM:
        return " | ".join(variable.options)
    if variable.is_code:
        return "code"
    return "set of Text" if variable.is_set else variable.type.value


def _lines(app: App) -> Iterator[Text]:
    yield Text(f"{app.name}{f' ({app.package})' if app.package else ''}", style="bold")
    for state in app.states.values():
        yield Text()
        yield _said(state.name, state.description)
        width = max((len(variable.name) for variable in state.variables.values()), default=0)
        for variable in state.variables.values():
            key = ", key" if variable.key else ""
            yield _said(f"  {variable.name:<{width}}  {type_words(variable)}{key}", variable.description)
    if app.declared:
        yield Text()
        yield Text("Objectives that its actions commit:", style="bold")
        for committed in app.declared:
            yield _said(f"  {committed.name}", _kinds(committed))


def _kinds(committed: DeclaredCommitment) -> str:
    cannot = ["cannot be taken back"] if committed.irreversible else []
    return ", ".join([*(kind.value for kind in committed.kinds), *cannot])


def _said(name: str, description: str) -> Text:
    return Text.assemble(name, (f"  {description}" if description else "", "dim"))
