"""Screenshots by the hash of their content, on disk or at any URL that fsspec knows, for runs that were archived.

Where they are nobody is trusted: what does not have the hash that it is called by is not there.
"""

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from handrail.error import MissingExtra, Misuse
from handrail.server.store.store import StoreFailed


@dataclass(frozen=True, slots=True)
class Pictures:
    """Those at a place. Opened by `open_pictures`."""

    url: str
    _files: Any
    _root: str

    def read(self, name: str) -> bytes | None:
        """The picture with this hash; None where there is none, or another."""
        try:
            png: bytes = self._files.cat_file(self._path(name))
        except Exception:  # whatever a place of whatever kind fails with, the picture is not to be had
            return None
        return png if hashlib.sha256(png).hexdigest() == name else None

    def write(self, name: str, png: bytes) -> None:
        """Keep it, once for all runs that show it. It can be read when this returns; raises `StoreFailed`."""
        if self.read(name) is not None:
            return
        path = self._path(name)
        try:
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(path, png)
        except Exception as error:
            raise StoreFailed(f"{self.url}: {error}; the picture {name[:12]}… stays where it is") from error
        if self.read(name) is None:
            raise StoreFailed(f"{self.url}: the picture {name[:12]}… was written and cannot be read; it stays")

    def remove(self, names: Iterable[str]) -> None:
        """Those that no run shows any more."""
        for name in names:
            with suppress(FileNotFoundError):
                self._files.rm_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root}/{name[:2]}/{name}.png"


def open_pictures(url: str) -> Pictures:
    """Pictures at a folder, or at a URL as `s3://bucket/pictures`. Raises `Misuse`, `MissingExtra`."""
    try:
        from fsspec.core import url_to_fs  # type: ignore[import-untyped]

        files, root = url_to_fs(url)
    except ImportError as error:  # of fsspec, or of what it takes for this kind of place
        raise MissingExtra(f"pictures at {url[:80]} need more than is installed: {error}") from error
    except (ValueError, OSError) as error:
        raise Misuse(f"{url[:200]}: {error}; name a folder, or a URL as s3://bucket/pictures") from error
    return Pictures(url, files, root.rstrip("/"))
