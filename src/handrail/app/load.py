"""Loading an app from a file, by the kind of file."""

from pathlib import Path

from handrail.app.app import App
from handrail.error import UnreadableInput

_ONLY_IN_MODELS = frozenset({"bindings", "harmless", "observers"})
_LARGEST_PROGRAM = 1024 * 1024


def load_app(path: Path) -> App:
    """The app in a file. Raises `UnreadableInput`."""
    suffix = path.suffix.lower()
    if suffix in (".yaml", ".yml"):
        from handrail.app.model_document import load_model

        return load_model(path)
    if suffix == ".py":
        return _run(path)
    from handrail.app.document import read_app
    from handrail.strict_json import read_json_file

    raw = read_json_file(path)
    if isinstance(raw, dict) and _ONLY_IN_MODELS & raw.keys():
        from handrail.app.model_document import load_model

        return load_model(path)  # JSON is YAML, and the reader of models keeps the places
    return read_app(raw, str(path))


def _run(path: Path) -> App:
    """Run a model written in Python and take what it calls `app`. The file is trusted as any program is."""
    from handrail.app.declare import Declaration
    from handrail.strict_json import read_bytes

    content = read_bytes(path, _LARGEST_PROGRAM)
    try:
        names: dict[str, object] = {"__name__": path.stem, "__file__": str(path)}
        exec(compile(content, str(path), "exec"), names)  # noqa: S102 - a model in Python is a program
    except SyntaxError as error:
        raise UnreadableInput(f"{path}:{error.lineno}:{error.offset}: {error.msg}") from error
    except Exception as error:  # whatever a program raises; the user sees what and in which file
        raise UnreadableInput(f"{path}: {type(error).__name__}: {error}") from error
    made = names.get("app")
    if isinstance(made, Declaration):
        return made.app()
    if isinstance(made, App):
        return made
    raise UnreadableInput(f"{path}: it makes no `app`; end the file with `app = declaration.app()`")
