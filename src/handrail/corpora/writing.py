"""A corpus being written: JSON Lines, packed or not, or Parquet, which is there completely or not at all."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

from msgspec import Raw
from msgspec.json import decode

from handrail.corpora.reading import JSON_COLUMNS, TEXT_COLUMNS, JsonObject
from handrail.error import MissingExtra, Misuse, install_line

_ROWS_OF_A_GROUP = 256
_PART = ".part"


RecordSink: TypeAlias = Callable[[bytes], object]
"""Takes records, each as a line of JSON without its end."""


@contextmanager
def corpus_writer(path: Path) -> Iterator[RecordSink]:
    """Writes into a new file of the kind that its name says. Raises `Misuse`, `MissingExtra`."""
    if path.exists():
        raise Misuse(f"{path} is there already; name another file")
    part = path.with_name(path.name + _PART)
    path.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        file = stack.enter_context(part.open("wb"))
        if path.name.endswith(".parquet"):
            yield stack.enter_context(_parquet(file, path))
        else:
            packed = _packed(file, path, stack)

            def write(line: bytes) -> None:
                packed.write(line + b"\n")

            yield write
    part.replace(path)


def _packed(file: IO[bytes], path: Path, stack: ExitStack) -> IO[bytes]:
    if path.name.endswith(".jsonl"):
        return file
    if path.name.endswith(".jsonl.gz"):
        from gzip import GzipFile

        packed: Any = GzipFile("", "wb", compresslevel=1, fileobj=file, mtime=0)
    elif path.name.endswith(".jsonl.zst"):
        try:
            from zstandard import ZstdCompressor
        except ImportError as error:
            raise MissingExtra(f"{path}: {error}; {install_line('handrail[corpora]')}") from error
        packed = ZstdCompressor(level=3).stream_writer(file)
    else:
        raise Misuse(f"{path}: name a file that ends in .jsonl, .jsonl.gz, .jsonl.zst or .parquet")
    return cast(IO[bytes], stack.enter_context(packed))


@contextmanager
def _parquet(file: IO[bytes], path: Path) -> Iterator[RecordSink]:
    try:
        import pyarrow as arrow
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise MissingExtra(f"{path}: {error}; {install_line('handrail[corpora]')}") from error
    schema = arrow.schema([(name, arrow.string()) for name in (*TEXT_COLUMNS, *JSON_COLUMNS)])
    rows: list[JsonObject] = []
    with ParquetWriter(file, schema, compression="zstd") as writer:

        def flush() -> None:
            if rows:
                writer.write_table(arrow.Table.from_pylist(rows, schema))
                rows.clear()

        def write(line: bytes) -> None:
            rows.append(_as_row(line))
            if len(rows) == _ROWS_OF_A_GROUP:
                flush()

        yield write
        flush()


def _as_row(line: bytes) -> JsonObject:
    """The columns; JSON stays as it was written, to the last digit."""
    record = decode(line, type=dict[str, Raw])
    texts = {name: decode(record[name], type=str | None) for name in TEXT_COLUMNS if name in record}
    return texts | {name: bytes(record[name]).decode() for name in JSON_COLUMNS if name in record}
