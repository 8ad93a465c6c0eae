"""`handrail schema`: the JSON Schema of the files that Handrail reads."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from handrail.app.document import app_schema
from handrail.app.model_schema import model_schema
from handrail.bench.task_file import tasks_schema
from handrail.cli.console import print_json
from handrail.error import MissingExtra, install_line
from handrail.guard.policy.document import policy_schema


class Format(StrEnum):
    """The documented formats."""

    APP = "app"
    TASKS = "tasks"
    MODEL = "model"
    POLICY = "policy"
    JOURNAL = "journal"
    RECIPE = "recipe"
    SERVER = "server"


def schema(format: Annotated[Format, typer.Argument(help="which format")]) -> None:
    """Print the JSON Schema of a file that Handrail reads.

    That is an app declaration, a task file, an app model, a policy, a line of a journal, or a recipe of measurements;
    of the server it is its API as OpenAPI.
    """
    from handrail.guard.journal.line import journal_schema

    if format is Format.SERVER:
        print_json(_server_schema())
        return
    if format is Format.RECIPE:
        print_json(_recipe_schema())
        return

    schemas = {
        Format.APP: app_schema,
        Format.TASKS: tasks_schema,
        Format.MODEL: model_schema,
        Format.POLICY: policy_schema,
        Format.JOURNAL: journal_schema,
    }
    print_json(schemas[format]())


def _recipe_schema() -> dict[str, Any]:
    from handrail.bench.recipe.document import recipe_schema  # which knows every experiment

    return recipe_schema()


def _server_schema() -> dict[str, Any]:
    try:
        from handrail.server.application import api_schema
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the server's API needs {error.name}: {install_line('handrail[server]')}") from error
    return api_schema()
