"""`handrail schema`: the JSON Schema of the files that Handrail reads."""

from enum import StrEnum
from typing import Annotated

import typer


class Format(StrEnum):
    """The documented formats."""

    APP = "app"
    TASKS = "tasks"
    MODEL = "model"


def schema(format: Annotated[Format, typer.Argument(help="which format")]) -> None:
    """Print the JSON Schema of an app declaration, of a task file, or of an app model."""
    from handrail.app.document import app_schema
    from handrail.app.model_schema import model_schema
    from handrail.bench.task_file import tasks_schema
    from handrail.cli.console import print_json

    schemas = {Format.APP: app_schema, Format.TASKS: tasks_schema, Format.MODEL: model_schema}
    print_json(schemas[format]())
