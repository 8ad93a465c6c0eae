"""Logs as lines of JSON, or as text for a person, without secrets; set up by the command alone."""

import json
import logging
from datetime import UTC, datetime
from typing import IO, Any

from handrail.guard.journal.line import escaped
from handrail.server.operations.without_secrets import without_secrets

LOGGERS = ("handrail", "uvicorn")
_OWN = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {"message", "asctime", "color_message"}


class JsonFormatter(logging.Formatter):
    """One record as one line: when, how grave, who says it, what, and whatever was given beside it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its line break."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        told.update({name: _told(value) for name, value in record.__dict__.items() if name not in _OWN})
        if record.exc_info:
            told["error"] = without_secrets(self.formatException(record.exc_info))
        return escaped(json.dumps(told, ensure_ascii=False))


class TextFormatter(logging.Formatter):
    """One record as a person reads it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The text."""
        return without_secrets(super().format(record))


def log_to(stream: IO[str], *, as_json: bool, level: int) -> None:
    """Let the loggers of the server write to a stream, and nowhere else."""
    written = logging.StreamHandler(stream)
    written.setFormatter(JsonFormatter() if as_json else TextFormatter())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [written]
        logger.setLevel(level)
        logger.propagate = False


def _told(value: object) -> object:
    return value if value is None or isinstance(value, int | float) else without_secrets(str(value))
