"""Structured logs: one line an event, as text for people or as JSON for machines."""

import json
import logging
import time
from typing import Final

LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


class Lines(logging.Formatter):
    """`time level room: message key=value …`, or the same as a JSON object."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        facts: dict[str, object] = dict(getattr(record, "facts", {}))
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)
        if self.as_json:
            line = {"time": at, "level": record.levelname.lower(), "room": record.name}
            return json.dumps(
                {**line, "message": record.getMessage(), **facts}, ensure_ascii=False, default=str
            )
        said = "".join(f" {key}={value}" for key, value in facts.items() if key != "trace")
        trace = f"\n{facts['trace']}" if "trace" in facts else ""
        return f"{at} {record.levelname.lower():7} {record.name}: {record.getMessage()}{said}{trace}"


def begin_logs(level: str, *, as_json: bool) -> None:
    """Log to stderr from here on."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines(as_json=as_json))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(LEVELS[level])
    for noisy in ("alembic", "uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        logger = logging.getLogger(noisy)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(max(LEVELS[level], logging.WARNING))
