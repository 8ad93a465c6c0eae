"""`handrail data export`: what Handrail holds, in the original shape of a data set."""

from pathlib import Path
from typing import Annotated

import typer

from handrail.bench.exporters.formats import FORMATS, exporter
from handrail.cli.data_written import print_written


def export_data(
    format_name: Annotated[str, typer.Argument(metavar="FORMAT", help=", ".join(FORMATS))],
    source: Annotated[Path, typer.Argument(help="recorded runs, or task files: a file or a folder")],
    out: Annotated[Path, typer.Option("--out", "-o", help="a folder that is not there yet")],
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Write recorded runs or tasks in the original shape of a data set.

    All is read before anything is written, and what the format has no place for is counted. Exit 0; 2 with the place
    where something cannot be read, and if the folder is not empty.
    """
    print_written(format_name, exporter(format_name)(source, out), out, json)
