"""The records of a corpus one after the other, from files of JSON Lines or Parquet at any URL that fsspec knows.

Only one process reads: so each kind of file, packed or not, and each kind of place is cut into shards in the same way,
and the others need no right to it. No line is read further than the longest record may be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BufferedReader
from itertools import count
from typing import IO, Any, TypeAlias

from msgspec.json import encode

from handrail.error import MissingExtra, Misuse, UnreadableInput, install_line

LONGEST_RECORD = 64 * 1024 * 1024
MOST_BYTES = 8 * 1024 * 1024
"""Of a shard: a larger one is cut, unless it is a single record."""

_LINES = (".jsonl", ".jsonl.gz", ".jsonl.zst")
_ENDINGS = (*_LINES, ".parquet")
_ROWS_AT_ONCE = 64
TEXT_COLUMNS = ("id", "instruction", "application", "now", "label", "pair", "scenario")
JSON_COLUMNS = ("meta", "states", "rules", "opening", "steps")
"""What Parquet has as a text, and what as JSON in a text; or as values, where somebody else wrote the file."""

JsonObject: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """One record as it stands in a corpus, and where. `line` is None where it is longer than is read."""

    place: str
    line: bytes | None


@dataclass(frozen=True, slots=True)
class Shard:
    """Records that follow one another; `start` is the number of the first, counted from 0 through the whole corpus."""

    start: int
    records: tuple[Record, ...]

    @property
    def name(self) -> str:
        """Its range, so that names sort as records do."""
        return f"{self.start:012}-{self.start + len(self.records) - 1:012}"


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """A file of a corpus, as a manifest names it."""

    url: str
    bytes: int | None


def corpus_files(urls: Sequence[str]) -> tuple[CorpusFile, ...]:
    """The files that are meant: each named one, those that a pattern fits, those of a folder, by their names.

    Raises `UnreadableInput` where there is none, `Misuse` for one of another kind, `MissingExtra` without fsspec or
    what it needs for this kind of place.
    """
    found = [file for url in urls for file in _files_at(url)]
    for file in found:
        if not file.url.endswith(_ENDINGS):
            raise Misuse(f"{file.url}: a corpus is a file that ends in {', '.join(_ENDINGS)}")
    return tuple(found)


def _files_at(url: str) -> Iterator[CorpusFile]:
    system, path = _system(url)
    try:
        if system.isdir(path):
            names = [name for name in system.find(path, maxdepth=1) if name.endswith(_ENDINGS)]
        elif any(character in path for character in "*?["):
            names = system.glob(path)
        else:
            names = [path] if system.exists(path) else []
        if not names:
            raise UnreadableInput(
                f"{url}: no corpus here; name a file, or a folder with files, of {', '.join(_ENDINGS)}"
            )
        for name in sorted(names):
            yield CorpusFile(system.unstrip_protocol(name) if "://" in url else name, system.size(name))
    except OSError as error:
        raise UnreadableInput(f"{url}: {error.strerror or error}") from error


def _system(url: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs  # type: ignore[import-untyped]

        return url_to_fs(url)  # type: ignore[no-any-return]
    except ImportError as error:  # of fsspec, or of what it takes for this kind of place
        raise MissingExtra(f"{url}: {error}; {install_line('handrail[corpora]')}") from error
    except ValueError as error:
        raise Misuse(f"{url}: {error}; name a path, or a URL such as s3://bucket/corpus.jsonl.gz") from error


def read_records(files: Sequence[CorpusFile]) -> Iterator[Record]:
    """Every record in order. Raises `UnreadableInput` for a file that ends in the middle of what it is packed in."""
    for file in files:
        system, path = _system(file.url)
        try:
            with system.open(path, "rb") as raw:
                yield from _rows(raw, file.url) if file.url.endswith(".parquet") else _lines(raw, file.url)
        except (OSError, EOFError) as error:
            raise UnreadableInput(f"{file.url}: {error}") from error


def _lines(raw: IO[bytes], url: str) -> Iterator[Record]:
    unpacked = _unpacked(raw, url)
    for number in count(1):
        line = unpacked.readline(LONGEST_RECORD + 1)
        if not line:
            return
        place = f"{url}:{number}"
        if len(line) > LONGEST_RECORD and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = unpacked.readline(LONGEST_RECORD)
            yield Record(place, None)
        elif line.strip():
            yield Record(place, line.rstrip(b"\r\n"))


def _unpacked(raw: IO[bytes], url: str) -> IO[bytes]:
    if url.endswith(".gz"):
        import gzip

        return gzip.open(raw)  # type: ignore[return-value]
    if url.endswith(".zst"):
        try:
            from zstandard import ZstdDecompressor
        except ImportError as error:
            raise MissingExtra(f"{url}: {error}; {install_line('handrail[corpora]')}") from error
        return BufferedReader(ZstdDecompressor().stream_reader(raw, read_across_frames=True), 1 << 20)
    return raw


def _rows(raw: IO[bytes], url: str) -> Iterator[Record]:
    try:
        import pyarrow as arrow
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingExtra(f"{url}: {error}; {install_line('handrail[corpora]')}") from error
    number = 0
    try:
        for batch in ParquetFile(raw, pre_buffer=False).iter_batches(_ROWS_AT_ONCE):
            for row in batch.to_pylist():
                number += 1
                line = _as_line(row)
                yield Record(f"{url}: row {number}", line if len(line) <= LONGEST_RECORD else None)
    except arrow.ArrowException as error:
        raise UnreadableInput(f"{url}: {error}") from error


def _as_line(row: JsonObject) -> bytes:
    """A row as it would stand in JSON Lines: what is not a text column holds JSON, or values that become JSON."""
    fields = (
        encode(name) + b":" + (value.encode() if isinstance(value, str) and name in JSON_COLUMNS else encode(value))
        for name, value in row.items()
        if value is not None
    )
    return b"{" + b",".join(fields) + b"}"


def cut(records: Iterator[Record], batch: int) -> Iterator[Shard]:
    """Shards of at most `batch` records and `MOST_BYTES`; each record is in exactly one of them."""
    start, size = 0, 0
    held: list[Record] = []
    for record in records:
        length = len(record.line or b"")
        if held and (len(held) == batch or size + length > MOST_BYTES):
            yield Shard(start, tuple(held))
            start, held, size = start + len(held), [], 0
        held.append(record)
        size += length
    if held:
        yield Shard(start, tuple(held))
