"""Pickles read without running anything of theirs.

A pickle names classes and functions that its reader is to call. Here the few names that AndroidWorld's episodes hold
stand for objects that only keep what they are given; every other name refuses the file. Nothing of numpy, AndroidWorld
or any other package is imported or called.
"""

import gzip
import pickle
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

from handrail.error import UnreadableInput
from handrail.strict_json import open_file, shown_path

LARGEST = 2 * 1024 * 1024 * 1024
"""Unpacked. An episode holds two or three pictures a step, 8 MB each on a usual phone."""


class InertObject:
    """An object of a class that is not loaded: what it was made with, and the state that was put into it."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.arguments = arguments or tuple(named.values())
        self.state: Any = None

    def __setstate__(self, state: Any) -> None:
        self.state = state

    def field(self, name: str) -> Any:
        """A field of its state; None where there is none."""
        state = self.state[0] if isinstance(self.state, tuple) and self.state else self.state
        return state.get(name) if isinstance(state, Mapping) else None


class UIElement(InertObject):
    """`android_world.env.representation_utils.UIElement`."""


class BoundingBox(InertObject):
    """`android_world.env.representation_utils.BoundingBox`."""


class JSONAction(InertObject):
    """`android_world.env.json_action.JSONAction`."""


class InertDtype(InertObject):
    """`numpy.dtype`: its first argument is the short name."""


class Array(InertObject):
    """`numpy.ndarray`: its state is version, shape, kind, whether by columns, and the bytes."""


class Buffer(InertObject):
    """`numpy`'s array in the newest protocol: bytes, kind, shape and order are its arguments."""


_NUMPY = {"_reconstruct": Array, "scalar": InertObject}
_CLASSES: Mapping[tuple[str, str], type] = MappingProxyType(
    {
        ("android_world.env.representation_utils", "UIElement"): UIElement,
        ("android_world.env.representation_utils", "BoundingBox"): BoundingBox,
        ("android_world.env.json_action", "JSONAction"): JSONAction,
        ("numpy", "dtype"): InertDtype,
        ("numpy", "ndarray"): InertObject,
        ("numpy.core.numeric", "_frombuffer"): Buffer,
        ("numpy._core.numeric", "_frombuffer"): Buffer,
        **{(f"numpy.{core}.multiarray", name): kept for core in ("core", "_core") for name, kept in _NUMPY.items()},
        ("collections", "OrderedDict"): dict,
        ("datetime", "datetime"): InertObject,
        ("datetime", "timedelta"): InertObject,
        ("requests.models", "Response"): InertObject,
        ("requests.structures", "CaseInsensitiveDict"): InertObject,
        ("requests.models", "PreparedRequest"): InertObject,
        ("requests.cookies", "RequestsCookieJar"): InertObject,
        ("http.cookiejar", "DefaultCookiePolicy"): InertObject,
    }
)
"""The answers of models are among the fields as `requests` left them; nobody looks at them."""


class _Unpickler(pickle._Unpickler):  # noqa: SLF001 - there is no public name for it
    """The one written in Python: the other makes room for any number that a file says it will count to."""

    def find_class(self, module_name: str, global_name: str) -> Any:
        """The stand-in for a name; raises `UnpicklingError` for every name that has none."""
        found = _CLASSES.get((module_name, global_name))
        if found is None:
            known = "only arrays of numbers, plain containers and AndroidWorld's own records are read"
            raise pickle.UnpicklingError(f"it would load `{module_name[:80]}.{global_name[:80]}`; {known}")
        return found


def read_pickle(path: Path) -> Any:
    """What is in a pickle compressed by gzip. Raises `UnreadableInput`."""
    name = shown_path(path)
    try:
        with open_file(path) as packed, gzip.open(packed) as file:
            content = file.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        said = getattr(error, "strerror", None) or error
        raise UnreadableInput(f"{name}: {said}; this is no file packed by gzip") from error
    if len(content) > LARGEST:
        raise UnreadableInput(f"{name}: more than {LARGEST:,} bytes when unpacked; at most that many are read")
    try:
        return _Unpickler(BytesIO(content)).load()
    except (RecursionError, MemoryError, Exception) as error:  # a broken pickle raises whatever it hits
        said = str(error) or type(error).__name__
        raise UnreadableInput(f"{name}: {said[:400]}; this is not the pickle of an episode") from error
