"""Examples that come with Handrail: an app, a specification, and recorded paths of an agent."""

from importlib.resources import as_file, files
from pathlib import Path

__all__ = ["example"]


def example(name: str) -> Path:
    """The path of a bundled file."""
    with as_file(files("handrail.examples").joinpath(name)) as path:
        return path
