"""Logging as lines for people (console) or for programs (json), each with its context (the request id)."""

import logging
import os
import re
import sys
import threading
from typing import Any

import structlog
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http.multipartparser import MultiPartParserError

from config import disk

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


HIDDEN = "***"
MIN_SECRET = 6
"""Characters of a part of a path from which on it may be a secret; shorter ones are numbers and words."""
PATH = re.compile(r"(https?://[\w.:\[\]-]+)?((?:/[\w.~%:=@-]+)+/?)", re.ASCII)
"""A path, of an address or by itself."""
FILTERS = ["disk", "refusals"]
ROUTE_LOGGERS = ("request", "entrance")
"""Loggers that name routes by themselves."""


class RefusalFilter(logging.Filter):
    """A filter that makes a warning of one line of a request that could not be read: anybody can send those."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the traceback from such a record; return True, since every record is logged."""
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        if isinstance(error, BadRequest | SuspiciousOperation | MultiPartParserError):
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class PathlessFormatter(structlog.stdlib.ProcessorFormatter):
    """A formatter of lines that name the route of a request and never its path, which may hold a secret."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record; the record itself stays as it is."""
        record = disk.shorten_record(logging.makeLogRecord(record.__dict__))
        request = getattr(record, "request", None)
        paths = {getattr(request, name, "") for name in ("path", "path_info")} - {""}
        if isinstance(record.args, tuple):
            record.args = tuple(replace_path(each, paths, request) for each in record.args)
        line = super().format(record)
        for value in list_path_values(request):
            line = line.replace(value, HIDDEN)
        return PATH.sub(hide_values, line) if record.exc_info or record.name not in ROUTE_LOGGERS else line


def replace_path(value: object, paths: set[str], request: Any) -> object:
    """Return what is logged, with the route instead of the path; a path of an unknown request is hidden."""
    if not isinstance(value, str) or not (value in paths or value.startswith("/")):
        return value
    return get_route(request) or HIDDEN


def hide_values(found: re.Match[str]) -> str:
    """Return a path that leads to a page of the site without the parts that fill its route; any other text as it is."""
    from django.conf import settings
    from django.urls import resolve

    origin, path = found[1] or "", str(found[2])
    if not settings.configured:
        return found[0]
    try:
        match = resolve(path if path.endswith("/") else f"{path}/")
    except Exception:  # it leads nowhere, or the site cannot be loaded, which is what is being logged
        return found[0]
    for value in (*match.kwargs.values(), *match.args):
        if isinstance(value, str) and len(value) >= MIN_SECRET:
            path = path.replace(value, HIDDEN)
    return origin + path


def get_route(request: Any) -> str:
    """Return the route by which a request was answered; empty for a path that leads nowhere, and without a request."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else ""


def list_path_values(request: Any) -> list[str]:
    """Return the parts of a request's path that fill its route, the longest first, as a traceback may quote them."""
    match = getattr(request, "resolver_match", None)
    values = [*match.kwargs.values(), *match.args] if match else []
    return sorted((each for each in values if isinstance(each, str) and len(each) >= MIN_SECRET), key=len)[::-1]


def build_configuration(form: str, level: str) -> dict[str, Any]:
    """Return the LOGGING setting; structlog's own loggers use the handlers of the standard library's."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": PathlessFormatter, **build_formatter(form)}},
        "filters": {"disk": {"()": "config.disk.DiskFullFilter"}, "refusals": {"()": RefusalFilter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": FILTERS}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "celery.beat": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},  # a line for every task otherwise
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.worker.control": {"level": "ERROR"},  # warns when it is asked to stop
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # a traceback for every scanner
            "django.server": {"handlers": [], "propagate": True},
            "oauthlib": {"level": "WARNING"},  # which tells codes and tokens where it is asked for details
            "uvicorn": {"handlers": [], "propagate": True},  # which brings a handler of its own
            "uvicorn.access": {"level": "WARNING"},  # config.middleware.request.log_request writes a better line
        },
    }


def log_uncaught_errors() -> None:
    """Send uncaught errors of processes and threads, and warnings, through logging."""
    log = logging.getLogger("uncaught")

    def ended(kind: type[BaseException], error: BaseException, trace: Any) -> None:
        if issubclass(kind, KeyboardInterrupt | SystemExit):
            sys.__excepthook__(kind, error, trace)
        else:
            log.critical("the process ends: %s", kind.__name__, exc_info=(kind, error, trace))

    def thread_ended(args: Any) -> None:
        if args.exc_type is not SystemExit:
            name = args.thread.name if args.thread else ""
            log.error("the thread %s ended", name, exc_info=(args.exc_type, args.exc_value, args.exc_traceback))

    def ignored(args: Any) -> None:
        log.error("ignored: %s", args.err_msg, exc_info=(args.exc_type, args.exc_value, args.exc_traceback))

    sys.excepthook, threading.excepthook, sys.unraisablehook = ended, thread_ended, ignored
    logging.captureWarnings(True)


def log_missing_services() -> None:
    """Log a warning for each service that is not set up, at the start of a process."""
    from core.missing_services import list_missing_services

    for sentence in list_missing_services():
        logging.getLogger("setup").warning(sentence)


def make_server_formatter() -> PathlessFormatter:
    """Return the formatter of uvicorn's own processes, which load no settings (config/uvicorn.json)."""
    return PathlessFormatter(**build_formatter(os.environ.get("LOG_FORMAT", "json")))


def build_formatter(form: str) -> dict[str, Any]:
    """Return what the formatter of a form is made with."""
    return {
        "foreign_pre_chain": SHARED,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *FORMS[form]],
    }
