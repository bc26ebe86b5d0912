"""Logs as lines for people (console) or for programs (json), each with its context (the request id)."""

from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]
FORMS: dict[str, list[Any]] = {
    "console": [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)],
    "json": [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
}


def configuration(form: str, level: str) -> dict[str, Any]:
    """The LOGGING setting; structlog's own loggers go the same way as the standard library's."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *FORMS[form]],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "celery.beat": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},  # a line for every task otherwise
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.worker.control": {"level": "ERROR"},  # warns that it was told to stop
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # a traceback for every scanner
            "django.server": {"handlers": [], "propagate": True},
            "uvicorn.access": {"level": "WARNING"},  # config.middleware.request_log writes a better line
        },
    }
