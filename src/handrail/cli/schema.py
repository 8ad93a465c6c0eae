"""`handrail schema`: the JSON Schema of the files that Handrail reads."""

from enum import StrEnum
from typing import Annotated

import typer

from handrail.app.document import app_schema
from handrail.app.model_schema import model_schema
from handrail.bench.task_file import tasks_schema
from handrail.cli.console import print_json
from handrail.guard.policy.document import policy_schema


class Format(StrEnum):
    """The documented formats."""

    APP = "app"
    TASKS = "tasks"
    MODEL = "model"
    POLICY = "policy"
    JOURNAL = "journal"


def schema(format: Annotated[Format, typer.Argument(help="which format")]) -> None:
    """Print the JSON Schema of a file that Handrail reads.

    That is an app declaration, a task file, an app model, a policy, or a line of a journal.
    """
    from handrail.guard.journal.line import journal_schema

    schemas = {
        Format.APP: app_schema,
        Format.TASKS: tasks_schema,
        Format.MODEL: model_schema,
        Format.POLICY: policy_schema,
        Format.JOURNAL: journal_schema,
    }
    print_json(schemas[format]())
