"""Models of the simulated phone's apps, one file each, named by what a person calls the app."""

from pathlib import Path

from handrail.app import App
from handrail.error import Misuse
from handrail.language.diagnostic import did_you_mean

__all__ = ["load", "names", "path_of"]

_HERE = Path(__file__).parent


def names() -> tuple[str, ...]:
    """The models that there are, as `clock`."""
    return tuple(sorted(path.stem for path in _HERE.glob("*.yaml")))


def path_of(name: str) -> Path:
    """The file of a model. Raises `Misuse` where there is none of that name."""
    if name not in names():
        raise Misuse(f"no model `{name}` comes with the phone; {did_you_mean(name, names(), 'there are')}")
    return _HERE / f"{name}.yaml"


def load(name: str) -> App:
    """A model by its name."""
    return App.load(path_of(name))
