"""What an importer or an exporter left behind, as text or as JSON."""

from pathlib import Path

from handrail.bench.importers.written import WrittenFiles
from handrail.cli.console import print_json
from handrail.language.verbalize import printable


def print_written(format_name: str, written: WrittenFiles, out: Path, json: bool) -> None:
    """Print what was written to `out`, with every remark."""
    if json:
        print_json(
            {
                "format": format_name,
                "count": written.count,
                "what": written.what,
                "files": [str(file) for file in written.files],
                "remarks": list(written.remarks),
            }
        )
        return
    print(printable(f"{written.count} {written.what} written to {out}", 600))
    for remark in written.remarks:
        print(f"  {printable(remark, 600)}")
