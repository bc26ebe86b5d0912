"""Errors of the API as application/problem+json (RFC 9457), each with a stable `code`."""

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from core.error_status import build_retry_header, get_status
from core.errors import DomainError, UnknownPageError
from core.transactions import build_busy_error, is_unavailable

log = logging.getLogger(__name__)
CONTENT_TYPE = "application/problem+json"
SENTENCES: dict[str, Promise] = {
    "not_authenticated": _("Log in first. A program sends a token in the header “Authorization: Bearer …”."),
    "not_found": _("There is nothing under this code, or you may not see it."),
    "method_not_allowed": _("This is not possible here. The header Allow names the methods that are."),
    "not_acceptable": _("The Accept header admits nothing that can be answered: admit application/json."),
    "parse_error": _("The body is not valid JSON."),
    "unsupported_media_type": _("Send the body as JSON, with the header “Content-Type: application/json”."),
}
"""What to do about the errors of the framework, by their codes."""


def handle_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the API's response to an error; None leaves it to Django."""
    if isinstance(error, DomainError):
        later = build_retry_header(error.code, error.retry_after)
        more = {"details": error.details} if error.details else {}
        return build_problem(get_status(error.code), error.code, str(error), later, **more)
    if isinstance(error, UnknownPageError):
        error = exceptions.ValidationError({"cursor": [_("The list has no such page.")]})
    if is_unavailable(error):
        log.warning("the database is not to be had: %s", type(error).__name__)
        return handle_error(build_busy_error(), context)
    answer = exception_handler(error, context)
    if answer is None:
        return None
    more = {"errors": answer.data} if isinstance(error, exceptions.ValidationError) else {}
    if details := getattr(error, "details", None):
        more["details"] = details
    headers = {name: answer[name] for name in ("WWW-Authenticate", "Retry-After") if answer.has_header(name)}
    return build_problem(answer.status_code, get_code(error), get_message(error), headers, **more)


def build_problem(
    status: int, code: str, sentence: str, headers: dict[str, str] | None = None, **more: Any
) -> Response:
    """Build a response that says what went wrong, to programs and to people."""
    body = {"type": "about:blank", "title": sentence, "status": status, "code": code, **more}
    return Response(body, status=status, headers=headers, content_type=CONTENT_TYPE)


def get_code(error: Exception) -> str:
    """Return the stable code of an error that is no DomainError."""
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    return str(getattr(error, "default_code", "error"))


def get_message(error: Exception) -> str:
    """Return the sentence for an error that is no DomainError."""
    has_own = isinstance(error, exceptions.NotFound) and str(error.detail) != str(error.default_detail)
    if not has_own and (sentence := SENTENCES.get(get_code(error))):
        return str(sentence)
    if isinstance(error, exceptions.ValidationError):
        return str(exceptions.ValidationError.default_detail)
    return str(getattr(error, "detail", exceptions.PermissionDenied.default_detail))
