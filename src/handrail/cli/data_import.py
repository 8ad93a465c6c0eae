"""`handrail data import`: an original data set, written as Handrail reads it."""

from pathlib import Path
from typing import Annotated

import typer

from handrail.bench.importers.formats import FORMATS, importer
from handrail.cli.data_written import print_written


def import_data(
    format_name: Annotated[str, typer.Argument(metavar="FORMAT", help=", ".join(FORMATS))],
    source: Annotated[Path, typer.Argument(help="the original's file or folder")],
    out: Annotated[Path, typer.Option("--out", "-o", help="a folder that is not there yet")],
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Write an original data set as Handrail reads it.

    All is read before anything is written. Exit 0; 2 with file, line and field where the original is not what its
    authors describe, and if the folder is not empty.
    """
    print_written(format_name, importer(format_name)(source, out), out, json)
