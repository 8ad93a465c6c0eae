"""`handrail schema`: the JSON Schema of the files that Handrail reads."""

from enum import StrEnum
from typing import Annotated

import typer


class Format(StrEnum):
    """The documented formats."""

    APP = "app"
    TASKS = "tasks"


def schema(format: Annotated[Format, typer.Argument(help="which format")]) -> None:
    """Print the JSON Schema of an app declaration or of a task file."""
    from handrail.app.document import app_schema
    from handrail.bench.task_file import tasks_schema
    from handrail.cli.console import print_json

    print_json(app_schema() if format is Format.APP else tasks_schema())
